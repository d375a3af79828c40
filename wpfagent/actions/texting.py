"""Text and keys: type_text with its ladder, send_keys, set_value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from wpfagent.actions import combos, dropped
from wpfagent.actions.base import Performed, action, arg
from wpfagent.actions.consent import consenting
from wpfagent.actions.consent.renewed import as_it_is
from wpfagent.actions.doing import Doing
from wpfagent.actions.evidence.likeness import has_arrived, is_made_of, is_masked, is_same_value
from wpfagent.actions.frameworks import framework_of
from wpfagent.actions.input import keyboard, pointing, stepping, turning
from wpfagent.actions.input.entering import press_enter
from wpfagent.actions.items.meant import labelled_by
from wpfagent.actions.values import addresses, committing, dates, in_place
from wpfagent.actions.values.days import choose_day, choose_native, day_to_choose
from wpfagent.actions.values.numbers import is_at, moved_to, number_for
from wpfagent.core import wait
from wpfagent.core.captions import NULL
from wpfagent.core.environ import environment
from wpfagent.core.errors import InvalidArgument, Refused, SecretMissing, Unsupported
from wpfagent.core.keys import parse_chords
from wpfagent.core.model import ROW_TYPES, Control
from wpfagent.desktops.base import Conditions
from wpfagent.desktops.locating.composites import is_cell

TYPED_S = 1.0  # so long may a busy program take to handle keys
OLD_DOCUMENT = "what was typed does not show: the editor may tell the text of a document that it showed before"
SECRET_PREFIX = "WPF_AGENT_SECRET_"
COMPOSITES = ("ComboBox", "Custom", "DataItem", "Spinner")
"""What may hold a field of its own that stands for it: an editable combo box, a date picker, a cell."""
FRAMES = ("ComboBox", "Custom", "Spinner")
"""What hands text on to the field inside of it, where there is one: that is what a person types into."""
TYPED_INTO = ("ComboBox", "Document", "Edit", "Spinner")
"""What takes text, or has a field inside that does."""
MOST_SHOWN = 500  # so many characters of what was there before go into the reply


@dataclass(frozen=True, slots=True)
class TypeTextArgs:
    """Arguments of type_text."""

    text: str | None = arg("the text; newlines only where the field takes several lines", None)
    secret: str | None = arg(
        "instead of text: the NAME of a secret, from the environment (WPF_AGENT_SECRET_NAME)", None
    )
    append: bool = arg("add to the text that is there instead of replacing it", False)
    commit: bool = arg("move the focus on, so that the program receives the value", True)
    enter: bool = arg("press Enter in the field instead of moving the focus on: a search, a rename, a token", False)
    input: bool = arg("type on the keyboard even where a UIA pattern would do", False)

    def __post_init__(self) -> None:
        if (self.text is None) == (self.secret is None):
            raise InvalidArgument("type_text needs `text` or `secret`, one of them.")


@action(args=TypeTextArgs, able=("Value",))
def type_text(doing: Doing, args: TypeTextArgs) -> Performed:
    """Type text into a field: replace or append, committed. By ValuePattern, else by keyboard."""
    assert doing.control is not None
    text = resolve_secret(args.secret) if args.secret is not None else (args.text or "")
    meant = labelled_by(doing, doing.control, _takes_text)
    if meant.control_type == "Calendar" or stepping.is_stepped(meant):
        return set_value.perform(doing, SetValueArgs(value=text))
    control = _field(doing, meant)
    if not (args.append or args.enter or args.input) and (turned := turning.turned(doing, control, text)) is not None:
        return turned
    if control.read_only:
        raise Unsupported(f"{control.describe()} is read-only.", hint="get_state shows what it holds.")
    if keyboard.is_drawn(control):
        return keyboard.type_at_caret(doing, control, text, append=args.append)
    if control.is_password:
        method = _enter_password(doing, control, text, args)
        if args.enter:
            return press_enter(doing, control, method)
        if args.commit:
            committing.commit(doing, control)
        return Performed(method, unverifiable="a password field cannot be read back", subject=control)
    before = _text(doing, control)
    if dates.is_date_field(control):
        shown = dates.as_shown(before, text, dates.short_date(doing))
        if not dates.parts_to_type(before, shown) and (day := day_to_choose(doing, control, before, text)) is not None:
            return choose_native(doing, control, day)
        text = shown
    wanted = before + text if args.append else text
    consenting.of_entry(doing, control, wanted)
    is_chosen = in_place.is_chosen(doing, control)
    presses_enter = args.enter and not is_chosen and not in_place.is_edited_in_place(doing, control)
    if before == wanted and not args.append and not dates.is_left_out(control):
        if presses_enter:
            return press_enter(doing, control, "none", wanted)
        if args.commit and control.focused and not is_chosen and committing.commit(doing, control, entered=wanted):
            why = "the text was there already; the focus moved on, so that the program receives it"
            return Performed("none", unverifiable=why, subject=control)
        return Performed("none", unneeded={"value": _shown(wanted, args)}, subject=control)
    if is_chosen:
        return combos.choose_in_editor(doing, control, wanted)
    named = wanted if is_cell(control) and committing.is_named_by_its_text(doing, control) else ""
    method = _enter(doing, control, text, wanted, args)
    if in_place.is_edited_in_place(doing, control):
        control = as_it_is(doing, control)
    if presses_enter:
        return press_enter(doing, control, method, wanted)
    committed = (args.commit or args.enter) and committing.commit(doing, control, named=named, entered=wanted)
    check = _reads_back(doing, before, wanted, args)
    if not committed:
        if committing.is_in_row_details(doing, control):
            return Performed(method, unverifiable=committing.IN_DETAILS, subject=control)
        return Performed(method, unverifiable=committing.NOT_COMMITTED, subject=control)
    old = OLD_DOCUMENT if control.control_type == "Document" and method.endswith("keyboard") else None
    return Performed(method, check=check, subject=control, unverifiable=old)


def resolve_secret(name: str) -> str:
    """Return a secret's value from the environment. Raises SecretMissing, naming the variable."""
    variable = SECRET_PREFIX + name.upper()
    value = environment().get(variable)
    if value is None:
        raise SecretMissing(f"The secret {name!r} has no value.", hint=f"Set the environment variable {variable}.")
    return value


