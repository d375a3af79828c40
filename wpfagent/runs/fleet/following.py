"""A run's record sent while it grows: what a worker that dies had written by then is with the caller."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from wpfagent.runs.fleet.orders import Order

EVERY_S = 0.5
FOLLOWED = ("session.json", "steps.jsonl")
"""Pictures and trees come with the whole."""
AT_ONCE = 1 << 18
"""So many bytes of a file are sent at a time."""


def topic_of(run: str) -> str:
    """Return what the events of a run are sent under."""
    return f"wpf-agent-{run}"


@contextmanager
def following(worker: Any, order: Order, artifacts: Path, machine: str) -> Iterator[None]:
    """Inside, what is written into the sessions of a piece of work is sent to whoever has subscribed.

    Args:
        worker: dask's worker, whose stream carries it.
        order: the work.
        artifacts: the folder of its sessions.
        machine: the worker's name.
    """
    sent: dict[Path, int] = {}
    about = {"work": order.work, "machine": machine}
    topic = topic_of(order.run)
    over = threading.Event()

    def send() -> None:
        for path in [p for name in FOLLOWED for p in sorted(artifacts.glob(f"sessions/*/{name}"))]:
            grows = path.suffix == ".jsonl"
            try:
                data = path.read_bytes()
            except OSError:
                continue  # it is just being put in place
            known = sent.get(path, 0)
            while known < len(data) if grows else known == 0:
                part = data[known : known + AT_ONCE] if grows else data
                told = {"session": path.parent.name, "file": path.name, "at": known, "data": part}
                worker.log_event(topic, {**about, **told})
                known += len(part)
            sent[path] = known

    def go_on() -> None:
        while not over.wait(EVERY_S):
            send()

    worker.log_event(topic, {**about, "begun": True})
    if order.kind == "trial":
        yield  # nobody wants its record
        return
    thread = threading.Thread(target=go_on, name="wpf-agent-following", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
