"""Running the server on stdin and stdout until the client has gone."""

from __future__ import annotations

import contextlib
import logging
import os
import sys

import anyio
from mcp.server.stdio import stdio_server

from wpfagent.mcp_server.options import ServeOptions
from wpfagent.mcp_server.server import build


def serve(options: ServeOptions) -> int:
    """Serve until stdin is closed, then end the process, also when a call on a program that hangs is under way.

    Nothing but the protocol reaches stdout: while it is served, the descriptor that programs and libraries know as
    stdout leads to stderr, and so does `print`.

    Raises:
        InvalidArgument: a toolset or tool that is named does not exist.
    """
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    server = build(options)

    async def run() -> None:
        async with stdio_server() as (incoming, outgoing):
            with contextlib.redirect_stdout(sys.stderr):
                await server.run(incoming, outgoing, server.create_initialization_options())

    anyio.run(run)
    sys.stderr.flush()
    # Threads that wait for a program that hangs, COM's own and buffers of the old stdout have no say in the end.
    os._exit(0)
