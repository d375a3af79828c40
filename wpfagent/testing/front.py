"""The front of the package: an application, with a record of what is done to it where a folder is named for it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from wpfagent import app
from wpfagent.app import App
from wpfagent.core import shapes
from wpfagent.core.errors import InvalidArgument, WpfAgentError
from wpfagent.core.shapes import key
from wpfagent.core.wait import LONGEST_MS
from wpfagent.desktops import open_desktop
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.target import LaunchSpec, TargetSpec
from wpfagent.gate.execute import Gate
from wpfagent.profiles.profile import Profile
from wpfagent.safety.policy import Mode, Policy

if TYPE_CHECKING:
    from wpfagent.testing.tickets.recorded import Recorded


@dataclass(frozen=True, slots=True)
class _Opening:
    """What a script says beside the application."""

    desktop: Literal["uia", "simulated"] | None = None
    mode: Mode = "safe"
    allow_destructive: bool = False
    artifacts: str | None = None
    startup_ms: int | None = key(None, least=0, most=LONGEST_MS)


def _checked(what: str, desktop: Desktop | str | None, artifacts: str | os.PathLike[str] | None, **rest: Any) -> None:
    """Raise InvalidArgument for what a script got wrong, before anything is opened."""
    name = desktop if desktop is None or isinstance(desktop, str | int | float) else None
    folder = os.fspath(artifacts) if isinstance(artifacts, os.PathLike) else artifacts
    shapes.read(_Opening, {"desktop": name, "artifacts": folder, **rest}, what=what, error=InvalidArgument)


def _open_gate(
    desktop: Desktop | str | None,
    mode: Mode,
    allow_destructive: bool,
    artifacts: str | None,
    spec: TargetSpec,
    profiles: Mapping[str, Profile] | None = None,
) -> tuple[Gate, Recorded | None]:
    """Return the gate of a script; it records, judges and files tickets when `artifacts` names a folder."""
    opened = open_desktop(desktop) if desktop is None or isinstance(desktop, str) else desktop
    if profiles is None and spec.profile is not None:
        profiles = _profiles(opened)
    policy = Policy("library", mode, flag_destructive=allow_destructive)
    if artifacts is None:
        return Gate(opened, policy=policy, profiles=profiles), None
    from wpfagent.testing.tickets.recorded import open_recorded  # it loads the oracles and tickets

    recorded = open_recorded(
        opened, Path(artifacts), policy=policy, profiles=profiles or {}, facts={"caller": "library"}, spec=spec
    )
    return recorded.gate, recorded


def _profiles(desktop: Desktop) -> Mapping[str, Profile]:
    """The profiles of the file that counts on the command line, and `demo`."""
    from wpfagent.profiles.store import find_profiles, open_profiles
    from wpfagent.testing.oracles.judging import check_profile

    return open_profiles(find_profiles(), desktop_name=desktop.name, check=check_profile).profiles


@contextmanager
def _closing_on_error(recorded: Recorded | None) -> Iterator[None]:
    try:
        yield
    except WpfAgentError:
        if recorded is not None:
            recorded.close()
        raise


def connect(
    spec: TargetSpec | Mapping[str, Any] | None = None,
    /,
    *,
    desktop: Desktop | str | None = None,
    mode: Mode = "safe",
    allow_destructive: bool = False,
    artifacts: str | None = None,
    profiles: Mapping[str, Profile] | None = None,
    **keys: Any,
) -> App:
    """Return the one running application that fits: `connect(title_re="Order.*")`, `connect(pid=123)`; never launches.

    Args:
        spec: a target specification, instead of its keys as keyword arguments (pid, process, exe, title_re, …).
        desktop: `uia`, `simulated`, or an open desktop; by default the one that fits the OS.
        mode: `extended` allows coordinates.
        allow_destructive: with `confirm=True` at the call, destructive actions are performed.
        artifacts: a folder; when given, a session is recorded there, the oracles look at each action, and what they
            find becomes a ticket (`app.tickets`).
        profiles: profiles by name; by default, where one is named, those of the file that the command line uses.
        **keys: the target specification's keys.

    Raises:
        TargetNotFound, TargetAmbiguous, InvalidArgument, NoInteractiveDesktop, ProfileNotFound, ProfileInvalid.
    """
    _checked("connect", desktop, artifacts, mode=mode, allow_destructive=allow_destructive)
    wanted = TargetSpec.parse(spec if spec is not None else keys)
    gate, recorded = _open_gate(desktop, mode, allow_destructive, artifacts, wanted, profiles)
    with _closing_on_error(recorded):
        return app.connect(gate, wanted, record=recorded)


def launch(
    exe: str,
    *args: str,
    cwd: str | None = None,
    env: Mapping[str, str] | None = None,
    title_re: str | None = None,
    startup_ms: int | None = None,
    desktop: Desktop | str | None = None,
    mode: Mode = "safe",
    allow_destructive: bool = False,
    artifacts: str | None = None,
) -> App:
    """Start a program and return it once a window can be used; leaving its `with` block ends the program.

    A program that ran before and took the start over (a single instance) is left running.

    Args:
        exe: the executable; on the simulated desktop a XAML file.
        *args: command line arguments.
        cwd: working directory.
        env: variables to add to the environment.
        title_re: which window must be there (a splash screen does not count then).
        startup_ms: how long to wait for it, default 60 000.
        desktop: as in `connect`.
        mode: as in `connect`.
        allow_destructive: as in `connect`.
        artifacts: as in `connect`.

    Raises:
        AppNotFound, LaunchFailed.
    """
    _checked("launch", desktop, artifacts, mode=mode, allow_destructive=allow_destructive, startup_ms=startup_ms)
    spec = TargetSpec.parse({"exe": exe, "args": args, "cwd": cwd, "title_re": title_re})
    gate, recorded = _open_gate(desktop, mode, allow_destructive, artifacts, spec)
    what = LaunchSpec(exe, args, cwd, tuple((env or {}).items()))
    with _closing_on_error(recorded):
        return app.launch(gate, what, spec, startup_ms=startup_ms, record=recorded)


__all__ = ["connect", "launch"]
