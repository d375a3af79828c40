from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.keys import KEY_NAMES, parse_chord, parse_chords


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Ctrl+Shift+S", ("Ctrl", "Shift", "S")),
        ("ctrl+s", ("Ctrl", "S")),
        ("alt+f4", ("Alt", "F4")),
        ("control+del", ("Ctrl", "Delete")),
        ("Return", ("Enter",)),
        ("escape", ("Esc",)),
        ("Ctrl++", ("Ctrl", "Plus")),
        ("+", ("Plus",)),
        ("Ctrl+-", ("Ctrl", "Minus")),
        ("7", ("7",)),
        ("*", ("*",)),
        ("Ctrl+/", ("Ctrl", "/")),
        ("Multiply", ("NumMultiply",)),
        ("Ctrl + A", ("Ctrl", "A")),
        ("Shift+Alt+Alt+Ctrl+P", ("Ctrl", "Alt", "Shift", "P")),
        ("Alt+Alt", ("Alt",)),
    ],
)
def test_a_chord_is_read_in_canonical_names(text, keys):
    assert parse_chord(text) == keys


@pytest.mark.parametrize("name", KEY_NAMES)
def test_every_key_name_is_read_in_any_case(name):
    assert parse_chord(name.lower()) == (name,)


@pytest.mark.parametrize("text", ["S+Ctrl", "A+B", "Ctrl+", "", "Hyper+S", "Ctrl+Nope"])
def test_what_is_no_chord_is_an_error(text):
    with pytest.raises(InvalidArgument):
        parse_chord(text)


def test_an_unknown_key_names_the_nearest():
    with pytest.raises(InvalidArgument, match="Enter"):
        parse_chord("Entr")


def test_a_sequence_is_separated_by_blanks():
    assert parse_chords("Ctrl+A  Delete") == [("Ctrl", "A"), ("Delete",)]
    with pytest.raises(InvalidArgument):
        parse_chords("  ")


@given(st.text())
@example("ß")
def test_any_text_is_either_a_chord_that_reads_back_as_itself_or_an_invalid_argument(text):
    try:
        chord = parse_chord(text)
    except InvalidArgument:
        return
    assert parse_chord("+".join(chord)) == chord
