"""Writes docs/reference.md from the models: actions, tools, selectors, expectations, oracles, errors, files.

python scripts/make_docs.py             writes it
python scripts/make_docs.py --check     exit code 1 when it is not as the models are
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from wpfagent.actions import ACTIONS  # noqa: E402 - the checkout's own package
from wpfagent.actions.base import Action  # noqa: E402
from wpfagent.actions.expect import EXPECTATIONS  # noqa: E402
from wpfagent.core import errors  # noqa: E402
from wpfagent.core.errors import AppFailed, Interrupted, NotReached, Refused, UsageError, WpfAgentError  # noqa: E402
from wpfagent.core.selector import CONTROL_TYPES  # noqa: E402
from wpfagent.entries.mcp.families import all_tools  # noqa: E402
from wpfagent.entries.mcp.tools import Tool, toolsets  # noqa: E402
from wpfagent.entries.schemas import args_schema, schemas  # noqa: E402
from wpfagent.gate.schema import CommonArgs, common_keys  # noqa: E402
from wpfagent.runs.explore.values.texts import TEXTS  # noqa: E402
from wpfagent.testing.oracles import ORACLES  # noqa: E402
from wpfagent.testing.oracles.base import Oracle  # noqa: E402

PATH = ROOT / "docs" / "reference.md"
SCHEMA_FOLDER = "../wpfagent/core/schemas"
HEAD = """\
# Reference

