"""Each way to fail gives one complete ticket, whose replay fails in the same way, on the simulated desktop."""

from __future__ import annotations

import pytest

from tests.failing.stories import STORIES, Story, check_replay, check_ticket, run_story

SIMULATED = ("--desktop", "simulated")


@pytest.mark.parametrize("story", STORIES, ids=lambda s: s.name)
def test_a_failure_gives_one_complete_ticket_that_reproduces(story: Story, tmp_path):
    assert run_story(story, tmp_path, SIMULATED) == 1
    folder = check_ticket(story, tmp_path, count=1)
    check_replay(story, folder, tmp_path, SIMULATED)
    assert run_story(story, tmp_path, SIMULATED) == 1
    check_ticket(story, tmp_path, count=2)
