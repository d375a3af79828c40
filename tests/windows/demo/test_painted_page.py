"""The demo's painted page as WPF shows it: no element, found by eye, clicked through the gate."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import pytest

import wpfagent
from wpfagent import App
from wpfagent.core.errors import RefusedDestructive, StalePicture
from wpfagent.demo import TITLE_RE
from wpfagent.desktops.eyes import engines

pytestmark = pytest.mark.windows
TEXTS = {
    "en": ("Print label", "Delete", "The label was printed", "Shelf 12"),
    "ja": ("棚札を印刷", "削除", "棚札を印刷しました", "煎茶"),
}
KEPT = os.environ.get("WPF_AGENT_TEST_SCREENS")
"""A folder where the pictures are kept, for somebody who wants to look."""


@pytest.fixture(params=["en", "ja"])
def shown(request: pytest.FixtureRequest) -> Iterator[tuple[App, str]]:
    lang = request.param
    try:
        engines.open_engine(lang)
    except wpfagent.WpfAgentError as error:
        pytest.skip(error.message)
    arguments = ("-m", "wpfagent.demo", "--lang", lang)
    with wpfagent.launch(sys.executable, *arguments, title_re=TITLE_RE, mode="extended") as app:
        app.click(automation_id="LabelTab")
        yield app, lang


def test_the_painted_button_is_found_and_clicked_and_the_painted_delete_refused(shown: tuple[App, str]) -> None:
    app, lang = shown
    button, delete, printed, text = TEXTS[lang]
    names = {c["name"] for c in app.list_controls(limit=2000).result["controls"]}
    assert not [n for n in names if n in (button, delete) or text in n]

    found = app.ocr_find(text=button, timeout_ms=20_000)
    assert len(found.result["hits"]) == 1, found.result
    point = found.result["hits"][0]["center"]
    reply = app.click_xy(*point, screenshot_id=found.result["screenshot_id"])
    assert reply.effect == "confirmed", reply.to_dict()
    assert app.find(automation_id="StatusText").name == printed
    assert app.ocr_find(text=text).result["count"] == 1

    there = app.ocr_find(text=delete)
    with pytest.raises(RefusedDestructive):
        app.click_xy(*there.result["hits"][0]["center"], screenshot_id=there.result["screenshot_id"])
    assert app.find(automation_id="StatusText").name == printed
    if KEPT:
        picture = app.screenshot().picture
        assert picture is not None
        with open(os.path.join(KEPT, f"painted-{lang}.png"), "wb") as file:
            file.write(picture.png)

    rect = app.windows()[0].rect
    app.move_window(x=rect.x + 30, y=rect.y)
    with pytest.raises(StalePicture):
        app.click_xy(*point, screenshot_id=found.result["screenshot_id"])
