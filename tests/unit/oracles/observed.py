"""Observations as the gate makes them, built from the little that a test is about."""

from __future__ import annotations

from typing import Any

from wpfagent.core.model import Control, Liveness, Rect, Snapshot, WindowInfo
from wpfagent.desktops.target import Target, TargetSpec
from wpfagent.testing.oracles.base import Observation

MAIN, DIALOG = 100, 200
RECT = Rect(0, 0, 800, 600)
STACK = """System.FormatException: Input string was not in a correct format.
   at System.Int32.Parse(String s)
   at OrderDesk.SettingsPage.Save_Click(Object sender, RoutedEventArgs e) in C:\\src\\SettingsPage.xaml.cs:line 74"""
STACK_JA = """System.FormatException: 入力文字列の形式が正しくありません。
   場所 System.Int32.Parse(String s)
   場所 OrderDesk.SettingsPage.Save_Click(Object sender, RoutedEventArgs e) 場所 C:\\src\\SettingsPage.xaml.cs:行 74"""
USER_FRAMES = ("OrderDesk.SettingsPage.Save_Click",)


def target(pid: int = 4711) -> Target:
    return Target(pid, "OrderDesk.exe", "C:\\Apps\\OrderDesk.exe", "OrderDesk", "launched", TargetSpec(pid=pid), 1.0)


def window(hwnd: int = MAIN, title: str = "OrderDesk", **more: Any) -> WindowInfo:
    class_name = more.pop("class_name", "HwndWrapper[OrderDesk;;0f]")
    return WindowInfo(hwnd, 4711, "OrderDesk.exe", title, class_name, RECT, **more)


def control(text: str, control_type: str = "Text", *, ref: str = "", depth: int = 1, **more: Any) -> Control:
    return Control(ref or f"{control_type}:{text}", name=text, control_type=control_type, depth=depth,
                   **{"hwnd": MAIN, **more})  # fmt: skip


def message_box(title: str, text: str, *buttons: str, **more: Any) -> tuple[tuple[WindowInfo, ...], Snapshot]:
    """The windows with a message box before the main one, and its tree."""
    box = window(DIALOG, title, **{"class_name": "#32770", "owner": MAIN, **more})
    parts = [control(title, "Window", depth=0, hwnd=DIALOG), control(text, hwnd=DIALOG)]
    parts += [control(b, "Button", hwnd=DIALOG) for b in buttons or ("OK",)]
    windows = (box, window(enabled=False))
    return windows, Snapshot(tuple(parts), windows)


def observed(**given: Any) -> Observation:
    """An observation of a healthy program, but for what is given."""
    base: dict[str, Any] = {
        "target": target(),
        "action": "click",
        "subject": "click Button 'Save' (automation_id SaveButton)",
        "windows": (window(),),
        "before": Snapshot((), (window(),)),
        "after": Snapshot((), (window(),)),
    }
    return Observation(**{**base, **given})


def ended(exit_code: int | None, **given: Any) -> Observation:
    """An observation of a program that has ended."""
    return observed(windows=(), after=None, liveness=Liveness(False, False, exit_code), **given)
