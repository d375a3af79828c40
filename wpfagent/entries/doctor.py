"""Examines the machine: whether everything is there that driving applications needs, and how to mend what is not.

Each check is one small function in one visible list; none raises, none changes anything. What can be mended without
asking anybody has a `mend`.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from wpfagent import __version__
from wpfagent.core.errors import WpfAgentError
from wpfagent.core.files import can_write
from wpfagent.core.program import FOLDER, form, origin_of, single_exe
from wpfagent.desktops import open_desktop
from wpfagent.desktops.base import Budget, Desktop
from wpfagent.entries import leftovers, runtimes
from wpfagent.entries.registration import CLIENTS, Computer, ServerCommand, Standing, find_stale, mend, statuses
from wpfagent.entries.unpacked import laying
from wpfagent.profiles.store import DEMO, find_profiles, open_profiles
from wpfagent.testing.artifacts import find_artifacts
from wpfagent.testing.oracles.judging import check_profile

Verdict = Literal["ok", "warning", "problem"]
LEAST_FREE = 500_000_000
"""Bytes: a day of recorded runs with pictures."""
LEAST_BUILD = 10_240
"""The first build of Windows 10."""
SLOW_S = 2.0
"""UI Automation answers in milliseconds; a screen reader or a hung program makes it slow."""
EXAMPLE_EXE = "C:/path/to/MyApp.exe"
"""The program of the template's example profile, which is nowhere."""
USED = ("uiautomation", "comtypes", "pythonnet", "mcp", "pillow")


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check came to.

    Args:
        name: what was looked at.
        verdict: `problem` where something will not work.
        said: what was seen.
        fix: what to do; '' where nothing is wrong.
        facts: for programs.
        mend: does it; None where only a person can.
    """

    name: str
    verdict: Verdict
    said: str
    fix: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    mend: Callable[[], str] | None = field(default=None, repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        made = {"name": self.name, "verdict": self.verdict, "said": self.said, "facts": dict(self.facts)}
        return {**made, **({"fix": self.fix, "mendable": self.mend is not None} if self.fix else {})}


@dataclass(frozen=True, slots=True)
class Patient:
    """What is examined.

    Args:
        desktop: the desktop, or the error that opening it gave.
        profiles: the profiles.json that was named, if any.
        artifacts: the artifacts folder that was named, if any.
        computer: where the clients of the MCP server keep their files.
    """

    desktop: Desktop | WpfAgentError
    profiles: str | None = None
    artifacts: str | None = None
    computer: Computer = field(default_factory=Computer.here)

    @classmethod
    def here(cls, desktop: str | None = None, profiles: str | None = None, artifacts: str | None = None) -> Patient:
        """Return this machine."""
        opened: Desktop | WpfAgentError
        try:
            opened = open_desktop(desktop)
        except WpfAgentError as error:
            opened = error
        return cls(opened, profiles, artifacts)


def examine(patient: Patient) -> list[Finding]:
    """Return what every check came to."""
    return [finding for check in CHECKS for finding in check(patient)]


# -- the checks ---------------------------------------------------------------------------------------------------


def _versions(_patient: Patient) -> list[Finding]:
    packages = {}
    for name in USED:
        try:
            packages[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    said = f"wpf-agent {__version__}, Python {platform.python_version()} ({platform.machine()})"
    facts = {"version": __version__, "python": sys.version, "exe": sys.executable, "packages": packages}
    if sys.platform == "win32" and sys.maxsize < 2**32:
        fix = "Use a 64-bit Python: a 32-bit one does not see all of a 64-bit program."
        return [Finding("versions", "warning", f"{said}, 32 bits", fix, facts)]
    return [Finding("versions", "ok", said, facts=facts)]


def _system(patient: Patient) -> list[Finding]:
    if isinstance(patient.desktop, WpfAgentError):
        return []
    facts = patient.desktop.environment()
    if patient.desktop.name != "uia":
        fix = "Run it on Windows to drive real programs; scenarios can be tried here against an application's XAML."
        return [Finding("system", "warning", f"{facts['os']}: no Windows, so no real windows", fix, facts)]
    build = int(str(facts["os_build"]).split(".")[2])
    said = f"{facts['os']} (build {facts['os_build']}), {facts['language']}"
    if build < LEAST_BUILD:
        return [Finding("system", "problem", said, "Windows 10 or newer is needed.", facts)]
    return [Finding("system", "ok", said, facts=facts)]


def _session(patient: Patient) -> list[Finding]:
    if isinstance(patient.desktop, WpfAgentError):
        return []
    try:
        patient.desktop.check_interactive()
    except WpfAgentError as error:
        return [Finding("session", "problem", error.message, error.hint)]
    return [Finding("session", "ok", "an interactive desktop that is not locked")]


def _monitors(patient: Patient) -> list[Finding]:
    if isinstance(patient.desktop, WpfAgentError):
        return []
    monitors = patient.desktop.environment()["monitors"]
    if not monitors:
        return [Finding("monitors", "problem", "no monitor", "Connect one, or a remote session with a screen.")]
    listed = ", ".join(f"{m['rect'][2]} x {m['rect'][3]} at {m['dpi']} DPI" for m in monitors)
    return [Finding("monitors", "ok", listed, facts={"monitors": monitors})]


def _elevation(patient: Patient) -> list[Finding]:
    if isinstance(patient.desktop, WpfAgentError) or patient.desktop.name != "uia":
        return []
    if patient.desktop.environment()["elevated"]:
        fix = "Start it as an ordinary user unless the program under test runs as administrator: what it starts does."
        return [Finding("elevation", "warning", "this runs as administrator", fix)]
    said = "an ordinary user; programs that run as administrator cannot be driven from here"
    return [Finding("elevation", "ok", said)]


def _counters(patient: Patient) -> list[Finding]:
    """Whether this system counts a process's handles, which the oracle `handle_growth` looks at."""
    if isinstance(patient.desktop, WpfAgentError) or patient.desktop.name != "uia":
        return []
    usage = patient.desktop.usage(os.getpid())
    if usage is None or not usage.handles:
        said = "this system counts no handles of a process: their growth is not found, that of memory and windows is"
        return [Finding("counters", "ok", said)]
    return [Finding("counters", "ok", "a process's handles, memory and windows are counted")]


