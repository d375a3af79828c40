"""A scenario file as scenarios: includes put in, variables filled in, everything validated; one for each data row.

Every fault is a FileInvalid that names the file, the line and the reason, and what would be right.
"""

from __future__ import annotations

import os
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from wpfagent.core.errors import FileInvalid, PathOutsideScope
from wpfagent.core.files import is_elsewhere
from wpfagent.core.shapes import show_path
from wpfagent.core.yaml_text import Path, Source, invalid, read_source
from wpfagent.runs.model import Place, Scenario, Step
from wpfagent.runs.schema import validate_scenario, validate_step
from wpfagent.runs.validation import Written, validated
from wpfagent.testing.scenarios.variables import SECRET, substitute

STEP_KEYS = ("setup", "steps", "teardown")
MOST_INCLUDES, MOST_STEPS = 1_000, 50_000
"""So many files are included at most, those counted again that are included again; so many steps have all rows."""
MOST_BROUGHT = 50_000_000
"""So many characters come of variables, each counted as often as it is named."""
_EXAMPLE = "A scenario has id, target_spec or profile, and steps."


class _Faults(dict[str, FileInvalid]):
    """What is wrong with a file, by its message, how many others it has included, how much its variables brought.

    Args:
        hides: whether a file may not be seen by who reads, and is not looked at.
    """

    included = brought = 0

    def __init__(self, hides: Callable[[str], bool]) -> None:
        super().__init__()
        self.hides = hides


class _Counted(ChainMap[str, Any]):
    """Variables, of which so much may be brought in: a few lines could name a long one a million times."""

    def __init__(self, variables: MutableMapping[str, Any], path: str, faults: _Faults) -> None:
        super().__init__(variables)
        self._path, self._faults = path, faults

    def __getitem__(self, name: str) -> Any:
        """Return a value. Raises FileInvalid: it is too much by now."""
        value = super().__getitem__(name)
        self._faults.brought += len(str(value))
        if self._faults.brought > MOST_BROUGHT:
            raise invalid(self._path, 0, f"variables bring more than {MOST_BROUGHT} characters in")
        return value


@dataclass(frozen=True, slots=True)
class _RawStep:
    """A step as written, with the file it stands in and the variables that this file brings along."""

    data: Any
    source: Source
    path: Path
    defaults: MutableMapping[str, Any]


def _nothing(_path: str) -> bool:
    return False


def load_scenarios(path: str, *, hides: Callable[[str], bool] = _nothing) -> tuple[Scenario, ...]:
    """Return the scenarios that a file holds: one, or one for each row of its `data`.

    Args:
        path: of the file.
        hides: tells which files may not be included.

    Raises:
        FileInvalid: with file, line and reason; the first when there are several.
        PathOutsideScope: it includes a file that is hidden.
    """
    scenarios, faults = read_scenarios(path, hides=hides)
    if faults:
        first = faults[0]
        if len(faults) > 1:
            first.hint = f"{first.hint} {len(faults) - 1} more: `wpf-agent scenario lint` lists them.".lstrip()
        raise first
    return scenarios


def read_scenarios(
    path: str, *, hides: Callable[[str], bool] = _nothing
) -> tuple[tuple[Scenario, ...], tuple[FileInvalid, ...]]:
    """Return the scenarios of a file and all its faults, by line; with faults the scenarios are not to be run.

    A file that does not parse has one fault, and no scenario.
    """
    faults = _Faults(hides)
    made: tuple[Scenario, ...] = ()
    with _noting(faults):
        made = _read(path, faults)
    own = os.path.abspath(path)
    by_line = sorted(faults.values(), key=lambda f: int(f.details.get("line", 0)))
    listed = sorted(by_line, key=lambda f: os.path.abspath(f.details["path"]) != own)
    return made, tuple(listed)


@contextmanager
def _noting(faults: _Faults) -> Iterator[None]:
    """Keep a fault, each once, instead of ending."""
    try:
        yield
    except FileInvalid as fault:
        faults.setdefault(fault.message, fault)


