"""`pytest --wpf-fleet`: collected scenarios and seeds go to a fleet at once, and each test waits for its own run."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from wpfagent.core.errors import WpfAgentError
from wpfagent.runs.fleet.facts import own_likenesses
from wpfagent.runs.fleet.ledger import Ledger, new_run
from wpfagent.runs.fleet.link import Link, linked
from wpfagent.runs.fleet.planning import in_order, profiles_of
from wpfagent.runs.fleet.running import Counts, Run
from wpfagent.runs.fleet.summary import summary_of, write_summary

if TYPE_CHECKING:
    from wpfagent.profiles.profile import Profile
    from wpfagent.runs.fleet.planning import Planned
    from wpfagent.runs.fleet.taking_in import Told

LOOK_S = 0.5
"""How often a test that waits lets an interruption through."""


class Item(Protocol):
    """A test that can go out."""

    @property
    def nodeid(self) -> str:
        """Its name in pytest."""

    def planned(self) -> Planned:
        """Return it as a piece of work without a name. Raises WpfAgentError."""


@dataclass(slots=True)
class _Awaited:
    """A test whose run has gone out, and what has come of it so far."""

    over: threading.Event = field(default_factory=threading.Event)
    line: Mapping[str, Any] = field(default_factory=dict)
    tickets: tuple[str, ...] = ()


class Came(NamedTuple):
    """What came of a test.

    Args:
        line: as the ledger has it.
        session: the folder of its record; None without one.
        tickets: the folders of its failures' tickets.
    """

    line: Mapping[str, Any]
    session: str | None
    tickets: tuple[str, ...]


class FleetTests:
    """The tests of one pytest run on a fleet; it hears of their runs from a thread of its own.

    Args:
        address: the scheduler's.
        certificates: the folder of the certificates; None: only this machine.
        artifacts: where records and tickets go.
        profiles: the caller's own.
    """

    def __init__(
        self, address: str, certificates: Path | None, artifacts: Path, profiles: Mapping[str, Profile]
    ) -> None:
        self.summary: dict[str, Any] = {}
        self.files: list[Path] = []
        self._where = (address, certificates)
        self._artifacts = artifacts
        self._profiles = profiles
        self._open = ExitStack()
        self._refused: dict[str, WpfAgentError] = {}
        self._awaited: dict[str, _Awaited] = {}
        self._by_work: dict[str, _Awaited] = {}
        self._ended: BaseException | None = None
        self._run: Run | None = None
        self._thread: threading.Thread | None = None
        self._most = 0

    def begin(self, items: Sequence[Item], *, allow_destructive: bool) -> None:
        """Send tests out.

        Args:
            items: they, in the order in which their tickets count.
            allow_destructive: the caller's consent.

        Raises:
            InvalidArgument: the address is none, or needs certificates.
            FleetUnreachable: nobody answers there.
        """
        link = self._open.enter_context(linked(*self._where))
        made = list(self._plan(items))
        if not made:
            return
        run = new_run()
        planned = in_order((p for _, p in made), run, allow_destructive=allow_destructive)
        for (nodeid, _), one in zip(made, planned, strict=True):
            self._awaited[nodeid] = self._by_work[one.order.work] = _Awaited()
        ledger = Ledger.begin(self._artifacts, run, planned)
        self._run = Run(link, ledger, own_likenesses(self._profiles, profiles_of(planned)), self)
        self._thread = threading.Thread(target=self._go, args=(self._run, link), name="wpf-agent-fleet", daemon=True)
        self._thread.start()

    def _plan(self, items: Iterable[Item]) -> Iterable[tuple[str, Planned]]:
        for item in items:
            try:
                planned = item.planned()
            except WpfAgentError as error:
                self._refused[item.nodeid] = error
                continue
            yield item.nodeid, replace(planned, order=replace(planned.order, test=item.nodeid))

    def _go(self, run: Run, link: Link) -> None:
        begun = time.monotonic()
        try:
            run.go()
        except BaseException as error:  # noqa: BLE001 - the tests that still wait raise it
            self._ended = error
        finally:
            self.summary = summary_of(
                run.ledger, left_out=run.left_out, seconds=time.monotonic() - begun, worked_s=run.worked_s,
                desktops=self._most,
            )  # fmt: skip
            self.files = write_summary(run.ledger.folder, self.summary)
            for awaited in self._awaited.values():
                awaited.over.set()

    def wait_for(self, nodeid: str) -> Came:
        """Return what came of a test, once it is known.

        Raises:
            WpfAgentError: it could not go out, or the fleet went away before.
        """
        if (refused := self._refused.get(nodeid)) is not None:
            raise refused
        awaited = self._awaited[nodeid]
        while not awaited.over.wait(LOOK_S):
            pass  # on Windows an interruption is heard between two waits
        if not awaited.line:
            assert self._ended is not None, "a run ends when all is done, or by an error"
            raise self._ended
        name = awaited.line.get("session")
        session = str(self._artifacts / "sessions" / name) if name else None
        return Came(awaited.line, session, awaited.tickets)

    @property
    def went_away(self) -> bool:
        """Whether the fleet went away before all was done."""
        return self._ended is not None

    def close(self) -> None:
        """Let go of the fleet; what had begun ends there, and its results wait for `fleet run --resume`."""
        if self._run is not None and self._thread is not None:
            self._run.stopping.set()
            self._thread.join()
        self._open.close()

    # -- the run tells ----------------------------------------------------------------------------------------------

    def machine(self, name: str, state: str) -> None:
        """Nothing: the summary says who took part."""

    def done(self, line: Mapping[str, Any], counts: Counts) -> None:
        """Keep what a test came to."""
        self._by_work[str(line["work"])].line = line

    def told(self, told: Told) -> None:
        """Let a test end: its tickets are known, and those of the tests before it."""
        awaited = self._by_work[told.work]
        awaited.tickets = tuple(str(entry.folder) for entry in told.tickets)
        awaited.over.set()

    def progress(self, counts: Counts) -> None:
        """Remember how many desktops there were."""
        self._most = max(self._most, counts.machines)
