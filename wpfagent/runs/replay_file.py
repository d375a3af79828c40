"""What is replayed: our own `repro.actions.json`, or a bare list of actions as an AI or a person writes it.

A folder counts too: a ticket's by its repro.actions.json, a session's by its record. Nothing of the recorded run's own
ids is used: no refs, no target ids, no tokens.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wpfagent.actions.expect import Expectation
from wpfagent.core.errors import FileInvalid, InvalidArgument
from wpfagent.core.files import is_elsewhere
from wpfagent.core.selector import Selector
from wpfagent.core.yaml_text import read_source
from wpfagent.desktops.target import TargetSpec
from wpfagent.gate.passage import CheckKind
from wpfagent.gate.request import Request
from wpfagent.gate.schema import Call, validate_actions
from wpfagent.runs.model import Step
from wpfagent.runs.replay_secrets import fill, names_in
from wpfagent.testing.record.actions import VERSION, actions_of

FILE_NAME = "repro.actions.json"
STARTERS = frozenset({"resolve_target", "launch_application"})
"""They name the application; the replay opens it itself."""
CHECKS: tuple[CheckKind, ...] = ("expected", "success", "failure", "invariant")


@dataclass(frozen=True, slots=True)
class Recorded:
    """What the recorded run came to at one action; all empty where nobody recorded it.

    Args:
        effect: `confirmed`, `no_op`, `unverifiable`, or '' for a read.
        element: the element as it was found.
        error: the code of what it raised.
        findings: the oracles that found a failure there.
        consent: whether somebody consented to something destructive.
        check: which kind of check it is; '' for an action.
        ok: whether the check held.
        when: the condition under which an invariant counts; empty: always.
        windows_opened: titles of the windows that it opened.
        window: the window that a point lay in, `{"title", "rect"}`.
        pause_ms: how long nothing was done before it.
        elapsed_ms: how long it took.
        phase: `setup`, `steps` or `teardown`.
        known: whether there is a record at all.
    """

    effect: str = ""
    element: Mapping[str, Any] = field(default_factory=dict)
    error: str = ""
    findings: tuple[str, ...] = ()
    consent: bool = False
    check: CheckKind = ""
    ok: bool = True
    when: Mapping[str, Any] = field(default_factory=dict)
    windows_opened: tuple[str, ...] = ()
    window: Mapping[str, Any] = field(default_factory=dict)
    pause_ms: int = 0
    elapsed_ms: int = 0
    phase: str = "steps"
    known: bool = False

    @classmethod
    def parse(cls, given: Mapping[str, Any]) -> Recorded:
        """Return it made from the file's `recorded`; what does not fit counts as not recorded."""
        check = next((c for c in CHECKS if c == given.get("check")), "")
        return cls(
            effect=str(given.get("effect") or ""),
            element=_mapping(given.get("element")),
            error=str(given.get("error") or ""),
            findings=_texts(given.get("findings")),
            consent=given.get("consent") is True,
            check=check,  # type: ignore[arg-type]
            ok=given.get("ok", True) is True,
            when=_mapping(given.get("when")),
            windows_opened=_texts(given.get("windows_opened")),
            window=_mapping(given.get("window")),
            pause_ms=_number(given.get("pause_ms")),
            elapsed_ms=_number(given.get("elapsed_ms")),
            phase=str(given.get("phase") or "steps"),
            known=bool(given),
        )

    @property
    def failed(self) -> bool:
        """Whether the recorded run failed here."""
        return bool(self.findings or self.error or (self.check and not self.ok))

    def describe(self) -> str:
        """Return in a word what it came to."""
        if self.error:
            return self.error
        if self.check:
            return "held" if self.ok else "not met"
        return self.effect or "done"


@dataclass(frozen=True, slots=True)
class Act:
    """One action of the file; `number` counts from 1."""

    number: int
    call: Call
    recorded: Recorded

    @property
    def request(self) -> Request:
        """What is to be done."""
        return self.call.request

    @property
    def selector(self) -> Selector | None:
        """Which element."""
        return Selector.parse(self.request.selector) if self.request.selector is not None else None

    @property
    def expectation(self) -> Expectation:
        """What a check expects."""
        return Expectation.parse(self.request.args["until"])

    def describe(self) -> str:
        """Return one short phrase: `click SaveButton`."""
        if self.recorded.check:
            on = f" {self.selector.automation_id or self.selector.name or ''}".rstrip() if self.selector else ""
            return f"check{on} {self.expectation.describe()}"
        return Step(self.request.action, self.selector, self.request.args).describe()


