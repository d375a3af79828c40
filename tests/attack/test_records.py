"""A record or a ticket that somebody wrote by hand is read or refused: it shows no other file and ends no command."""

from __future__ import annotations

import base64
import json
import os
from typing import Any

import pytest

from tests.attack.conftest import Make
from tests.attack.entries import call, files
from tests.attack.program import NAME, Program

SESSION = "20260101-000000-000aa"
PRIVATE = b"MARKER of a private picture"
FACTS = {"session_id": SESSION, "started": "2026-01-01T00:00:00", "ended": "2026", "caller": "mcp", "profile": NAME,
         "target_spec": {"profile": NAME}, "client": {"name": "a"}, "outcome": "ended"}  # fmt: skip
STEP = {
    "n": 1, "time": "2026-01-01T00:00:00", "action": "click", "args": {}, "effect": "confirmed", "elapsed_ms": 3,
    "screen": "screens/0001.png", "uia": "uia/0001.txt", "target": {"pid": 1, "process": "a.exe"},
    "element": {"automation_id": "Go", "name": "Go", "control_type": "Button", "bounding_rect": [0, 0, 1, 1]},
    "selector": {"automation_id": "Go"}, "evidence": {"changed": [{"element": "x"}]},
    "findings": [{"oracle": "o", "ticket": "T", "severity": "error"}],
}  # fmt: skip
TICKET = {
    "id": "TICKET-1", "created": "2026-01-01T00:00:00Z", "title": "t", "summary": "s", "mode": "random",
    "oracle": "o", "signature": {"id": "s1", "strength": "weak", "facts": {}}, "actual": "a", "expected": "e",
    "session": SESSION, "evidence": [{"file": "screens/0001.png", "shows": "x"}],
    "environment": {**dict.fromkeys(("os", "os_build", "language", "desktop", "tool_version", "python"), ""),
                    "target": {"pid": 1, "process": "a.exe"}},
}  # fmt: skip
WRONG = [None, -1, 1e308, 10**250, "<script>alert(1)</script>", [], [None], [[]], {"": ""}, "../../../../private.png"]


def read_all(program: Program, facts: Any, step: Any, ticket: Any) -> tuple[str, str]:
    """What all commands say that read it, and the pages that they make."""
    session, folder = program.artifacts / "sessions" / SESSION, program.artifacts / "tickets" / SESSION / "TICKET-1"
    private = program.folder / "private.png"
    private.write_bytes(PRIVATE)
    for place, name, data in ((session, "session.json", facts), (session, "steps.jsonl", step),
                              (folder, "ticket.json", ticket)):  # fmt: skip
        (place / "screens").mkdir(parents=True, exist_ok=True)
        (place / name).write_text(json.dumps(data) + "\n")
        if not (link := place / "screens" / "0001.png").is_symlink():
            os.symlink(private, link)
    asked = [["sessions", "show", SESSION], ["sessions", "open", SESSION, "--print"],
             ["replay", "--file", str(session)],
             ["tickets", "show", str(folder)], ["tickets", "open", str(folder), "--print"],
             ["tickets", "list"]]  # fmt: skip
    said = "".join(call(program, [*words, *files(program)]) for words in asked)
    return said, "".join(p.read_text(encoding="utf-8") for p in program.artifacts.rglob("*.html"))


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_a_record_of_somebody_else_shows_no_other_file_and_ends_no_command(program: Make, wrong: Any) -> None:
    made = program('<Button x:Name="Go" Content="Go"/>')
    for number, whole in enumerate((FACTS, STEP, TICKET)):
        for key in whole:
            given: list[Any] = [FACTS, STEP, TICKET]
            given[number] = {**whole, key: wrong}
            said, pages = read_all(made, *given)
            assert "unexpected:" not in said, f"{key}: {said[:2000]}"
            assert "<script>alert" not in pages, key
            for told in (PRIVATE.decode(), base64.b64encode(PRIVATE).decode()[:20]):
                assert told not in said + pages, key
