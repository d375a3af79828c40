"""The one table of expectations: what may be expected of an element or a window, and how it is judged.

A failed check is a `Verdict`, not an exception. An expectation is judged at one moment here; `hold` asks again until it
holds or the time is up.
"""

from __future__ import annotations

import functools
import hashlib
import operator
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from wpfagent.actions import by_eye
from wpfagent.actions.doing import Doing
from wpfagent.actions.evidence import pictures
from wpfagent.actions.evidence.pictures import Comparison
from wpfagent.core import shapes
from wpfagent.core.errors import (
    ElementNotFound,
    ExtraMissing,
    InvalidArgument,
    PathOutsideScope,
    SelectorAmbiguous,
    StaleRef,
    TimedOut,
)
from wpfagent.core.files import lies_in
from wpfagent.core.model import Control
from wpfagent.core.pattern import compile_re
from wpfagent.core.selector import Selector
from wpfagent.desktops.locating.composites import is_cell
from wpfagent.desktops.target import find_by_title


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an expectation held, what was expected and what was seen.

    Args:
        ok: whether it held.
        expected: in words.
        actual: in words.
        elapsed_ms: how long it was waited for.
        details: JSON-safe facts: `picture` (of a difference), `baseline` and `change` (of one that was written).
        draw: makes the PNG that shows why it did not hold; called once, when the verdict is final.
    """

    ok: bool
    expected: str
    actual: str
    elapsed_ms: int = 0
    details: Mapping[str, Any] = field(default_factory=dict)
    draw: Callable[[], bytes] | None = field(default=None, repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        made = {"ok": self.ok, "expected": self.expected, "actual": self.actual, "elapsed_ms": self.elapsed_ms}
        return {**made, **self.details}


Judge = Callable[[Doing, "Selector | None", Any], Verdict]


@dataclass(frozen=True, slots=True)
class Expectation:
    """Some checks that must all hold, on one selector."""

    checks: tuple[tuple[str, Any], ...]
    selector: Selector | None = None

    @classmethod
    def parse(cls, given: Expectation | Mapping[str, Any]) -> Expectation:
        """Return an expectation made from a mapping.

        Raises:
            InvalidArgument: an unknown key (the nearest is named), a wrong value, nothing to check.
        """
        if isinstance(given, Expectation):
            return given
        return shapes.read(cls, given, what="expectation", error=InvalidArgument)

    @classmethod
    def shape(cls) -> shapes.Shape:
        """Return what an expectation may hold: a selector, and the checks of the table."""
        keys = {"selector": shapes.Key(Selector | None, "the element; without it the step's", None)}
        for name, (kinds, _judge, doc) in EXPECTATIONS.items():
            keys[name] = shapes.Key(functools.reduce(operator.or_, kinds), doc)
        return shapes.Shape(cls, keys, cls._made, shapes.first_line(cls), one_is_list=True)

    @classmethod
    def _made(cls, values: Mapping[str, Any]) -> Expectation:
        checks = tuple((k, v) for k, v in values.items() if k != "selector")
        if not checks:
            raise InvalidArgument("The expectation checks nothing.", hint=f"One of: {', '.join(EXPECTATIONS)}.")
        for name, value in checks:
            if name == "regex":
                compile_re(value, "regex")
            if name == "screenshot_diff":
                Comparison.parse(value)
        return cls(checks, values.get("selector"))

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        made: dict[str, Any] = {"selector": self.selector.to_dict()} if self.selector else {}
        return {**made, **dict(self.checks)}

    def describe(self) -> str:
        """Return one phrase for messages."""
        on = f" on {self.selector.describe()}" if self.selector else ""
        return ", ".join(f"{k} {v!r}" for k, v in self.checks) + on


def judge(expectation: Expectation, doing: Doing, selector: Selector | None = None) -> Verdict:
    """Judge an expectation as things are now; the first check that does not hold is the verdict."""
    verdict = Verdict(True, "nothing", "nothing")
    for key, value in expectation.checks:
        try:
            verdict = EXPECTATIONS[key][1](doing, expectation.selector or selector, value)
        except (ElementNotFound, SelectorAmbiguous, StaleRef) as error:
            verdict = Verdict(False, f"{key} {value!r}", error.message)
        if not verdict.ok:
            return verdict
    return verdict


def hold(expectation: Expectation, doing: Doing, selector: Selector | None = None) -> Verdict:
    """Wait until an expectation holds, at most until the deadline; return the last verdict. Raises AppExited."""
    start = doing.desktop.clock.now()
    last: list[Verdict] = []

    def probe() -> bool:
        doing.check_alive()
        try:
            last.append(judge(expectation, doing, selector))
        except TimedOut:  # the last look began too late to end in time: what was seen before stands
            if not last:
                raise
        return last[-1].ok

    doing.until(probe)
    final = last[-1]
    details = dict(final.details)
    if not final.ok and final.draw is not None and doing.keep_picture is not None:
        png = final.draw()
        details["picture"] = doing.keep_picture(f"difference-{hashlib.sha256(png).hexdigest()[:8]}", png)
    elapsed = round((doing.desktop.clock.now() - start) * 1000)
    return Verdict(final.ok, final.expected, final.actual, elapsed, details)


# -- the judges ---------------------------------------------------------------------------------------------------


def _control(doing: Doing, selector: Selector | None, *, reads: bool = False) -> Control:
    """Find what is judged; `reads`: what it says, which a label may name as it does for who reads it."""
    if selector is None:
        raise InvalidArgument("The expectation needs a selector.", hint="Put `selector` into it, or on its step.")
    search = doing.search()
    doing.control = replace(search, suggests=False, reads=reads or search.reads).one(selector).control
    return doing.control


def _exists(doing: Doing, selector: Selector | None, wanted: bool) -> Verdict:
    if selector is None:
        raise InvalidArgument("`exists` needs a selector.", hint="Put `selector` into it, or on its step.")
    try:
        found = doing.search().all(selector)[0]
    except (ElementNotFound, StaleRef):
        found = []
    if selector.index is not None and found:
        found = [found[selector.index]] if -len(found) <= selector.index < len(found) else []
    seen = f"{found[0].describe()} exists" if found else "no such element"
    return Verdict(bool(found) is wanted, f"{selector.describe()} {'exists' if wanted else 'does not exist'}", seen)


def _text(doing: Doing, selector: Selector | None) -> str:
    return doing.desktop.text(_control(doing, selector, reads=True), timeout_s=doing.left_s).replace("\r\n", "\n")


def _text_equals(doing: Doing, selector: Selector | None, wanted: str) -> Verdict:
    seen = _text(doing, selector)
    return Verdict(seen == wanted, f"text {wanted!r}", f"text {seen!r}")


def _text_contains(doing: Doing, selector: Selector | None, wanted: str) -> Verdict:
    """Whether a text contains another; in extended mode also by eye, then without a selector in the whole window."""
    expected = f"text that contains {wanted!r}"
    if selector is None and doing.policy.extended:
        return _by_eye(doing, None, wanted) or Verdict(False, expected, "nothing like it is read by eye")
    control = _control(doing, selector, reads=True)
    seen = doing.desktop.text(control, timeout_s=doing.left_s).replace("\r\n", "\n")
    told = Verdict(wanted in seen, expected, f"text {seen!r}")
    if told.ok or not doing.policy.extended:
        return told
    try:
        return _by_eye(doing, control, wanted) or told
    except ExtraMissing:  # there is nothing to read with
        return told


def _by_eye(doing: Doing, control: Control | None, wanted: str) -> Verdict | None:
    """The verdict where a text is read in the picture of an element, or of the window; None where it is not."""
    found = by_eye.look_for(doing, control, wanted)
    if found is None:
        return None
    hit, engine = found
    told = {"rect": list(hit.rect), "confidence": hit.confidence, "match": hit.match, "engine": engine}
    actual = f"text {hit.line!r}, read by eye"
    return Verdict(True, f"text that contains {wanted!r}", actual, details={"warning": "read by eye", "by_eye": told})


def _regex(doing: Doing, selector: Selector | None, pattern: str) -> Verdict:
    seen = _text(doing, selector)
    return Verdict(bool(compile_re(pattern, "regex").search(seen)), f"text that matches {pattern!r}", f"text {seen!r}")


def _value_equals(doing: Doing, selector: Selector | None, wanted: Any) -> Verdict:
    control = _control(doing, selector, reads=True)
    seen = control.text or (control.name if is_cell(control) else "")  # a template's text names its cell
    return Verdict(_same_value(seen, wanted), f"value {str(wanted)!r}", f"value {seen!r}")


def _same_value(seen: str, wanted: Any) -> bool:
    if seen.replace("\r\n", "\n") == str(wanted):
        return True
    if isinstance(wanted, int | float) and not isinstance(wanted, bool):
        try:
            return abs(float(seen) - wanted) < 1e-6
        except ValueError:
            return False
    return False


def _enabled(doing: Doing, selector: Selector | None, wanted: bool) -> Verdict:
    now = _control(doing, selector)
    return Verdict(now.enabled is wanted, _word("enabled", wanted), _word("enabled", now.enabled))


def _visible(doing: Doing, selector: Selector | None, wanted: bool) -> Verdict:
    try:
        seen = _control(doing, selector).visible
    except ElementNotFound:
        seen = False
    return Verdict(seen is wanted, _word("visible", wanted), _word("visible", seen))


def _selected(doing: Doing, selector: Selector | None, wanted: bool | str) -> Verdict:
    now = _control(doing, selector)
    if isinstance(wanted, str):
        seen = selected_text(doing, now)
        return Verdict(seen == wanted, f"selected {wanted!r}", f"selected {seen!r}")
    state = (
        now.selected if now.selected is not None else (None if now.toggle_state is None else now.toggle_state == "on")
    )
    seen = "an element that cannot be selected" if state is None else _word("selected", state)
    return Verdict(state is wanted, _word("selected", wanted), seen)


def selected_text(doing: Doing, container: Control) -> str:
    """Return the text of a combo box's, list's or tab's selected item; '' when there is none."""
    if container.control_type == "ComboBox" and container.value is not None:
        return container.value
    children = doing.desktop.children(container, limit=1_000, timeout_s=doing.left_s)
    return next((c.text for c in children if c.selected), "")


