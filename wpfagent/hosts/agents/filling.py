"""The command line of one launch: the task is one argument of it, and no shell ever reads it.

| placeholder | what stands there in the end |
|---|---|
| `{task}` | the task |
| `{json}` | this server as the JSON that Claude Code's `--mcp-config` takes |
| `{toml}` | this server as an inline table for Codex' `-c` |
| `{file}` | the path of a file with that JSON |
| `{gemini}` | a folder with this server in Gemini CLI's settings of a project, which apply above those of the person |
| `{cwd}` | its launcher's folder |

Gemini CLI has no option for a server, and reads an administrator's settings only where an administrator owns them.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wpfagent.core.errors import InvalidArgument, NotReached
from wpfagent.core.json_text import valid_text
from wpfagent.core.program import find_program
from wpfagent.entries.registration.clients import CLIENTS
from wpfagent.entries.registration.server import NAME, ServerCommand
from wpfagent.hosts.agents.configuration import Agent
from wpfagent.runs.servers.private import write_private

LONGEST = 8_000
"""Characters of a task: a command line on Windows holds 32,767."""
_PLACE = re.compile(r"\{(task|json|toml|file|gemini|cwd)\}")
_SHIM = re.compile(r'"%(?:~dp0|dp0%)\\?([^"%]+)"\s+%\*')
"""The line by which npm's batch file starts the program that it stands for."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A command as it is started.

    Args:
        words: the program and its arguments.
        env: variables that it gets beside those of its launcher.
        cwd: its folder.
    """

    words: tuple[str, ...]
    env: Mapping[str, str]
    cwd: str


def sound_task(task: str) -> str:
    """Return a task that can be an argument. Raises InvalidArgument."""
    said = valid_text(task).strip()
    if not said or "\0" in said or len(said) > LONGEST:
        raise InvalidArgument(f"The task has {len(said)} characters.", hint=f"1 to {LONGEST}, without a NUL character.")
    if said.startswith("-"):
        raise InvalidArgument("The task begins with '-', as options do.", hint="Begin it with a word.")
    return said


def program_of(agent: Agent, search_path: str | None) -> tuple[str, ...]:
    """Return the program of an agent, found; npm's batch files stand for a program, which is started itself.

    Raises:
        NotReached: it is not installed, or a batch file, which a shell would read.
    """
    word = agent.command[0]
    found = find_program(word, search_path)
    if found is None:
        raise NotReached(f"The program {word!r} was not found.", hint="Install it, or name its path in agents.json.")
    if sys.platform != "win32" or Path(found).suffix.lower() not in (".cmd", ".bat"):
        return (os.path.abspath(found),)
    return behind_shim(Path(found), search_path)


def behind_shim(shim: Path, search_path: str | None) -> tuple[str, ...]:
    """Return what npm's batch file starts. Raises NotReached where it is another batch file."""
    line = _SHIM.search(shim.read_text(encoding="utf-8", errors="replace"))
    target = shim.parent / line[1].replace("\\", os.sep) if line else shim
    if target.suffix.lower() == ".exe" and target.is_file():
        return (str(target),)
    own = shim.parent / "node.exe"
    node = str(own) if own.is_file() else find_program("node", search_path)
    if target.suffix.lower() in (".js", ".mjs", ".cjs") and target.is_file() and node is not None:
        return (node, str(target))
    raise NotReached(
        f"{shim} is a batch file: a shell would read the task.",
        hint="Name the program that it starts, and its arguments, in agents.json.",
    )


def fill(
    agent: Agent,
    program: Sequence[str],
    task: str,
    server: ServerCommand,
    env: Mapping[str, str],
    folder: Path,
    cwd: str,
) -> Filled:
    """Return the command of one launch, with its files written.

    Args:
        agent: how it is started.
        program: what `program_of` found.
        task: one argument.
        server: the command of this server, for this agent.
        env: the variables of that server.
        folder: where files of this launch go; only its user can read it.
        cwd: its launcher's folder.

    Raises:
        OSError: a file cannot be written.
    """

    def held(client: str, **more: Any) -> str:
        entry = {**CLIENTS[client].entry(server), "env": dict(env), **more}
        return json.dumps({CLIENTS[client].section: {NAME: entry}})

    def file() -> str:
        write_private(str(folder / "mcp.json"), held("claude").encode())
        return str(folder / "mcp.json")

    def project() -> str:
        settings = folder / CLIENTS["gemini"].project_file
        settings.parent.mkdir(exist_ok=True)
        write_private(str(settings), held("gemini", trust=True).encode())
        return str(folder)

    values: Mapping[str, Callable[[], str]] = {
        "task": lambda: task,
        "json": lambda: held("claude"),
        "toml": lambda: _toml(server, env),
        "file": file,
        "gemini": project,
        "cwd": lambda: cwd,
    }

    def filled(text: str) -> str:
        return _PLACE.sub(lambda found: values[found[1]](), text)

    words = (*program, *map(filled, agent.command[1:]))
    return Filled(words, {k: filled(v) for k, v in agent.env.items()}, filled(agent.cwd) or cwd)


def _toml(server: ServerCommand, env: Mapping[str, str]) -> str:
    """The entry as Codex reads it from its command line: there is nobody to be asked about each call."""
    import tomlkit

    table = tomlkit.inline_table()
    approved = {"default_tools_approval_mode": "approve", "env": _inline(env)}
    table.update({**CLIENTS["codex"].entry(server), **approved})
    return table.as_string()


def _inline(values: Mapping[str, Any]) -> Any:
    import tomlkit

    table = tomlkit.inline_table()
    table.update(values)
    return table
