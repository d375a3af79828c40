"""What commands say about themselves."""

from __future__ import annotations

import pytest

from wpfagent.core.model import Control
from wpfagent.testing.oracles.parts.commanding import follows_state


@pytest.mark.parametrize(
    ("name", "automation_id"),
    [("Back", "B1"), ("戻る", ""), ("Zurück", "WizardBack"), ("", "SaveButton"), ("Speichern", "ToolSave")],
)
def test_a_command_that_depends_on_the_state_says_so_by_its_name_or_its_id(name: str, automation_id: str) -> None:
    assert follows_state(Control("e1", automation_id, name, "Button"))


@pytest.mark.parametrize(("name", "automation_id"), [("Weigh", "WeighButton"), ("Zurück", "B7"), ("Calculate", "")])
def test_other_commands_say_nothing_of_it(name: str, automation_id: str) -> None:
    assert not follows_state(Control("e1", automation_id, name, "Button"))
