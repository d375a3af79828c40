"""A scenario file as text: steps and conditions with the comments that a person needs, which the loader reads back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from wpfagent.core.yaml_text import write_value
from wpfagent.testing.scenarios.variables import SECRET

PHASES = ("setup", "steps", "teardown")
MASKED = re.compile(r"\$\{(secret:\w+|redacted)\}")
"""What a record holds in place of a secret."""


@dataclass(slots=True)
class WrittenStep:
    """A step as it is being written; `line` is the record's line that it comes from."""

    line: Mapping[str, Any]
    selector: dict[str, Any] | None
    args: dict[str, Any]
    confirm: bool
    expected: list[dict[str, Any]] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)


@dataclass(slots=True)
class WrittenScenario:
    """A scenario as it is being written; `comment` stands above it."""

    id: str
    title: str
    created_at: str
    target_spec: Mapping[str, Any]
    comment: str
    phases: dict[str, list[WrittenStep]] = field(default_factory=lambda: {p: [] for p in PHASES})
    success: list[dict[str, Any]] = field(default_factory=list)
    failure: list[dict[str, Any]] = field(default_factory=list)
    invariants: list[dict[str, Any]] = field(default_factory=list)
    oracles: Mapping[str, Any] = field(default_factory=dict)


def text_of(scenario: WrittenScenario) -> str:
    """Return a scenario as YAML that `load_scenarios` reads."""
    return "\n".join([*_head(scenario), *_body(scenario), ""])


def _head(scenario: WrittenScenario) -> Iterator[str]:
    yield _comment(scenario.comment)
    texts = [str(step.args.get("text", "")) for steps in scenario.phases.values() for step in steps]
    secrets = dict.fromkeys(found[1] for text in texts if (found := SECRET.match(text)))
    if secrets:
        yield _comment(f"It needs {', '.join(f'WPF_AGENT_SECRET_{name}' for name in secrets)} to be set.")
    yield f"id: {write_value(scenario.id)}"
    yield f"title: {write_value(_literal(scenario.title))}"
    yield "tags: [recorded]"
    if scenario.created_at:
        yield f"created_at: {write_value(scenario.created_at)}"
    if not scenario.target_spec.keys() & {"exe", "profile"}:
        yield _comment("This only attaches to a program that runs; name its exe or a profile to start it.")
    yield f"target_spec: {write_value(_literal(scenario.target_spec))}"
    if scenario.oracles:
        yield f"oracles: {write_value(_literal(scenario.oracles))}"


def _body(scenario: WrittenScenario) -> Iterator[str]:
    conditions = {k: getattr(scenario, k) for k in ("success", "failure", "invariants")}
    for phase in PHASES:
        if scenario.phases[phase]:
            yield f"{phase}:"
            for step in scenario.phases[phase]:
                yield from _step_lines(step)
        if phase == "steps":
            for key, listed in conditions.items():
                if listed:
                    yield f"{key}:"
                    yield from (f"  - {write_value(_literal(item))}" for item in listed)


def _step_lines(step: WrittenStep) -> Iterator[str]:
    yield f"  - action: {step.line['action']}"
    if step.selector is not None:
        yield f"    selector: {write_value(_literal(step.selector))}"
    if step.args:
        yield f"    args: {write_value(_literal_args(step.args))}"
    if len(step.expected) == 1:
        yield f"    expected: {write_value(_literal(step.expected[0]))}"
    elif step.expected:
        yield "    expected:"
        yield from (f"      - {write_value(_literal(e))}" for e in step.expected)
    if note := step.line.get("note"):
        yield f"    note: {write_value(_literal(note))}"
    if step.confirm:
        yield "    confirm: true  # destructive, and consented to in the recorded run; the run needs its consent anew"
    yield from (f"    {_comment(c)}" for c in step.comments)


def _comment(text: str) -> str:
    return f"# {' '.join(str(text).split())}"


def _literal_args(args: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments as a file holds them: only the whole of `text` may be a secret."""
    return {k: v if k == "text" and isinstance(v, str) and SECRET.match(v) else _literal(v) for k, v in args.items()}


def _literal(value: Any) -> Any:
    """JSON-like data in which `${` means itself, and nothing is a secret's name."""
    if isinstance(value, Mapping):
        return {k: _literal(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_literal(v) for v in value]
    return MASKED.sub("***", value).replace("${", "$${") if isinstance(value, str) else value
