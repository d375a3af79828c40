"""The answer of `mcp serve` where the protocol's library is not installed: one sentence to whoever asks first.

A client starts the server by itself and shows how its first request is answered; a process that only ends says why to
nobody.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from wpfagent.core.errors import WpfAgentError

INTERNAL_ERROR = -32603
"""JSON-RPC's code for a server that cannot do what was asked."""


def refuse(error: WpfAgentError) -> int:
    """Answer each request with this error until the client has gone; return the exit code.

    Raises:
        WpfAgentError: a person started it, who reads the error at once.
    """
    if sys.stdin is None or sys.stdin.isatty():
        raise error
    sys.stderr.write(f"{error.code}: {error}\n")
    sys.stderr.flush()
    for line in sys.stdin.buffer:
        if (number := _id_of(line)) is not None:
            problem = {"code": INTERNAL_ERROR, "message": str(error), "data": error.to_dict()["error"]}
            answer = json.dumps({"jsonrpc": "2.0", "id": number, "error": problem})
            sys.stdout.write(f"{answer}\n")
            sys.stdout.flush()
    return error.exit_code


def _id_of(line: bytes) -> Any:
    """The id of a request; None for anything else."""
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return asked.get("id") if isinstance(asked, dict) and "method" in asked else None
