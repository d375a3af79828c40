"""A gate whose actions are recorded, judged by the oracles and turned into tickets: what every run works with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from wpfagent import __version__
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.target import TargetSpec
from wpfagent.gate.execute import Gate
from wpfagent.profiles.profile import Profile, ProfileRecord
from wpfagent.safety.masking import Masks
from wpfagent.safety.policy import Guard, Policy
from wpfagent.testing.oracles.base import Finding
from wpfagent.testing.oracles.judging import Judge
from wpfagent.testing.record.modes import Screenshots
from wpfagent.testing.record.recorder import Recorder, recorder_of
from wpfagent.testing.record.recording import recording_gate
from wpfagent.testing.record.session import SessionWriter
from wpfagent.testing.record.trail import FailureEvent
from wpfagent.testing.report import refresh_ticket_page
from wpfagent.testing.tickets.write import Filed, TicketWriter


@dataclass(slots=True)
class Recorded:
    """A recorded run: its gate, its session, and the tickets that it has filed so far.

    Usable in a `with` statement, which closes the session however it ends. `outcome` is what its end says; whoever runs
    sets it.
    """

    gate: Gate
    session: SessionWriter
    writer: TicketWriter
    filed: list[Filed] = field(default_factory=list)
    outcome: dict[str, Any] = field(default_factory=dict)

    def __enter__(self) -> Recorded:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if error is not None:
            self.outcome.setdefault("outcome", "interrupted" if isinstance(error, KeyboardInterrupt) else "ended")
        self.close()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the oracles have found so far."""
        return tuple(self.recorder.found)

    @property
    def tickets(self) -> tuple[Filed, ...]:
        """The tickets that were written for it, or whose count was raised."""
        return tuple(self.filed)

    @property
    def recorder(self) -> Recorder:
        """What keeps and judges what passes the gate."""
        return recorder_of(self.gate)

    def file(self, failure: FailureEvent) -> None:
        """Write the ticket of a failure, or raise the count of the one that it has already."""
        filed = self.writer.file(failure)
        self.filed.append(filed)
        self.session.facts.setdefault("tickets", []).append({**filed.to_dict(), "n": failure.entry.n})
        self.session.save()
        if filed.new:
            self.session.later(lambda: refresh_ticket_page(filed.folder))

    def close(self) -> None:
        """End the session."""
        if self.recorder.runtime is not None:
            self.recorder.runtime.close()
        self.session.close(self.outcome or {"outcome": "ended"})


def open_recorded(
    desktop: Desktop,
    artifacts: Path,
    *,
    policy: Policy,
    profiles: Mapping[str, Profile],
    facts: Mapping[str, Any],
    spec: TargetSpec | None = None,
    oracles: Mapping[str, Any] | None = None,
    variables: Mapping[str, Any] | None = None,
    screenshots: Screenshots | None = None,
    guard: Guard | None = None,
    base_dir: str = ".",
    update_baselines: bool = False,
    take_pictures: bool = True,
) -> Recorded:
    """Return a gate whose actions are recorded and judged, and whose failures become tickets.

    Args:
        desktop: where.
        artifacts: the artifacts folder.
        policy: what the caller may do.
        profiles: the profiles by name.
        facts: what `session.json` says of the run: `caller`, `scenario`, ….
        spec: the application; its profile says what is kept, masked and judged.
        oracles: settings beside the profile's.
        variables: a scenario's; the values of those that are named like secrets show nowhere.
        screenshots: when pictures are written; the profile's word when None.
        guard: the memory of tokens and repeats.
        base_dir: where a scenario's relative paths start.
        update_baselines: whether `screenshot_diff` writes its baselines.
        take_pictures: False takes none at all.

    Raises:
        InvalidArgument: an oracle or a setting is not known.
        StorageFailed: the record cannot be written.
    """
    profile = profiles.get(spec.profile or "") if spec is not None else None
    record = profile.record if profile is not None else ProfileRecord()
    judge = Judge.configured(profile.oracles if profile is not None else {}, oracles or {})
    known: dict[str, Any] = {"target_spec": spec.to_dict()} if spec is not None else {}
    if profile is not None:
        known["profile"] = profile.name
    masks = Masks(record.redact)
    masks.add_variables(variables or {})
    known |= {**facts, "desktop": desktop.name, "version": __version__}
    session = SessionWriter(str(artifacts), known, masks=masks)
    gate = recording_gate(
        desktop,
        session,
        judge=judge,
        screenshots=screenshots or record.screenshots,
        take_pictures=take_pictures,
        policy=policy,
        profiles=profiles,
        guard=guard,
        base_dir=base_dir,
        update_baselines=update_baselines,
    )
    return filing(gate, session, artifacts, profile)


def filing(gate: Gate, session: SessionWriter, artifacts: Path, profile: Profile | None) -> Recorded:
    """Let the failures that a gate meets become tickets of a session; return both together."""
    writer = TicketWriter(artifacts, session, desktop=gate.desktop, profile=profile)
    recorded = Recorded(gate, session, writer)
    recorded.recorder.on_incident = recorded.file
    if recorded.recorder.runtime is not None:
        recorded.recorder.runtime.sources = writer.sources
    return recorded
