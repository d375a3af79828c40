"""How an application is named, and how one is found or started: TargetSpec -> Target.

A target is a process: all its windows, owned ones, pop-ups, menus and modal dialogs too. `resolve` finds exactly one
or says why not, with candidates; `launch` starts one and follows hand-overs (single instances, launchers).
"""

from __future__ import annotations

import datetime as dt
import itertools
import ntpath
import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

from wpfagent.core import shapes, wait
from wpfagent.core.errors import (
    AccessDeniedElevated,
    AppExited,
    InvalidArgument,
    LaunchFailed,
    TargetAmbiguous,
    TargetNotFound,
    WpfAgentError,
)
from wpfagent.core.exit_codes import name_of
from wpfagent.core.model import ProcessInfo, WindowInfo, iso_time
from wpfagent.core.pattern import compile_re
from wpfagent.core.selector import Selector, nearest
from wpfagent.desktops.base import Budget, Desktop
from wpfagent.desktops.programs import check_allowed, normal_path, same_name, same_program

SPLASH_ELEMENTS = 300
"""How much of a window without title bar is looked at for something to use."""
How = Literal["attached", "launched", "handed_over"]
Mode = Literal["attach", "launch"]


@dataclass(frozen=True, slots=True)
class TargetSpec:
    """Names an application; several keys must all hold.

    Args:
        pid: process id.
        process: the executable's file name, `MyApp.exe` (the suffix may be missing; case does not matter).
        exe: the executable's path or name. Attached to if it runs, else launched; `mode` forces one of them.
        args: command line arguments for a launch.
        cwd: working directory for a launch.
        title_re: regular expression, searched in the titles of its windows.
        class_name: window class of one of its windows, exact.
        profile: a profile's name; its `match` and `launch` are taken.
        mode: `attach` never launches, `launch` never attaches.
        root: the selector of the element that counts as the application's root.
    """

    pid: int | None = None
    process: str | None = None
    exe: str | None = None
    args: tuple[str, ...] = ()
    cwd: str | None = None
    title_re: str | None = None
    class_name: str | None = None
    profile: str | None = None
    mode: Mode | None = None
    root: Selector | None = None

    @classmethod
    def parse(cls, given: TargetSpec | Mapping[str, Any]) -> TargetSpec:
        """Return a spec made from a mapping. Raises InvalidArgument."""
        if isinstance(given, TargetSpec):
            return given
        keys = {k: v for k, v in given.items() if v is not None} if isinstance(given, Mapping) else given
        return shapes.read(cls, keys, what="target_spec", error=InvalidArgument)

    def __post_init__(self) -> None:
        if not self.keys:
            raise InvalidArgument(
                "The target is empty.", hint="Give one of: pid, process, exe, title_re, class_name, profile."
            )
        if empty := next((k for k in (*self.keys, "cwd") if getattr(self, k) == ""), None):
            raise InvalidArgument(f"Target key {empty!r} is empty.", hint="A text is expected.")
        if self.title_re is not None:
            compile_re(self.title_re, "title_re")

    @property
    def keys(self) -> tuple[str, ...]:
        """The identifying keys that are used."""
        names = ("pid", "process", "exe", "title_re", "class_name", "profile")
        return tuple(k for k in names if getattr(self, k) is not None)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; keys that are not used are absent."""
        made: dict[str, Any] = {}
        for f in fields(self):
            value = getattr(self, f.name)
            if value is None or value == ():
                continue
            made[f.name] = list(value) if isinstance(value, tuple) else value
        if self.root:
            made["root"] = self.root.to_dict()
        return made

    def describe(self) -> str:
        """Return one short phrase for messages."""
        return ", ".join(f"{k} {getattr(self, k)!r}" for k in self.keys)


_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Target:
    """A process that is driven. `target_id` holds for this process's life."""

    pid: int
    process: str
    exe: str
    title: str
    how: How
    spec: TargetSpec
    started: float = 0.0
    target_id: str = field(default_factory=lambda: f"t{next(_numbers)}")
    named: bool = False
    """Whether the profile that it was resolved by names its program, by process or executable."""
    first: int = 0
    """The handle of the window that was the main one then: it stays so, however large others become."""

    @property
    def identity(self) -> str:
        """What stays the same over our own restarts and differs for every process."""
        return f"{self.pid}@{self.started:.3f}"

    def was_started_since(self, time: float) -> bool:
        """Return whether opening it started it: launched, or handed over to a process newer than this Unix time."""
        return self.how == "launched" or (self.how == "handed_over" and self.started >= time - 1)

    def to_dict(self) -> dict[str, Any]:
        """Return the form that `resolve_target` prints."""
        made = {
            "target_id": self.target_id,
            "pid": self.pid,
            "process": self.process,
            "exe": self.exe,
            "title": self.title,
            "how": self.how,
        }
        if self.how == "attached" and self.started:  # it may be left over from before, in any state
            made["running_since"] = iso_time(dt.datetime.fromtimestamp(self.started).astimezone())
        return made

    def windows(self, desktop: Desktop) -> list[WindowInfo]:
        """Return its windows, topmost first.

        Raises:
            AppExited: its process has ended.
        """
        found = desktop.windows(self.pid)
        if not found:
            self.check_running(desktop)
        return found

    def check_running(self, desktop: Desktop) -> None:
        """Raise AppExited, with the exit code where it is known, when its process has ended."""
        state = desktop.liveness(self.pid, shown=())  # whether they answer makes no difference
        if not state.running:
            raise exited(self.process, self.pid, state.exit_code)


