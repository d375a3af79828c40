"""Minimising on a fleet: one desktop decides and tries, the others try what it will ask for next."""

from __future__ import annotations

import base64
import json
import secrets
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path, PurePosixPath
from typing import Any

from wpfagent.runs.fleet.following import topic_of
from wpfagent.runs.fleet.orders import DESKTOP, Order, packed
from wpfagent.runs.fleet.parcels import outcome_of
from wpfagent.runs.fleet.performing import Bench
from wpfagent.runs.minimize.minimizing import Options
from wpfagent.runs.minimize.speculating import Tried
from wpfagent.runs.minimize.steps import Item, Steps
from wpfagent.runs.minimize.ticket import Place, minimize_ticket, try_list
from wpfagent.runs.minimize.trials import Limits, Trial
from wpfagent.runs.replay_file import Recording, read_recording
from wpfagent.runs.replay_secrets import names_in, secret_values
from wpfagent.runs.verify import recording_of
from wpfagent.testing.tickets.store import TicketStore

Perform = Callable[[Mapping[str, Any]], bytes]
TRIED = "tried"
PATIENCE_S = 120.0
"""So long a trial that has begun elsewhere is waited for at most; then it is done here."""
FILE = "recording.json"
TAKEN_ALONG = (".json", ".yaml", ".md")
"""What of a ticket is needed elsewhere; its pictures stay."""


def minimize_here(bench: Bench, worker: Any, perform: Perform) -> dict[str, Any]:
    """Minimise a ticket that came along, with the help of the desktops that are free.

    Args:
        bench: the work.
        worker: dask's.
        perform: what a worker does a piece of work by.
    """
    order = bench.order
    folder = bench.artifacts / "tickets" / PurePosixPath(order.main)
    folder.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(bench.files, folder)
    store = TicketStore(bench.artifacts)
    entry = store.find(folder.name)
    place = Place(
        bench.desktop, bench.artifacts, bench.policy("replay"), bench.profiles, bench.target, facts=bench.facts
    )
    secret = _secrets_of(recording_of(entry))
    limits = Limits(**order.changes["limits"])
    with _Others(worker, order, perform) as others:
        with_others = replace(place, elsewhere=others)
        made = minimize_ticket(entry, store, with_others, secrets=secret, options=Options(limits=limits))
        helped = {"begun": others.begun, "used": others.used, "asked": made.shrunk.trials}
    return {
        "outcome": made.shrunk.outcome,
        "reason": made.describe(),
        "exit_code": made.exit_code,
        "session": made.session.name,
        "tickets": [],
        "ticket": folder.name,
        "facts": made.facts,
        "speculation": helped,
    }


def _secrets_of(recording: Recording) -> dict[str, str]:
    """The values of a recording's secrets on this machine: they never travel."""
    names = dict.fromkeys(names_in([a.get("args") for a in recording.data["actions"]]))
    return secret_values(list(names))


def try_here(bench: Bench) -> dict[str, Any]:
    """Try a list once, for a desktop that minimises."""
    order, files = bench.order, bench.files
    recording = read_recording(str(files / order.main))
    items = [Item(int(i["place"]), str(i["text"])) for i in order.changes["items"]]
    place = Place(bench.desktop, bench.artifacts, bench.policy("replay"), bench.profiles, bench.target)
    tried = try_list(recording, items, place, signature=order.changes["signature"], secrets=_secrets_of(recording))
    trial = {**asdict(tried.trial), "idle": sorted(tried.trial.idle)}
    return {"outcome": TRIED, "trial": trial, "others": dict(tried.others), "exit_code": 0}


class _Begun:
    """A trial on another desktop."""

    def __init__(self, others: _Others, future: Any, work: str) -> None:
        self._others = others
        self._future = future
        self._work = work

    def result(self) -> Tried | None:
        """Wait for it; None where it waits itself, or was lost."""
        if not self._future.done() and self._work not in self._others.heard:
            self.cancel()
            return None
        try:
            told = outcome_of(self._future.result(timeout=PATIENCE_S))
        except Exception:  # noqa: BLE001 - whatever became of it there, it is tried here
            self.cancel()
            return None
        self._future.release()
        if told["outcome"] != TRIED:
            return None
        self._others.used += 1
        trial = told["trial"]
        made = Trial(trial["outcome"], trial["used"], trial["stopped"], frozenset(trial["idle"]))
        return Tried(made, told["others"])

    def cancel(self) -> None:
        """Take it back; one that runs already ends by itself."""
        self._future.cancel()


class _Others:
    """The other desktops of the same run."""

    def __init__(self, worker: Any, order: Order, perform: Perform) -> None:
        self.heard: set[str] = set()
        self.begun = 0
        self.used = 0
        self._worker = worker
        self._perform = perform
        self._order = order
        self._client: Any = None

    def __enter__(self) -> _Others:
        from distributed import Client

        self._client = Client(
            self._worker.scheduler.address, security=self._worker.security, direct_to_workers=False,
            set_as_default=False, timeout=10,
        )  # fmt: skip
        self._client.subscribe_topic(topic_of(self._order.run), self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close(timeout=5)

    def _hear(self, event: tuple[float, Mapping[str, Any]]) -> None:
        if event[1].get("begun"):
            self.heard.add(str(event[1]["work"]))

    def room(self) -> int:
        """Return how many desktops of this run have nothing to do."""
        workers = self._client.sync(self._client.scheduler.identity, n_workers=-1)["workers"]
        busy = self._client.sync(self._client.scheduler.processing)
        mine = (a for a, told in workers.items() if told["resources"].get(self._order.run))
        return sum(1 for a in mine if workers[a]["resources"].get(DESKTOP) and not busy.get(a))

    def begin(self, steps: Steps, items: Sequence[Item], signature: str) -> _Begun:
        """Begin a trial."""
        work = f"t-{secrets.token_hex(6)}"
        text = json.dumps(steps.recording.data, ensure_ascii=False)
        order = Order(
            self._order.run, work, "trial", "", self._order.profile,
            {FILE: base64.b64encode(text.encode()).decode("ascii")}, FILE,
            changes={"signature": signature, "items": [{"place": i.place, "text": i.text} for i in items]},
            mode=self._order.mode, allow_destructive=self._order.allow_destructive, program=self._order.program,
            exe=self._order.exe,
        )  # fmt: skip
        future = self._client.submit(
            self._perform, order.to_dict(), key=f"{self._order.run}-{work}", pure=False,
            resources={DESKTOP: 1, self._order.run: 1},
        )  # fmt: skip
        self.begun += 1
        return _Begun(self, future, work)


def ticket_order(found: Order, folder: Path, session: str, limits: Limits) -> Order:
    """Return a ticket as a piece of work: it is minimised, with the application of the work that found it."""
    whole = sorted(p for p in folder.rglob("*") if p.is_file() and p.suffix in TAKEN_ALONG)
    files = packed(folder, whole)
    return Order(
        found.run, f"m-{folder.name}", "minimizing", f"minimise {folder.name}", found.profile, files,
        f"{session}/{folder.name}", changes={"limits": asdict(limits)}, program=found.program, exe=found.exe,
    )  # fmt: skip
