"""What is known of a run of the fleet, on the caller's disk: what is to be done, what is done, what waits to be told.

`<artifacts>/fleet/<run>/`: `plan.json`, `done.jsonl` (one line for each piece of work that was taken in, appended when
its record is in place), `tickets/<work>/` (those that its worker wrote). A run that was cut off goes on from here.
"""

from __future__ import annotations

import datetime as dt
import json
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wpfagent.core.errors import FileInvalid, InvalidArgument
from wpfagent.core.files import LineFile, write_whole
from wpfagent.core.selector import nearest
from wpfagent.runs.fleet.orders import NAME, Order
from wpfagent.runs.fleet.planning import Planned

PLAN, DONE, REPORT = "plan.json", "done.jsonl", "fleet.json"


def new_run() -> str:
    """Return the name of a new run, which sorts by time."""
    return f"fleet-{dt.datetime.now():%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"


class Ledger:
    """One run.

    Args:
        artifacts: the caller's artifacts.
        run: its name.
    """

    def __init__(self, artifacts: Path, run: str) -> None:
        self.artifacts = artifacts
        self.run = run
        self.folder = artifacts / "fleet" / run
        self.planned: list[Planned] = []
        self.done: dict[str, dict[str, Any]] = {}
        self.told: set[str] = set()
        self._lines: LineFile | None = None

    @classmethod
    def begin(cls, artifacts: Path, run: str, planned: Sequence[Planned]) -> Ledger:
        """Write down a new run."""
        made = cls(artifacts, run)
        made.planned = list(planned)
        made.folder.mkdir(parents=True, exist_ok=True)
        orders = [{"root": p.root, "order": p.order.to_dict()} for p in planned]
        text = json.dumps({"version": 1, "run": run, "work": orders}, ensure_ascii=False)
        write_whole(str(made.folder / PLAN), text.encode())
        return made

    @classmethod
    def read(cls, artifacts: Path, run: str) -> Ledger:
        """Return a run that was begun, by its name, or the last one by `last`.

        Raises:
            InvalidArgument: there is none.
            FileInvalid: what it wrote down cannot be read.
        """
        known = sorted(p.parent.name for p in (artifacts / "fleet").glob(f"*/{PLAN}"))
        run = known[-1] if run == "last" and known else run
        if run not in known or NAME.fullmatch(run) is None:
            near = nearest(run, known) or known[-3:]
            hint = f"Nearest: {', '.join(near)}." if near else f"There are none in {artifacts / 'fleet'}."
            raise InvalidArgument(f"There is no run {run!r}.", hint=hint)
        made = cls(artifacts, run)
        try:
            data = json.loads((made.folder / PLAN).read_bytes())
            made.planned = [Planned(Order.of(item["order"]), item["root"]) for item in data["work"]]
        except (OSError, ValueError, KeyError) as error:
            raise FileInvalid(f"{made.folder / PLAN} cannot be read: {error}.") from error
        made.done = {line["work"]: line for line in _lines_of(made.folder / DONE)}
        return made

    def add(self, line: Mapping[str, Any]) -> None:
        """Keep that a piece of work is done."""
        if self._lines is None:
            self._lines = LineFile(str(self.folder / DONE))
        self._lines.append(json.dumps(line, ensure_ascii=False))
        self.done[str(line["work"])] = dict(line)

    def close(self) -> None:
        """Let go of the file."""
        if self._lines is not None:
            self._lines.close()
            self._lines = None

    @property
    def waiting(self) -> list[Planned]:
        """What is not done yet."""
        return [p for p in self.planned if p.order.work not in self.done]

    @property
    def lines(self) -> list[dict[str, Any]]:
        """What is done, in the order of the plan."""
        return [self.done[p.order.work] for p in self.planned if p.order.work in self.done]

    def tickets_of(self, work: str) -> Path:
        """Return where the tickets of a piece of work wait."""
        return self.folder / "tickets" / work


def _lines_of(path: Path) -> list[dict[str, Any]]:
    try:
        found = path.read_bytes().split(b"\n")
    except OSError:
        return []
    made = []
    for line in found:
        try:
            made.append(json.loads(line))
        except ValueError:
            continue  # the last line of a caller that was killed
    return made