def exited(process: str, pid: int, exit_code: int | None) -> AppExited:
    """Return the error for a process that ended."""
    code = "an unknown exit code" if exit_code is None else f"exit code {name_of(exit_code)}"
    return AppExited(
        f"{process} (pid {pid}) has ended with {code}.",
        hint="Launch it again, or resolve another target.",
        details={"pid": pid, "exit_code": exit_code},
    )


# -- finding ------------------------------------------------------------------------------------------------------


def resolve(spec: TargetSpec, desktop: Desktop, among: Collection[int] | None = None) -> Target:
    """Return the one running application that fits, `among` the processes that may be told of; never launches.

    Raises:
        TargetNotFound: none fits; the nearest titles or process names are given.
        TargetAmbiguous: several fit; details list the candidates.
        RefusedOutsideTarget: it is a shell, a terminal or a registry tool.
    """
    desktop.check_interactive()
    windows = [w for w in desktop.windows() if w.pid != os.getpid() and (among is None or w.pid in among)]
    processes = {p.pid: p for p in desktop.processes() if among is None or p.pid in among or p.pid == os.getpid()}
    fitting = [p for p in processes.values() if _process_fits(spec, p)]
    shown = _shown(spec, fitting, windows)
    if not shown:
        _check_ended(spec, desktop)
        raise _not_found(spec, fitting, windows, processes.values())
    if len(shown) > 1:
        found = [(processes[pid], main_window(own)) for pid, own in shown.items()]
        candidates = [{"pid": p.pid, "process": p.name, "exe": p.exe, "title": w.title if w else ""} for p, w in found]
        listed = "; ".join(f"pid {c['pid']} {c['process']} {c['title']!r}" for c in candidates[:6])
        raise TargetAmbiguous(
            f"{len(candidates)} applications fit {spec.describe()}: {listed}.", details={"candidates": candidates}
        )
    pid, own = next(iter(shown.items()))
    check_allowed(processes[pid].exe or processes[pid].name, named=spec.profile is not None)
    _check_elevation(processes[pid], processes.get(os.getpid()))
    return _target(processes[pid], own, "attached", spec)


def fitting(spec: TargetSpec, of: Iterable[ProcessInfo], windows: Iterable[WindowInfo]) -> frozenset[int]:
    """Return those of these processes that fit and show a window."""
    return frozenset(_shown(spec, [p for p in of if _process_fits(spec, p)], windows))


def _shown(spec: TargetSpec, of: Iterable[ProcessInfo], windows: Iterable[WindowInfo]) -> dict[int, list[WindowInfo]]:
    """The windows of those processes that fit by them."""
    listed = {p.pid: [w for w in windows if w.pid == p.pid] for p in of}
    return {pid: own for pid, own in listed.items() if _windows_fit(spec, own) and any(not w.popup for w in own)}


