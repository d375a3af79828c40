"""Which method that ran is a control's own handler of a command."""

from __future__ import annotations

import unicodedata

from wpfagent.core.model import Control
from wpfagent.core.selector import split_identifier
from wpfagent.dotnet import FirstCall

COMMANDS = frozenset({
    "Click", "Checked", "Unchecked", "CheckedChanged", "Selected", "SelectionChanged", "SelectedIndexChanged",
    "Executed", "ValueChanged", "TextChanged",
})  # fmt: skip
"""The events that say that a control did what it is for."""
PRESSED = ("EventArgs", "RoutedEventArgs", "ExecutedRoutedEventArgs", "MouseButtonEventArgs")
"""What a handler is given where its name does not say the event: not the pointer's way, nor the focus."""
GIVEN_TO = {
    "LinkLabelLinkClickedEventArgs": ("Hyperlink", "Text"),
    "RequestNavigateEventArgs": ("Hyperlink",),
    "ColumnClickEventArgs": ("HeaderItem", "Header"),
    "ToolStripItemClickedEventArgs": ("Button", "MenuItem", "SplitButton"),
}
"""What only a use of such a control gives its handler, whatever that is called."""
KINDS = frozenset({"btn", "button", "cmd", "lnk", "link", "menu", "mi", "mnu", "on", "tsb", "tsmi"})
"""Words in a handler's name that say what it belongs to, not what it does: `btnSave_Click`, `OnSave`."""


def handles(call: FirstCall, control: Control) -> bool:
    """Whether a method is a control's own handler of a command, by its name or what it is given.

    Named after its AutomationId and the event (`Save_Click`), or after what it shows (`Call in`: `CallIn`); or given
    what nothing but the use of such a control brings about.
    Handlers of what comes along with any act (focus, the mouse's way, a page that loads) say nothing of it, nor
    do a timer's tick and a background thread's work, whatever the act was doing meanwhile.
    """
    named, _, event = call.method.rpartition("_")
    parameters = call.signature.partition("(")[2].rpartition(")")[0]
    _sender, comma, args = parameters.rpartition(",")
    kind = args.rpartition("]")[2].rpartition(" ")[2].strip()
    if not comma or not kind.endswith("EventArgs"):
        return False
    if control.control_type in GIVEN_TO.get(kind.rpartition(".")[2], ()):
        return True
    if event in COMMANDS:
        return (bool(control.automation_id) and named == control.automation_id) or _called(named, control)
    return kind.rpartition(".")[2] in PRESSED and _called(call.method, control)


def _called(named: str, control: Control) -> bool:
    """Whether an identifier says what a control shows, in the same words."""
    words = [word.casefold() for word in split_identifier(named)]
    shown = "".join(c for c in unicodedata.normalize("NFKC", control.name).casefold() if c.isalnum())
    return bool(shown) and "".join(word for word in words if word not in KINDS) == shown
