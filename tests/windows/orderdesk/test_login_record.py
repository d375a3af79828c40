"""Signing in to a stranger's program: the password is in no file and no picture, and can be replayed by name."""

from __future__ import annotations

import html
import io
import json
import urllib.parse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from running_app import RunningApp

import wpfagent
from wpfagent.core.model import Rect
from wpfagent.entries.cli import main
from wpfagent.safety.covering import COLOUR
from wpfagent.testing.record.read import find_session, read_session

WRONG = "Wr0ng-pässwörd"


def test_a_login_is_recorded_without_its_passwords(
    orderdesk: Callable[..., RunningApp], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WPF_AGENT_SECRET_DESK", "demo")
    program = orderdesk("--login", "--rows", "10")
    artifacts = tmp_path / "artifacts"
    with wpfagent.connect(pid=program.pid, artifacts=str(artifacts)) as app:
        app.type_text(automation_id="LoginPassword", text=WRONG)
        place = app.find(automation_id="LoginPassword").bounding_rect
        assert place is not None
        app.click(automation_id="LoginOk")
        app.wait_for(automation_id="LoginMessage", until={"regex": "."})
        app.type_text(automation_id="LoginUser", text="demo")
        app.type_text(automation_id="LoginPassword", secret="DESK")
        app.click(automation_id="LoginOk")
        app.wait_window("OrderDesk", timeout_ms=20_000)
        app.list_controls()
    program.wait_event("data_loaded", timeout_s=20)  # it let us in
    session = read_session(find_session(artifacts))
    for path in session.folder.rglob("*.*"):
        if path.suffix != ".png":
            assert WRONG not in path.read_text(encoding="utf-8"), path.name
    typed = [s for s in session.steps if s["action"] == "type_text"]
    assert typed[0]["args"]["text"] == "${secret:PASSWORD}"
    assert typed[2]["args"]["secret"] == "DESK"
    clicked = next(s for s in session.steps if s["action"] == "click")
    with Image.open(session.folder / clicked["screen"]["before"]) as image:
        shown, taken = image.convert("RGB"), Rect(*clicked["screen_rects"]["before"])
    x, y = place.center
    assert shown.getpixel((x - taken.x, y - taken.y)) == COLOUR


def forms_of(secret: str) -> list[bytes]:
    """The ways in which a secret may stand in a file."""
    shown = (secret, json.dumps(secret)[1:-1], urllib.parse.quote(secret), html.escape(secret))
    return [form.encode(coding) for form in shown for coding in ("utf-8", "utf-16-le")]


def test_a_failed_login_is_a_ticket_without_its_password_and_replays_by_name(
    orderdesk_program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    artifacts = tmp_path / "artifacts"
    given = {"exe": str(orderdesk_program), "args": ["--login", "--data", str(tmp_path / "data")], "mode": "launch"}
    steps: list[dict[str, Any]] = [
        {"action": "type_text", "selector": {"automation_id": "LoginUser"}, "args": {"text": "demo"}},
        {"action": "type_text", "selector": {"automation_id": "LoginPassword"}, "args": {"text": WRONG}},
        {"action": "click", "selector": {"automation_id": "LoginOk"}, "timeout_ms": 2_000,
         "expected": {"selector": {"automation_id": "LoginMessage"}, "text_equals": "Welcome"}},
    ]  # fmt: skip
    path = tmp_path / "login.json"
    path.write_text(json.dumps({"id": "login", "target_spec": given, "steps": steps}), encoding="utf-8")
    common = ("--artifacts", str(artifacts))
    said = ""

    def call(*words: str) -> int:
        nonlocal said
        code = main([*words, *common])
        printed = capsys.readouterr()
        said += printed.out + printed.err
        return code

    assert call("scenario", "run", str(path), "--json") == 1
    (folder,) = (artifacts / "tickets").glob("*/TICKET-*")
    assert call("replay", "--file", str(folder)) == 2
    assert "WPF_AGENT_SECRET_PASSWORD" in said
    monkeypatch.setenv("WPF_AGENT_SECRET_PASSWORD", WRONG)
    assert call("replay", "--file", str(folder)) == 1
    monkeypatch.delenv("WPF_AGENT_SECRET_PASSWORD")
    lines = [
        {"tool": s["action"], "args": {"selector": s["selector"], "timeout_ms": 300, **s.get("args", {})}}
        for s in steps
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(json.dumps(line) + "\n" for line in lines)))
    assert call("run", "--exe", str(orderdesk_program), "--json") in (0, 3)
    assert call("sessions", "show", "--last") == 0
    assert call("tickets", "show", "--last", "--json") == 0
    assert [form for form in forms_of(WRONG) if form in said.encode()] == []
    kept = {file.name: file.read_bytes() for file in artifacts.rglob("*.*") if file.is_file()}
    assert [name for name, data in kept.items() if any(form in data for form in forms_of(WRONG))] == []
