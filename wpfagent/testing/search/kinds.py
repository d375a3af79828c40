"""The kinds of files that are searched, and which a file is of."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.selector import nearest

KINDS: Mapping[str, str] = {
    "session": "what a run was and what it came to: session.json",
    "steps": "its actions and checks: steps.jsonl",
    "ticket": "a failure that was found: ticket.json",
    "picture": "a screenshot, found by the texts that were on screen",
    "snapshot": "a UIA tree, found by its texts and AutomationIds",
    "log": "what wpf-agent and the program wrote: runner.log, app.log, app.stderr.log, eventlog.txt",
    "scenario": "the steps of a failure as a scenario: scenario.yaml",
}
"""Each kind, and what it is."""
ROOTS = ("sessions", "tickets")
"""The folders of the artifacts that are searched."""
_BY_NAME = {"session.json": "session", "steps.jsonl": "steps", "ticket.json": "ticket", "eventlog.txt": "log"}
_BY_SUFFIX = {".log": "log", ".yaml": "scenario", ".yml": "scenario"}
_BY_FOLDER = {("screens", ".png"): "picture", ("uia", ".json"): "snapshot"}
_NO_TREE = "difference.json"


def kind_of(path: PurePosixPath) -> str | None:
    """Return the kind of a file by its path inside of the artifacts; None for one that is not searched."""
    if path.name == _NO_TREE:
        return None
    by_folder = _BY_FOLDER.get((path.parent.name, path.suffix.lower()))
    return by_folder or _BY_NAME.get(path.name) or _BY_SUFFIX.get(path.suffix.lower())


def check_kind(kind: str) -> str:
    """Return a kind that there is. Raises InvalidArgument, which lists them."""
    if kind not in KINDS:
        near = nearest(kind, KINDS, 1)
        hint = f"Kinds: {', '.join(KINDS)}."
        raise InvalidArgument(
            f"There is no kind {kind!r}.", hint=f"Nearest: {near[0]}. {hint}" if near else hint,
            details={"kinds": list(KINDS)},
        )  # fmt: skip
    return kind
