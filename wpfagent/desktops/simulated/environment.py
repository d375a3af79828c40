"""What the machine of the simulated desktop is: a screen of its own, on whatever system this process runs."""

from __future__ import annotations

import locale
import platform
from pathlib import Path
from typing import Any

from wpfagent.desktops.simulated.layout import SCREEN

DPI = 96
SHORT_DATE = "M/d/yyyy"


def describe_environment() -> dict[str, Any]:
    """Return what a Windows desktop tells of its machine; `os` says that it is simulated."""
    here = (locale.getlocale()[0] or "en").replace("_", "-")
    return {
        "os": f"simulated desktop on {platform.system()} {platform.release()}".rstrip(),
        "os_build": platform.version(),
        "language": here,
        "locale": here,
        "short_date": SHORT_DATE,
        "monitors": [{"rect": list(SCREEN), "dpi": DPI, "primary": True}],
        "elevated": False,
    }


def describe_program(exe: str) -> dict[str, Any]:
    """Return `file_version`, `product_version`, `build_type` and `framework`: a XAML file has no version."""
    framework = {"framework": "WPF, simulated"} if Path(exe).suffix.lower() == ".xaml" else {}
    return {"file_version": "", "product_version": "", "build_type": "unknown", **framework}
