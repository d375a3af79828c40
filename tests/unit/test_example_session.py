"""The example session of the documentation is a whole record and a whole ticket, and says nothing about a computer."""

from __future__ import annotations

import re
from pathlib import Path

from wpfagent.testing.record.read import read_session
from wpfagent.testing.tickets.complete import missing_parts

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "example_session"
FILES = sorted(p for p in FOLDER.rglob("*") if p.is_file() and p.parent != FOLDER)
AT_MOST = 600 * 1024
PLACES = re.compile(r"[\\/](?:work|home|root|tmp|users|mnt|appdata)[\\/]|\b[D-Z]:[\\/]", re.IGNORECASE)
PICTURES = re.compile(r"data:image/[^\"')]+")


def text_of(path: Path) -> str:
    return PICTURES.sub("", path.read_text(encoding="utf-8"))


def test_every_file_has_a_row() -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    missing = [p.relative_to(FOLDER).as_posix() for p in FILES if p.relative_to(FOLDER).as_posix() not in page]
    assert [name for name in missing if not name.startswith("session/uia/")] == []
    assert "session/uia/" in page


def test_it_is_a_whole_record() -> None:
    session = read_session(FOLDER / "session")
    assert not session.torn
    assert (session.facts["outcome"], session.facts["steps"]) == ("failed", len(session.steps))
    named = {path for step in session.steps for kind in ("screen", "uia") for path in step.get(kind, {}).values()}
    assert {p.relative_to(FOLDER / "session").as_posix() for p in FILES if p.parent.name in ("screens", "uia")
            if FOLDER / "session" in p.parents} == named  # fmt: skip


def test_it_is_a_whole_ticket() -> None:
    assert missing_parts(FOLDER / "ticket") == []


def test_it_is_small() -> None:
    assert sum(p.stat().st_size for p in FILES) <= AT_MOST


def test_it_names_no_place_of_a_computer_and_so_no_person() -> None:
    texts = {p.relative_to(FOLDER).as_posix(): text_of(p) for p in FILES if p.suffix != ".png"}
    assert {name: PLACES.findall(text) for name, text in texts.items() if PLACES.search(text)} == {}
    assert "${redacted}" in texts["session/app.stderr.log"]
    assert all(PLACES.search(place) for place in (r"C:\Users\ann\x", "/home/ann/x", r"Z:\x"))
