"""Each way to fail gives one complete ticket, whose replay fails in the same way, on real WPF."""

from __future__ import annotations

import pytest

from tests.failing.stories import STORIES, Story, check_replay, check_ticket, run_story

BY_HAND = ("dialog", "expectation", "freeze", "invariant", "missing")
"""What these show of WPF the others show, too, and the simulated desktop shows each: by hand, with `-m slow`."""
EACH = [pytest.param(s, id=s.name, marks=[pytest.mark.slow] if s.name in BY_HAND else []) for s in STORIES]


@pytest.mark.parametrize("story", EACH)
def test_a_failure_gives_one_complete_ticket_that_reproduces(story: Story, tmp_path):
    assert run_story(story, tmp_path) == 1
    folder = check_ticket(story, tmp_path, count=1)
    check_replay(story, folder, tmp_path, times=1)
    assert run_story(story, tmp_path) == 1
    check_ticket(story, tmp_path, count=2)
