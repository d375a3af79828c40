"""A bridge's session in a host: begun at the first message that needs one, and anew when that host has died.

A message is sent once. Where its answer is lost the caller is told, and nothing is sent a second time: it may have been
done. Only what could not be sent at all goes to a new host.
"""

from __future__ import annotations

import http.client
import json
import os
import queue
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from wpfagent import __version__
from wpfagent.core.errors import AppFailed, WpfAgentError
from wpfagent.hosts.bridge import wire
from wpfagent.hosts.bridge.finding import HostUnreachable, find_or_start
from wpfagent.hosts.bridge.opening import VERSION_KEY
from wpfagent.hosts.bridge.replying import error_of, named
from wpfagent.hosts.state import HostState

TRIES = 3
"""So many hosts are tried for a message that could not be sent."""


class HostRestarted(AppFailed):
    """The host ended while a call was under way."""

    code = "host_restarted"


@dataclass(slots=True)
class Place:
    """A session in a host.

    Args:
        host: which one.
        wire: to that host.
        path: of the session's messages.
        leash: the response that is read as long as the session lives.
        is_gone: whether the host has ended.
        sent: how many messages were sent.
        session: the protocol's own session, after `initialize`.
    """

    host: HostState
    wire: wire.Wire
    path: str
    leash: http.client.HTTPResponse
    is_gone: bool = False
    sent: int = 0
    session: str = ""