def _check_ended(spec: TargetSpec, desktop: Desktop) -> None:
    """A pid that was ours to watch and has ended tells its exit code."""
    if spec.pid is not None:
        state = desktop.liveness(spec.pid)
        if not state.running and state.exit_code is not None:
            raise exited(spec.process or "The process", spec.pid, state.exit_code)


def _check_elevation(process: ProcessInfo, own: ProcessInfo | None) -> None:
    """Windows drops input from a process with lower rights without a word: say it before anything is tried."""
    if process.elevated and own is not None and own.elevated is False:
        raise AccessDeniedElevated(f"{process.name} (pid {process.pid}) runs as administrator, wpf-agent does not.")


def find_by_title(query: str, windows: Iterable[WindowInfo]) -> list[WindowInfo]:
    """Return the windows that a `window_query` means: by regular expression on the title, else by substring."""
    listed = [w for w in windows if not w.popup]
    try:
        by_pattern = [w for w in listed if compile_re(query, "window_query").search(w.title)]
    except InvalidArgument:
        by_pattern = []
    return by_pattern or [w for w in listed if query.lower() in w.title.lower()]


def _process_fits(spec: TargetSpec, process: ProcessInfo) -> bool:
    if process.pid == os.getpid() or (spec.pid is not None and process.pid != spec.pid):
        return False
    if spec.process is not None and not same_name(spec.process, process.name):
        return False
    return spec.exe is None or same_program(spec.exe, process.name, process.exe, spec.cwd)


def _windows_fit(spec: TargetSpec, own: Sequence[WindowInfo]) -> bool:
    return any(
        (spec.title_re is None or compile_re(spec.title_re, "title_re").search(w.title))
        and (spec.class_name is None or w.class_name == spec.class_name)
        for w in own
    )


def main_window(windows: Sequence[WindowInfo], first: int = 0) -> WindowInfo | None:
    """Return the program's main window: the `first` one of the target while it is there, else the largest unowned."""
    framed = [w for w in windows if not w.popup]
    unowned = [w for w in framed if not w.owner] or framed
    return max(unowned, key=lambda w: (w.hwnd == first, bool(w.title), w.rect.width * w.rect.height), default=None)


def _target(process: ProcessInfo, own: Sequence[WindowInfo], how: How, spec: TargetSpec) -> Target:
    main = main_window(own)
    title, first = (main.title, main.hwnd) if main is not None else ("", 0)
    return Target(process.pid, process.name, process.exe, title, how, spec, process.started, first=first)


def _not_found(
    spec: TargetSpec,
    fitting: Sequence[ProcessInfo],
    windows: Sequence[WindowInfo],
    processes: Iterable[ProcessInfo],
) -> WpfAgentError:
    details: dict[str, Any] = {}
    if fitting and not (spec.title_re or spec.class_name):
        names = ", ".join(f"{p.name} (pid {p.pid})" for p in fitting[:5])
        return TargetNotFound(
            f"{names} runs but shows no window.",
            hint="It may still be starting, or live in the notification area: open its window, then try again.",
            details={"pids": [p.pid for p in fitting]},
        )
    titles = [w.title for w in windows if w.title and not w.popup]
    if spec.title_re:
        details["nearest_titles"] = nearest(spec.title_re, titles) or titles[:5]
    if wanted := spec.process or spec.exe:
        with_window = {w.pid for w in windows}
        running = [p.name for p in processes if p.pid in with_window]
        details["nearest_processes"] = nearest(ntpath.basename(wanted), running) or sorted(set(running))[:5]
    seen = [repr(t) for t in details.get("nearest_titles", details.get("nearest_processes", titles[:5]))]
    what = "Nothing has a window here." if not titles else f"Nearest: {', '.join(seen)}."
    return TargetNotFound(
        f"No running application fits {spec.describe()}.",
        hint=f"{what} `wpf-agent windows` lists all.",
        details=details,
    )


