"""`wpf-agent host`: the resident host itself, what it does now, and its end."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wpfagent.core import wait
from wpfagent.core.errors import InvalidArgument
from wpfagent.entries.cli.usage import parse
from wpfagent.hosts import asking, state

if TYPE_CHECKING:
    from wpfagent.desktops.base import Desktop

USAGE = """\
The resident host: one process that owns the desktop for all AI clients. The first client starts it by itself.

Usage:
  wpf-agent host [options]
  wpf-agent host (status | stop | agents) [options]
  wpf-agent host (allow | forbid) AGENT [options]

Without a word it is the host, until nobody needs it. `status` says whether there is one, and who uses it; `stop` ends
it, and with it what clients have under way. `agents` lists what clients may launch beside themselves, `allow` lets them
launch one after you have seen its command, `forbid` takes that back.

Options:
  --idle=SECONDS         end so long after the last client has left [600, or WPF_AGENT_HOST_IDLE]
  --json                 print JSON, for programs
  --lang=LANG            en or ja
  -h --help              this text
"""
END_S = 10.0
"""How long a host may take to end."""
IDLE, IDLE_S = "WPF_AGENT_HOST_IDLE", 600.0
"""The variable that says how many seconds a host stays after the last bridge has left, and how many it is without."""


def run(argv: Sequence[str], _desktop: Desktop | None) -> int:
    """Be the host, or ask it."""
    options = parse(USAGE, argv)
    if options["status"]:
        return _status(as_json=options["--json"])
    if options["stop"]:
        return _stop(as_json=options["--json"])
    if options["agents"] or options["AGENT"]:
        from wpfagent.hosts.agents import command

        return command.run(options)
    given = options["--idle"] or os.environ.get(IDLE) or IDLE_S
    try:
        idle_s = float(given)
    except ValueError as error:
        raise InvalidArgument(f"--idle cannot be {given!r}.", hint="Seconds are expected.") from error
    from wpfagent.hosts.resident.running import run as be_host

    return be_host(idle_s)


def _status(*, as_json: bool) -> int:
    found = asking.status()
    if as_json:
        print(json.dumps({"host": found}, ensure_ascii=False, indent=1))
    else:
        print("\n".join(lines_of(found)))
    return 0


def lines_of(found: Mapping[str, Any] | None) -> list[str]:
    """Return what is said of a host, in lines."""
    if found is None:
        return ["There is no host; the first client starts one."]
    lines = [f"Host {found['version']}, pid {found['pid']}, 127.0.0.1:{found['port']}, since {_time(found['since'])}"]
    for session in found["sessions"]:
        client = session["client"].get("name", "no client yet")
        program = f", {session['program']}" if session["program"] else ""
        last = f", last {session['last']} at {_time(session['last_at'])}" if session["last"] else ""
        lines.append(
            f"  session {session['session_id']}: {client}, bridge pid {session['bridge']['pid']}{program}{last}"
        )
    lines += [] if found["sessions"] else ["  no sessions"]
    return [*lines, *found.get("stale", ())]


def run_mcp_status(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Say how each client stands, and who uses the host now."""
    from wpfagent.entries.cli.commands.mcp_clients import HostFacts
    from wpfagent.entries.cli.commands.mcp_clients import run as run_clients

    def host() -> HostFacts:
        found = asking.status()
        return HostFacts(found, lines_of(found))

    return run_clients(argv, desktop, host=host)


def _time(when: float) -> str:
    return time.strftime("%H:%M:%S", time.localtime(when))


def _stop(*, as_json: bool) -> int:
    found = state.read()
    if found is not None:
        asking.ask(found, "POST", "/stop")
        wait.until(lambda: not found.is_alive, wait.RealClock(), timeout_s=END_S)
    said = "There was no host." if found is None else f"The host (pid {found.pid}) has ended."
    print(json.dumps({"stopped": found.pid if found else None}) if as_json else said)
    return 0
