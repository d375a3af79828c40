"""What an exploration is: frozen values, made from a file by `runner.explore.load` or from flags."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from wpfagent.actions.expect import Expectation
from wpfagent.core.shapes import key
from wpfagent.core.wait import LONGEST_MS
from wpfagent.desktops.target import TargetSpec
from wpfagent.runs.model import Invariant, Step

Strategy = Literal["novelty", "weighted", "uniform"]
MAX_STEPS = 200


@dataclass(frozen=True, slots=True)
class Rule:
    """Changes how often something is done, or what is typed. All keys that are given must fit.

    Args:
        action: only for this action.
        control_type: only on this type of control.
        automation_id_re: a regular expression for the control's AutomationId.
        name_re: a regular expression for the control's name.
        weight: multiplies how often it is chosen; 0 = never.
        when: the precondition: otherwise it is not done.
        destructive: it counts as destructive, whatever it is called.
        texts: names of text generators; only these are used.
        values: texts that are typed as they stand, beside the generated ones.
    """

    action: str | None = None
    control_type: str | None = None
    automation_id_re: str | None = None
    name_re: str | None = None
    weight: float = key(1.0, least=0)
    when: Expectation | None = None
    destructive: bool = False
    texts: tuple[str, ...] = ()
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tightening:
    """What the exploration forbids beyond the profile; it cannot allow more.

    Args:
        allow_destructive: false forbids what profile and flag together would allow.
        input: `never` leaves keyboard and mouse alone.
        destructive_patterns: regular expressions of what counts as destructive, too.
    """

    allow_destructive: bool = True
    input: Literal["allowed", "never"] = "allowed"
    destructive_patterns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Exploration:
    """A random run: its application, its budgets, what is done how often, what must always hold.

    Args:
        target: the application, mostly by its profile.
        title: what it is for.
        seed: of all its randomness; drawn and recorded where it is absent.
        strategy: novelty (least tried in the state first), weighted or uniform.
        max_steps: how many actions at most.
        max_time_s: seconds at most.
        max_failures: how many different failures at most; the application is restarted after each.
        restart_every: so many actions after a start the application is ended and started anew; None: after a failure.
        until_covered: end when all that was seen has been used and nothing new comes.
        own_words: whether strings and numbers of the program's own code are tried as values.
        action_space: rules that change what is done how often.
        invariants: checked after each step.
        safety: what is forbidden beyond the profile.
        oracles: settings for the oracles.
        at_end: steps at the end of each run of the application, destructive ones with `confirm` too.
    """

    target: TargetSpec | None = None
    title: str = ""
    seed: int | None = None
    strategy: Strategy = "novelty"
    max_steps: int = key(MAX_STEPS, least=1)
    max_time_s: float | None = key(None, least=1, most=LONGEST_MS / 1000)
    max_failures: int | None = key(None, least=1)
    restart_every: int | None = key(None, least=1)
    until_covered: bool = False
    own_words: bool = True
    action_space: tuple[Rule, ...] = ()
    invariants: tuple[Invariant, ...] = ()
    safety: Tightening = field(default_factory=Tightening)
    oracles: Mapping[str, Any] = field(default_factory=dict)
    at_end: tuple[Step, ...] = ()
    path: str = field(default="", metadata={"hidden": True})
