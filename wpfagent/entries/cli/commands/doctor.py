"""`wpf-agent doctor`: is everything there, and how to mend what is not."""

from __future__ import annotations

from collections.abc import Sequence

from wpfagent.core.errors import InvalidArgument, WpfAgentError
from wpfagent.core.language import language_of
from wpfagent.desktops.base import Desktop
from wpfagent.entries.cli import usage
from wpfagent.entries.cli.context import DESKTOPS
from wpfagent.entries.cli.output import Output, pad
from wpfagent.entries.doctor import Finding, Patient, examine

USAGE = """\
Looks whether everything is there that driving applications needs: versions, Windows, session, monitors, rights, UI
Automation, profiles, the artifacts folder, the entries in MCP clients. Each gets a verdict, and where it needs one a
fix.

Usage:
  wpf-agent doctor [options]

Options:
  --fix                  mend what can be mended without asking (stale entries in MCP clients)
  --json                 print JSON, for programs
  --desktop=NAME         uia (real windows; the default on Windows) or simulated
  --profiles=FILE        the profiles.json to use
  --artifacts=DIR        where records go
  --lang=LANG            en or ja
  -h --help              this text

Exit codes: 0 nothing is wrong (or it was mended), 1 there is a problem, 2 usage.
"""
STYLES = {"ok": "green", "warning": "yellow", "problem": "bold red"}
VERDICT_COLUMN, NAME_COLUMN = 8, 16
CHECK = "doctor: "
"""Before the name of a check in the catalogue: alone such a word might be anything."""


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Examine this machine."""
    options = usage.parse(USAGE, argv)
    out = Output(json=bool(options["--json"]), language=language_of(options.get("--lang")))
    if options["--desktop"] not in (None, *DESKTOPS):
        raise InvalidArgument(f"--desktop cannot be {options['--desktop']!r}.", hint=f"One of: {', '.join(DESKTOPS)}.")
    named = (options["--profiles"], options["--artifacts"])
    patient = Patient(desktop, *named) if desktop is not None else Patient.here(options["--desktop"], *named)
    mended: list[str] = []
    findings = examine(patient)
    if options["--fix"]:
        for finding in findings:
            if finding.mend is not None:
                try:
                    mended.append(finding.mend())
                except WpfAgentError as error:
                    out.line(f"{finding.name} could not be mended: {error}")
        findings = examine(patient) if mended else findings
    for finding in findings:
        show(finding, out)
    for said in mended:
        out.line(f"mended   {said}")
    out.document({"findings": [f.to_dict() for f in findings], "mended": mended})
    return 1 if any(f.verdict == "problem" for f in findings) else 0


def show(finding: Finding, out: Output, indent: str = "") -> None:
    """Print a finding in the person's language: verdict, name, what was seen, and what to do about it."""
    verdict = pad(out.said(finding.verdict), VERDICT_COLUMN)
    name = pad(out.said(f"{CHECK}{finding.name}").removeprefix(CHECK), NAME_COLUMN)
    out.styled(f"{indent}{verdict} {name} {out.said(finding.said)}", STYLES[finding.verdict])
    if finding.fix:
        out.text(f"{indent}{'':<{VERDICT_COLUMN + NAME_COLUMN + 1}} {out.said(finding.fix)}")
