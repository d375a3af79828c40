"""What goes through the gate: a request for one action, and the reply that every entry prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from wpfagent.actions.evidence.effect import Effect
from wpfagent.core.model import Control, Picture
from wpfagent.core.selector import Selector
from wpfagent.desktops.target import Target
from wpfagent.safety.policy import Consent


@dataclass(frozen=True, slots=True)
class Request:
    """One action to perform.

    Args:
        action: its name in the table.
        timeout_ms: until when, in milliseconds; the policy's default when None.
        note: why, for the record.
        place: where it stands in a scenario or a replay, for the record.
    """

    action: str
    args: Mapping[str, Any] = field(default_factory=dict)
    selector: Selector | Mapping[str, Any] | None = None
    target: Target | None = None
    timeout_ms: int | None = None
    consent: Consent = field(default_factory=Consent)
    note: str = ""
    place: Mapping[str, Any] = field(default_factory=dict)


class Remark(Protocol):
    """What a subscriber says of an act: an oracle's finding."""

    @property
    def oracle(self) -> str:
        """Who says it."""
        ...

    @property
    def title(self) -> str:
        """What it is, in one line."""
        ...

    @property
    def severity(self) -> str:
        """`failure` or `warning`."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        ...


@dataclass(frozen=True, slots=True)
class Reply:
    """What an action came to; `to_dict` is the form that every entry prints and `steps.jsonl` keeps.

    `paused_ms`: so long input gave way to the person at the PC.
    """

    action: str
    target: Target | None
    selector: Selector | None
    matched_by: str
    method: str
    effect: Effect | None
    evidence: Mapping[str, Any]
    elapsed_ms: int
    result: Mapping[str, Any] = field(default_factory=dict)
    healed: bool = False
    control: Control | None = None
    picture: Picture | None = None
    desktop: str = "uia"
    findings: tuple[Remark, ...] = ()
    paused_ms: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; a read gives its result, an act its effect and evidence."""
        made: dict[str, Any] = {"action": self.action}
        if self.target is not None:
            made["target"] = self.target.target_id
        if self.selector is not None:
            made["selector"] = self.selector.to_dict()
            made["matched_by"] = self.matched_by
        if self.healed:
            made["healed"] = True
        if self.effect is not None:
            made |= {"method": self.method, "effect": self.effect, "evidence": dict(self.evidence)}
        if self.desktop != "uia":
            made["desktop"] = self.desktop
        if self.paused_ms:
            made["paused_ms"] = self.paused_ms
        if self.findings:
            made["findings"] = [f.to_dict() for f in self.findings]
        return {**made, **self.result, "elapsed_ms": self.elapsed_ms}
