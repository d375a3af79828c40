"""Finding a command by its tool tip, where neither it nor its framework tells it: the pointer rests on each in turn.

What each one said is remembered with the program, so that only the first act looks for it.
"""

from __future__ import annotations

from contextlib import suppress

from wpfagent.actions.doing import RETRIED, Doing
from wpfagent.actions.evidence.shown_tips import TIP_S, come, shown
from wpfagent.actions.frameworks import framework_of
from wpfagent.actions.input import pointing, tips
from wpfagent.core.captions import is_telling, is_type_name, tip_says, words_of_tip
from wpfagent.core.errors import StaleRef
from wpfagent.core.model import ROW_TYPES, Control
from wpfagent.core.nearest import nearest
from wpfagent.core.selector import Selector
from wpfagent.desktops.locating.locate import Found

MOST_S = 5.0
"""So long commands without words are asked for one name."""
TIMES = 2
"""So often the pointer is brought to one of them: somebody may move it away."""
ITEM = "ListItem"
PARTS = ROW_TYPES | {"Calendar", "ComboBox", "ScrollBar", "Slider", "Spinner", "TitleBar"}
"""What is used by actions of its own: the buttons inside say nothing by themselves."""


def remembered(doing: Doing, selector: Selector, within: Control | None = None) -> Found | None:
    """Return the command whose tool tip was read before, and says what is sought; None where there is none."""
    if not any(tip_says(tip, selector.name or "") for tip in doing.tips.values()):
        return None
    return next((found for c in _wordless(doing, within) if (found := _named(doing, c, selector)) is not None), None)


def item_called(doing: Doing, holder: Control, words: str) -> Control | None:
    """Return the item of a list that shows a picture only, whose tool tip says this; None where none does."""
    selector = Selector(name=words, control_type=ITEM)
    found = remembered(doing, selector, holder) or looked_for(doing, selector, holder)
    return found.control if found is not None else None


def looked_for(doing: Doing, selector: Selector, within: Control | None = None) -> Found | None:
    """Return the command whose tool tip says what is sought, and leave the pointer there; None where none does."""
    if doing.policy.input == "never" or not selector.name:
        return None
    end = doing.desktop.clock.now() + MOST_S
    kind = selector.control_type
    wordless = [c for c in _wordless(doing, within) if kind in (None, c.control_type)]
    for control in [c for c in wordless if c.runtime_id not in doing.tips]:
        if doing.desktop.clock.now() > end:
            break  # the next act goes on with the others
        with suppress(StaleRef, *RETRIED):
            if control.control_type == ITEM or framework_of(doing.framework(control)).tips_untold:
                said_by(doing, control, TIP_S)
            if (found := _named(doing, control, selector)) is not None:
                return found
    return None


def hint(doing: Doing, selector: Selector) -> str:
    """Return which tool tips say something like what is sought; '' where none does."""
    near = nearest(selector.name, map(words_of_tip, doing.tips.values())) if selector.name else ()
    return f"Nearest by their tool tips: {', '.join(map(repr, near))}." if near else ""


def said_by(doing: Doing, control: Control, wait_s: float) -> str:
    """Rest the pointer on an element; return what the tool tip says that comes, and remember it. '': none came."""
    doing.desktop.person.watch(doing.policy.stop_key)
    rect, pointer = control.bounding_rect, doing.desktop.pointer()
    known = shown(doing)
    point = pointing.aim(doing, control, button=None)
    if rect is not None and rect.contains(*pointer):  # it rests there already: its tip shows, or came and went
        if known:
            return _noted(doing, control, known[0][1])
        tips.come_back(doing, control, point)
    for _ in range(TIMES):
        doing.desktop.mouse_move(*point)
        said = come(doing, known, wait_s)
        if said or doing.desktop.pointer() == point:
            return _noted(doing, control, said)
    return ""


def _noted(doing: Doing, control: Control, tip: str) -> str:
    doing.tips[control.runtime_id] = tip
    return tip


def _named(doing: Doing, control: Control, selector: Selector) -> Found | None:
    is_meant = tip_says(doing.tips.get(control.runtime_id, ""), selector.name or "") and selector.narrows(control)
    return Found(control, "tool_tip") if is_meant else None


def _wordless(doing: Doing, within: Control | None = None) -> list[Control]:
    """Return the commands in use of which nothing says what they do, and the items that show pictures only."""
    tree = doing.snapshot()
    place = tree.index_of(within.ref) if within is not None else None
    inside = {c.ref for c in (tree.subtree(place) if place is not None else tree)}
    usable = {w.hwnd for w in tree.windows if w.enabled}
    return [
        c
        for at, c in enumerate(tree.controls)
        if c.visible and c.enabled and c.hwnd in usable and c.runtime_id and c.ref in inside
        if (c.control_type in tips.ANONYMOUS and not is_telling(c.name)) or _is_picture(c)
        if not (c.help_text or c.beside or c.class_name == tips.REPEATED)
        if not any(above.control_type in PARTS for above in tree.ancestors(at))
    ]


def _is_picture(control: Control) -> bool:
    """Whether an item has no words, as that of a colour: what is drawn in it may have a tip, which nobody is told."""
    return control.control_type == ITEM and (is_type_name(control.name) or not is_telling(control.name))
