"""What people are told of a server's start and end."""

from __future__ import annotations

from wpfagent.core import exit_codes

ADDRESS = "no command: an address"
FORCED = "It did not stop by itself and was ended by force."
ENDED = ("The connection ended.", "Start it again.")


def not_found(command: str) -> tuple[str, str]:
    """Return that there is no such program, and what to do."""
    told = f"The command {command!r} was not found: neither a file, nor in a folder of PATH."
    return told, "Install it, or give its whole path."


def exited(code: int) -> tuple[str, str]:
    """Return that the program ended, and what to do."""
    told = f"The program ended with exit code {exit_codes.name_of(code)}."
    return told, "Its stderr says more; run the command by hand."


def not_started(error: OSError) -> tuple[str, str]:
    """Return that the system refused, and what to do."""
    return f"It cannot be started: {error.strerror or error}.", "Check the command and its rights."


def too_late(seconds: float) -> tuple[str, str]:
    """Return that it did not answer in time, and what to do."""
    told = f"It did not answer within {seconds:g} s."
    return told, "Is it an MCP server that speaks stdio? Run the command by hand."


def no_server(error: BaseException) -> tuple[str, str]:
    """Return that its answer was none, and what to do."""
    return f"It did not answer as a server of the protocol does: {error}", "Is it an MCP server? Its log says more."


def process(pid: int | None) -> str:
    """Return which process it is."""
    return f"process {pid}"


def tools(count: int) -> str:
    """Return how many tools it has."""
    return f"{count} tools"


def speaks(version: str, protocol: str) -> str:
    """Return what it calls itself, and which protocol it speaks."""
    return f"{version}, protocol {protocol}".lstrip(", ")
