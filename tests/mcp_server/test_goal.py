"""The goal of the demo's scenario A, reached by a model that knows only what replies told it: refs and captions.

The AutomationIds of the program are shuffled: none of them can help.
"""

from __future__ import annotations

import pytest
from goal_steps import OPENED, PAGE, TOKENS, Reading, check, shuffled
from mcp import Client
from mcp_driving import ERAS, text_of

from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.mcp.screen import weight
from wpfagent.entries.mcp.server import build

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("mode", ERAS)
async def test_a_model_reaches_the_goal_by_what_it_reads_in_eight_calls_and_2500_tokens(home, tmp_path, mode):
    folder = tmp_path / "shuffled"
    folder.mkdir()
    options = ServeOptions(artifacts=str(tmp_path / "artifacts"), allow_launch=True)
    replies: list[str] = []
    model = Reading(replies, shuffled(folder))
    async with Client(build(options, desktop=SimulatedDesktop()), mode=mode) as client:
        while (call := model.next_call()) is not None:
            result = await client.call_tool(*call)
            assert result.structured_content is None
            assert not result.is_error, text_of(result)
            replies.append(text_of(result))
    (tmp_path / "replies.txt").write_text("\n----\n".join(replies), encoding="utf-8")
    check(replies)
    assert weight(replies[OPENED]) <= PAGE, replies[OPENED]
    assert sum(map(weight, replies)) <= TOKENS
