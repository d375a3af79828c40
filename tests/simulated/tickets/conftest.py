"""The form of the scenarios on the simulated desktop, used step by step until something fails."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from wpfagent import App, Policy, Profile
from wpfagent.actions.expect import Expectation
from wpfagent.core.errors import WpfAgentError
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.desktops.target import TargetSpec
from wpfagent.profiles.profile import ProfileLaunch
from wpfagent.safety.policy import Caller
from wpfagent.testing.tickets.recorded import Recorded, open_recorded
from wpfagent.testing.tickets.write import Filed

FORM = Path(__file__).parents[1] / "scenarios" / "form.xaml"


@dataclass
class Used:
    """A recorded form: what is done to it, and the tickets that come of it."""

    app: App
    recorded: Recorded
    desktop: SimulatedDesktop

    def do(self, action: str, automation_id: str | None = None, **args: Any) -> None:
        """Perform an action; that it fails is what the tests are about."""
        selector = {"automation_id": automation_id} if automation_id else None
        try:
            self.app.do(action, selector, args, timeout_ms=7_000)
        except WpfAgentError:
            pass

    def expect(self, automation_id: str, **expected: Any) -> None:
        """Check something."""
        given = Expectation.parse({"selector": {"automation_id": automation_id}, **expected})
        self.recorded.gate.expect(given, self.app.target, timeout_ms=300)

    @property
    def filed(self) -> Filed:
        """The one ticket."""
        assert len(self.recorded.filed) == 1, self.recorded.filed
        return self.recorded.filed[0]

    @property
    def ticket(self) -> dict[str, Any]:
        made: dict[str, Any] = json.loads((self.filed.folder / "ticket.json").read_text(encoding="utf-8"))
        return made

    @property
    def steps(self) -> list[str]:
        return [s["text"] for s in self.ticket["steps"]]

    @property
    def causes(self) -> str:
        return " | ".join(h["text"] for h in self.ticket["hypotheses"])


Use = Callable[..., Used]


@pytest.fixture
def use(tmp_path: Path) -> Iterator[Use]:
    """Return a function that starts the form in a session of its own."""
    yield from _using(tmp_path)


@pytest.fixture(scope="session")
def one_ticket(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a complete ticket; not to be changed."""
    for start in _using(tmp_path_factory.mktemp("one")):
        form = start()
        form.do("click", "SaveButton")
        form.expect("StatusText", text_equals="never")
        return form.filed.folder
    raise AssertionError


@pytest.fixture
def folder(one_ticket: Path, tmp_path: Path) -> Path:
    """A copy of a complete ticket."""
    return Path(shutil.copytree(one_ticket, tmp_path / one_ticket.name))


def _using(tmp_path: Path) -> Iterator[Use]:
    opened: list[Recorded] = []

    def start(
        caller: Caller = "scenario", *, facts: Mapping[str, Any] | None = None, logs: tuple[str, ...] = ()
    ) -> Used:
        desktop = SimulatedDesktop()
        profile = Profile("Form", launch=ProfileLaunch(str(FORM)), logs=logs, source=(str(FORM.parent),))
        recorded = open_recorded(
            desktop,
            tmp_path / "artifacts",
            policy=Policy(caller),
            profiles={"Form": profile},
            facts={"caller": caller, **(facts or {})},
            spec=TargetSpec(profile="Form"),
        )
        opened.append(recorded)
        target = recorded.gate.targets.open(TargetSpec(profile="Form"))
        return Used(App(recorded.gate, target), recorded, desktop)

    yield start
    for recorded in opened:
        recorded.close()
