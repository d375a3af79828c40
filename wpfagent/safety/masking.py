"""What must not be written down: known secrets, what redaction rules match, values under the names of secrets.

A secret becomes `${secret:NAME}` and is replayable by that name; what a rule matches becomes `${redacted}`. Keys stay,
and so do this program's own words (actions, effects, times, paths of the record): a secret that happens to be such a
word would not be hidden by it.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal, TypeVar
from urllib.parse import quote, quote_plus

from wpfagent.core.errors import InvalidArgument, WpfAgentError
from wpfagent.core.model import Control
from wpfagent.core.nearest import nearest
from wpfagent.core.pattern import Pattern, compile_re
from wpfagent.safety.captions import word_set
from wpfagent.safety.secret_names import is_secret_field, is_secret_name, may_name_secret

REDACTED = "${redacted}"
ID_RULE = "id="
"""A rule that starts so is about AutomationIds: the element's name, its value and its place in pictures are hidden."""
SHORTEST = 3
"""Shorter secrets are hidden only where they are the whole text: inside others they would hit anything."""
OWN_WORDS = word_set("""
    n time started ended action tool check effect method matched_by code oracle severity phase control_type patterns
    toggle_state expanded screen uia ticket session session_id screenshot_id folder file caller desktop version outcome
    ref exe cwd process profile mode how secret confirm_token token confirmed_by_caller
""")
"""Keys whose values are words of this program, places of its files, or names that a person gave to applications."""
VARIABLES = frozenset(["variables", "data", "env", "parameters"])
"""Below these keys the others are names that a person chose: one may be called `time`."""
TABLES = frozenset(["rows", "row", "items"])
"""Below these keys the others are the program's own headers: they say nothing about secrets, either."""
Keys = Literal["own", "variables", "table"]
E = TypeVar("E", bound=Exception)
IDENTIFIERS = frozenset(["automation_id", "class_name"])
CONTENT = word_set("""
    text item_text value name help_text items rows actual expected text_equals text_contains value_equals regex label
    cells
""")
"""Keys that hold what a hidden element shows, or what was typed into it."""
_PLACEHOLDER = re.compile(r"(\$\{(?:secret:\w+|redacted)\})")
_IN_WORDS = re.compile(r"""(?P<name>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")? ?\(automation_id (?P<id>[^)]*)\)""")
"""An element as `Control.describe` words it."""
TYPED = ("text", "value", "keys")
"""Arguments that put something into an element; what is spelled nearly so may have been meant for one."""
_ARGUMENT = re.compile(r"(?:--?|/)?(?P<name>[\w.-]+)[=:](?P<value>.+)", re.DOTALL)
_OPTION = re.compile(r"(?:--?|/)[\w-]+")
_SIGN = r"(?:(?P<sign>[=:：は])|(?<=\s)(?:is(?: now| set to)?:?|ist|lautet|est|es|è)(?=\s)(?! \w+:))"
_SIGNED = re.compile(_SIGN)
_NAMED = re.compile(
    rf"(?<![\w.-])(?P<name>(?:[\w.-]{{1,40}} ){{0,2}}[\w.-]{{1,40}})[\"']?\s{{0,9}}{_SIGN}\s{{0,9}}[\"'「『]?"
)
_VALUE = re.compile(r"(?<=[\"'])[^\"']{1,200}(?=[\"'])|[^;&\"'=]{1,200}(?=[;&])|[^\s\"',;&」』]+")
"""A name before its sign, and what stands behind it: in a connection string, an address, a running text."""
_BEARER = re.compile(r"\b(?:bearer|authorization\W{1,3}basic)\s+(?P<value>[\w.~+/=-]{8,})", re.IGNORECASE)
_NO_WORD = re.compile(r"\d|[a-z][A-Z]|\w[^\w\s]\w")
_USER = re.compile(r"://[^/\s:@]*:(?P<value>[^/\s@]+)@")


