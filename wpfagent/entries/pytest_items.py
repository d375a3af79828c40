"""Scenario and exploration files as pytest's tests, run here or on a machine of the fleet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from wpfagent.entries.pytest_place import TOOK_S, WORKPLACE, Workplace

if TYPE_CHECKING:
    from wpfagent.entries.pytest_fleet import FleetTests
    from wpfagent.runs.explore.model import Exploration
    from wpfagent.runs.fleet.planning import Planned
    from wpfagent.runs.model import Scenario


class TestFailed(Exception):
    """A scenario or an exploration failed; its text says how."""

    __test__ = False


class ScenarioFile(pytest.File):
    """A scenario file: a test, or one for each row of its data."""

    def collect(self) -> Iterable[pytest.Item]:
        """Yield the scenarios; a file that does not parse is an error with its line."""
        from wpfagent.core.errors import WpfAgentError
        from wpfagent.runs.load import load_scenarios

        try:
            scenarios = load_scenarios(str(self.path))
        except WpfAgentError as error:
            raise self.CollectError(f"{error.message} {error.hint}".rstrip()) from error
        for scenario in scenarios:
            item: ScenarioItem = ScenarioItem.from_parent(self, name=scenario.name)
            item.scenario = scenario
            item.extra_keyword_matches.update(scenario.tags)
            yield item


class ExplorationFile(pytest.File):
    """An exploration file: one test for each seed."""

    def collect(self) -> Iterable[pytest.Item]:
        """Yield one test for each seed; a file that does not parse is an error with its line."""
        from wpfagent.core.errors import WpfAgentError
        from wpfagent.runs.explore.load import load_exploration
        from wpfagent.runs.explore.seeds import read_seeds

        try:
            exploration = load_exploration(str(self.path))
            given = self.config.option.wpf_seeds
            seeds = read_seeds(given) if given else [exploration.seed or 0]
        except WpfAgentError as error:
            raise self.CollectError(f"{error.message} {error.hint}".rstrip()) from error
        for seed in seeds:
            item: ExplorationItem = ExplorationItem.from_parent(self, name=f"seed {seed}")
            item.exploration, item.seed = exploration, seed
            yield item


class FileItem(pytest.Item):
    """A test that is a file's."""

    def runtest(self) -> None:
        """Run it in a session of its own, here or on a machine of the fleet. Raises TestFailed."""
        place = self.config.stash[WORKPLACE]
        if place.fleet is not None:
            self._run_elsewhere(place.fleet)
            return
        with place.in_turn():
            told = self.run_here(place)
        if told["outcome"] == "interrupted":
            raise KeyboardInterrupt
        self._judge(self.failure(told), told["session"], [t["folder"] for t in told["tickets"]])

    def run_here(self, place: Workplace) -> Mapping[str, Any]:
        """Run it and return what it came to. Raises WpfAgentError."""
        raise NotImplementedError

    def planned(self) -> Planned:
        """Return it as a piece of a fleet's work. Raises WpfAgentError."""
        raise NotImplementedError

    def failure(self, told: Mapping[str, Any]) -> list[str]:
        """Return how it failed, in lines; none where it passed."""
        raise NotImplementedError

    def is_skipped(self) -> bool:
        """Whether a mark skips it: then it does not go out either."""
        marks = self.iter_markers()
        return any(m.name == "skip" or (m.name == "skipif" and m.args[:1] == (True,)) for m in marks)

    def _run_elsewhere(self, fleet: FleetTests) -> None:
        """Wait for what came of it on the fleet; when that has gone away, no other test goes on."""
        try:
            line, session, tickets = fleet.wait_for(self.nodeid)
        finally:
            if fleet.went_away:
                self.session.shouldfail = "the fleet went away before all was done"
        self.stash[TOOK_S] = float(line.get("elapsed_s") or 0)
        machine = [f"machine: {line['machine']}"] if line.get("machine") else []
        self.user_properties += [("wpf_machine", line["machine"])] if machine else []
        if error := line.get("error"):
            failure = [f"{error['code']}: {error['message']}", error["hint"]]
        else:
            failure = self.failure(line)
        self._judge(failure, session, tickets, machine)

    def _judge(
        self, failure: Sequence[str], session: str | None, tickets: Iterable[str], more: Iterable[str] = ()
    ) -> None:
        """Note the record and the tickets for reports. Raises TestFailed."""
        folders = list(dict.fromkeys(tickets))
        self.user_properties += [("wpf_session", session)] if session else []
        self.user_properties += [("wpf_ticket", folder) for folder in folders]
        if failure:
            record = [f"record: {session}"] if session else []
            lines = [*failure, *more, *record, *(f"ticket: {folder}" for folder in folders)]
            raise TestFailed("\n".join(line for line in lines if line))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return what went wrong in words; a fault of the plugin itself keeps its traceback."""
        from wpfagent.core.errors import WpfAgentError

        error = excinfo.value
        if isinstance(error, TestFailed):
            return str(error)
        if isinstance(error, WpfAgentError):
            return f"{error.code}: {error.message}\n{error.hint}".rstrip()
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return where it stands."""
        return self.path, 0, f"{self.path.name}: {self.name}"


class ScenarioItem(FileItem):
    """One scenario."""

    scenario: Scenario

    def run_here(self, place: Workplace) -> Mapping[str, Any]:
        """Run it and return what it came to. Raises WpfAgentError."""
        from wpfagent.runs.recorded import Settings, run_recorded, told_of_scenario

        settings = Settings(place.target, facts={"test": self.nodeid})
        result = run_recorded(
            self.scenario, place.desktop, place.artifacts, policy=place.policy("scenario"),
            profiles=place.profiles, settings=settings,
        )  # fmt: skip
        return told_of_scenario(result)

    def planned(self) -> Planned:
        """Return it as a piece of a fleet's work. Raises InvalidArgument."""
        from wpfagent.runs.fleet.planning import scenario_order

        return scenario_order(self.scenario, self.config.option.wpf_profile)

    def failure(self, told: Mapping[str, Any]) -> list[str]:
        """Return how it failed, in lines; none where it passed."""
        return [f"{told['outcome']}: {told['reason']}", told.get("hint", "")] if told["exit_code"] else []


class ExplorationItem(FileItem):
    """One exploration with one seed."""

    exploration: Exploration
    seed: int

    def run_here(self, place: Workplace) -> Mapping[str, Any]:
        """Explore and return what it came to. Raises WpfAgentError."""
        from wpfagent.runs.recorded import explore_recorded, told_of_exploration

        exploration = replace(self.exploration, target=place.target) if place.target else self.exploration
        result = explore_recorded(
            exploration, place.desktop, place.artifacts, seed=self.seed, policy=place.policy("random"),
            profiles=place.profiles, facts={"test": self.nodeid},
        )  # fmt: skip
        return told_of_exploration(result)

    def planned(self) -> Planned:
        """Return it as a piece of a fleet's work. Raises InvalidArgument."""
        from wpfagent.runs.fleet.planning import exploration_order

        own = self.exploration.target.profile if self.exploration.target is not None else None
        return exploration_order(str(self.path), self.config.option.wpf_profile or own, self.seed, {})

    def failure(self, told: Mapping[str, Any]) -> list[str]:
        """Return how it failed, in lines; none where it passed."""
        if told["outcome"] == "failed":
            found = told["result"]["found"]
            return [told["reason"], *(f"step {f['step']}: {f['oracle']}: {f['title']}" for f in found)]
        return [f"{told['outcome']}: {told['reason']}"] if told["exit_code"] else []
