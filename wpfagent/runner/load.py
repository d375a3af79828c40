"""A scenario file as scenarios: includes put in, variables filled in, everything validated; one for each data row.

Every fault is a FileInvalid that names the file, the line and the reason, and what would be right.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from wpfagent.errors import FileInvalid, WpfAgentError
from wpfagent.runner.model import Place, Scenario, Step
from wpfagent.runner.text import Path, Source, invalid, read_source
from wpfagent.runner.variables import SECRET, as_text, is_reference, substitute
from wpfagent.schemas import validate_scenario, validate_step
from wpfagent.schemas.problems import Problem, show_path

STEP_KEYS = ("setup", "steps", "teardown")
_EXAMPLE = "A scenario has id, target_spec or profile, and steps."


@dataclass(frozen=True, slots=True)
class _RawStep:
    """A step as written, with the file it stands in and the variables that this file brings along."""

    data: Any
    source: Source
    path: Path
    defaults: Mapping[str, Any]


def load_scenarios(path: str) -> tuple[Scenario, ...]:
    """Return the scenarios that a file holds: one, or one for each row of its `data`.

    Raises:
        FileInvalid: with file, line and reason.
    """
    source = read_source(path)
    data = source.data
    if not isinstance(data, dict):
        raise invalid(path, source.line(()), "a scenario is a mapping", hint=_EXAMPLE)
    if not data.get("steps"):
        raise invalid(path, source.line(("steps",)), "the scenario has no steps", hint=_EXAMPLE)
    raw = {key: _flat(data.get(key) or [], source, (key,), (os.path.abspath(path),)) for key in STEP_KEYS}
    rows = data.get("data")
    if rows is not None and (not isinstance(rows, list) or not all(isinstance(r, dict) for r in rows)):
        raise invalid(path, source.line(("data",)), "`data` is a list of mappings", hint="data: [{name: value}, …]")
    if not rows:
        return (_scenario(source, raw, {}, None),)
    return tuple(_scenario(source, raw, row, number) for number, row in enumerate(rows))


def _scenario(
    source: Source, raw: Mapping[str, Sequence[_RawStep]], row: Mapping[str, Any], number: int | None
) -> Scenario:
    data = {k: v for k, v in source.data.items() if k not in STEP_KEYS}
    given = data.get("variables") or {}
    if not isinstance(given, dict):
        raise invalid(source.path, source.line(("variables",)), "`variables` is a mapping")
    variables = {**given, **row}
    filled = {
        k: v if k in ("variables", "data") else substitute(v, variables, source.where, (k,)) for k, v in data.items()
    }
    made: Scenario = _texts_from_numbers(filled, data, validate_scenario, source)
    if made.target_spec is not None and made.profile is not None:
        raise invalid(
            source.path, source.line(("profile",)), "target_spec and profile were both given", hint="One is enough."
        )
    if made.retries < 0:
        raise invalid(source.path, source.line(("retries",)), "retries is 0 or more")
    steps: dict[str, Any] = {key: tuple(_step(item, variables) for item in items) for key, items in raw.items()}
    return replace(made, **steps, path=os.path.abspath(source.path), row=number, **_beside(made, source.path))


def _beside(made: Scenario, path: str) -> dict[str, Any]:
    """What is relative in a scenario counts from its file."""
    folder = os.path.dirname(os.path.abspath(path))
    changed: dict[str, Any] = {"source": tuple(os.path.normpath(os.path.join(folder, s)) for s in made.source)}
    spec = made.target_spec
    if spec is not None and spec.exe is not None and os.path.isfile(os.path.join(folder, spec.exe)):
        changed["target_spec"] = replace(spec, exe=os.path.normpath(os.path.join(folder, spec.exe)))
    return changed


def _flat(items: Any, source: Source, path: Path, chain: tuple[str, ...]) -> list[_RawStep]:
    """The steps of a list with every include replaced by the steps of its file."""
    if not isinstance(items, list):
        raise invalid(source.path, source.line(path), f"`{path[-1]}` is a list of steps", hint="- action: click")
    own = source.data.get("variables") if isinstance(source.data, dict) else None
    defaults = own if isinstance(own, dict) else {}
    found: list[_RawStep] = []
    for index, item in enumerate(items):
        here = (*path, index)
        if isinstance(item, dict) and "include" in item:
            found += _included(item, source, here, chain)
        else:
            found.append(_RawStep(item, source, here, defaults))
    return found


def _included(item: Mapping[str, Any], source: Source, here: Path, chain: tuple[str, ...]) -> list[_RawStep]:
    line = source.line(here)
    name = item["include"]
    if len(item) > 1 or not isinstance(name, str):
        raise invalid(source.path, line, "an include names one file and nothing else", hint="- include: login.yaml")
    target = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(source.path)), name))
    if target in chain:
        names = " -> ".join(os.path.basename(p) for p in (*chain, target))
        raise invalid(source.path, line, f"the includes go round in a circle: {names}")
    if not os.path.isfile(target):
        raise invalid(source.path, line, f"there is no file {target}", hint="Includes are relative to their file.")
    included = read_source(target)
    if isinstance(included.data, dict):
        return _flat(included.data.get("steps") or [], included, ("steps",), (*chain, target))
    return _flat(included.data, included, (), (*chain, target))


def _step(raw: _RawStep, variables: Mapping[str, Any]) -> Step:
    if not isinstance(raw.data, dict):
        raise invalid(raw.source.path, raw.source.line(raw.path), "a step is a mapping", hint="- action: click")
    data = substitute(raw.data, {**raw.defaults, **variables}, raw.source.where, raw.path)
    args = data.get("args")
    text = args.get("text") if data.get("action") == "type_text" and isinstance(args, dict) else None
    if isinstance(text, str) and (secret := SECRET.match(text)):
        data["args"] = {**{k: v for k, v in args.items() if k != "text"}, "secret": secret[1]}
    _no_other_secrets(data, raw)
    made: Step = _texts_from_numbers(data, raw.data, validate_step, raw.source, raw.path)
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


def _texts_from_numbers(filled: Any, written: Any, validate: Any, source: Source, path: Path = ()) -> Any:
    """Validate; where only a text fits and a variable brought a number, the number's text is meant."""
    while True:
        found = validate(filled)
        if not isinstance(found, list):
            return found
        problem = next((p for p in found if p.wants_text and is_reference(_at(written, p.path))), None)
        if problem is None or isinstance(_at(filled, problem.path), str):
            _raise(found[0], source, path)
        filled = _with_text(filled, problem.path)


def _at(data: Any, path: Path) -> Any:
    for part in path:
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def _with_text(data: Any, path: Path) -> Any:
    if not path:
        return as_text(data)
    if isinstance(data, dict):
        return {k: _with_text(v, path[1:]) if k == path[0] else v for k, v in data.items()}
    return [_with_text(v, path[1:]) if i == path[0] else v for i, v in enumerate(data)]


def _raise(problem: Problem, source: Source, path: Path) -> NoReturn:
    whole = (*path, *problem.path)
    line = source.line(whole)
    at = show_path(problem.path)
    reason = f"{at}: {problem.message}" if at else problem.message
    error: WpfAgentError = FileInvalid(
        f"{source.path}:{line}: {reason}" if line else f"{source.path}: {reason}",
        hint=problem.hint,
        details={"path": source.path, "line": line, "key": show_path(whole), "reason": problem.message},
    )
    raise error
