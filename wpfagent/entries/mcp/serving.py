"""Running the server on stdin and stdout until the client has gone."""

from __future__ import annotations

import contextlib
import logging
import os
import sys

import anyio
from mcp.server.stdio import stdio_server

from wpfagent.core.errors import InvalidArgument, WpfAgentError
from wpfagent.entries.mcp.incoming import Incoming
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.mcp.server import build


def unable(error: WpfAgentError) -> ServeOptions:
    """Return the options of a server that can only say what is wrong.

    A client starts the server by an entry that may be older than this version: a process that ends tells nobody why.
    """
    sys.stderr.write(f"{error.code}: {error}\n")
    hint = f"{error.hint} The client's entry starts it this way; `wpf-agent mcp register` mends the entry."
    return ServeOptions(problem=InvalidArgument(error.message, hint=hint.strip(), details=error.details))


def unable_here(error: WpfAgentError) -> ServeOptions:
    """Return the same for a client at the other end of stdin.

    Raises:
        WpfAgentError: a person started it, who reads the error at once.
    """
    if sys.stdin is not None and sys.stdin.isatty():
        raise error
    return unable(error)


def serve(options: ServeOptions) -> int:
    """Serve until stdin is closed, then end the process, also when a call on a program that hangs is under way.

    Nothing but the protocol reaches stdout: while it is served, the descriptor that programs and libraries know as
    stdout leads to stderr, and so does `print`.
    """
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    try:
        server = build(options)
    except InvalidArgument as error:
        server = build(unable_here(error))

    async def run() -> None:
        async with stdio_server() as (incoming, outgoing):
            with contextlib.redirect_stdout(sys.stderr):
                await server.run(Incoming(incoming, outgoing), outgoing, server.create_initialization_options())

    anyio.run(run)
    sys.stderr.flush()
    # Threads that wait for a program that hangs, COM's own and buffers of the old stdout have no say in the end.
    os._exit(0)
