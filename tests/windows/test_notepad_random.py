"""Random use of Notepad leaves no text there that nobody asked for: no key of a menu or a dialog gets into it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from wpfagent.desktops import open_desktop
from wpfagent.desktops.target import TargetSpec
from wpfagent.gate.events import Subscriber
from wpfagent.gate.passage import Passage
from wpfagent.gate.request import Remark
from wpfagent.runs.explore.explorer import explore
from wpfagent.runs.explore.model import Exploration
from wpfagent.safety.policy import Policy
from wpfagent.testing.tickets.recorded import open_recorded

WRITES = ("Paste", "Undo", "Time", "Replace", "New", "Open", "Cut", "Delete", "F5", "Ctrl+V", "Ctrl+Z")
"""What changes the text by its own meaning."""
TYPES = ("type_text", "set_value")


@dataclass(slots=True)
class Reader(Subscriber):
    """Reads Notepad's text after each act, and keeps what came into it unasked."""

    unasked: list[str] = field(default_factory=list)
    acts: int = 0
    typed: int = 0
    _text: str = ""

    def after(self, passage: Passage) -> Sequence[Remark]:
        """Compare the text with what it was and with what was asked for."""
        shown = passage.after if passage.after is not None else passage.before
        if passage.check or not passage.acted or shown is None:
            return ()
        self.acts += 1
        texts = [c.value or "" for c in shown if c.class_name == "Edit" and c.automation_id == "15"]
        now = texts[0].replace("\r\n", "\n") if texts else self._text
        request = passage.request
        words = f"{dict(request.args)} {passage.control.describe() if passage.control is not None else ''}"
        asked = _asked(request.args) if request.action in TYPES else None
        self.typed += asked is not None
        is_meant = asked is not None and asked in (now, now.removeprefix(self._text))
        elsewhere = asked is not None and now == self._text
        if now != self._text and not (is_meant or elsewhere or any(word in words for word in WRITES)):
            self.unasked.append(f"{request.action} {words}: {self._text!r} became {now!r}")
        self._text = now
        return ()


def _asked(arguments: Mapping[str, Any]) -> str:
    return str(arguments.get("text", arguments.get("value", ""))).replace("\r\n", "\n")


@pytest.mark.slow
def test_random_use_leaves_no_text_that_was_not_asked_for(tmp_path: Path) -> None:
    spec = TargetSpec(exe="notepad.exe", mode="launch")
    desktop, reader = open_desktop("uia"), Reader()
    with open_recorded(
        desktop, tmp_path, policy=Policy("random"), facts={"caller": "random", "seed": 5}, spec=spec, profiles={}
    ) as recorded:
        recorded.gate.subscribers.append(reader)
        result = explore(Exploration(target=spec, max_steps=1_000), recorded.gate, seed=5)
    print(f"{result.tally.to_dict()}, {reader.typed} texts typed")
    assert reader.acts >= 600
    assert reader.typed >= 20
    assert reader.unasked == []