class Masks:
    """Knows what is secret and takes it out of everything that is written.

    Args:
        rules: regular expressions for texts, or with `id=` before it for AutomationIds (a profile's `record.redact`).

    Raises:
        InvalidArgument: a rule does not parse.
    """

    def __init__(self, rules: Iterable[str] = ()) -> None:
        self.rules: tuple[str, ...] = ()
        self.version = 0
        self._texts: list[Pattern] = []
        self._ids: list[Pattern] = []
        self._secrets: dict[str, str] = {}
        self.plain: set[str] = set()
        """What a replay or the dice typed: no secret, even where a field shows it that is called like one's."""
        self._anywhere: Callable[[str], str] = str
        self._alone: Callable[[str], str] = str
        self.add_rules(rules)

    def add(self, value: str, name: str) -> None:
        """Hide this value from now on; `${secret:NAME}` stands for it.

        The first name of a value stays. A second value of the same name becomes `${secret:NAME_2}`: a replay needs to
        tell the wrong password from the right one.
        """
        forms = [f for f in dict.fromkeys((value, value.strip())) if f and f not in self._secrets]
        if not forms or _PLACEHOLDER.fullmatch(value):
            return
        stands = self._secrets.get(value) or self._secrets.get(value.strip()) or self._free(name)
        self._secrets |= dict.fromkeys(forms, stands)
        self._compile()

    def _free(self, name: str) -> str:
        taken = set(self._secrets.values())
        names = (name, *(f"{name}_{n}" for n in range(2, len(taken) + 3)))
        return next(p for p in map(placeholder, names) if p not in taken)

    def add_rules(self, rules: Iterable[str]) -> None:
        """Follow further redaction rules, as those of a profile whose application was reached."""
        for rule in rules:
            if rule in self.rules:
                continue
            among = self._ids if rule.startswith(ID_RULE) else self._texts
            among.append(compile_re(rule.removeprefix(ID_RULE), "record.redact"))
            self.rules = (*self.rules, rule)
            self.version += 1

    def add_arguments(self, listed: Sequence[Any]) -> None:
        """Hide the values of a command line's arguments that are named like secrets."""
        for before, item in zip((None, *listed), listed, strict=False):
            for name, value in _secrets_in(item, before):
                self.add(value, name)

    def add_variables(self, variables: Mapping[str, Any]) -> None:
        """Hide the values of variables that are named like secrets."""
        for name, value in variables.items():
            if isinstance(value, str | int) and not isinstance(value, bool) and is_secret_name(name):
                self.add(str(value), name)

    def _compile(self) -> None:
        """One pattern for all forms of all values, the longest first; its groups tell which one it was."""
        long = sorted((v for v in self._secrets if len(v) >= SHORTEST), key=len, reverse=True)
        stands = [self._secrets[v] for v in long]
        if long:
            anywhere = "|".join(f"({'|'.join(map(re.escape, _forms(v)))})" for v in long)
            alone = "|".join(f"({re.escape(v)})" for v in long)
            self._anywhere = _replacing(re.compile(anywhere, re.IGNORECASE), stands)
            self._alone = _replacing(re.compile(f"(?<![^\\W_])(?:{alone})(?![^\\W_])"), stands)
        self.version += 1

    # -- texts --------------------------------------------------------------------------------------------------------

    def text(self, text: str) -> str:
        """Return a text without secrets and without what the rules match."""
        parts, at = [], 0
        for begin, end, name in secrets_inside(text):
            if begin >= at and (value := text[begin:end]) not in self.plain and not _PLACEHOLDER.search(value):
                parts += [text[at:begin], placeholder(name)]
                at = end
        text = "".join((*parts, text[at:])) if parts else text
        return self._masked(text, self._anywhere)

    def error(self, error: E) -> E:
        """Return an error, or a fault of this program, after what must not be told was taken out of it."""
        error.args = tuple(self.mask(error.args))
        if isinstance(error, WpfAgentError):
            error.message, error.hint = self.text(error.message), self.text(error.hint)
            error.details = self.mask(error.details)
        return error

    def identifier(self, text: str) -> str:
        """Return an AutomationId or class name without a secret that stands in it as a word of its own.

        Programmers chose it, so the password `password` is no reason to lose `PasswordBox`.
        """
        return self._masked(text, self._alone)

    def _masked(self, text: str, hide: Callable[[str], str]) -> str:
        if not text:
            return text
        if (whole := self._secrets.get(text)) is not None:
            return whole
        if self._ids and "(automation_id " in text:
            text = _IN_WORDS.sub(self._worded, text)
        text = _outside(text, hide)
        for rule in self._texts:
            try:
                text = _outside(text, partial(rule.sub, _redacted))
            except InvalidArgument:
                return REDACTED  # a rule that takes too long hides all of the text
        return text

    def _worded(self, match: re.Match[str]) -> str:
        if match["name"] is None or not self.hides_id(match["id"]):
            return match[0]
        return f"'{REDACTED}' (automation_id {match['id']})"

    # -- elements -----------------------------------------------------------------------------------------------------

    def hides_id(self, automation_id: str) -> bool:
        """Return whether a rule hides elements with this AutomationId."""
        try:
            return bool(automation_id) and any(rule.search(automation_id) for rule in self._ids)
        except InvalidArgument:
            return True

    def hides_whole(self, control: Control) -> bool:
        """Return whether a control is hidden whatever it shows: a password field, or one that a rule names."""
        return control.is_password or self.hides_id(control.automation_id)

    def hides(self, control: Control) -> bool:
        """Return whether a control must not be seen in pictures."""
        if not (self._secrets or self._texts or self._ids):
            return control.is_password
        return self.hides_whole(control) or any(
            text and self.text(text) != text for text in (control.value, control.name)
        )

    # -- JSON-like values ---------------------------------------------------------------------------------------------

    def mask(self, value: Any) -> Any:
        """Return a JSON-like value with every text in it masked; keys, numbers and this program's own words stay."""
        if self._ids and (shown := {t for t in _contents(value, self.hides_id) if not _PLACEHOLDER.fullmatch(t)}):
            hidden = Masks()
            hidden._secrets = dict.fromkeys(shown, REDACTED)
            hidden._compile()
            value = hidden._value(value, "own")
        return self._value(value, "own")

    def _value(self, value: Any, keys: Keys) -> Any:
        if value is None or isinstance(value, bool | int | float):
            return value
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {k: self._entry(str(k), v, keys) for k, v in value.items()}
        if isinstance(value, list | tuple | set | frozenset):
            return [self._value(v, keys) for v in value]
        return self.text(str(value))

    def _entry(self, key: str, value: Any, keys: Keys) -> Any:
        if keys == "own" and key in OWN_WORDS:
            return value
        if key in IDENTIFIERS and isinstance(value, str):
            return self.identifier(value)
        if keys != "table" and isinstance(value, str) and value and is_secret_name(key):
            known = self.text(value)
            return known if _PLACEHOLDER.fullmatch(known) else placeholder(key)
        inner: Keys = "table" if key in TABLES else "variables" if key in VARIABLES else keys
        return self._value(value, inner)


