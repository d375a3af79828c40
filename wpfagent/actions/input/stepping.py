"""Sliders that take no number: keys move them, by pages and by steps, until they stand where they should.

Which key leads up, and how far a page goes, shows after the first press of each: a slider may be upright or mirrored.
A spinner is moved the last step by a click on its arrow.
"""

from __future__ import annotations

from wpfagent.actions.consent import consenting
from wpfagent.actions.doing import Doing
from wpfagent.actions.frameworks import framework_of
from wpfagent.actions.input import keyboard, pointing
from wpfagent.actions.input.pressing import Press, is_empty
from wpfagent.core import wait
from wpfagent.core.errors import Unsupported
from wpfagent.core.model import Control

MOST_PRESSES = 300
FAR_STEPS = 4
"""From more steps away a page is tried first."""
MOVED = ("Slider", "Spinner")
MOST_TURNS = 6
UPRIGHT, LYING = ({"x": 0.5, "y": 0.75}, {"x": 0.5, "y": 0.25}), ({"x": 0.25, "y": 0.5}, {"x": 0.75, "y": 0.5})
"""Where the arrows of a spinner are: the one that leads down, the one that leads up."""
PAGES, STEPS = ("PageDown", "PageUp"), ("Right", "Left")
"""The keys up and down of a slider that lies, as most do."""


def is_stepped(control: Control) -> bool:
    """Return whether this is a slider that tells its range and has no pattern that sets its value."""
    return control.control_type == "Slider" and not control.can("RangeValue") and control.minimum is not None


def move_to(doing: Doing, slider: Control, wanted: float) -> Press | None:
    """Set a slider to a number by its pattern, by keys where it has none; None for a spinner whose pattern is empty.

    Where the program is not told of that, the pattern leads beside the number and a key to it.
    """
    consenting.of_control(doing, slider)
    if is_stepped(slider):
        return Press(_step_to(doing, slider, wanted))
    by_key = slider.control_type in MOVED and framework_of(doing.framework(slider)).sliders_need_keys
    if not by_key or doing.policy.input == "never":
        try:
            doing.verb(slider, "set_range", wanted)
        except Unsupported as error:
            if slider.control_type != "Spinner" or not is_empty(doing, slider, error):
                raise
            return None  # its field takes what a person types
        return Press("RangeValuePattern", sets_own_state=by_key)
    step = slider.step or 1.0
    if abs(_value(slider) - wanted) > step:
        keyboard.check_allowed(doing)
        is_lowest = slider.minimum is not None and wanted - step < slider.minimum
        doing.verb(slider, "set_range", wanted + step if is_lowest else wanted - step)
    turn = _turn_to if slider.control_type == "Spinner" else _step_to
    return Press(f"RangeValuePattern, {turn(doing, slider, wanted)}")


def _turn_to(doing: Doing, spinner: Control, wanted: float) -> str:
    """Click the arrows of a spinner until it stands at a number next to where it is; return the method.

    Raises:
        Unsupported: they do not lead there.
    """
    rect = spinner.bounding_rect
    ends = LYING if rect is not None and rect.width > rect.height else UPRIGHT
    at, is_turned = _value(doing.read(spinner)), False
    for _ in range(MOST_TURNS):
        if at == wanted:
            return "mouse"
        pointing.click(doing, spinner, at=ends[(at < wanted) ^ is_turned])
        before = at
        doing.until(lambda old=before: _value(doing.read(spinner)) != old, wait.SETTLE_S)  # type: ignore[misc]
        at = _value(doing.read(spinner))
        is_turned ^= abs(wanted - at) > abs(wanted - before)
    raise Unsupported(
        f"{spinner.describe()} stands at {at:g}: its arrows do not lead it to {wanted:g}.", hint="Click its arrows."
    )


def _step_to(doing: Doing, slider: Control, wanted: float) -> str:
    """Move a slider by keys to a number, or as near as its steps lead; return the method.

    Raises:
        Unsupported: it does not move, or is too far away for keys.
    """
    keyboard.ensure_focus(doing, slider)
    at = _value(doing.read(slider))
    moves: dict[str, float] = {}
    """How far each key has led."""
    for _ in range(MOST_PRESSES):
        key = _key(at, wanted, moves, slider)
        if key is None:
            return "keyboard"
        keyboard.press(doing, [(key,)], control=slider)
        before = at
        doing.until(lambda old=before: _value(doing.read(slider)) != old, wait.SETTLE_S)  # type: ignore[misc]
        at = _value(doing.read(slider))
        moves[key] = at - before
        if len(moves) > 1 and not any(moves.values()):
            break
    raise Unsupported(
        f"{slider.describe()} stands at {at:g}: keys do not lead it to {wanted:g}.",
        hint="Drag its thumb (drag), or press keys in it (send_keys).",
    )


def _key(at: float, wanted: float, moves: dict[str, float], slider: Control) -> str | None:
    """The next key; None where the number is reached, or no key leads nearer."""
    away = wanted - at
    if not away:
        return None
    is_far = abs(away) > FAR_STEPS * (slider.step or 1.0)
    for keys in (PAGES, STEPS) if is_far else (STEPS,):
        for key, other in (keys, keys[::-1]) if away > 0 else (keys[::-1], keys):
            move = moves.get(key, -moves[other] if other in moves else None)
            if move is None or (move * away > 0 and abs(away - move) < abs(away)):
                return key
    return None


def _value(slider: Control) -> float:
    try:
        return float(slider.value or "")
    except ValueError:
        return 0.0
