"""The demo application: one XAML, one Python code-behind, two hosts.

`Order Desk Demo` is a small line-of-business program with a settings page, a customer list, an order dialog and a few
planted bugs. On Windows it is a real WPF program (`python -m wpfagent.demo`, see `wpf_host`); anywhere the simulated
desktop shows the same files.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
APPLICATION = FOLDER / "application.xaml"
LANGUAGES = ("en", "ja")
SCENARIOS = (FOLDER / "scenarios" / "a-settings.yaml", FOLDER / "scenarios" / "b-order-dialog.yaml")
EXPLORATION = FOLDER / "exploration.yaml"
TITLE_RE = "^(Order Desk Demo|受注デスク デモ)"

__all__ = ["APPLICATION", "EXPLORATION", "LANGUAGES", "SCENARIOS", "TITLE_RE", "demo_profile"]


def demo_profile(desktop_name: str, *, lang: str = "en") -> dict[str, Any]:
    """Return the built-in profile `demo`, in the shape of profiles.json.

    Args:
        desktop_name: `uia` or `simulated`: which host shows the application.
        lang: The language of its captions, `en` or `ja`.
    """
    if desktop_name == "simulated":
        match = {"exe": str(APPLICATION)}
        launch = {"exe": str(APPLICATION), "args": ["--lang", lang]}
    else:
        program = ["demo", "--app"] if getattr(sys, "frozen", False) else ["-m", "wpfagent.demo"]
        match = {"process": Path(sys.executable).name, "title_re": TITLE_RE}
        launch = {"exe": sys.executable, "args": [*program, "--lang", lang]}
    return {
        "name": "demo",
        "match": match,
        "launch": launch,
        "source": [str(FOLDER)],
        "scenarios": [str(FOLDER / "scenarios")],
    }
