"""One light session for each .NET program that is acted on: what it threw, entered and where it stood, by act.

It is a source of evidence of the gate. What is no .NET program, or may not be asked, is said once; all else goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from wpfagent import dotnet
from wpfagent.actions.base import Performed
from wpfagent.actions.doing import Doing
from wpfagent.actions.evidence import effect
from wpfagent.core import wait
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.target import Target
from wpfagent.dotnet import DotnetUnavailable, Frame, Stack, Thrown
from wpfagent.safety.policy import Policy
from wpfagent.testing.runtime.coverage import AT_START, Coverage
from wpfagent.testing.runtime.facts import Inside, blamed_frame, heap_of
from wpfagent.testing.runtime.handlers import handles
from wpfagent.testing.runtime.sentinel import AGAIN_S, SILENT_S, Sentinel

SAMPLE_S = 3.0
"""So long the samples may take, on a machine that is busy."""
BLOCKED = frozenset({"lock", "task", "handle", "sleep", "dispatcher"})
"""What a thread waits for that does nothing else meanwhile."""
SUSPICIOUS = 2
"""After so many commands in a row that showed nothing the program is sampled where the caller tries hundreds."""
DEAF_S = 30.0
"""A runtime that gave no samples in time is not asked for them again for so long, and each time for twice as long."""
NAMED_S = 1.5
"""So long the first act waits until the code that was there before has its names."""
THROWN_S = 1.5
"""So long an exception that went to the caller may take to be told."""
T = TypeVar("T")
Allocated = tuple[tuple[int, tuple[Frame, ...]], ...]
"""Bytes, and the stack that allocated them."""
TIMES_PATIENT, MOST_PATIENT_S = 2.0, 5.0
"""A control that is slow each time, and nothing to complain of, is sampled later each time."""


@dataclass(slots=True)
class _Program:
    """A watched program: its session, and what is kept of the act under way.

    Args:
        pid: the process.
        watch: the session.
        coverage: what is known of its methods.
        sentinel: watches the UI thread beside acts.
        begun: the place in the stream where the act began.
        read: the place up to which first calls were counted.
        act: the act in words.
        stack: where the UI thread stood, when it did not answer.
        late: exceptions that came, or of which more was known, after the act before was judged.
        judged: those of the act as they were known when it was judged.
        is_named: whether what ran before the session began was counted.
        began_at: when the act began, on the desktop's clock.
        unseen: so many commands in a row showed nothing.
        sampled: the acts of this process that showed nothing, and after which the thread was idle.
        deaf_s: for how long its runtime will be left alone where it gives no samples once more.
        deaf_until: when it may be asked again, on the desktop's clock.
        stuck_ms: see `Inside`.
        stuck_before: see `Inside`.
        allocations: samples of where it allocates, while somebody asks for them after each act.
        is_asked: whether somebody did after this one.
    """

    pid: int
    watch: dotnet.Watch
    coverage: Coverage
    sentinel: Sentinel
    begun: int
    read: int
    act: str = ""
    stack: Stack | None = None
    late: tuple[Thrown, ...] = ()
    judged: tuple[Thrown, ...] = ()
    is_named: bool = False
    began_at: float = 0.0
    unseen: int = 0
    sampled: set[str] = field(default_factory=set)
    deaf_s: float = DEAF_S
    deaf_until: float = 0.0
    stuck_ms: int = 0
    stuck_before: bool = False
    allocations: dotnet.Allocations | None = None
    is_asked: bool = False

    def begin(self, act: str) -> None:
        """Begin an act: what comes from now on is its own."""
        if not self.is_asked:
            self.end_allocations()
        self.is_asked = False
        now = self.watch.since(self.begun).thrown
        known = zip(now, self.judged, strict=False)
        cleared = [t for t, before in known if before.swallowed is None and t.swallowed is not None]
        self.late = (*cleared, *now[len(self.judged) :])
        self.gather()
        self.begun, self.act, self.stack, self.judged, self.stuck_ms = self.read, act, None, (), 0

    def allocated(self) -> Allocated:
        """Return where it allocated since this was asked after the act before; () for the first time."""
        self.is_asked = True
        if self.allocations is not None:
            return self.allocations.take()
        self.allocations = dotnet.Allocations.start(self.pid, self.watch.symbols)
        return ()

    def end_allocations(self) -> None:
        """Ask no more where it allocates."""
        if self.allocations is not None:
            self.allocations.stop()
            self.allocations = None

    def close(self) -> None:
        """End its session; the program goes on."""
        self.sentinel.close()
        self.end_allocations()
        self.watch.stop()

    def gather(self) -> None:
        """Count the first calls that have come since the last time; they belong to the act that was begun last."""
        if self.watch.named and not self.is_named:
            self.coverage.note(self.watch.before(0.0), AT_START)
            self.is_named = True
        upto = self.watch.mark()
        self.coverage.note(self.watch.since(self.read).first_calls, self.act)
        self.read = upto

    def inside(self) -> Inside:
        """Return what is known of the act."""
        happened = self.watch.since(self.begun)
        return Inside(
            thrown=happened.thrown,
            late=self.late,
            entered=happened.first_calls,
            stack=self.stack,
            lost=happened.lost,
            stuck_ms=self.stuck_ms,
            stuck_before=self.stuck_before,
            ran=tuple(f"{type_name}.{method}" for type_name, method in self.coverage.by_act.get(self.act, ())),
            threads=self.watch.threads,
            heap=heap_of(self.watch.counters),
        )


class Light:
    """Watches the programs of one gate.

    Args:
        desktop: where they run.
        say: takes the one line that says why a program cannot be watched.

    Attributes:
        sources: gives the folders of the program's sources; the first that is there counts.
        unavailable: why a program cannot be asked, by the target's identity.
        coverage: which methods of a program were entered by which act, by its executable.
        naming: the act that is about to begin, in words.
    """

    name = "dotnet"

    def __init__(self, desktop: Desktop, say: Callable[[str], None]) -> None:
        self.desktop = desktop
        self.sources: Callable[[], Sequence[str]] = tuple
        self.unavailable: dict[str, str] = {}
        self.coverage: dict[str, Coverage] = {}
        self.naming = ""
        self._say = say
        self._programs: dict[str, _Program] = {}
        self._patience: dict[str, float] = {}

    @property
    def source(self) -> Path | None:
        """The folder of the program's sources; None where nobody named one."""
        return next((folder for named in self.sources() if (folder := Path(named)).is_dir()), None)

    def begin(self, target: Target, policy: Policy) -> None:
        """Begin to watch a program that is about to be acted on, where that can be."""
        self._program(target, policy)

    # -- as a source of the gate --------------------------------------------------------------------------------------

    def before(self, doing: Doing) -> None:
        """Begin an act: what comes from now on is its own."""
        program = self._program(doing.app, doing.policy)
        if program is None:
            return
        program.watch.before(NAMED_S)  # without it frames have no lines; only the first act of a process waits
        program.begin(self.naming)
        program.began_at = self.desktop.clock.now()
        program.sentinel.begin(self._patience.get(program.act, AGAIN_S))

    def after(self, doing: Doing, performed: Performed) -> effect.Seen | None:
        """Return what ran and was thrown; its own handler that ran for the first time confirms a command."""
        program = self._programs.get(doing.app.identity)
        if program is None:
            return None
        if doing.policy.caller not in effect.HURRIED:  # theirs are counted with the act all the same, a step later
            idle_s = 0.0 if doing.idle_at is None else self.desktop.clock.now() - doing.idle_at
            program.watch.settle(program.begun, done_s=idle_s if idle_s >= effect.LATE_S[0] else doing.read_s)
        seen = program.inside()
        told = {k: v for k, v in seen.to_dict().items() if k in ("thrown", "entered")}
        if not told:
            return None
        control = doing.control
        is_its_own = performed.is_command and control is not None and any(handles(c, control) for c in seen.entered)
        return effect.Seen("confirmed" if is_its_own else "unverifiable", told)

    # -- for the record -----------------------------------------------------------------------------------------------

    def inside(
        self,
        target: Target,
        *,
        hangs: bool = False,
        showed: bool | None = None,
        freeze_ms: int = 5_000,
        hurried: bool = False,
        threw: bool = False,
    ) -> Inside | None:
        """Return what was seen of the last act; None where nothing is watched.

        Args:
            target: the application.
            hangs: whether it does not answer now: then it is sampled, where that was not done yet.
            showed: whether a command that was just done showed anything; None where no command was done.
            freeze_ms: from when on a UI thread that stands still counts as frozen.
            hurried: whether the caller tries hundreds of things.
            threw: whether a handler is known to have thrown: that is waited for.
        """
        program = self._programs.get(target.identity)
        if program is None:
            return None
        if threw:
            wait.until(lambda: program.watch.since(program.begun).thrown, self.desktop.clock, timeout_s=THROWN_S)
        if program.sentinel.is_watching:
            program.stack = program.sentinel.end() or program.stack
            self._learn(program, hangs=hangs)
        if hangs and blamed_frame(program.stack) is None:
            # one that waits for a lock takes messages all the same, and does nothing else
            thread = self.desktop.silent_thread(program.pid, SILENT_S) or self.desktop.ui_thread(program.pid)
            program.stack = (self._sampled(program.pid, thread) if thread is not None else None) or program.stack
        if showed is not None and not hangs:
            self._look_for_standstill(program, showed=showed, freeze_ms=freeze_ms, hurried=hurried)
        program.gather()
        made = program.inside()
        program.judged = made.thrown
        return made

    def heap(self, target: Target) -> int | None:
        """Let a program collect its garbage; return the bytes that it still holds. None where it does not say."""
        return self._told(target, lambda program: dotnet.live_heap(program.pid), None)

    def allocated(self, target: Target) -> Allocated:
        """Return where a program allocated since this was asked after the act before, and after no other since."""
        return self._told(target, lambda program: program.allocated(), ())

    def stacks(self, target: Target) -> tuple[Stack, ...]:
        """Return where the threads of a program stand; () where it does not say."""
        return self._told(
            target, lambda program: dotnet.sample_stacks(program.pid, timeout_s=SAMPLE_S, watch=program.watch), ()
        )

    def _told(self, target: Target, ask: Callable[[_Program], T], silent: T) -> T:
        """Ask a program's runtime; `silent` where it is not watched, or does not answer."""
        program = self._programs.get(target.identity)
        try:
            return ask(program) if program is not None else silent
        except DotnetUnavailable:
            return silent

    def gather(self, target: Target) -> Coverage | None:
        """Take what has come since, and return what is known of the program's methods; None where none is watched."""
        program = self._programs.get(target.identity)
        if program is None:
            return None
        program.gather()
        return program.coverage

    def open(self, target: Target, policy: Policy) -> tuple[dotnet.Watch, Coverage]:
        """Return the session of a program and what is known of its methods; it begins now where it had not.

        Raises:
            DotnetUnavailable: it cannot be asked, or may not.
        """
        program = self._program(target, policy)
        if program is None:
            off = f"The runtime of {target.process} is not asked here: dotnet is off, or the desktop is no real one."
            raise DotnetUnavailable(self.unavailable.get(target.identity) or off)
        program.gather()
        return program.watch, program.coverage

    def close(self) -> None:
        """End all sessions; the programs go on."""
        for program in self._programs.values():
            program.close()
        self._programs.clear()

    # -- its own ------------------------------------------------------------------------------------------------------

    def _program(self, target: Target, policy: Policy) -> _Program | None:
        known = self._programs.get(target.identity)
        if known is not None or target.identity in self.unavailable or self.desktop.name != "uia":
            return known
        if policy.dotnet == "off":
            return None
        try:
            runtime = dotnet.probe(target.pid)
            own = dotnet.assemblies_of(runtime)
            symbols = dotnet.Symbols(own=frozenset(p.name for p in own) or None, source=self.source)
            watch = dotnet.Watch.start(target.pid, symbols=symbols)
        except DotnetUnavailable as error:
            self.unavailable[target.identity] = error.reason
            self._say(f"{target.process}: {error.reason}")
            return None
        self._drop_ended()
        start = watch.mark()
        coverage = self.coverage.setdefault(target.exe or target.process, Coverage(own))
        coverage.source = coverage.source or self.source
        sentinel = Sentinel(self.desktop, target.pid, self._sampled)
        made = self._programs[target.identity] = _Program(target.pid, watch, coverage, sentinel, start, start)
        return made

    def _drop_ended(self) -> None:
        """Forget the programs that are gone: each one's code has its names, and runs start hundreds of programs."""
        for identity in [i for i, p in self._programs.items() if p.watch.ended is not None]:
            self._programs.pop(identity).close()

    def _sampled(self, pid: int, thread_id: int) -> Stack | None:
        watch = next((p.watch for p in self._programs.values() if p.pid == pid), None)
        try:
            stacks = dotnet.sample_stacks(pid, thread_id=thread_id, timeout_s=SAMPLE_S, source=self.source, watch=watch)
        except DotnetUnavailable as error:
            self._say(f"No stack of thread {thread_id}: {error.reason}")
            return None
        by_thread = {s.thread_id: s for s in stacks}
        stack = by_thread.get(thread_id)
        return replace(stack, held_in=blamed_frame(by_thread.get(stack.holder or 0))) if stack is not None else None

    def _look_for_standstill(self, program: _Program, *, showed: bool, freeze_ms: int, hurried: bool) -> None:
        """Sample a program whose commands show nothing: one that waits for a lock takes messages, and seems to be idle.

        Where it stands in its own code and waits, it is given as long as freezing takes.
        """
        program.unseen, clock = 0 if showed else program.unseen + 1, self.desktop.clock
        hurries, is_deaf = hurried and program.unseen < SUSPICIOUS, clock.now() < program.deaf_until
        if showed or hurries or is_deaf or program.act in program.sampled:
            return
        thread = self.desktop.ui_thread(program.pid)
        stack = self._sampled(program.pid, thread) if thread is not None else None
        blamed = blamed_frame(stack)
        if stack is None:  # it could not be read in time
            program.deaf_until, program.deaf_s = clock.now() + program.deaf_s, 2 * program.deaf_s
            return
        if blamed is None or stack.waits_for not in BLOCKED:
            program.sampled.add(program.act)
            return
        known = {w.hwnd for w in self.desktop.windows(program.pid)}
        left_s = program.began_at + freeze_ms / 1000 - clock.now()
        wait.until(
            lambda: {w.hwnd for w in self.desktop.windows(program.pid)} != known, clock, timeout_s=max(0.0, left_s)
        )
        again = self._sampled(program.pid, stack.thread_id)
        still = blamed_frame(again)
        if still is not None and still.name == blamed.name:
            program.stack = again
            program.stuck_ms = round((clock.now() - program.began_at) * 1000)
            here = {(c.type, c.method) for c in program.watch.since(program.begun).first_calls}
            program.stuck_before = program.unseen > 1 and (blamed.type, blamed.method) not in here

    def _learn(self, program: _Program, *, hangs: bool) -> None:
        """What is slow each time without hanging is sampled later each time."""
        if program.stack is not None and not hangs:
            waited_s = self._patience.get(program.act, SILENT_S) * TIMES_PATIENT
            self._patience[program.act] = min(waited_s, MOST_PATIENT_S)