def _takes_text(control: Control) -> bool:
    takes_value = control.can("Value") and not control.read_only
    return control.control_type in TYPED_INTO or takes_value or addresses.is_typed_in_parts(control)


def _takes_value(control: Control) -> bool:
    has_range = control.can("RangeValue") or stepping.is_stepped(control)
    return control.control_type == "Calendar" or has_range or _takes_text(control)


def _field(doing: Doing, control: Control) -> Control:
    """The text field inside a combo box, date picker or cell; the control itself elsewhere.

    Raises:
        Unsupported: it takes no text; no key was sent.
    """
    takes_value = control.can("Value") and not control.read_only
    if control.control_type in ("Edit", "Document") or (takes_value and control.control_type not in FRAMES):
        return control
    if in_place.is_renamed(doing, control):
        return control
    if in_place.holds_key(doing, control):
        raise Unsupported(f"{control.describe()} is chosen from a list.", hint="Use select_combo.")
    if is_cell(control):
        return control if takes_value and committing.is_set_by_value(doing, control) else _open_cell(doing, control)
    inner: list[Control] = []
    if control.control_type in COMPOSITES:
        inner = doing.find_all(Conditions(control_type="Edit"), within=control, limit=2)
    if len(inner) == 1 and not (takes_value and inner[0].read_only):
        return inner[0]
    if control.can("Value") or addresses.is_typed_in_parts(control) or keyboard.takes_caret(doing, control):
        return control
    return in_place.opened_by_click(doing, control)


def _open_cell(doing: Doing, cell: Control) -> Control:
    """Put a grid cell into edit mode and return its field; a cell that is edited through its own value stays itself."""
    inner = doing.find_all(Conditions(control_type="Edit"), within=cell, limit=2)
    if inner:
        return inner[0]
    if cell.read_only:
        return cell
    keyboard.check_allowed(doing)
    pointing.click(doing, cell)
    committing.open_cell(doing, cell)
    return doing.until(lambda: _editor_of(doing, cell), 2.0).value or cell


def _editor_of(doing: Doing, cell: Control) -> Control | None:
    """The field that a cell opened; that of a new row stands in another one, made for the new item."""
    inner = doing.find_all(Conditions(control_type="Edit"), within=cell, limit=1)
    if inner:
        return inner[0]
    focused = doing.desktop.focused(doing.app.pid, timeout_s=doing.left_s)
    is_editor = (
        focused is not None and focused.control_type == "Edit" and committing.cell_around(doing, focused) is not None
    )
    return focused if is_editor else None


