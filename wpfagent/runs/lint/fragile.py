"""Selectors and titles that hold today and break with the next build, language or window size."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from wpfagent.core.model import Control
from wpfagent.core.selector import Selector
from wpfagent.desktops.simulated.xaml import XamlElement
from wpfagent.runs.lint.model import Remark
from wpfagent.runs.lint.places import Use
from wpfagent.runs.model import Place, Scenario, Step

_NUMBER = re.compile(r"\d+")
_QUANTIFIER = re.compile(r"\\d|\{[\d,]+\}|\[[^\]]*\]|\\[1-9]")
"""What in a regular expression holds digits and means no number."""
TITLED = ("focus_window", "close_window", "wait_window")


def of_selector(use: Use, elements: Sequence[XamlElement], control: Control | None) -> Iterator[Remark]:
    """Yield what is fragile about a selector.

    Args:
        use: the selector.
        elements: the application's XAML; may be empty.
        control: the element that it names in the running application, where that is known.
    """
    selector = use.selector
    if selector.ref is not None:
        yield Remark("fragile", use.place, f"ref {selector.ref!r} belongs to one run; name the element otherwise")
    if selector.bounding_rect is not None and selector.automation_id is None and selector.name is None:
        yield Remark("fragile", use.place, "bounding_rect breaks when a window is moved, resized or scaled")
    if selector.index is not None:
        said = f"{selector.describe()}: index breaks when an element is added; prefer automation_id, label or within"
        yield Remark("fragile", use.place, said)
    if (better := _better_id(selector, elements, control)) is not None:
        said = f"name {selector.name!r} changes with the language; the element has the automation_id {better!r}"
        yield Remark("fragile", use.place, said)
    if selector.within is not None:
        yield from of_selector(Use(selector.within, use.place), elements, None)


def _better_id(selector: Selector, elements: Sequence[XamlElement], control: Control | None) -> str | None:
    """The AutomationId of the only element with this name; a number is none that a person gave."""
    if selector.name is None or selector.automation_id is not None:
        return None
    if control is not None and selector.row is None:
        found = {control.automation_id}
    else:
        found = {
            e.automation_id
            for e in elements
            if e.name == selector.name and selector.control_type in (None, e.control_type) and not e.from_template
        }
    better = found.pop() if len(found) == 1 else ""
    return better if better and not better.isdigit() else None


def of_titles(scenario: Scenario, conditions: Sequence[tuple[str | bool, Place]]) -> Iterator[Remark]:
    """Yield the window titles that hold a number: dates, versions and counters change."""
    titles = [*conditions, *(found for step in _steps(scenario) for found in _titles_of(step))]
    for title, place in titles:
        if isinstance(title, str) and _NUMBER.search(_QUANTIFIER.sub("", title)):
            yield Remark("fragile", place, f"the title {title!r} holds a number, which may change; use \\d+ instead")


def _titles_of(step: Step) -> Iterator[tuple[str | bool, Place]]:
    title = step.args.get("title")
    if step.action in TITLED and isinstance(title, str):
        yield title, step.place
    for expectation in step.expected:
        yield from ((value, step.place) for key, value in expectation.checks if key == "window_exists")
    if step.selector is not None and step.selector.control_type == "Window" and step.selector.name is not None:
        yield step.selector.name, step.place


def _steps(scenario: Scenario) -> tuple[Step, ...]:
    return (*scenario.setup, *scenario.steps, *scenario.teardown)