def hide_typed(arguments: Mapping[str, Any], *, unseen: bool = False) -> dict[str, Any]:
    """Return a call's arguments as they may be kept before anybody has seen the element that they are about.

    Args:
        arguments: of the call.
        unseen: nobody ever saw it, the call came to nothing: all that would be typed is hidden. Else what would be
            typed into a field that sounds like a secret's is, and launch arguments such as `--password=x` are.
    """
    made = {k: hide_typed(v, unseen=unseen) if isinstance(v, Mapping) else v for k, v in arguments.items()}
    if unseen or names_secret(arguments.get("selector")):
        typed = [k for k in made if k in TYPED or (unseen and "selector" in made and nearest(k, TYPED))]
        made |= {key: placeholder("PASSWORD") for key in typed if isinstance(made[key], str | int | float)}
    for key in ("args", "actions"):
        if isinstance(listed := made.get(key), list | tuple):
            made[key] = [hide_typed(i, unseen=unseen) if isinstance(i, Mapping) else i for i in hide_arguments(listed)]
    return made


def names_secret(selector: Any) -> bool:
    """Return whether a selector says by a name that what it means is a secret."""
    named = [selector.get(key) for key in ("automation_id", "name", "label")] if isinstance(selector, Mapping) else []
    return any(isinstance(name, str) and is_secret_field(name) for name in named)


def hide_arguments(listed: Sequence[Any]) -> list[Any]:
    """Return a command line's arguments with the values of those that are named like secrets hidden."""
    made: list[Any] = []
    for before, item in zip((None, *listed), listed, strict=False):
        shown = item
        for name, value in _secrets_in(item, before):
            shown = placeholder(name) if shown == value else shown.replace(value, placeholder(name))
        made.append(shown)
    return made