def _read(path: str, faults: _Faults) -> tuple[Scenario, ...]:
    source = read_source(path)
    data = source.data
    if not isinstance(data, dict):
        raise invalid(path, source.line(()), "a scenario is a mapping", hint=_EXAMPLE)
    if not data.get("steps"):
        raise invalid(path, source.line(("steps",)), "the scenario has no steps", hint=_EXAMPLE)
    chain = (os.path.abspath(path),)
    raw = {key: _flat(data.get(key) or [], source, (key,), chain, faults) for key in STEP_KEYS}
    rows = data.get("data")
    if rows is not None and (not isinstance(rows, list) or not all(isinstance(r, dict) for r in rows)):
        raise invalid(path, source.line(("data",)), "`data` is a list of mappings", hint="data: [{name: value}, …]")
    numbered: list[tuple[Mapping[str, Any], int | None]] = (
        [(r, n) for n, r in enumerate(rows)] if rows else [({}, None)]
    )
    if sum(map(len, raw.values())) * len(numbered) > MOST_STEPS:
        raise invalid(path, source.line(("data",)), f"{len(numbered)} rows have more than {MOST_STEPS} steps together")
    found = [_scenario(source, raw, row, number, faults) for row, number in numbered]
    return tuple(s for s in found if s is not None)


def _scenario(
    source: Source,
    raw: Mapping[str, Sequence[_RawStep]],
    row: Mapping[str, Any],
    number: int | None,
    faults: _Faults,
) -> Scenario | None:
    """One scenario; None when what stands beside its steps is wrong."""
    given = source.data.get("variables") or {}
    if not isinstance(given, dict):
        raise invalid(source.path, source.line(("variables",)), "`variables` is a mapping")
    variables = {**given, **row}
    steps: dict[str, list[Step]] = {key: [] for key in raw}
    for key, items in raw.items():
        for item in items:
            with _noting(faults):
                steps[key].append(_step(item, variables, faults))
    with _noting(faults):
        made = _head(source, variables, faults)
        changed: dict[str, Any] = {key: tuple(found) for key, found in steps.items()} | _beside(made, source.path)
        return replace(made, **changed, path=os.path.abspath(source.path), row=number)
    return None


def _head(source: Source, variables: MutableMapping[str, Any], faults: _Faults) -> Scenario:
    """What stands beside the steps."""
    data = {k: v for k, v in source.data.items() if k not in STEP_KEYS}
    filled, broken = _filled(data, variables, source, (), faults)
    made: Scenario = validated(filled, Written(data, source, (), broken), validate_scenario, faults)
    if made.target_spec is not None and made.profile is not None:
        raise invalid(
            source.path, source.line(("profile",)), "target_spec and profile were both given", hint="One is enough."
        )
    for folder in made.source:
        _check_here(folder, source, ("source",))
    return made


def _beside(made: Scenario, path: str) -> dict[str, Any]:
    """What is relative in a scenario counts from its file."""
    folder = os.path.dirname(os.path.abspath(path))
    changed: dict[str, Any] = {"source": tuple(os.path.normpath(os.path.join(folder, s)) for s in made.source)}
    spec = made.target_spec
    if spec is not None and spec.exe is not None and not is_elsewhere(spec.exe, folder):
        exe = os.path.normpath(os.path.join(folder, spec.exe))
        changed |= {"target_spec": replace(spec, exe=exe)} if os.path.isfile(exe) else {}
    return changed


def _flat(items: Any, source: Source, path: Path, chain: tuple[str, ...], faults: _Faults) -> list[_RawStep]:
    """The steps of a list with every include replaced by the steps of its file."""
    if not isinstance(items, list):
        key = path[-1] if path else "steps"
        raise invalid(source.path, source.line(path), f"`{key}` is a list of steps", hint="- action: click")
    own = source.data.get("variables") if isinstance(source.data, dict) else None
    defaults = own if isinstance(own, dict) else {}
    found: list[_RawStep] = []
    for index, item in enumerate(items):
        here = (*path, index)
        if isinstance(item, dict) and "include" in item:
            with _noting(faults):
                found += _included(item, source, here, chain, faults)
        else:
            found.append(_RawStep(item, source, here, defaults))
    return found


