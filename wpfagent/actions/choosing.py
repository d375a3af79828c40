"""Choosing: combo boxes, items, toggles, expanders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from wpfagent.actions import combos, dropped, expanding
from wpfagent.actions.base import Performed, action, arg
from wpfagent.actions.consent import consenting
from wpfagent.actions.doing import Doing
from wpfagent.actions.frameworks import framework_of
from wpfagent.actions.input import by_tip, pressing, reaching, under_pointer
from wpfagent.actions.items.meant import drop_down_of, labelled_by, tick_of
from wpfagent.actions.items.named_items import in_branches, named_item, no_item
from wpfagent.actions.texting import TypeTextArgs, type_text
from wpfagent.actions.values import dates, in_place
from wpfagent.actions.values.committing import NOT_COMMITTED, commit
from wpfagent.core import captions, wait
from wpfagent.core.errors import ElementNotFound, InvalidArgument, StaleRef, Unsupported
from wpfagent.core.model import Control
from wpfagent.core.selector import ROW_CONTAINERS
from wpfagent.desktops.base import Verb
from wpfagent.desktops.locating import composites, rows

TELLS_ONE = "the list does not tell of this item whether it is selected, as one that tells of the first only"
TOGGLE_STATES = ("on", "off", "indeterminate")
MODES: dict[str, Verb] = {"only": "select", "add": "add_to_selection", "remove": "remove_from_selection"}


@dataclass(frozen=True, slots=True)
class SelectComboArgs:
    """Arguments of select_combo."""

    item_text: str = arg("the item's text, exact")


@action(args=SelectComboArgs, able=("ExpandCollapse",))
def select_combo(doing: Doing, args: SelectComboArgs) -> Performed:
    """Choose an item of a combo box by its text."""
    assert doing.control is not None
    named = labelled_by(doing, doing.control, lambda c: c.control_type == "ComboBox")
    named = in_place.choice_opened_by_click(doing, named)
    combo = in_place.part_of_cell(doing, named, lambda c: c.control_type == "ComboBox")
    if composites.is_cell(combo) and combo.can("Value"):
        return _choose_in_cell(doing, combo, args.item_text)
    if combo.value == args.item_text or combos.selected_text(doing, combo) == args.item_text:
        return Performed("none", unneeded={"selected": args.item_text})
    if in_place.keeps_choice(doing, combo):
        return combos.choose_in_editor(doing, combo, args.item_text)
    if composites.opens_more(combo) or dropped.drops_down(doing, combo):
        return dropped.choose(doing, combo, args.item_text)
    if not combo.can("ExpandCollapse"):
        method = dropped.press_shown(doing, combo, args.item_text)
        return Performed(method, check=combos.shows(doing, args.item_text), subject=combo)
    by_enter = framework_of(doing.framework(combo)).choice_needs_enter
    if by_enter and doing.policy.input != "never":
        combo = combos.with_focus(doing, combo)
    method, tick, caption = combos.choose(doing, combo, args.item_text, by_enter=by_enter)
    if tick is not None:
        return Performed(method, check=combos.is_on, subject=tick)
    silent = by_enter and not method.endswith(("keyboard", "mouse"))
    if doing.pending is None and combos.is_typed_into(doing, combo):
        if not commit(doing, combo):
            return Performed(method, unverifiable=NOT_COMMITTED, subject=combo)
    elif doing.pending is None and combos.tells_nothing(doing, combo):
        return Performed(method)
    return Performed(method, check=combos.shows(doing, args.item_text, caption), subject=combo, sets_own_state=silent)


def _choose_in_cell(doing: Doing, cell: Control, text: str) -> Performed:
    """A cell's own value chooses the item; a text that is none of the items would leave the cell empty."""
    before = cell.text
    if in_place.holds_key(doing, cell):
        chosen = combos.choose_in_editor(doing, cell, text)
        took = lambda now: {"value": [before, now.text]} if now.text != before else None  # noqa: E731
        return replace(chosen, check=took) if chosen.unverifiable is None else chosen
    if before == text:
        return Performed("none", unneeded={"selected": text})
    consenting.of_item_text(doing, cell, text)
    if not (cell.value or cell.read_only) and (opened := in_place.opened_choice(doing, cell)) is not None:
        return combos.choose_in_editor(doing, cell, text, opened)
    performed = type_text.perform(doing, TypeTextArgs(text=text))
    if performed.unneeded is None and not doing.until(lambda: doing.read(cell).text == text, wait.SETTLE_S).ok:
        type_text.perform(doing, TypeTextArgs(text=before))
        raise no_item(cell, text, [])
    return performed


