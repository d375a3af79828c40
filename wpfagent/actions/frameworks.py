"""What each framework's automation patterns really do, beside what a user's click or typing does.

One line a framework, by UI Automation's FrameworkId. InvokePattern is the click in all of them; everything else that
is not listed here is taken to change a state only, so that a handler of the click does not run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Framework:
    """The facts of one framework.

    Args:
        toggle_clicks: TogglePattern.Toggle and a radio button's SelectionItemPattern.Select are the user's click.
        expand_presses: ExpandCollapsePattern.Expand of a button that can be invoked presses it.
        select_highlights: SelectionItemPattern.Select in an open combo box only moves the highlight.
        select_notifies: SelectionItemPattern.Select notifies the program of the choice as a click does.
        takes_value_at_once: ValuePattern.SetValue notifies the program as typing does; no commit is needed.
        newline: what ends a line of text in ValuePattern.SetValue.
    """

    toggle_clicks: bool = False
    expand_presses: bool = False
    select_highlights: bool = False
    select_notifies: bool = False
    takes_value_at_once: bool = False
    newline: str = "\n"


FRAMEWORKS: Mapping[str, Framework] = MappingProxyType({
    # ToggleButtonAutomationPeer.Toggle calls OnToggle, RadioButtonAutomationPeer.Select sets IsChecked, and
    # MenuItemAutomationPeer.Toggle sets IsChecked: Click and Command do not run. ButtonAutomationPeer.Invoke and
    # MenuItemAutomationPeer.Invoke (of checkable items too) are the click. Source: dotnet/wpf, Automation/Peers.
    "WPF": Framework(),
    # CheckBoxAccessibleObject.Toggle sets Checked; Invoke does the default action, which is PerformClick.
    # ToolStripSplitButton's Expand does the default action as well: it presses the button.
    # Source: dotnet/winforms, System.Windows.Forms.
    "WinForm": Framework(expand_presses=True, newline="\r\n"),
    # WindowsButton: Toggle and Select call the same Invoke, which clicks. SetValue sends WM_SETTEXT, and the edit
    # control notifies its parent (EN_CHANGE); LVM_SETITEMSTATE sends LVN_ITEMCHANGED, as a click on the item does.
    # Source: dotnet/wpf, UIAutomationClientSideProviders; Microsoft's documentation of list views.
    "Win32": Framework(toggle_clicks=True, select_notifies=True, takes_value_at_once=True, newline="\r\n"),
    # QAbstractItemView's items: Select makes an item current; it is taken with Enter or a click.
    # Source: qtbase, src/plugins/platforms/windows/uiautomation and src/widgets/accessible.
    "Qt": Framework(select_highlights=True),
})  # fmt: skip
OTHER = Framework()


def framework_of(framework_id: str) -> Framework:
    """Return the facts of a framework; those that promise nothing for one that is not known."""
    return FRAMEWORKS.get(framework_id, OTHER)
