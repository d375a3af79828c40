"""Minimising with trials begun elsewhere: the same result and the same decisions as alone, in fewer waits."""

from __future__ import annotations

import random
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from wpfagent.runs.minimize.minimizing import Options, shrink
from wpfagent.runs.minimize.speculating import Ahead, Tried
from wpfagent.runs.minimize.steps import Item, Steps, item_of
from wpfagent.runs.minimize.trials import Trial


def steps_of(count: int) -> Steps:
    items = tuple(
        item_of(n, {"tool": "click", "args": {"selector": {"automation_id": f"b{n}"}}, "recorded": {"n": n}})
        for n in range(count)
    )
    return Steps(SimpleNamespace(path="x", data={}), items, (), ())  # type: ignore[arg-type]


class Program:
    """Fails when all that is needed was done; every third try of a flaky one passes all the same."""

    def __init__(self, steps: Steps, needed: set[int], *, flaky: bool = False) -> None:
        self.steps, self.needed, self.flaky = steps, needed, flaky
        self.signature: str | None = "s" * 8
        self.others: dict[str, str] = {}
        self.tries: dict[tuple[Item, ...], int] = {}
        self.here = 0

    def outcome(self, items: Sequence[Item]) -> Trial:
        self.tries[tuple(items)] = nth = self.tries.get(tuple(items), 0) + 1
        fails = self.needed <= {i.place for i in items} and not (self.flaky and nth % 3 == 1)
        return Trial("fails" if fails else "passes")

    def test(self, items: Sequence[Item]) -> Trial:
        self.here += 1
        return self.outcome(items)


class Desktops:
    """Other desktops: what was begun is done when it is asked for; some of it is lost."""

    def __init__(self, program: Program, free: int, lost: float = 0.0) -> None:
        self.program, self.free, self.lost = program, free, lost
        self.out = 0
        self.random = random.Random(1)

    def room(self) -> int:
        return self.free - self.out

    def begin(self, steps: Steps, items: Sequence[Item], signature: str) -> Any:
        self.out += 1
        desktops = self

        class Begun:
            def result(self) -> Tried | None:
                desktops.out -= 1
                return None if desktops.random.random() < desktops.lost else Tried(desktops.program.outcome(items))

            def cancel(self) -> None:
                desktops.out -= 1

        return Begun()


@pytest.mark.parametrize("free", [1, 3, 7])
@pytest.mark.parametrize("lost", [0.0, 0.5])
@pytest.mark.parametrize("needed", [{0}, {5, 11}, {2, 9, 10, 19}])
def test_the_result_and_the_decisions_are_those_of_one_desktop(free: int, lost: float, needed: set[int]) -> None:
    steps = steps_of(20)
    alone = shrink(Program(steps, needed))
    program = Program(steps, needed)
    ahead = Ahead(program, Desktops(program, free, lost), None)
    together = shrink(ahead)
    ahead.close()
    assert together.items == alone.items
    assert {i.place for i in together.items} == needed
    assert (together.trials, together.history) == (alone.trials, alone.history)
    if not lost:
        assert program.here < alone.trials
        assert ahead.used == alone.trials - program.here


def test_more_desktops_leave_less_to_wait_for() -> None:
    steps = steps_of(30)
    here = []
    for free in (0, 1, 3):
        program = Program(steps, {3, 17, 22})
        shrink(Ahead(program, Desktops(program, free), None))
        here.append(program.here)
    assert here[0] > here[1] >= here[2]


def test_a_failure_that_does_not_come_every_time_is_tried_several_times_at_once() -> None:
    steps = steps_of(6)
    program = Program(steps, {2}, flaky=True)
    desktops = Desktops(program, 4)
    ahead = Ahead(program, desktops, Options(times=5))
    assert ahead.test(steps.items) is not None
    assert ahead.begun >= 4, "all of the five tries are under way after the first was asked for"
    assert {asked[0] for asked in ahead._pending} == {steps.items}
    assert {i.place for i in shrink(Ahead(program, desktops, Options(times=5)), options=Options(times=5)).items} == {2}
