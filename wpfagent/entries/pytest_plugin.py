"""The pytest plugin: `*.scenario.yaml` and `*.exploration.yaml` are tests, `wpf_app` is a fixture.

A failure brings its ticket: in the report, and as the property `wpf_ticket` of the JUnit file. A machine has one screen
and one focus, so tests of one machine that use real windows wait for each other, also those of several workers.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from wpfagent.entries.pytest_items import ExplorationFile, FileItem, ScenarioFile
from wpfagent.entries.pytest_place import TOOK_S, WORKPLACE, Workplace
from wpfagent.testing.record.recorder import recorder_of

if TYPE_CHECKING:
    from wpfagent.app import App

SCENARIOS = (".scenario.yaml", ".scenario.yml", ".scenario.json")
EXPLORATIONS = (".exploration.yaml", ".exploration.yml", ".exploration.json")
APP = pytest.StashKey["App"]()
FAILED = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of wpf-agent."""
    group = parser.getgroup("wpf-agent", "desktop applications (wpf-agent)")
    group.addoption("--wpf-desktop", choices=("uia", "simulated"), help="real windows, or the simulated desktop")
    group.addoption("--wpf-profiles", metavar="FILE", help="the profiles.json to use")
    group.addoption("--wpf-profile", metavar="NAME", help="the application, instead of the files' own")
    group.addoption("--wpf-artifacts", metavar="DIR", help="where records and tickets go")
    group.addoption("--wpf-seeds", metavar="RANGE", help="explore once for each seed: 1-50, or 3,7,9")
    group.addoption("--wpf-allow-destructive", action="store_true", help="one of the two consents to what deletes")
    group.addoption("--wpf-fleet", metavar="ADDRESS", help="run scenario and exploration files on a fleet's desktops")
    group.addoption("--wpf-certs", metavar="DIR", help="the folder of the fleet's certificates")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and the workplace that all tests of this run share. Raises UsageError."""
    option = config.option
    if option.wpf_fleet and (getattr(option, "dist", "no") != "no" or hasattr(config, "workerinput")):
        raise pytest.UsageError("--wpf-fleet spreads the tests by itself: leave out -n and --dist.")
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


def pytest_collection_finish(session: pytest.Session) -> None:
    """Send what was collected to the fleet, where one is named. Raises UsageError where nobody answers there."""
    from wpfagent.core.errors import WpfAgentError

    place = session.config.stash[WORKPLACE]
    option = session.config.option
    stops = session.testsfailed and not option.continue_on_collection_errors  # what could not be read: nothing runs
    if place.fleet is None or option.collectonly or stops:
        return
    items = [item for item in session.items if isinstance(item, FileItem) and not item.is_skipped()]
    try:
        place.fleet.begin(items, allow_destructive=option.wpf_allow_destructive)
    except WpfAgentError as error:
        raise pytest.UsageError(f"--wpf-fleet {option.wpf_fleet}: {error}") from error


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Let go of the fleet; what has begun there ends by itself."""
    place = session.config.stash[WORKPLACE]
    if place.fleet is not None:
        place.fleet.close()


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say which machines did how much, and which took no part."""
    fleet = config.stash[WORKPLACE].fleet
    if fleet is None or not fleet.summary:
        return
    made = fleet.summary
    terminalreporter.section("fleet")
    for name, one in made["machines"].items():
        terminalreporter.line(f"{name}: {one['runs']} runs, {one['failed']} failed, {one['worked_s']} s")
    for name, why in made["left_out"].items():
        terminalreporter.line(f"{name} was left out: {why}")
    for path in fleet.files:
        terminalreporter.line(f"report: {path}")


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
    """Let a report name the record and the tickets of `wpf_app`, and the seconds that a run took elsewhere."""
    app = item.stash.get(APP, None)
    if call.when == "call" and (took := item.stash.get(TOOK_S, None)) is not None:
        call.duration = took
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
