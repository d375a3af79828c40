"""Text and keys: type_text with its ladder, send_keys, set_value."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from wpfagent.actions import consenting
from wpfagent.actions.base import Performed, action, arg
from wpfagent.actions.doing import Doing
from wpfagent.core import wait
from wpfagent.core.errors import ElementNotEnabled, InvalidArgument, Refused, SecretMissing, StaleRef, Unsupported
from wpfagent.core.keys import parse_chords
from wpfagent.core.model import Control, Snapshot, WindowInfo
from wpfagent.desktops.base import Conditions

TYPED_S = 1.0
"""How long keys may take to show as text; a field that changes what is typed costs this much."""
COMMITTED_S = 1.0
"""How long a grid that is idle again may take to show a cell that was committed."""
NUMBER = re.compile(r"[-+]?\d+([.,]\d+)?")
GROUPED = re.compile(r"[-+]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?")
SWAPPED = str.maketrans(".,", ",.")
SECRET_PREFIX = "WPF_AGENT_SECRET_"
QUIET_TYPES = ("Edit", "CheckBox", "Button", "Slider", "ComboBox", "Document", "Hyperlink")
"""What the focus can move to without choosing or opening anything. (Focusing a tab or a list item selects it.)"""
SCOPES = ("ToolBar", "Menu", "MenuBar", "MenuItem", "TitleBar", "DataGrid", "List", "Tree", "ScrollBar")
"""Focus scopes of their own (moving there commits nothing), and containers whose items select on focus."""


@dataclass(frozen=True, slots=True)
class TypeTextArgs:
    """Arguments of type_text."""

    text: str | None = arg("the text; newlines only where the field takes several lines", None)
    secret: str | None = arg(
        "instead of text: the NAME of a secret, from the environment (WPF_AGENT_SECRET_NAME)", None
    )
    append: bool = arg("add to the text that is there instead of replacing it", False)
    commit: bool = arg("move the focus on, so that the program receives the value", True)
    input: bool = arg("type on the keyboard even where a UIA pattern would do", False)

    def __post_init__(self) -> None:
        if (self.text is None) == (self.secret is None):
            raise InvalidArgument("type_text needs `text` or `secret`, one of them.")


@action(args=TypeTextArgs)
def type_text(doing: Doing, args: TypeTextArgs) -> Performed:
    """Type text into a field: replace or append, committed. By ValuePattern, else by keyboard."""
    assert doing.control is not None
    control = _field(doing, doing.control)
    text = resolve_secret(args.secret) if args.secret is not None else (args.text or "")
    if control.read_only:
        raise Unsupported(f"{control.describe()} is read-only.", hint="get_state shows what it holds.")
    if control.is_password:
        method = _enter_password(doing, control, text, args)
        if args.commit:
            _commit(doing, control)
        return Performed(method, unverifiable="a password field cannot be read back", subject=control)
    before = _text(doing, control)
    wanted = before + text if args.append else text
    if before == wanted and not args.append:
        if args.commit and control.focused and _commit(doing, control):
            why = "the text was there already; the focus moved on, so that the program receives it"
            return Performed("none", unverifiable=why, subject=control)
        return Performed("none", unneeded={"value": _shown(wanted, args)}, subject=control)
    named = wanted if is_cell(control) and _is_named_by_its_text(doing, control) else ""
    method = _enter(doing, control, text, wanted, args)
    committed = args.commit and _commit(doing, control, named)
    check = _reads_back(doing, before, wanted, args)
    if not committed:
        why = "not committed: the program may not have received it yet"
        return Performed(method, unverifiable=why, subject=control)
    return Performed(method, check=check, subject=control)


def resolve_secret(name: str) -> str:
    """Return a secret's value from the environment. Raises SecretMissing, naming the variable."""
    variable = SECRET_PREFIX + name.upper()
    value = os.environ.get(variable)
    if value is None:
        raise SecretMissing(f"The secret {name!r} has no value.", hint=f"Set the environment variable {variable}.")
    return value


