"""Keys stay in the target, and each chord is judged by itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.attack.conftest import Make
from tests.attack.entries import Ask, perform
from wpfagent.core.model import WindowInfo

BOX = '<TextBox x:Name="Box" PreviewKeyDown="on_key"/>'


@pytest.mark.parametrize(
    "keys",
    ["Win+R c m d Enter", "Alt+Tab", "Alt+Shift+Tab", "Ctrl+Alt+Tab", "Alt+Esc", "Ctrl+Esc", "Ctrl+Shift+Esc",
     "Ctrl+Alt+Delete", "A Win+D", "Win", "ctrl+shift+escape", "A Shift Shift Shift Shift Shift"],
)  # fmt: skip
def test_keys_never_leave_the_target(program: Make, entry: str, keys: str) -> None:
    attacked = program(BOX)
    outcome = perform(entry, attacked, [Ask("send_keys", {"automation_id": "Box"}, {"keys": keys})])
    assert outcome.has("refused_outside_target") or "goes to Windows" in outcome.said
    assert attacked.desktop.pressed == []


def thief_of(program: Make, desktop: Any) -> WindowInfo:
    """Start another program, which takes what is typed; return its window."""
    return desktop.windows(desktop.launch(str(program('<TextBox x:Name="Stolen"/>', title="Thief").xaml)).pid)[0]


def test_a_window_that_comes_while_the_button_is_held_gets_no_keys(
    program: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    attacked = program('<Button x:Name="B" Content="Hold"/>')
    desktop = attacked.desktop
    thief = thief_of(program, desktop)
    held = desktop.held

    @contextmanager
    def stolen(**given: Any) -> Iterator[None]:
        with held(**given):
            desktop.set_foreground(thief.hwnd, timeout_s=1)
            yield

    monkeypatch.setattr(desktop, "held", stolen)
    asked = Ask("click", {"automation_id": "B"}, {"hold_ms": 50, "keys": "Alt+A B"})
    assert perform("library", attacked, [asked]).has("refused_outside_target")
    assert attacked.desktop.pressed == []


def test_a_window_that_comes_to_the_front_takes_nothing_of_what_is_typed(
    program: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    attacked = program('<TextBox x:Name="T"/>')
    desktop = attacked.desktop
    thief = thief_of(program, desktop)
    typed: list[str] = []

    def type_text(text: str) -> None:
        """Note what is typed, by whom it is taken; the thief comes after five characters."""
        for character in text:
            typed.append(character if desktop.foreground() != thief.hwnd else "stolen")
            if len(typed) == 5:
                desktop.set_foreground(thief.hwnd, timeout_s=1)

    monkeypatch.setattr(desktop, "type_text", type_text)
    outcome = perform(
        "library", attacked, [Ask("type_text", {"automation_id": "T"}, {"text": "a secret", "input": True})]
    )
    assert typed == list("a sec")
    assert outcome.has("refused_outside_target")
