"""The functions that a worker performs for a caller, and all that it performs. They take and return plain data."""

from __future__ import annotations

import time
import traceback
from collections.abc import Mapping
from typing import Any

from wpfagent.runs.fleet.following import following
from wpfagent.runs.fleet.orders import Order
from wpfagent.runs.fleet.parcels import pack
from wpfagent.runs.fleet.performing import Bench, do_work
from wpfagent.runs.fleet.trying import minimize_here, try_here


def perform(data: Mapping[str, Any]) -> bytes:
    """Do a piece of work on this worker's desktop, in its turn, and return its parcel.

    Raises:
        RuntimeError: a fault of this product; its text is the traceback.
    """
    from distributed import get_worker

    worker: Any = get_worker()
    try:
        return _perform(worker, Order.of(data))
    except Exception:  # noqa: BLE001 - whatever it is, only a plain error travels: the caller unpickles nothing else
        text = traceback.format_exc()
    raise RuntimeError(text)


def _perform(worker: Any, order: Order) -> bytes:
    seat = worker.seat
    if (known := seat.kept(order.run, order.work)) is not None:
        return bytes(known)
    with seat.turn() as desktop:
        folder = seat.new_folder(f"{order.run}-{order.work}")
        artifacts, files = folder / "artifacts", folder / "files"
        artifacts.mkdir()
        files.mkdir()
        order.lay_out(files)
        bench = Bench(order, desktop, seat.profiles_for(order), artifacts, files, seat.machine, seat.allow_launch)
        begun = time.monotonic()
        with following(worker, order, artifacts, seat.machine):
            outcome = do_work(bench, {"minimizing": lambda b: minimize_here(b, worker, perform), "trial": try_here})
        if order.kind == "trial":
            seat.clear(artifacts)  # nobody wants its record
        outcome |= {
            "work": order.work,
            "machine": seat.machine,
            "desktop": desktop.name,
            "elapsed_s": round(time.monotonic() - begun, 3),
            "roots": {"artifacts": str(artifacts), "files": str(files)},
        }
        parcel = pack(artifacts, outcome)
        if not outcome.get("declined") and order.kind != "trial":
            seat.keep(order.run, order.work, parcel)
        seat.clear(folder)
    if reason := outcome.get("declined"):
        worker.decline(reason)
    return parcel


def fetch(run: str, work: str) -> bytes:
    """Return a result that this worker has kept; empty where it has none."""
    from distributed import get_worker

    seat: Any = get_worker().seat
    return bytes(seat.kept(run, work) or b"")
