"""The one place where data from outside becomes the package's own dataclasses.

`read(cls, data)` gives an instance, made by the type hints of its fields, or one clear error; `check` gives it or every
fault with its path; `json_schema(cls)` says the same to editors and clients. Arguments of actions, profiles,
scenarios, explorations, tickets and the calls of MCP tools pass here, and nothing else checks their types again.
"""

from wpfagent.core.shapes.json_schema import json_schema
from wpfagent.core.shapes.problem import Path, Problem, show_path
from wpfagent.core.shapes.reading import DEEPEST, check, read
from wpfagent.core.shapes.shape import Key, Shape, first_line, key, members, shape_of

__all__ = [
    "DEEPEST", "Key", "Path", "Problem", "Shape", "check", "first_line", "json_schema", "key", "members", "read",
    "shape_of", "show_path",
]  # fmt: skip
