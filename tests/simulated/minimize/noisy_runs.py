"""Long runs of the demo application that end in one of its planted bugs, with much between that does not matter."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import yaml

from wpfagent.demo import demo_profile
from wpfagent.demo.planted import PLANTED, Planted
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.profiles.profile import Profile
from wpfagent.profiles.schema import validate_profile
from wpfagent.runs.load import load_scenarios
from wpfagent.runs.scenario import facts_of, run_scenario
from wpfagent.safety.policy import Policy
from wpfagent.testing.record.recorder import recorder_of
from wpfagent.testing.tickets.recorded import open_recorded
from wpfagent.testing.tickets.store import IndexEntry, TicketStore

Step = Mapping[str, Any]


def step(action: str, name: str, **given: Any) -> Step:
    selector = {"automation_id": name, **{k: given.pop(k) for k in ("row",) if k in given}}
    return {"action": action, "selector": selector, **({"args": given} if given else {})}


NOISE: tuple[tuple[Step, ...], ...] = (
    (step("click", "CustomersTab"), step("select_item", "CustomersGrid", row=1)),
    (step("click", "CustomersTab"), step("type_text", "SearchBox", text="o"), step("type_text", "SearchBox", text="")),
    (step("click", "OrdersTab"), step("select_item", "OrdersGrid", row=0)),
    (step("click", "OrdersTab"), step("toggle", "OnlyOpenToggle"), step("toggle", "OnlyOpenToggle")),
    (step("click", "CatalogueTab"), step("select_item", "FilterNode")),
    (step("click", "CatalogueTab"), step("collapse", "TeaNode"), step("expand", "TeaNode")),
    (step("click", "CatalogueTab"), step("select_item", "SenchaNode"), step("click", "RecountButton")),
    (step("click", "SettingsTab"), step("toggle", "AutoSaveCheck")),
    (step("click", "SettingsTab"), step("set_value", "ZoomSlider", value=150)),
    (step("click", "SettingsTab"), step("type_text", "UserBox", text="somebody else")),
    (step("click", "SettingsTab"), step("select_combo", "RegionBox", item_text="Lisbon")),
    (step("click", "OpenSettingsButton"), step("click", "CompactRadio")),
    (step("click", "OpenSettingsButton"), step("click", "SaveButton")),
    (step("click", "NewOrderButton"), step("toggle", "GiftCheck"), step("click", "CancelButton")),
    (step("click", "NewOrderButton"), step("type_text", "QuantityBox", text="3"), step("click", "CancelButton")),
)
INNER: tuple[tuple[Step, ...], ...] = (
    (step("toggle", "GiftCheck"),),
    (step("click", "ExpressRadio"),),
    (step("type_text", "QuantityBox", text="12"),),
)
"""What can be done in the order dialog."""


@dataclass(frozen=True)
class Way:
    """The steps to a planted bug, and where each is.

    Args:
        bug: which bug.
        steps: its shortest way.
        pages: the tab that each step needs; '' where the order dialog is open, None where it does not matter.
        check: what is expected of the last step, where no oracle sees the bug by itself.
        spoils: elements that lead away from the bug once its first step is done.
    """

    bug: Planted
    steps: tuple[Step, ...]
    pages: tuple[str | None, ...]
    check: Mapping[str, Any] = field(default_factory=dict)
    spoils: tuple[str, ...] = ()

    @property
    def shortest(self) -> int:
        """So many steps are needed, a check not counted."""
        return len(self.steps)


def _bug(name: str) -> Planted:
    return next(p for p in PLANTED if p.id == name)


CUSTOMERS, SETTINGS, CATALOGUE = "CustomersTab", "SettingsTab", "CatalogueTab"
WAYS = (
    Way(
        _bug("stale-customer"),
        (
            step("select_item", "CustomersGrid", row=4),
            step("type_text", "SearchBox", text="Berlin"),
            step("click", "CardButton"),
        ),
        (CUSTOMERS, CUSTOMERS, CUSTOMERS),
        spoils=("CustomersGrid", "SearchBox"),
    ),
    Way(
        _bug("archive-recount"),
        (
            step("click", CATALOGUE),
            step("expand", "ArchiveNode"),
            step("select_item", "CocoaNode"),
            step("click", "RecountButton"),
        ),
        (None, CATALOGUE, CATALOGUE, CATALOGUE),
        spoils=("FilterNode", "SenchaNode"),
    ),
    Way(
        _bug("timeout-format"),
        (
            step("click", SETTINGS),
            step("expand", "AdvancedExpander"),
            step("type_text", "TimeoutBox", text="in 20 seconds"),
            step("click", "SaveButton"),
        ),
        (None, SETTINGS, SETTINGS, SETTINGS),
        spoils=("CustomersTab", "OrdersTab", "CatalogueTab", "SaveButton"),
    ),
    Way(
        _bug("test-stays-disabled"),
        (
            step("click", SETTINGS),
            step("type_text", "ServerBox", text="http://desk.example"),
            step("click", "TestButton"),
        ),
        (None, SETTINGS, SETTINGS),
        {"enabled": True},
        ("CustomersTab", "OrdersTab", "CatalogueTab"),
    ),
    Way(_bug("open-quote"), (step("type_text", "SearchBox", text='"Berlin'),), (CUSTOMERS,)),
    Way(_bug("order-button-gone"), (step("click", CATALOGUE), step("click", "SupplierLink")), (None, CATALOGUE)),
    Way(
        _bug("bulk-total"),
        (
            step("click", "NewOrderButton"),
            step("select_item", "ProductList", item_text="Espresso beans 1 kg"),
            step("type_text", "QuantityBox", text="100"),
        ),
        (None, "", ""),
    ),
)


def noisy_steps(way: Way, seed: int, length: int) -> list[Step]:
    """Return about `length` steps that end in the bug."""
    dice = random.Random(seed)
    share = max(0, length - way.shortest) // max(1, len(way.steps))
    made: list[Step] = []
    for number, (page, own) in enumerate(zip(way.pages, way.steps, strict=True)):
        spoils = way.spoils if number else ()
        noise = [n for n in NOISE if not any(s["selector"]["automation_id"] in spoils for s in n)]
        until = len(made) + (min(share, 4) if page == "" else share)
        while len(made) < until:
            made += dice.choice(INNER if page == "" else noise)
        if page:
            made.append(step("click", page))
        made.append(own)
    if way.check:
        made[-1] = {**made[-1], "expected": dict(way.check)}
    return made


@dataclass
class Finder:
    """Runs noisy scenarios on a simulated desktop, and finds the tickets that they leave."""

    folder: Path
    desktop: SimulatedDesktop = field(default_factory=SimulatedDesktop)

    @property
    def store(self) -> TicketStore:
        return TicketStore(self.folder / "artifacts")

    @property
    def profiles(self) -> dict[str, Profile]:
        return {"demo": validate_profile(demo_profile("simulated"))}

    def find(self, way: Way, seed: int, *, length: int = 40) -> IndexEntry | None:
        """Return the ticket of a noisy run into a bug; None where the noise led into another one before."""
        return self.run(way, noisy_steps(way, seed, length))

    def run(self, way: Way, steps: Sequence[Step]) -> IndexEntry | None:
        """Run steps as a scenario and return the ticket that it left."""
        path = self.folder / f"{way.bug.id}.yaml"
        given: dict[str, Any] = {"id": way.bug.id, "target_spec": {"profile": "demo"}, "steps": [*steps]}
        if way.bug.invariant:
            given["invariants"] = [dict(way.bug.invariant)]
        path.write_text(yaml.safe_dump(_plain(given), allow_unicode=True), encoding="utf-8")
        (scenario,) = load_scenarios(str(path))
        with open_recorded(
            self.desktop,
            self.folder / "artifacts",
            policy=Policy("scenario"),
            profiles=self.profiles,
            facts=facts_of(scenario, None),
            spec=scenario.target,
            take_pictures=False,
        ) as recorded:
            run_scenario(replace(scenario, retries=0), recorded.gate)
        last = len(scenario.steps)
        if not recorded.filed or len(recorded.session.facts.get("tickets", ())) != 1:
            return None
        acted = [a for a in recorder_of(recorded.gate).trail.entries if a.fields.get("step") == last]
        return self.store.find(recorded.filed[0].id) if acted else None


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {k: _plain(v) for k, v in value.items()}
    return [_plain(v) for v in value] if isinstance(value, list | tuple) else value
