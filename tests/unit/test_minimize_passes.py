from __future__ import annotations

from collections.abc import Sequence

import pytest

from wpfagent.core.errors import InvalidArgument, LaunchFailed
from wpfagent.runs.minimize.deleting import delete_blocks, delete_dependents, delete_single
from wpfagent.runs.minimize.forms import Knowledge, passes_of, run_passes
from wpfagent.runs.minimize.joining import join_steps
from wpfagent.runs.minimize.simple import keep_halves
from wpfagent.runs.minimize.steps import Item, beginnings, item_of, joined_menu, relied_on, saved_with
from wpfagent.runs.minimize.trials import Limits, Pass, Trial, Trials, Tries
from wpfagent.runs.minimize.values import simpler_numbers, simplify_values
from wpfagent.runs.minimize.ways import drop_idle, loops_of, needed_ways, shorten_way, shortest_way

FAILS, PASSES = Trial("fails"), Trial("passes")


def needs(*wanted: object):  # type: ignore[no-untyped-def]
    """A test that fails where all of these are there."""
    return lambda items: FAILS if set(wanted) <= set(items) else PASSES


def test_blocks_cost_few_trials_where_little_is_needed() -> None:
    trials = Trials(needs(17, 39), range(40))
    blocks: Pass[int] = delete_blocks()
    blocks(trials)
    delete_single(trials)
    assert trials.best == (17, 39)
    assert trials.count <= 15


def test_opening_and_closing_go_together() -> None:
    def test(items: Sequence[str]) -> Trial:
        open_ = False
        for at, item in enumerate(items):
            if item == "close" and not open_:
                return Trial("unresolved", stopped=at)
            if item != "close" and open_:
                return Trial("unresolved", stopped=at)
            open_ = item == "open"
        return FAILS if "crash" in items else PASSES

    trials = Trials(test, ("open", "close", "crash"))
    delete_single(trials)
    assert trials.best == ("open", "close", "crash")
    delete_dependents(trials)
    assert list(trials.best) == ["crash"]


def test_a_dialog_goes_with_all_the_steps_in_it() -> None:
    dialog = ["open", "name", "amount", "send", "confirm"]

    def test(items: Sequence[str]) -> Trial:
        left = dialog[:]
        for at, item in enumerate(items):
            if item in dialog and (not left or item != left.pop(0)):
                return Trial("unresolved", stopped=at)
        return FAILS if "crash" in items and len(left) in (0, 5) else PASSES

    trials = Trials(test, (*dialog, "crash"))
    delete_dependents(trials)
    assert list(trials.best) == ["crash"]


def test_what_had_no_effect_goes_in_one_trial() -> None:
    trials = Trials(needs(3, 9), range(10))
    drop_idle(lambda item: item in (0, 1, 2, 5))(trials)
    assert (trials.best, trials.count) == ((3, 4, 6, 7, 8, 9), 1)


def test_what_the_last_failing_trial_showed_as_idle_goes_too() -> None:
    def test(items: Sequence[int]) -> Trial:
        return Trial("fails", idle=frozenset(i for i, item in enumerate(items) if item < 3)) if 9 in items else PASSES

    trials = Trials(test, range(10))
    trials.fails(range(1, 10))
    idle: Pass[int] = drop_idle()
    idle(trials)
    assert trials.best == (3, 4, 5, 6, 7, 8, 9)


def test_the_shortest_recorded_way_is_tried_first() -> None:
    states = ["start", "list", "start", "list", "form", "list", "card", "card"]
    assert shortest_way(states) == [2, 5]
    assert shortest_way(["a", "b", "c", "d", "a", "d", "b", "d", "e"]) == [4, 7]
    trials = Trials(needs(5, 7), range(8))
    way: Pass[int] = shorten_way(states.__getitem__)
    way(trials)
    assert (trials.best, trials.count) == ((2, 5, 7), 1)


def test_a_guess_goes_over_what_the_last_step_relies_on_and_that_in_turn() -> None:
    pages = ["home", "form", "home", "list", "home", "card", "home", "form", "form"]
    relies: list[list[int]] = [[], [], [], [], [], [3], [], [], [5]]
    items = tuple("abcdefghi")
    (way,) = needed_ways(items, pages, relies, [{8}])
    assert way == ("c", "d", "e", "f", "g", "i")
    (alone,) = needed_ways(items, pages, [[]] * 9, [{8}])
    assert alone == ("g", "i")


