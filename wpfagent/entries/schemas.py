"""The JSON Schemas of the files that people and programs write, made from the same models that validate them.

`python scripts/generate.py` writes them again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wpfagent import core
from wpfagent.actions import OWN
from wpfagent.actions.base import Action
from wpfagent.core import shapes
from wpfagent.core.shapes.json_schema import DEFS
from wpfagent.gate.schema import CommonArgs, common_keys
from wpfagent.profiles.profile import ProfilesFile
from wpfagent.runs.explore.model import Exploration
from wpfagent.runs.explore.values.texts import TEXTS
from wpfagent.runs.model import Scenario
from wpfagent.testing.tickets.model import Ticket

FOLDER = Path(core.__file__).resolve().parent / "schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


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
    own, common = shapes.json_schema(action.args), shapes.json_schema(CommonArgs)
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
    if any(f'"{DEFS}{name}"' in text for name in used):
        made["$defs"] = used
    return made


def actions_schema() -> dict[str, Any]:
    """Return the schema of an action list: a bare list, or a replay file with its head."""
    definitions: dict[str, Any] = {}
    calls = []
    for action in OWN.values():
        args = args_schema(action)
        definitions |= args.pop("$defs", {})
        definitions[f"{action.name}.args"] = args
        properties = {
            "tool": {"const": action.name},
            "args": {"$ref": f"{DEFS}{action.name}.args"},
            "recorded": {"type": "object"},
        }
        call = {"type": "object", "description": action.summary, "properties": properties, "required": ["tool"]}
        calls.append({**call, "additionalProperties": False})
    definitions["action"] = {"oneOf": calls}
    actions = {"type": "array", "items": {"$ref": f"{DEFS}action"}}
    head = {
        "version": {"type": "integer"},
        "target_spec": {"$ref": f"{DEFS}TargetSpec"},
        "seed": {"type": ["integer", "null"]},
        "suspects": {"type": "object"},
        "environment": {"type": "object"},
        "actions": actions,
    }
    whole = {"type": "object", "properties": head, "required": ["actions"], "additionalProperties": False}
    return {"$schema": DIALECT, "title": "wpf-agent actions", "oneOf": [actions, whole], "$defs": definitions}


def scenario_schema() -> dict[str, Any]:
    """Return the schema of a scenario file."""
    made = shapes.json_schema(Scenario)
    definitions = made["$defs"]
    conditions = []
    for action in OWN.values():
        if action.target == "none":
            continue
        args = shapes.json_schema(action.args)
        definitions |= args.pop("$defs", {})
        definitions[f"{action.name}.args"] = args
        then: dict[str, Any] = {"properties": {"args": {"$ref": f"{DEFS}{action.name}.args"}}}
        if action.selector == "required":
            then["required"] = ["selector"]
        conditions.append({"if": {"properties": {"action": {"const": action.name}}}, "then": then})
    step = definitions["Step"]
    step["properties"]["action"] = {
        "enum": [a.name for a in OWN.values() if a.target != "none"],
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
        made["properties"][key]["items"] = {"anyOf": [{"$ref": f"{DEFS}Step"}, {"$ref": f"{DEFS}Include"}]}
    made["required"] = ["id", "steps"]
    return {"$schema": DIALECT, "title": "wpf-agent scenario", **made}


def exploration_schema() -> dict[str, Any]:
    """Return the schema of an exploration file."""
    made = shapes.json_schema(Exploration)
    rule = made["$defs"]["Rule"]["properties"]
    rule["action"]["anyOf"] = [{"enum": [a.name for a in OWN.values() if a.target != "none"]}, {"type": "null"}]
    rule["texts"]["items"] = {"enum": list(TEXTS)}
    return {"$schema": DIALECT, "title": "wpf-agent exploration", **made}


def profiles_schema() -> dict[str, Any]:
    """Return the schema of profiles.json."""
    made = shapes.json_schema(ProfilesFile)
    made["properties"] = {"$schema": {"type": "string"}, **made["properties"]}
    return {"$schema": DIALECT, "title": "wpf-agent profiles", **made}


def ticket_schema() -> dict[str, Any]:
    """Return the schema of ticket.json."""
    return {"$schema": DIALECT, "title": "wpf-agent ticket", **shapes.json_schema(Ticket)}
