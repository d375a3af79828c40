"""The JSON Schemas of the files that people and programs write, made from the same models that validate them.

`python -m wpfagent.entries.schemas` writes them anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wpfagent import core
from wpfagent.actions import ACTIONS, adapters
from wpfagent.actions.base import Action
from wpfagent.gate.schema import CommonArgs, common_keys
from wpfagent.profiles.profile import ProfilesFile
from wpfagent.runs.explore.model import Exploration
from wpfagent.runs.explore.texts import TEXTS
from wpfagent.runs.model import Scenario
from wpfagent.testing.tickets.model import Ticket

FOLDER = Path(core.__file__).resolve().parent / "schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
_DEFS = "#/$defs/"


def schemas() -> dict[str, dict[str, Any]]:
    """Return every schema by its file name."""
    return {
        "actions.schema.json": actions_schema(),
        "scenario.schema.json": scenario_schema(),
        "exploration.schema.json": exploration_schema(),
        "profiles.schema.json": profiles_schema(),
        "ticket.schema.json": ticket_schema(),
    }


def text_of(schema: Mapping[str, Any]) -> str:
    """Return a schema as it stands in its file."""
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


def write_schemas(folder: Path = FOLDER) -> list[Path]:
    """Write every schema into a folder and return the paths."""
    written = []
    for name, schema in schemas().items():
        path = folder / name
        path.write_text(text_of(schema), encoding="utf-8", newline="\n")
        written.append(path)
    return written


def args_schema(action: Action[Any]) -> dict[str, Any]:
    """Return the schema of an action's arguments, the common ones among them, with its own `$defs`."""
    own, common = _schema_of(action.args), _schema_of(CommonArgs)
    wanted = common_keys(action)
    properties = {**own.get("properties", {})}
    for key in wanted:
        properties.setdefault(key, common["properties"][key])
    required = [*own.get("required", [])]
    if action.selector == "required":
        required.append("selector")
    used = {**common.get("$defs", {}), **own.get("$defs", {})}
    text = json.dumps(properties)
    made: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        made["required"] = required
    if any(f'"{_DEFS}{name}"' in text for name in used):
        made["$defs"] = used
    return made


def actions_schema() -> dict[str, Any]:
    """Return the schema of an action list: a bare list, or a replay file with its head."""
    definitions: dict[str, Any] = {}
    calls = []
    for action in ACTIONS.values():
        args = args_schema(action)
        definitions |= args.pop("$defs", {})
        definitions[f"{action.name}.args"] = args
        properties = {
            "tool": {"const": action.name},
            "args": {"$ref": f"{_DEFS}{action.name}.args"},
            "recorded": {"type": "object"},
        }
        call = {"type": "object", "description": action.summary, "properties": properties, "required": ["tool"]}
        calls.append({**call, "additionalProperties": False})
    definitions["action"] = {"oneOf": calls}
    actions = {"type": "array", "items": {"$ref": f"{_DEFS}action"}}
    head = {
        "version": {"type": "integer"},
        "target_spec": {"$ref": f"{_DEFS}TargetSpec"},
        "seed": {"type": ["integer", "null"]},
        "suspects": {"type": "object"},
        "environment": {"type": "object"},
        "actions": actions,
    }
    whole = {"type": "object", "properties": head, "required": ["actions"], "additionalProperties": False}
    return {"$schema": DIALECT, "title": "wpf-agent actions", "oneOf": [actions, whole], "$defs": definitions}


def scenario_schema() -> dict[str, Any]:
    """Return the schema of a scenario file."""
    made = _schema_of(Scenario)
    definitions = made["$defs"]
    conditions = []
    for action in ACTIONS.values():
        if action.target == "none":
            continue
        args = _schema_of(action.args)
        definitions |= args.pop("$defs", {})
        definitions[f"{action.name}.args"] = args
        then: dict[str, Any] = {"properties": {"args": {"$ref": f"{_DEFS}{action.name}.args"}}}
        if action.selector == "required":
            then["required"] = ["selector"]
        conditions.append({"if": {"properties": {"action": {"const": action.name}}}, "then": then})
    step = definitions["Step"]
    step["properties"]["action"] = {
        "enum": [a.name for a in ACTIONS.values() if a.target != "none"],
        "description": step["properties"]["action"].get("description", ""),
    }
    step["allOf"] = conditions
    include = {"include": {"type": "string", "description": "a file whose steps stand here, relative to this one"}}
    definitions["Include"] = {
        "type": "object",
        "properties": include,
        "required": ["include"],
        "additionalProperties": False,
    }
    for key in ("setup", "steps", "teardown"):
        made["properties"][key]["items"] = {"anyOf": [{"$ref": f"{_DEFS}Step"}, {"$ref": f"{_DEFS}Include"}]}
    made["required"] = ["id", "steps"]
    _one_or_list(made)
    return {"$schema": DIALECT, "title": "wpf-agent scenario", **made}


def exploration_schema() -> dict[str, Any]:
    """Return the schema of an exploration file."""
    made = _schema_of(Exploration)
    rule = made["$defs"]["Rule"]["properties"]
    rule["action"]["anyOf"] = [{"enum": [a.name for a in ACTIONS.values() if a.target != "none"]}, {"type": "null"}]
    rule["texts"]["items"] = {"enum": list(TEXTS)}
    _one_or_list(made)
    return {"$schema": DIALECT, "title": "wpf-agent exploration", **made}


def profiles_schema() -> dict[str, Any]:
    """Return the schema of profiles.json."""
    made = _schema_of(ProfilesFile)
    made["properties"] = {"$schema": {"type": "string"}, **made["properties"]}
    return {"$schema": DIALECT, "title": "wpf-agent profiles", **made}


def ticket_schema() -> dict[str, Any]:
    """Return the schema of ticket.json."""
    return {"$schema": DIALECT, "title": "wpf-agent ticket", **_schema_of(Ticket)}


def _schema_of(cls: type) -> dict[str, Any]:
    schema = adapters.json_schema(cls)
    _strip_titles(schema)
    if set(schema) <= {"$ref", "$defs"} and "$ref" in schema:  # a model that refers to itself stands in its own $defs
        name = schema["$ref"].removeprefix(_DEFS)
        return {**schema["$defs"][name], "$defs": schema["$defs"]}
    return schema


def _strip_titles(node: Any, *, is_names: bool = False) -> None:
    """Remove the titles that only repeat a key; below `properties` a key `title` is a name and stays."""
    if isinstance(node, dict):
        if not is_names:
            node.pop("title", None)
        for key, value in node.items():
            _strip_titles(value, is_names=not is_names and key in ("properties", "$defs"))
    elif isinstance(node, list):
        for value in node:
            _strip_titles(value)


def _one_or_list(node: Any) -> None:
    """Let a single expectation stand where a list of them may: the models accept it."""
    if isinstance(node, dict):
        for key, value in node.items():
            if isinstance(value, dict) and value.get("items") == {"$ref": f"{_DEFS}Expectation"}:
                listed = {"type": "array", "items": value["items"]}
                rest = {k: v for k, v in value.items() if k not in ("items", "type")}
                node[key] = {**rest, "anyOf": [{"$ref": f"{_DEFS}Expectation"}, listed]}
            else:
                _one_or_list(value)
    elif isinstance(node, list):
        for value in node:
            _one_or_list(value)


if __name__ == "__main__":
    for written in write_schemas():
        sys.stdout.write(f"{written}\n")