@dataclass(frozen=True, slots=True)
class Recording:
    """A file to replay: its application and its actions.

    Args:
        path: where it was read.
        data: as it was written.
        acts: what is done and checked, in order.
        target_spec: the application; None where the file names it by a window title at most.
    """

    path: str
    data: Mapping[str, Any] = field(repr=False)
    acts: tuple[Act, ...]
    target_spec: TargetSpec | None = None

    @property
    def base_dir(self) -> str:
        """Where its relative paths (baselines of pictures) start: the scenario's folder, else the file's own.

        A whole drive is nobody's folder: below it lies every file. One of another computer is not looked at.
        """
        environment = self.data.get("environment")
        known = environment.get("base_dir") if isinstance(environment, Mapping) else None
        named, own = os.path.abspath(str(known or os.sep)), os.path.abspath(self.path)
        is_folder = os.path.dirname(named) != named and not is_elsewhere(str(known), own)
        return str(known) if is_folder else os.path.dirname(own)

    @property
    def suspects(self) -> Mapping[str, Mapping[str, Any]]:
        """What the recorded run found by many actions, by oracle: fewer are enough to see it again."""
        return {str(name): _mapping(what) for name, what in _mapping(self.data.get("suspects")).items()}

    @property
    def failing(self) -> int | None:
        """The number of the action where the recorded run failed first; None where it did not."""
        return next((a.number for a in self.acts if a.recorded.failed), None)

    @property
    def cause(self) -> int:
        """The number of the last action before that which may have caused the failure; beyond the end without one."""
        if (failing := self.failing) is None:
            return len(self.acts) + 1
        acted = [a.number for a in self.acts if a.number <= failing and a.recorded.effect and not a.recorded.check]
        return acted[-1] if acted else failing

    @property
    def consented(self) -> tuple[Act, ...]:
        """The actions that somebody consented to."""
        return tuple(a for a in self.acts if a.recorded.consent)

    @property
    def secrets(self) -> tuple[str, ...]:
        """The names of the secrets that it needs, in order."""
        given = [self.data.get("target_spec"), *(a.get("args") for a in self.data["actions"])]
        return tuple(dict.fromkeys(names_in(given)))

    def with_secrets(self, values: Mapping[str, str]) -> Recording:
        """Return it with its secrets filled in."""
        actions = [{**a, "args": fill(a.get("args", {}), values)} for a in self.data["actions"]]
        data = {**self.data, "actions": actions}
        if self.data.get("target_spec"):
            data["target_spec"] = fill(self.data["target_spec"], values)
        return parse_recording(data, self.path)


def read_recording(path: str) -> Recording:
    """Return what a file, a ticket's folder or a session's folder says to replay.

    Raises:
        FileInvalid: it cannot be read, does not parse, or holds what no other run can follow.
    """
    if os.path.isdir(path):
        inner = os.path.join(path, FILE_NAME)
        if os.path.isfile(inner):
            return read_recording(inner)
        if os.path.isfile(os.path.join(path, "steps.jsonl")):
            from wpfagent.testing.record.read import read_session

            return parse_recording(actions_of(read_session(Path(path))), path)
        raise FileInvalid(f"{path} holds neither {FILE_NAME} nor a record.", hint="Name a file, a ticket or a session.")
    source = read_source(path)
    data = {"actions": source.data} if isinstance(source.data, list) else source.data
    return parse_recording(data, path)


def parse_recording(data: Any, path: str) -> Recording:
    """Return a recording made from JSON-like data. Raises FileInvalid with the number of the action that is wrong."""
    try:
        if not isinstance(data, Mapping) or not isinstance(data.get("actions"), Sequence):
            raise InvalidArgument("no list of actions", hint='[{"tool": "click", "args": {…}}, …] is expected.')
        head, calls = validate_actions(data)
        if head.version > VERSION:
            raise InvalidArgument(f"version {head.version} was written by a newer wpf-agent", hint="Update this one.")
        if not calls:
            raise InvalidArgument("it holds no actions")
        acts = tuple(
            _act(number, call, tool.recorded)
            for number, (call, tool) in enumerate(zip(calls, head.actions, strict=True), start=1)
        )
        spec = usable(head.target_spec) or _named_in(acts)
    except InvalidArgument as error:
        raise FileInvalid(
            f"{path}: {error.message}", hint=error.hint, details={"path": path, **error.details}
        ) from error
    return Recording(path, data, acts, spec)


def _act(number: int, call: Call, recorded: Mapping[str, Any]) -> Act:
    act = Act(number, call, Recorded.parse(recorded))
    where = f"actions[{number - 1}]"
    if act.recorded.check and not isinstance(act.request.args.get("until"), Mapping):
        raise InvalidArgument(f"{where}: a check is a wait_for whose `until` is an expectation.")
    if _has_ref(act.selector):
        raise InvalidArgument(f"{where}: a ref belongs to one run.", hint="Name the element by automation_id, or name.")
    if "${redacted}" in str(act.request.args):
        raise InvalidArgument(
            f"{where}: its text was redacted in the record.", hint="Put it in, or ${secret:NAME} for it."
        )
    return act


def _has_ref(selector: Selector | None) -> bool:
    return selector is not None and (selector.ref is not None or _has_ref(selector.within))


def usable(spec: TargetSpec | None) -> TargetSpec | None:
    """Return a specification without what holds in one run only, the pid; None when nothing else names it."""
    if spec is None or spec.pid is None:
        return spec
    left = {k: v for k, v in spec.to_dict().items() if k != "pid"}
    return TargetSpec.parse(left) if any(k in left for k in spec.keys) else None


def _named_in(acts: Sequence[Act]) -> TargetSpec | None:
    """The application that an action itself names."""
    for act in acts:
        named = act.call.common.target_spec
        if named is None and act.request.action in STARTERS:
            given = act.request.args
            named = TargetSpec.parse(
                given.get("target_spec") or {k: given[k] for k in ("profile", "exe") if k in given}
            )
        if (found := usable(named)) is not None:
            return found
    return None


# -- reading what may be missing ----------------------------------------------------------------------------------


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(str(v) for v in value) if isinstance(value, list) else ()


def _number(value: Any) -> int:
    return round(value) if isinstance(value, int | float) else 0
