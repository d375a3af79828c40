"""The seam to the operating system: one protocol (`base.Desktop`) and its two implementations."""

from __future__ import annotations

import sys

from wpfagent.desktops.base import Desktop


def open_desktop(name: str | None = None) -> Desktop:
    """Return the named desktop (`uia` or `simulated`), by default the one that fits this OS.

    Imports the implementation only now, so that `import wpfagent` needs neither COM nor Pillow.
    """
    name = name or ("uia" if sys.platform == "win32" else "simulated")
    if name == "uia":
        from wpfagent.desktops.uia import UiaDesktop

        return UiaDesktop()
    from wpfagent.desktops.simulated import SimulatedDesktop

    return SimulatedDesktop()
