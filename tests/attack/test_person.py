"""The person at the same PC: a key stops every run, and input gives way to his."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.attack.conftest import Make
from tests.attack.entries import Ask, call, files, perform
from tests.attack.program import NAME, Program
from wpfagent import App, Gate, Policy, WpfAgentError
from wpfagent.core.errors import InvalidArgument, StoppedByPerson
from wpfagent.core.keys import STOP_KEY, stop_chord
from wpfagent.desktops.person import JITTER_PX, QUIET_S, Person, Stop
from wpfagent.profiles.store import open_profiles

LATE_S = 0.3
"""A run ends within this time of the stop key."""
CONTENT = (
    '<Button x:Name="First" Content="Count" Click="on_first"/><TextBox x:Name="Box"/>'
    '<TextBlock x:Name="Text" Text="idle"/><Button x:Name="Second" Content="Add" Click="on_second"/>'
)
FIRST = Ask("click", {"automation_id": "First"})
SECOND = Ask("click", {"automation_id": "Second"}, {"input": True})
SINGLE = ("do", "mcp")
"""Entries whose calls stand by themselves: after the stop key they may still look, and nothing else."""
LONG = Ask("wait_for", {"automation_id": "Text"}, {"until": {"text_equals": "never"}})


def after_first_act(program: Program, seconds: float, does: Callable[[], None]) -> list[float]:
    """Plan what the person does so long after the first thing that is done to the program; return when he did it."""
    desktop, began = program.desktop, desktop_act(program)
    when: list[float] = []

    def act(*args: Any, **given: Any) -> Any:
        if not when:
            when.append(desktop.clock.now() + seconds)
            desktop.clock.call_at(when[0], does)  # type: ignore[attr-defined]
        return began(*args, **given)

    desktop.act = act  # type: ignore[method-assign]
    return when


def desktop_act(program: Program) -> Callable[..., Any]:
    return program.desktop.act


def test_the_stop_key_ends_every_entry(program: Make, any_entry: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = program(CONTENT)
    monkeypatch.setattr("tests.attack.entries.TIMEOUT_MS", 60_000)
    when = after_first_act(made, 0.1, lambda: made.desktop.person.press(STOP_KEY))
    try:
        said = perform(any_entry, made, [FIRST, SECOND] if any_entry in SINGLE else [FIRST, LONG, SECOND]).said
    except Stop as stop:  # a script of the library ends as by Ctrl+C
        said = stop.error.code
    assert made.desktop.person.is_stopped
    assert made.desktop.clock.now() - when[0] <= LATE_S
    assert "stopped_by_person" in said or "nterrupted" in said
    assert made.fired == ["first"] or (any_entry == "exploration" and len(made.fired) <= 1)


def test_nothing_is_done_until_the_key_is_pressed_once_more(program: Make) -> None:
    made = program(CONTENT)
    app = opened(made)
    made.desktop.person.press(STOP_KEY)
    with pytest.raises(Stop) as stopped:
        app.click(automation_id="Second")
    assert stopped.value.error.exit_code == 130
    assert app.read_text(automation_id="Text") == "idle"  # looking is no act
    made.desktop.person.press(STOP_KEY)
    app.click(automation_id="Second")
    assert made.fired == ["second"]


def test_input_waits_until_the_person_rests_and_the_reply_says_so(program: Make) -> None:
    made = program(CONTENT)
    app = opened(made)
    person, clock = made.desktop.person, made.desktop.clock
    told: list[str] = []
    person.tell = told.append
    person.button()
    for tenth in range(1, 30):
        clock.call_at(clock.now() + tenth / 10, lambda at=tenth: person.move(at * 50, 5))  # type: ignore[attr-defined]
    last = clock.now() + 2.9
    reply = app.do("click", {"automation_id": "Second"}, {"input": True}).to_dict()
    assert reply["paused_ms"] >= (2.9 + QUIET_S) * 1000 - 200
    assert clock.now() >= last + QUIET_S
    assert made.fired == ["second"]
    assert [line.split(":")[0] for line in told] == ["Paused", "Goes on."]
    assert STOP_KEY in told[0]


def test_what_needs_no_input_goes_on_beside_the_person(program: Make) -> None:
    made = program(CONTENT)
    app = opened(made)
    made.desktop.person.button()
    assert "paused_ms" not in app.do("click", {"automation_id": "First"}).to_dict()


def test_the_stop_key_ends_a_pause(program: Make) -> None:
    made = program(CONTENT)
    app = opened(made)
    person, clock = made.desktop.person, made.desktop.clock
    person.button()
    clock.call_at(clock.now() + 1.0, lambda: person.press(STOP_KEY))  # type: ignore[attr-defined]
    with pytest.raises(Stop):
        app.do("click", {"automation_id": "Second"}, {"input": True})
    assert not made.fired


def test_a_person_who_goes_on_is_an_error_of_its_own_over_mcp(program: Make) -> None:
    made = program(CONTENT)
    person, clock = made.desktop.person, made.desktop.clock

    def types() -> None:
        person.press("A")
        clock.call_at(clock.now() + 1.0, types)  # type: ignore[attr-defined]

    types()
    outcome = perform("mcp", made, [SECOND])
    assert "'busy'" in outcome.said
    assert not outcome.fired


def test_long_text_stops_where_the_person_begins(program: Make) -> None:
    made = program(CONTENT)
    app = opened(made)
    person, typed = made.desktop.person, made.desktop.type_text

    def type_text(text: str) -> None:
        typed(text)
        person.press(STOP_KEY)

    made.desktop.type_text = type_text  # type: ignore[method-assign]
    with pytest.raises(Stop):
        app.do("type_text", {"automation_id": "Box"}, {"text": "x" * 1000, "input": True})
    person.press(STOP_KEY)
    assert 0 < len(app.read_text(automation_id="Box")) <= 50


def test_a_few_pixels_are_no_person() -> None:
    now = [0.0]
    person = Person(lambda: now[0])
    for step in range(100):
        now[0] += 0.05
        person.move(500 + step % JITTER_PX, 300)
    assert not person.is_using
    person.move(500 + 2 * JITTER_PX, 300)
    assert person.is_using
    now[0] += QUIET_S
    assert not person.is_using


def test_our_own_pointer_is_no_person() -> None:
    person = Person(lambda: 0.0)
    person.move(0, 0, ours=True)
    person.move(800, 600, ours=True)
    person.move(801, 600)
    assert not person.is_using


def test_a_pointer_that_goes_back_to_where_it_was_before_ours_is_no_person_and_one_that_goes_on_is() -> None:
    now = [0.0]
    person = Person(lambda: now[0])
    person.move(640, 512)
    now[0] += 5
    for place in ((150, 620), (300, 200)):
        person.move(*place, ours=True)
        person.move(*place)  # as the system tells of it
    person.move(640, 512)
    assert not person.is_using
    person.move(650, 512)
    assert person.is_using


def test_a_held_stop_key_stops_once() -> None:
    person = Person(lambda: 0.0)
    for name in ("Ctrl", "Shift", "F11", "F11", "F11"):
        person.key(name, down=True)
    assert person.is_stopped


def test_a_stop_key_that_cannot_be_had_is_said_before_anything_is_done(program: Make) -> None:
    made = program(CONTENT)
    made.desktop.person = Person(made.desktop.clock.now, lambda _person: "The stop key X cannot be registered: why.")
    said = call(made, ["do", "click", "--id", "Second", "--profile", NAME, *files(made)])
    assert said.index("cannot be registered") < said.index("click")


@pytest.mark.parametrize("key", ["Ctrl+Alt+End", "Ctrl+Alt+Break", "Win+S", "A", "Shift+A", "Ctrl", "Alt+Tab", "Enter"])
def test_what_others_take_or_typing_needs_is_no_stop_key(program: Make, key: str) -> None:
    with pytest.raises(InvalidArgument):
        stop_chord(key)
    said = call(program(CONTENT), ["do", "click", "--id", "Second", "--stop-key", key, "--profile", NAME])
    assert "invalid_argument" in said
    made = program(CONTENT, safety={"stop_key": key})
    assert "profile_invalid" in call(made, ["do", "click", "--id", "Second", "--profile", NAME, *files(made)])


@pytest.mark.parametrize("where", ["profile", "caller"])
def test_another_stop_key_stops(program: Make, where: str) -> None:
    made = program(CONTENT, safety={"stop_key": "Ctrl+F9"} if where == "profile" else {})
    app = opened(made, stop_key="Ctrl+F9" if where == "caller" else None)
    app.click(automation_id="First")
    made.desktop.person.press(STOP_KEY)
    assert not made.desktop.person.is_stopped
    made.desktop.person.press("Ctrl+F9")
    with pytest.raises(Stop):
        app.click(automation_id="Second")


def test_a_stopped_run_leaves_its_program_as_it_is(program: Make) -> None:
    made = program(CONTENT)
    after_first_act(made, 0.1, lambda: made.desktop.person.press(STOP_KEY))
    perform("scenario", made, [FIRST, LONG])
    assert made.desktop.processes()


def test_the_error_is_one_of_the_tree() -> None:
    error = StoppedByPerson("x")
    assert isinstance(error, WpfAgentError)
    assert json.loads(json.dumps(error.to_dict()))["error"]["code"] == "stopped_by_person"
    assert not issubclass(Stop, Exception)


def opened(program: Program, stop_key: str | None = None) -> App:
    profiles = open_profiles(program.profiles, desktop_name="simulated").profiles
    gate = Gate(program.desktop, policy=Policy("library", stop_key=stop_key), profiles=profiles)
    return App(gate, gate.targets.open({"profile": NAME}))