def _field(doing: Doing, control: Control) -> Control:
    """The text field inside a combo box, date picker or cell; the control itself elsewhere."""
    if control.can("Value") and not control.read_only and control.control_type != "Custom":
        return control
    if control.control_type in ("Edit", "Document"):
        return control
    if is_cell(control):
        return control if control.can("Value") and not control.read_only else _open_cell(doing, control)
    inner = doing.find_all(Conditions(control_type="Edit"), within=control, limit=2)
    return inner[0] if len(inner) == 1 else control


def _open_cell(doing: Doing, cell: Control) -> Control:
    """Put a grid cell into edit mode and return its field; a cell that is edited through its own value stays itself."""
    inner = doing.find_all(Conditions(control_type="Edit"), within=cell, limit=2)
    if inner:
        return inner[0]
    if cell.read_only:
        return cell
    doing.check_keyboard()
    doing.click(cell)
    doing.desktop.press_keys(("F2",))
    waited = doing.until(lambda: doing.find_all(Conditions(control_type="Edit"), within=cell, limit=2), 2.0)
    return waited.value[0] if waited.ok else cell


def _enter(doing: Doing, control: Control, text: str, wanted: str, args: TypeTextArgs) -> str:
    if not args.input and control.can("Value") and not _needs_keys(control, wanted):
        try:
            doing.focus(control)
            doing.verb(control, "set_value", wanted)
        except Unsupported:
            pass  # the next rung types it
        else:
            return "ValuePattern"
    field = _open_cell(doing, control) if is_cell(control) else control
    _type(doing, field, text, append=args.append)
    # What is typed is handled after what is asked: until it shows, the focus must not move on.
    doing.until(lambda: _plain_lines(_text(doing, doing.read(field))) == _plain_lines(wanted), TYPED_S)
    return "keyboard"


def is_cell(control: Control) -> bool:
    """Return whether this is a cell of a grid."""
    return control.control_type == "Custom" and control.can("GridItem", "TableItem")


def _enter_password(doing: Doing, control: Control, text: str, args: TypeTextArgs) -> str:
    """A password field takes a value and gives none: what is there cannot be appended to but by the keyboard."""
    if control.can("Value") and not args.append and not args.input:
        doing.focus(control)
        doing.verb(control, "set_value", text)
        return "ValuePattern"
    _type(doing, control, text, append=args.append)
    doing.desktop.clock.sleep(wait.SETTLE_S)  # nothing shows when the keys have arrived
    return "keyboard"


def _needs_keys(control: Control, wanted: str) -> bool:
    """A rich text document takes lines from the keyboard only."""
    return control.control_type == "Document" and "\n" in wanted


def _type(doing: Doing, control: Control, text: str, *, append: bool) -> None:
    if is_cell(control):
        raise Unsupported(f"{control.describe()} opened no field to type into.", hint="Type without `input`.")
    consenting.of_typing(doing, control, text)
    doing.ensure_focus(control)
    if append:
        doing.desktop.press_keys(("Ctrl", "End"))
    else:
        consenting.of_chord(doing, None, ("Delete",))
        # Native fields of several lines know no Ctrl+A, Qt's of one line know nothing else.
        doing.desktop.press_keys(("Ctrl", "A"))
        doing.desktop.press_keys(("Ctrl", "Home"))
        doing.desktop.press_keys(("Ctrl", "Shift", "End"))
        doing.desktop.press_keys(("Delete",))
    doing.desktop.type_text(text)
    doing.desktop.wait_idle(doing.app.pid, doing.left_s)


def _commit(doing: Doing, control: Control, named: str = "") -> bool:
    """Move the focus to a quiet element of the same window (a cell: Enter); return whether the field lost it.

    WPF's TextBox binding updates on LostFocus by default: a value that only was set reads back, and the program never
    received it.
    """
    if _in_cell(doing, control):
        return _commit_cell(doing, control, named)
    for other in _quiet_neighbours(doing, control):
        try:
            doing.verb(other, "focus")
        except (StaleRef, Unsupported, ElementNotEnabled):  # what was typed may have disabled it
            continue
        if doing.until(lambda: not _still_focused(doing, control), 0.3).ok:
            return True
    if doing.policy.input == "never":
        return False
    doing.bring_to_front(control)
    doing.desktop.press_keys(("Tab",))
    return doing.until(lambda: not _still_focused(doing, control), 0.5).ok