def _check_here(name: str, source: Source, at: Path) -> None:
    """A file that somebody sent lets nobody ask another computer, which would learn who reads it."""
    if is_elsewhere(name, os.path.abspath(source.path)):
        raise invalid(source.path, source.line(at), f"{name!r} lies on another computer: it is not looked at")


def _included(
    item: Mapping[str, Any], source: Source, here: Path, chain: tuple[str, ...], faults: _Faults
) -> list[_RawStep]:
    line = source.line(here)
    name = item["include"]
    faults.included += 1
    if faults.included > MOST_INCLUDES:
        raise invalid(source.path, line, f"more than {MOST_INCLUDES} files are included")
    if len(item) > 1 or not isinstance(name, str):
        raise invalid(source.path, line, "an include names one file and nothing else", hint="- include: login.yaml")
    _check_here(name, source, here)
    target = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(source.path)), name))
    if target in chain:
        names = " -> ".join(os.path.basename(p) for p in (*chain, target))
        raise invalid(source.path, line, f"the includes go round in a circle: {names}")
    if faults.hides(target):
        raise PathOutsideScope(f"{name!r} lies in the record of another application.", hint="Leave the include out.")
    if not os.path.isfile(target):
        raise invalid(source.path, line, f"there is no file {target}", hint="Includes are relative to their file.")
    included = read_source(target)
    if isinstance(included.data, dict):
        return _flat(included.data.get("steps") or [], included, ("steps",), (*chain, target), faults)
    return _flat(included.data, included, (), (*chain, target), faults)


def _step(raw: _RawStep, variables: MutableMapping[str, Any], faults: _Faults) -> Step:
    if not isinstance(raw.data, dict):
        raise invalid(raw.source.path, raw.source.line(raw.path), "a step is a mapping", hint="- action: click")
    data, broken = _filled(raw.data, ChainMap(variables, raw.defaults), raw.source, raw.path, faults)
    args = data.get("args")
    text = args.get("text") if data.get("action") == "type_text" and isinstance(args, dict) else None
    if isinstance(args, dict) and isinstance(text, str) and (secret := SECRET.match(text)):
        data["args"] = {**{k: v for k, v in args.items() if k != "text"}, "secret": secret[1]}
    _no_other_secrets(data, raw)
    written = Written(raw.data, raw.source, raw.path, broken)
    made: Step = validated(data, written, validate_step, faults)
    return replace(made, place=Place(raw.source.path, raw.source.line(raw.path)))


def _no_other_secrets(value: Any, raw: _RawStep, path: Path = ()) -> None:
    if isinstance(value, dict):
        for key, item in value.items():
            _no_other_secrets(item, raw, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _no_other_secrets(item, raw, (*path, index))
    elif isinstance(value, str) and "${secret:" in value:
        line = raw.source.line((*raw.path, *path))
        raise invalid(
            raw.source.path,
            line,
            f"a secret cannot stand in {show_path(path)}",
            hint="Only as the whole text of type_text, so that it is written down nowhere.",
        )


def _filled(
    data: Mapping[str, Any], variables: MutableMapping[str, Any], source: Source, path: Path, faults: _Faults
) -> tuple[dict[str, Any], dict[str, FileInvalid]]:
    """The data with its variables filled in, and the keys where that failed, with the fault."""
    counted = _Counted(variables, source.path, faults)
    filled: dict[str, Any] = {}
    broken: dict[str, FileInvalid] = {}
    for key, value in data.items():
        filled[key] = value
        if path or key not in ("variables", "data"):
            try:
                filled[key] = substitute(value, counted, source, (*path, key))
            except FileInvalid as fault:
                broken[key] = faults.setdefault(fault.message, fault)
    return filled, broken
