"""Which agents may be launched, how many, and which a person has allowed: two files in the host's own folder.

`agents.json` is the user's and is never written here. `agents-allowed.json` holds the mark of each command that a
person has seen in full and allowed: another command, or another program of the same name, is asked about anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from wpfagent.core import shapes
from wpfagent.core.errors import FileInvalid, InvalidArgument, StorageFailed
from wpfagent.core.json_text import parse_json
from wpfagent.core.nearest import nearest
from wpfagent.core.shapes import key
from wpfagent.hosts import places

FILE, ALLOWED = "agents.json", "agents-allowed.json"
TASK = "{task}"


@dataclass(frozen=True, slots=True)
class Agent:
    """How an agent is started.

    Args:
        command: the program and its arguments; {task} stands for the task, others for how it gets this server.
        env: variables that it gets beside those of the client that launches it.
        cwd: its folder, where that is not its launcher's.
    """

    command: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: str = ""

    def shown(self, program: Sequence[str]) -> str:
        """Return the command as a person is asked about it, with the very program that would be started."""
        return " ".join((*program, *self.command[1:]))

    def fingerprint(self, program: Sequence[str]) -> str:
        """Return the mark of what a person allows: the command with the very program that would be started."""
        said = json.dumps([" ".join(program), *self.command[1:], sorted(self.env.items()), self.cwd])
        return hashlib.sha256(said.encode()).hexdigest()[:32]


BUILT_IN: Mapping[str, Agent] = {
    "claude": Agent(("claude", "-p", "--allowedTools", "mcp__wpf-agent", "--mcp-config", "{json}", "--", TASK)),
    "codex": Agent(("codex", "exec", "--skip-git-repo-check", "-c", "mcp_servers.wpf-agent={toml}", "--", TASK)),
    "gemini": Agent(
        ("gemini", "--include-directories={cwd}", f"--prompt={TASK}"),
        {"GEMINI_CLI_TRUST_WORKSPACE": "true"},
        "{gemini}",
    ),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """What `agents.json` says.

    Args:
        most: so many agents run at once.
        a_minute: so many are started in a minute.
        agents: by name, beside the three that are known, or in place of one.
    """

    most: int = key(5, least=0, most=50)
    a_minute: int = key(4, least=0, most=60)
    agents: Mapping[str, Agent] = field(default_factory=dict)

    @property
    def all(self) -> dict[str, Agent]:
        """All agents by name."""
        return {**BUILT_IN, **self.agents}

    def find(self, name: str) -> Agent:
        """Return the agent of this name. Raises InvalidArgument."""
        if name not in self.all:
            near = nearest(name, self.all) or list(self.all)
            raise InvalidArgument(
                f"No agent {name!r} is configured.", hint=f"There are {', '.join(near)}; more in {path()}."
            )
        return self.all[name]


def path() -> Path:
    """Return the user's file, which need not exist."""
    return Path(places.folder()) / FILE


def settings() -> Settings:
    """Return what the user's file says. Raises FileInvalid."""
    try:
        text = path().read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        raise FileInvalid(f"{path()} cannot be read: {error}.", hint="It is JSON in UTF-8.") from error
    try:
        given = parse_json(text)
    except json.JSONDecodeError as error:
        raise FileInvalid(f"{path()}, line {error.lineno}: {error.msg}.", hint="Mend it.") from error
    found = shapes.read(Settings, given, what=str(path()), error=FileInvalid)
    for name, agent in found.agents.items():
        if sum(word.count(TASK) for word in agent.command[1:]) != 1 or TASK in agent.command[0]:
            raise FileInvalid(
                f"{path()}: the command of {name!r} must hold {TASK} once, in one of its arguments.",
                hint='For example ["claude", "-p", "--", "{task}"].',
            )
    return found


# -- what a person allowed --------------------------------------------------------------------------------------------


def allowed() -> dict[str, str]:
    """Return the marks of what a person allowed, by the agents' names."""
    try:
        given = json.loads((Path(places.folder()) / ALLOWED).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(k): str(v) for k, v in given.items()} if isinstance(given, dict) else {}


def allow(name: str, fingerprint: str | None) -> None:
    """Keep that a person allowed a command; None: no more. Raises StorageFailed."""
    from wpfagent.runs.servers.private import write_private

    kept = {k: v for k, v in allowed().items() if k != name} | ({name: fingerprint} if fingerprint else {})
    file = Path(places.folder()) / ALLOWED
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_private(str(file), json.dumps(kept, indent=1).encode())
    except OSError as error:
        raise StorageFailed(f"{file} cannot be written: {error.strerror or error}.") from error
