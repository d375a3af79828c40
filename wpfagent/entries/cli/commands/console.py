"""`wpf-agent console`: the page on which a person manages MCP servers."""

from __future__ import annotations

import threading
import webbrowser
from collections.abc import Sequence

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.extras import require
from wpfagent.desktops.base import Desktop
from wpfagent.entries.cli import usage
from wpfagent.entries.cli.context import Context
from wpfagent.runs.servers.store import Store

USAGE = f"""\
A page in your browser for the MCP servers that a goal may use: add, enable, try their tools, read their logs, and watch
the calls of a goal as they happen. The enabled servers run as long as this does; Ctrl+C ends both.

Usage:
  wpf-agent console [options]

It answers this computer only, and only to the address that is printed: the part behind the # is its key.

Console options:
  --port=N               where (else a free port)
  --no-open              print the address and open no browser

{usage.COMMON}
Exit codes: 0 ended, 2 the port is taken or an extra is missing, 130 interrupted.
"""


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Serve the page until somebody ends it."""
    context = Context(usage.parse(USAGE, argv), desktop)
    port = context.options["--port"] or "0"
    if not port.isdecimal() or int(port) > 65_535:
        raise InvalidArgument(f"--port cannot be {port!r}.", hint="0 to 65535.")
    require("uvicorn")
    from wpfagent.entries.cli.serving import text_of_client
    from wpfagent.entries.console.serving import console

    with console(Store(), text_of_client, port=int(port)) as address:
        context.out.document({"address": address})
        context.out.line(f"The console: {address}")
        context.out.line("Ctrl+C ends it, and the servers with it.")
        if not context.options["--no-open"]:
            webbrowser.open(address)
        threading.Event().wait()
    return 0