def _count(doing: Doing, selector: Selector | None, wanted: int) -> Verdict:
    if selector is None:
        raise InvalidArgument("`count_greater_equal` needs a selector.", hint="Put `selector` into it.")
    seen = len(replace(doing.search(), count=True).all(selector)[0])
    return Verdict(seen >= wanted, f"at least {wanted} of {selector.describe()}", f"{seen}")


def _window_exists(doing: Doing, _selector: Selector | None, query: str | bool) -> Verdict:
    windows = doing.windows()
    if isinstance(query, bool):
        return Verdict(bool(windows) is query, _word("a window", query), f"{len(windows)} windows")
    titles = ", ".join(repr(w.title) for w in windows if not w.popup)
    return Verdict(bool(find_by_title(query, windows)), f"a window {query!r}", f"windows {titles}")


def _screenshot_diff(doing: Doing, selector: Selector | None, wanted: str | Mapping[str, Any]) -> Verdict:
    how = Comparison.parse(wanted)
    path = _baseline_path(doing, how.baseline)
    if doing.update_baselines:
        doing.desktop.wait_idle(doing.app.pid, min(1.0, doing.left_s))
    picture = pictures.take(doing, _control(doing, selector) if selector else None)
    png = (doing.cover(doing, picture) if doing.cover is not None else picture).png
    if doing.update_baselines:
        return _updated(path, png, how)
    if not os.path.exists(path):
        return Verdict(False, f"the picture {how.baseline}", f"no baseline at {path} (--update-baselines makes it)")
    share = pictures.differing_share(png, path, how)
    return Verdict(
        share <= how.tolerance,
        f"at most {how.tolerance:.2%} of the pixels differ from {how.baseline}",
        f"{share:.2%} differ",
        details={"share": round(share, 6)},
        draw=lambda: pictures.draw_difference(png, path, how),
    )


