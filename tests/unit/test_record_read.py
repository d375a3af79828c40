"""Sessions are read whatever state their folder is in, and found by little."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wpfagent.core.errors import FileInvalid, InvalidArgument
from wpfagent.testing.record.read import find_session, list_sessions, read_session
from wpfagent.testing.record.session import SessionWriter

STEP = {"n": 1, "time": "2026-11-21T09:30:06.000+01:00", "action": "click"}


def make(artifacts: Path, session_id: str, *, facts: dict[str, object] | None = None, steps: str = "") -> Path:
    folder = artifacts / "sessions" / session_id
    folder.mkdir(parents=True)
    if facts is not None:
        (folder / "session.json").write_text(json.dumps(facts), encoding="utf-8")
    if steps:
        (folder / "steps.jsonl").write_text(steps, encoding="utf-8")
    return folder


@pytest.mark.parametrize("cut", range(1, len(json.dumps(STEP))))
def test_a_cut_last_line_is_left_out_wherever_it_is_cut(tmp_path, cut):
    folder = make(tmp_path, "s", facts={}, steps=json.dumps(STEP) + "\n" + json.dumps(STEP)[:cut])
    read = read_session(folder)
    assert read.steps == (STEP,)
    assert read.torn


def test_a_line_cut_inside_a_character_is_left_out(tmp_path):
    folder = make(tmp_path, "s", facts={})
    (folder / "steps.jsonl").write_bytes(json.dumps(STEP).encode() + b'\n{"text": "\xe8\x87')
    assert read_session(folder).steps == (STEP,)


def test_a_whole_session_is_not_torn(tmp_path):
    read = read_session(make(tmp_path, "s", facts={"caller": "run"}, steps=json.dumps(STEP) + "\n"))
    assert not read.torn
    assert read.facts["caller"] == "run"


def test_a_last_line_that_lacks_only_its_end_counts(tmp_path):
    read = read_session(make(tmp_path, "s", facts={}, steps=json.dumps(STEP)))
    assert (read.steps, read.torn) == ((STEP,), False)


@pytest.mark.parametrize("broken", [None, "", "{", "[]", "\udcff"])
def test_without_facts_the_steps_tell_what_they_can(tmp_path, broken):
    folder = make(tmp_path, "20261121-093005-aaaa", steps=json.dumps(STEP) + "\n")
    if broken is not None:
        (folder / "session.json").write_text(broken, encoding="utf-8", errors="surrogateescape")
    read = read_session(folder)
    assert read.facts == {"session_id": "20261121-093005-aaaa", "started": STEP["time"]}
    assert list_sessions(tmp_path)[0].step_count == 1


def test_actions_are_apart_from_checks(tmp_path):
    check = {"n": 2, "check": "expected"}
    folder = make(tmp_path, "s", facts={}, steps=f"{json.dumps(STEP)}\n{json.dumps(check)}\n")
    assert read_session(folder).actions == (STEP,)


def test_a_folder_without_a_session_says_so(tmp_path):
    with pytest.raises(FileInvalid, match="no session"):
        read_session(tmp_path)


def test_a_writer_is_running_until_it_closes(tmp_path):
    session = SessionWriter(str(tmp_path), {})
    assert read_session(session.folder).state == "running"
    session.close()
    assert read_session(session.folder).state == "ended"


# -- the list -------------------------------------------------------------------------------------------------------


def test_the_newest_come_first_by_their_start_not_by_their_name(tmp_path):
    make(tmp_path, "b", facts={"started": "2026-11-21T09:00:00.000+01:00"})
    make(tmp_path, "a", facts={"started": "2026-11-21T09:00:00.500+01:00"})
    make(tmp_path, "c", facts={"started": "2026-11-21T08:30:00.000+00:00"})
    assert [e.session_id for e in list_sessions(tmp_path)] == ["c", "a", "b"]


def test_a_list_of_nothing(tmp_path):
    assert list_sessions(tmp_path / "none") == ()


def test_a_session_without_a_readable_start_is_listed_too(tmp_path):
    make(tmp_path, "x", facts={"started": "yesterday"})
    (tmp_path / "sessions" / "file.txt").write_text("", encoding="utf-8")
    (tmp_path / "sessions" / ".pruned-y").mkdir()
    assert [e.session_id for e in list_sessions(tmp_path)] == ["x"]


@pytest.fixture
def three(tmp_path: Path) -> Path:
    for hour, tail in ((9, "aaaa"), (9, "bbbb"), (10, "cccc")):
        make(tmp_path, f"20261121-{hour:02}3005-{tail}", facts={"started": f"2026-11-21T{hour:02}:30:05+00:00"})
    return tmp_path


def test_a_session_is_found_by_its_id_its_beginning_its_folder_or_as_the_last(three):
    wanted = three / "sessions" / "20261121-093005-bbbb"
    for text in (wanted.name, "20261121-093005-b", str(wanted)):
        assert find_session(three, text) == wanted
    assert find_session(three).name == find_session(three, "20261121-10").name == "20261121-103005-cccc"


def test_an_id_that_is_the_beginning_of_another_is_no_doubt(tmp_path):
    make(tmp_path, "one", facts={"started": ""})
    make(tmp_path, "one-more", facts={"started": ""})
    assert find_session(tmp_path, "one").name == "one"


def test_a_beginning_of_several_lists_them(three):
    with pytest.raises(InvalidArgument, match="2 sessions begin with") as error:
        find_session(three, "20261121-09")
    assert error.value.details["candidates"] == ["20261121-093005-bbbb", "20261121-093005-aaaa"]


def test_an_unknown_id_names_the_nearest(three):
    with pytest.raises(InvalidArgument) as error:
        find_session(three, "20261121-093005-bbbc")
    assert error.value.hint.startswith("Nearest: 20261121-093005-bbbb")


@pytest.mark.parametrize("text", ["", ".", "..", "zzz"])
def test_what_names_no_session_is_an_error(three, text):
    with pytest.raises(InvalidArgument):
        find_session(three, text)


def test_nothing_there_says_where_it_looked(tmp_path):
    with pytest.raises(InvalidArgument, match="sessions"):
        find_session(tmp_path)
