"""`wpf-agent mcp serve --alone`: the MCP server on stdin and stdout, in this process."""

from __future__ import annotations

from collections.abc import Sequence

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.extras import missing
from wpfagent.desktops.base import Desktop
from wpfagent.entries.cli import usage
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.mcp.refusing import refuse

USAGE = """\
Serve the Model Context Protocol on stdin and stdout: a client starts this, not a person.

Usage:
  wpf-agent mcp serve [--alone | --hosted] [--profile=NAME]... [options]

Examples:
  wpf-agent mcp serve
  wpf-agent mcp serve --profile MyApp-Dev                   only this application can be reached
  wpf-agent mcp serve --tools more,tests --no-tools drag   the everyday tools, and those of two sets

`wpf-agent mcp register` enters it in a client. profiles.json and artifacts of the current folder are not used: it is
the client's, not yours.

Server options:
  --profile=NAME         fence the server to this profile; may be given several times
  --mode=MODE            safe (default) or extended (coordinates too)
  --stop-key=CHORD       what a person presses to end everything [Ctrl+Shift+F11]
  --allow-launch         launch_application may start any program, not only those of profiles
  --toolsets=NAMES       default, more, coordinates, tests, dotnet, search, sessions, or all [default: default]
  --tools=NAMES          toolsets beside the default one; or tools: then only these
  --no-tools=NAMES       without these tools
  --alone                serve in this process, which then owns the desktop
  --hosted               hand everything to the host, which clients share and the first one starts: the usual way
  --structured           replies bring JSON and output schemas beside their text: for programs, not for a model
  --profiles=FILE        the profiles.json to use
  --artifacts=DIR        where records go
  --desktop=NAME         uia (real windows; the default on Windows) or simulated
  --lang=LANG            en or ja [default: en]
  -h --help              this text
"""


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Serve until the client has gone."""
    try:
        import mcp  # noqa: F401 -- an extra brings it
    except ModuleNotFoundError as error:
        if (without := missing(error)) is None:
            raise
        return refuse(without)
    try:
        options = options_of(argv)
    except InvalidArgument as error:
        from wpfagent.entries.mcp.serving import unable_here

        options = unable_here(error)
    from wpfagent.entries.mcp.serving import serve

    return serve(options)


def options_of(argv: Sequence[str]) -> ServeOptions:
    """Return what the arguments say. Raises InvalidArgument."""
    options = usage.parse(USAGE, argv)
    return ServeOptions(
        profiles_path=options["--profiles"],
        fence=tuple(options["--profile"]),
        mode=options["--mode"] or "safe",
        stop_key=options["--stop-key"],
        allow_launch=options["--allow-launch"],
        toolsets=_names(options["--toolsets"]),
        tools=_names(options["--tools"]),
        no_tools=_names(options["--no-tools"]),
        artifacts=options["--artifacts"],
        desktop=options["--desktop"],
        lang=options["--lang"],
        structured=options["--structured"],
    )


def _names(given: str | None) -> tuple[str, ...]:
    return tuple(name.strip() for name in (given or "").split(",") if name.strip())
