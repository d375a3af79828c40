"""The one table of the entries by which an action can be asked for. One row more in `ENTRIES` covers a new entry.

A row performs actions, one after the other, on a program of the simulated desktop, and says what came of it: the codes
of the errors and the handlers that ran. Nobody consents unless the program's `consents` says so.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import anyio
import yaml
from mcp import Client

from tests.attack.program import NAME, Program
from wpfagent import App, Gate, Policy
from wpfagent.core.errors import WpfAgentError
from wpfagent.entries.cli import main
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.mcp.server import build
from wpfagent.profiles.store import open_profiles

TIMEOUT_MS = 300


@dataclass(frozen=True)
class Ask:
    """One action that is asked for."""

    action: str
    selector: Mapping[str, Any] | None = None
    args: Mapping[str, Any] = field(default_factory=dict)

    @property
    def written(self) -> dict[str, Any]:
        """Its arguments as the command line, replay files and MCP write them."""
        named = {"selector": dict(self.selector)} if self.selector is not None else {}
        return {**self.args, **named, "timeout_ms": TIMEOUT_MS}


@dataclass(frozen=True)
class Outcome:
    """What came of it: the handlers that ran, and all that was said."""

    fired: tuple[str, ...]
    said: str

    def has(self, code: str) -> bool:
        """Return whether an error of this code was said."""
        return code in self.said


Entry = Callable[[Program, Sequence[Ask]], str]
"""Performs the actions and returns all that was said."""


def library(program: Program, asks: Sequence[Ask]) -> str:
    """`App.do`, as a test or a script of a person calls it."""
    profiles = open_profiles(program.profiles, desktop_name="simulated").profiles
    policy = Policy("library", flag_destructive=program.consents)
    gate = Gate(program.desktop, policy=policy, profiles=profiles)
    app = App(gate, gate.targets.open({"profile": NAME}))
    said = []
    for ask in asks:
        try:
            made = app.do(ask.action, ask.selector, ask.args, timeout_ms=TIMEOUT_MS, confirm=program.consents)
            said.append(json.dumps(made.to_dict()))
        except WpfAgentError as error:
            said.append(json.dumps(error.to_dict()))
    return "\n".join(said)


def do(program: Program, asks: Sequence[Ask]) -> str:
    """`wpf-agent do`, a process a call: here they share the desktop."""
    said = call(program, ["launch", "--profile", NAME, *files(program)])
    for ask in asks:
        given = ["do", ask.action, "--profile", NAME, "--args", json.dumps(ask.written), *files(program), "--json"]
        answer = call(program, given)
        if program.consents and "confirm_token" in answer:
            token = json.loads(answer)["error"]["details"]["confirm_token"]
            answer += call(program, [*given, "--confirm", token])
        said += answer
    return said


def run(program: Program, asks: Sequence[Ask]) -> str:
    """`wpf-agent run`: lines of JSON from a pipe."""

    def lines(out: io.StringIO) -> Iterator[str]:
        for ask in asks:
            yield json.dumps({"tool": ask.action, "args": ask.written}) + "\n"
            answer = out.getvalue().splitlines()[-1]
            if program.consents and "confirm_token" in answer:
                token = json.loads(answer)["error"]["details"]["confirm_token"]
                yield json.dumps({"tool": ask.action, "args": {**ask.written, "confirm_token": token}}) + "\n"

    return call(program, ["run", "--json", "--profile", NAME, *files(program), *_flag(program)], lines)


def scenario(program: Program, asks: Sequence[Ask]) -> str:
    """A scenario's steps."""
    steps = [
        {"action": ask.action, "args": dict(ask.args), "timeout_ms": TIMEOUT_MS, **_confirm(program)}
        | ({"selector": dict(ask.selector)} if ask.selector is not None else {})
        for ask in asks
    ]
    written = {"id": "attack", "target_spec": {"profile": NAME}, "on_failure": "continue", "steps": steps}
    path = program.folder / "attack.yaml"
    path.write_text(yaml.safe_dump(written, allow_unicode=True), encoding="utf-8")
    return call(program, ["scenario", "run", "--file", str(path), *files(program), *_flag(program)])


