"""The scenario files that names, folders and patterns mean: shells of Windows hand over `*.yaml` as it stands."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from wpfagent.core.errors import FileInvalid, InvalidArgument
from wpfagent.core.selector import nearest
from wpfagent.core.yaml_text import read_source
from wpfagent.runs.model import Scenario

SUFFIXES = (".yaml", ".yml", ".json")
NOT_LOOKED_INTO = frozenset({"artifacts", "node_modules", "bin", "obj", "__pycache__"})


def find_files(given: Iterable[str]) -> list[str]:
    """Return the scenario files that these mean, each once.

    A file is taken as named. Of a folder, searched to its depth, and of a pattern (`*`, `?`, `**`) those files are
    taken that are scenarios: what only holds steps for others to include is left out.

    Raises:
        FileInvalid: a file does not exist; a folder or pattern means none.
    """
    found: dict[str, str] = {}
    for name in given:
        for path in _meant(name):
            found.setdefault(os.path.normcase(os.path.abspath(path)), path)
    return list(found.values())


def _meant(name: str) -> list[str]:
    if os.path.isfile(name):
        return [name]
    if os.path.isdir(name):
        files = [p for p in _below(Path(name)) if _is_scenario(p)]
    elif glob.has_magic(name):
        files = [p for p in sorted(glob.glob(name, recursive=True)) if os.path.isfile(p) and _is_scenario(p)]
    else:
        raise FileInvalid(f"There is no file {name!r}.", hint="Is the path right?", details={"path": name})
    if not files:
        raise FileInvalid(f"{name} holds no scenario.", hint="A scenario has id, target_spec or profile, and steps.")
    return files


def _below(folder: Path) -> Iterator[str]:
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            if path.name not in NOT_LOOKED_INTO and not path.name.startswith("."):
                yield from _below(path)
        elif path.suffix.lower() in SUFFIXES:
            yield str(path)


def _is_scenario(path: str) -> bool:
    """Whether a file that nobody named is one. A YAML file that does not parse counts: its fault is to be seen."""
    if not path.lower().endswith(SUFFIXES):
        return False
    try:
        data = read_source(path).data
    except FileInvalid:
        return not path.lower().endswith(".json")
    return isinstance(data, dict) and "id" in data and "steps" in data


def with_tags(scenarios: Sequence[Scenario], tags: Sequence[str]) -> list[Scenario]:
    """Return those that have any of the tags, and none of those written as `!tag`.

    Raises:
        InvalidArgument: none is left; the nearest tags are named.
    """
    wanted = {t for t in tags if not t.startswith("!")}
    unwanted = {t[1:] for t in tags if t.startswith("!")}
    left = [s for s in scenarios if not unwanted & set(s.tags) and (not wanted or wanted & set(s.tags))]
    if not left:
        known = sorted({t for s in scenarios for t in s.tags})
        near = [n for t in sorted(wanted) for n in nearest(t, known)] or known
        said = f"Nearest: {', '.join(near)}." if near else "None of them has a tag."
        raise InvalidArgument(f"No scenario fits the tags {', '.join(tags)}.", hint=said)
    return left
