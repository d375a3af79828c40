"""What a failure came after: the same names in each run, whatever else is open."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from wpfagent.core.model import Control, Rect, Snapshot, WindowInfo
from wpfagent.testing.record.cause import facts_of

MAIN, OVER = 10, 20


def window(hwnd: int) -> WindowInfo:
    return WindowInfo(hwnd, 1, "desk.exe", f"window {hwnd}", "Frame", Rect(0, 0, 100, 100))


def after(action: str, *hwnds: int) -> dict[str, str]:
    controls = []
    for hwnd in hwnds:
        controls.append(Control(f"w{hwnd}", automation_id=f"Window{hwnd}", control_type="Window", hwnd=hwnd))
        bar = "SystemMenuBar" if hwnd == OVER else "MainMenu"
        controls.append(Control(f"m{hwnd}", automation_id=bar, control_type="MenuBar", hwnd=hwnd, depth=1))
    snapshot = Snapshot(tuple(controls), tuple(window(hwnd) for hwnd in hwnds))
    entry: Any = SimpleNamespace(control=None, before=SimpleNamespace(snapshot=snapshot), fields={"action": action})
    return facts_of(entry)


def test_a_command_of_the_menu_bar_is_of_the_window_with_that_bar_whatever_lies_over_it() -> None:
    assert after("menu", MAIN)["window"] == f"Window{MAIN}"
    assert after("menu", OVER, MAIN)["window"] == f"Window{MAIN}"
    assert after("menu", OVER)["window"] == f"Window{OVER}"
    assert after("send_keys", OVER, MAIN)["window"] == f"Window{OVER}"