def replay(program: Program, asks: Sequence[Ask]) -> str:
    """A replay file, as a bare list."""
    recorded = {"recorded": {"consent": True}} if program.consents else {}
    listed = [{"tool": ask.action, "args": ask.written, **recorded} for ask in asks]
    path = program.folder / "attack.actions.json"
    path.write_text(json.dumps(listed), encoding="utf-8")
    return call(program, ["replay", "--file", str(path), "--profile", NAME, *files(program), *_flag(program)])


def mcp(program: Program, asks: Sequence[Ask]) -> str:
    """Tools of the MCP server, one call after the other."""

    async def ask_each(client: Client, target: str) -> str:
        said = []
        for ask in asks:
            given = {"target_id": target, **ask.written}
            answer = await client.call_tool(ask.action, given)
            error = (answer.structured_content or {}).get("error", {})
            if program.consents and (token := error.get("details", {}).get("confirm_token")):
                answer = await client.call_tool(ask.action, {**given, "confirm_token": token})
            said.append(str(answer.model_dump(mode="json")))
        return "\n".join(said)

    return anyio.run(served, program, ask_each)


def mcp_batch(program: Program, asks: Sequence[Ask]) -> str:
    """`run_actions` of the MCP server."""

    async def ask_all(client: Client, target: str) -> str:
        actions = [{"tool": ask.action, "args": {"target_id": target, **ask.written}} for ask in asks]
        return str((await client.call_tool("run_actions", {"actions": actions})).model_dump(mode="json"))

    return anyio.run(served, program, ask_all)


def exploration(program: Program, asks: Sequence[Ask]) -> str:
    """`random run`: it is asked for nothing and finds its way by itself."""
    options = ["--max-steps", "40", "--seed", "1", "--no-minimize"]
    flags = ["--allow-destructive"] if program.consents else []
    return call(program, ["random", "run", "--profile", NAME, *options, *files(program), *flags])


ENTRIES: dict[str, Entry] = {
    "library": library,
    "do": do,
    "run": run,
    "scenario": scenario,
    "replay": replay,
    "mcp": mcp,
    "mcp_batch": mcp_batch,
    "exploration": exploration,
}
"""Every entry; a row more covers one more."""
ASKED = tuple(name for name in ENTRIES if name != "exploration")
"""Those that perform what they are asked for."""


def perform(entry: str, program: Program, asks: Sequence[Ask]) -> Outcome:
    """Ask for actions through an entry; return what was said and which handlers ran."""
    said = ENTRIES[entry](program, asks)
    return Outcome(tuple(program.fired), said)


def files(program: Program) -> list[str]:
    return ["--profiles", str(program.profiles), "--artifacts", str(program.artifacts), "--lang", "en"]


def _flag(program: Program) -> list[str]:
    return ["--allow-destructive"] if program.consents else []


def _confirm(program: Program) -> dict[str, Any]:
    return {"confirm": True} if program.consents else {}


class _Typed(io.TextIOBase):
    """A pipe whose lines come as they are read, so that they can answer what was printed."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines

    def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override]
        """Return the next line; '' at the end."""
        return next(self._lines, "")


def call(
    program: Program, argv: Sequence[str], lines: Callable[[io.StringIO], Iterator[str]] = lambda _out: iter(())
) -> str:
    """Call the command line and return what it printed, to either stream."""
    out, before = io.StringIO(), sys.stdin
    sys.stdin = _Typed(lines(out))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            main(list(argv), desktop=program.desktop)
    finally:
        sys.stdin = before
    return out.getvalue()


async def served(program: Program, use: Callable[[Client, str], Awaitable[str]]) -> str:
    options = ServeOptions(
        structured=True, artifacts=str(program.artifacts), profiles_path=str(program.profiles), toolsets=("all",),
        mode=program.safety.get("mode", "safe"),
    )  # fmt: skip
    async with Client(build(options, desktop=program.desktop)) as client:
        opened = await client.call_tool("launch_application", {"profile": NAME})
        assert opened.structured_content is not None
        return await use(client, opened.structured_content["target_id"])
