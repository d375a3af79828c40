"""The way to a reader thread: one process is asked over UI Automation, within a time, in the errors of the seam."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from wpfagent.core.captions import Known
from wpfagent.core.errors import AppNotResponding, StaleRef, TimedOut
from wpfagent.core.model import Control, WindowInfo
from wpfagent.core.wait import LEAST_S, Clock
from wpfagent.desktops.person import Person
from wpfagent.desktops.uia import windows
from wpfagent.desktops.uia.cache import Reader
from wpfagent.desktops.uia.com import Automation, AutomationOnce, Element, app_exited, enter_apartment, translated
from wpfagent.desktops.uia.long_grids import Long, LongGrids
from wpfagent.desktops.uia.processes import Processes
from wpfagent.desktops.uia.refs import Refs
from wpfagent.desktops.uia.requests import Requests
from wpfagent.desktops.uia.search import Search
from wpfagent.desktops.uia.threads import DeadlinePassed, Lanes

T = TypeVar("T")

PROMPT_S = 0.1
"""A window that takes longer to answer a message is searched after the others."""
AGAIN_S = 0.010
"""A hung window answers a message at once, with an error: it is asked again after this time."""


class Session:
    """What one piece of work on a reader thread has at hand: the client and readers for one process."""

    def __init__(
        self, automation: Automation, all_requests: tuple[Requests, Requests], refs: Refs, pid: int, known: Known,
        grids: LongGrids,
    ) -> None:  # fmt: skip
        self.automation = automation
        self.grids = grids
        self._all_requests, self._refs, self._pid, self._known = all_requests, refs, pid, known
        self._use({})

    def mind(self, hwnd: int) -> None:
        """Look for the long grids in a window: of these only what shows is read and searched from now on."""
        self._use(self.grids.below(self.automation, self.requests.sized, hwnd))

    def minding(self, hwnd: int) -> Search:
        """Return the search over a window of a program in which there are long grids, or none."""
        if self.grids.any:
            self.mind(hwnd)
        return self.search

    def looked(self, met: set[str]) -> None:
        """Let go of what was seen long ago, after a look that met the elements with these refs."""
        self._refs.looked(self._pid, met)

    def _use(self, grids: Mapping[int, Long]) -> None:
        self.requests = self._all_requests[self.grids.any]
        self.reader = Reader(self.automation, self.requests, self._refs, self._pid, self._known)
        self.search = Search(self.automation, self.requests, self.reader, grids)


class Asking:
    """Asks processes; keeps what is known of each until it is forgotten."""

    def __init__(self, processes: Processes, person: Person, clock: Clock) -> None:
        self.automation = AutomationOnce()
        self._processes = processes
        self._person = person
        self._clock = clock
        self._refs = Refs()
        self._requests: tuple[Requests, Requests] | None = None
        self._lanes = Lanes(enter_apartment, person.heed)
        self._names: dict[int, Known] = {}
        self._grids: dict[int, LongGrids] = {}

    def ask(self, pid: int, work: Callable[[Session], T], timeout_s: float, what: str) -> T:
        """Do some work on a process's reader thread and return its result; it may take `LEAST_S` in any case.

        Raises:
            AppExited: the process is gone.
            AppNotResponding: it did not answer in time; the work is left to itself.
            TimedOut: the same, of a program that answers.
        """
        timeout_s = max(timeout_s, LEAST_S)
        self._processes.describe(pid)  # from here on its exit code will be known

        def on_reader() -> T:
            with translated(what, pid=pid, exit_code=self._processes.exit_code):
                automation = self.automation.get()
                if self._requests is None:
                    self._requests = (Requests(automation), Requests(automation, named=False))
                grids = self._grids.setdefault(pid, LongGrids())
                return work(Session(automation, self._requests, self._refs, pid, self.known_names(pid), grids))

        try:
            return self._lanes.call(pid, on_reader, timeout_s)
        except DeadlinePassed as passed:
            if not self._processes.is_running(pid):
                raise app_exited(pid, self._processes.exit_code(pid), what) from passed
            details = {"pid": pid, "timeout_s": timeout_s}
            if all(self.answers(hwnd, PROMPT_S) for hwnd in windows.visible_threads(pid).values()):
                raise TimedOut(
                    f"The action's time ran out: {what} had not ended after {timeout_s:.1f} s. The program answers.",
                    hint="See what was done before you repeat it; raise timeout_ms.",
                    details=details,
                ) from passed
            raise AppNotResponding(
                f"{what}: process {pid} did not answer within {timeout_s:.1f} s.", details=details
            ) from passed

    def ask_of(self, control: Control, work: Callable[[Session, Element], T], timeout_s: float, what: str) -> T:
        """Do some work with the element behind a control."""
        element = self.live(control)
        return self.ask(control.pid, lambda session: work(session, element), timeout_s, what)

    def live(self, control: Control) -> Element:
        """Return the element that is kept behind a control's ref. Raises AppExited, StaleRef."""
        element = self._refs.element(control.pid, control.ref)
        if element is not None:
            return element
        if not self._processes.is_running(control.pid):
            raise app_exited(control.pid, self._processes.exit_code(control.pid), control.describe())
        raise StaleRef(f"Nothing is kept behind the ref {control.ref} ({control.describe()}).")

    def known_names(self, pid: int) -> Known:
        """Return what is known of a process's captions."""
        return self._names.setdefault(pid, Known())

    def answers(self, hwnd: int, timeout_s: float, *, hung_too: bool = False) -> bool:
        """Return whether a window answers in time; one that counts as hung is waited for if `hung_too`. Raises Stop."""
        deadline = self._clock.now() + timeout_s
        while not windows.ping(hwnd, min(PROMPT_S, deadline - self._clock.now())):
            self._person.heed()
            hung = windows.is_hung(hwnd)
            if (hung and not hung_too) or self._clock.now() >= deadline:
                return False
            if hung:
                self._clock.sleep(AGAIN_S)
        return True

    def check_answer(self, window: WindowInfo, timeout_s: float) -> None:
        """Raise AppNotResponding for a hung window: UI Automation shows an empty frame instead of its elements."""
        timeout_s = max(timeout_s, LEAST_S)
        if not self.answers(window.hwnd, timeout_s):
            raise AppNotResponding(
                f"The window {window.title!r} of process {window.pid} did not answer within {timeout_s:.1f} s.",
                details={"pid": window.pid, "timeout_s": timeout_s},
            )

    def forget(self, pid: int, *, unseen: bool) -> None:
        """Drop what is kept for this process; `unseen`: only elements that the last look did not meet."""
        self._refs.forget(pid, unseen=unseen)
        if unseen:
            return
        self._lanes.forget(pid)
        self._names.pop(pid, None)
        self._grids.pop(pid, None)