def _uia(patient: Patient) -> list[Finding]:
    if isinstance(patient.desktop, WpfAgentError):
        error = patient.desktop
        return [Finding("ui automation", "problem", error.message, error.hint or "Install wpf-agent anew.")]
    start = time.perf_counter()
    try:
        windows = [w for w in patient.desktop.windows() if w.is_usable and w.pid != os.getpid()][:1]
        patient.desktop.snapshot(windows, budget=Budget(elements=20), timeout_s=5.0)
    except WpfAgentError as error:
        return [Finding("ui automation", "problem", error.message, error.hint or "Sign out and in again.")]
    took_s = time.perf_counter() - start
    took, real = round(took_s * 1000), patient.desktop.name == "uia"
    said = f"no window is open; it answered in {took} ms{'' if real else ' (simulated)'}"
    if windows:
        said = f"{windows[0].title!r} was read in {took} ms{'' if real else ' (simulated)'}"
    if took_s > SLOW_S:
        fix = "A program on the desktop may hang: `wpf-agent windows` shows which does not respond."
        return [Finding("ui automation", "warning", said, fix)]
    return [Finding("ui automation", "ok", said)]


def _ocr(_patient: Patient) -> list[Finding]:
    return [Finding("ocr", "ok", "not needed: programs are read through UI Automation, never from their pixels")]


def _demo(patient: Patient) -> list[Finding]:
    """Whether the demo application can open as a real WPF program."""
    if isinstance(patient.desktop, WpfAgentError) or patient.desktop.name != "uia":
        return []
    desktop, framework = runtimes.desktop_runtime(), runtimes.framework()
    facts = {"desktop_runtime": desktop, "framework": framework}
    if importlib.util.find_spec("pythonnet") is None:
        fix = 'For the demo as a real WPF program: pip install "wpfagent[demo]"'
        return [Finding("demo", "warning", "the package pythonnet is missing", fix, facts)]
    if not desktop and not framework:
        said = "neither a .NET desktop runtime nor .NET Framework 4.8: the demo cannot open as a real WPF program"
        fix = "Install the .NET Desktop Runtime (x64) of Microsoft, or update Windows."
        return [Finding("demo", "warning", said, fix, facts)]
    said = f".NET {desktop} desktop runtime" if desktop else f".NET Framework {framework}"
    return [Finding("demo", "ok", f"{said}: the demo opens as a real WPF program", facts=facts)]


def _profiles(patient: Patient) -> list[Finding]:
    try:
        path = find_profiles(patient.profiles)
        found = open_profiles(path, desktop_name=_name(patient), check=check_profile)
    except WpfAgentError as error:
        return [Finding("profiles", "problem", error.message, error.hint)]
    names = sorted(found.profiles)
    facts = {"file": str(path) if path else None, "profiles": names}
    if path is None:
        said = "no profiles.json: only the built-in demo has a name"
        return [Finding("profiles", "ok", said, facts=facts)]
    missing = [
        f"{p.name}: {p.launch.exe}"
        for p in found.profiles.values()
        if p.launch is not None
        and p.launch.exe != EXAMPLE_EXE
        and os.path.isabs(p.launch.exe)
        and not os.path.exists(p.launch.exe)
    ]
    if missing:
        fix = f"Mend `launch.exe` in {path}."
        return [Finding("profiles", "warning", f"not there any more: {', '.join(missing)}", fix, facts)]
    own = [name for name in names if name != DEMO]
    return [Finding("profiles", "ok", f"{path}: {', '.join(own) or 'empty'}; and the built-in demo", facts=facts)]


