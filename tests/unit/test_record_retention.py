"""Pruning deletes what it was asked to and nothing that is needed."""

from __future__ import annotations

import datetime as dt
import json
import os
from pathlib import Path

import pytest

from wpfagent.core.errors import InvalidArgument
from wpfagent.testing.record.read import list_sessions
from wpfagent.testing.record.retention import prune
from wpfagent.testing.record.session import SessionWriter

NOW = dt.datetime(2026, 11, 21, 12, 0, tzinfo=dt.UTC)


def make(artifacts: Path, days_ago: float, *, ended: bool = True, changed_hours_ago: float = 100.0) -> str:
    started = NOW - dt.timedelta(days=days_ago)
    folder = artifacts / "sessions" / f"{started:%Y%m%d-%H%M%S}-0000"
    (folder / "screens").mkdir(parents=True)
    facts = {"started": started.isoformat(), **({"ended": started.isoformat()} if ended else {})}
    (folder / "session.json").write_text(json.dumps(facts), encoding="utf-8")
    (folder / "steps.jsonl").write_text('{"n": 1}\n', encoding="utf-8")
    when = NOW.timestamp() - changed_hours_ago * 3_600
    for path in (folder / "session.json", folder / "steps.jsonl", folder):
        os.utime(path, (when, when))
    return folder.name


def left(artifacts: Path) -> list[str]:
    return [e.session_id for e in list_sessions(artifacts)]


def wall() -> float:
    return NOW.timestamp()


@pytest.fixture
def five(tmp_path: Path) -> list[str]:
    return [make(tmp_path, days) for days in (1, 5, 20, 31, 60)]


def test_keep_leaves_the_newest(tmp_path, five):
    done = prune(tmp_path, 2)
    assert left(tmp_path) == five[:2]
    assert set(done.removed) == set(five[2:])
    assert done.freed_bytes > 0
    assert len(os.listdir(tmp_path / "sessions")) == 2


def test_older_than_leaves_what_is_younger(tmp_path, five):
    prune(tmp_path, older_than_days=30, wall=wall)
    assert left(tmp_path) == five[:3]


def test_with_both_limits_only_what_lies_beyond_both_goes(tmp_path, five):
    prune(tmp_path, 4, 30, wall=wall)
    assert left(tmp_path) == five[:4]
    prune(tmp_path, 1, 30, wall=wall)
    assert left(tmp_path) == five[:3]


def test_keep_zero_leaves_nothing(tmp_path, five):
    prune(tmp_path, 0)
    assert left(tmp_path) == []


def test_a_dry_run_tells_and_deletes_nothing(tmp_path, five):
    assert set(prune(tmp_path, 2, dry_run=True).removed) == set(five[2:])
    assert left(tmp_path) == five


@pytest.mark.parametrize(("keep", "days"), [(None, None), (-1, None), (None, -0.5)])
def test_a_limit_is_needed(tmp_path, keep, days):
    with pytest.raises(InvalidArgument):
        prune(tmp_path, keep, days)


def test_a_session_in_which_a_ticket_lies_stays_unless_asked_for(tmp_path, five):
    ticket = tmp_path / "tickets" / five[3] / "TICKET-20261021-120000-abcd"
    ticket.mkdir(parents=True)
    (tmp_path / "tickets" / five[4]).mkdir()
    done = prune(tmp_path, 0)
    assert left(tmp_path) == [five[3]]
    assert done.spared == ((five[3], "a ticket lies in it"),)
    prune(tmp_path, 0, with_tickets=True)
    assert left(tmp_path) == []
    assert ticket.is_dir()


def test_a_session_that_is_being_written_stays_however_old(tmp_path):
    session = SessionWriter(str(tmp_path), {"started": "2020-01-01T00:00:00+00:00"})
    assert prune(tmp_path, 0, with_tickets=True).spared == ((session.session_id, "it is being written"),)
    session.step({"action": "click"})
    session.close()
    assert prune(tmp_path, 0).removed == (session.session_id,)


def test_one_without_an_end_and_a_marker_stays_for_an_hour(tmp_path):
    fresh = make(tmp_path, 50, ended=False, changed_hours_ago=0.9)
    make(tmp_path, 60, ended=False, changed_hours_ago=1.1)
    prune(tmp_path, 0, wall=wall)
    assert left(tmp_path) == [fresh]


def test_what_an_interrupted_pruning_left_is_swept_away(tmp_path):
    (tmp_path / "sessions" / ".pruned-x" / "screens").mkdir(parents=True)
    prune(tmp_path, 5)
    assert os.listdir(tmp_path / "sessions") == []
