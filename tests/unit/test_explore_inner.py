"""Exploration guided from inside the program: by what led to code that never ran, with the program's own words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from wpfagent.core.model import Control, Rect, Snapshot, WindowInfo
from wpfagent.desktops.target import Target, TargetSpec
from wpfagent.dotnet import FirstCall, Literals, Wire
from wpfagent.runs.explore.aims.goals import Planner
from wpfagent.runs.explore.choosing.situation import Situation
from wpfagent.runs.explore.choosing.strategies import Novelty
from wpfagent.runs.explore.known import inner as inner_module
from wpfagent.runs.explore.known.graph import Graph
from wpfagent.runs.explore.known.inner import Inner, words_of
from wpfagent.runs.explore.screens.candidates import candidates_of
from wpfagent.runs.explore.screens.offer import Candidate
from wpfagent.runs.explore.screens.screen import Screen, read_screen
from wpfagent.runs.explore.values.arguments import choice_of
from wpfagent.safety.policy import Policy
from wpfagent.testing.runtime.coverage import Coverage

MAIN = WindowInfo(1, 7, "shop.exe", "Shop", "HwndWrapper[shop]", Rect(0, 0, 800, 600))
TARGET = Target(7, "shop.exe", "shop.exe", "Shop", "launched", TargetSpec(pid=7), 1.0)
SAVE, OPEN = "click Main/Button.Save", "click Main/Button.Open"


def screen(name: str = "Code") -> Screen:
    buttons = [Control(n, control_type="Button", name=n, automation_id=n, depth=1, hwnd=1, pid=7, patterns=("Invoke",))
               for n in ("Save", "Open")]  # fmt: skip
    field = Control("f", control_type="Edit", name=name, automation_id="Code", depth=1, hwnd=1, pid=7, value="",
                    patterns=("Value",), read_only=False)  # fmt: skip
    window = Control("w", control_type="Window", automation_id="Main", depth=0, hwnd=1, pid=7)
    return read_screen(Snapshot((window, field, *buttons), (MAIN,)))


def offered(shown: Screen) -> tuple[Candidate, ...]:
    return candidates_of(shown, Policy("random"), around=lambda _c: None, allow_destructive=True).candidates  # type: ignore[arg-type,return-value]


class Running:
    """A program whose runtime tells what a test says: what the recorder gives of it."""

    def __init__(self) -> None:
        self.coverage = Coverage()

    def gather(self, _target: Target) -> Coverage:
        return self.coverage

    def enter(self, *methods: str, by: str = "click Save") -> None:
        self.coverage.note([FirstCall(1.0, "Shop.Page", m, "shop.dll") for m in methods], by)


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> Running:
    made = Running()
    monkeypatch.setattr(inner_module, "recorder_of", lambda _: SimpleNamespace(runtime=made))
    return made


def inner(**more: Any) -> Inner:
    return Inner(None, **{"takes_words": False, **more})  # type: ignore[arg-type]


def test_what_led_to_new_methods_is_worth_more_until_it_leads_to_none(running: Running):
    known = inner()
    known.gather(TARGET, 0)
    assert known.callers is not None
    known.note(SAVE)
    running.enter("Save", "Check")
    known.gather(TARGET, 1)
    assert known.callers.worth(SAVE) > known.callers.worth(OPEN) == 1.0
    assert known.last_new == 1
    known.note(SAVE)
    known.gather(TARGET, 2)
    assert known.callers.worth(SAVE) == 1.0
    assert known.last_new == 1


def test_what_runs_at_the_start_is_nobody_s_doing(running: Running):
    known = inner()
    known.note(SAVE)
    running.enter("Main", by="")
    known.gather(TARGET, 1)
    known.start_over()
    running.enter("Load", by="click Save")
    known.gather(TARGET, 2)
    assert known.callers is not None
    assert not known.callers.led


def drawn(known: Inner | None, seed: int) -> str:
    shown = screen()
    graph = Graph()
    graph.see(shown, candidates_of(shown, Policy("random"), around=lambda _c: None, allow_destructive=True), 0)  # type: ignore[arg-type]
    buttons = [c for c in offered(shown) if c.key in (SAVE, OPEN)]
    situation = Situation(shown, buttons, graph, Random(seed), Planner(graph), known)
    return situation.draw(buttons, [1.0] * len(buttons)).key


def test_it_is_drawn_oftener_by_that(running: Running):
    known = wired(running)
    assert known.callers is not None
    known.callers.credit(SAVE, 2)
    times = Counter(drawn(known, seed) for seed in range(400))
    assert times[SAVE] > 2 * times[OPEN] > 0


def test_without_a_runtime_the_dice_fall_as_before():
    assert [drawn(None, s) for s in range(100)] == [drawn(inner(), s) for s in range(100)]


def test_the_program_s_own_words_are_tried_one_after_another_and_none_where_there_are_none():
    shown = screen()
    field = next(c for c in offered(shown) if c.action == "type_text")
    words = ("VIP-7", "GOLD", "42", "37", "late")
    tried: Counter[str] = Counter()
    typed: list[str] = []
    for seed in range(300):
        choice = choice_of(field, shown, Random(seed), tried=tried, words=words)
        tried[choice.kind] += 1
        typed.append(choice.args["text"])
    assert set(words) <= set(typed)
    assert typed.index("VIP-7") < 60
    plain = [choice_of(field, shown, Random(seed)).args for seed in range(50)]
    assert plain == [choice_of(field, shown, Random(seed), words=()).args for seed in range(50)]


@pytest.mark.parametrize(
    ("name", "wanted", "share"),
    [
        ("Purpose", lambda text: not text.isascii(), 0.6),
        ("Purpose", lambda text: len(text) > 40, 0.4),
        ("Customs code", lambda text: re.fullmatch(r"\d{5}|AB-\d{4}", text), 0.9),
        ("Invoice address", lambda text: re.fullmatch(r"[\w.]+@example\.com", text), 0.6),
    ],
)
def test_a_program_s_own_words_keep_no_other_kind_of_text_from_a_field(
    name: str, wanted: Callable[[str], object], share: float
):
    shown = screen(name)
    field = next(c for c in offered(shown) if c.action == "type_text")
    words = tuple(f"Word{n}" for n in range(80))
    met = 0
    for seed in range(100):
        dice, tried = Random(seed), Counter[str]()
        typed = []
        for _ in range(8):
            choice = choice_of(field, shown, dice, tried=tried, words=words)
            tried[choice.kind] += 1
            typed.append(choice.args["text"])
        met += any(map(wanted, typed))
    assert met >= 100 * share


def test_words_are_values_that_a_person_would_type(monkeypatch: pytest.MonkeyPatch):
    strings = ("VIP-7", "--log", "{0:N2} pieces", "Views/Main.xaml", '",', "yyyy-MM-dd", "a\nb", "x" * 99, "Käthe")
    found = Literals(strings, (7.0, 1234.5), {"Shop.Rank": ("Gold", "Silver")})
    monkeypatch.setattr(inner_module.dotnet, "literals", lambda _: found, raising=False)
    assert words_of(Coverage((Path("shop.dll"),))) == ("VIP-7", "7", "1234.5", "Käthe", "Gold", "Silver")


def wired(running: Running, *wires: Wire) -> Inner:
    running.coverage = Coverage(_wires=wires)
    known = inner()
    known.gather(TARGET, 0)
    return known


def chosen(known: Inner, graph: Graph, seed: int) -> str:
    shown = screen()
    found = candidates_of(shown, Policy("random"), around=lambda _c: None, allow_destructive=True)  # type: ignore[arg-type,return-value]
    graph.see(shown, found, 0)
    return Novelty().choose(Situation(shown, found.candidates, graph, Random(seed), Planner(graph), known)).key


def test_what_calls_a_method_that_never_ran_comes_before_all_else_until_it_ran_or_was_done_twice(running: Running):
    known = wired(running, Wire(("Shop.Page", "Save"), "Save", "Click"), Wire(("Shop.Page", "Keys"), "Code", "KeyDown"))
    assert {chosen(known, Graph(), seed) for seed in range(20)} == {SAVE}
    known.note(SAVE)
    assert known.callers is not None
    assert known.callers.is_uncalled(SAVE)
    known.note(SAVE)
    assert not known.callers.is_uncalled(SAVE), "it calls it only under a condition"


def test_what_has_called_all_that_it_calls_is_rarer_but_where_its_like_led_on(running: Running):
    known = wired(running, Wire(("Shop.Page", "Show"), "Open", "Click"), Wire(("Shop.Page", "Show"), "Save", "Click"))
    assert known.callers is not None
    known.callers.see(offered(screen()))
    assert known.callers.is_uncalled(OPEN)
    known.note(OPEN)
    running.enter("Show", "Load", "Fill", "Draw", by="click Open")
    known.gather(TARGET, 1)
    assert not known.callers.is_uncalled(SAVE)
    assert known.callers.worth(SAVE) > 1.0, "another page may open"
    known.note(SAVE)
    known.gather(TARGET, 2)
    assert known.callers.worth(SAVE) < 1.0


def test_pages_come_first_while_the_program_has_controls_that_were_never_seen(running: Running):
    known = wired(running, Wire(("Shop.Page", "Save"), "Save", "Click")).callers
    elsewhere = wired(running, Wire(("Shop.Other", "Print"), "Print", "Click")).callers
    assert known is not None
    assert elsewhere is not None
    for callers in (known, elsewhere):
        callers.see(offered(screen()))
    assert (known.has_unseen, elsewhere.has_unseen) == (False, True)
