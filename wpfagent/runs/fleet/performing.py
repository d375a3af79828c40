"""How each kind of work is done on a worker's desktop: by the same functions as on a single PC."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from wpfagent.core.errors import NoInteractiveDesktop, WpfAgentError
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.target import TargetSpec
from wpfagent.profiles.profile import Profile
from wpfagent.runs.explore.load import load_exploration
from wpfagent.runs.explore.model import Exploration
from wpfagent.runs.fleet.orders import Order
from wpfagent.runs.load import load_scenarios
from wpfagent.runs.recorded import Settings, explore_recorded, run_recorded, told_of_exploration, told_of_scenario
from wpfagent.safety.policy import Caller, Policy

STOPPED = "a person has stopped it"


@dataclass(frozen=True, slots=True)
class Bench:
    """What a piece of work is done with.

    Args:
        order: the work.
        desktop: where.
        profiles: the machine's own.
        artifacts: where its records go.
        files: where its files were laid out.
        machine: the worker's name.
        allow_launch: whether programs are started that no profile of the machine names.
    """

    order: Order
    desktop: Desktop
    profiles: Mapping[str, Profile]
    artifacts: Path
    files: Path
    machine: str
    allow_launch: bool = False

    @property
    def target(self) -> TargetSpec | None:
        """The application that the order names."""
        return TargetSpec(profile=self.order.profile) if self.order.profile is not None else None

    @property
    def facts(self) -> dict[str, Any]:
        """What a record says of where it was made."""
        test = {"test": self.order.test} if self.order.test else {}
        return {"fleet": {"run": self.order.run, "work": self.order.work, "machine": self.machine}, **test}

    def policy(self, caller: Caller) -> Policy:
        """Return what may be done: the programs of this machine's own profiles, and what those allow."""
        return Policy(
            caller,
            mode=self.order.mode,
            flag_destructive=self.order.allow_destructive,
            needs_profile=True,
            fence=None if self.allow_launch else frozenset(self.profiles),
            leaves_saving=bool(self.order.changes.get("leaves_saving")),
        )


def do_work(bench: Bench, others: Mapping[str, Callable[[Bench], dict[str, Any]]]) -> dict[str, Any]:
    """Do a piece of work and return what it came to.

    `declined` says why this desktop did not do it, and does no more: it is locked, or a person has stopped it.

    Args:
        bench: the work and what it is done with.
        others: kinds of work beside scenarios and explorations.
    """
    try:
        bench.desktop.check_interactive()
        made = {"scenario": run_scenario, "exploration": run_exploration, **others}[bench.order.kind](bench)
    except NoInteractiveDesktop as error:
        return {"outcome": "not_run", "reason": error.message, "exit_code": error.exit_code, "declined": error.message}
    except WpfAgentError as error:
        reason = f"{error.message} {error.hint}".rstrip()
        told = error.to_dict()["error"]
        return {"outcome": "not_run", "reason": reason, "exit_code": error.exit_code, "code": error.code, "error": told}
    if made.get("outcome") == "interrupted":
        made["declined"] = STOPPED
    elif made.get("code") == NoInteractiveDesktop.code:
        made["declined"] = made["reason"]
    return made


def run_scenario(bench: Bench) -> dict[str, Any]:
    """Run a scenario, or one row of it."""
    order = bench.order
    scenario = next(s for s in load_scenarios(str(bench.files / order.main)) if s.row == order.row)
    result = run_recorded(
        scenario,
        bench.desktop,
        bench.artifacts,
        policy=bench.policy("scenario"),
        profiles=bench.profiles,
        settings=Settings(bench.target, facts=bench.facts),
    )
    return _named(told_of_scenario(result))


def run_exploration(bench: Bench) -> dict[str, Any]:
    """Explore with one seed."""
    order = bench.order
    exploration = load_exploration(str(bench.files / order.main)) if order.main else Exploration()
    known = {f.name for f in dataclasses.fields(Exploration)}
    exploration = replace(exploration, **{name: v for name, v in order.changes.items() if name in known})
    exploration = replace(exploration, target=bench.target or exploration.target)
    result = explore_recorded(
        exploration,
        bench.desktop,
        bench.artifacts,
        seed=order.seed or 0,
        policy=bench.policy("random"),
        profiles=bench.profiles,
        take_pictures=order.take_pictures,
        facts=bench.facts,
    )
    return _named(told_of_exploration(result))


def _named(told: dict[str, Any]) -> dict[str, Any]:
    """What a run came to, its record by the name that it will have with the caller as well."""
    return {**told, "session": Path(told["session"]).name if told["session"] else None}
