"""An action of somebody else's package asks before it presses, and one that fails costs no record and no run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from tests.attack.conftest import Make
from tests.attack.entries import Ask, perform
from wpfagent.actions import ACTIONS
from wpfagent.actions.base import Performed, action
from wpfagent.actions.doing import Doing
from wpfagent.actions.registered import GROUP

BUTTONS = (
    '<Button x:Name="Go" Content="_Go" Click="on_used"/><Button x:Name="Del" Content="_Delete" Click="on_deleted"/>'
)


def press(doing: Doing) -> Performed:
    assert doing.control is not None
    doing.verb(doing.control, "invoke")
    return Performed("InvokePattern")


def click(doing: Doing) -> Performed:
    assert doing.control is not None
    assert doing.control.bounding_rect is not None
    doing.desktop.mouse_click(*doing.control.bounding_rect.center)
    return Performed("mouse")


def drag(doing: Doing) -> Performed:
    assert doing.control is not None
    assert doing.control.bounding_rect is not None
    x, y = doing.control.bounding_rect.center
    doing.desktop.mouse_drag((x, y), (x + 1, y))
    return Performed("mouse")


def hold(doing: Doing) -> Performed:
    assert doing.control is not None
    assert doing.control.bounding_rect is not None
    with doing.desktop.held(at=doing.control.bounding_rect.center):
        return Performed("mouse")


def key(doing: Doing) -> Performed:
    assert doing.control is not None
    doing.focus(doing.control)
    doing.desktop.press_keys(("Space",))
    return Performed("keyboard")


def write(doing: Doing) -> Performed:
    assert doing.control is not None
    doing.focus(doing.control)
    doing.desktop.type_text("a ")
    return Performed("keyboard")


def letter(doing: Doing) -> Performed:
    assert doing.control is not None
    doing.focus(doing.control)
    doing.desktop.type_text(doing.control.access_key[-1])
    return Performed("keyboard")


def fail(_doing: Doing) -> Performed:
    raise ValueError("boom")


def leave(_doing: Doing) -> Performed:
    raise SystemExit(3)


def nothing(_doing: Doing) -> Any:
    return None


INPUT = {"click": click, "drag": drag, "hold": hold, "key": key, "write": write, "letter": letter}
"""What uses the desktop by itself."""


def made(name: str, do: Callable[[Doing], Any], risk: Any) -> Any:
    def own(doing: Doing, _args: Any) -> Any:
        return do(doing)

    own.__name__, own.__doc__ = name, "One of another package."
    return action(risk=risk)(own)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Actions of other packages, as entry points bring them."""
    listed = [
        *(made(f"{n}_it", do, "act") for n, do in INPUT.items()), made("fail", fail, "act"),
        *(made(f"peek_by_{n}", do, "read") for n, do in INPUT.items()), made("press_it", press, "act"),
        made("peek", press, "read"),
        made("leave", leave, "act"), made("nothing", nothing, "act"), made("fail_to_look", fail, "read"),
    ]  # fmt: skip
    points = [SimpleNamespace(value=a.name, load=lambda a=a: a) for a in listed]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points if group == GROUP else ())
    vars(ACTIONS).pop("_all", None)
    yield
    vars(ACTIONS).pop("_all", None)


@pytest.mark.parametrize("name", ["press_it", "peek", *(f"{n}_it" for n in INPUT), *(f"peek_by_{n}" for n in INPUT)])
def test_none_presses_what_nobody_consented_to(program: Make, entry: str, name: str) -> None:
    assert perform(entry, program(BUTTONS), [Ask(name, {"automation_id": "Del"})]).fired == ()


def test_one_that_acts_does_with_both_consents(program: Make) -> None:
    asks = [Ask("press_it", {"automation_id": name}) for name in ("Go", "Del")]
    assert perform("library", program(BUTTONS, consents=True), asks).fired == ("used", "deleted")


@pytest.mark.parametrize("name", INPUT)
def test_one_that_uses_mouse_or_keys_by_itself_does_with_both_consents(program: Make, name: str) -> None:
    asks = [Ask(f"{name}_it", {"automation_id": to}) for to in ("Go", "Del")]
    assert perform("library", program(BUTTONS, consents=True), asks).fired[:2] == ("used", "deleted")


@pytest.mark.parametrize("name", ["fail", "leave", "nothing", "fail_to_look"])
@pytest.mark.parametrize("by", ["run", "scenario", "replay", "mcp"])
def test_one_that_fails_is_an_error_and_the_run_goes_on(program: Make, by: str, name: str) -> None:
    attacked = program(BUTTONS)
    outcome = perform(by, attacked, [Ask(name, {"automation_id": "Go"}), Ask("click", {"automation_id": "Go"})])
    assert "of another package" in outcome.said
    assert "report it" not in outcome.said
    assert "used" in outcome.fired or by in ("scenario", "replay")
    assert list((attacked.artifacts / "sessions").rglob("steps.jsonl"))
