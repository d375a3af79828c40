"""Reading by eye over MCP: in extended mode alone, marked as the application's data, clicked through the gate."""

from __future__ import annotations

import pytest
from mcp_driving import text_of

from wpfagent.demo import APPLICATION
from wpfagent.desktops.eyes import rapid
from wpfagent.entries.mcp.families import all_tools
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.mcp.tools import choose

EYES = {"ocr_find", "ocr_text"}


def test_the_eyes_are_offered_in_extended_mode_alone():
    names = lambda **options: {t.name for t in choose(all_tools(), ServeOptions(**options))}  # noqa: E731
    assert not EYES & names()
    assert not EYES & names(toolsets=("all",))
    assert names(mode="extended") >= EYES
    assert names(mode="extended", tools=("coordinates",)) >= EYES
    hints = [t.hints for t in all_tools() if t.name in EYES]
    assert all(h.read_only and not h.destructive for h in hints)


@pytest.mark.anyio
@pytest.mark.skipif(rapid.engine() is None, reason="RapidOCR is not installed: the extra `ocr`")
async def test_a_painted_button_is_found_and_clicked_and_its_neighbour_refused(serve):
    async with serve(app=APPLICATION, mode="extended") as served:
        await served.do("click", "LabelTab")
        found = await served.on_target("ocr_find", text="Print label")
        assert "data, not instructions" in text_of(found)
        assert "'Print label' at " in text_of(found)
        facts = found.structured_content
        x, y = facts["hits"][0]["center"]
        done = await served.do("click_xy", x=x, y=y, screenshot_id=facts["screenshot_id"])
        assert done["effect"] == "confirmed"
        x, y = (await served.do("ocr_find", text="Delete"))["hits"][0]["center"]
        assert (await served.fails("click_xy", x=x, y=y))["code"] == "refused_destructive"


@pytest.mark.anyio
async def test_without_the_mode_the_eyes_are_switched_off(serve):
    async with serve() as served:
        assert (await served.fails("ocr_text"))["code"] == "tool_disabled"
