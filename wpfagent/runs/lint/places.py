"""Where selectors stand in a scenario, in the order in which they are used."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from wpfagent.actions import get_action
from wpfagent.actions.expect import Expectation
from wpfagent.core.selector import Selector
from wpfagent.core.yaml_text import Source, read_source
from wpfagent.runs.model import Place, Scenario, Step

KEEPS_THE_SCREEN = ("type_text", "set_value", "hover", "focus_window", "scroll", "scroll_into_view")
"""Acts after which the same elements are there as before."""


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a selector.

    Args:
        selector: the selector.
        place: where it stands.
        first: whether nothing that could change the screen comes before: its element must be there at the start.
        absent: whether its element is expected not to be there.
    """

    selector: Selector
    place: Place
    first: bool = False
    absent: bool = False


def source_of(scenario: Scenario) -> Source:
    """Return a scenario's file, read anew, under the name by which it was loaded."""
    own = (s.place.file for s in (*scenario.steps, *scenario.setup, *scenario.teardown))
    named = next((f for f in own if os.path.abspath(f) == scenario.path), scenario.path)
    return read_source(named)


def selectors_of(scenario: Scenario, source: Source) -> Iterator[Use]:
    """Yield every use of a selector in a scenario; `source` is its file."""
    first = True
    for step in (*scenario.setup, *scenario.steps, *scenario.teardown):
        if step.selector is not None:
            yield Use(step.selector, step.place, first, _waits_for_absence(step))
        until, to = step.args.get("until"), step.args.get("to")
        if to is not None:
            yield Use(Selector.parse(to), step.place, first)
        first = first and (get_action(step.action).reads or step.action in KEEPS_THE_SCREEN)
        for expectation in (*step.expected, *([Expectation.parse(until)] if isinstance(until, Mapping) else [])):
            yield from _of_expectation(expectation, step.place)
    for expectation, place in conditions_of(scenario, source):
        yield from _of_expectation(expectation, place)


def conditions_of(scenario: Scenario, source: Source) -> Iterator[tuple[Expectation, Place]]:
    """Yield the conditions that stand beside the steps, each with its place."""

    def place(*path: str | int) -> Place:
        return Place(source.path, source.line(path))

    for key, listed in (("success", scenario.success), ("failure", scenario.failure)):
        for number, expectation in enumerate(listed):
            yield expectation, place(key, number)
    for number, invariant in enumerate(scenario.invariants):
        for index, expectation in enumerate(invariant.then):
            yield expectation, place("invariants", number, "then", index)
        if invariant.when is not None:
            yield invariant.when, place("invariants", number, "when")


def _waits_for_absence(step: Step) -> bool:
    return step.action == "wait_for" and step.args.get("until") == "gone"


def _of_expectation(expectation: Expectation, place: Place) -> Iterator[Use]:
    """An element that is expected not to exist may well be unknown to the XAML."""
    if expectation.selector is not None:
        absent = any(key in ("exists", "visible") and value is False for key, value in expectation.checks)
        yield Use(expectation.selector, place, absent=absent)
