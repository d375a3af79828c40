"""The messages by which a client opens, answered from what the server would say, which was recorded before.

What was recorded holds for one version of wpf-agent, the arguments that choose tools, the language and the packages
that are installed here; a host says when it is not what the server says any more.
"""

from __future__ import annotations

import json
import os
import sys
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from wpfagent import __version__

VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"
CLIENT_KEY = "io.modelcontextprotocol/clientInfo"
WITHOUT_SAY = frozenset({
    "--profile", "--profiles", "--artifacts", "--stop-key", "--allow-launch", "--desktop", "--lang", "--alone",
    "--hosted",
})  # fmt: skip
"""The options of `mcp serve` that choose no tools."""
FROZEN = "frozen"
"""Stands for the packages of the exe, which change with its version only."""
FLAGS = frozenset({"--allow-launch", "--structured", "--alone", "--hosted"})
"""The options without a value."""
SHIPPED = os.path.join(os.path.dirname(__file__), "opening.json")
"""What the build recorded for a server without options."""


def digest_of(answers: Mapping[str, Any]) -> str:
    """Return a short mark that changes with what is answered."""
    return f"{zlib.crc32(json.dumps(answers, sort_keys=True).encode()):08x}"


def key_of(argv: Sequence[str], language: str) -> str:
    """Return what the opening answers of a server depend on, as one line."""
    return json.dumps([__version__, _telling(argv), language, _packages()], ensure_ascii=True)


def key_when_frozen() -> str:
    """Return the key of the exe's server without options that choose tools."""
    return json.dumps([__version__, ["mcp", "serve"], "", FROZEN], ensure_ascii=True)


def _telling(argv: Sequence[str]) -> list[str]:
    """The arguments that choose tools or the form of their answers."""
    kept: list[str] = []
    words = iter(argv)
    for word in words:
        name = word.partition("=")[0]
        has_value = name.startswith("--") and name not in FLAGS and "=" not in word
        value = [next(words, "")] if has_value else []
        kept += [] if name in WITHOUT_SAY else [word, *value]
    return kept


def _packages() -> str:
    """A mark of what is installed beside this package, which may bring tools: names, versions, when."""
    if getattr(sys, "frozen", False):
        return FROZEN
    seen: list[tuple[str, int]] = []
    for folder in dict.fromkeys(sys.path):
        try:
            with os.scandir(folder or ".") as entries:
                seen += [
                    (e.name, e.stat().st_mtime_ns) for e in entries if e.name.endswith((".dist-info", ".egg-info"))
                ]
        except OSError:  # a zip, or not there
            continue
    return f"{zlib.crc32(repr(sorted(seen)).encode()):08x}"


class Opening:
    """Answers that were recorded.

    Args:
        answers: by version of the protocol and method: `{"result": …}` or `{"error": …}`.
    """

    def __init__(self, answers: Mapping[str, Mapping[str, Any]]) -> None:
        self._answers = answers
        self._era = ""

    @property
    def digest(self) -> str:
        """The mark of what is answered."""
        return digest_of(self._answers)

    def answer(self, message: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return the answer to a request; None where only the server can say it."""
        method, params = message.get("method"), message.get("params")
        if method == "initialize":
            return self._greet(message)
        given = params.get("_meta") if isinstance(params, dict) else None
        meta = given if isinstance(given, dict) else {}
        asked = meta.get(VERSION_KEY)
        if asked is not None and not isinstance(meta.get(CAPABILITIES_KEY), dict):
            return None
        known = self._answers.get(asked if isinstance(asked, str) else self._era, {})
        return self._made(message, known.get(method)) if isinstance(method, str) and self._era_fits(asked) else None

    def _era_fits(self, asked: object) -> bool:
        """Whether a client goes on as it began: after `initialize` no message names a version."""
        return bool(self._era) != (asked is not None)

    def _greet(self, message: Mapping[str, Any]) -> dict[str, Any] | None:
        given = message.get("params")
        if not isinstance(given, dict) or not isinstance(given.get("protocolVersion"), str):
            return None
        if not isinstance(given.get("capabilities"), dict) or not isinstance(given.get("clientInfo"), dict):
            return None
        version = given["protocolVersion"]
        said = self._answers.get(version, {}).get("initialize") or self._answers.get("", {}).get("initialize")
        if said is None:
            return None
        self._era = said["result"]["protocolVersion"]
        return self._made(message, said)

    @staticmethod
    def _made(message: Mapping[str, Any], said: Mapping[str, Any] | None) -> dict[str, Any] | None:
        return {"jsonrpc": "2.0", "id": message["id"], **said} if said is not None else None


def load(folder: str, key: str) -> Opening | None:
    """Return what was recorded for a key, by a host or by the build; None where nothing was."""
    for path in (_file(folder, key), SHIPPED):
        try:
            with open(path, encoding="utf-8") as file:
                kept = json.load(file)
            if kept["key"] == key:
                return Opening(kept["answers"])
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return None


def store(folder: str, key: str, answers: Mapping[str, Any]) -> None:
    """Keep what a server answers, for the next start. Raises OSError."""
    from wpfagent.core.files import write_whole

    os.makedirs(folder, exist_ok=True)
    write_whole(_file(folder, key), json.dumps({"key": key, "answers": answers}).encode())


def _file(folder: str, key: str) -> str:
    return os.path.join(folder, f"opening-{zlib.crc32(key.encode()):08x}.json")
