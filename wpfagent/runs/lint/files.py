"""What is wrong with a scenario file as a whole: an id that another has, variables without use, nothing checked."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

from wpfagent.core.yaml_text import Source, read_source
from wpfagent.runs.lint.model import Remark
from wpfagent.runs.model import Place, Scenario
from wpfagent.testing.scenarios.variables import references

WAITS = ("wait_for", "wait_window")
"""Steps that fail by themselves when something does not come true."""


def duplicate_id(scenario: Scenario, source: Source, ids: dict[str, str]) -> Iterator[Remark]:
    """Yield a remark when an earlier file has this scenario's id; `ids` keeps the file of each."""
    other = ids.setdefault(scenario.id, source.path)
    if other != source.path:
        place = Place(source.path, source.line(("id",)))
        yield Remark("duplicate", place, f"the id {scenario.id!r} stands in {other} too")


def unused_variables(source: Source) -> Iterator[Remark]:
    """Yield the variables of a file, those of its data rows too, that nothing in it or in what it includes uses."""
    data = source.data
    used = {
        name
        for read in _with_includes(source, set())
        for key, value in (read.data.items() if isinstance(read.data, dict) else [("steps", read.data)])
        if key not in ("variables", "data")
        for name in references(value)
    }
    declared: list[tuple[str, tuple[str | int, ...]]] = [(k, ("variables", k)) for k in data.get("variables") or {}]
    for number, row in enumerate(data.get("data") or []):
        declared += [(k, ("data", number, k)) for k in row]
    seen: set[str] = set()
    for name, path in declared:
        if name not in used and name not in seen:
            seen.add(name)
            yield Remark("unused", Place(source.path, source.line(path)), f"nothing uses the variable {name!r}")


def _with_includes(source: Source, seen: set[str]) -> Iterator[Source]:
    path = os.path.abspath(source.path)
    if path in seen:
        return
    seen.add(path)
    yield source
    for name in _included(source.data):
        yield from _with_includes(read_source(os.path.join(os.path.dirname(path), name)), seen)


def _included(data: Any) -> Iterator[str]:
    lists = [data.get(k) or [] for k in ("setup", "steps", "teardown")] if isinstance(data, dict) else [data or []]
    for items in lists:
        yield from (item["include"] for item in items if isinstance(item, dict) and "include" in item)


def unchecked(scenario: Scenario, source: Source) -> Sequence[Remark]:
    """Return a remark when a scenario would pass whatever the program does."""
    steps = (*scenario.setup, *scenario.steps)
    if scenario.success or scenario.failure or scenario.invariants:
        return ()
    if any(step.expected or step.action in WAITS for step in steps):
        return ()
    place = Place(source.path, source.line(("steps",)))
    return (Remark("unchecked", place, "it checks nothing: add `expected` to a step, or `success`"),)
