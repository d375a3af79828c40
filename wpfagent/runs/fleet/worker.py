"""A worker: one desktop that takes work from a scheduler, says when it cannot be used, and comes back by itself.

It is dask's own worker with one thread and one resource `desktop`. When the desktop is locked, or its session
disconnected, the resource is taken back, and nothing more is given to it until it can be used again.
"""

from __future__ import annotations

import asyncio
import platform
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wpfagent.core.errors import Busy, InvalidArgument
from wpfagent.core.extras import require
from wpfagent.runs.fleet.certificates import address_of, security_of
from wpfagent.runs.fleet.closing import close_pickles
from wpfagent.runs.fleet.ending import end_together
from wpfagent.runs.fleet.orders import DESKTOP
from wpfagent.runs.fleet.scheduler import configure
from wpfagent.runs.fleet.seat import Seat

if TYPE_CHECKING:
    from distributed import Worker

AGAIN_S = 2.0
"""How long after the scheduler went away a worker looks for it again, and how long it waits at most for an answer."""
ANSWER_S = 5
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Connection:
    """How a worker reaches its scheduler, and is reached.

    Args:
        address: the scheduler's.
        certificates: the folder of the certificates; None: only this machine.
        host: the worker's own address as the scheduler reaches it; None: as the system says.
        port: its port; 0 for any.
    """

    address: str
    certificates: Path | None = None
    host: str | None = None
    port: int = 0


def default_name(desktop_name: str, pid: int) -> str:
    """Return what a worker is called: the PC, with its process where several simulated desktops may share it."""
    node = platform.node() or "worker"
    return node if desktop_name == "uia" else f"{node}-{pid}"


def run_worker(seat: Seat, connection: Connection, tell: Tell) -> None:
    """Work until the process is interrupted; when the scheduler goes away, wait for it.

    Args:
        seat: the desktop.
        connection: the scheduler.
        tell: hears what becomes of it.

    Raises:
        InvalidArgument: the address is none, or needs certificates.
        Busy: another worker of this user uses the same desktop.
    """
    require("distributed")
    with_certificates = connection.certificates is not None
    address = address_of(connection.address, with_certificates=with_certificates)
    security = security_of(connection.certificates, "worker")
    configure()
    close_pickles()
    with _Alone(seat):
        end_together()
        seat.forget_old()
        asyncio.run(_serve(seat, address, connection, security, tell))


class _Alone:
    """Holds the one real desktop of this user against a second worker; of simulated ones each has its own folder."""

    def __init__(self, seat: Seat) -> None:
        from filelock import FileLock
        from platformdirs import user_data_path

        folder = user_data_path("wpf-agent", appauthor=False) if seat.desktop_name == "uia" else seat.folder
        seat.folder.mkdir(parents=True, exist_ok=True)
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / "fleet-worker.lock"
        self._lock = FileLock(self._path, timeout=0)

    def __enter__(self) -> None:
        from filelock import Timeout

        try:
            self._lock.acquire()
        except Timeout as error:
            raise Busy(
                f"Another worker holds {self._path}.", hint="One desktop has one worker: end that one first."
            ) from error

    def __exit__(self, *_: object) -> None:
        self._lock.release()


async def _serve(seat: Seat, address: str, connection: Connection, security: Any, tell: Tell) -> None:
    """Be a worker again and again, until somebody interrupts it."""
    missing = False
    while True:
        try:
            worker = await asyncio.wait_for(_start(seat, address, connection, security, tell), ANSWER_S * 4)
        except ValueError as error:  # dask's word for a name that is taken
            raise InvalidArgument(f"{address} does not take this worker: {error}.", hint="Another --name.") from error
        except (OSError, TimeoutError, RuntimeError) as error:
            if not missing:
                tell(f"{address} does not answer ({_first_line(error)}); it is asked again every {AGAIN_S:.0f} s")
            missing = True
            await asyncio.sleep(AGAIN_S)
            continue
        missing = False
        tell(f"{seat.machine} works for {address}")
        try:
            await worker.finished()
        finally:
            await worker.close(executor_wait=False)
        tell(f"{address} has gone away; {seat.machine} waits for it")


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]


async def _start(seat: Seat, address: str, connection: Connection, security: Any, tell: Tell) -> Worker:
    from wpfagent.runs.fleet.desktop_worker import DesktopWorker

    worker = DesktopWorker(
        address,
        seat=seat,
        tell=tell,
        nthreads=1,
        name=seat.machine,
        host=connection.host,
        port=connection.port,
        protocol="tls" if security is not None else "tcp",
        security=security,
        resources={DESKTOP: 0 if seat.unusable() else 1},
        memory_limit=0,
        dashboard=False,
        dashboard_address="127.0.0.1:0",
        extensions={},
        death_timeout=ANSWER_S,
        local_directory=str(seat.folder / "dask"),
        metrics={"wpf_agent": lambda worker: worker.state_told},
    )
    return await worker
