# ruff: noqa: E501 - tables of odd inputs
"""The inputs that are parsed, one kind each: what is written, and what reads it.

An input is a right one with a few of its places changed, or its text damaged: what is wrong everywhere is refused at
its first character and tests nothing behind it.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml
from hypothesis import strategies as st

from wpfagent.core.pattern import compile_re
from wpfagent.core.selector import Selector
from wpfagent.profiles.schema import load_profiles
from wpfagent.runs.explore.load import load_exploration
from wpfagent.runs.load import load_scenarios
from wpfagent.runs.replay_file import read_recording

Read = Callable[[Any, Path], None]
"""Reads an input, in a folder of its own; raises what is wrong with it."""

SELECTOR: dict[str, Any] = {
    "automation_id": "Save", "name": "Save", "control_type": "Button", "name_re": "S.*", "index": 0, "label": "Name",
    "row": {"Id": "3"}, "column": "Name", "within": {"automation_id": "Panel", "within": {"name": "Window"}},
    "bounding_rect": [1, 2, 3, 4],
}  # fmt: skip
STEPS: list[Any] = [
    {"action": "click", "selector": {"automation_id": "Save"}, "timeout_ms": 500, "confirm": True, "note": "why"},
    {"action": "type_text", "selector": SELECTOR, "args": {"text": "${name}"}, "expected": [{"text_equals": "x"}]},
    {"action": "wait_for", "args": {"until": {"exists": True}}, "selector": {"name": "x"}},
]
SCENARIO: dict[str, Any] = {
    "id": "a", "title": "A", "target_spec": {"profile": "App"}, "variables": {"name": "x"}, "on_failure": "continue",
    "timeout_ms": 1000, "retries": 1, "data": [{"name": "a"}], "setup": STEPS[:1], "steps": STEPS, "teardown": STEPS[:1],
    "success": [{"text_contains": "x", "selector": {"name": "y"}}], "failure": [{"window_exists": "Error"}],
}  # fmt: skip
EXPLORATION: dict[str, Any] = {
    "target": {"profile": "App"}, "max_steps": 10, "max_time_s": 5, "strategy": "novelty",
    "at_end": STEPS[:1], "restart_every": 3, "oracles": {"dead_control": "off"},
}  # fmt: skip
PROFILES: dict[str, Any] = {"version": 1, "profiles": [{
    "name": "App", "match": {"process": "app.exe", "title_re": "App.*", "pid": 3}, "launch": {"exe": "a.exe", "args": ["x"],
    "env": {"A": "b"}}, "timeouts": {"action_ms": 5}, "safety": {"mode": "safe", "destructive_patterns": ["^x$"],
    "stop_key": "Ctrl+F9", "input": "never"}, "record": {"redact": ["id:x", "y"], "last_actions": 3}, "logs": ["*.log"],
    "oracles": {"dead_control": "off"}, "source": ["src"], "reset": {"command": ["x"]}, "dotnet": "auto",
}]}  # fmt: skip
REPLAY: dict[str, Any] = {
    "version": 1, "target_spec": {"profile": "App"}, "environment": {"base_dir": "."},
    "actions": [
        {"tool": "click", "args": {"selector": {"automation_id": "Save"}, "timeout_ms": 9}, "recorded": {"consent": True}},
        {"tool": "type_text", "args": {"selector": SELECTOR, "text": "x"}, "recorded": {"elapsed_ms": 3, "pause_ms": 4}},
    ],
}  # fmt: skip
REQUEST: dict[str, Any] = {
    "tool": "click", "args": {"target_id": "t1", "selector": SELECTOR, "timeout_ms": 100, "button": "left", "double": False,
    "at": {"x": 0.5, "y": 0.5}, "confirm_token": "x", "input": True},
}  # fmt: skip

ODD_TEXT = st.sampled_from([
    "", " ", "\0", "\ud800", "\ufeff", "\u202e", "a" * 3000, "${name}", "${secret:x}", "${", "9" * 400, "../..", "(a+)+$", "[",
    "(?P<x>", "\\", "true", "NaN", "2024-01-01", "!!python/object:os.system", "&a", "*a", "<<", "削除", "😀", "0x10", "1e999",
    "click", "safe", "Ctrl+S", "Button", "\r\n", "\x1b[2J", "-1", "null", "CON", "a:b", "{x}", "%s",
])  # fmt: skip
ODD = st.one_of(
    st.none(), st.booleans(), st.integers(), st.sampled_from([10**30, -(10**400), 2**63, -1, 0, 1e308, float("inf"),
    float("nan"), -0.5]), st.floats(), ODD_TEXT, st.text(max_size=12), st.just([]), st.just({}), st.just([[]]),
    st.just({"": None}), st.lists(ODD_TEXT, max_size=3), st.dictionaries(ODD_TEXT, ODD_TEXT, max_size=2),
    st.just({"automation_id": "x"}), st.just([1, "a", None]), st.binary(max_size=4).map(lambda b: b.decode("latin-1")),
)  # fmt: skip
CHANGES = st.lists(st.tuples(st.integers(0, 10**6), st.sampled_from("rrrdak"), ODD, ODD_TEXT), min_size=1, max_size=4)
DAMAGES = st.lists(
    st.tuples(st.integers(0, 10**6), st.integers(0, 6), st.one_of(ODD_TEXT, st.text(max_size=4))), max_size=3
)
DAMAGED = st.tuples(CHANGES, st.one_of(st.just([]), st.just([]), DAMAGES))


def changed(right: Any, changes: list[tuple[int, str, Any, str]]) -> Any:
    """Return a right document with some places replaced, dropped, added or renamed."""
    made = copy.deepcopy(right)
    for where, how, given, key in changes:
        value = copy.deepcopy(given)  # one that is put into itself would never end
        places = list(_places(made))
        if not places:
            return value
        holder, at = places[where % len(places)]
        if how == "r":
            holder[at] = value
        elif how == "d":
            del holder[at]
        elif isinstance(holder, dict):
            holder[key] = value if how == "a" else holder.pop(at)
        else:
            holder.insert(at, value)
    return made


def _places(value: Any) -> Any:
    """Every place of a document that holds a value."""
    if isinstance(value, dict | list):
        for at in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, at
            yield from _places(value[at])


def damaged(text: str, damages: list[tuple[int, int, str]]) -> str:
    """Return a text with some characters replaced by others."""
    for where, length, instead in damages:
        at = where % (len(text) + 1)
        text = text[:at] + instead + text[at + length :]
    return text


def _written(right: Any, name: str, load: Callable[[str], Any]) -> tuple[st.SearchStrategy[Any], Read]:
    def read(given: Any, folder: Path) -> None:
        changes, damages = given
        data = changed(right, changes)
        text = json.dumps(data) if name.endswith("json") else yaml.safe_dump(data, allow_unicode=True, sort_keys=False)
        path = folder / name
        path.write_bytes(damaged(text, damages).encode("utf-8", "surrogatepass"))
        load(str(path))

    return DAMAGED, read


def _profiles(path: str) -> None:
    text = Path(path).read_bytes().decode("utf-8", "replace")
    load_profiles(text, path)


def _selector(given: Any, _folder: Path) -> None:
    Selector.parse(changed(SELECTOR, given))


def _pattern(given: tuple[str, str], _folder: Path) -> None:
    pattern, text = given
    compiled = compile_re(pattern, "name_re")
    compiled.search(text)
    compiled.sub("x", text)


PIECES = st.lists(
    st.one_of(st.sampled_from([*"()[]{}|*+?^$.\\-a1 ", "(?:", "(?=", "(?<!", "(?P<n>", "(?P=n)", "\\1", "{2,9}", "(a+)+",
              "(a|a)*", "\\w+", "\\b", "[^", "(?i)", "{999999}", "(?#", "\\p{L}", "\\N{", "(?(1)", "𠮷", "(?>", "*+"]),
              st.text(max_size=3)),
    max_size=12,
).map("".join)  # fmt: skip
PATTERNS = st.tuples(PIECES, st.one_of(st.text(max_size=40), st.just("a" * 34 + "!"), st.just("ab " * 200)))

WORDS = (
    "do", "click", "run", "scenario", "random", "replay", "tickets", "sessions", "profiles", "controls", "inspect",
    "windows", "list", "show", "verify", "prune", "add", "edit", "remove", "lint", "minimize", "attach", "launch",
    "wait_for", "type_text", "help", "completion", "--file", "--id", "--name-re", "--args", "--pid", "--profile", "--json",
    "--lang", "ja", "--mode", "extended", "--stop-key", "--seed", "--max-steps", "--timeout-ms", "--set", "--version", "--",
    "-h", "x", "1", "{}", "[", "{\"text\": \"x\"}", "nowhere.yaml", "App", "--row", "--index", "--within-id", "--label",
)  # fmt: skip
NEVER = frozenset(
    {"mcp", "init", "demo", "open", "doctor", "register", "setup", "bash", "fish", "powershell", "install"}
)
"""Words that serve, wait for a person, open a browser or change other programs' files: no subject of parsing."""
ARGUMENTS = st.lists(
    st.one_of(st.sampled_from(WORDS), st.sampled_from(WORDS), ODD_TEXT, st.text(max_size=6)), max_size=7
).map(lambda words: [w for w in words if w not in NEVER and "\0" not in w])

KINDS: dict[str, tuple[st.SearchStrategy[Any], Read]] = {
    "profile": _written(PROFILES, "profiles.json", _profiles),
    "scenario": _written(SCENARIO, "scenario.yaml", load_scenarios),
    "exploration": _written(EXPLORATION, "exploration.yaml", load_exploration),
    "replay file": _written(REPLAY, "replay.actions.json", read_recording),
    "selector": (CHANGES, _selector),
    "pattern": (PATTERNS, _pattern),
}
"""What the library reads; requests of the server and arguments of the command line need an entry of their own."""
