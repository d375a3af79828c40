"""What a failure may have been about: values that never went well, fields that fail with several."""

from __future__ import annotations

from wpfagent.runs.explore.known.blame import Blame


def test_a_value_that_went_well_since_is_not_blamed() -> None:
    blame = Blame()
    blame.note_failure("save", {"name": "name=a", "age": "age=1"})
    assert blame.expects("save", {"age": "age=1"})
    blame.note_done("save", {"age": "age=1"})
    assert not blame.expects("save", {"age": "age=1"})
    assert blame.expects("save", {"name": "name=a", "age": "age=1"})


def test_a_field_that_failed_with_several_values_is_blamed_with_any_that_never_went_well() -> None:
    blame = Blame()
    blame.note_failure("save", {"age": "age=word"})
    assert not blame.expects("save", {"age": "age=date"})
    blame.note_failure("save", {"age": "age=empty"})
    assert blame.expects("save", {"age": "age=date"})
    blame.note_done("save", {"age": "age=number"})
    assert not blame.expects("save", {"age": "age=number"})


def test_a_failure_takes_back_that_its_values_went_well() -> None:
    blame = Blame()
    blame.note_done("save", {"age": "age=1"})
    blame.note_failure("save", {"age": "age=1"})
    assert blame.expects("save", {"age": "age=1"})


def test_nothing_else_is_blamed() -> None:
    blame = Blame()
    blame.note_failure("save", {"age": "age=1"})
    assert not blame.expects("load", {"age": "age=1"})