def _baseline_path(doing: Doing, baseline: str) -> str:
    """Where a baseline lies: below the scenario's folder, unless a person calls by hand.

    Raises:
        PathOutsideScope: it lies elsewhere: comparing would tell of, and copy, a file that is nobody's business here.
    """
    path, base = os.path.join(doing.base_dir, baseline), doing.base_dir
    is_free = doing.policy.caller in ("cli", "library")
    is_inside = lies_in(path, base) and lies_in(os.path.realpath(path), base) and not doing.policy.hides(path)
    if not (is_free or is_inside):
        raise PathOutsideScope(
            f"The baseline {baseline!r} lies outside {os.path.realpath(base)}.",
            hint="Name a picture below that folder, by a relative path.",
        )
    return path


def _updated(path: str, png: bytes, how: Comparison) -> Verdict:
    """Write a baseline unless it shows the same already; what is ignored does not count."""
    share = pictures.differing_share(png, path, how) if os.path.exists(path) else None
    if share != 0:
        pictures.write(path, png)
    change = "new" if share is None else "changed" if share else "same"
    said = {
        "new": "it was written",
        "changed": f"{share or 0:.2%} differed; it was written anew",
        "same": "it shows it",
    }
    return Verdict(True, f"the picture {how.baseline}", said[change], details={"baseline": path, "change": change})


def _word(word: str, state: bool) -> str:
    return word if state else f"not {word}"


EXPECTATIONS: dict[str, tuple[tuple[type, ...], Judge, str]] = {
    "exists": ((bool,), _exists, "the element exists (false: does not)"),
    "text_equals": ((str,), _text_equals, "its whole text"),
    "enabled": ((bool,), _enabled, "it is enabled (false: disabled)"),
    "selected": ((bool, str), _selected, "it is selected or checked; a text: this item of it is selected"),
    "text_contains": ((str,), _text_contains, "a part of its text"),
    "value_equals": ((str, int, float), _value_equals, "its value"),
    "regex": ((str,), _regex, "a regular expression, searched in its text"),
    "count_greater_equal": ((int,), _count, "so many elements match the selector"),
    "visible": ((bool,), _visible, "it is on screen"),
    "window_exists": (
        (str, bool),
        _window_exists,
        "a window of the target with this title (regular expression or part)",
    ),
    "screenshot_diff": (
        (str, Mapping),
        _screenshot_diff,
        "a baseline PNG, or {baseline, tolerance: 0.01, ignore: [[x, y, width, height]], channel_tolerance: 24}",
    ),
}