def _commit_cell(doing: Doing, control: Control, named: str) -> bool:
    """Press Ctrl+Enter where the focus is in the cell: commits it and its row, and stays there.

    A cell that is edited reads back the new value already; `named` is the name that it gets only when it is committed,
    or another one where the program formats what is entered.
    """
    if doing.policy.input == "never":
        return False
    doing.bring_to_front(control)
    if not doing.until(lambda: _focus_is_in_a_cell(doing), 0.5).ok:
        return False
    doing.desktop.press_keys(("Ctrl", "Enter"))
    doing.desktop.wait_idle(doing.app.pid, doing.left_s)
    return not named or doing.until(lambda: _has_other_name(doing, control), COMMITTED_S).ok


def _is_named_by_its_text(doing: Doing, cell: Control) -> bool:
    """Whether a cell shows plain text: then it has the text as its name, but for the time that it is edited."""
    inner = doing.desktop.children(cell, limit=10, timeout_s=doing.left_s)
    return cell.class_name == "DataGridCell" and {c.control_type for c in inner} <= {"Text"}


def _has_other_name(doing: Doing, cell: Control) -> bool:
    """Whether a cell has got a name; while it is edited it has none."""
    try:
        return doing.read(cell).name not in ("", cell.name)
    except StaleRef:
        return True


def _focus_is_in_a_cell(doing: Doing) -> bool:
    focused = doing.desktop.focused(doing.app.pid, timeout_s=doing.left_s)
    return focused is not None and _in_cell(doing, focused)


def _still_focused(doing: Doing, control: Control) -> bool:
    try:
        return doing.read(control).focused
    except StaleRef:
        return False


def _in_cell(doing: Doing, control: Control) -> bool:
    if control.class_name == "DataGridCell":
        return True
    parent = doing.desktop.parent(control, timeout_s=doing.left_s)
    return parent is not None and parent.class_name == "DataGridCell"


def _quiet_neighbours(doing: Doing, control: Control) -> Sequence[Control]:
    """Up to three elements that can take the focus quietly, the nearest after the field first."""
    window = next((w for w in doing.windows() if w.hwnd == control.hwnd), None)
    if window is None:
        return ()
    snapshot = _tree_around(doing, control, window)
    at = next((i for i, c in enumerate(snapshot.controls) if c.ref == control.ref), 0)
    order = [*range(at + 1, len(snapshot)), *range(at - 1, -1, -1)]
    found = []
    for index in order:
        other = snapshot.controls[index]
        if (
            other.control_type in QUIET_TYPES
            and other.focusable
            and other.enabled
            and other.visible
            and other.ref != control.ref
            and not any(a.control_type in SCOPES or a.ref == control.ref for a in snapshot.ancestors(index))
        ):
            found.append(other)
            if len(found) == 3:
                break
    return found


def _tree_around(doing: Doing, control: Control, window: WindowInfo) -> Snapshot:
    """The tree of a control's window: as it was read before acting, where the control stands in it, else read now."""
    before = doing.before
    if before is not None and any(c.ref == control.ref for c in before.controls):
        return Snapshot(tuple(c for c in before.controls if c.hwnd == window.hwnd), (window,))
    return doing.desktop.snapshot((window,), timeout_s=doing.left_s)


def _text(doing: Doing, control: Control) -> str:
    if control.value is not None and control.control_type != "Document":
        return control.value
    return doing.desktop.text(control, timeout_s=doing.left_s)


def _reads_back(doing: Doing, before: str, wanted: str, args: TypeTextArgs) -> Any:
    plain = _plain_lines(wanted)

    def check(now: Control) -> dict[str, Any] | None:
        seen = _plain_lines(_text(doing, now))
        if seen == plain:
            return {"value": _shown(seen, args)}
        # A date or number may be shown in the program's own form: that it changed to this is an effect.
        if args.secret is None and seen != _plain_lines(before) and is_same_value(seen, plain):
            return {"value": seen, "asked": plain}
        return None

    return check


