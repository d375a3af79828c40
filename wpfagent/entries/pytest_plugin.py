"""The pytest plugin: `*.scenario.yaml` and `*.exploration.yaml` are tests, `wpf_app` is a fixture.

A failure brings its ticket: in the report, and as the property `wpf_ticket` of the JUnit file. A machine has one screen
and one focus, so tests of one machine that use real windows wait for each other, also those of several workers.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from wpfagent.testing.record.recorder import recorder_of

if TYPE_CHECKING:
    from wpfagent.app import App
    from wpfagent.desktops.base import Desktop
    from wpfagent.profiles.profile import Profile
    from wpfagent.runs.explore.model import Exploration
    from wpfagent.runs.model import Scenario
    from wpfagent.safety.policy import Caller, Policy

SCENARIOS = (".scenario.yaml", ".scenario.yml", ".scenario.json")
EXPLORATIONS = (".exploration.yaml", ".exploration.yml", ".exploration.json")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of wpf-agent."""
    group = parser.getgroup("wpf-agent", "desktop applications (wpf-agent)")
    group.addoption("--wpf-desktop", choices=("uia", "simulated"), help="real windows, or the simulated desktop")
    group.addoption("--wpf-profiles", metavar="FILE", help="the profiles.json to use")
    group.addoption("--wpf-profile", metavar="NAME", help="the application, instead of the files' own")
    group.addoption("--wpf-artifacts", metavar="DIR", help="where records and tickets go")
    group.addoption("--wpf-seeds", metavar="RANGE", help="explore once for each seed: 1-50, or 3,7,9")
    group.addoption("--wpf-allow-destructive", action="store_true", help="one of the two consents to what deletes")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and the workplace that all tests of this run share."""
    config.addinivalue_line(
        "markers", "wpf_app(profile=…, exe=…, args=…, title_re=…): the application of the fixture wpf_app"
    )
    config.stash[WORKPLACE] = Workplace(config)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect scenario and exploration files."""
    if file_path.name.endswith(SCENARIOS):
        return ScenarioFile.from_parent(parent, path=file_path)
    if file_path.name.endswith(EXPLORATIONS):
        return ExplorationFile.from_parent(parent, path=file_path)
    return None


class Workplace:
    """What the tests of one run work with: desktop, profiles, artifacts. Made when they are first needed.

    Args:
        config: pytest's; its options say which.
    """

    def __init__(self, config: pytest.Config) -> None:
        self.option = config.option

    @cached_property
    def desktop(self) -> Desktop:
        """The desktop."""
        from wpfagent.desktops import open_desktop

        return open_desktop(self.option.wpf_desktop)

    @cached_property
    def _profiles_path(self) -> Path | None:
        from wpfagent.profiles.store import find_profiles

        return find_profiles(self.option.wpf_profiles)

    @cached_property
    def profiles(self) -> Mapping[str, Profile]:
        """The profiles, `demo` among them."""
        from wpfagent.profiles.store import open_profiles
        from wpfagent.testing.oracles.judging import check_profile

        return open_profiles(self._profiles_path, desktop_name=self.desktop.name, check=check_profile).profiles

    @cached_property
    def artifacts(self) -> Path:
        """The artifacts folder."""
        from wpfagent.testing.artifacts import find_artifacts

        return find_artifacts(self.option.wpf_artifacts, self._profiles_path)

    def policy(self, caller: Caller) -> Policy:
        """Return what tests may do."""
        from wpfagent.safety.policy import Policy

        return Policy(caller, flag_destructive=self.option.wpf_allow_destructive)

    def in_turn(self) -> AbstractContextManager[object]:
        """Wait until no other worker of this machine uses its screen and focus, and keep them."""
        if self.desktop.name != "uia":
            return nullcontext()
        from filelock import FileLock

        self.artifacts.mkdir(parents=True, exist_ok=True)
        return FileLock(self.artifacts / "desktop.lock")


WORKPLACE = pytest.StashKey[Workplace]()
APP = pytest.StashKey["App"]()
FAILED = pytest.StashKey[bool]()


class TestFailed(Exception):
    """A scenario or an exploration failed; its text says how."""

    __test__ = False


# -- files ----------------------------------------------------------------------------------------------------------


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


class _Item(pytest.Item):
    """A test that is a file's."""

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

    def keep(self, session: str | None, tickets: Iterable[Mapping[str, Any]]) -> list[str]:
        """Note the record and the tickets for reports; return them as lines."""
        lines = []
        if session:
            self.user_properties.append(("wpf_session", session))
            lines.append(f"record: {session}")
        for folder in dict.fromkeys(str(t["folder"]) for t in tickets):
            self.user_properties.append(("wpf_ticket", folder))
            lines.append(f"ticket: {folder}")
        return lines


