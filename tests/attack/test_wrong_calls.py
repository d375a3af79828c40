"""What a script may get wrong is an `invalid_argument`, never an exception of Python's, and nothing is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import wpfagent
from wpfagent.core.errors import InvalidArgument
from wpfagent.demo import APPLICATION

BUTTON = "OpenSettingsButton"


def nested(levels: int) -> dict[str, Any]:
    made: dict[str, Any] = {"name": "x"}
    for _ in range(levels):
        made = {"name": "x", "within": made}
    return made


def cyclic() -> dict[str, Any]:
    made: dict[str, Any] = {"name": "x"}
    made["within"] = made
    return made


CALLS: dict[str, Callable[[Any], object]] = {
    "a timeout of 400 digits": lambda app: app.click(automation_id=BUTTON, timeout_ms=10**400),
    "a negative timeout": lambda app: app.find({"automation_id": BUTTON}, timeout_ms=-1),
    "a timeout that is no number": lambda app: app.click(automation_id=BUTTON, timeout_ms=float("nan")),
    "an expectation that waits for ever": lambda app: app.expect({"name": "x"}, exists=True, timeout_ms=10**400),
    "a value of 400 digits": lambda app: app.set_value(automation_id=BUTTON, value=10**400),
    "a NUL": lambda app: app.type_text(automation_id=BUTTON, text="a\0b"),
    "a text for a selector": lambda app: app.type_text("a", automation_id=BUTTON),
    "a selector in itself": lambda app: app.click(cyclic()),
    "a selector 400 deep": lambda app: app.click(nested(400)),
    "a number for a selector": lambda app: app.click(5),
    "no action": lambda app: app.do(None),
    "a list for an action": lambda app: app.do([]),
    "a number for arguments": lambda app: app.do("click", {"automation_id": BUTTON}, 5),
}
OPENINGS: dict[str, dict[str, Any]] = {
    "a folder with NUL": {"artifacts": "a\0b"},
    "a text for a time": {"startup_ms": "x"},
    "an unknown mode": {"mode": "evil"},
    "an unknown desktop": {"desktop": "zzz"},
    "a number for a program": {"exe": 5},
}


@pytest.fixture(scope="module")
def app() -> Iterator[Any]:
    with wpfagent.launch(str(APPLICATION), desktop="simulated") as opened:
        yield opened


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_call_is_an_invalid_argument(app: Any, name: str) -> None:
    windows = app.windows
    with pytest.raises(InvalidArgument):
        CALLS[name](app)
    assert app.windows == windows


@pytest.mark.parametrize("name", OPENINGS)
def test_a_wrong_start_is_an_invalid_argument(name: str) -> None:
    given = {"exe": str(APPLICATION), "desktop": "simulated", **OPENINGS[name]}
    with pytest.raises(InvalidArgument):
        wpfagent.launch(given.pop("exe"), **given)