def is_same_value(seen: str, wanted: str) -> bool:
    """Return whether a text is a number or date in another form: `$9.00` for 9, `6/14/2026 12:00 AM` for 2026-06-14."""
    if NUMBER.fullmatch(wanted.strip()):
        number = float(wanted.replace(",", "."))
        bare = re.sub(r"[^\d.,+-]", "", seen)
        forms = (bare, bare.translate(SWAPPED))
        return any(GROUPED.fullmatch(form) and float(form.replace(",", "")) == number for form in forms)
    if re.search("[A-Za-z]", wanted):
        return False
    parts = Counter(map(int, re.findall(r"\d+", wanted)))
    return parts.total() >= 3 and parts <= Counter(map(int, re.findall(r"\d+", seen)))


def _plain_lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")


def _shown(value: str, args: TypeTextArgs) -> str:
    return f"${{secret:{args.secret}}}" if args.secret is not None else value


@dataclass(frozen=True, slots=True)
class SendKeysArgs:
    """Arguments of send_keys."""

    keys: str = arg("chords, separated by blanks: Ctrl+S, or Ctrl+A Delete")

    def __post_init__(self) -> None:
        parse_chords(self.keys)


@action(risk="input", selector="optional", args=SendKeysArgs)
def send_keys(doing: Doing, args: SendKeysArgs) -> Performed:
    """Press key chords; into an element when one is named, else into what has the focus in the target."""
    doing.check_keyboard()
    for chord in parse_chords(args.keys):
        consenting.of_chord(doing, doing.control, chord)
    if doing.control is not None:
        doing.ensure_focus(doing.control)
    else:
        doing.bring_to_front()
    for number, chord in enumerate(parse_chords(args.keys)):
        if number:
            _still_allowed(doing, chord)  # the keys before may have moved the focus or opened a menu
        doing.desktop.press_keys(chord)
        doing.desktop.wait_idle(doing.app.pid, min(1.0, doing.left_s))
    return Performed("keyboard")


def _still_allowed(doing: Doing, chord: tuple[str, ...]) -> None:
    try:
        consenting.of_chord(doing, None, chord)
    except Refused:
        if any(w.popup for w in doing.windows()):
            doing.desktop.press_keys(("Esc",))
            doing.desktop.press_keys(("Esc",))
        raise


@dataclass(frozen=True, slots=True)
class SetValueArgs:
    """Arguments of set_value."""

    value: str | float = arg("a number for sliders and spinners, a text or date (as the program shows it) elsewhere")


@action(args=SetValueArgs)
def set_value(doing: Doing, args: SetValueArgs) -> Performed:
    """Set a slider, spinner, date or other value."""
    assert doing.control is not None
    control = doing.control
    if control.can("RangeValue") and not (control.can("Value") and isinstance(args.value, str)):
        number = _number(args.value, control)
        if _close(control.value, number):
            return Performed("none", unneeded={"value": control.value})
        doing.verb(control, "set_range", number)
        return Performed("RangeValuePattern", check=_moved_to(control, number))
    return type_text.perform(doing, TypeTextArgs(text=_text_of(args.value)))


def _text_of(value: str | float) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value)


def _number(value: str | float, control: Control) -> float:
    try:
        number = float(value)
    except ValueError:
        raise InvalidArgument(
            f"{control.describe()} takes a number, not {value!r}.",
            hint=f"Between {control.minimum:g} and {control.maximum:g}." if control.minimum is not None else "",
        ) from None
    low, high = control.minimum, control.maximum
    if low is not None and high is not None and not low <= number <= high:
        raise InvalidArgument(f"{number:g} is out of range for {control.describe()}.", hint=f"{low:g} to {high:g}.")
    return number


def _close(seen: str | None, number: float) -> bool:
    try:
        return seen is not None and abs(float(seen) - number) < 1e-6
    except ValueError:
        return False


def _moved_to(before: Control, number: float) -> Any:
    def check(now: Control) -> dict[str, Any] | None:
        if _close(now.value, number):
            return {"value": now.value}
        # A slider that snaps to its ticks ends near the number: a change is an effect, and the reply tells the value.
        return {"value": now.value, "asked": number} if now.value != before.value else None

    return check