def _enter(doing: Doing, control: Control, text: str, wanted: str, args: TypeTextArgs) -> str:
    if in_place.is_edited_in_place(doing, control):
        return in_place.enter(doing, control, text, append=args.append)
    if addresses.is_address(control) and doing.policy.input != "never":
        return addresses.type_parts(doing, control, wanted)
    if dates.is_date_field(control) and doing.policy.input != "never":
        return _enter_date(doing, control, wanted)
    if not args.input and control.can("Value") and not _needs_keys(doing, control):
        newline = framework_of(doing.framework(control)).newline if "\n" in wanted else "\n"
        try:
            doing.focus(control)
            doing.verb(control, "set_value", _plain_ends(wanted).replace("\n", newline))
        except Unsupported:
            pass  # the next rung types it
        else:
            if not _is_left_as_it_was(doing, control, wanted):
                return "ValuePattern"
    field = _open_cell(doing, control) if is_cell(control) else control
    before, whole = _text(doing, field), _plain_lines(wanted)
    _type(doing, field, text, append=args.append)
    # What is typed is handled after what is asked: until it shows, the focus must not move on.
    is_shown = doing.handled(lambda: has_arrived(_plain_lines(_text(doing, doing.read(field))), whole, before), TYPED_S)
    if text and not is_shown:
        _check_completed(doing, field, text)
    return "keyboard"


def _check_completed(doing: Doing, field: Control, text: str) -> None:
    """Ask where a list completed what was typed to something destructive, which leaving the field would choose.

    Raises:
        Refused: nobody consented to it; the completion was taken away again.
    """
    now = _text(doing, doing.read(field))
    if not now.casefold().startswith(text.casefold()):
        return
    try:
        consenting.of_item_text(doing, field, now)
    except Refused:
        doing.desktop.press_keys(("Delete",))
        raise


def _needs_keys(doing: Doing, field: Control) -> bool:
    """Whether a field does with keys what it does not with a value that is set.

    One with a mask sorts what is typed into its places; that of a native combo box tells its program only of what is
    typed.
    """
    if doing.policy.input == "never":
        return False
    if is_masked(field.value or ""):
        return True
    if field.class_name != "Edit":  # the one in a combo box that Windows makes
        return False
    combo = doing.desktop.parent(field, timeout_s=doing.left_s)
    if combo is None or combo.control_type != "ComboBox":
        return False
    return framework_of(doing.framework(combo)).combos_need_keys


def _is_left_as_it_was(doing: Doing, cell: Control, wanted: str) -> bool:
    """Whether a cell took a value and kept its old one, as those of a template do: its editor takes it."""
    if not is_cell(cell) or doing.policy.input == "never" or cell.value is None or cell.value == wanted:
        return False
    return not doing.until(lambda: doing.read(cell).value != cell.value, wait.SETTLE_S).ok


def _enter_date(doing: Doing, field: Control, wanted: str) -> str:
    """Type a date into a date field; as a text it is not typed: each of its keys would change the part it falls on.

    Raises:
        InvalidArgument: the date has another form than the field, or the field does not take it.
    """
    if not dates.enter(doing, field, wanted, lambda now: _text(doing, now)):
        raise dates.of_other_form(field, _text(doing, doing.read(field)), wanted)
    return "keyboard"


def _enter_password(doing: Doing, control: Control, text: str, args: TypeTextArgs) -> str:
    """A password field takes a value and gives none: what is there cannot be appended to but by the keyboard."""
    if control.can("Value") and not args.append and not args.input:
        doing.focus(control)
        doing.verb(control, "set_value", text)
        return "ValuePattern"
    _type(doing, control, text, append=args.append)
    doing.desktop.clock.sleep(wait.SETTLE_S)  # nothing shows when the keys have arrived
    return "keyboard"


