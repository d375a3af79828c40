"""Nothing destructive is done by random use, whatever a program calls it; and little that is harmless is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.simulated.explore.caption_program import CaptionProgram, screens
from tests.simulated.explore.captions import FILES, false_refusals, misses, read_captions, read_set_aside


def test_the_lists_are_large_and_share_no_caption() -> None:
    first, second = map(read_captions, FILES)
    for truth in ("destructive", "harmless"):
        assert sum(c.truth == truth for c in first) >= 150
    assert not {str(c) for c in first} & {str(c) for c in second}


@pytest.mark.parametrize("file", FILES)
def test_no_destructive_caption_is_missed(file: str) -> None:
    assert [str(c) for c in misses(read_captions(file))] == []


def test_hardly_any_harmless_caption_is_refused() -> None:
    """`Format` alone may be a disk's; "Trash collection day" begins as a command does."""
    assert {str(c) for c in false_refusals(read_captions(FILES[0]))} <= {"Format", "Trash collection day"}
    assert false_refusals(read_captions(FILES[1])) == []


def test_of_captions_with_their_source_hardly_any_is_judged_wrongly() -> None:
    captions = read_set_aside()
    seen = {c.text for file in FILES for c in read_captions(file)}
    assert len({c.text for c in captions} - seen) >= 300
    destructive = sum(c.truth == "destructive" for c in captions)
    assert len(misses(captions)) <= 0.01 * destructive
    assert len(false_refusals(captions)) <= 0.03 * (len(captions) - destructive)


def test_random_use_performs_what_is_harmless_and_nothing_destructive(tmp_path: Path) -> None:
    """Every program is used for a while; the whole count is made by scripts/bench_safety.py."""
    harmless = left = 0
    for number, borne in enumerate(screens(read_captions(FILES[0]))):
        folder = tmp_path / str(number)
        folder.mkdir()
        program = CaptionProgram(folder, borne)
        program.write()
        program.explore(30, seed=number)
        program.use_wildly(30, seed=number)
        assert [str(c) for c in program.done("destructive")] == []
        assert program.ended == 0
        harmless += len(program.done("harmless"))
        left += len(program.left_alone("harmless"))
    assert harmless > left


@pytest.mark.parametrize("number", [0, 1])
def test_the_programs_do_what_their_captions_say_once_it_is_allowed(tmp_path: Path, number: int) -> None:
    program = CaptionProgram(tmp_path, list(screens(read_captions(FILES[0])))[number], allowed=True)
    program.write()
    program.explore(150, seed=1)
    program.use_wildly(150, seed=1)
    assert len(program.left_alone("destructive")) <= 2
