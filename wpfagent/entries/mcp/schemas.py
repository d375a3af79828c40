"""The input and output schemas of the tools, as small as they can be: they are read before anything is done.

Input schemas come from the table of actions, without titles, nulls and what the instructions say once (how a target and
a selector are named). Output schemas name what a reply holds; what does not apply is absent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wpfagent.actions.base import FLAG, OBJECT, OBJECTS, TEXT, WHOLE, Action
from wpfagent.core import shapes
from wpfagent.entries.schemas import args_schema

FIRST = ("target_id", "window_query", "selector")
LAST = ("timeout_ms", "confirm_token")
UNLISTED = ("target_spec",)
"""Accepted everywhere in place of a target_id, and told by the instructions."""
_MORE: Mapping[str, Any] = {
    "session": TEXT,
    "findings": OBJECTS,
    "file": {"type": "object", "description": "where the whole reply lies, when it was too long"},
}


def input_schema(action: Action[Any]) -> dict[str, Any]:
    """Return the schema of a tool's arguments."""
    given = args_schema(action)
    own = {f.name for f in action.fields()}
    names = [n for n in given["properties"] if n in own or n not in UNLISTED]
    ordered = [n for n in FIRST if n in names] + [n for n in names if n not in (*FIRST, *LAST)]
    ordered += [n for n in LAST if n in names]
    properties = {n: _brief(given["properties"][n], described=n in own) for n in ordered}
    made: dict[str, Any] = {"type": "object", "properties": properties}
    return made | ({"required": given["required"]} if given.get("required") else {})


def params_schema(params: type) -> dict[str, Any]:
    """Return the schema of the arguments of a tool that is no action, made from their dataclass."""
    given = shapes.json_schema(params)
    made: dict[str, Any] = {
        "type": "object", "properties": {name: _brief(of) for name, of in given["properties"].items()}
    }  # fmt: skip
    return made | ({"required": given["required"]} if given.get("required") else {})


def _brief(schema: Mapping[str, Any], *, described: bool = True) -> dict[str, Any]:
    made = _type_of(schema)
    if schema.get("default") not in (None, False, "", [], {}):
        made["default"] = schema["default"]
    if described and (doc := schema.get("description")):
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
