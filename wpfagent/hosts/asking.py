"""Asking the host that runs, for people: what it does, that it shall end."""

from __future__ import annotations

import http.client
import json
from typing import Any

from wpfagent.hosts import state
from wpfagent.hosts.state import HostState

ANSWER_S = 5.0


def ask(host: HostState, method: str, path: str) -> Any:
    """Return what a host answers; None where it does not."""
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=ANSWER_S)
    try:
        connection.request(method, path, headers={"authorization": f"Bearer {host.token}"})
        response = connection.getresponse()
        return json.loads(response.read()) if response.status == 200 else None
    except (OSError, ValueError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def status() -> dict[str, Any] | None:
    """Return what the host says of itself; None where there is none that answers."""
    host = state.read()
    found = ask(host, "GET", "/status") if host is not None else None
    return found if isinstance(found, dict) else None
