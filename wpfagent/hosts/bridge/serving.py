"""The bridge: reads what a client sends, answers how it opens, hands on the rest, writes what comes back."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO

from wpfagent.core.json_text import parse_json
from wpfagent.hosts import places
from wpfagent.hosts.bridge import opening
from wpfagent.hosts.bridge.replying import encoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wpfagent.hosts.bridge.link import Link

PARSE_ERROR = -32700
LEAVE_S = 1.5
"""So long the host may take to end a session: clients give a server some two seconds before they end it."""
LISTED_LAST = "tools/list"
"""Once a client has the tools, its first call will come: the host is started meanwhile."""


class Bridge:
    """Between a client's stdin and stdout and the host.

    Args:
        argv: what `mcp serve` was started with.
        incoming: what the client sends, in lines.
        outgoing: where answers go.
    """

    def __init__(self, argv: Sequence[str], incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self._argv = list(argv)
        self._incoming, self._outgoing = incoming, outgoing
        self._writing = threading.Lock()
        self._key = opening.key_of(argv, os.environ.get("WPF_AGENT_LANG", ""))
        self._opening = opening.load(places.folder(), self._key)
        self._link: Link | None = None
        self._greeting: tuple[Mapping[str, Any], str] | None = None

    def run(self) -> None:
        """Serve until the client closes its end."""
        for line in self._incoming:
            if line.strip():
                self._take(line.decode(errors="replace"))
        if self._link is not None:
            self._link.leave(LEAVE_S)

    def _take(self, line: str) -> None:
        try:
            message = parse_json(line)
        except (json.JSONDecodeError, RecursionError) as error:
            self._refuse(line, getattr(error, "msg", "it is too deep"))
            return
        if not isinstance(message, dict) or not (message.keys() & {"method", "result", "error"}):
            self._refuse(line, "it is no JSON-RPC message")
            return
        answer = self._answer(message)
        if answer is not None:
            self._write(encoded(answer))
        elif message.get("method") != "notifications/initialized" or self._opening is None:
            self.link.forward(message)
        if message.get("method") == LISTED_LAST:
            self.link.warm_up()

    def _answer(self, message: Mapping[str, Any]) -> dict[str, Any] | None:
        """The answer that needs no host."""
        if self._opening is None or message.get("id") is None:
            return None
        answer = self._opening.answer(message)
        if answer is not None and message.get("method") == "initialize":
            self._greeting = message, answer["result"]["protocolVersion"]
        return answer

    def _refuse(self, line: str, why: str) -> None:
        """Answer what cannot be read: whoever sent it may wait."""
        from wpfagent.entries.mcp.unreadable import id_of

        said = {"code": PARSE_ERROR, "message": f"This line cannot be read: {why}."}
        self._write(encoded({"jsonrpc": "2.0", "id": id_of(line), "error": said}))

    def _write(self, message: bytes) -> None:
        with self._writing:
            try:
                self._outgoing.write(message + b"\n")
                self._outgoing.flush()
            except OSError:  # the client has gone; its end of the other pipe says so, too
                pass

    @property
    def link(self) -> Link:
        """The way to the host; made when something needs it."""
        if self._link is None:
            from wpfagent.hosts.bridge.link import Link

            digest = self._opening.digest if self._opening is not None else ""
            self._link = Link(self._argv, digest, self._write, self._keep, _say)
            if self._greeting is not None:
                self._link.greet(*self._greeting)
        return self._link

    def _keep(self, fresh: Mapping[str, Any]) -> None:
        """Keep what the host says the opening answers are, for the next start."""
        try:
            opening.store(places.folder(), self._key, fresh["answers"])
        except OSError as error:
            _say(f"What opens a session could not be kept: {error}.")
        if self._opening is not None and self._opening.digest != fresh["digest"]:
            _say("The tools have changed since they were listed here: restart the client.")


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def serve(argv: Sequence[str]) -> int:
    """Be the bridge of a client until it has gone; then the process ends, whatever is under way.

    Nothing but the protocol reaches stdout: what anybody prints goes to stderr.
    """
    incoming, outgoing = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout.flush()
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    Bridge(argv, incoming, outgoing).run()
    sys.stderr.flush()
    os._exit(0)
