"""Keys stay in the target, and each chord is judged by itself."""

from __future__ import annotations

import pytest

from tests.attack.conftest import Make
from tests.attack.entries import Ask, perform

BOX = '<TextBox x:Name="Box" PreviewKeyDown="on_key"/>'


@pytest.mark.parametrize(
    "keys",
    ["Win+R c m d Enter", "Alt+Tab", "Alt+Shift+Tab", "Ctrl+Alt+Tab", "Alt+Esc", "Ctrl+Esc", "Ctrl+Shift+Esc",
     "Ctrl+Alt+Delete", "A Win+D", "Win", "ctrl+shift+escape"],
)  # fmt: skip
def test_keys_never_leave_the_target(program: Make, entry: str, keys: str) -> None:
    attacked = program(BOX)
    outcome = perform(entry, attacked, [Ask("send_keys", {"automation_id": "Box"}, {"keys": keys})])
    assert outcome.has("refused_outside_target") or "goes to Windows" in outcome.said
    assert attacked.desktop.pressed == []
