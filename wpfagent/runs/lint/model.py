"""What lint says: the verdict on each selector, remarks on steps and files, and the report on one scenario file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from wpfagent.core.errors import FileInvalid
from wpfagent.core.selector import Selector
from wpfagent.runs.model import Place, Scenario

Finding = Literal["ok", "wrong", "unknown"]
Kind = Literal["invalid", "wrong", "fragile", "unconfirmed", "duplicate", "unused", "unchecked", "unknown"]
"""What a remark is about: `invalid` ends with exit code 2, `wrong` with 1; the others are advice."""


@dataclass(frozen=True, slots=True)
class SelectorFinding:
    """The verdict on one selector: where it stands, why, and the nearest names when it is wrong."""

    verdict: Finding
    selector: Selector
    place: Place
    reason: str = ""
    near: tuple[str, ...] = ()

    def remark(self) -> Remark:
        """Return it as a remark; an `ok` one is none."""
        near = f"; nearest: {', '.join(self.near)}" if self.near else ""
        kind: Kind = "wrong" if self.verdict == "wrong" else "unknown"
        return Remark(kind, self.place, f"{self.selector.describe()}: {self.reason}{near}")

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "verdict": self.verdict,
            "selector": self.selector.to_dict(),
            "place": str(self.place),
            "reason": self.reason,
            "nearest": list(self.near),
        }


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing that lint has to say about a place in a file."""

    kind: Kind
    place: Place
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.kind}: {self.message}"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"kind": self.kind, "file": self.place.file, "line": self.place.line, "message": self.message}


@dataclass(frozen=True, slots=True)
class LintReport:
    """What lint found in one scenario, or in all rows of one file.

    Args:
        path: the file.
        scenario: the scenario, its first row where there are several; None when the file is invalid.
        findings: the verdict on each selector, each once; empty without XAML and without a running application.
        sources: the XAML files that were read.
        remarks: everything else.
    """

    path: str
    scenario: Scenario | None = None
    findings: tuple[SelectorFinding, ...] = ()
    sources: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()

    @property
    def counts(self) -> Mapping[str, int]:
        """How many selectors got each verdict."""
        counted = Counter(f.verdict for f in self.findings)
        return {verdict: counted[verdict] for verdict in ("ok", "wrong", "unknown")}

    @property
    def exit_code(self) -> int:
        """2 when the file is invalid, 1 when a selector is wrong."""
        if any(r.kind == "invalid" for r in self.remarks):
            return 2
        return 1 if self.counts["wrong"] else 0

    def lines(self) -> list[Remark]:
        """Return everything that there is to say, in the order of the file."""
        said = [*self.remarks, *(f.remark() for f in self.findings if f.verdict != "ok")]
        return sorted(said, key=lambda r: (r.place.file != self.path, r.place.file, r.place.line))

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "id": self.scenario.name if self.scenario is not None else None,
            "file": self.path,
            "sources": list(self.sources),
            "counts": dict(self.counts),
            "findings": [f.to_dict() for f in self.findings],
            "remarks": [r.to_dict() for r in self.lines()],
        }


def remark_on_fault(fault: FileInvalid) -> Remark:
    """Return what makes a file invalid as a remark."""
    place = Place(str(fault.details.get("path", "")), int(fault.details.get("line", 0)))
    said = fault.message.removeprefix(f"{place}: ")
    return Remark("invalid", place, f"{said} {fault.hint}".rstrip())
