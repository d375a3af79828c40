"""Servers of another client's file, or of a text that somebody pasted: always disabled, until a person enables them.

Read are `mcpServers` (Claude Code, Cursor, Gemini CLI and most others), `servers` (Visual Studio Code), `mcp_servers`
(Codex, as TOML), and a bare object of entries. JSON may hold comments and trailing commas.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from wpfagent.core.errors import FileInvalid, InvalidArgument, WpfAgentError
from wpfagent.core.json_syntax import Node, parse, plain
from wpfagent.core.text_invalid import TextInvalid
from wpfagent.runs.servers.server import Server
from wpfagent.runs.servers.store import Store

SECTIONS = ("mcpServers", "servers", "mcp_servers")
LONGEST = 20_000_000
_OURS = ("command", "args", "env", "cwd", "url", "headers", "description")
_FOREIGN = {"http_headers": "headers", "serverUrl": "url", "httpUrl": "url"}
"""Other clients' names for keys of ours."""
_TO_FILL = re.compile(r"\$\{[^}]*\}")


@dataclass(slots=True)
class Imported:
    """What came in: the servers as they are kept, and in a sentence each what did not, or needs a look."""

    servers: list[Server] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def import_text(store: Store, text: str, *, what: str) -> Imported:
    """Keep every server of a text, disabled; return what came in.

    Args:
        store: where they are kept.
        text: JSON or TOML.
        what: where it comes from, for messages: a file, or `the text`.

    Raises:
        FileInvalid: it is neither, or holds no servers.
        StorageFailed: the store cannot be written.
    """
    made = Imported()
    held = store.servers()
    for name, entry in entries_of(text, what):
        try:
            server = read_entry(name.strip(), entry, what)
        except WpfAgentError as error:
            made.notes.append(f"{name}: left out: {error.message}")
            continue
        if any(s.fingerprint == server.fingerprint for s in held.values()):
            made.notes.append(f"{name}: left out: the same server is there already.")
            continue
        kept = store.add(replace(server, name=_free(server.name, held)))
        held[kept.name] = kept
        made.servers.append(kept)
        if _TO_FILL.search(json.dumps(kept.to_entry())):
            made.notes.append(f"{kept.name}: it holds ${{...}}, which is not filled in here: edit it first.")
    return made


def entries_of(text: str, what: str) -> list[tuple[str, Any]]:
    """Return the names and entries of a text. Raises FileInvalid."""
    if len(text) > LONGEST:
        raise FileInvalid(f"{what} is too long.", hint=f"{LONGEST} characters at most.")
    try:
        data = _json(text) if text.lstrip().startswith(("{", "//", "/*")) else tomllib.loads(text)
    except (TextInvalid, tomllib.TOMLDecodeError, RecursionError) as error:
        raise FileInvalid(
            f"{what} is neither JSON nor TOML: {error}.", hint='It begins with {"mcpServers": {…}}.'
        ) from error
    return list(_entries(data, what))


def read_entry(name: str, entry: Any, what: str) -> Server:
    """Return the server of a client's entry, disabled. Raises FileInvalid, InvalidArgument."""
    if not isinstance(entry, Mapping):
        raise FileInvalid(f"{what}: {name!r} is no object.")
    if entry.get("type") == "sse":
        raise InvalidArgument("It speaks the former transport SSE.", hint="Its streamable HTTP address works.")
    named = {_FOREIGN.get(k, k): v for k, v in entry.items()}
    known = {k: v for k, v in named.items() if k in _OURS and v is not None}
    return replace(Server.parse(name, known, what=what), enabled=False)


def _json(text: str) -> Any:
    """What stands in the sections of a JSON text; the rest of a client's file may be large, and is not read."""
    root = parse(text, "")
    if any(root.find(section) or root.find("mcp") for section in SECTIONS):
        return {key: _value(text, key) for key in (*SECTIONS, "mcp") if root.find(key)}
    return plain(text, parse(text))


def _value(text: str, key: str) -> Any:
    member = parse(text, key).find(key)
    node: Node | None = member.value if member else None
    return plain(text, node) if node else None


def _entries(data: Any, what: str) -> Iterator[tuple[str, Any]]:
    if isinstance(data, Mapping) and isinstance(data.get("mcp"), Mapping) and "servers" in data["mcp"]:
        data = data["mcp"]  # Visual Studio Code's settings.json
    for section in SECTIONS:
        if isinstance(data.get(section), Mapping):
            yield from data[section].items()
            return
    if data and all(isinstance(e, Mapping) and ("command" in e or "url" in e) for e in data.values()):
        yield from data.items()
        return
    raise FileInvalid(f"{what} holds no servers.", hint=f"Looked for: {', '.join(SECTIONS)}.")


def _free(name: str, held: Mapping[str, Server]) -> str:
    taken = {n.casefold() for n in held}
    names = (name, *(f"{name} {n}" for n in range(2, len(taken) + 3)))
    return next(n for n in names if n.casefold() not in taken)
