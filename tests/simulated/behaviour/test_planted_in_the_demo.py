"""The demo's two bugs that only their histories show, met as a hunter meets them: with other actions around."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wpfagent import App, Policy
from wpfagent.demo import demo_profile
from wpfagent.demo.planted import PLANTED
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.desktops.target import TargetSpec
from wpfagent.profiles.schema import validate_profile
from wpfagent.runs.application import last_look
from wpfagent.runs.minimize.ticket import Minimised, Place, minimize_ticket
from wpfagent.testing.record.recorder import recorder_of
from wpfagent.testing.tickets.recorded import open_recorded
from wpfagent.testing.tickets.store import TicketStore

BUGS = {p.id: p for p in PLANTED}


def wander(app: App) -> None:
    """Use other controls of the settings page."""
    for name in ("AutoSaveCheck", "NotifyCheck", "StartupCheck") * 2:
        app.toggle(automation_id=name)
    for value in (60, 120, 80, 150, 90, 100):
        app.set_value(automation_id="ZoomSlider", value=value)
    app.gate.desktop.clock.sleep(2)


def try_connection(app: App) -> None:
    app.click(automation_id="SettingsTab")
    app.click(automation_id="TestButton")
    app.gate.desktop.clock.sleep(1)
    wander(app)
    app.type_text(automation_id="ServerBox", text="http://desk.example")
    app.click(automation_id="TestButton")
    for _ in range(4):
        wander(app)


def lose_proxy(app: App) -> None:
    app.click(automation_id="SettingsTab")
    app.expand(automation_id="AdvancedExpander")
    app.type_text(automation_id="ProxyBox", text="proxy.example:8080")
    app.toggle(automation_id="NotifyCheck")
    app.click(automation_id="SaveButton")
    app.gate.desktop.clock.sleep(1)
    app.click(automation_id="CustomersTab")
    app.select_item(automation_id="CustomersGrid", row=1)
    app.click(automation_id="SettingsTab")
    app.toggle(automation_id="AutoSaveCheck")


def lose_proxy_by_menu(app: App) -> None:
    """The same, and each time the page is reached by opening the menu first, as a hunter may do it."""
    by_tab = app.click

    def click(*, automation_id: str) -> None:
        if automation_id == "SettingsTab":
            app.expand(automation_id="ViewMenu")
        by_tab(automation_id={"SettingsTab": "SettingsItem"}.get(automation_id, automation_id))

    app.click = click  # type: ignore[method-assign, assignment]
    lose_proxy(app)


def healthy(app: App) -> None:
    """The same ways where the program does what it should."""
    app.click(automation_id="SettingsTab")
    app.click(automation_id="TestButton")
    for _ in range(4):
        wander(app)
    app.type_text(automation_id="UserBox", text="ken")
    app.click(automation_id="SaveButton")
    app.click(automation_id="CustomersTab")
    app.click(automation_id="SettingsTab")
    app.toggle(automation_id="AutoSaveCheck")


def hunt(folder: Path, act: object) -> tuple[SimulatedDesktop, TicketStore, list[tuple[str, str]]]:
    desktop, spec = SimulatedDesktop(), TargetSpec(profile="demo")
    with open_recorded(
        desktop,
        folder / "artifacts",
        policy=Policy("library"),
        profiles={"demo": validate_profile(demo_profile("simulated"))},
        facts={"caller": "library"},
        spec=spec,
        screenshots="never",
        take_pictures=False,
    ) as recorded:
        target = recorded.gate.targets.open(spec)
        recorder_of(recorded.gate).attached(target)
        act(App(recorded.gate, target))  # type: ignore[operator]
        last_look(recorded.gate, target, late_s=1.0)
        desktop.terminate(target.pid)
    return (
        desktop,
        TicketStore(folder / "artifacts"),
        [(f.oracle, f.severity) for f in recorder_of(recorded.gate).found],
    )


@pytest.mark.parametrize(
    ("bug", "act", "steps"),
    [("test-stays-disabled", try_connection, 3), ("proxy-lost", lose_proxy, 6), ("proxy-lost", lose_proxy_by_menu, 6)],
)
def test_a_bug_is_found_ticketed_and_shrinks_to_its_known_way(
    tmp_path: Path, bug: str, act: object, steps: int
) -> None:
    desktop, store, found = hunt(tmp_path, act)
    planted = BUGS[bug]
    assert found == [(planted.oracle, "failure")]
    (entry,) = store.entries()
    hypotheses = json.loads((entry.folder / "ticket.json").read_text(encoding="utf-8"))["hypotheses"]
    assert any(planted.hypothesis in h["text"] for h in hypotheses), [h["text"] for h in hypotheses]
    profiles = {"demo": validate_profile(demo_profile("simulated"))}
    made: Minimised = minimize_ticket(entry, store, Place(desktop, tmp_path / "artifacts", profiles=profiles))
    assert (len(made.items), made.reproduced) == (steps, 5), "".join(f"\n{i.text}" for i in made.items)


def test_what_works_in_the_demo_is_no_finding(tmp_path: Path) -> None:
    assert hunt(tmp_path, healthy)[2] == []
