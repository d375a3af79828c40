"""Recorded actions made to fit another run: other titles, other window positions, the same application.

A pid, a title with a number and a point of the screen hold in one run only. What a selector says stays as it is: a
replay that guessed at elements would prove nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from wpfagent.core.errors import TargetAmbiguous, TargetNotFound
from wpfagent.core.model import Rect, WindowInfo
from wpfagent.core.selector import Selector
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.target import Target, TargetSpec, find_by_title, main_window
from wpfagent.gate.execute import Gate
from wpfagent.runs.comparing import numberless
from wpfagent.runs.replay_file import Act, usable

_NUMBER = re.compile(r"\\.|\[[^\]]*\]|\{[^}]*\}|\d+")
"""A number in a pattern, or what must be passed over on the way: escapes, classes, counts."""
BY_TITLE = frozenset({"focus_window", "close_window", "wait_window"})


def with_other_numbers(title: str) -> str:
    """Return a pattern that fits a title, read as a pattern or as plain text, with any numbers in it."""
    if not re.search(r"\d", title):
        return title
    plain = re.sub(r"\d+", r"\\d+", re.escape(title))
    pattern = _NUMBER.sub(lambda m: r"\d+" if m[0].isdigit() else m[0], title)
    try:
        re.compile(pattern)
    except re.error:
        return plain
    return f"(?:{pattern})|(?:{plain})"


def adapted_spec(spec: TargetSpec) -> TargetSpec:
    """Return a specification whose title may hold other numbers."""
    return replace(spec, title_re=with_other_numbers(spec.title_re)) if spec.title_re is not None else spec


def target_of(act: Act, main: Target, gate: Gate, *, only: bool) -> Target:
    """Return the application that an action is about: the one that is replayed, unless it clearly names another.

    A title of the recorded run may fit nothing now, or something else by chance: then the same application is meant.

    Args:
        act: the action.
        main: the application that is replayed.
        gate: finds others.
        only: whether the caller or the file's head named the application: then there is no other.
    """
    common = act.call.common
    if only:
        return main
    if (spec := usable(common.target_spec)) is not None:
        return main if spec == usable(main.spec) else gate.targets.resolve(spec)
    query = common.window_query
    if query is None or find_by_title(query, gate.desktop.windows(main.pid)):
        return main
    try:
        return gate.targets.by_query(query)
    except (TargetNotFound, TargetAmbiguous):
        return main


def adapted_args(act: Act) -> dict[str, Any]:
    """Return an action's arguments with a window's title free in its numbers, and without a picture of that run."""
    args = {k: v for k, v in act.request.args.items() if k != "screenshot_id"}
    if act.request.action in BY_TITLE and isinstance(args.get("title"), str):
        args["title"] = with_other_numbers(args["title"])
    return args


def moved(
    act: Act, args: Mapping[str, Any], desktop: Desktop, target: Target
) -> tuple[dict[str, Any], Selector | None]:
    """Return the arguments and the selector with points of the screen moved along with their window."""
    selector = act.selector
    given = dict(args)
    here = _window_now(act, desktop.windows(target.pid))
    if here is None:
        return given, selector
    was = Rect(*act.recorded.window["rect"])
    dx, dy = here.rect.x - was.x, here.rect.y - was.y
    if selector is not None and (rect := selector.bounding_rect) is not None:
        selector = replace(selector, bounding_rect=rect._replace(x=rect.x + dx, y=rect.y + dy))
    if act.request.action == "click_xy":
        given |= {"x": given["x"] + dx, "y": given["y"] + dy}
    return given, selector


def _window_now(act: Act, windows: Sequence[WindowInfo]) -> WindowInfo | None:
    """The window that the recorded point lay in, as it is now."""
    if "rect" not in act.recorded.window:
        return None
    title = numberless(str(act.recorded.window.get("title", "")))
    framed = [w for w in windows if not w.popup]
    return next((w for w in framed if numberless(w.title) == title), None) or main_window(framed)