def test_guesses_begin_with_the_last_step_and_the_last_uses_of_what_is_suspected() -> None:
    def step(n: int, name: str, *relies_on: int):  # type: ignore[no-untyped-def]
        recorded = {"n": n, "element": {"automation_id": name}, "relies_on": list(relies_on)}
        return item_of(n, {"tool": "click", "args": {}, "recorded": recorded})

    items = [step(11, "Pick"), step(12, "Name"), step(13, "Pick"), step(14, "Save", 12, 40), step(15, "Pick"),
             step(16, "Home")]  # fmt: skip
    assert relied_on(items) == [[], [], [], [1], [], []]
    assert beginnings(items, {"memory_growth": {"control": {"name": "Pick"}}})[0] == {2, 4}
    assert beginnings(items, {"entry_lost": {"field": {"name": "Name"}, "saved": {"name": "Save"}}})[0] == {1, 3, 4, 5}
    assert saved_with(items, {"entry_lost": {"field": {"name": "Name"}, "saved": {"name": "Save"}}}) == (1, 3)
    assert saved_with(items, {"entry_lost": {"field": {"name": "Name"}, "saved": {"name": "Other"}}}) == ()
    assert saved_with(items, {"memory_growth": {"control": {"name": "Pick"}}}) == ()
    assert beginnings(items, {}) == [{5}, {5}]
    failing = item_of(6, {"tool": "click", "args": {}, "recorded": {"n": 17, "findings": ["exit_code"]}})
    assert beginnings([*items, failing], {"memory_growth": {"control": {"name": "Pick"}}}) == [{6}, {6}]
    assert beginnings(items, {"nameless_control": {"control": "Button Pick"}}) == [{5}, {5}]


def test_what_was_entered_last_is_kept_behind_the_shortest_way() -> None:
    states = [*(["start", "list", "form"] * 40), "page", "page", "page"]
    trials = Trials(needs(121, 122), range(len(states)))
    way: Pass[int] = shorten_way(states.__getitem__)
    way(trials)
    assert (trials.best, trials.count) == ((117, 118, 119, 121, 122), 2)


def test_loops_are_cut_where_the_shortest_way_is_too_short() -> None:
    states = ["home", "list", "home", "form", "form", "form"]
    trials = Trials(needs(3, 5), range(6))
    way: Pass[int] = shorten_way(states.__getitem__)
    way(trials)
    assert set(trials.best) >= {3, 5}
    assert 0 not in trials.best
    assert loops_of(states) == [range(3, 5), range(2)] or loops_of(states) == [range(2), range(3, 5)]


def test_no_state_means_no_guess() -> None:
    trials = Trials(needs(1), range(5))
    shorten_way(lambda _: None)(trials)
    assert trials.count == 0


@pytest.mark.parametrize(("wanted", "left"), [((7,), (7,)), ((0, 1), (0, 1)), ((3, 4), tuple(range(8)))])
def test_halves_end_where_neither_half_fails(wanted: tuple[int, ...], left: tuple[int, ...]) -> None:
    trials = Trials(needs(*wanted), range(8))
    keep_halves(trials)
    assert trials.best == left


def test_the_last_steps_are_tried_once() -> None:
    trials = Trials(needs(8), range(10))
    run_passes(trials, passes_of("last:3", Knowledge()))
    assert (trials.best, trials.count) == ((7, 8, 9), 1)


@pytest.mark.parametrize("form", ["", "last", "last:0", "last:x", "all"])
def test_an_unknown_form_is_refused(form: str) -> None:
    with pytest.raises(InvalidArgument, match="form"):
        passes_of(form, Knowledge())


# -- values -----------------------------------------------------------------------------------------------------------


def simplified(text: str, wanted: str) -> str:
    def test(items: Sequence[str]) -> Trial:
        return FAILS if wanted in items[0] else PASSES

    trials = Trials(test, (text,))
    simplify_values(lambda item: [(item, str)])(trials)
    return trials.best[0]


@pytest.mark.parametrize(
    ("text", "wanted", "left"),
    [("anything at all", "", ""), ('say "hello"', '"', '"'), ("100 %", "%", "%"), ("xx12-34yy", "12-34", "12-34"),
     ("日本語テスト", "語", "語"), ("0123456789", "05", "0123456789")],
)  # fmt: skip
def test_a_text_gets_as_short_as_it_can(text: str, wanted: str, left: str) -> None:
    if wanted in text:
        assert simplified(text, wanted) == left


def test_a_text_that_must_be_long_gets_plain() -> None:
    trials = Trials(lambda items: FAILS if len(items[0]) >= 5 else PASSES, ("Tōkyō 東京",))
    simplify_values(lambda item: [(item, str)])(trials)
    assert trials.best == ("aaaaa",)


@pytest.mark.parametrize(("number", "wanted", "left"), [(150, 0, 0), (150, 1, 1), (150.5, 100, 100), (-7, -3, -7)])
def test_a_number_gets_smaller(number: float, wanted: float, left: float) -> None:
    def test(items: Sequence[float]) -> Trial:
        return FAILS if (items[0] >= wanted if wanted >= 0 else items[0] <= wanted) else PASSES

    trials = Trials(test, (number,))
    simplify_values(lambda item: [(item, float)])(trials)
    assert trials.best == (left,)


