"""Windows through UI Automation and Win32. Import it on Windows only."""

from __future__ import annotations

from wpfagent.desktops.uia.desktop import UiaDesktop

__all__ = ["UiaDesktop"]
