"""The goal of the demo's scenario A, reached by a model that knows only what replies told it: refs and captions.

The AutomationIds of the program are shuffled: none of them can help.
"""

from __future__ import annotations

import json
import random
import re
import shutil
from pathlib import Path

import pytest
from mcp import Client
from mcp_driving import ERAS, text_of

from wpfagent.demo import APPLICATION
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.mcp.screen import weight
from wpfagent.entries.mcp.server import build

pytestmark = pytest.mark.anyio
CALLS, TOKENS, PAGE = 8, 2_500, 150
SERVER, USER, SIGNATURE = "https://orders.example/受注", "山田 花子", "よろしくお願いいたします"


class Model:
    """A scripted model: it calls tools, and finds refs by captions in what it has read."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.replies: list[str] = []
        self.target = ""

    async def call(self, tool: str, **args: object) -> str:
        given = {"target_id": self.target, **args} if self.target else args
        result = await self.client.call_tool(tool, given)
        assert result.structured_content is None
        text = text_of(result)
        assert not result.is_error, text
        self.replies.append(text)
        return text

    def ref(self, kind: str, caption: str) -> str:
        """The ref that stands behind a caption in what was read last of it."""
        for reply in reversed(self.replies):
            for line in reversed(reply.splitlines()):
                shown = f"{kind} {json.dumps(caption, ensure_ascii=False)}"
                if named := re.search(rf"\[(\w+)\] {re.escape(shown)}", line):
                    return named.group(1)
        raise AssertionError(f"no {kind} {caption!r} in what was read: {self.replies}")

    def act(self, tool: str, kind: str, caption: str, **args: object) -> dict[str, object]:
        return {"tool": tool, "args": {"selector": self.ref(kind, caption), **args}}


def shuffled(folder: Path, seed: int = 7) -> Path:
    """A copy of the demo in which each element has the AutomationId of another."""
    for path in APPLICATION.parent.glob("*.*"):
        if path.suffix in (".py", ".xaml"):
            shutil.copy(path, folder)
    program = folder / APPLICATION.name
    text = program.read_text(encoding="utf-8")
    names = sorted(set(re.findall(r'x:Name="(\w+)"', text)))
    others = random.Random(seed).sample(names, len(names))
    ids = dict(zip(names, others, strict=True))
    text = re.sub(r' AutomationProperties\.AutomationId="[^"]*"', "", text)
    text = re.sub(r'x:Name="(\w+)"', lambda m: f'{m[0]} AutomationProperties.AutomationId="{ids[m[1]]}"', text)
    program.write_text(text, encoding="utf-8")
    return program


@pytest.mark.parametrize("mode", ERAS)
async def test_a_model_reaches_the_goal_by_what_it_reads_in_eight_calls_and_2500_tokens(home, tmp_path, mode):
    folder = tmp_path / "shuffled"
    folder.mkdir()
    desktop = SimulatedDesktop()
    options = ServeOptions(artifacts=str(tmp_path / "artifacts"), allow_launch=True)
    async with Client(build(options, desktop=desktop), mode=mode) as client:
        model = Model(client)
        launched = await model.call("launch_application", exe=str(shuffled(folder)))
        model.target = re.search(r"target_id (\w+)", launched)[1]
        await model.call("list_controls")
        opened = await model.call("click", selector=model.ref("Button", "Settings"))
        await model.call("list_controls")  # the page has more than a reply names
        act = model.act
        await model.call("run_actions", actions=[
            act("type_text", "Edit", "Server address", text=SERVER),
            act("type_text", "Edit", "User name", text=USER),
            act("type_text", "Edit", "Password", text="correct horse"),
            act("select_combo", "ComboBox", "Region", item_text="Berlin"),
            act("select_combo", "ComboBox", "Printer", item_text="Warehouse"),
            act("set_value", "Custom", "Fiscal year starts on", value="10/1/2031"),
            act("toggle", "CheckBox", "Save orders automatically", state="off"),
            act("toggle", "CheckBox", "Notify about orders (mixed:…", state="indeterminate"),
            act("click", "RadioButton", "Compact"),
            act("set_value", "Slider", "Zoom", value=150),
            act("expand", "Group", "Advanced"),
        ])  # fmt: skip
        saved = await model.call("run_actions", actions=[
            act("type_text", "Edit", "Timeout in seconds", text="45"),
            act("type_text", "Document", "Signature for order confirmations", text=SIGNATURE),
            act("click", "Button", "Test connection"),
            act("click", "Button", "Save"),
        ])  # fmt: skip
        again = await model.call("run_actions", actions=[
            act("click", "TabItem", "Customers"),
            act("click", "TabItem", "Settings"),
            act("read_text", "Document", "Signature for order confirmations"),
        ])  # fmt: skip
        shown = await model.call("list_controls")
    (tmp_path / "replies.txt").write_text("\n----\n".join(model.replies), encoding="utf-8")
    assert "Settings saved" in saved
    assert SIGNATURE in again
    for seen in (SERVER, USER, "Warehouse", "2031", '"45"', '"150"'):
        assert seen in shown, seen
    assert re.search(r'"Save orders automatically" off', shown)
    assert re.search(r'"Notify about .* mixed', shown)
    assert re.search(r'"Compact" selected', shown)
    assert weight(opened) <= PAGE, opened
    assert len(model.replies) <= CALLS
    assert sum(map(weight, model.replies)) <= TOKENS
