"""Seeing: controls, texts, states, tables, differences, pictures. All of it only reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from wpfagent.actions.base import FLAG, OBJECT, OBJECTS, PAGED, TEXT, WHOLE, Performed, action, arg
from wpfagent.actions.doing import Doing
from wpfagent.actions.evidence import pictures
from wpfagent.actions.items import revealing
from wpfagent.core.diff import diff
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Control, Rect, Snapshot
from wpfagent.core.pattern import compile_re
from wpfagent.core.selector import CONTROL_TYPES, nearest
from wpfagent.desktops.base import Budget
from wpfagent.desktops.locating import rows
from wpfagent.desktops.locating.locate import window_of
from wpfagent.desktops.refs import window_id

FILTER_KEYS = ("control_type", "name_re", "automation_id_re", "enabled", "visible")
PAGE = 2_000
"""How many controls are read at once when a filter lets few of them through."""
FEW, FIRST_LOOK_S = 20, 3.0
"""A page that its time cut so short is no answer: a program that has just started is slow at first."""
FORMATS = ("tree", "json", "table")


@dataclass(frozen=True, slots=True)
class ListControlsArgs:
    """Arguments of list_controls."""

    depth: int | None = arg("how deep below the windows (1: their direct children)", None)
    filter: Mapping[str, Any] | None = arg(
        "control_type, name_re, automation_id_re, enabled, visible; all must hold", None
    )
    limit: int = arg("at most so many controls", 500)
    after: str | None = arg("the `next` of the reply before, to go on", None)
    format: str = arg("how it is shown", "tree", choices=FORMATS)

    def __post_init__(self) -> None:
        check_filter(self.filter)
        if self.limit < 1:
            raise InvalidArgument(f"limit cannot be {self.limit}.", hint="1 or more.")
        if self.depth is not None and self.depth < 0:
            raise InvalidArgument(f"depth cannot be {self.depth}.", hint="0 or more.")


@action(
    risk="read",
    selector="optional",
    args=ListControlsArgs,
    returns={"controls": OBJECTS, **PAGED, "next": TEXT, "partial": FLAG},
)
def list_controls(doing: Doing, args: ListControlsArgs) -> Performed:
    """List the controls of the target's windows (or below the selector's element), with refs to act on them."""
    windows = doing.windows()
    narrow = dict(args.filter or {})
    budget = Budget(
        elements=max(args.limit, PAGE) if narrow else args.limit, time_s=min(0.8, doing.left_s), depth=args.depth
    )
    found: list[Control] = []
    skip, after = _page(args.after)
    truncated, partial, begun_left_s = True, False, doing.left_s
    while truncated and len(found) < args.limit:
        page = after
        snapshot = doing.desktop.snapshot(
            windows, within=doing.control, budget=budget, after=page, timeout_s=doing.left_s
        )
        fitting = [c for c in snapshot if passes(c, narrow)][skip:]
        room = args.limit - len(found)
        found += fitting[:room]
        partial = partial or snapshot.partial
        truncated, after = snapshot.truncated, snapshot.next
        if len(fitting) > room:  # the rest of this page comes with the next call
            truncated, after = True, f"{skip + room}@{page or ''}"
            break
        skip = 0
        is_too_little = len(found) < FEW and begun_left_s - doing.left_s < FIRST_LOOK_S
        if after is None or not (narrow or is_too_little):
            break
    by_hwnd = {w.hwnd: window_id(w) for w in windows}
    for control in found:
        doing.refs.note(control, by_hwnd.get(control.hwnd, ""))
    result: dict[str, Any] = {
        "controls": [{**c.to_dict(), "marks": c.marks()} for c in found],
        "count": len(found),
        "truncated": truncated,
        "next": after,
    }
    return Performed(result={**result, "partial": True} if partial else result)


def _page(after: str | None) -> tuple[int, str | None]:
    """Return how many fitting controls of a page were shown already, and the page."""
    if after is None or "@" not in after:
        return 0, after
    skip, page = after.split("@", 1)
    if not skip.isdigit():
        raise InvalidArgument(f"after cannot be {after!r}.", hint="Take the `next` of the reply before.")
    return int(skip), page or None


def check_filter(given: Mapping[str, Any] | None) -> None:
    """Raise InvalidArgument for an unknown key or a value that cannot be."""
    for key, value in (given or {}).items():
        if key not in FILTER_KEYS:
            near = nearest(key, FILTER_KEYS) or list(FILTER_KEYS)
            raise InvalidArgument(f"Unknown filter key {key!r}.", hint=f"Nearest: {', '.join(near)}.")
        if key in ("enabled", "visible"):
            if not isinstance(value, bool):
                raise InvalidArgument(f"filter {key!r} cannot be {value!r}.", hint="true or false.")
        elif key == "control_type":
            kinds = [value] if isinstance(value, str) else value
            if not isinstance(kinds, Sequence) or any(k not in CONTROL_TYPES for k in kinds):
                near = nearest(str(value), CONTROL_TYPES) or list(CONTROL_TYPES)
                raise InvalidArgument(f"Unknown control type {value!r}.", hint=f"Nearest: {', '.join(near)}.")
        else:
            compile_re(str(value), key)


def passes(control: Control, narrow: Mapping[str, Any]) -> bool:
    """Return whether a control fits a filter."""
    kinds = narrow.get("control_type")
    if kinds is not None and control.control_type not in ([kinds] if isinstance(kinds, str) else kinds):
        return False
    if (pattern := narrow.get("name_re")) and not compile_re(pattern, "name_re").search(control.name):
        return False
    pattern = narrow.get("automation_id_re")
    if pattern and not compile_re(pattern, "automation_id_re").search(control.automation_id):
        return False
    if "enabled" in narrow and control.enabled is not narrow["enabled"]:
        return False
    return not ("visible" in narrow and control.visible is not narrow["visible"])


@action(risk="read", returns={"text": TEXT})
def read_text(doing: Doing, _args: Any) -> Performed:
    """Read the whole text of an element."""
    assert doing.control is not None
    return Performed(result={"text": doing.desktop.text(doing.control, timeout_s=doing.left_s)})


@dataclass(frozen=True, slots=True)
class GetStateArgs:
    """Arguments of get_state."""

    items: int = arg("list at most so many items of a list, combo box, tab or tree", 50)


@action(
    risk="read",
    args=GetStateArgs,
    returns={
        "exists": FLAG, "ref": TEXT, "enabled": FLAG, "visible": FLAG, "focused": FLAG, "selected": FLAG,
        "toggle_state": TEXT, "expanded": TEXT, "value": TEXT, "text": TEXT, "items": OBJECTS,
    },
)  # fmt: skip
def get_state(doing: Doing, args: GetStateArgs) -> Performed:
    """Read an element's state: enabled, visible, focused, selected, toggle_state, expanded, value, text, items."""
    assert doing.control is not None
    control = doing.control
    doing.refs.note(control, _window_id(doing, control))
    result: dict[str, Any] = {"exists": True, "ref": control.ref, **control.states(), **control.details()}
    if control.control_type == "Window" and (window := window_of(control, doing.windows())) is not None:
        result["window_state"] = window.state
    if control.can("Scroll"):
        across, down = doing.desktop.scroll_position(control, timeout_s=doing.left_s)
        result["scrolled_percent"] = [None if p is None else round(p, 1) for p in (across, down)]
    if not control.is_password:
        result["text"] = doing.desktop.text(control, timeout_s=doing.left_s)
    if control.control_type in ("ComboBox", "List", "Tab", "Tree", "Menu") and args.items > 0:
        children = doing.desktop.children(control, limit=args.items, timeout_s=doing.left_s)
        items = [c for c in children if c.control_type in (*rows.ITEM_TYPES, "MenuItem")]
        result["items"] = [
            {"name": c.text, **({"selected": c.selected} if c.selected is not None else {})} for c in items
        ]
    return Performed(result=result)


