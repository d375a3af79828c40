"""What stays behind refs: what was seen lately; the ref itself is remembered for longer."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest

from wpfagent.desktops.base import Budget
from wpfagent.desktops.uia.refs import LEAST_KEPT, LOOKS, SIZES_KEPT, Refs

pytestmark = pytest.mark.windows
EVERYTHING = Budget(elements=100_000, time_s=60)
LINES, PAGES = 400, 12
PID = 7
BUTTON = (50_000, "", "Button")


class Element:
    """Stands for a live element."""


def look(refs: Refs, page: int, count: int) -> list[str]:
    given = [refs.keep(PID, (page, n), BUTTON, Element()) for n in range(count)]  # type: ignore[arg-type]
    refs.looked(PID, set(given))
    return given


def kept(refs: Refs, given: list[str]) -> int:
    return sum(refs.element(PID, ref) is not None for ref in given)


@pytest.fixture
def refs() -> Refs:
    return Refs()


def test_a_page_that_was_not_seen_for_some_looks_is_let_go(refs):
    first = look(refs, 0, LEAST_KEPT)
    pages = [look(refs, page, LEAST_KEPT) for page in range(1, SIZES_KEPT + 1)]
    assert kept(refs, first) == 0
    assert all(kept(refs, page) == LEAST_KEPT for page in pages)


def test_what_is_let_go_is_freed(refs):
    element: Any = Element()
    alive = weakref.ref(element)
    refs.keep(PID, (0, 0), BUTTON, element)
    del element
    for page in range(1, SIZES_KEPT + 1):
        look(refs, page, LEAST_KEPT)
    gc.collect()
    assert alive() is None


def test_what_is_seen_again_and_again_stays(refs):
    for page in range(1, 20):
        staying = look(refs, 0, 10)
        look(refs, page, LEAST_KEPT - 10)
    assert kept(refs, staying) == 10


def test_a_dialog_that_is_read_alone_lets_nothing_go_of_its_large_owner(refs):
    owner = look(refs, 0, 10_000)
    for page in range(1, LOOKS):
        look(refs, page, 50)
    assert kept(refs, owner) == 10_000


def test_few_elements_are_kept_however_many_small_looks_follow(refs):
    first = look(refs, 0, 5)
    for page in range(1, 20):
        look(refs, page, 5)
    assert kept(refs, first) == 5


def test_an_element_that_was_let_go_has_the_same_ref_when_it_is_seen_again(refs):
    first = look(refs, 0, LEAST_KEPT)
    for page in range(1, SIZES_KEPT + 1):
        look(refs, page, LEAST_KEPT)
    assert kept(refs, first) == 0
    assert look(refs, 0, LEAST_KEPT) == first


def test_what_the_last_look_did_not_meet_is_dropped_when_that_is_asked_for(refs):
    first, last = look(refs, 0, 10), look(refs, 1, 10)
    found = refs.keep(PID, (2, 0), BUTTON, Element())
    refs.forget(PID, unseen=True)
    assert (kept(refs, first), kept(refs, last), kept(refs, [found])) == (0, 10, 1)
    assert look(refs, 0, 10) == first


def test_nothing_grows_without_end():
    refs = Refs(limit=100)
    given = [refs.keep(PID, (0, n), BUTTON, Element()) for n in range(1_000)]  # type: ignore[arg-type]
    for ref in given:
        refs.keep_access_key(PID, ref, "Save", "Alt+S")
    process = refs._processes[PID]
    kept = (process.by_key, process.elements, process.access_keys, process.met)
    assert [len(each) for each in kept] == [100] * 4


def test_a_program_is_not_kept_from_freeing_the_pages_that_it_left(desktop, start):
    program = start("--pages", str(LINES))
    for _ in range(PAGES):
        program.act(program.find("Next"), "invoke")
        assert len(desktop.snapshot(program.windows(), budget=EVERYTHING)) > LINES
    held = int(program.status().removeprefix("held "))
    # The page that shows is not counted.
    assert held <= SIZES_KEPT + 1
    desktop.forget(program.pid, unseen=True)
    program.act(program.find("Next"), "invoke")
    assert program.status() == "held 1"
