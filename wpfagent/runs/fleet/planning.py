"""A run of the fleet as pieces of work: scenarios by their data rows, explorations by their seeds, for each profile."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.yaml_text import read_source
from wpfagent.runs.explore.load import load_exploration
from wpfagent.runs.find import with_tags
from wpfagent.runs.fleet.orders import Order, packed
from wpfagent.runs.load import load_scenarios
from wpfagent.runs.model import Scenario
from wpfagent.safety.policy import Mode

EXPLORATION = ".exploration."
"""In the name of a file that is an exploration."""
PICTURES = (".png",)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a run is asked to do.

    Args:
        files: scenario and exploration files.
        profiles: the applications, each of which everything is done with; none: the files' own.
        seeds: of explorations.
        changes: what the caller changes of explorations.
        mode: what may be done.
        allow_destructive: the caller's consent.
        take_pictures: whether explorations take pictures.
        tags: which scenarios.
    """

    files: Sequence[str] = ()
    profiles: Sequence[str] = ()
    seeds: Sequence[int] = ()
    changes: Mapping[str, Any] = field(default_factory=dict)
    mode: Mode = "safe"
    allow_destructive: bool = False
    take_pictures: bool = True
    tags: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Planned:
    """A piece of work, and the folder of the caller that its files lie in."""

    order: Order
    root: str = ""


def plan(run: str, wanted: Wanted) -> list[Planned]:
    """Return the pieces of work of a run, in the order in which they count.

    Raises:
        FileInvalid: a file does not hold what it should.
        InvalidArgument: nothing is to be done, or an application is not named by a profile.
    """
    made: list[Planned] = []
    for profile in wanted.profiles or (None,):
        explorations = [f for f in wanted.files if EXPLORATION in os.path.basename(f)]
        scenarios = [s for f in wanted.files if f not in explorations for s in load_scenarios(f)]
        made += [scenario_order(s, profile) for s in (with_tags(scenarios, wanted.tags) if wanted.tags else scenarios)]
        for file in explorations:
            made += _of_exploration(file, profile, wanted)
        if wanted.seeds and not explorations:
            made += _of_exploration(None, profile, wanted)
    if not made:
        raise InvalidArgument("Nothing is to be done.", hint="Name scenario files, or --seeds with a --profile.")
    return in_order(made, run, mode=wanted.mode, allow_destructive=wanted.allow_destructive)


def in_order(made: Iterable[Planned], run: str, *, mode: Mode = "safe", allow_destructive: bool) -> list[Planned]:
    """Return pieces of work with their names in a run, by which their order counts.

    Args:
        made: they, without names.
        run: which run.
        mode: what may be done.
        allow_destructive: the caller's consent.
    """
    return [
        replace(p, order=replace(p.order, run=run, work=f"w{n:05d}", mode=mode, allow_destructive=allow_destructive))
        for n, p in enumerate(made, start=1)
    ]


def scenario_order(scenario: Scenario, profile: str | None) -> Planned:
    """Return a scenario, or one row of it, as a piece of work without a name.

    Raises:
        InvalidArgument: no profile names its application: the workers could not tell which program is meant.
    """
    own = scenario.target.profile if scenario.target is not None else None
    _check_profile(profile or own, scenario.path)
    root, files = _files_of(scenario.path)
    main = Path(scenario.path).relative_to(root).as_posix()
    known = profile or own
    order = Order("run", "work", "scenario", scenario.name, known, files, main, row=scenario.row)
    return Planned(order, str(root))


def _of_exploration(path: str | None, profile: str | None, wanted: Wanted) -> Iterator[Planned]:
    known = profile
    seeds = list(wanted.seeds)
    if path is not None:
        exploration = load_exploration(path)
        known = profile or (exploration.target.profile if exploration.target is not None else None)
        seeds = seeds or [exploration.seed or 0]
    for seed in seeds:
        yield exploration_order(path, known, seed, wanted.changes, take_pictures=wanted.take_pictures)


def exploration_order(
    path: str | None, profile: str | None, seed: int, changes: Mapping[str, Any], *, take_pictures: bool = True
) -> Planned:
    """Return an exploration with one seed as a piece of work without a name. Raises InvalidArgument."""
    _check_profile(profile, path or "An exploration")
    root, files, main = Path(), dict[str, str](), ""
    if path is not None:
        root, files = _files_of(os.path.abspath(path))
        main = Path(os.path.abspath(path)).relative_to(root).as_posix()
    title = f"{Path(path).stem if path else profile} seed {seed}"
    order = Order(
        "run", "work", "exploration", title, profile, files, main, seed=seed, changes=changes,
        take_pictures=take_pictures,
    )  # fmt: skip
    return Planned(order, str(root) if path is not None else "")


def _check_profile(profile: str | None, what: str) -> None:
    if profile is None:
        raise InvalidArgument(
            f"{what} names its application by no profile.",
            hint="Name one that each worker has: --profile NAME, or `profile:` in the file.",
        )


def _files_of(path: str) -> tuple[Path, dict[str, str]]:
    """The folder that holds a file and all that it needs, and these files by their paths below it."""
    found = list(dict.fromkeys(_needed(path, set())))
    root = Path(os.path.commonpath([str(p.parent) for p in found]))
    return root, packed(root, found)


def _needed(path: str, seen: set[str]) -> Iterator[Path]:
    """A file, those that it includes, and the pictures that it compares with."""
    whole = os.path.normpath(os.path.abspath(path))
    if whole in seen:
        return
    seen.add(whole)
    yield Path(whole)
    for key, text in _texts(read_source(whole).data):
        other = os.path.normpath(os.path.join(os.path.dirname(whole), text))
        if key == "include" and os.path.isfile(other):
            yield from _needed(other, seen)
        elif text.lower().endswith(PICTURES) and os.path.isfile(other):
            yield Path(other)


def _texts(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield from _texts(item, str(name))
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item, key)
    elif isinstance(value, str):
        yield key, value


def profiles_of(planned: Iterable[Planned]) -> list[str]:
    """Return the profiles that a run needs."""
    return sorted({p.order.profile for p in planned if p.order.profile is not None})
