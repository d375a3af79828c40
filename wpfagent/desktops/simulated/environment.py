"""What the machine of the simulated desktop is: a screen of its own, on whatever system this process runs."""

from __future__ import annotations

import locale
import platform
from pathlib import Path
from typing import Any

from wpfagent.desktops.simulated.layout import SCREEN

DPI = 96


def describe_environment() -> dict[str, Any]:
    """Return `os`, `os_build`, `language`, `locale`, `monitors` and `elevated`; `os` says that it is simulated."""
    here = (locale.getlocale()[0] or "en").replace("_", "-")
    return {
        "os": f"simulated desktop on {platform.system()} {platform.release()}".rstrip(),
        "os_build": platform.version(),
        "language": here,
        "locale": here,
        "monitors": [{"rect": list(SCREEN), "dpi": DPI, "primary": True}],
        "elevated": False,
    }


def describe_program(exe: str) -> dict[str, Any]:
    """Return `file_version`, `product_version`, `build_type` and `framework`: a XAML file has no version."""
    framework = {"framework": "WPF, simulated"} if Path(exe).suffix.lower() == ".xaml" else {}
    return {"file_version": "", "product_version": "", "build_type": "unknown", **framework}
