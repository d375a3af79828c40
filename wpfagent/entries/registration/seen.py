"""Asks a client's own command line whether it sees our server."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass

from wpfagent.entries.registration.clients.base import Client
from wpfagent.entries.registration.computer import Computer
from wpfagent.entries.registration.server import NAME

TIMEOUT_S = 60.0


@dataclass(frozen=True, slots=True)
class Seen:
    """Whether the client lists us (None: it could not be asked), and what it was asked."""

    yes: bool | None
    said: str = ""


def ask_client(client: Client, computer: Computer, *, timeout_s: float = TIMEOUT_S) -> Seen:
    """Return whether the client's program lists our server; it is not asked where it is not installed.

    Args:
        client: which one.
        computer: where it is.
        timeout_s: how long it may take.
    """
    program = computer.find_program(client.program)
    if program is None or not client.listing:
        return Seen(None)
    asked = " ".join((client.program, *client.listing))
    try:
        done = subprocess.run(
            [program, *client.listing],
            cwd=computer.folder,
            env=dict(computer.environ),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=timeout_s,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return Seen(None, f"`{asked}` could not be asked: {error}")
    output = (done.stdout + done.stderr).decode(errors="replace")
    lines = [line.strip() for line in output.splitlines() if NAME in line]
    if done.returncode == 0 and lines:
        return Seen(True, f"`{asked}`: {lines[0]}")
    return Seen(False, f"`{asked}` does not list it (exit {done.returncode}).")
