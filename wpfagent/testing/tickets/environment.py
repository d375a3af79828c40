"""Where a failure happened: the machine, the program, the tool."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from typing import Any

from wpfagent import __version__
from wpfagent.core.model import Rect
from wpfagent.desktops.base import Desktop
from wpfagent.testing.record.trail import FailureEvent
from wpfagent.testing.tickets.model import Monitor, Program, TicketEnvironment


def environment_of(failure: FailureEvent, desktop: Desktop, profile_name: str | None) -> TicketEnvironment:
    """Return the environment of a failure; what the desktop cannot tell has its default."""
    machine, facts, target = desktop.environment(), failure.record.facts, failure.target
    monitors = tuple(
        Monitor(tuple(m["rect"]), int(m["dpi"]), bool(m.get("primary"))) for m in machine.get("monitors", ())
    )
    told = {k: str(v) for k, v in desktop.program(target.exe).items() if k in _TOLD and v}
    return TicketEnvironment(
        os=str(machine.get("os", "")),
        os_build=str(machine.get("os_build", "")),
        language=str(machine.get("language", "")),
        desktop=desktop.name,
        tool_version=str(facts.get("version") or __version__),
        python=platform.python_version(),
        target=Program(target.process, target.exe, **told, pid=target.pid, title=target.title),
        target_spec=_spec(facts, failure),
        locale=str(machine.get("locale", "")),
        elevated=machine.get("elevated"),
        monitors=monitors,
        dpi=_dpi(failure, monitors),
        profile=profile_name or target.spec.profile,
        seed=facts.get("seed"),
    )


_TOLD = ("file_version", "product_version", "build_type", "framework")


def _spec(facts: Mapping[str, Any], failure: FailureEvent) -> Mapping[str, Any]:
    given = facts.get("target_spec")
    return given if isinstance(given, Mapping) and given else failure.target.spec.to_dict()


def _dpi(failure: FailureEvent, monitors: tuple[Monitor, ...]) -> int | None:
    """The resolution of the monitor that shows the middle of the program's top window."""
    for look in failure.looks:
        for window in look.snapshot.windows if look.snapshot is not None else ():
            middle = window.rect.center
            for monitor in monitors:
                if not window.popup and Rect(*monitor.rect).contains(*middle):
                    return monitor.dpi
    return next((m.dpi for m in monitors if m.primary), None)
