"""Drive any Windows desktop application (WPF first) through UI Automation.

    import wpfagent

    with wpfagent.connect(title_re="Order Desk") as app:
        app.type_text(automation_id="Notes", text="至急")
        app.click(automation_id="Save")
        app.expect(automation_id="Status", text_contains="Saved")

Importing this loads nothing else; each name below loads its module at its first use, COM, pydantic and Pillow only when
something needs them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wpfagent.actions.expect import Expectation, Verdict
    from wpfagent.app import App, Expected
    from wpfagent.core.errors import WpfAgentError
    from wpfagent.core.model import Control, Rect, Snapshot, WindowInfo
    from wpfagent.core.selector import Selector
    from wpfagent.desktops import open_desktop
    from wpfagent.desktops.target import Target, TargetSpec
    from wpfagent.gate.execute import Gate
    from wpfagent.gate.request import Reply, Request
    from wpfagent.profiles.profile import Profile
    from wpfagent.safety.policy import Consent, Policy
    from wpfagent.testing.front import connect, launch
    from wpfagent.testing.oracles.base import Finding, LastingOracle, NoMemory, NoSettings, Observation, Oracle
    from wpfagent.testing.record.session import SessionWriter

__version__ = "0.1.0"
__all__ = [
    "App",
    "Consent",
    "Control",
    "Expectation",
    "Expected",
    "Finding",
    "Gate",
    "LastingOracle",
    "NoMemory",
    "NoSettings",
    "Observation",
    "Oracle",
    "Policy",
    "Profile",
    "Rect",
    "Reply",
    "Request",
    "Selector",
    "SessionWriter",
    "Snapshot",
    "Target",
    "TargetSpec",
    "Verdict",
    "WindowInfo",
    "WpfAgentError",
    "connect",
    "launch",
    "open_desktop",
]
_HOMES = {
    "app": ("App", "Expected"),
    "desktops": ("open_desktop",),
    "core.errors": ("WpfAgentError",),
    "gate.execute": ("Gate",),
    "actions.expect": ("Expectation", "Verdict"),
    "core.model": ("Control", "Rect", "Snapshot", "WindowInfo"),
    "profiles.profile": ("Profile",),
    "gate.request": ("Reply", "Request"),
    "testing.front": ("connect", "launch"),
    "testing.oracles.base": ("Finding", "LastingOracle", "NoMemory", "NoSettings", "Observation", "Oracle"),
    "testing.record.session": ("SessionWriter",),
    "safety.policy": ("Consent", "Policy"),
    "core.selector": ("Selector",),
    "desktops.target": ("Target", "TargetSpec"),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"wpfagent.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
