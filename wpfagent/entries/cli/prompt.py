"""The short form of `run`: one action a line, as a person types it.

    click SaveButton                     an element by its AutomationId, else by its name
    click "name:Save as" right           by its name alone; further words are the action's own arguments, in order
    type ServerBox https://x             the first free text takes the rest of the line
    select OrdersGrid row=3 mode=add     any argument or selector key as key=value
    expect Status text_contains=Saved

Nothing here performs anything: a line becomes the call that a program would have written as JSON.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from wpfagent.actions import ACTIONS
from wpfagent.actions.base import Action
from wpfagent.actions.expect import EXPECTATIONS
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.selector import nearest
from wpfagent.entries.cli import fields

ALIASES: Mapping[str, str] = {
    "type": "type_text", "keys": "send_keys", "press": "send_keys", "set": "set_value", "read": "read_text",
    "state": "get_state", "table": "read_table", "wait": "wait_for", "shot": "screenshot", "tree": "list_controls",
    "windows": "list_windows", "close": "close_window", "focus": "focus_window", "diff": "ui_diff",
}  # fmt: skip
SELECT = "select"
"""Becomes select_combo or select_item once its element is known."""
WORDS = ("expect", SELECT, "find", "help", "history", "restart", "quit")
"""What is no action of the table."""
ELEMENT_FIRST = frozenset({"wait_for", "screenshot"})
"""Actions that need no element and mostly have one; for others of that kind it is named by key=value."""
SELECTOR_FLAGS: Mapping[str, str] = {
    "id": "--id", "automation_id": "--id", "name": "--name", "type": "--type", "control_type": "--type",
    "name_re": "--name-re", "class": "--class", "class_name": "--class", "label": "--label", "ref": "--ref",
    "index": "--index", "row": "--row", "column": "--column", "within": "--within-id",
}  # fmt: skip
NAMING = ("--id", "--name", "--name-re", "--label", "--ref")
"""What names an element; the other keys only narrow."""
COMMON = ("timeout_ms", "confirm_token")
_TOKEN = re.compile(r'(?:"(?:[^"]|"")*"?|[^\s"])+')


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a line, without its quotes; `start` and `end` are its place in the line."""

    text: str
    quoted: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line that was understood: the call of an action, an expectation, or a word with its rest.

    `call` is `{"tool", "args"}`, or `{"expect": …, "timeout_ms": …}`; for `word` it is empty.
    """

    kind: Literal["action", "expect", "word"]
    call: Mapping[str, Any] = field(default_factory=dict)
    word: str = ""
    rest: str = ""


def tokens_of(line: str) -> list[Token]:
    """Return the words of a line; double quotes keep blanks together, `""` inside them is one."""
    found = []
    for match in _TOKEN.finditer(line):
        raw = match[0]
        text = re.sub(r'"((?:[^"]|"")*)"?', lambda m: m[1].replace('""', '"'), raw)
        found.append(Token(text, raw.startswith('"'), match.start(), match.end()))
    return found


def parse_line(line: str, is_ref: Callable[[str], bool] = lambda _: False) -> Line:
    """Return what a line says.

    Args:
        line: as it was typed, not empty.
        is_ref: whether a word is a ref that was shown.

    Raises:
        InvalidArgument: an unknown action (the nearest are named), or arguments that do not fit.
    """
    tokens = tokens_of(line)
    name, rest = tokens[0].text, line[tokens[0].end :].strip()
    if name == "expect":
        return Line("expect", _expect(tokens[1:], is_ref))
    if name in WORDS and name != SELECT:
        return Line("word", word=name, rest=rest)
    if name in ("exit", "?"):
        return Line("word", word="quit" if name == "exit" else "help", rest=rest)
    action = ACTIONS["select_item"] if name == SELECT else ACTIONS.get(ALIASES.get(name, name))
    if action is None:
        near = nearest(name, commands()) or list(commands())
        raise InvalidArgument(f"There is no {name!r} here.", hint=f"Nearest: {', '.join(near[:6])}. `help` lists all.")
    args = _args(action, line, tokens[1:], is_ref)
    return Line("action", {"tool": SELECT if name == SELECT else action.name, "args": args})


def commands() -> tuple[str, ...]:
    """Return all words that a line may begin with."""
    return tuple(sorted({*ACTIONS, *ALIASES, *WORDS}))


def selector_of(token: Token, is_ref: Callable[[str], bool]) -> dict[str, str]:
    """Return the selector keys that one word means: `name:Save`, a ref, else an AutomationId or a name."""
    key, colon, value = token.text.partition(":")
    if colon and value and key in SELECTOR_FLAGS:
        return {SELECTOR_FLAGS[key]: value}
    if is_ref(token.text):
        return {"--ref": token.text}
    return {"--id": token.text, "--name": token.text}


# -- actions ------------------------------------------------------------------------------------------------------


def _args(action: Action[Any], line: str, tokens: Sequence[Token], is_ref: Callable[[str], bool]) -> dict[str, Any]:
    own = {f.name for f in action.fields()}
    options: dict[str, Any] = {}
    made: dict[str, Any] = {}
    plain: list[Token] = []
    for token in tokens:
        key, equals, value = token.text.partition("=")
        if token.quoted or not equals:
            plain.append(token)
        elif key in own or fields.SHORT_NAMES.get(key) == key:
            options |= _option(action, key, value)
        elif key in SELECTOR_FLAGS and action.selector != "none":
            options[SELECTOR_FLAGS[key]] = value
        elif key in COMMON:
            made[key] = int(value) if value.isdigit() and key == "timeout_ms" else value
        else:
            plain.append(token)
    options |= _positional(action, line, plain, options, is_ref)
    made |= fields.args_of(action, options)
    if action.selector != "none" and (selector := fields.selector_of(options)) is not None:
        made["selector"] = selector
    return made


def _positional(
    action: Action[Any], line: str, plain: Sequence[Token], given: Mapping[str, Any], is_ref: Callable[[str], bool]
) -> dict[str, Any]:
    """The arguments that stand without their names, in order."""
    left = list(plain)
    made: dict[str, Any] = {}
    waits_idle = action.name == "wait_for" and [t.text for t in left] == ["idle"]
    named = any(flag in given for flag in NAMING)
    if left and _begins_with_element(action) and not waits_idle and not named:
        made |= selector_of(left.pop(0), is_ref)
    for f in action.fields():
        if not left:
            break
        if any(option in given for option in _option(action, f.name, "true")):
            continue
        kinds = fields.kinds_of(action.hints()[f.name])
        if kinds == {bool}:
            continue  # by name only
        if str in kinds and not f.metadata.get("choices"):
            whole = left[0].text if len(left) == 1 else line[left[0].start : left[-1].end]
            return made | _option(action, f.name, whole)
        made |= _option(action, f.name, left.pop(0).text)
    if left:
        raise InvalidArgument(
            f"{action.name}: {' '.join(t.text for t in left)!r} is one argument too many.", hint=usage_of(action)
        )
    return made


def _begins_with_element(action: Action[Any]) -> bool:
    return action.selector == "required" or action.name in ELEMENT_FIRST


def _option(action: Action[Any], name: str, text: str) -> dict[str, Any]:
    """An argument as its flag of `do`, so that both read values in one way."""
    if fields.kinds_of(action.hints()[name]) != {bool}:
        return {fields.flag_of(name): text}
    if text not in ("true", "false"):
        raise InvalidArgument(f"{action.name}: {name} cannot be {text!r}.", hint="true or false is expected.")
    return {fields.flag_of(name): True} if text == "true" else {f"--no-{name}": True}


def usage_of(action: Action[Any]) -> str:
    """Return how an action is written in short: `type_text ELEMENT TEXT  [secret= append= commit= input=]`."""
    words = [action.name]
    if _begins_with_element(action):
        words.append("ELEMENT" if action.selector == "required" else "[ELEMENT]")
    own = [f.name for f in action.fields()]
    if own:
        words.append(own[0].upper() + (f"  [{' '.join(f'{n}=' for n in own[1:])}]" if own[1:] else ""))
    return " ".join(words)


# -- expectations -------------------------------------------------------------------------------------------------


def _expect(tokens: Sequence[Token], is_ref: Callable[[str], bool]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    checks: dict[str, str | bool] = {}
    made: dict[str, Any] = {}
    last, negated = "", False
    for token in tokens:
        key, equals, value = token.text.partition("=")
        if not token.quoted and key in EXPECTATIONS and (equals or bool in EXPECTATIONS[key][0]):
            last, checks[key] = (key, value) if equals else ("", not negated)
            negated = False
        elif not token.quoted and token.text in ("gone", "not"):
            negated = token.text == "not"
            checks |= {} if negated else {"exists": False}
        elif not token.quoted and equals and key in SELECTOR_FLAGS:
            options[SELECTOR_FLAGS[key]] = value
        elif not token.quoted and key == "timeout_ms" and value.isdigit():
            made["timeout_ms"] = int(value)
        elif last:
            checks[last] = f"{checks[last]} {token.text}"  # the rest of a text with blanks
        elif not options:
            options |= selector_of(token, is_ref)
        else:
            near = [f"{k}=…" for k in nearest(key, EXPECTATIONS) or EXPECTATIONS]
            raise InvalidArgument(f"Unknown expectation {token.text!r}.", hint=f"Nearest: {', '.join(near)}.")
    if not checks:
        raise InvalidArgument(
            "expect needs something to expect.", hint="For example: expect StatusText text_contains=Saved"
        )
    wanted: dict[str, Any] = {k: _value(k, v) if isinstance(v, str) else v for k, v in checks.items()}
    if (selector := fields.selector_of(options)) is not None:
        wanted["selector"] = selector
    return {"expect": wanted, **made}


def _value(key: str, text: str) -> Any:
    if Mapping in EXPECTATIONS[key][0] and text.startswith("{"):
        return fields.read_json(key, text)
    return fields.plain_value(key, text)