def _window_id(doing: Doing, control: Control) -> str:
    window = window_of(control, doing.windows())
    return window_id(window) if window else ""


@dataclass(frozen=True, slots=True)
class ReadTableArgs:
    """Arguments of read_table."""

    start: int = arg("the first row, from 0", 0)
    limit: int = arg("at most so many rows", 50)

    def __post_init__(self) -> None:
        if self.start < 0 or self.limit < 1:
            raise InvalidArgument("start is 0 or more, limit 1 or more.")


@action(
    risk="read",
    args=ReadTableArgs,
    able=("Grid", "Selection"),
    returns={
        "headers": {"type": "array", "items": TEXT}, "rows": {"type": "array", "items": {"type": "array"}},
        **PAGED, "next": WHOLE,
    },
)  # fmt: skip
def read_table(doing: Doing, args: ReadTableArgs) -> Performed:
    """Read rows of a grid or list as texts, with the column headers and the number of rows in all."""
    assert doing.control is not None
    table = rows.read_table(doing.desktop, doing.control, start=args.start, limit=args.limit, deadline=doing.deadline)
    end = args.start + len(table.rows)
    more = end < table.count or not table.is_all
    result = {"headers": table.headers, "rows": table.rows, "count": table.count, "truncated": more,
              "next": end if more else None}  # fmt: skip
    return Performed(result=result if table.is_all else {**result, "at_least": True})


