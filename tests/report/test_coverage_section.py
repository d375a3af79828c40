"""The page of a random exploration shows what was reached, without a network and without trusting the file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wpfagent.testing.record.session import SessionWriter
from wpfagent.testing.report import session_report

COVERAGE = {
    "states": [
        {"id": "aaa", "number": 1, "title": "Orders", "step": 0, "visits": 3, "actions": 4, "tried": 2},
        {"id": "bbb", "number": 2, "title": "<b>Ask</b>", "step": 2, "visits": 1, "actions": 1, "tried": 1,
         "picture": "screens/one.png"},
    ],
    "transitions": [{"from": "aaa", "action": "click x", "to": "bbb", "times": 2}],
    "controls": 5,
    "used": 3,
    "never_reached": [{"automation_id": "OffButton", "control_type": "Button", "window": "Orders", "used": 0}],
    "left_alone": [],
    "always_disabled": [],
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    session = SessionWriter(str(tmp_path), {"caller": "random", "seed": 3})
    session.close({"outcome": "passed"})
    return Path(session.folder)


def page_of(folder: Path, text: str) -> str:
    (folder / "coverage.json").write_text(text, encoding="utf-8")
    return session_report(folder).read_text(encoding="utf-8")


def test_the_map_and_what_was_never_used_stand_on_the_page(folder: Path) -> None:
    from PIL import Image

    Image.new("RGB", (400, 300), "red").save(folder / "screens" / "one.png")
    page = page_of(folder, json.dumps(COVERAGE))
    assert "OffButton" in page
    assert "<b>3</b> / 5" in page
    assert "data:image/webp" in page
    assert "&lt;b&gt;Ask" in page
    assert "<b>Ask" not in page


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"states": 3}', '{"states": [{}], "transitions": []}', "null"])
def test_a_file_that_is_none_leaves_the_section_out(folder: Path, text: str) -> None:
    page = page_of(folder, text)
    assert 'class="map"' not in page


def test_a_session_without_coverage_has_no_such_section(folder: Path) -> None:
    assert 'class="map"' not in session_report(folder).read_text(encoding="utf-8")


def test_a_picture_outside_the_session_is_not_shown(folder: Path) -> None:
    made = json.loads(json.dumps(COVERAGE).replace("screens/one.png", "../../other.png"))
    assert "data:image/webp" not in page_of(folder, json.dumps(made))
