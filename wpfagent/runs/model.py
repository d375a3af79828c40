"""What a scenario is: frozen values, made from a file by `runner.load`, run by `runner.scenario`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from wpfagent.actions.expect import Expectation
from wpfagent.core.selector import Selector
from wpfagent.core.shapes import key
from wpfagent.core.wait import LONGEST_MS
from wpfagent.desktops.target import TargetSpec

OnFailure = Literal["stop", "continue"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a file; `line` counts from 1, 0 = not known."""

    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


@dataclass(frozen=True, slots=True)
class Step:
    """One action and what is expected after it.

    Args:
        action: the action's name in the table.
        selector: which element.
        args: the action's own arguments.
        expected: what must hold afterwards, on the step's selector or on one of its own; one mapping or a list.
        timeout_ms: milliseconds for the action, and again for what is expected.
        note: why; it stands in the record.
        confirm: the step's consent to something destructive.
    """

    action: str
    selector: Selector | None = None
    args: Mapping[str, Any] = field(default_factory=dict)
    expected: tuple[Expectation, ...] = ()
    timeout_ms: int | None = key(None, least=0, most=LONGEST_MS)
    note: str = ""
    confirm: bool = False
    place: Place = field(default_factory=Place, metadata={"hidden": True}, compare=False)

    def describe(self) -> str:
        """Return one short phrase: `click SaveButton`."""
        return f"{self.action} {_name(self.selector, self.args)}".rstrip()


@dataclass(frozen=True, slots=True)
class Invariant:
    """Checked after each step: `then` must hold wherever `when` does (always without `when`)."""

    then: tuple[Expectation, ...]
    when: Expectation | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """A test: its target, its steps, and what makes it pass or fail. Variables and includes are already filled in.

    Args:
        id: short name without blanks.
        title: what it shows, as a sentence.
        tags: words to pick it by.
        owner: who answers for it.
        created_at: a date.
        target_spec: the application; instead of `profile`.
        profile: the application by its profile's name.
        source: XAML files and folders for lint and dry-run, relative to the file.
        variables: values for `${name}`.
        data: variables that change; the scenario runs once for each entry.
        setup: steps before the test.
        steps: the test.
        teardown: steps that run always, at the end.
        timeout_ms: milliseconds for the whole scenario.
        on_failure: `stop` at the first failed step, or `continue`.
        retries: how often a failed run is tried again; a pass then is reported as flaky.
        success: must all hold at the end.
        failure: when one of them holds after a step, the run ends at once and has failed.
        invariants: checked after each step.
        oracles: settings for the oracles.
    """

    id: str
    title: str = ""
    tags: tuple[str, ...] = ()
    owner: str = ""
    created_at: str = ""
    target_spec: TargetSpec | None = None
    profile: str | None = None
    source: tuple[str, ...] = ()
    variables: Mapping[str, Any] = field(default_factory=dict)
    data: tuple[Mapping[str, Any], ...] = ()
    setup: tuple[Step, ...] = ()
    steps: tuple[Step, ...] = ()
    teardown: tuple[Step, ...] = ()
    timeout_ms: int | None = key(None, least=0, most=LONGEST_MS)
    on_failure: OnFailure = "stop"
    retries: int = key(0, least=0, most=100)
    success: tuple[Expectation, ...] = ()
    failure: tuple[Expectation, ...] = ()
    invariants: tuple[Invariant, ...] = ()
    oracles: Mapping[str, Any] = field(default_factory=dict)
    path: str = field(default="", metadata={"hidden": True})
    row: int | None = field(default=None, metadata={"hidden": True})

    @property
    def name(self) -> str:
        """Its id, with the number of the data row where there are several: `login[2]`."""
        return self.id if self.row is None else f"{self.id}[{self.row + 1}]"

    @property
    def values(self) -> Mapping[str, Any]:
        """Its variables with those of its data row."""
        return {**self.variables, **(self.data[self.row] if self.row is not None else {})}

    @property
    def target(self) -> TargetSpec | None:
        """What `target_spec` or `profile` names."""
        return TargetSpec(profile=self.profile) if self.profile is not None else self.target_spec


def _name(selector: Selector | None, args: Mapping[str, Any]) -> str:
    if selector is None:
        words = [str(v) for v in args.values() if isinstance(v, str)]
        return repr(words[0]) if words else ""
    keys = selector.to_dict()
    name = keys.get("automation_id") or keys.get("name") or keys.get("ref")
    if name is None:
        return selector.describe()
    place = [f"[{keys[k]}]" for k in ("row", "column") if k in keys]
    return str(name) + "".join(place)