class ScenarioItem(_Item):
    """One scenario."""

    scenario: Scenario

    def runtest(self) -> None:
        """Run it in a session of its own. Raises TestFailed."""
        from wpfagent.desktops.target import TargetSpec
        from wpfagent.runs.recorded import Settings, run_recorded

        place = self.config.stash[WORKPLACE]
        profile = place.option.wpf_profile
        settings = Settings(TargetSpec(profile=profile) if profile else None, facts={"test": self.nodeid})
        with place.in_turn():
            result = run_recorded(
                self.scenario, place.desktop, place.artifacts, policy=place.policy("scenario"),
                profiles=place.profiles, settings=settings,
            )  # fmt: skip
        lines = self.keep(result.session, result.tickets)
        if result.outcome == "interrupted":
            raise KeyboardInterrupt
        if result.exit_code:
            hint = [result.error.hint] if result.error is not None and result.error.hint else []
            raise TestFailed("\n".join([f"{result.outcome}: {result.reason}", *hint, *lines]))


class ExplorationItem(_Item):
    """One exploration with one seed."""

    exploration: Exploration
    seed: int

    def runtest(self) -> None:
        """Explore in a session of its own. Raises TestFailed."""
        from wpfagent.desktops.target import TargetSpec
        from wpfagent.runs.recorded import explore_recorded

        place = self.config.stash[WORKPLACE]
        profile = place.option.wpf_profile
        exploration = replace(self.exploration, target=TargetSpec(profile=profile)) if profile else self.exploration
        with place.in_turn():
            result = explore_recorded(
                exploration, place.desktop, place.artifacts, seed=self.seed, policy=place.policy("random"),
                profiles=place.profiles, facts={"test": self.nodeid},
            )  # fmt: skip
        lines = self.keep(result.session, [f.ticket for f in result.found if f.ticket])
        if result.ended == "interrupted":
            raise KeyboardInterrupt
        if result.found:
            found = [f"step {f.step}: {f.finding.oracle}: {f.finding.title}" for f in result.found]
            raise TestFailed("\n".join([result.describe(), *found, *lines]))


# -- the fixture ----------------------------------------------------------------------------------------------------


@pytest.fixture
def wpf_app(request: pytest.FixtureRequest) -> Iterator[App]:
    """An application for one test: attached to or started, recorded, judged by the oracles; closed if it was started.

    Which one says the marker `wpf_app` (the keys of a target specification), else `--wpf-profile`. What the oracles
    find fails the test, even where all its own assertions hold.
    """
    from wpfagent.app import App
    from wpfagent.desktops.target import TargetSpec
    from wpfagent.runs.application import close_application, open_application
    from wpfagent.runs.reset import reset_named
    from wpfagent.testing.tickets.recorded import open_recorded

    place = request.config.stash[WORKPLACE]
    marker = request.node.get_closest_marker("wpf_app")
    keys = dict(marker.kwargs) if marker is not None else {}
    if not keys and place.option.wpf_profile:
        keys = {"profile": place.option.wpf_profile}
    spec = TargetSpec.parse(keys)
    facts = {"caller": "library", "test": request.node.nodeid}
    with place.in_turn():
        recorded = open_recorded(
            place.desktop,
            place.artifacts,
            policy=place.policy("library"),
            profiles=place.profiles,
            facts=facts,
            spec=spec,
        )

        def launching(_command_line: str) -> None:
            reset_named(recorded.gate, spec.profile)

        with recorded:
            opened = open_application(recorded.gate, spec, launching)
            app = App(recorded.gate, opened.target, owned=opened.launched, record=recorded)
            request.node.stash[APP] = app
            yield app
            failed = request.node.stash.get(FAILED, False)
            recorded.outcome["outcome"] = "failed" if failed or app.tickets else "passed"
            if opened.launched:
                close_application(recorded.gate, opened.target)
    if app.tickets and not failed:
        found = "\n".join(f.title for f in app.findings if f.severity == "failure")
        pytest.fail(f"the program failed while the test passed:\n{found}\n{_lines(app)}", pytrace=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let the report of a test that used `wpf_app` name its record and its tickets."""
    app = item.stash.get(APP, None)
    if app is None or call.when != "call":
        return (yield)
    app.gate.glance(app.target)  # what its last action did may show only now
    item.stash[FAILED] = call.excinfo is not None
    folder = recorder_of(app.gate).folder
    item.user_properties += [("wpf_session", folder)] if folder is not None else []
    item.user_properties += [("wpf_ticket", str(t.folder)) for t in app.tickets]
    item.add_report_section("call", "wpf-agent", _lines(app))
    return (yield)


def _lines(app: App) -> str:
    folder = recorder_of(app.gate).folder
    record = [f"record: {folder}"] if folder is not None else []
    return "\n".join([*record, *(f"ticket: {t.folder}" for t in app.tickets)])
