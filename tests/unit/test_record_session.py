"""The session writer: one folder a run, nothing twice, nothing half, a clear error when the disk is full."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from wpfagent.core.errors import StorageFailed
from wpfagent.core.model import Control, Picture, Rect, Snapshot
from wpfagent.safety.masking import Masks
from wpfagent.testing.record import session as session_module
from wpfagent.testing.record.read import read_session
from wpfagent.testing.record.session import SessionWriter

ROOT = Path(__file__).parents[2]


@pytest.fixture
def session(tmp_path: Path) -> Iterator[SessionWriter]:
    made = SessionWriter(str(tmp_path), {"caller": "library"})
    yield made
    made.close()


def picture(colour: str = "white") -> Picture:
    rect = Rect(0, 0, 40, 30)
    made = io.BytesIO()
    Image.new("RGB", (rect.width, rect.height), colour).save(made, "PNG")
    return Picture(made.getvalue(), rect.width, rect.height, rect, "test")


def facts(session: SessionWriter) -> dict[str, Any]:
    return dict(json.loads(Path(session.folder, "session.json").read_bytes()))


def everything(session: SessionWriter) -> str:
    return "".join(p.read_bytes().decode(errors="replace") for p in Path(session.folder).rglob("*.*"))


def test_a_step_is_on_the_disk_when_its_number_is_returned(session):
    assert session.next_number == 1
    assert session.step({"action": "click", "text": "至急"}) == 1
    (step,) = read_session(session.folder).steps
    assert (step["n"], step["action"], step["text"]) == (1, "click", "至急")


def test_half_a_character_is_written_as_an_escape(session):
    broken = "a\ud83d"
    session.step({"action": "click", "text": broken})
    session.log(broken)
    path = Path(session.folder, session.tree(Snapshot((Control("e1", name=broken),))))
    session.close({"reason": broken})
    assert read_session(session.folder).steps[0]["text"] == broken
    assert json.loads(path.read_bytes())["controls"][0]["name"] == broken
    assert facts(session)["reason"] == broken


def test_steps_of_several_threads_are_whole_and_numbered_once(session):
    def write() -> None:
        for _ in range(50):
            session.step({"action": "click", "text": "x" * 5_000})

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    read = read_session(session.folder)
    assert [s["n"] for s in read.steps] == list(range(1, 201))
    assert not read.torn


def test_two_sessions_of_one_second_get_folders_of_their_own(tmp_path, monkeypatch):
    ids = iter(["20261121-093005-aaaa", "20261121-093005-aaaa", "20261121-093005-bbbb"])
    monkeypatch.setattr(session_module, "new_session_id", lambda: next(ids))
    first, second = SessionWriter(str(tmp_path), {}), SessionWriter(str(tmp_path), {})
    assert (first.session_id, second.session_id) == ("20261121-093005-aaaa", "20261121-093005-bbbb")
    first.close()
    second.close()


def test_a_session_that_is_continued_counts_on_and_its_torn_line_stays_alone(tmp_path):
    first = SessionWriter(str(tmp_path), {}, "again")
    first.step({"action": "click"})
    first.close()
    with open(Path(first.folder, "steps.jsonl"), "ab") as file:
        file.write(b'{"n": 2, "act')
    second = SessionWriter(str(tmp_path), {}, "again")
    assert second.step({"action": "toggle"}) == 3
    second.close()
    read = read_session(second.folder)
    assert [s["n"] for s in read.steps] == [1, 3]
    assert read.torn


def test_a_closed_session_takes_no_more_steps(session):
    session.close({"outcome": "passed"})
    assert (facts(session)["outcome"], facts(session)["steps"]) == ("passed", 0)
    with pytest.raises(StorageFailed, match="closed"):
        session.step({})


def test_facts_can_be_saved_before_the_end(session):
    session.facts["tickets"] = [{"id": "T"}]
    assert "tickets" not in facts(session)
    session.save()
    assert facts(session)["tickets"] == [{"id": "T"}]


def test_what_an_ai_said_has_its_place(session):
    session.masks.add("hunter2", "PW")
    session.ai("calls", {"tool": "click", "arguments": {"text": "hunter2"}})
    session.ai("calls", {"tool": "toggle"})
    lines = [json.loads(line) for line in Path(session.folder, "ai", "calls.jsonl").read_text("utf-8").splitlines()]
    assert lines[0]["data"] == {"tool": "click", "arguments": {"text": "${secret:PW}"}}
    assert len(lines) == 2


def test_what_was_said_before_a_secret_was_known_is_masked_whatever_signs_end_a_line(session):
    session.ai("calls", {"text": "PW is hunter2\x85\u2028\u2029\x0b\x0c\x1c."})
    session.masks.add("hunter2", "PW")
    session.close()
    written = Path(session.folder, "ai", "calls.jsonl").read_text("utf-8")
    assert json.loads(written)["data"] == {"text": "PW is ${secret:PW}\x85\u2028\u2029\x0b\x0c\x1c."}


# -- pictures and trees ---------------------------------------------------------------------------------------------


def test_an_equal_picture_is_stored_once(session):
    first = session.screen("0001-after", picture(), None)
    assert first == "screens/0001-after.png"
    assert session.screen("0002-before", picture(), None) == first
    assert session.screen("0002-after", picture("black"), None) == "screens/0002-after.png"
    assert session.screen("0003-after", picture(), None) == first
    assert len(os.listdir(Path(session.folder, "screens"))) == 2


def test_a_picture_is_covered_where_its_tree_says_and_while_there_is_none(session):
    field = Snapshot((Control("e1", is_password=True, bounding_rect=Rect(10, 10, 10, 10)),))

    def covered(name: str, snapshot: Snapshot | None, colour: str) -> bool:
        path = Path(session.folder, session.screen(name, picture(colour), snapshot))
        with Image.open(path) as image:
            return image.convert("RGB").getpixel((15, 15)) != Image.new("RGB", (1, 1), colour).getpixel((0, 0))

    assert covered("1", field, "white")
    assert covered("2", None, "red")
    assert not covered("3", Snapshot(), "blue")
    assert session.cover.covered(picture(), field).png != picture().png


def test_an_equal_picture_that_must_be_covered_now_is_another_one(session):
    plain = session.screen("1", picture(), Snapshot())
    field = Snapshot((Control("e1", is_password=True, bounding_rect=Rect(10, 10, 10, 10)),))
    assert session.screen("2", picture(), field) != plain


def test_an_equal_tree_is_stored_once(session):
    first = session.tree(Snapshot((Control("e1", "A"),)))
    assert session.tree(Snapshot((Control("e1", "A"),))) == first
    assert session.tree(Snapshot((Control("e1", "B"),))) != first
    assert len(os.listdir(Path(session.folder, "uia"))) == 2


def test_a_tree_is_masked_again_when_a_secret_was_learned(session):
    snapshot = Snapshot((Control("e1", value="hunter2"),))
    session.tree(snapshot)
    session.masks.add("hunter2", "PW")
    path = Path(session.folder, session.tree(snapshot))
    assert "hunter2" not in path.read_text("utf-8")


def test_what_is_deferred_is_there_when_that_ends_and_looks_as_it_had_to_then(session):
    field = Snapshot((Control("e1", is_password=True, bounding_rect=Rect(10, 10, 10, 10)),))
    with session.deferring():
        paths = [session.screen("1", picture("white"), field), session.tree(field)]
        paths += [session.screen(str(i), picture(colour), Snapshot()) for i, colour in enumerate(("red", "blue"), 2)]
        assert session.screen("9", picture("red"), Snapshot()) == paths[2]
    assert all(Path(session.folder, path).exists() for path in paths)
    with Image.open(Path(session.folder, paths[0])) as image:
        assert image.convert("RGB").getpixel((15, 15)) != (255, 255, 255)


def test_what_cannot_be_written_later_is_told_later(session):
    Path(session.folder, "screens").rmdir()
    with pytest.raises(StorageFailed, match="cannot be written"), session.deferring():
        session.screen("1", picture(), None)
    Path(session.folder, "screens").mkdir()
    assert Path(session.folder, session.screen("2", picture("black"), None)).exists()


# -- secrets --------------------------------------------------------------------------------------------------------


def test_no_text_passes_the_masks(tmp_path):
    masks = Masks([r"\d{4}-\d{4}"])
    masks.add("hunter2", "PW")
    session = SessionWriter(
        str(tmp_path), {"variables": {"note": "hunter2"}, "target_spec": {"args": ["hunter2"]}}, masks=masks
    )
    session.step({"action": "click", "subject": "click 'HUNTER2'", "error": {"message": "1234-5678"}})
    session.log("typed hunter2")
    session.ai("prompts", "hunter2")
    session.tree(Snapshot((Control("e1", name="hunter2", value="1234-5678"),)))
    Path(session.folder, "app.stderr.log").write_bytes(b"boom hunter2 \x93\xfa\r\n")
    session.close({"reason": "hunter2"})
    found = everything(session)
    assert "hunter2" not in found.lower()
    assert "1234-5678" not in found
    assert Path(session.folder, "app.stderr.log").read_bytes() == b"boom ${secret:PW} \x93\xfa\r\n"


def test_a_killed_run_leaves_what_the_program_said_masked_up_to_its_last_step(session):
    """What it says goes past the masks, into a file that it goes on writing at its own place."""
    session.masks.add("hunter2", "PW")
    with open(Path(session.folder, "app.stderr.log"), "wb", buffering=0) as program:
        program.write(b"login hunter2 failed\r\nhalf a li")
        session.step({"action": "click"})
        assert b"hunter2" not in Path(session.folder, "app.stderr.log").read_bytes()
        program.write(b"ne hunter2\r\nfine\r\n")
        session.step({"action": "click"})
    said = Path(session.folder, "app.stderr.log").read_bytes()
    assert b"hunter2" not in said
    assert said.splitlines()[2] == b"fine"
    assert len(said) == len(b"login hunter2 failed\r\nhalf a line hunter2\r\nfine\r\n")


# -- storage --------------------------------------------------------------------------------------------------------


def test_a_file_in_place_of_the_folder_is_storage_failed(tmp_path):
    (tmp_path / "sessions").write_text("", encoding="utf-8")
    with pytest.raises(StorageFailed, match="cannot be written") as error:
        SessionWriter(str(tmp_path), {})
    assert error.value.exit_code == 2
    assert "--artifacts" in error.value.hint


def test_every_method_says_that_the_folder_is_gone(session):
    for name in ("screens", "uia"):
        Path(session.folder, name).rmdir()
    calls = (
        lambda: session.screen("1", picture(), None),
        lambda: session.picture("1", b""),
        lambda: session.tree(Snapshot()),
    )
    for call in calls:
        with pytest.raises(StorageFailed):
            call()


def write_until_full(folder: Path, *, limit: bool) -> str:
    """Fill a session in a process of its own; return what it says at the end."""
    code = textwrap.dedent(f"""
        import sys
        from wpfagent.core.errors import StorageFailed
        from wpfagent.core.model import Control, Snapshot
        from wpfagent.testing.record.session import SessionWriter
        if {limit}:
            import resource
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        session = SessionWriter(sys.argv[1], {{"caller": "library"}})
        done = 0
        try:
            while True:
                done = session.step({{"action": "click", "text": "至急" * 400}})
                session.tree(Snapshot((Control(f"e{{done}}", "x" * 2_000),)))
        except StorageFailed as error:
            print(done, error.code, error.message)
        try:
            session.close({{"reason": "x" * 500_000}})
        except StorageFailed:
            print("not closed")
    """)
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-W", "error", "-c", code, str(folder)],
        cwd=ROOT, capture_output=True, encoding="utf-8", check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def check_what_was_kept(artifacts: Path, said: str) -> None:
    assert said.endswith("not closed\n")
    count, code, message = said.split(" ", 2)
    assert code == "storage_failed"
    assert "cannot be written" in message
    (folder,) = (artifacts / "sessions").iterdir()
    read = read_session(folder)
    assert [s["n"] for s in read.steps] == list(range(1, len(read.steps) + 1))
    assert len(read.steps) in (int(count), int(count) + 1)
    assert not read.torn
    assert read.facts["caller"] == "library", "session.json is as it was before"
    for path in (*folder.rglob("*.json"), *folder.rglob("*.png")):
        json.loads(path.read_bytes())


@pytest.mark.skipif(sys.platform == "win32", reason="a limit on a file's size is a POSIX thing")
def test_a_file_that_may_not_grow_keeps_its_whole_lines(tmp_path):
    check_what_was_kept(tmp_path, write_until_full(tmp_path, limit=True))


@pytest.mark.skipif(sys.platform == "win32", reason="no small disk can be mounted here")
def test_a_full_disk_keeps_what_was_written(tmp_path):
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(tmp_path)], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip("mounting a small disk is not allowed here")
    try:
        said = write_until_full(tmp_path, limit=False)
        assert "No space left" in said
        check_what_was_kept(tmp_path, said)
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)
