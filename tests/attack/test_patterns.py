"""A pattern from outside never stops anybody: each search has a time limit."""

from __future__ import annotations

import contextlib
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.attack.conftest import Make
from tests.attack.entries import Ask, perform
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.pattern import compile_re
from wpfagent.safety.masking import Masks
from wpfagent.testing.oracles.parts.stated import parse_amount

EVIL = r"^(a|aa)+$"
LONG = "a" * 34 + "!"
TRAPS = (EVIL, r"(a|aa)*$", r"(a|a)*$", r"(.*a){20}b", r"(?:(?:a+)+)+$", r"([a-zA-Z]+)*\d")
NAMED = f'<TextBlock x:Name="T" Text="{LONG}"/><Button x:Name="B" Content="{LONG}" Click="on_used"/>'
QUESTION = """<Window x:Key="Ask" x:Name="Ask" Title="Question" Width="300" Height="200"><StackPanel>
{}<Button x:Name="Yes" Content="Yes" Click="on_yes"/></StackPanel></Window>"""
SLOWEST_S = 30
"""Seconds of the processor that some actions, or an exploration of 40 steps, may take on a slow machine."""
ASKS = {
    "name_re": Ask("click", {"name_re": EVIL}),
    "filter": Ask("list_controls", args={"filter": {"name_re": EVIL}}),
    "expectation": Ask("wait_for", {"automation_id": "T"}, {"until": {"regex": EVIL}}),
}


@pytest.mark.parametrize("pattern", TRAPS)
def test_a_search_ends_in_time(pattern: str) -> None:
    begun = time.process_time()
    with contextlib.suppress(InvalidArgument):
        compile_re(pattern, "name_re").search(LONG * 20)
    assert time.process_time() - begun < 2


def test_a_slow_search_is_an_error_that_names_the_way_out() -> None:
    with pytest.raises(InvalidArgument, match="took longer") as caught:
        compile_re(EVIL, "title_re").search("a" * 40 + "!")
    assert "(a+)+" in caught.value.hint


@pytest.mark.parametrize("pattern", ["(?:a{9999}){9999}", "((x[)}]){999}{999}){2}", r"\){99999}", "a{999999}b{999999}"])
def test_no_repetition_is_written_out_until_memory_ends(pattern: str) -> None:
    begun = time.process_time()
    with pytest.raises(InvalidArgument, match="repeats too much"):
        compile_re(pattern, "name_re")
    assert time.process_time() - begun < 0.5


@pytest.mark.parametrize(
    "pattern", [r"\d{4}-\d{2}-\d{2}", r".{1,500} .{1,500}", r"[{(]{99}", r"(?:[A-Z]{3}\d{4} ?){1,99999}"]
)
def test_ordinary_repetitions_are_welcome(pattern: str) -> None:
    assert compile_re(pattern, "name_re").search("none") is None


TEXTS = {
    "blanks": "1" + " " * 20_000 + "x",
    "a word and blanks": "a" + " " * 3_000 + "b",
    "numbers": "1 " * 10_000 + "x",
    "an amount": "$" + "1," * 10_000 + "?",
    "letters apart": "D e " * 5_000,
    "labels": "a: " * 6_000,
    "a label and blanks": "Total" + " " * 110 + "1" + " " * 10_000,
    "capitals": "aA" * 10_000,
    "underscores": "a_" * 10_000,
    "sentences": "Click A. " * 2_000 + "?",
    "a question": "will be " * 3_000,
    "brackets": "(" * 10_000,
    "a path": "C:\\" + "a\\" * 8_000,
    "changes": "save " * 4_000,
    "Japanese": "合計は" * 6_000,
    "Japanese apart": "削 " * 8_000,
    "a stack": "   at A.B(" * 2_000,
}
"""What a program may say that is slow for a pattern that was written without thought."""


@pytest.mark.parametrize("text", ["(" + " " * 3_000 + "x", *TEXTS.values()])
def test_no_text_of_the_program_is_slow_to_read_as_an_amount(text: str) -> None:
    begun = time.process_time()
    parse_amount(text, ".")
    assert time.process_time() - begun < 1


def test_no_text_of_the_program_stops_an_entry(program: Make, any_entry: str) -> None:
    """Lexicon, masks, oracles and the screens for models read it: as a text, a value, a caption and in a question."""
    code = f"""
    def start(self, view):
        for number, text in enumerate({list(TEXTS.values())!r}):
            for kind in "TVC":
                view[f"{{kind}}{{number}}"].text = text

    def on_open(self, view, sender):
        view.show_dialog("Ask", lambda result: None)
        for number, text in enumerate({list(TEXTS.values())!r}):
            view.window("Ask")[f"Q{{number}}"].text = text
    """
    content = "".join(
        f'<TextBlock x:Name="T{n}"/><TextBox x:Name="V{n}"/><Button x:Name="C{n}" Content="C" Click="on_said"/>'
        for n in range(len(TEXTS))
    )
    said_in = "".join(f'<TextBlock x:Name="Q{n}"/>' for n in range(len(TEXTS)))
    asks = [Ask("click", {"automation_id": name}) for name in ("C0", "C1", "Open", "Yes")]
    opens = '<Button x:Name="Open" Content="Open" Click="on_open"/>'
    made = program(opens + content, code=code, windows=QUESTION.format(said_in))
    begun = time.process_time()
    outcome = perform(any_entry, made, asks)
    assert time.process_time() - begun < SLOWEST_S
    assert "said" in outcome.fired, outcome.said
    assert "unexpected" not in outcome.said


@pytest.mark.parametrize("ask", ASKS.values(), ids=ASKS)
def test_a_pattern_of_a_caller_never_stops_an_entry(program: Make, entry: str, ask: Ask) -> None:
    begun = time.process_time()
    outcome = perform(entry, program(NAMED, title=LONG), [ask])
    assert time.process_time() - begun < 20
    assert outcome.fired == ()
    assert "unexpected" not in outcome.said


def test_a_pattern_of_a_profile_never_stops_an_entry(program: Make, entry: str) -> None:
    attacked = program(NAMED, safety={"destructive_patterns": [EVIL]}, profile={"record": {"redact": [EVIL]}})
    outcome = perform(entry, attacked, [Ask("click", {"automation_id": "B"})])
    assert outcome.fired == ()
    assert LONG not in outcome.said


def test_a_rule_that_takes_too_long_hides_all_of_a_text() -> None:
    masks = Masks([EVIL])
    assert "aaa" not in masks.text(LONG)


@pytest.mark.parametrize("pattern", ["(?R)", "(a(?1)?b)", "(?:abc){e<=1}", "(?&x)"])
def test_what_python_does_not_know_is_an_error(pattern: str) -> None:
    with pytest.raises(InvalidArgument, match="not supported"):
        compile_re(pattern, "name_re")


@given(st.text(alphabet=r"ab(.)*+?|[]{}\1d^$:=!<>P,-0 ", max_size=30))
@settings(max_examples=300)
def test_any_pattern_is_a_clear_error_or_ends(pattern: str) -> None:
    begun = time.process_time()
    with contextlib.suppress(InvalidArgument):
        compile_re(pattern, "name_re").search(LONG)
    assert time.process_time() - begun < 2