@dataclass(frozen=True, slots=True)
class UiDiffArgs:
    """Arguments of ui_diff."""

    mark: str = arg("the mark to compare with; without one of this name it is set", "last")
    reset: bool = arg("set the mark anew after comparing", True)
    limit: int = arg("name at most so many elements that appeared, vanished or changed; the others are counted", 50)

    def __post_init__(self) -> None:
        if self.limit < 1:
            raise InvalidArgument(f"limit cannot be {self.limit}.", hint="1 or more.")


@action(
    risk="read",
    selector="none",
    args=UiDiffArgs,
    returns={"mark": TEXT, "set": FLAG, "difference": OBJECT, **PAGED},
)
def ui_diff(doing: Doing, args: UiDiffArgs) -> Performed:
    """Tell what changed in the target's windows since the mark was set: appeared, vanished, changed, windows."""
    now = _whole(doing)
    before = doing.marks.get((doing.app.identity, args.mark))
    if before is None or args.reset:
        doing.marks[doing.app.identity, args.mark] = now
    if before is None:
        return Performed(result={"mark": args.mark, "set": True, "count": len(now), "difference": {}})
    return Performed(
        result={
            "mark": args.mark,
            "set": args.reset,
            "count": len(now),
            "truncated": now.truncated or before.truncated,
            "difference": diff(before, now).to_dict(limit=args.limit),
        }
    )


def _whole(doing: Doing) -> Snapshot:
    """Read the target's windows page by page to their end, or as far as the action's time allows."""
    windows = doing.windows()
    controls: list[Control] = []
    after, partial = None, False
    while True:
        budget = Budget(elements=PAGE, time_s=min(FIRST_LOOK_S, doing.left_s / 2))
        page = doing.desktop.snapshot(windows, budget=budget, after=after, timeout_s=doing.left_s)
        controls += page
        partial, after = partial or page.partial, page.next
        if after is None or not page.controls or doing.left_s < FIRST_LOOK_S / 10:
            return replace(page, controls=tuple(controls), partial=partial)


@dataclass(frozen=True, slots=True)
class ScreenshotArgs:
    """Arguments of screenshot."""

    region: tuple[int, ...] | None = arg("[x, y, width, height] in physical pixels from the picture's own corner", None)

    def __post_init__(self) -> None:
        if self.region is not None and (len(self.region) != 4 or min(self.region[2:]) < 1 or min(self.region[:2]) < 0):
            raise InvalidArgument(
                f"region cannot be {list(self.region)}.", hint="[x, y, width, height], sizes of 1 or more."
            )


@action(
    risk="read",
    selector="optional",
    args=ScreenshotArgs,
    target="optional",
    returns={
        "screenshot_id": TEXT, "path": TEXT, "width": WHOLE, "height": WHOLE,
        "rect": {"type": "array", "items": WHOLE}, "scale": {"type": "number"},
    },
)  # fmt: skip
def screenshot(doing: Doing, args: ScreenshotArgs) -> Performed:
    """Take a PNG of the target's top window (also when covered), of an element, or of the whole desktop."""
    if doing.control is not None:
        doing.control = revealing.reveal(doing, doing.control)
    picture = pictures.take(doing, doing.control, Rect(*args.region) if args.region else None)
    return Performed(
        method=picture.method,
        result={"width": picture.width, "height": picture.height, "rect": list(picture.rect)},
        picture=picture,
    )
