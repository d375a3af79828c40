"""A test program driven through the product, with what the product claims held against the program's own log."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from running_app import RunningApp, start_program, usable_windows

import wpfagent
from wpfagent.core.errors import WpfAgentError

EVENT_S = 3.0
"""How long after a reply an event may take to stand in the program's log."""
E = TypeVar("E", bound=WpfAgentError)
R = TypeVar("R")


@contextmanager
def pointer_goes_along() -> Iterator[None]:
    """Take the screen's own pointer along: on Wine it stays behind while input is watched, and programs ask for it.

    It is left in the middle of the screen, where it is at first: tests put windows with tool tips below it.
    """
    from wpfagent.desktops.uia import input  # needs Windows

    user32, move = ctypes.WinDLL("user32"), input.mouse_move

    def put(x: int, y: int) -> None:
        user32.SetCursorPos(x + 1, y)  # one that changes nothing is left out
        user32.SetCursorPos(x, y)

    def both(x: int, y: int) -> None:
        move(x, y)
        put(x, y)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(input, "mouse_move", both)
        yield
    put(user32.GetSystemMetrics(0) // 2, user32.GetSystemMetrics(1) // 2)


class Driven:
    """A program and the product's view of it. `truth` is the program, `app` what the product says about it."""

    def __init__(self, truth: RunningApp, **options: Any) -> None:
        self.truth = truth
        self.app = wpfagent.connect(pid=truth.pid, **options)

    def again(self, **options: Any) -> wpfagent.App:
        """Attach once more, with other options."""
        return wpfagent.connect(pid=self.truth.pid, **options)

    def tab(self, automation_id: str) -> None:
        """Open a page."""
        self.app.select_item(automation_id=automation_id)

    def page(self, name: str) -> Driven:
        """Open a page by its caption; return the program."""
        self.app.select_item(name=name, control_type="TabItem")
        return self

    def settle(self) -> None:
        """Wait until what was queued in the program has been handled."""
        self.app.wait_for(until="idle")

    # -- claims -----------------------------------------------------------------------------------------------------
    def confirms(self, act: Callable[[], wpfagent.Reply], event: str, /, **match: Any) -> wpfagent.Reply:
        """Act; the reply says `confirmed`, and the event is in the log."""
        after = self.truth.seq()
        reply = act()
        assert reply.effect == "confirmed", (reply.method, reply.effect, reply.evidence)
        self.truth.wait_event(event, after=after, timeout_s=EVENT_S, **match)
        return reply

    def does(self, act: Callable[[], wpfagent.Reply], event: str, /, **match: Any) -> wpfagent.Reply:
        """Act; the reply says `unverifiable`, because nothing shows, and the event is in the log."""
        after = self.truth.seq()
        reply = act()
        assert reply.effect == "unverifiable", (reply.method, reply.effect, reply.evidence)
        self.truth.wait_event(event, after=after, timeout_s=EVENT_S, **match)
        return reply

    def happens(self, act: Callable[[], R], event: str, /, **match: Any) -> R:
        """Act, whatever the reply says; the event is in the log, and the reply is returned."""
        after = self.truth.seq()
        reply = act()
        self.truth.wait_event(event, after=after, timeout_s=EVENT_S, **match)
        return reply

    def no_op(self, act: Callable[[], wpfagent.Reply]) -> wpfagent.Reply:
        """Act; the reply says `no_op`, and the program logged nothing."""
        with self.untouched():
            reply = act()
            assert reply.effect == "no_op", (reply.method, reply.effect, reply.evidence)
        return reply

    def refuses(self, error: type[E], act: Callable[[], object], *, but: tuple[str, ...] = ()) -> E:
        """Act; it raises this error, and the program logged nothing (`but`: except these kinds of events)."""
        with self.untouched(but=but), pytest.raises(error) as caught:
            act()
        return caught.value

    @contextmanager
    def untouched(self, *, but: tuple[str, ...] = ()) -> Iterator[None]:
        """The program logs nothing meanwhile, `but` for these kinds of events."""
        self.settle()
        after = self.truth.seq()
        yield
        self.settle()
        seen = [e for e in self.truth.events(after=after) if e["event"] not in but]
        assert not seen, seen


class Stage:
    """One program for all tests of a module; started anew after a test that ended, froze or blocked it."""

    def __init__(self, name: str, *args: object, folder: Path, **options: Any) -> None:
        self._name, self._args, self._folder, self._options = name, args, folder, options
        self._driven: Driven | None = None

    def __enter__(self) -> Stage:
        return self

    def __exit__(self, *_: object) -> None:
        if self._driven is not None:
            self._driven.app.close()
            self._driven.truth.kill()
            self._driven = None

    def driven(self) -> Driven:
        """Return the program, fit to be used."""
        if self._driven is not None and not _is_fit(self._driven.truth):
            self.__exit__()
        if self._driven is None:
            truth = start_program(self._name, *self._args, folder=self._folder)
            if truth.process.poll() == 77:
                pytest.skip(truth.output().strip())
            truth.assert_running()
            self._driven = Driven(truth, **self._options)
        return self._driven


def _is_fit(truth: RunningApp) -> bool:
    """One window, and it takes input."""
    return truth.is_running and len(usable_windows(truth.pid)) == 1 == len(truth.windows())


def window_rect(hwnd: int) -> tuple[int, int, int, int]:
    """Return (x, y, width, height) of a window."""
    from ctypes import wintypes

    rect = wintypes.RECT()
    ctypes.WinDLL("user32").GetWindowRect(wintypes.HWND(hwnd), ctypes.byref(rect))
    return rect.left, rect.top, rect.right - rect.left, rect.bottom - rect.top
