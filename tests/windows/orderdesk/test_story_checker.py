"""The judge of the stories: a false claim does not pass."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import pytest
from desk import TABLE
from desk_record import PERFORMED, Acted, EventTable, Row, judge, share_confirmed

NOW = time.time()
TYPED = Row(({"event": "field_changed", "field": "Notes", "value": "{text}"},), within_ms=500)
SMALL = EventTable(
    {("type_text", "Notes"): TYPED, ("type_text", "Filter"): Row(silent="logs nothing")},
    frozenset({"background_progress"}),
)


def event(seq: int, name: str = "field_changed", /, late_s: float = 0.0, **fields: Any) -> dict[str, Any]:
    return {"seq": seq, "t": datetime.fromtimestamp(NOW + late_s).isoformat(), "event": name, **fields}


def typed(outcome: str, text: str = "a", after: int = 10, control: str = "Notes") -> Acted:
    return Acted("type_text", control, outcome, {"text": text}, after=after, ended=NOW)


def changed(seq: int, value: str = "a", late_s: float = 0.0) -> dict[str, Any]:
    return event(seq, field="Notes", value=value, late_s=late_s)


def test_a_confirmed_act_with_its_event_passes() -> None:
    assert judge([typed("confirmed")], [changed(11)], SMALL) == []


@pytest.mark.parametrize(
    "events",
    [
        pytest.param([], id="nothing was logged"),
        pytest.param([changed(11, "b")], id="another value"),
        pytest.param([changed(10)], id="it was logged before the act"),
        pytest.param([changed(11, late_s=0.6)], id="too late"),
        pytest.param([event(11, "command", name="Save")], id="another event"),
    ],
)
def test_a_confirmed_act_without_its_event_is_a_false_claim(events: Sequence[dict[str, Any]]) -> None:
    wrong = judge([typed("confirmed")], events, SMALL)
    assert len(wrong) == 1
    assert "type_text Notes: confirmed" in wrong[0]


def test_the_event_of_a_later_act_does_not_count_for_an_earlier_one() -> None:
    acts = [typed("confirmed", after=10), typed("confirmed", after=11)]
    assert len(judge(acts, [changed(12)], SMALL)) == 1


@pytest.mark.parametrize("outcome", ["no_op", "refused", "failed"])
def test_an_act_that_left_the_program_untouched_has_no_event(outcome: str) -> None:
    assert judge([typed(outcome)], [], SMALL) == []
    assert judge([typed(outcome)], [event(11, "background_progress")], SMALL) == []
    assert len(judge([typed(outcome)], [changed(11)], SMALL)) == 1


def test_an_unverifiable_act_may_have_its_event_or_not() -> None:
    assert judge([typed("unverifiable")], [], SMALL) == []
    assert judge([typed("unverifiable")], [changed(11)], SMALL) == []


def test_an_act_without_a_row_does_not_pass() -> None:
    assert "no row" in judge([typed("confirmed", control="Elsewhere")], [changed(11)], SMALL)[0]


def test_a_control_that_logs_nothing_needs_no_event() -> None:
    assert judge([typed("confirmed", control="Filter")], [], SMALL) == []


def test_saying_always_unverifiable_does_not_pass() -> None:
    acts = [typed("confirmed")] * 8 + [typed(outcome) for outcome in PERFORMED[1:]]
    assert share_confirmed(acts) == 0.8
    assert share_confirmed([*acts, typed("unverifiable")]) < 0.8
    assert share_confirmed([*acts, typed("refused"), typed("failed")]) == 0.8
    assert share_confirmed([typed("unverifiable")] * 5) == 0


def test_each_row_of_the_table_has_events_or_the_reason_why_not() -> None:
    for (action, control), row in TABLE.rows.items():
        assert bool(row.events) != bool(row.silent), (action, control)
        assert 0 < row.within_ms <= 5_000, (action, control)
    silent = sum(1 for row in TABLE.rows.values() if row.silent)
    assert silent <= 5