def test_simpler_numbers_are_never_larger() -> None:
    for number in (0, 1, -1, 0.5, 150, -2000, 1e9):
        assert all(abs(n) <= abs(number) and n != number for n in simpler_numbers(number))


# -- trials -----------------------------------------------------------------------------------------------------------


def test_an_outcome_is_asked_for_once_and_an_unresolved_one_until_it_ends_twice_at_the_same_item() -> None:
    asked: list[tuple[int, ...]] = []
    stopped = iter([0, 1, 1, 1])

    def test(items: Sequence[int]) -> Trial:
        asked.append(tuple(items))
        return Trial("unresolved", stopped=next(stopped)) if items[0] == 1 else PASSES

    trials = Trials(test, (0, 1, 2))
    for items in ((0,), (0,), (1, 2), (1, 2), (1, 2), (1, 2), (1, 2)):
        trials.fails(items)
    assert asked == [(0,), (1, 2), (1, 2), (1, 2)]


def test_n_of_m_tries_end_as_soon_as_they_are_decided() -> None:
    outcomes = iter([PASSES, FAILS, FAILS, PASSES, PASSES, PASSES])
    trials = Trials(lambda _: next(outcomes), (0, 1), tries=Tries(2, 4))
    assert trials.fails((1,))
    assert trials.count == 3
    assert not trials.fails((0,))
    assert trials.count == 6


def test_a_longer_list_is_never_the_best() -> None:
    trials = Trials(needs(1), (0, 1))
    assert trials.fails((1,))
    assert trials.fails((1, 2))
    assert trials.best == (1,)


def test_the_time_is_a_limit_too() -> None:
    class Clock:
        time = 0.0

        def now(self) -> float:
            self.time += 1
            return self.time

        def sleep(self, seconds: float) -> None:
            self.time += seconds

    trials = Trials(needs(0, 99), range(100), limits=Limits(None, 5.0), clock=Clock())
    stopped = run_passes(trials, passes_of("full", Knowledge()))
    assert stopped.reason == "5 s are used up"
    assert 1 <= trials.count <= 5


def test_an_error_keeps_the_best_so_far() -> None:
    def test(items: Sequence[int]) -> Trial:
        if len(items) < 5:
            raise LaunchFailed("It showed no window.")
        return needs(1)(items)  # type: ignore[no-any-return]

    trials = Trials(test, range(8))
    stopped = run_passes(trials, [delete_single])
    assert isinstance(stopped.error, LaunchFailed)
    assert len(trials.best) == 6


def test_neighbours_that_are_one_step_become_one_as_many_as_can_be() -> None:
    def joined(items: Sequence[str]) -> str | None:
        return "".join(items) if all(item.isdigit() for item in items) else None

    def test(items: Sequence[str]) -> Trial:
        return FAILS if "".join(items) == "a12b345c6" and "34" not in items else PASSES

    trials = Trials(test, list("a12b345c6"))
    join_steps(joined)(trials)
    assert trials.best == ("a", "12", "b", "345", "c", "6")
    kept = Trials(lambda items: FAILS if "1" in items else PASSES, list("12"))
    join_steps(joined)(kept)
    assert kept.best == ("1", "2"), "one step that does not do the same is not taken"


def in_menu(tool: str, name: str, *, kind: str = "MenuItem", place: int = 0, **recorded: object) -> Item:
    element = {"name": name, "automation_id": f"{name}Item", "control_type": kind}
    return item_of(
        place, {"tool": tool, "args": {"selector": {"name": name}}, "recorded": {"element": element} | recorded}
    )


def test_opening_menus_and_choosing_is_one_menu_action() -> None:
    steps = [
        in_menu("expand", "View", place=4, n=5, state="s1", page="p1"),
        in_menu("click", "Panels", place=5, n=6, state="s2", page="p2", consent=True).with_arg("button", "left"),
        in_menu("click", "Settings", place=6, n=7, state="s3", page="p3", findings=["crash"], method="InvokePattern"),
    ]
    made = joined_menu(steps)
    assert made is not None
    assert made.place == 6
    assert made.action == {
        "tool": "menu", "args": {"path": ["View", "Panels", "Settings"]},
        "recorded": {"n": 7, "state": "s1", "page": "p1", "findings": ["crash"], "consent": True},
    }  # fmt: skip


@pytest.mark.parametrize(
    "steps",
    [
        [in_menu("click", "Settings")],
        [in_menu("expand", "View"), in_menu("expand", "Panels")],
        [in_menu("expand", "Rows", kind="TreeItem"), in_menu("click", "Settings")],
        [in_menu("expand", "View"), in_menu("click", "OK", kind="Button")],
        [in_menu("expand", ""), in_menu("click", "Settings").with_arg("button", "right")],
    ],
    ids=["one step", "nothing chosen", "a tree", "a button", "the right button"],
)
def test_what_is_no_way_through_a_menu_stays_as_it_is(steps: list[Item]) -> None:
    assert joined_menu(steps) is None
