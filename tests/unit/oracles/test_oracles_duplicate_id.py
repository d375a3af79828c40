"""The oracle of ids that two controls share: side by side they are a mistake, in items they are their template's."""

from __future__ import annotations

from typing import Any

import pytest
from observed import control, observed, window

from wpfagent.core.model import Control, Snapshot
from wpfagent.testing.oracles.base import Finding
from wpfagent.testing.oracles.duplicate_id import DuplicateId
from wpfagent.testing.oracles.parts.uses import Suspect

ROOT = control("Main", "Window", ref="w", depth=0)


def edit(ref: str, automation_id: str = "Mail", **more: Any) -> Control:
    return control("", "Edit", ref=ref, automation_id=automation_id, **{"patterns": ("Value",), "depth": 1, **more})


def judge(*controls: Control, oracle: DuplicateId | None = None, partial: bool = False) -> Finding | None:
    seen = Snapshot((ROOT, *controls), (window(),), partial=partial)
    return (oracle or DuplicateId()).check(observed(after=seen))


def test_two_fields_side_by_side_with_one_id_are_a_warning_once() -> None:
    oracle = DuplicateId()
    found = judge(edit("a"), edit("b"), edit("c", "Phone"), oracle=oracle)
    assert found is not None
    assert (found.severity, found.key, len(found.details["elements"])) == ("warning", "Mail", 2)
    assert judge(edit("a"), edit("b"), oracle=oracle) is None


def test_each_id_is_reported() -> None:
    oracle, shown = DuplicateId(), [edit(f"{n}{name}", name) for name in ("Mail", "Phone") for n in range(2)]
    assert [judge(*shown, oracle=oracle) is not None for _ in range(3)] == [True, True, False]


def test_what_a_ticket_looks_for_is_a_failure_and_nothing_else_is_told() -> None:
    shown = [edit(f"{n}{name}", name) for name in ("Mail", "Phone") for n in range(2)]
    found = judge(*shown, oracle=DuplicateId(Suspect(suspect={"about": "Edit Phone"})))
    assert found is not None
    assert (found.severity, found.key) == ("failure", "Phone")


@pytest.mark.parametrize(
    "second",
    [
        [edit("b", "Phone")],
        [edit("b", patterns=())],
        [control("Box", "Group", ref="g", depth=1), edit("b", depth=2)],
    ],
    ids=["another id", "a text with that id", "in another place"],
)
def test_what_can_be_told_apart_is_none(second: list[Control]) -> None:
    assert judge(edit("a"), *second) is None


def test_items_share_the_ids_of_their_template() -> None:
    rows = [control("Row", "ListItem", ref=f"r{n}", automation_id="Row", patterns=("SelectionItem",)) for n in range(2)]
    assert judge(*rows) is None
    assert judge(rows[0], edit("a", depth=2), edit("b", depth=2)) is None


def test_a_tree_that_was_read_in_part_proves_nothing() -> None:
    assert judge(edit("a"), edit("b"), partial=True) is None