def _type(doing: Doing, control: Control, text: str, *, append: bool) -> None:
    if is_cell(control):
        hint = "Type without `input`."
        if in_place.choice_in(doing, control) is not None:
            hint = "It is edited by a list: choose from it with select_combo."
        raise Unsupported(f"{control.describe()} opened no field to type into.", hint=hint)
    consenting.of_typing(doing, control, text)
    keyboard.ensure_focus(doing, control)
    # Native fields of several lines know no Ctrl+A, Qt's of one line know nothing else.
    first = () if framework_of(doing.framework(control)).program_keys_first else (("Ctrl", "A"),)
    clearing = (*first, ("Ctrl", "Home"), ("Ctrl", "Shift", "End"), ("Delete",))
    keyboard.press(doing, (("Ctrl", "End"),) if append else clearing, control=control, at_once=True)
    keyboard.type_text(doing, text, control)
    doing.desktop.wait_idle(doing.app.pid, doing.left_s)


def _text(doing: Doing, control: Control) -> str:
    is_named = control.control_type == "ListItem" and not control.can("Value")
    is_shown = addresses.is_typed_in_parts(control) and control.value is None
    if is_shown or is_named or (not control.value and in_place.is_told_by_name(doing, control)):
        return control.name  # of a template's cell only what it shows is known
    if control.value is not None and control.control_type != "Document":
        return "" if control.value == NULL and control.can("GridItem") else control.value
    return doing.desktop.text(control, timeout_s=doing.left_s)


def _reads_back(doing: Doing, before: str, wanted: str, args: TypeTextArgs) -> Any:
    plain = _plain_lines(wanted)
    was = {"was": before[:MOST_SHOWN]} if before and args.secret is None else {}

    def check(now: Control) -> dict[str, Any] | None:
        seen = _plain_lines(_text(doing, now))
        if seen == plain:
            return {"value": _shown(seen, args), **was}
        # A date or number may be shown in the program's own form: that it changed to this is an effect.
        has_changed = args.secret is None and seen != _plain_lines(before)
        if has_changed and (is_same_value(seen, plain) or (args.input and is_made_of(seen, plain, before))):
            return {"value": seen, "asked": plain, **was}
        return None

    return check


def _plain_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _plain_lines(text: str) -> str:
    return _plain_ends(text).rstrip("\n")


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
    keyboard.check_allowed(doing)
    chords = parse_chords(args.keys)
    control = keyboard.current_item(doing, doing.control) if doing.control is not None else None
    committing.take_back(doing)
    for chord in chords:
        consenting.of_chord(doing, control, chord)
    if control is not None:
        keyboard.ensure_focus(doing, control)
        _choose(doing, control, chords[0])
    else:
        doing.bring_to_front()
    keyboard.press(doing, chords)  # judged anew: what came to the front, or took the focus, may be something else
    return Performed("keyboard")


def _choose(doing: Doing, item: Control, chord: Sequence[str]) -> None:
    """Select the item that keys are for, as the click before them does: programs act on what is selected."""
    if item.control_type not in ROW_TYPES or not item.can("SelectionItem") or chord[-1] == "Space":
        return
    if not doing.read(item).selected:
        consenting.of_control(doing, item)
        doing.verb(item, "select")


@dataclass(frozen=True, slots=True)
class SetValueArgs:
    """Arguments of set_value."""

    value: str | float = arg(
        "a number for sliders and spinners, elsewhere a text or date (as the program shows it, or year-month-day)"
    )


@action(args=SetValueArgs, able=("RangeValue", "Value"))
def set_value(doing: Doing, args: SetValueArgs) -> Performed:
    """Set a slider, spinner, date or other value."""
    assert doing.control is not None
    named = labelled_by(doing, doing.control, _takes_value)
    control = doing.control = in_place.part_of_cell(doing, named, lambda c: c.can("RangeValue") and not c.read_only)
    by_range = control.can("RangeValue") and not (control.can("Value") and isinstance(args.value, str))
    if by_range or stepping.is_stepped(control):
        number = number_for(args.value, control)
        if is_at(control.value, number):
            return Performed("none", unneeded={"value": control.value})
        if (moved := stepping.move_to(doing, control, number)) is not None:
            return Performed(moved.method, check=moved_to(control, number), sets_own_state=moved.sets_own_state)
    text = _text_of(args.value)
    if control.control_type == "Calendar":
        return choose_day(doing, control, text)
    chosen = dropped.rate(doing, control, text) or turning.turned(doing, control, text)
    return chosen or type_text.perform(doing, TypeTextArgs(text=text))


def _text_of(value: str | float) -> str:
    return str(int(value) if isinstance(value, float) and value.is_integer() else value)