def _storage(patient: Patient) -> list[Finding]:
    try:
        folder = find_artifacts(patient.artifacts, find_profiles(patient.profiles))
    except WpfAgentError:
        folder = find_artifacts(patient.artifacts)
    facts = {"artifacts": str(folder)}
    existing = next(p for p in (folder, *folder.parents) if p.exists())
    if not can_write(str(existing)):
        fix = "Name another folder with --artifacts, or WPF_AGENT_ARTIFACTS."
        return [Finding("artifacts", "problem", f"{folder} cannot be written", fix, facts)]
    free = shutil.disk_usage(existing).free
    said = f"{folder} can be written, {free / 1e9:.1f} GB free"
    if free < LEAST_FREE:
        return [
            Finding("artifacts", "warning", said, "`wpf-agent sessions prune --keep 20` deletes old records.", facts)
        ]
    return [Finding("artifacts", "ok", said, facts=facts)]


def _leftovers(_patient: Patient) -> list[Finding]:
    """What killed runs of the exe left behind."""
    found = leftovers.find_leftovers() if getattr(sys, "frozen", False) else []
    if not found:
        return []
    said = f"{len(found)} folders of runs that were killed, {leftovers.size_of(found) / 1e6:.0f} MB"
    facts = {"folders": [str(p) for p in found]}
    fix = "`wpf-agent doctor --fix` deletes them."
    return [
        Finding("temporary", "warning", said, fix, facts, lambda: f"{leftovers.delete(found)} folders were deleted")
    ]


def _unpacked(patient: Patient) -> list[Finding]:
    """Whether what clients start is whole, and of the same version."""
    folder, exe = patient.computer.data / FOLDER, single_exe()
    if exe is None or not laying.is_of(folder, exe):
        return []
    own = form() == "exe"
    fix = "`wpf-agent doctor --fix` lays it out anew." if own else f"Run `{origin_of(folder)} init`."
    mend = (lambda: f"{laying.lay_out(exe, patient.computer.data)} was laid out anew") if own else None
    damaged = laying.find_damage(folder)
    facts = {"folder": str(folder), "damaged": damaged}
    if damaged:
        said = f"{folder} is damaged: {len(damaged)} files, {damaged[0]} first; the single exe works without it"
        return [Finding("unpacked", "problem", said, fix, facts, mend)]
    if own and not laying.is_current(folder, exe):
        said = f"{folder} holds another version, which is what clients start"
        return [Finding("unpacked", "warning", said, fix, facts, mend)]
    return [Finding("unpacked", "ok", f"{folder} is whole: starts need not unpack", facts=facts)]


def _clients(patient: Patient) -> list[Finding]:
    computer, server = patient.computer, ServerCommand.here()
    found = [_stale(standing, computer, server) for standing in find_stale(computer, server)]
    known = statuses(list(CLIENTS.values()), computer, server, start=False)
    for status in known:
        standing = status.standing
        if standing.state == "broken":
            fix = "Mend that file: wpf-agent never overwrites one that it cannot read."
            found.append(Finding(f"client {standing.client.name}", "problem", standing.why, fix))
    current = [s.standing for s in known if s.standing.state == "current"]
    if current:
        names = ", ".join(dict.fromkeys(s.client.name for s in current))
        found.append(Finding("clients", "ok", f"registered in {names}"))
    elif not found:
        said = "registered in no MCP client (`wpf-agent mcp register` does it)"
        found.append(Finding("clients", "ok", said))
    return found


def _stale(standing: Standing, computer: Computer, server: ServerCommand) -> Finding:
    return Finding(
        f"client {standing.client.name}",
        "problem",
        f"its entry in {standing.path} starts what is not there: {standing.why}",
        "`wpf-agent doctor --fix` or `wpf-agent mcp register` mends it.",
        {"file": str(standing.path), "state": standing.state},
        lambda: f"{standing.path}: {mend(standing, computer, server).change}",
    )


def _name(patient: Patient) -> str:
    return "simulated" if isinstance(patient.desktop, WpfAgentError) else patient.desktop.name


CHECKS: tuple[Callable[[Patient], list[Finding]], ...] = (
    _versions,
    _system,
    _session,
    _monitors,
    _elevation,
    _counters,
    _uia,
    _ocr,
    _demo,
    _profiles,
    _storage,
    _leftovers,
    _unpacked,
    _clients,
)
