"""What a model is shown in each turn: the controls as a tree, and a picture, both with secrets masked."""

from __future__ import annotations

from dataclasses import dataclass

from wpfagent.core.errors import WpfAgentError
from wpfagent.desktops.target import Target
from wpfagent.gate.execute import Gate
from wpfagent.gate.request import Request
from wpfagent.testing.wording.trees import tree_line, without_captions

MOST_CONTROLS = 400
PICTURE_MS = 3_000


@dataclass(frozen=True, slots=True)
class Screen:
    """The application as it is: its controls as text, and a PNG where one could be taken."""

    text: str
    png: bytes | None = None


def look(gate: Gate, target: Target, *, picture: bool) -> Screen:
    """Return what an application shows now.

    Raises:
        AppExited, AppNotResponding: it cannot be read.
    """
    listed = gate.execute(Request("list_controls", {"limit": MOST_CONTROLS}, target=target)).result
    lines = [tree_line(c, indent=1) for c in without_captions(listed["controls"])]
    if listed["truncated"]:
        lines.append("There are more than these.")
    return Screen("\n".join(lines), _picture(gate, target) if picture else None)


def _picture(gate: Gate, target: Target) -> bytes | None:
    try:
        taken = gate.execute(Request("screenshot", target=target, timeout_ms=PICTURE_MS)).picture
    except WpfAgentError:
        return None  # minimised, or gone: the tree says so
    return taken.png if taken is not None else None
