"""`wpf-agent host agents`, `allow`, `forbid`: what a person says at the terminal of agents that clients may launch."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from wpfagent.core.errors import ConfirmationRequired, NotReached
from wpfagent.entries.cli.asking import agrees, can_ask
from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.output import Output
from wpfagent.hosts.agents import configuration, filling


def run(options: Mapping[str, Any]) -> int:
    """List the agents, allow one, or take that back."""
    out = Context(options).out
    if options["allow"]:
        return _allow(out, options["AGENT"])
    if options["forbid"]:
        configuration.settings().find(options["AGENT"])
        configuration.allow(options["AGENT"], None)
        out.document({"agent": options["AGENT"], "allowed": False})
        out.line(f"{options['AGENT']} is asked about before it is launched.")
        return 0
    return _list(out)


def _list(out: Output) -> int:
    settings, allowed = configuration.settings(), configuration.allowed()
    found = []
    for name, agent in settings.all.items():
        try:
            program = filling.program_of(agent, os.environ.get("PATH"))
        except NotReached:
            program = ()
        is_allowed = bool(program) and allowed.get(name) == agent.fingerprint(program)
        found.append(
            {"agent": name, "command": list(agent.command), "program": " ".join(program), "allowed": is_allowed}
        )
        standing = "allowed" if is_allowed else "asked about first" if program else "not installed"
        out.line(f"{name}: {standing}")
        out.text(f"  {' '.join(agent.command)}")
    out.line(f"At most {settings.most} at once, {settings.a_minute} a minute. More in {configuration.path()}.")
    out.document({"agents": found, "most": settings.most, "a_minute": settings.a_minute})
    return 0


def _allow(out: Output, name: str) -> int:
    agent = configuration.settings().find(name)
    program = filling.program_of(agent, os.environ.get("PATH"))
    command = agent.shown(program)
    out.line("AI clients will be able to start this with a task of theirs, without asking again:")
    out.text(f"  {command}")
    for key, value in agent.env.items():
        out.text(f"  {key}={value}")
    if not can_ask(out):
        raise ConfirmationRequired(
            f"Nobody has agreed to this command yet: {command}", hint="Run this at a terminal: a person answers it."
        )
    if not agrees(out, out.said("Allow it? [y/N]")):
        raise ConfirmationRequired(f"{name} was not allowed: you said no.", hint="Nothing was changed.")
    configuration.allow(name, agent.fingerprint(program))
    out.line(f"{name} may be launched.")
    return 0
