"""Steps kept by screens and by controls, with new ways over what is kept."""

from __future__ import annotations

from collections.abc import Sequence

from wpfagent.runs.minimize.grouping import TIRED, keep_groups, screens_of
from wpfagent.runs.minimize.routes import Map, Move, new_ways
from wpfagent.runs.minimize.trials import Trial, Trials

PAGES = ("home", "list", "form", "card", "note")
Step = tuple[int, str, str, str]
"""Its place, its control, the page it is performed on, the page that it shows."""


def recording(*done: tuple[str, str]) -> list[Step]:
    """Steps by page and control; `go X` shows page X."""
    return [(i, control, page, control.removeprefix("go ") if control.startswith("go ") else page)
            for i, (page, control) in enumerate(done)]  # fmt: skip


def long_recording() -> list[Step]:
    """Each page is visited twice and its four buttons are used there; it ends at home."""
    done: list[tuple[str, str]] = []
    for visit in range(2):
        for here, there in zip(PAGES, (*PAGES[1:], "home"), strict=True):
            done += [(here, f"{here} {n}") for n in range(4) for _ in range(1 + visit)]
            done.append((here, f"go {there}"))
    return recording(*done, ("home", "end"))


class Program:
    """Fails at the end where all that is needed was used so often; a page is only left by what is there."""

    def __init__(self, needed: dict[str, int], broken: Sequence[int] = ()) -> None:
        self.needed = needed
        self.broken = broken

    def test(self, steps: Sequence[Step]) -> Trial:
        here, used = "home", []
        for at, (place, control, page, shows) in enumerate(steps):
            if page != here or place in self.broken:
                return Trial("unresolved", stopped=at)
            here = shows
            used.append(control)
        failed = used[-1:] == ["end"] and all(used.count(n) >= often for n, often in self.needed.items())
        return Trial("fails" if failed else "passes")


def kept(steps: list[Step], program: Program) -> tuple[list[str], int]:
    moves = [Move(page, "main") for _, _, page, _ in steps]

    def way(wanted: set[int], barred: set[int]) -> tuple[int, ...]:
        known = Map(moves, [name for _, name, _, _ in steps], barred)
        return next(iter(new_ways(known, [[]] * len(steps), wanted)), ())

    trials: Trials[Step] = Trials(program.test, steps)
    for groups in ([page for _, _, page, _ in steps], [name for _, name, _, _ in steps]):
        keep_groups(steps, way, groups)(trials)
    return [name for _, name, _, _ in trials.best], trials.count


def test_of_what_was_done_on_many_pages_one_button_is_left_and_the_way_to_it() -> None:
    steps = long_recording()
    names, count = kept(steps, Program({"card 2": 3}))
    assert [n for n in names if not n.startswith("go ")] == ["card 2"] * 3 + ["end"]
    assert len(names) == 4 + len(PAGES)
    assert count < len(PAGES) + 12


def test_what_is_needed_on_two_pages_is_found_too() -> None:
    names, _ = kept(long_recording(), Program({"list 1": 1, "note 3": 2}))
    used = [n for n in names if not n.startswith("go ")]
    assert {"list 1", "note 3", "end"} <= set(used)
    assert len(set(used)) <= 4


def test_another_way_is_asked_for_where_one_cannot_be_gone() -> None:
    steps = long_recording()
    first = next(i for i, name, _, _ in steps if name == "go list")
    names, _ = kept(steps, Program({"list 0": 1}, broken=[first]))
    assert [n for n in names if not n.startswith("go ")][-1] == "end"
    assert "list 0" in names
    assert len(names) < len(steps) / 4


def test_it_gives_up_where_nothing_comes_of_it() -> None:
    steps = long_recording()
    everything = {name: 1 for _, name, _, _ in steps}
    names, count = kept(steps, Program(everything | {"home 0": 3, "list 0": 3, "form 0": 3, "card 0": 3, "note 0": 3}))
    assert len(names) >= len(set(names))
    assert count <= TIRED * 3


def test_a_list_that_is_not_of_the_recording_is_left_alone() -> None:
    steps = long_recording()
    trials: Trials[Step] = Trials(Program({}).test, [*steps, (99, "other", "home", "home")])
    keep_groups(steps, lambda _wanted, _barred: (), [s[2] for s in steps])(trials)
    assert trials.count == 0


def test_pages_on_which_one_control_was_used_are_one_screen() -> None:
    pages = ["list", "list open", "form", None, "list open"]
    controls = ["filter", "filter", "name", "filter", "rows"]
    screens = screens_of(pages, controls, [False] * 5)
    assert screens[0] == screens[1] == screens[4] != screens[2]
    assert screens[3] is None
    assert screens_of(["a", "b"], [None, None], [False, False]) == ["a", "b"]


def test_what_is_entered_or_opened_shows_the_same_screen() -> None:
    screens = screens_of(["form", "form open", "list"], ["part", "box", "rows"], [True, False, False])
    assert screens[0] == screens[1] != screens[2]
