"""The diagnostics pipe of a .NET process: one command a connection, each with a time limit."""

from __future__ import annotations

import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol, Self

from wpfagent.core.errors import DotnetUnavailable
from wpfagent.dotnet import commands
from wpfagent.dotnet.model import Runtime

PIPE = r"\\.\pipe\dotnet-diagnostic-{}"
_turns: defaultdict[int, threading.Lock] = defaultdict(threading.Lock)
"""By process: one session begins or ends at a time. Asked for both at once a runtime may answer nothing ever after."""


class Connection(Protocol):
    """Bytes to and from a process."""

    def send(self, data: bytes) -> None:
        """Send all of it; raises OSError where the other side is gone, TimeoutError where it does not read."""
        ...

    def receive(self, size: int, timeout_s: float | None) -> bytes:
        """Return some bytes, b"" when the other side has ended; raises TimeoutError. None waits until one of them."""
        ...

    def close(self) -> None:
        """Let go of it; a waiting `receive` returns b""."""
        ...


Connect = Callable[[int, float], Connection]


def connect(pid: int, timeout_s: float) -> Connection:
    """Return a connection to a process's diagnostics.

    Raises:
        DotnetUnavailable: see `probe`.
    """
    if sys.platform != "win32":
        raise DotnetUnavailable("A program's inside is asked on Windows only.")
    from wpfagent.dotnet.windows_pipe import WindowsPipe, why_not

    try:
        return WindowsPipe(PIPE.format(pid), timeout_s)
    except OSError as error:
        raise DotnetUnavailable(why_not(pid, error)) from error


def probe(pid: int, *, timeout_s: float = 1.0, connect: Connect = connect) -> Runtime:
    """Return what runs in a process.

    Raises:
        DotnetUnavailable: not .NET 5 or newer, switched off, elevated, another user's, or gone.
    """
    try:
        answer = ask(pid, commands.message(commands.PROCESS_INFO_2), timeout_s=timeout_s, connect=connect)
    except DotnetUnavailable as error:
        if error.details.get("hresult") != commands.UNKNOWN_COMMAND:
            raise
        raise DotnetUnavailable(
            "The program runs on .NET Core 3.1 or older, which says less of itself; .NET 5 is asked."
        ) from error
    return commands.runtime(answer, second=True)


def ask(pid: int, command: bytes, *, timeout_s: float, connect: Connect = connect) -> bytes:
    """Send one command; return the payload of its answer.

    Raises:
        DotnetUnavailable: no connection, an error as the answer, or none in time.
    """
    begun = time.monotonic()
    connection = connect(pid, timeout_s)
    try:
        return exchange(connection, command, timeout_s=timeout_s - (time.monotonic() - begun))
    finally:
        connection.close()


def exchange(connection: Connection, command: bytes, *, timeout_s: float) -> bytes:
    """Send a command over a connection; return the payload of its answer, of which nothing more is read."""
    end = time.monotonic() + timeout_s
    try:
        connection.send(command)
        header = _exactly(connection, commands.HEADER.size, end)
        payload = _exactly(connection, commands.answer_size(header), end)
    except TimeoutError as error:
        raise DotnetUnavailable("The .NET program did not answer its diagnostics pipe in time.") from error
    except OSError as error:
        raise DotnetUnavailable("The .NET program's diagnostics pipe broke: the program may be gone.") from error
    return commands.check(header, payload)


@contextmanager
def _turn(pid: int, timeout_s: float) -> Iterator[None]:
    """Wait until no other session of a process begins or ends.

    Raises:
        DotnetUnavailable: one still did when the time was up.
    """
    if not _turns[pid].acquire(timeout=timeout_s):
        raise DotnetUnavailable("The .NET program was still beginning or ending another session.")
    try:
        yield
    finally:
        _turns[pid].release()


def _exactly(connection: Connection, size: int, end: float) -> bytes:
    parts = b""
    while len(parts) < size:
        part = connection.receive(size - len(parts), max(0.0, end - time.monotonic()))
        if not part:
            raise DotnetUnavailable("The .NET program's diagnostics pipe broke: the program may be gone.")
        parts += part
    return parts


class Session:
    """A stream of events that runs until it is stopped, or the program ends.

    Attributes:
        id: the runtime's number of it.
    """

    def __init__(self, pid: int, connection: Connection, number: int, connect: Connect) -> None:
        self._pid = pid
        self._connection = connection
        self._connect = connect
        self.id = number

    @classmethod
    def start(
        cls,
        pid: int,
        providers: Sequence[commands.Provider],
        *,
        rundown: bool,
        timeout_s: float,
        connect: Connect = connect,
    ) -> Self:
        """Begin one.

        Raises:
            DotnetUnavailable: see `probe`.
        """
        with _turn(pid, timeout_s):
            connection = connect(pid, timeout_s)
            try:
                command = commands.collect(providers, rundown=rundown)
                number = int.from_bytes(exchange(connection, command, timeout_s=timeout_s)[:8], "little")
            except BaseException:
                connection.close()
                raise
        return cls(pid, connection, number, connect)

    def read(self, size: int) -> bytes:
        """Return some bytes of the stream, b"" at its end; waits for them."""
        try:
            return self._connection.receive(size, None)
        except OSError:
            return b""

    def stop(self, timeout_s: float = 1.0) -> bool:
        """Ask the runtime to end it, with the rundown where one was asked for; return whether it agreed."""
        try:
            with _turn(self._pid, timeout_s):
                ask(self._pid, commands.stop(self.id), timeout_s=timeout_s, connect=self._connect)
        except DotnetUnavailable:
            return False
        return True

    def close(self) -> None:
        """Let go of the stream; a waiting `read` returns b""."""
        self._connection.close()