@dataclass(frozen=True, slots=True)
class SelectItemArgs:
    """Arguments of select_item."""

    item_text: str | None = arg("the item's text, where the selector names the list, tree or tab itself", None)
    path: Sequence[str] | None = arg("instead: texts from the top of a tree; its branches are opened on the way", None)
    mode: str = arg("only this one, add it to the selection, or remove it", "only", choices=tuple(MODES))

    def __post_init__(self) -> None:
        if self.path is not None and (self.item_text is not None or not self.path):
            raise InvalidArgument(
                "select_item takes item_text or a path, one of them.", hint="Give the texts from the top of the tree."
            )


@action(args=SelectItemArgs, able=("SelectionItem", "Selection"))
def select_item(doing: Doing, args: SelectItemArgs) -> Performed:
    """Select a list, tree or tab item or a grid row: only it, or add it to or remove it from the selection."""
    assert doing.control is not None
    if args.path is not None:
        tree = labelled_by(doing, doing.control, lambda c: c.control_type in ROW_CONTAINERS)
        item = in_branches(doing, tree, args.path, expanding.open_branch)
    elif args.item_text is not None and args.mode == "only" and (combo := drop_down_of(doing, doing.control)):
        doing.control = combo  # opened for it, as a person does: so its program notices
        return select_combo.perform(doing, SelectComboArgs(args.item_text))
    else:
        item = _named_item(doing, doing.control, args.item_text)
    wanted = args.mode != "remove"
    if item.selected is wanted and (args.mode != "only" or _is_only(doing, item)):
        return Performed("none", unneeded={"selected": wanted, "item": item.text}, subject=item)
    if not item.can("SelectionItem"):
        pressed = pressing.press_row(doing, item, args.mode)
        return Performed(pressed.method, confirmed=pressed.told, sets_own_state=pressed.sets_own_state)
    item = doing.show(item)

    def check(now: Control) -> dict[str, Any] | None:
        # A list of several may take what is chosen beside what was chosen before.
        is_more = others and args.mode == "only" and not _is_only(doing, now)
        return {"selected": wanted, "item": now.text} if now.selected is wanted and not is_more else None

    seen = doing.before or ()
    others = any(c.selected and c.control_type == item.control_type and c.ref != item.ref for c in seen)
    if args.mode != "only" or _is_in_combo(doing, item):
        consenting.of_press(doing, item, doing.read(item))
        doing.verb(item, MODES[args.mode])
        if not doing.until(lambda: doing.read(item).selected is wanted, wait.SETTLE_S).ok:
            return Performed("SelectionItemPattern", unverifiable=TELLS_ONE, subject=item)
        return Performed("SelectionItemPattern", check=check, subject=item)
    pressed = pressing.press_item(doing, item)
    return Performed(pressed.method, check=check, subject=item, sets_own_state=pressed.sets_own_state)


def _named_item(doing: Doing, control: Control, text: str | None) -> Control:
    """Return the item with this text, else the one that shows a picture only whose tool tip says it."""
    try:
        return named_item(doing, control, text)
    except ElementNotFound:
        may_look = text and doing.policy.caller not in reaching.HURRIED
        holder = labelled_by(doing, control, lambda c: c.control_type in ROW_CONTAINERS)
        if not may_look or (item := by_tip.item_called(doing, holder, text or "")) is None:
            raise
        return item


def _is_in_combo(doing: Doing, item: Control) -> bool:
    """Whether an item belongs to a combo box, whose list may be closed: its pattern chooses it there."""
    parent = doing.desktop.parent(item, timeout_s=doing.left_s) if item.control_type == "ListItem" else None
    return parent is not None and parent.control_type == "ComboBox"


def _is_only(doing: Doing, item: Control) -> bool:
    parent = doing.desktop.parent(item, timeout_s=doing.left_s)
    if parent is None or item.control_type in ("TabItem", "TreeItem", "RadioButton"):
        return True
    siblings = doing.desktop.children(parent, limit=200, timeout_s=doing.left_s)
    return sum(1 for c in siblings if c.selected) <= 1


