"""What a list that is filled again and again tells of an act in one of its rows."""

from __future__ import annotations

import pytest

from wpfagent.actions.evidence.own_row import changed_alone, in_rows
from wpfagent.core.model import Control, Snapshot

BEFORE = (("Alpha", "10 %", "Running"), ("Beta", "20 %", "Running"), ("Gamma", "30 %", "Idle"))


def filled(first: int, *rows: tuple[str, ...]) -> Snapshot:
    """A list whose items are all new ones."""
    made = [Control("list", control_type="List", depth=1)]
    for at, row in enumerate(rows):
        ref = f"{first + at}"
        made.append(Control(ref, name=row[0], control_type="ListItem", depth=2))
        made += [Control(f"{ref}.{i}", name=text, control_type="Text", depth=3) for i, text in enumerate(row)]
        made.append(Control(f"{ref}.stop", name="Stop", control_type="Button", depth=3))
    return Snapshot((Control("window", control_type="Window"), *made))


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ((("Alpha", "14 %", "Running"), ("Gamma", "9 %", "Idle")), {"vanished": ["ListItem 'Beta'"]}),
        (
            (("Alpha", "14 %", "Running"), ("Beta", "0 %", "Stopped"), ("Gamma", "9 %", "Idle")),
            {"row": "ListItem 'Beta'", "said": ["Beta", "0 %", "Running", "Stop"],
             "says": ["Beta", "0 %", "Stopped", "Stop"]},
        ),
        ((("Alpha", "14 %", "Running"), ("Beta", "21 %", "Running"), ("Gamma", "9 %", "Idle")), None),
        ((("Alpha", "14 %", "Idle"), ("Beta", "21 %", "Stopped"), ("Gamma", "9 %", "Idle")), None),
        ((("Alpha", "14 %", "Running"),), None),
        ((("Alpha", "14 %", "Running"), ("Gamma", "9 %", "Idle"), ("Delta", "1 %", "Idle")), None),
        ((("Alpha", "4 %", "Running"), ("Beta", "1 %", "Off"), ("Beta", "1 %", "Off"), ("Gamma", "9 %", "Idle")), None),
        ((("Alpha", "14 %", "Running"), ("Beta", "20 %", "Running", "Edit"), ("Gamma", "9 %", "Idle")), None),
        ((), None),
    ],
    ids=[
        "it went", "it says another", "numbers only", "others too", "others went", "one came", "twice",
        "more under the pointer", "emptied",
    ],
)  # fmt: skip
def test_only_the_row_of_the_act_differs(rows, told):
    assert changed_alone(Control("2.stop"), filled(1, *BEFORE), filled(11, *rows)) == told


def test_what_stands_in_no_row_tells_nothing():
    assert changed_alone(Control("list"), filled(1, *BEFORE), filled(11, *BEFORE[:2])) is None
    assert changed_alone(None, filled(1, *BEFORE), filled(11, *BEFORE[:2])) is None


def logged(first: int, *lines: str) -> Snapshot:
    """A log of these lines."""
    rows = (Control(f"{first + at}", name=line, control_type="ListItem", depth=2) for at, line in enumerate(lines))
    return Snapshot((Control("w", control_type="Window"), Control("log", control_type="List", depth=1), *rows))


def test_a_row_unlike_all_others_that_comes_at_once_is_an_effect():
    log = logged(1, "1: all well", "2: all well", "3: all well")
    told = {"appeared": ["ListItem 'Entry by hand'"]}
    after = Snapshot((*log.controls, Control("9", name="Entry by hand", control_type="ListItem", depth=2)))
    assert in_rows(None, log, after, late=False) == told
    assert in_rows(None, log, after, late=True) is None
    assert in_rows(None, log, logged(1, "1: all well", "2: all well", "3: all well", "4: all well"), late=False) is None
    mixed = logged(1, "1: all well", "2: lost", "3: all well")
    after = Snapshot((*mixed.controls, Control("9", name="Entry by hand", control_type="ListItem", depth=2)))
    assert in_rows(None, mixed, after, late=False) is None
