"""A long recording is shrunk from the short ways that its record suggests, before it is replayed whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wpfagent.runs.minimize.minimizing import shrink
from wpfagent.runs.minimize.replaying import Replays
from wpfagent.runs.minimize.steps import Item, Steps
from wpfagent.runs.minimize.trials import Trial
from wpfagent.runs.replay_file import parse_recording


def clicked(n: int, page: str, name: str, **recorded: Any) -> dict[str, Any]:
    seen = {"n": n, "effect": "confirmed", "page": f"Main:{page}", "state": page, "element": {"name": name}, **recorded}
    return {"tool": "click", "args": {"selector": {"name": name}}, "recorded": seen}


def shown(item: Item) -> str:
    args = item.action["args"]
    return str(args["path"][-1] if "path" in args else args["selector"]["name"])


class Program(Replays):
    """Fails at `Book` or `Exit` where `Save` was used so often; the list leads to the form and back.

    Args:
        actions: what was recorded.
        saves: so often.
        named: whether `Save` is disabled before `Name` was used.
    """

    def __init__(self, actions: Sequence[dict[str, Any]], saves: int = 1, *, named: bool = False) -> None:
        self.saves, self.named = saves, named
        self.steps = Steps.of(parse_recording({"version": 1, "actions": list(actions)}, "repro.actions.json"))
        self.signature = "s"
        self.tried: list[int] = []

    def test(self, items: Sequence[Item]) -> Trial:
        self.tried.append(len(items))
        here, saved = "list", 0
        for at, item in enumerate(items):
            if shown(item) != "Exit" and here != ("list" if shown(item) in ("Find", "Open") else "form"):
                return Trial("unresolved", stopped=at)
            if shown(item) == "Save" and self.named and "Name" not in map(shown, items[:at]):
                return Trial("unresolved", stopped=at)
            here = {"Open": "form", "Back": "list"}.get(shown(item), here)
            saved += shown(item) == "Save"
            if shown(item) in ("Book", "Exit") and saved >= self.saves:
                return Trial("fails", used=at + 1)
        return Trial("passes")


def recorded_run() -> list[dict[str, Any]]:
    made = [clicked(0, "list", "Find")]
    for visit in range(8):
        first = 1 + visit * 4
        made += [clicked(first, "list", "Open"), clicked(first + 1, "form", "Name"), clicked(first + 2, "form", "Save"),
                 clicked(first + 3, "form", "Back")]  # fmt: skip
    return [*made, clicked(40, "list", "Open"), clicked(41, "form", "Book", relies_on=[31]),
            clicked(42, "form", "Book", findings=["crash"])]  # fmt: skip


def test_a_short_way_that_fails_early_is_the_beginning() -> None:
    program = Program(recorded_run())
    made = shrink(program)
    assert [shown(i) for i in made.items] == ["Open", "Save", "Book"]
    assert (made.outcome, made.failed, made.tried) == ("minimised", 1, 1)
    assert max(program.tried) < made.before / 2
    assert made.trials == len(program.tried)
    assert [len(found) for found in made.history] == sorted((len(found) for found in made.history), reverse=True)
    assert len(made.history[0]) == made.before


def test_what_was_done_on_the_screen_before_a_step_that_cannot_be_performed_may_allow_it() -> None:
    program = Program(recorded_run(), named=True)
    made = shrink(program)
    assert [shown(i) for i in made.items] == ["Open", "Name", "Save", "Book"]
    assert (program.tried[5], made.trials) == (5, 17)  # 46 without that


def test_what_only_shows_at_the_end_is_looked_for_screen_by_screen() -> None:
    leaving = {"tool": "menu", "args": {"path": ["File", "Exit"]}, "recorded": {"findings": ["process_survives"]}}
    run = [*recorded_run()[:-2], leaving]
    program = Program(run, saves=3)
    made = shrink(program)
    assert [shown(i) for i in made.items] == ["Open", "Save", "Save", "Save", "Exit"]
    assert max(program.tried) < made.before
    assert made.trials < 23  # 28 without that


def test_where_the_last_steps_are_enough_nothing_else_is_tried_first() -> None:
    leaving = {"tool": "menu", "args": {"path": ["File", "Exit"]}, "recorded": {"findings": ["process_survives"]}}
    program = Program([*recorded_run()[:-2], leaving], saves=0)
    made = shrink(program)
    assert program.tried[0] == 1
    assert [shown(i) for i in made.items] == ["Exit"]
    assert made.trials < 4


def test_where_the_record_suggests_nothing_the_whole_is_replayed_after_the_last_steps() -> None:
    run = recorded_run()
    for action in run:
        action["recorded"] = {}
    program = Program(run)
    made = shrink(program)
    assert program.tried[:4] == [1, 2, 3, made.before]
    assert [shown(i) for i in made.items] == ["Open", "Save", "Book"]
