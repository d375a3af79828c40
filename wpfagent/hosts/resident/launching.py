"""What a session may do with agents: launch one that a person allowed, within its own fence, and stop one."""

from __future__ import annotations

import os
import secrets
import shutil
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from wpfagent.core.errors import (
    ConfirmationRequired,
    InvalidArgument,
    NotReached,
    RefusedOutsideTarget,
    TokenExpired,
)
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.registration.server import SERVE, ServerCommand
from wpfagent.hosts import places, processes, state
from wpfagent.hosts.agents import configuration, filling
from wpfagent.hosts.agents.configuration import Agent
from wpfagent.hosts.agents.launched import LAUNCH, Agents, Launch

TOKEN_S = 600.0
"""So long a question may wait for its answer."""
OWN = "WPF_AGENT_"
NOT_HANDED_ON = ("_PYI_", "_MEIPASS", "CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT", OWN)
"""How variables begin that hold for the launching client itself."""
FOLDER = "agents"
"""Beside a session's record: what the agents that it launched print."""


class Launcher(Protocol):
    """The session that wants an agent."""

    session_id: str
    options: ServeOptions
    variables: Mapping[str, str]
    argv: Sequence[str]
    cwd: str
    folder: str

    @property
    def name(self) -> str:
        """How others are told of it."""
        ...

    def add_news(self, line: str) -> None:
        """Let its next reply say a line."""
        ...


@dataclass(eq=False, slots=True)
class Launching:
    """The agents of a host, as its sessions ask for them."""

    agents: Agents = field(default_factory=Agents)
    _asked: dict[str, tuple[str, str, float]] = field(default_factory=dict)

    def launch(
        self, session: Launcher, name: str, task: str, profile: str | None, token: str | None, *, can_ask: bool
    ) -> Launch:
        """Start an agent for a session.

        Args:
            session: whose client wants it.
            name: of the agent.
            task: what it shall do.
            profile: the one program that it may reach; without one, what its launcher may.
            token: the second step, where a person was asked.
            can_ask: whether the client can ask a person.

        Raises:
            InvalidArgument, FileInvalid: there is no such agent, or the task is none.
            RefusedOutsideTarget: the profile is outside of the session's fence.
            ConfirmationRequired: a person has to allow this agent first.
            Busy: too many run, or were started.
            NotReached: it cannot be started.
        """
        settings = configuration.settings()
        agent, said = settings.find(name), filling.sound_task(task)
        fence = _narrowed(session, profile)
        program = filling.program_of(agent, session.variables.get("PATH"))
        self.agents.check(settings)
        self._consent(session.session_id, name, agent, program, token, can_ask=can_ask)
        launch = _launch_of(session, name, profile, fence)
        hosts = {places.FOLDER: os.environ[places.FOLDER]} if places.FOLDER in os.environ else {}
        server = ServerCommand.here(launch.argv[len(SERVE) :])
        own = {LAUNCH: launch.key, **hosts}
        try:
            state.make_folder()
            launch.folder.mkdir(parents=True)
            filled = filling.fill(agent, program, said, server, own, launch.folder, session.cwd)
            env = {k: v for k, v in session.variables.items() if not k.startswith(NOT_HANDED_ON)} | own
            return self.agents.start(launch, filled, {**env, **filled.env}, settings, lambda *end: _told(session, *end))
        except OSError as error:
            raise NotReached(f"{name} could not be started: {error}.") from error
        finally:
            if launch.child is None:
                shutil.rmtree(launch.folder, ignore_errors=True)

    def stop(self, session: Launcher, session_id: str) -> Launch:
        """End an agent that this host launched. Raises InvalidArgument."""
        found = self.agents.find(session_id)
        if found is None or not may_reach(session, found.fence):
            known = [one.session_id for one in self.agents.running() if may_reach(session, one.fence)]
            hint = f"Launched here: {', '.join(known)}." if known else "No agent that was launched here runs."
            raise InvalidArgument(f"{session_id!r} is no agent that was launched here.", hint=hint)
        self.agents.stop(found)
        return found

    def _consent(
        self, session_id: str, name: str, agent: Agent, program: Sequence[str], token: str | None, *, can_ask: bool
    ) -> None:
        """Let through what a person allowed once."""
        mark = agent.fingerprint(program)
        if configuration.allowed().get(name) == mark:
            return
        now = time.monotonic()
        if token is not None:
            if self._asked.pop(token, ("", "", 0.0))[:2] != (session_id, mark):
                raise TokenExpired("The question about this agent is too old, or was about another one.")
            configuration.allow(name, mark)
            return
        said = f"The agent {name} would be started for the first time: {agent.shown(program)}"
        if not can_ask:
            raise ConfirmationRequired(
                said, hint=f"A person has to allow it once, at a terminal: `wpf-agent host allow {name}`."
            )
        self._asked = {k: v for k, v in self._asked.items() if now - v[2] < TOKEN_S}
        made = secrets.token_urlsafe(16)
        self._asked[made] = session_id, mark, now
        raise ConfirmationRequired(
            said,
            hint="It then works with this desktop by itself, within this client's fence, and is not asked about again.",
            details={"confirm_token": made},
        )


def files_folder() -> Path:
    """Return the folder for files of launches; what is in it when a host starts is of one that was killed."""
    return state.folder() / f"{processes.desktop_of_user()}.agents"


def may_reach(session: Launcher, fence: Sequence[str]) -> bool:
    """Whether what is inside a fence may be told to a session."""
    own = set(session.options.fence)
    return not own or bool(fence and set(fence) <= own)


def _narrowed(session: Launcher, profile: str | None) -> tuple[str, ...]:
    """The fence of an agent: never wider than its launcher's."""
    own = tuple(session.options.fence)
    if profile is not None and own and profile not in own:
        raise RefusedOutsideTarget(
            f"The profile {profile!r} is outside of this client's fence.", hint=f"Inside are {', '.join(own)}."
        )
    return (profile,) if profile is not None else own


def _launch_of(session: Launcher, name: str, profile: str | None, fence: tuple[str, ...]) -> Launch:
    argv = list(session.argv) if profile is None else [*_without_profiles(session.argv), f"--profile={profile}"]
    identity = secrets.token_hex(4)
    log = Path(session.folder or state.folder()) / FOLDER / f"{identity}.txt"
    variables = {k: v for k, v in session.variables.items() if k.startswith(OWN)}
    return Launch(identity, name, argv, session.cwd, variables, fence, session.name, log, files_folder() / identity)


def _without_profiles(argv: Sequence[str]) -> list[str]:
    kept, words = [], iter(argv)
    for word in words:
        if word == "--profile":
            next(words, "")
        elif not word.startswith("--profile="):
            kept.append(word)
    return kept


def _told(session: Launcher, launch: Launch, code: int) -> None:
    session.add_news(f"The agent {launch.name} (session {launch.session_id}) has ended, exit code {code}: {launch.log}")


def variables_of(launch: Launch, hello: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a launched agent's bridge says, with what its launcher may in place of what it says itself."""
    variables = {k: v for k, v in hello["variables"].items() if not k.startswith(OWN)}
    return {**hello, "argv": launch.argv, "cwd": launch.cwd, "variables": {**variables, **launch.variables}}
