"""Signing in to a stranger's program: the password is in no file and no picture, and can be replayed by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from running_app import RunningApp

import wpfagent
from wpfagent.model import Rect
from wpfagent.record.covering import COLOUR
from wpfagent.record.read import find_session, read_session

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