def _secrets_in(item: Any, before: Any) -> Iterator[tuple[str, str]]:
    """The names and values of what an argument holds that is secret, by its own name or by the option before it."""
    if not isinstance(item, str):
        return
    whole = _ARGUMENT.fullmatch(item)
    if whole is not None and is_secret_name(whole["name"]):
        yield whole["name"], whole["value"]
        return
    found = [(name, item[begin:end]) for begin, end, name in secrets_inside(item)]
    yield from found
    if not found and isinstance(before, str) and _OPTION.fullmatch(before) and is_secret_name(before) and item:
        yield before.lstrip("-/"), item


def secrets_inside(text: str) -> list[tuple[int, int, str]]:
    """Return where a text holds what is secret (begin and end of each, in their order), and how that is called.

    It does as `Password: x7`, as a connection string, as an address.
    """
    found: list[tuple[int, int, str]] = []
    told = 0
    for m in _NAMED.finditer(text) if _SIGNED.search(text) and may_name_secret(text) else ():
        is_told = m.end() <= told  # its sign stands in a value
        value = None if is_told or not is_secret_name(m["name"]) else _VALUE.match(text, m.end())
        if value is not None and (m["sign"] == "=" or looks_secret(value[0].rstrip(".!?"))):
            name = text[max(told, m.start("name")) : m.end("name")]  # the value before may stand in it
            told = value.start() + len(value[0].rstrip(".!?"))
            found.append((value.start(), told, name.strip().lstrip("-/")))
    if ("earer " in text or "asic " in text) and (bearer := _BEARER.search(text)):
        found.append((*bearer.span("value"), "TOKEN"))
    if "://" in text and (user := _USER.search(text)):
        found.append((*user.span("value"), "PASSWORD"))
    return sorted(found)


def looks_secret(value: str) -> bool:
    """Return whether what stands behind a secret's name may be one: `hunter2`, not `required`."""
    return len(value) > SHORTEST and " " not in value and _NO_WORD.search(value) is not None


def placeholder(name: str) -> str:
    """Return what stands for a secret of this name."""
    word = re.sub(r"\W+", "_", name).strip("_") or "SECRET"
    return f"${{secret:{word}}}"


def _replacing(pattern: re.Pattern[str], stands: Sequence[str]) -> Callable[[str], str]:
    """Return what puts placeholders in the place of secrets: each group of the pattern is one in all its forms."""
    return partial(pattern.sub, lambda match: stands[(match.lastindex or 0) - 1])


def _redacted(match: re.Match[str]) -> str:
    return REDACTED if match[0] else ""  # a rule that matches nothing would match everywhere


def _outside(text: str, change: Callable[[str], str]) -> str:
    """Change what lies between the placeholders of a text."""
    if "${" not in text:
        return change(text)
    return "".join(part if i % 2 else change(part) for i, part in enumerate(_PLACEHOLDER.split(text)))


def _forms(value: str) -> list[str]:
    """The ways in which a value may be written, longest first: plain, in JSON, in a URL, in XML, as Python shows it."""
    quoted = json.dumps(value), json.dumps(value, ensure_ascii=False), repr(value)
    in_url = quote(value), quote(value, safe=""), quote_plus(value)
    in_xml = html.escape(value), html.escape(value, quote=False)
    found = {value, value.replace("\n", "\r\n"), *(text[1:-1] for text in quoted), *in_url, *in_xml}
    return sorted(found, key=len, reverse=True)


def _contents(
    value: Any, hides_id: Callable[[str], bool], *, hidden: bool = False, content: bool = False
) -> Iterator[str]:
    """Yield the texts that hidden elements show, or that were typed into them."""
    if isinstance(value, str) and content and value:
        yield value
    elif isinstance(value, Mapping):
        hidden = hidden or hides_id(_identity(value))
        for key, inner in value.items():
            shows = hidden and (content or key in CONTENT)
            yield from _contents(inner, hides_id, hidden=hidden, content=shows)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _contents(inner, hides_id, hidden=hidden, content=content)


def _identity(value: Mapping[str, Any]) -> str:
    """The AutomationId of the element that a mapping is about."""
    own = value.get("automation_id")
    if isinstance(own, str):
        return own
    for key in ("element", "selector"):
        about = value.get(key)
        if isinstance(about, Mapping) and isinstance(about.get("automation_id"), str):
            return str(about["automation_id"])
        if isinstance(about, str) and (match := _IN_WORDS.search(about)):
            return match["id"]
    return ""
