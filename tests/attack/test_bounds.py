"""Files and lines from outside are a clear error or data, soon, and never `unexpected`."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from tests.attack.conftest import Make
from tests.attack.entries import call, files
from tests.attack.program import NAME
from wpfagent.core.errors import FileInvalid
from wpfagent.core.json_text import DEEPEST, parse_json, valid_text
from wpfagent.core.yaml_text import parse_source

LAUGHS = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"a{n}: &a{n} [{','.join(f'*a{n - 1}' for _ in range(9))}]\n" for n in range(1, 10)
)
FILES = {
    "billion_laughs": LAUGHS,
    "recursive": "a: &a [*a]\n",
    "recursive_map": "&a {b: *a}\n",
    "deep": "[" * 3000 + "]" * 3000,
    "deep_block": "".join("  " * n + "a:\n" for n in range(300)),
    "nul": "id: a\0b\n",
    "c1": "id: a\x9bb\n",
    "digits": f"id: {'9' * 5000}\n",
    "key": f"? {{{'a' * 5}: 1}}\n: 2\n",
    "merge": "a: &a {<<: *a}\n",
    "surrogate": 'id: "\\ud83d"\n',
    "passwd": "setup: [{include: /etc/passwd}]\nid: x\n",
}


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
@pytest.mark.parametrize("suffix", ["yaml", "json"])
def test_a_file_is_read_or_refused_soon(text: str, suffix: str) -> None:
    begun = time.process_time()
    try:
        parse_source(text, f"x.{suffix}")
    except FileInvalid as error:
        assert error.message.startswith(f"x.{suffix}:")  # noqa: PT017 - either outcome is right
    assert time.process_time() - begun < 2


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
@pytest.mark.parametrize("command", ["scenario run", "scenario lint", "random run", "replay"])
def test_no_file_stops_a_command(program: Make, text: str, command: str) -> None:
    attacked = program("<Button Content='A'/>")
    path = attacked.folder / ("bad.json" if command == "replay" else "bad.yaml")
    path.write_text(text, encoding="utf-8")
    begun = time.process_time()
    said = call(attacked, [*command.split(), "--file", str(path), *files(attacked)])
    assert time.process_time() - begun < 5
    assert "report it" not in said
    assert "Traceback" not in said


def test_no_line_ends_a_session_by_hand(program: Make) -> None:
    attacked = program('<Button x:Name="B" Content="A" Click="on_used"/>')
    click = {"tool": "click", "args": {"selector": {"automation_id": "B"}}}
    lines = ["9" * 5000, "[" * 3000, '{"tool": "click", "args": {"timeout_ms": ' + "9" * 400 + "}}", json.dumps(click)]
    said = call(
        attacked, ["run", "--json", "--profile", NAME, *files(attacked)], lambda _: iter(f"{x}\n" for x in lines)
    )
    assert attacked.fired == ["used"]
    assert "unexpected" not in said


def test_a_profile_within_the_bounds(program: Make, tmp_path: Path) -> None:
    attacked = program("<Button Content='A'/>")
    for text in ("[" * 5000, '{"version": ' + "9" * 5000 + "}", '{"profiles": [{"name": "a\\u0000"}]}'):
        attacked.profiles.write_text(text, encoding="utf-8")
        said = call(attacked, ["profiles", "list", *files(attacked)])
        assert "unexpected" not in said


def test_json_is_read_as_deep_as_it_says() -> None:
    assert parse_json("[" * DEEPEST + "]" * DEEPEST) is not None
    assert parse_json('"[[[' + "[" * 500 + '"') == "[[[" + "[" * 500
    with pytest.raises(json.JSONDecodeError, match="deeper"):
        parse_json("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1))


def test_half_of_a_pair_becomes_the_replacement_character() -> None:
    assert valid_text("a\ud83db") == "a\ufffdb"
    assert valid_text("\ud83d\ude00") == "\U0001f600"
    assert parse_json('{"a": "\\ud83d"}') == {"a": "\ufffd"}
    assert parse_json("\ufeff{}") == {}
