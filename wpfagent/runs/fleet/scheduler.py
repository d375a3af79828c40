"""The scheduler: dask's own, closed to everything but a fleet's work, and left running until it is interrupted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from wpfagent.core.errors import Busy
from wpfagent.core.extras import require
from wpfagent.runs.fleet.certificates import PORT, check_own_machine, security_of
from wpfagent.runs.fleet.closing import OF_SCHEDULERS, close_pickles, close_requests

ALLOWED_DEATHS = 1
"""So many workers may die under a piece of work: it is started once more, and then given up."""


def configure() -> None:
    """Set what dask's processes of a fleet have in common."""
    import logging

    import dask
    import distributed  # noqa: F401 - it sets the levels of its loggers where it is loaded

    dask.config.set({
        "distributed.scheduler.allowed-failures": ALLOWED_DEATHS,
        "distributed.worker.profile.enabled": False,
        "distributed.comm.timeouts.connect": "10s",
    })  # fmt: skip
    for name in ("distributed", "tornado", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


def run_scheduler(
    *, host: str, port: int = PORT, dashboard: int | None, certificates: Path | None, tell: Callable[[str], None]
) -> None:
    """Run a scheduler until the process is interrupted.

    Args:
        host: the address to listen on; without certificates one of this machine.
        port: the port, 0 for any.
        dashboard: the port of dask's pages on 127.0.0.1; None for none.
        certificates: the folder of the certificates.
        tell: hears the address, once it listens.

    Raises:
        InvalidArgument: another machine could reach it, and there are no certificates.
        Busy: the port is taken.
    """
    if certificates is None:
        check_own_machine(host)
    require("distributed")
    security = security_of(certificates, "scheduler")
    configure()
    close_pickles()
    asyncio.run(_run(host, port, dashboard, security, tell))


async def _run(host: str, port: int, dashboard: int | None, security: Any, tell: Callable[[str], None]) -> None:
    from distributed import Scheduler
    from distributed.scheduler import DEFAULT_EXTENSIONS

    protocol = "tls" if security is not None else "tcp"
    try:
        scheduler = await Scheduler(
            host=host,
            port=port,
            protocol=protocol,
            security=security,
            dashboard=dashboard is not None,
            dashboard_address=f"127.0.0.1:{dashboard or 0}",
            extensions={name: made for name, made in DEFAULT_EXTENSIONS.items() if name != "shuffle"},
        )
    except OSError as error:
        raise Busy(
            f"{host}:{port} cannot be listened on: {error.strerror or error}.", hint="Another --port."
        ) from error
    close_requests(scheduler.handlers, OF_SCHEDULERS)
    tell(scheduler.address)
    try:
        await scheduler.finished()
    finally:
        await scheduler.close()
