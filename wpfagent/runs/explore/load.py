"""An exploration file as an exploration; every fault is a FileInvalid that names file, line and reason."""

from __future__ import annotations

import os
from dataclasses import replace

from wpfagent.core.errors import FileInvalid
from wpfagent.core.yaml_text import invalid, read_source
from wpfagent.runs.explore.model import Exploration
from wpfagent.runs.explore.schema import validate_exploration
from wpfagent.runs.validation import Written, validated


def load_exploration(path: str) -> Exploration:
    """Return the exploration that a file holds.

    Raises:
        FileInvalid: with file, line and reason.
    """
    source = read_source(path)
    if not isinstance(source.data, dict):
        raise invalid(source.path, 1, "an exploration is a mapping", hint="target: {profile: MyApp}")
    faults: dict[str, FileInvalid] = {}
    made: Exploration = validated(dict(source.data), Written(source.data, source, (), {}), validate_exploration, faults)
    return replace(made, path=os.path.abspath(path))
