"""Records for the tests of the search: a session as its writer leaves it, with trees and pictures."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wpfagent import SessionWriter
from wpfagent.testing.search.searching import Search


def record(
    artifacts: Path,
    texts: Sequence[str] = (),
    *,
    shown: Sequence[str] = (),
    profile: str | None = None,
    ended: bool = True,
    session_id: str | None = None,
) -> Path:
    """Write a session with a step for each text, and a tree with a picture for each text that was on screen."""
    facts: dict[str, Any] = {"caller": "scenario"} | ({"profile": profile} if profile else {})
    writer = SessionWriter(str(artifacts), facts, session_id)
    folder = Path(writer.folder)
    for number, text in enumerate(shown, 1):
        (folder / "uia" / f"{number:016x}.json").write_text(tree(text), encoding="utf-8")
        (folder / "screens" / f"{number:04d}-after.png").write_bytes(b"no picture")
        evidence = {"uia": {"after": f"uia/{number:016x}.json"}, "screen": {"after": f"screens/{number:04d}-after.png"}}
        writer.step({"action": "click", "subject": "click Button", **evidence})
    for text in texts:
        writer.step({"action": "type_text", "subject": text})
    if ended:
        writer.close({"outcome": "passed"})
    else:
        writer._marker.release()
    return folder


def tree(text: str) -> str:
    control = {"name": text, "automation_id": "Status", "value": None, "control_type": "Text"}
    return json.dumps({"windows": [{"title": "Desk"}], "controls": [control]}, ensure_ascii=False)


def file_ticket(artifacts: Path, session: str, title: str, *, ticket_id: str = "TICKET-20261122-065639-b3a3") -> Path:
    folder = artifacts / "tickets" / session / ticket_id
    (folder / "screens").mkdir(parents=True)
    (folder / "uia").mkdir()
    (folder / "uia" / "before.json").write_text(tree(f"before {title}"), encoding="utf-8")
    (folder / "screens" / "before.png").write_bytes(b"")
    (folder / "app.log").write_text(f"the program wrote {title}\n", encoding="utf-8")
    (folder / "scenario.yaml").write_text(f"title: {title}\n", encoding="utf-8")
    facts = {"id": ticket_id, "title": title, "created": "2026-11-22T06:56:39+00:00", "steps": [{"n": 4}]}
    (folder / "ticket.json").write_text(json.dumps(facts), encoding="utf-8")
    return folder


def found(artifacts: Path, query: str, **more: Any) -> list[tuple[str, str]]:
    """Kind and file name of each hit."""
    page = Search(artifacts).text(query, more.pop("scope", str(artifacts)), **more)
    return [(h.kind, Path(h.path).name) for h in page.hits]
