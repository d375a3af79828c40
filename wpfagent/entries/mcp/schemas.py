"""The input and output schemas of the tools, as small as they can be: they are read before anything is done.

Input schemas come from the table of actions, without titles, nulls and what the instructions say once (how a target and
a selector are named). Output schemas name what a reply holds; what does not apply is absent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wpfagent.actions.base import FLAG, OBJECT, OBJECTS, TEXT, WHOLE, Action
from wpfagent.core import shapes
from wpfagent.entries.mcp.wording import ARGUMENTS
from wpfagent.entries.schemas import args_schema

FIRST = ("target_id", "window_query", "selector")
LAST = ("timeout_ms", "confirm_token")
UNLISTED = ("target_spec", "window_query")
"""Accepted everywhere in place of a target_id, and told by the instructions."""
PATIENT = ("wait_for", "wait_window", "wait_focus", "launch_application", "quit_application")
"""The tools that name how long they wait; the others take `timeout_ms`, too, as the instructions say."""
UNASKED = ("focus_window", "move_window", "resize_window", "window_state", "scroll")
"""Acts that never want a person's consent: they need no token."""
SELECTOR: Mapping[str, Any] = {"type": ["string", "object"]}
"""A ref or a caption, or an object with the selector's keys."""
_MORE: Mapping[str, Any] = {
    "session": TEXT,
    "findings": OBJECTS,
    "file": {"type": "object", "description": "where the whole reply lies, when it was too long"},
}


def input_schema(action: Action[Any]) -> dict[str, Any]:
    """Return the schema of a tool's arguments."""
    given = args_schema(action)
    own = {f.name for f in action.fields()}
    unlisted = (
        *UNLISTED,
        *(() if action.name in PATIENT else ("timeout_ms",)),
        *(("confirm_token",) if action.name in UNASKED else ()),
    )
    names = [n for n in given["properties"] if n in own or n not in unlisted]
    ordered = [n for n in FIRST if n in names] + [n for n in names if n not in (*FIRST, *LAST)]
    ordered += [n for n in LAST if n in names]
    properties = {n: _brief(given["properties"][n], described=n in own) for n in ordered}
    if "selector" in properties and "selector" not in own:
        properties["selector"] = dict(SELECTOR)
    made: dict[str, Any] = {"type": "object", "properties": properties}
    made |= {"required": given["required"]} if given.get("required") else {}
    return told(action.name, made)


def told(tool: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a tool's arguments with the shorter texts that a model is told."""
    for name, text in ARGUMENTS.get(tool, {}).items():
        argument = schema["properties"][name]
        argument.pop("description", None)
        argument.update({"description": text} if text else {})
    return schema


def params_schema(tool: str, params: type) -> dict[str, Any]:
    """Return the schema of the arguments of a tool that is no action, made from their dataclass."""
    given = shapes.json_schema(params)
    made: dict[str, Any] = {
        "type": "object", "properties": {name: _brief(of) for name, of in given["properties"].items()}
    }  # fmt: skip
    return told(tool, made | ({"required": given["required"]} if given.get("required") else {}))


def _brief(schema: Mapping[str, Any], *, described: bool = True) -> dict[str, Any]:
    made = _type_of(schema)
    if schema.get("default") not in (None, False, "", [], {}):
        made["default"] = schema["default"]
    is_told = "enum" in made and "default" in made  # what it may be says what it is
    if described and not is_told and (doc := schema.get("description")):
        made["description"] = doc
    return made


def _type_of(schema: Mapping[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        return {"type": "object"}
    if "anyOf" in schema:
        kinds = [_type_of(s) for s in schema["anyOf"] if s.get("type") != "null"]
        if len(kinds) == 1:
            return kinds[0]
        if all(set(k) == {"type"} for k in kinds):
            return {"type": list(dict.fromkeys(k["type"] for k in kinds))}
        return {"anyOf": kinds}
    made = {k: schema[k] for k in ("type", "enum", "const", "minItems", "maxItems") if k in schema}
    if "items" in schema:
        made["items"] = _type_of(schema["items"])
    if "enum" in made:
        made.pop("type", None)
    return made


# -- output -----------------------------------------------------------------------------------------------------------


def reply_schema(**properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of a reply with these keys, all of which but the session may be absent."""
    return {"type": "object", "properties": {**properties, **_MORE}}


def output_schema(action: Action[Any]) -> dict[str, Any]:
    """Return the schema of what an action's tool returns."""
    if not action.reads:
        return reply_schema(
            action=TEXT,
            target=TEXT,
            selector=OBJECT,
            matched_by=TEXT,
            healed=FLAG,
            method=TEXT,
            effect={"enum": ["confirmed", "no_op", "unverifiable"]},
            evidence=OBJECT,
            elapsed_ms=WHOLE,
        )
    return reply_schema(action=TEXT, target=TEXT, **action.returns, elapsed_ms=WHOLE)