# -- starting -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LaunchSpec:
    """What to start: the executable, its arguments, working directory and extra environment."""

    exe: str
    args: tuple[str, ...] = ()
    cwd: str | None = None
    env: tuple[tuple[str, str], ...] = ()

    def command_line(self) -> str:
        """Return it as a person would read it."""
        return " ".join(f'"{a}"' if " " in a or not a else a for a in (self.exe, *self.args))


def launch(
    what: LaunchSpec,
    spec: TargetSpec,
    desktop: Desktop,
    *,
    startup_s: float = wait.STARTUP_TIMEOUT_S,
    stderr_path: str | None = None,
) -> Target:
    """Start a program and return it once a window can be used.

    Follows hand-overs: when the process that was started is gone, or shows nothing, a descendant's window counts; when
    it ended with 0, a window of the same executable does (single instance).

    Raises:
        AppNotFound, LaunchFailed: it could not be started, ended early, or showed no usable window in time.
    """
    desktop.check_interactive()
    check_allowed(what.exe, named=spec.profile is not None)
    begun = desktop.clock.now()
    started = desktop.launch(what.exe, what.args, cwd=what.cwd, env=dict(what.env) or None, stderr_path=stderr_path)
    family = {started.pid}

    def usable() -> Target | None:
        processes = {p.pid: p for p in desktop.processes()}
        family.update(p.pid for p in processes.values() if p.parent in family and p.started >= started.started - 1)
        state = desktop.liveness(started.pid)
        heirs = set(family)
        if not state.running and state.exit_code == 0:
            heirs |= {p.pid for p in processes.values() if p.exe and normal_path(p.exe) == normal_path(started.exe)}
        elif not state.running and not (heirs & processes.keys()):
            raise LaunchFailed(
                f"{what.command_line()} ended with exit code {name_of(state.exit_code or 0)} before it showed "
                "a window.",
                hint="Start it by hand to see what it says." + _tail(stderr_path),
                details={"exit_code": state.exit_code, "pid": started.pid},
            )
        for pid in sorted(heirs, key=lambda pid: pid != started.pid):
            own = desktop.windows(pid)
            ready = [w for w in own if w.is_usable]
            if pid in processes and ready and _windows_fit_start(spec, own) and not _is_splash(desktop, ready, begun):
                return _target(processes[pid], own, "launched" if pid == started.pid else "handed_over", spec)
        return None

    waited = wait.until(usable, desktop.clock, timeout_s=startup_s)
    if waited.value is None:
        seen = [w.title or w.class_name for pid in family for w in desktop.windows(pid)]
        raise LaunchFailed(
            f"{what.command_line()} showed no usable window within {startup_s:g} s; "
            + (f"seen: {', '.join(map(repr, seen))}." if seen else "it showed none at all."),
            hint="Raise timeouts.startup_ms, or look whether it waits for something." + _tail(stderr_path),
            details={"pid": started.pid, "windows": seen},
        )
    return waited.value


def _is_splash(desktop: Desktop, ready: Sequence[WindowInfo], begun: float) -> bool:
    """Return whether a program shows only what stands there until it is ready: no title bar, and nothing to use."""
    if any(w.titled for w in ready) or desktop.clock.now() - begun >= wait.SPLASH_S:
        return False
    try:
        shown = desktop.snapshot(ready, budget=Budget(SPLASH_ELEMENTS, 0.5), timeout_s=1.0)
    except WpfAgentError:
        return True  # it is only just being made
    return not any(c.enabled and c.can("Invoke", "Toggle", "Value", "SelectionItem", "ExpandCollapse") for c in shown)


def _windows_fit_start(spec: TargetSpec, own: Sequence[WindowInfo]) -> bool:
    """A splash screen must not count when the spec says which window is meant."""
    return _windows_fit(replace(spec, pid=None), own) if (spec.title_re or spec.class_name) else True


def _tail(stderr_path: str | None) -> str:
    if not stderr_path or not os.path.exists(stderr_path):
        return ""
    with open(stderr_path, encoding="utf-8", errors="replace") as file:
        lines = [line.strip() for line in file.read()[-2_000:].splitlines() if line.strip()]
    return f" Its stderr ends with: {' | '.join(lines[-3:])}" if lines else ""
