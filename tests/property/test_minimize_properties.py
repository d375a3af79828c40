"""What holds for every list and every way of failing."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from wpfagent.runs.minimize.deleting import delete_blocks, delete_single, find_integer
from wpfagent.runs.minimize.forms import Knowledge, full_form, passes_of, run_passes
from wpfagent.runs.minimize.trials import Limits, Pass, Test, Trial, Trials, Tries, without
from wpfagent.runs.minimize.ways import loops_of, shortest_way

FAILS, PASSES = Trial("fails"), Trial("passes")
NOTHING: Knowledge[int] = Knowledge()


@st.composite
def failures(draw: st.DrawFn) -> tuple[int, Test[int]]:
    """A list's length, and a deterministic test that the whole list fails, where steps may need others."""
    length = draw(st.integers(1, 30))
    places = st.integers(0, length - 1)
    ways = draw(st.lists(st.sets(places, min_size=1, max_size=4), min_size=1, max_size=3))
    needs = draw(st.dictionaries(places, places, max_size=6))
    needs = {late: early for late, early in needs.items() if early < late}
    salt = draw(st.integers(0, 1_000))
    spoilt = draw(st.booleans())

    def test(items: Sequence[int]) -> Trial:
        there = set(items)
        for at, item in enumerate(items):
            if item in needs and needs[item] not in there:
                return Trial("unresolved", stopped=at)
        failing = any(way <= there for way in ways)
        if spoilt and failing and len(items) < length:  # more of it may help or hinder
            failing = hash((salt, tuple(items))) % 4 != 0
        return FAILS if failing else PASSES

    return length, test


@given(failures())
def test_the_result_fails_is_1_minimal_never_longer_and_in_order(failure: tuple[int, Test[int]]) -> None:
    length, test = failure
    trials = Trials(test, range(length), limits=Limits(None))
    run_passes(trials, full_form(NOTHING))
    best = trials.best
    assert test(best).outcome == "fails"
    assert len(best) <= length
    assert list(best) == sorted(set(best))
    for at in range(len(best)):
        assert test(without(best, {at})).outcome != "fails", "one more could go"


@given(failures(), st.integers(0, 40))
def test_whenever_it_is_stopped_the_best_so_far_fails(failure: tuple[int, Test[int]], budget: int) -> None:
    length, test = failure
    asked = 0

    def stopped(items: Sequence[int]) -> Trial:
        nonlocal asked
        asked += 1
        if asked > budget:
            raise KeyboardInterrupt
        return test(items)

    trials = Trials(stopped, range(length), limits=Limits(None))
    run_passes(trials, full_form(NOTHING))
    assert test(trials.best).outcome == "fails"
    assert list(trials.best) == sorted(set(trials.best))


@given(failures(), st.integers(0, 60))
def test_the_budget_of_trials_is_kept(failure: tuple[int, Test[int]], budget: int) -> None:
    length, test = failure
    trials = Trials(test, range(length), limits=Limits(budget))
    stopped = run_passes(trials, full_form(NOTHING))
    assert trials.count <= budget
    assert test(trials.best).outcome == "fails"
    assert stopped.reason in ("", f"{budget} trials are used up")


@given(failures(), st.integers(0, 10_000), st.floats(0.2, 0.9), st.integers(1, 5))
def test_with_a_flaky_failure_nothing_is_claimed_that_was_not_seen(
    failure: tuple[int, Test[int]], seed: int, rate: float, of: int
) -> None:
    length, test = failure
    dice = random.Random(seed)
    seen: dict[tuple[int, ...], int] = {tuple(range(length)): of}

    def flaky(items: Sequence[int]) -> Trial:
        trial = test(items)
        if trial.outcome == "fails" and dice.random() > rate:
            return PASSES
        if trial.outcome == "fails":
            seen[tuple(items)] = seen.get(tuple(items), 0) + 1
        return trial

    tries = Tries((of + 1) // 2, of)
    trials = Trials(flaky, range(length), tries=tries, limits=Limits(None))
    run_passes(trials, full_form(NOTHING))
    for kept in trials.history:
        assert seen.get(kept, 0) >= tries.needed
    assert [len(h) for h in trials.history] == sorted((len(h) for h in trials.history), reverse=True)


@given(failures(), st.sampled_from(["halves", "last:1", "last:3", "last:100"]))
def test_the_simple_forms_keep_a_failing_piece(failure: tuple[int, Test[int]], form: str) -> None:
    length, test = failure
    trials = Trials(test, range(length), limits=Limits(None))
    run_passes(trials, passes_of(form, NOTHING))
    assert test(trials.best).outcome == "fails"
    assert trials.best == tuple(range(trials.best[0], trials.best[0] + len(trials.best)))


@given(failures(), st.data())
def test_what_comes_after_the_failure_goes_without_a_trial(failure: tuple[int, Test[int]], data: st.DataObject) -> None:
    length, test = failure

    def early(items: Sequence[int]) -> Trial:
        for count in range(1, len(items) + 1):
            if (trial := test(items[:count])).outcome == "fails":
                return Trial("fails", used=count)
        return trial if items else PASSES

    trials = Trials(early, range(length), limits=Limits(None))
    if not trials.fails(range(length)):
        return
    assert trials.count == 1
    assert test(trials.best).outcome == "fails"
    passes: list[Pass[int]] = [delete_blocks(), delete_single]
    for one in passes:
        one(trials)
        assert test(trials.best).outcome == "fails"


@given(st.integers(0, 500))
def test_find_integer_finds_the_border_with_few_questions(border: int) -> None:
    asked = []

    def holds(n: int) -> bool:
        asked.append(n)
        return n <= border

    assert find_integer(holds) == border
    assert len(asked) <= 3 + 2 * border.bit_length()


@given(st.lists(st.integers(0, 6) | st.none(), min_size=2, max_size=40))
def test_the_shortest_way_leads_along_recorded_steps(states: list[int | None]) -> None:
    way = shortest_way(states)
    assert way == sorted(set(way))
    ends = [0, *(i + 1 for i in way)]
    for end, start in zip(ends, [*way, len(states) - 1], strict=True):
        assert end == start or states[end] == states[start] is not None
    for loop in loops_of(states):
        assert len(way) <= len(states) - 1 - len(loop)


@given(st.lists(st.integers(0, 6) | st.none(), max_size=40))
def test_loops_begin_and_end_in_the_same_state_and_do_not_overlap(states: list[int | None]) -> None:
    loops = loops_of(states)
    covered = [i for loop in loops for i in loop]
    assert len(covered) == len(set(covered))
    for loop in loops:
        assert states[loop.start] == states[loop.stop] is not None
