"""The editor of JSON texts: what goes in comes out again, and nothing else moves."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wpfagent.core.json_syntax import parse, plain
from wpfagent.core.text_invalid import TextInvalid
from wpfagent.entries.registration import json_text

SECTION, NAME = "mcpServers", "wpf-agent"
ENTRY = {"type": "stdio", "command": "C:\\道具\\wpf-agent.exe", "args": ["mcp", "serve"]}

GAPS = (
    "",
    "",
    "",
    " ",
    "\n",
    "\n  ",
    "\r\n\t",
    "\r",
    " // note\n",
    "// x\r\n  ",
    "/* a */",
    " /* a\n b */ ",
    "\n\n",
    "//\n",
)
KEYS = st.sampled_from(["a", "b", "キー", 'q"', "servers", "x y", SECTION, "mcpservers"])
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=8)
)
gap = st.sampled_from(GAPS)
Pair = tuple[str, Any]


@st.composite
def scalar(draw: st.DrawFn) -> Pair:
    value = draw(SCALARS)
    return json.dumps(value, ensure_ascii=draw(st.booleans())), value


@st.composite
def array(draw: st.DrawFn, inner: st.SearchStrategy[Pair]) -> Pair:
    items = draw(st.lists(inner, max_size=3))
    text = ",".join(draw(gap) + t + draw(gap) for t, _ in items)
    text += draw(st.sampled_from(("", ",") if items else ("",))) + draw(gap)
    return f"[{text}]", [v for _, v in items]


@st.composite
def an_object(draw: st.DrawFn, inner: st.SearchStrategy[Pair], forced: dict[str, Pair] | None = None) -> Pair:
    members = draw(st.lists(st.tuples(KEYS, inner), max_size=3, unique_by=lambda m: m[0]))
    members = [m for m in members if m[0] not in (forced or {})] + list((forced or {}).items())
    members = draw(st.permutations(members))
    parts = [
        draw(gap) + json.dumps(k, ensure_ascii=False) + draw(gap) + ":" + draw(gap) + t + draw(gap)
        for k, (t, _) in members
    ]
    text = ",".join(parts) + draw(st.sampled_from(("", ",") if parts else ("",))) + draw(gap)
    return f"{{{text}}}", {k: v for k, (_, v) in members}


VALUES = st.recursive(scalar(), lambda inner: st.one_of(array(inner), an_object(inner)), max_leaves=6)


@st.composite
def files(draw: st.DrawFn, *, with_section: bool, with_entry: bool = False) -> Pair:
    forced: dict[str, Pair] = {}
    if with_section:
        entry = {NAME: (json.dumps(ENTRY), ENTRY)} if with_entry else {}
        forced[SECTION] = draw(an_object(VALUES, entry))
    text, value = draw(an_object(VALUES, forced))
    return draw(gap) + text + draw(gap), value


def is_usable(value: dict[str, Any]) -> bool:
    """The section is absent or an object, and our name is free."""
    held = value.get(SECTION, {})
    return isinstance(held, dict) and NAME not in held


@settings(max_examples=400)
@given(st.booleans().flatmap(lambda w: files(with_section=w)).filter(lambda f: is_usable(f[1])))
def test_insert_then_remove_gives_the_same_characters_and_only_the_entry_comes_in(file: Pair) -> None:
    text, value = file
    made, made_section = json_text.insert(text, SECTION, NAME, ENTRY)
    assert plain(made, parse(made)) == {**value, SECTION: {**value.get(SECTION, {}), NAME: ENTRY}}
    assert made_section == (SECTION not in value)
    assert json_text.read(made, SECTION, NAME) == ENTRY
    assert json_text.remove(made, SECTION, NAME, drop_section=made_section) == text


@settings(max_examples=200)
@given(st.booleans().flatmap(lambda w: files(with_section=w)).filter(lambda f: is_usable(f[1])))
def test_an_updated_entry_comes_out_as_cleanly_and_only_its_keys_changed(file: Pair) -> None:
    text, value = file
    made, made_section = json_text.insert(text, SECTION, NAME, ENTRY)
    changes = {"command": "/new/wpf-agent", "args": ["mcp", "serve", "--mode", "safe"], "more": {"k": 1}}
    updated = json_text.update(made, SECTION, NAME, changes)
    assert plain(updated, parse(updated)) == {**value, SECTION: {**value.get(SECTION, {}), NAME: {**ENTRY, **changes}}}
    assert json_text.update(updated, SECTION, NAME, changes) == updated
    assert json_text.remove(updated, SECTION, NAME, drop_section=made_section) == text


@settings(max_examples=400)
@given(files(with_section=True, with_entry=True), st.booleans())
def test_an_entry_that_somebody_laid_out_otherwise_comes_out_and_the_rest_keeps_its_values(
    file: Pair, drop_section: bool
) -> None:
    text, value = file
    left = {k: v for k, v in value[SECTION].items() if k != NAME}
    made = json_text.remove(text, SECTION, NAME, drop_section=drop_section)
    found = plain(made, parse(made))
    assert found in ({**value, SECTION: left}, {k: v for k, v in value.items() if k != SECTION})
    assert SECTION in found or (drop_section and not left)


@settings(max_examples=300)
@given(st.text(alphabet='{}[]:,"\\ab01.eE+-/* \n\ttruefalsn', max_size=30))
def test_what_is_json_for_others_is_json_here_and_anything_else_is_refused_with_a_line(text: str) -> None:
    def refuse(word: str) -> None:
        raise ValueError(word)

    try:
        expected = json.loads(text, parse_constant=refuse)
    except ValueError:
        expected = None
    if isinstance(expected, dict):
        assert plain(text, parse(text)) == plain(text, parse(text, "a", "b")) == expected
        return
    try:
        parse(text, "a")
    except TextInvalid as error:
        line = error.line
    else:
        return  # comments or trailing commas
    assert 1 <= line <= text.count("\n") + 1


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ('{"a":1}', '{"a":1,"mcpServers":{"wpf-agent":{"c":[1]}}}'),
        ('{"a": 1}', '{"a": 1, "mcpServers": {"wpf-agent": {"c": [1]}}}'),
        (
            '{\n\t"mcpServers": {\n\t\t"x": {} // mine\n\t}\n}\n',
            '{\n\t"mcpServers": {\n\t\t"x": {}, // mine\n'
            '\t\t"wpf-agent": {\n\t\t\t"c": [\n\t\t\t\t1\n\t\t\t]\n\t\t}\n\t}\n}\n',
        ),
        ("", '{\n  "mcpServers": {\n    "wpf-agent": {\n      "c": [\n        1\n      ]\n    }\n  }\n}\n'),
        (
            '{\r\n "mcpServers": {}\r\n}',
            '{\r\n "mcpServers": {\r\n  "wpf-agent": {\r\n   "c": [\r\n    1\r\n   ]\r\n  }\r\n }\r\n}',
        ),
    ],
    ids=["compact", "one line", "tabs and a comment", "empty file", "CRLF"],
)  # fmt: skip
def test_an_entry_is_laid_out_as_its_file_is(text: str, made: str) -> None:
    assert json_text.insert(text, SECTION, NAME, {"c": [1]})[0] == made


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('{\n "a": 1\n "b": 2\n}', 3, ", or }"),
        ('{\n "a": \n', 3, "a value"),
        ("[]", 1, "an object"),
        ('{"a": 1} x', 1, "'x'"),
        ('{\n\n "mcpServers": []}', 3, "mcpServers"),
        ('{"a": "x\ny"}', 1, "not JSON"),
        ("{'a': 1}", 1, "not JSON"),
        ('{"a": 01}', 1, "not JSON"),
        ("/* open", 1, "not JSON"),
        ('{"a": [NaN]}', 1, "not JSON"),
        ('{"mcpServers": {"wpf-agent":' + "[" * 500 + "]" * 500 + "}}", 1, "too deeply"),
    ],
)
def test_what_cannot_be_edited_is_refused_with_its_line(text: str, line: int, reason: str) -> None:
    for call in (
        lambda: json_text.insert(text, SECTION, NAME, ENTRY),
        lambda: json_text.read(text, SECTION, NAME),
        lambda: json_text.remove(text, SECTION, NAME, drop_section=True),
    ):
        with pytest.raises(TextInvalid) as error:
            call()
        assert error.value.line == line
        assert reason in error.value.reason


def test_of_two_equal_keys_the_last_counts_and_both_come_out() -> None:
    text = '{"mcpServers": {"wpf-agent": {"c": 1}, "x": 1, "wpf-agent": {"c": 2}}}'
    assert json_text.read(text, SECTION, NAME) == {"c": 2}
    assert json_text.remove(text, SECTION, NAME, drop_section=True) == '{"mcpServers": { "x": 1}}'


def test_comments_around_an_entry_stay_and_end_where_they_ended() -> None:
    text = '{"mcpServers": { // ours\n"wpf-agent": {}, "x": 1, // x\n "y": 2 }}'
    assert json_text.remove(text, SECTION, NAME, drop_section=True) == text.replace('"wpf-agent": {},', "")
    text = '{"mcpServers": {"x": 1, // x\n "wpf-agent": {} }}'
    assert json_text.remove(text, SECTION, NAME, drop_section=True) == '{"mcpServers": {"x": 1 // x\n  }}'


def test_a_section_with_a_comment_in_it_is_kept() -> None:
    text = '{"mcpServers": {"wpf-agent": 1 /* keep */}}'
    assert json_text.remove(text, SECTION, NAME, drop_section=True) == '{"mcpServers": { /* keep */}}'


def test_a_large_file_takes_no_time_to_speak_of() -> None:
    history = [{"display": "x" * 80, "pasted": {}}] * 50
    text = json.dumps({"projects": {f"/p/{n}": {"history": history} for n in range(400)}, SECTION: {}}, indent=2)
    started = time.process_time()
    made, _ = json_text.insert(text, SECTION, NAME, ENTRY)
    assert json_text.remove(made, SECTION, NAME, drop_section=False) == text
    assert time.process_time() - started < 2, "3 MB"


def test_what_is_nested_deeply_elsewhere_is_no_obstacle() -> None:
    text = '{"a": ' + "[" * 500 + "]" * 500 + "}"
    made, made_section = json_text.insert(text, SECTION, NAME, ENTRY)
    assert json_text.remove(made, SECTION, NAME, drop_section=made_section) == text
    assert not json_text.is_empty(text)


def test_nothing_left_means_no_member_and_no_comment() -> None:
    assert json_text.is_empty("{ \n}\n")
    assert json_text.is_empty(" \n")
    assert not json_text.is_empty("{ // c\n}")
    assert not json_text.is_empty('{"a": 1}')
