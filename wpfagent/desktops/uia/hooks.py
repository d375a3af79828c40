"""What a person does with mouse and keyboard, told by the low-level hooks of Windows on a thread of their own.

Ours is input whose `dwExtraInfo` is `OURS`, in every process of this package: two of them take no pause for each other.
Everything else is a person, remote control included. The hooks are there while something is done and `LINGER_S` longer,
since all input of the desktop waits for them.
Source: Microsoft's LowLevelKeyboardProc, LowLevelMouseProc, KBDLLHOOKSTRUCT, MSLLHOOKSTRUCT and RegisterHotKey.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Mapping
from ctypes import wintypes

from wpfagent.desktops.person import Person
from wpfagent.desktops.uia.win32 import HOOK_PROC, KeyHook, MouseHook, kernel32, user32

HookProc = Callable[[int, int, int], int]
OURS = 0x57504641
LINGER_S = 60.0
BEGUN_S = 2.0
KEYBOARD_HOOK, MOUSE_HOOK = 13, 14
WM_MOUSEMOVE = 0x200
KEY_RELEASED = 0x80
TICK_MS = 500
HOT_KEY_ID = 1
HOT_KEY_MODIFIERS: Mapping[str, int] = {"Alt": 0x1, "Ctrl": 0x2, "Shift": 0x4, "Win": 0x8}
SIDES: Mapping[int, str] = {
    0xA0: "Shift", 0xA1: "Shift", 0xA2: "Ctrl", 0xA3: "Ctrl", 0xA4: "Alt", 0xA5: "Alt", 0x5C: "Win",
}  # fmt: skip
"""The hook tells left and right apart."""


class Hooks:
    """Tells a person's input, while it is asked for.

    Args:
        keys: the virtual keys by their names.
    """

    def __init__(self, keys: Mapping[str, int]) -> None:
        self._keys = keys
        self._names = {code: name for name, code in keys.items()} | dict(SIDES)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._until = 0.0
        self._begun = threading.Event()
        self._problem = ""

    def listen(self, person: Person) -> str:
        """Tell a person's input for the next `LINGER_S`; return what is wrong with that, "" when nothing is."""
        with self._lock:
            self._until = time.monotonic() + LINGER_S
            if self._thread is None or not self._thread.is_alive():
                self._begun.clear()
                self._thread = threading.Thread(target=self._serve, args=(person,), name="person", daemon=True)
                self._thread.start()
                self._begun.wait(BEGUN_S)
            return self._problem

    def _serve(self, person: Person) -> None:
        person.forget_keys()
        # kept in this frame: a callback that is collected while Windows calls it ends the process
        on_key, on_mouse = HOOK_PROC(self._on_key(person)), HOOK_PROC(self._on_mouse(person))
        module = kernel32.GetModuleHandleW(None)
        hooks = [
            user32.SetWindowsHookExW(KEYBOARD_HOOK, on_key, module, 0),
            user32.SetWindowsHookExW(MOUSE_HOOK, on_mouse, module, 0),
        ]
        self._problem = self._problem_of(person, all(hooks), ctypes.get_last_error())
        user32.SetTimer(None, 0, TICK_MS, None)
        self._begun.set()
        try:
            message = wintypes.MSG()
            while time.monotonic() < self._until and user32.GetMessageW(ctypes.byref(message), None, 0, 0) > 0:
                pass
        finally:
            for hook in filter(None, hooks):
                user32.UnhookWindowsHookEx(hook)

    def _problem_of(self, person: Person, hooked: bool, error: int) -> str:
        chord = "+".join(person.stop_key)
        if not hooked:
            return (
                f"The stop key {chord} cannot be registered: mouse and keyboard cannot be watched (Windows error "
                f"{error}). Nothing will stop or pause for a person."
            )
        modifiers = sum(HOT_KEY_MODIFIERS[key] for key in person.stop_key[:-1])
        code = self._keys.get(person.stop_key[-1]) or ord(person.stop_key[-1])
        if user32.RegisterHotKey(None, HOT_KEY_ID, modifiers, code):
            user32.UnregisterHotKey(None, HOT_KEY_ID)
            return ""
        return f"The stop key {chord} cannot be registered: another program has it. Choose another with --stop-key."

    def _on_key(self, person: Person) -> HookProc:
        def told(code: int, kind: int, at: int) -> int:
            is_stop = False
            if code >= 0:
                event = KeyHook.from_address(at)
                if event.extra != OURS:
                    name = self._names.get(event.key) or chr(event.key)
                    is_stop = person.key(name, down=not event.flags & KEY_RELEASED)
            passed = user32.CallNextHookEx(None, code, kind, at)
            return 1 if is_stop else int(passed)  # the stop key is not for the program

        return told

    def _on_mouse(self, person: Person) -> HookProc:
        def told(code: int, kind: int, at: int) -> int:
            if code >= 0:
                event = MouseHook.from_address(at)
                ours = event.extra == OURS
                if kind == WM_MOUSEMOVE:
                    person.move(event.point.x, event.point.y, ours=ours)
                elif not ours:
                    person.button()
            return int(user32.CallNextHookEx(None, code, kind, at))

        return told