class Link:
    """What hands messages to the host and brings its answers.

    Args:
        argv: what `mcp serve` was started with.
        digest: the mark of the answers that the bridge gives by itself; "" where it has none.
        deliver: sends a message to the client.
        keep: is given what the bridge should answer by itself from the next start on.
        say: tells a person who reads the client's log.
    """

    def __init__(
        self,
        argv: list[str],
        digest: str,
        deliver: Callable[[bytes], None],
        keep: Callable[[Mapping[str, Any]], None],
        say: Callable[[str], None],
    ) -> None:
        self._hello = {
            "argv": argv,
            "cwd": os.getcwd(),
            "variables": dict(os.environ),
            "pid": os.getpid(),
            "version": __version__,
            "opening": digest,
        }
        self._deliver, self._keep, self._say = deliver, keep, say
        self._greeting: Mapping[str, Any] | None = None
        self._version = ""
        self._place: Place | None = None
        self._under_way: dict[Any, http.client.HTTPConnection] = {}
        self._queue: queue.SimpleQueue[Mapping[str, Any] | None] = queue.SimpleQueue()
        threading.Thread(target=self._work, name="link", daemon=True).start()

    def greet(self, greeting: Mapping[str, Any], version: str) -> None:
        """Know how the client introduced itself: the host hears of it before anything else."""
        self._greeting, self._version = greeting, version

    def forward(self, message: Mapping[str, Any]) -> None:
        """Hand a message to the host, in the order of the calls; its answer is delivered when it comes."""
        self._queue.put(message)

    def leave(self, within_s: float) -> None:
        """Let the host end the session and its record; a client may end all that it has started with this process."""
        place = self._place
        if place is None or place.is_gone:
            return
        try:
            connection = place.wire.connected()
            assert connection.sock is not None
            connection.sock.settimeout(within_s)
            place.wire.send(connection, f"{place.path.rpartition('/')[0]}/leave", {})
            connection.getresponse().read()
        except (OSError, http.client.HTTPException):
            return

    def warm_up(self) -> None:
        """Begin the session now, so that the first message need not wait."""
        self._queue.put(None)

    # -- one message after another ------------------------------------------------------------------------------------

    def _work(self) -> None:
        while True:
            message = self._queue.get()
            try:
                if message is None:
                    self._ready()
                elif not self._is_cancelled(message):
                    self._send(message)
            except WpfAgentError as error:
                self._fail(message, error)
            except Exception as error:  # noqa: BLE001 - whoever waits must hear of it
                self._fail(message, HostUnreachable(f"The host was not reached: {type(error).__name__}: {error}."))

    def _fail(self, message: Mapping[str, Any] | None, error: WpfAgentError) -> None:
        self._say(f"{error.code}: {error}")
        if message is not None and (told := error_of(message, error)) is not None:
            self._deliver(told)

    def _send(self, message: Mapping[str, Any]) -> None:
        for _ in range(TRIES):
            place = self._ready()
            try:
                connection = place.wire.connected()
            except OSError:
                place.is_gone = True
                continue
            if message.get("method") == "initialize":
                self._greet_through(place, connection, message)
            else:
                self._post(place, connection, message)
            return
        raise HostUnreachable("The host ended each time that it was started.", hint="Its log tells more.")

    def _greet_through(self, place: Place, connection: http.client.HTTPConnection, message: Mapping[str, Any]) -> None:
        """Let the host answer how a client opens, and know its session before anything else is sent."""
        place.sent += 1
        try:
            place.wire.send(connection, place.path, message, {wire.ORDER: str(place.sent)})
            response = connection.getresponse()
            answers = [
                said if response.status < 400 else named(said, message.get("id")) for said in wire.messages_in(response)
            ]
        except (OSError, http.client.HTTPException) as error:
            self._lost(place, message, error)
            return
        place.session = response.headers.get(wire.SESSION, "")
        for said in answers:
            result = json.loads(said).get("result")
            if isinstance(result, dict):
                self.greet(message, str(result.get("protocolVersion", "")))
            self._deliver(said)
        place.wire.rest(connection)

    def _post(self, place: Place, connection: http.client.HTTPConnection, message: Mapping[str, Any]) -> None:
        place.sent += 1
        number = message.get("id") if "method" in message else None
        if number is not None:
            self._under_way[number] = connection
        version = _version_in(message) or self._version
        headers = wire.headers_of(message, version, place.session) | {wire.ORDER: str(place.sent)}
        try:
            place.wire.send(connection, place.path, message, headers)
        except OSError as error:
            self._lost(place, message, error)
            return
        threading.Thread(target=self._receive, args=(place, connection, message), daemon=True).start()

    def _receive(self, place: Place, connection: http.client.HTTPConnection, message: Mapping[str, Any]) -> None:
        """Bring what the host answers to a message."""
        number = message.get("id") if "method" in message else None
        is_answered = number is None
        try:
            response = connection.getresponse()
            for said in wire.messages_in(response):
                told = said if response.status < 400 else named(said, number)
                is_answered = is_answered or _answers(told, number)
                if told:
                    self._deliver(told)
            place.wire.rest(connection)
            if not is_answered:
                raise OSError("the answer was cut off")
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            if number in self._under_way and not is_answered:
                self._lost(place, message, error)
        finally:
            self._under_way.pop(number, None)

    def _lost(self, place: Place, message: Mapping[str, Any], why: Exception) -> None:
        place.is_gone = True
        error = HostRestarted(
            f"The host ended while this was under way ({type(why).__name__}); whether it was done is not known.",
            hint="Nothing is done twice by itself: look at the screen first. The next call starts a host again; "
            "resolve the target anew.",
        )
        self._fail(message, error)

    def _is_cancelled(self, message: Mapping[str, Any]) -> bool:
        """Return whether a message cancels a call that the protocol cancels by closing its connection; that is done."""
        if message.get("method") != "notifications/cancelled" or self._version:
            return False
        params = message.get("params")
        number = params.get("requestId") if isinstance(params, dict) else None
        connection = self._under_way.pop(number, None)
        if connection is not None and connection.sock is not None:
            import socket

            connection.sock.shutdown(socket.SHUT_RDWR)
        return True

    # -- the session --------------------------------------------------------------------------------------------------

    def _ready(self) -> Place:
        """Return the session, begun where there is none."""
        place = self._place
        for _ in range(TRIES):
            if place is not None and not place.is_gone and place.host.is_alive:
                return place
            try:
                place = self._begin()
            except (OSError, http.client.HTTPException):
                continue  # it has just ended
            self._place = place
        raise HostUnreachable("No host could be reached.", hint="`wpf-agent host status` tells what is there.")

    def _begin(self) -> Place:
        host = find_or_start()
        own = wire.Wire(host)
        connection = own.connected()
        own.send(connection, "/bridges", self._hello)
        leash = connection.getresponse()
        said = json.loads(leash.readline() or b"{}")
        if leash.status != 200 or "session" not in said:
            raise HostUnreachable(f"The host refused: {said.get('error', leash.status)}", hint="`wpf-agent host stop`.")
        place = Place(host, own, f"/sessions/{said['session']}/mcp", leash)
        if said.get("problem"):
            self._say(said["problem"])
        if host.version != __version__:
            self._say(f"The host is wpf-agent {host.version}, this is {__version__}: `wpf-agent host stop` ends it.")
        threading.Thread(target=self._listen, args=(place,), daemon=True).start()
        if self._greeting is not None:
            self._introduce(place)
        return place

    def _introduce(self, place: Place) -> None:
        """Repeat to the host how the client introduced itself."""
        for message in (self._greeting, {"jsonrpc": "2.0", "method": "notifications/initialized"}):
            assert message is not None
            connection = place.wire.connected()
            place.sent += 1
            version = self._version if place.session else ""
            headers = wire.headers_of(message, version, place.session) | {wire.ORDER: str(place.sent)}
            place.wire.send(connection, place.path, message, headers)
            response = connection.getresponse()
            for _ in wire.messages_in(response):
                pass  # the client was answered already
            place.session = place.session or response.headers.get(wire.SESSION, "")
            place.wire.rest(connection)

    def _listen(self, place: Place) -> None:
        """Hear what the host says of itself, until it ends."""
        try:
            while line := place.leash.readline():
                said = json.loads(line)
                if "opening" in said:
                    self._keep(said["opening"])
                if "say" in said:
                    self._say(said["say"])
        except (OSError, ValueError, http.client.HTTPException):
            pass
        place.is_gone = True


def _version_in(message: Mapping[str, Any]) -> str:
    """The version of the protocol that a message names itself."""
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    version = meta.get(VERSION_KEY) if isinstance(meta, dict) else None
    return version if isinstance(version, str) else ""


def _answers(said: bytes, number: Any) -> bool:
    """Whether a message is the answer to a request."""
    try:
        read = json.loads(said)
    except ValueError:
        return False
    return isinstance(read, dict) and "method" not in read and read.get("id") == number
