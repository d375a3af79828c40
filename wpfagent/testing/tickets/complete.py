"""Whether a ticket is complete: every part that a reader needs is there, and none is empty."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from wpfagent.core.errors import WpfAgentError
from wpfagent.gate.schema import validate_actions
from wpfagent.testing.tickets.model import Ticket
from wpfagent.testing.tickets.store import read_ticket

FILES = ("ticket.md", "ticket.json", "repro.actions.json", "runner.log")
FOLDERS = ("screens", "uia")
HEADINGS = (
    "Title（タイトル）",
    "Summary（概要）",
    "Repro Steps（再現手順）",
    "Actual Result（現在の結果）",
    "Expected Result（期待する結果）",
    "Environment（環境）",
    "Evidence（添付）",
    "Root Cause Hypothesis（原因の仮説）",
    "Reproducibility（再現性）",
)
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


def missing_parts(folder: Path) -> list[str]:
    """Return what a ticket's folder lacks, a sentence each; [] when it is complete."""
    folder = Path(folder)
    if not folder.is_dir():
        return [f"{folder} is no folder."]
    parts = (_files, _headings, _ticket, _actions, _trees, _pictures)
    return [missing for part in parts for missing in part(folder)]


def _files(folder: Path) -> Iterator[str]:
    for name in FILES:
        path = folder / name
        if not path.is_file():
            yield f"{name} is missing."
        elif not path.read_bytes().strip():
            yield f"{name} is empty."
    for name in FOLDERS:
        if not (folder / name).is_dir() or not any(p.stat().st_size for p in (folder / name).iterdir()):
            yield f"{name}/ is missing or empty."


def _headings(folder: Path) -> Iterator[str]:
    path = folder / "ticket.md"
    if not path.is_file():
        return
    text = path.read_text(encoding="utf-8")
    parts = _HEADING.split(text)
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    for heading in HEADINGS:
        if heading not in sections:
            yield f"ticket.md has no heading {heading}."
        elif not sections[heading].strip():
            yield f"ticket.md says nothing under {heading}."
    numbers = [int(n) for n in re.findall(r"^(\d+)\. \S", sections.get(HEADINGS[2], ""), re.MULTILINE)]
    if not numbers or numbers != list(range(1, len(numbers) + 1)):
        yield "ticket.md has no repro steps numbered from 1."


def _ticket(folder: Path) -> Iterator[str]:
    if not (folder / "ticket.json").is_file():
        return
    try:
        ticket = read_ticket(folder)
    except WpfAgentError as error:
        yield f"ticket.json is not valid: {error.message}"
        return
    yield from (f"ticket.json has an empty {name}." for name in _empty(ticket))
    for item in ticket.evidence:
        path = folder / item.file
        if not item.shows.strip():
            yield f"Evidence does not say what {item.file or 'an entry'} shows."
        if item.file and (not path.is_file() or not path.stat().st_size):
            yield f"{item.file}, listed as evidence, is missing or empty."
    said = " ".join(item.shows for item in ticket.evidence if not item.file)
    for name in ("before", "after"):
        for kind, file in (("picture", f"screens/{name}.png"), ("tree", f"uia/{name}.json")):
            if not (folder / file).is_file() and f"No {kind}" not in said:
                yield f"{file} is missing, and Evidence does not say why."


def _empty(ticket: Ticket) -> Iterator[str]:
    texts = ("id", "created", "title", "summary", "oracle", "actual", "expected", "session", "steps", "evidence",
             "sessions", "difference")  # fmt: skip
    yield from (name for name in texts if not getattr(ticket, name))
    environment = ticket.environment
    yield from (
        f"environment.{name}"
        for name in ("os", "os_build", "language", "desktop", "tool_version", "python", "target_spec", "monitors")
        if not getattr(environment, name)
    )
    last = ticket.last_selector
    if last is not None and last.element:
        needed = ("enabled", "visible", "bounding_rect")
        yield from (f"last_selector.element.{key}" for key in needed if key not in last.element)
    yield from (f"step {s.number}" for s in ticket.steps if not s.text.strip())
    yield from (f"hypothesis {h.rank}" for h in ticket.hypotheses if not h.text.strip() or not h.evidence)


def _actions(folder: Path) -> Iterator[str]:
    path = folder / "repro.actions.json"
    if not path.is_file():
        return
    try:
        validate_actions(json.loads(path.read_text(encoding="utf-8")))
    except ValueError as error:
        yield f"repro.actions.json is no JSON: {error}."
    except WpfAgentError as error:
        yield f"repro.actions.json is not valid: {error.message}"


def _trees(folder: Path) -> Iterator[str]:
    for path in sorted((folder / "uia").glob("*.json")):
        try:
            json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            yield f"uia/{path.name} is no JSON: {error}."


def _pictures(folder: Path) -> Iterator[str]:
    from PIL import Image, UnidentifiedImageError

    for path in sorted((folder / "screens").glob("*.png")):
        try:
            with Image.open(path) as image:
                image.verify()
        except (OSError, SyntaxError, UnidentifiedImageError) as error:
            yield f"screens/{path.name} is no picture: {error}."
