"""The goal of the demo's scenario A as a model reaches it that knows only what replies told it: refs and captions."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from wpfagent.demo import APPLICATION

CALLS, TOKENS, PAGE = 8, 2_500, 150
SERVER, USER, SIGNATURE = "https://orders.example/受注", "山田 花子", "よろしくお願いいたします"
Call = tuple[str, dict[str, Any]]


class Reading:
    """What a model knows: the replies so far.

    Args:
        replies: their texts.
        program: what it was told to use.
    """

    def __init__(self, replies: Sequence[str], program: Path) -> None:
        self.replies = replies
        self.program = program

    def ref(self, kind: str, caption: str) -> str:
        """The ref that stands behind a caption in what was read last of it."""
        for reply in reversed(self.replies):
            for line in reversed(reply.splitlines()):
                shown = f"{kind} {json.dumps(caption, ensure_ascii=False)}"
                if named := re.search(rf"\[(\w+)\] {re.escape(shown)}", line):
                    return named.group(1)
        raise AssertionError(f"no {kind} {caption!r} in what was read: {self.replies}")

    def act(self, tool: str, kind: str, caption: str, **args: object) -> dict[str, object]:
        """One action of a batch, on what is called so."""
        return {"tool": tool, "args": {"selector": self.ref(kind, caption), **args}}

    def next_call(self) -> Call | None:
        """Return the next call; None where the goal is reached."""
        number = len(self.replies)
        if number >= len(STEPS):
            return None
        tool, args = STEPS[number](self)
        target = re.search(r"target_id (\w+)", self.replies[0]) if self.replies else None
        return tool, ({"target_id": target[1], **args} if target else dict(args))


def _fill(model: Reading) -> dict[str, object]:
    act = model.act
    return {"actions": [
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
    ]}  # fmt: skip


def _save(model: Reading) -> dict[str, object]:
    act = model.act
    return {"actions": [
        act("type_text", "Edit", "Timeout in seconds", text="45"),
        act("type_text", "Document", "Signature for order confirmations", text=SIGNATURE),
        act("click", "Button", "Save"),
        {"tool": "wait_for", "args": {"selector": {"name_re": "^Settings saved"}, "until": "exists"}},
    ]}  # fmt: skip


def _again(model: Reading) -> dict[str, object]:
    act = model.act
    return {"actions": [
        act("click", "Button", "Test connection"),
        act("click", "TabItem", "Customers"),
        act("click", "TabItem", "Settings"),
        act("read_text", "Document", "Signature for order confirmations"),
    ]}  # fmt: skip


STEPS: Sequence[Callable[[Reading], tuple[str, Mapping[str, Any]]]] = (
    lambda model: ("launch_application", {"exe": str(model.program)}),
    lambda _model: ("list_controls", {}),
    lambda model: ("click", {"selector": model.ref("Button", "Settings")}),
    lambda _model: ("list_controls", {}),  # the page has more than a reply names
    lambda model: ("run_actions", _fill(model)),
    lambda model: ("run_actions", _save(model)),
    lambda model: ("run_actions", _again(model)),
    lambda _model: ("list_controls", {}),
)
OPENED, SAVED, AGAIN, SHOWN = 2, 5, 6, 7


def check(replies: Sequence[str]) -> None:
    """See in the replies that the goal is reached."""
    assert len(replies) == len(STEPS) <= CALLS, replies
    shown = replies[SHOWN]
    assert any("Settings saved" in reply for reply in replies[SAVED:])
    assert SIGNATURE in replies[AGAIN]
    for seen in (SERVER, USER, "Warehouse", "2031", '"45"', '"150"'):
        assert seen in shown, seen
    assert re.search(r'"Save orders automatically" off', shown)
    assert re.search(r'"Notify about .* mixed', shown)
    assert re.search(r'"Compact" selected', shown)


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
