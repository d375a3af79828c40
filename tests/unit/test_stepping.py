"""Which key comes next where a slider is moved by keys, and what is done where a pattern has nothing behind it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from wpfagent.actions.input import stepping
from wpfagent.actions.input.stepping import _key, is_stepped
from wpfagent.core.errors import Unsupported
from wpfagent.core.model import Control

SLIDER = Control("e1", "", "Speed", "Slider", patterns=("Value",), minimum=0.0, maximum=100.0, step=1.0)
LYING = {"PageDown": 10.0, "PageUp": -10.0, "Right": 1.0, "Left": -1.0}
MIRRORED = {key: -move for key, move in LYING.items()}


@pytest.mark.parametrize(
    ("by_key", "start", "wanted", "end", "most"),
    [
        (LYING, 40, 70, 70, 3),
        (LYING, 70, 23, 23, 8),
        (LYING, 0, 100, 100, 10),
        (LYING, 5, 6, 6, 1),
        (LYING, 40, 40, 40, 0),
        (MIRRORED, 40, 70, 70, 6),
        ({**LYING, "Right": 4.0, "Left": -4.0}, 0, 3, 4, 1),
    ],
)
def test_a_slider_is_led_to_the_number_or_as_near_as_its_steps_go(
    by_key: dict[str, float], start: float, wanted: float, end: float, most: int
) -> None:
    at, moves, presses = float(start), dict[str, float](), 0
    while (key := _key(at, wanted, moves, SLIDER)) is not None and presses < 50:
        moves[key] = min(100.0, max(0.0, at + by_key[key])) - at
        at, presses = at + moves[key], presses + 1
    assert (at, presses <= most) == (end, True), presses


def test_only_a_slider_that_tells_its_range_and_takes_no_number_is_moved_by_keys() -> None:
    assert is_stepped(SLIDER)
    assert not is_stepped(replace(SLIDER, patterns=("RangeValue",)))
    assert not is_stepped(replace(SLIDER, minimum=None))


def moved(monkeypatch: pytest.MonkeyPatch, kind: str, hresult: str) -> object:
    def verb(control: Control, verb: str, value: float) -> None:
        raise Unsupported(f"{verb} failed.", details={"hresult": hresult})

    monkeypatch.setattr(stepping.consenting, "of_control", lambda *_: None)
    doing = SimpleNamespace(verb=verb, framework=lambda _: "WPF", policy=SimpleNamespace(input="auto"))
    control = Control("e1", "", "", kind, patterns=("RangeValue",))
    return stepping.move_to(doing, control, 3.0)  # type: ignore[arg-type]


def test_a_spinner_with_an_empty_pattern_is_left_to_its_field(monkeypatch: pytest.MonkeyPatch) -> None:
    assert moved(monkeypatch, "Spinner", "0x80004001") is None


@pytest.mark.parametrize(("kind", "hresult"), [("Slider", "0x80004001"), ("Spinner", "0x80131509")])
def test_any_other_failure_of_a_pattern_is_told(monkeypatch: pytest.MonkeyPatch, kind: str, hresult: str) -> None:
    with pytest.raises(Unsupported):
        moved(monkeypatch, kind, hresult)