Made by `scripts/make_docs.py` from the models that check what comes in: do not edit it by hand.
"""
ERROR = re.compile(r'^    code = "\w+"$', re.MULTILINE)
"""What a module that has an error of its own holds."""
EXIT_CODES = {
    0: "done; nothing failed",
    1: "a test failed, a failure was found or is still there, or `doctor` sees a problem",
    UsageError.exit_code: "usage, a file or the configuration is wrong; nothing was done",
    NotReached.exit_code: "the application or the element was not reached, or a replay left the recorded path",
    Refused.exit_code: "the policy refused it; the application was left untouched",
    AppFailed.exit_code: "the application ended or hung",
    Interrupted.exit_code: "somebody stopped it",
    130: "interrupted; what was done is kept",
}
EFFECTS = {
    "confirmed": "the effect was seen in the program",
    "no_op": "the state held already, or nothing changed",
    "unverifiable": "it was done, and nothing shows it",
}
FILES = {
    "profiles.schema.json": ("profiles.json", "ProfilesFile"),
    "scenario.schema.json": ("Scenario files", "Scenario"),
    "exploration.schema.json": ("Exploration files", "Exploration"),
    "actions.schema.json": ("Action lists: `repro.actions.json`, or a bare list of actions", "Actions"),
    "ticket.schema.json": ("ticket.json", "Ticket"),
}
"""By schema: what it is the schema of, and how its topmost object is called here."""
SHOWN_ONCE = ("Selector", "Expectation", "TargetSpec")
"""Models with a section of their own."""
OF_SCENARIOS = ("Step", "Invariant")
"""Models of scenarios that explorations hold, too."""
NAMES = {"integer": "whole number", "string": "text", "boolean": "true or false", "array": "list", "null": "nothing"}


def reference() -> str:
    """Return the whole page."""
    sections = {
        "Actions": _actions(),
        "MCP tools": _tools(),
        "Selector keys": _selector(),
        "Target keys": _target(),
        "Expectation keys": _expectations(),
        "Oracles": _oracles(),
        "Text generators": _texts(),
        "Error codes": _errors(),
        "Exit codes": _table(("code", "meaning"), [(str(code), doc) for code, doc in EXIT_CODES.items()]),
        "Files and their JSON Schemas": _files(),
    }
    contents = [f"- [{title}](#{slug(title)})" for title in sections]
    parts = [HEAD, "\n".join(contents) + "\n"]
    for title, lines in sections.items():
        parts.append(f"## {title}\n\n" + "\n".join(lines).rstrip() + "\n")
    return "\n".join(parts)


def slug(heading: str) -> str:
    """Return the anchor that a heading has on GitHub."""
    kept = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return kept.replace(" ", "-")


# -- actions and tools --------------------------------------------------------------------------------------------


def _actions() -> Iterator[str]:
    yield "One table serves the command line (`wpf-agent do`), the library, scenarios, replays, MCP and exploration."
    yield "An action that acts says one of three effects:"
    yield ""
    yield from _table(("effect", "meaning"), [(f"`{name}`", doc) for name, doc in EFFECTS.items()])
    yield "Besides its own arguments an action takes:"
    yield ""
    common = [f for f in dataclasses.fields(CommonArgs) if any(f.name in common_keys(a) for a in ACTIONS.values())]
    docs = _common_docs()
    yield from _table(("argument", "meaning"), [(f"`{f.name}`", docs[f.name]) for f in common])
    rows = [
        (f"[`{a.name}`](#{slug(a.name)})", a.risk, {"none": "no"}.get(a.selector, a.selector), a.summary)
        for a in ACTIONS.values()
    ]
    yield from _table(("action", "risk", "selector", "what it does"), rows)
    for action in ACTIONS.values():
        yield f"### `{action.name}`"
        yield ""
        yield inspect.cleandoc(action.doc)
        yield ""
        yield from _arguments(_own_properties(action))


def _own_properties(action: Action[Any]) -> Mapping[str, Any]:
    schema = args_schema(action)
    own = {f.name for f in action.fields()}
    return {**schema, "properties": {k: v for k, v in schema["properties"].items() if k in own}}


def _common_docs() -> Mapping[str, str]:
    docs: dict[str, str] = {}
    for action in ACTIONS.values():
        properties = args_schema(action)["properties"]
        docs |= {key: properties[key].get("description", "") for key in common_keys(action)}
    return docs


def _tools() -> Iterator[str]:
    tools = all_tools()
    yield f"Toolsets: {', '.join(f'`{name}`' for name in toolsets(tools))}. `default` is offered without asking; others"
    yield "by `wpf-agent mcp serve --tools NAMES`; `coordinates` comes with `--mode extended`. Each action is a tool of"
    yield "its own name, whose arguments stand [above](#actions)."
    yield ""
    rows = [(f"`{t.name}`", t.toolset, _hints(t), t.description) for t in tools]
    yield from _table(("tool", "toolset", "hints", "what it does"), rows)
    for tool in tools:
        if tool.name not in ACTIONS:
            yield f"### `{tool.name}`"
            yield ""
            yield tool.description
            yield ""
            yield from _arguments(tool.input_schema)


def _hints(tool: Tool) -> str:
    return "read-only" if tool.hints.read_only else "destructive" if tool.hints.destructive else ""


# -- selectors, targets, expectations, oracles --------------------------------------------------------------------


def _definitions() -> Mapping[str, Any]:
    definitions: Mapping[str, Any] = schemas()["scenario.schema.json"]["$defs"]
    return definitions


def _selector() -> Iterator[str]:
    yield "`automation_id`, then `name` with `control_type`, then `bounding_rect`: a later one counts only where the"
    yield "one before it matches nothing. All other keys narrow. Exactly one element must be left."
    yield ""
    yield from _arguments(_definitions()["Selector"])
    yield f"Control types: {', '.join(f'`{name}`' for name in CONTROL_TYPES)}."


def _target() -> Iterator[str]:
    yield "How an application is named (`target_spec`, `target`). All keys that are given must hold."
    yield ""
    yield from _arguments(_definitions()["TargetSpec"])


def _expectations() -> Iterator[str]:
    yield "On the element of `selector`, or, without it, of the step. They are asked again until they hold or the time"
    yield "is up. Several keys must all hold."
    yield ""
    kinds = _definitions()["Expectation"]["properties"]
    rows = [(f"`{key}`", type_of(kinds[key]), doc) for key, (_types, _judge, doc) in EXPECTATIONS.items()]
    yield from _table(("key", "value", "holds when"), rows)


def _oracles() -> Iterator[str]:
    yield "Each looks at every action. `on`: a finding is a failure and makes a ticket; `warn`: it is only reported;"
    yield "`off`. A profile, a scenario or an exploration sets them: `oracles: {error_text: off, slow_response: {level:"
    yield "warn, limit_ms: 5000}}`. The first that finds something names the failure; the others support it."
    yield ""
    rows = [(f"[`{o.name}`](#{slug(o.name)})", o.level, o.summary()) for o in ORACLES.values()]
    yield from _table(("oracle", "level", "finds"), rows)
    for oracle in ORACLES.values():
        yield f"### `{oracle.name}`"
        yield ""
        yield oracle.description()
        yield ""
        if oracle.fields():
            yield from _table(("setting", "default", "meaning"), _settings(oracle))


def _settings(oracle: type[Oracle[Any, Any]]) -> Iterator[tuple[str, str, str]]:
    for field in oracle.fields():
        default = "" if field.default is dataclasses.MISSING else _value(field.default)
        yield f"`{field.name}`", default, field.metadata.get("doc", "")


def _texts() -> Iterator[str]:
    yield "What an exploration types; a rule's `texts` names which are used."
    yield ""
    yield from _table(("name", "text"), [(f"`{n}`", (t.__doc__ or "").split("\n", 1)[0]) for n, t in TEXTS.items()])


# -- errors and files ---------------------------------------------------------------------------------------------


def _errors() -> Iterator[str]:
    yield 'Every error is `{"error": {"code", "message", "hint", "details"}}`: what was asked and seen, what to do.'
    yield "`unexpected` (exit code 2) is a fault of wpf-agent itself; the traceback is in `errors.log` of the artifacts"
    yield "folder."
    yield ""
    families: tuple[type[WpfAgentError], ...] = (UsageError, NotReached, Refused, AppFailed, Interrupted)
    order = {name: n for n, name in enumerate(vars(errors))}
    known = sorted(all_errors(), key=lambda k: (order.get(k.__name__, len(order)), k.code))
    kinds = [kind for family in families for kind in (family, *(k for k in known if family in k.__mro__[1:]))]
    rows = [(f"`{k.code}`", str(k.exit_code), k.__name__, _summary(k), k.default_hint) for k in kinds]
    yield from _table(("code", "exit code", "in Python", "meaning", "what to do"), rows)


def all_errors() -> set[type[WpfAgentError]]:
    """Return every error of the package, those that a room keeps to itself too; `unexpected` is none of them."""
    for path in (ROOT / "wpfagent").rglob("*.py"):
        if ERROR.search(path.read_text(encoding="utf-8")):
            importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
    found, waiting = set[type[WpfAgentError]](), [WpfAgentError]
    while waiting:
        below = [k for k in waiting.pop().__subclasses__() if k.__module__.startswith("wpfagent.")]
        found |= set(below)
        waiting += below
    return {kind for kind in found if kind.code != "unexpected"}


def _summary(kind: type[WpfAgentError]) -> str:
    return " ".join(inspect.cleandoc(kind.__doc__ or "").split("\n\n", 1)[0].split())


def _files() -> Iterator[str]:
    yield "The schemas lie in `wpfagent/core/schemas/` of the package. An editor with a YAML language server checks and"
    yield "completes a file whose first line names one, by a path relative to the file:"
    yield ""
    yield "```yaml"
    yield "# yaml-language-server: $schema=scenario.schema.json"
    yield "```"
    yield ""
    yield "`wpf-agent profiles schema` prints the one of profiles.json, whose `$schema` key may name a copy of it."
    yield ""
    found = schemas()
    rows = [(f"[{what}](#{slug(what)})", f"[{name}]({SCHEMA_FOLDER}/{name})") for name, (what, _) in FILES.items()]
    yield from _table(("file", "schema"), rows)
    for name, (what, top) in FILES.items():
        yield f"### {what}"
        yield ""
        yield from _models(found[name], top)


def _models(schema: Mapping[str, Any], top: str) -> Iterator[str]:
    if "oneOf" in schema:
        yield "A list of `{tool, args, recorded}`, or an object with that list as its `actions`. `tool` is the name of"
        yield "an action, `args` are its arguments with target and selector, `recorded` is what it came to then."
        yield ""
        yield from _arguments(next(s for s in schema["oneOf"] if s.get("type") == "object"))
        return
    yield from _arguments(schema)
    for name, model in schema.get("$defs", {}).items():
        known = (*SHOWN_ONCE, *(OF_SCENARIOS if top == "Exploration" else ()))
        if name not in known and "." not in name:
            yield f"**{name}**" + (f": {model['description']}" if model.get("description") else "")
            yield ""
            yield from _arguments(model)


# -- tables -------------------------------------------------------------------------------------------------------


def _arguments(schema: Mapping[str, Any]) -> Iterator[str]:
    """A table of the properties of an object."""
    required = schema.get("required", ())
    rows = []
    for name, given in schema.get("properties", {}).items():
        default = "required" if name in required else _value(given.get("default"))
        rows.append((f"`{name}`", type_of(given), default, given.get("description", "")))
    return _table(("key", "value", "default", "meaning"), rows) if rows else iter(("No arguments of its own.", ""))


def type_of(schema: Mapping[str, Any]) -> str:
    """Return in words what a schema allows; that it may be null goes without saying."""
    if "$ref" in schema:
        return _named(schema["$ref"].rpartition("/")[2])
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema and set(schema["enum"]) == set(TEXTS):
        return "[text generator](#text-generators)"
    if "enum" in schema and set(schema["enum"]) == {a.name for a in ACTIONS.values() if a.target != "none"}:
        return "[action](#actions)"
    if "enum" in schema:
        return ", ".join(f"`{v}`" for v in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(type_of(s) for s in schema["anyOf"] if s != {"type": "null"}))
    kind = schema.get("type", "anything")
    if isinstance(kind, list):
        return " or ".join(NAMES.get(str(k), str(k)) for k in kind if k != "null")
    if kind == "array" and "items" in schema:
        return f"list of {type_of(schema['items'])}"
    return NAMES.get(str(kind), str(kind))


def _named(model: str) -> str:
    anchors = {"Selector": "selector-keys", "Expectation": "expectation-keys", "TargetSpec": "target-keys"}
    anchors |= dict.fromkeys(OF_SCENARIOS, "scenario-files")
    return f"[{model}](#{anchors[model]})" if model in anchors else model


def _value(value: Any) -> str:
    if value is None or value in ("", [], (), {}):
        return ""
    if isinstance(value, bool):
        return "`true`" if value else "`false`"
    return f"`{value}`"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(_cell(text) for text in row)} |"
    yield ""


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def main(argv: list[str]) -> int:
    """Write the page, or say whether it is fresh."""
    if argv not in ([], ["--check"]):
        print(__doc__)
        return 2
    text = reference()
    if not argv:
        PATH.write_text(text, encoding="utf-8", newline="\n")
        print(PATH)
        return 0
    if PATH.is_file() and PATH.read_text(encoding="utf-8") == text:
        return 0
    print(f"{PATH.name} is not as the models are: python scripts/make_docs.py")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