@dataclass(frozen=True, slots=True)
class ToggleArgs:
    """Arguments of toggle."""

    state: Literal["on", "off", "indeterminate"] | None = arg(
        "the state to reach; without: the next one", None, choices=TOGGLE_STATES
    )


@action(args=ToggleArgs, activates=True, able=("Toggle",))
def toggle(doing: Doing, args: ToggleArgs) -> Performed:
    """Toggle a check box, toggle button or checkable menu item; to a state when one is given (three-state too)."""
    assert doing.control is not None
    named = tick_of(doing, labelled_by(doing, doing.control, lambda c: c.can("Toggle")))
    if named.control_type in captions.ITEMS and not (named.can("Toggle") or composites.is_cell(named)):
        named = under_pointer.shown(doing, named, lambda: _tick_in(doing, named)) or named
    control = in_place.part_of_cell(doing, _cell_around(doing, named), lambda c: c.can("Toggle"))
    if composites.is_cell(control) and control.can("Value") and args.state != "indeterminate":
        # A cell's own check box shows the new state and tells the program nothing; the cell's value is committed.
        on = args.state == "on" if args.state else control.text.casefold() != "true"
        doing.control = control
        if control.text.casefold() == str(on).casefold():
            return Performed("none", unneeded={"toggle_state": args.state})
        return type_text.perform(doing, TypeTextArgs(text=str(on)))
    if not control.can("Toggle"):
        is_item = control.control_type in rows.ITEM_TYPES  # to choose it is not to tick it
        if control.can("SelectionItem") and args.state == "on" and not is_item:
            return select_item.perform(doing, SelectItemArgs())
        hint = "Use click, or select_item for radio buttons."
        if is_item:
            hint = "Where its box is only drawn: select_item, then send_keys Space, and look at a screenshot."
        raise Unsupported(f"{control.describe()} cannot be toggled.", hint=hint)
    if args.state is not None and control.toggle_state == args.state:
        return Performed("none", unneeded={"toggle_state": args.state})
    before = control.toggle_state
    keeps_choice = in_place.keeps_choice(doing, control)
    now = control
    pressed = pressing.Press("none")
    for _ in range(len(TOGGLE_STATES)):
        previous = now.toggle_state
        pressed = _press_tick(doing, now)
        if doing.pending is not None:
            break
        try:
            changed = doing.until(lambda last=previous: _changed(doing, control, last), 1.0).value  # type: ignore[misc]
            now = changed or doing.read(control)
        except StaleRef:  # a menu closes over its item that was ticked: what else came of it counts
            return Performed(pressed.method, subject=control)
        if changed is None or args.state is None or now.toggle_state in (args.state, before):
            break
    if keeps_choice and doing.pending is None and not in_place.hand_over(doing, control):
        return Performed(pressed.method, unverifiable=NOT_COMMITTED)
    wanted = args.state

    def check(seen: Control) -> dict[str, Any] | None:
        reached = seen.toggle_state == wanted if wanted else seen.toggle_state != before
        return {"toggle_state": [before, seen.toggle_state]} if reached else None

    return Performed(pressed.method, check=check, subject=control, sets_own_state=pressed.sets_own_state)


def _press_tick(doing: Doing, control: Control) -> pressing.Press:
    """Press what is toggled; of a date field that is its check box, which is no element of its own."""
    if not (dates.is_date_field(control) and dates.can_be_left_out(control)):
        return pressing.press_tick(doing, control)
    dates.press_tick(doing, control)
    return pressing.Press("mouse")


def _tick_in(doing: Doing, item: Control) -> Control | None:
    tick = tick_of(doing, item)
    return tick if tick is not item else None


def _cell_around(doing: Doing, control: Control) -> Control:
    """Return the cell whose own value a check box in it shows; the control itself elsewhere."""
    if control.control_type != "CheckBox":
        return control
    parent = doing.desktop.parent(control, timeout_s=doing.left_s)
    holds_it = parent is not None and composites.is_cell(parent) and parent.can("Value") and not parent.read_only
    return parent if parent is not None and holds_it and parent.text.casefold() in ("true", "false") else control


def _changed(doing: Doing, control: Control, last: str | None) -> Control | None:
    now = doing.read(control)
    return now if now.toggle_state != last else None
