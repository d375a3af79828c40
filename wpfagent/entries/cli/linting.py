"""Linting for the command line: against XAML, and with `--live` in the running application."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace

from wpfagent.core.errors import InvalidArgument
from wpfagent.desktops.target import Target, TargetSpec
from wpfagent.entries.cli.annotations import annotate_lint, annotations_wanted, show_annotations
from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.output import Output
from wpfagent.gate.execute import Gate
from wpfagent.profiles.profile import Profile
from wpfagent.runs.application import close_application, open_application
from wpfagent.runs.lint import Against, LintReport, lint_file
from wpfagent.runs.lint.live import Look, looking_at
from wpfagent.runs.model import Scenario

REMARK_STYLES = {"invalid": "bold red", "wrong": "bold red", "unknown": "bright_black"}


def lint(paths: Sequence[str], target: TargetSpec | None, context: Context) -> int:
    """Check scenario files, tell what there is to say, and return the exit code."""
    options, out = context.options, context.out
    if options["--launch"] and not options["--live"]:
        raise InvalidArgument("--launch belongs to --live.", hint="Add --live.")
    profiles = context.profile_set.profiles
    ids: dict[str, str] = {}
    with ExitStack() as opened:
        looks = _Looks(context, opened) if options["--live"] else None

        def against(scenario: Scenario) -> Against:
            known = against_of(scenario, target, profiles, context)
            return replace(known, look=looks.at(target or scenario.target)) if looks is not None else known

        reports = [lint_file(path, ids, against) for path in paths]
    for report in reports:
        print_report(report, out)
    out.document({"lint": [r.to_dict() for r in reports]})
    if annotations_wanted(options["--annotations"]):
        show_annotations(annotate_lint(reports), as_json=out.json)
    return max(r.exit_code for r in reports)


def against_of(
    scenario: Scenario, target: TargetSpec | None, profiles: Mapping[str, Profile], context: Context
) -> Against:
    """Return what a scenario is checked against without a running application."""
    spec = target or scenario.target
    profile = profiles.get(spec.profile or "") if spec is not None else None
    named = [context.options["--source"]] if context.options["--source"] else []
    if profile is None:
        return Against(tuple(named))
    return Against((*named, *profile.source), patterns=profile.safety.destructive_patterns)


class _Looks:
    """The running applications that selectors are checked in, each found once; those that were started are closed."""

    def __init__(self, context: Context, opened: ExitStack) -> None:
        self.launch = bool(context.options["--launch"])
        self.out = context.out
        self.opened = opened
        self.gate = Gate(context.desktop, policy=context.policy("scenario"), profiles=context.profile_set.profiles)
        self.known: dict[str, Look] = {}

    def at(self, spec: TargetSpec | None) -> Look | None:
        """Return what judges by this application; None where a scenario names none."""
        if spec is None:
            return None
        key = repr(spec.to_dict())
        if key not in self.known:
            self.known[key] = looking_at(self.gate, self._open(spec))
        return self.known[key]

    def _open(self, spec: TargetSpec) -> Target:
        if not self.launch:
            return self.gate.targets.resolve(spec)
        found = open_application(self.gate, spec, lambda command: self.out.line(f"starting {command}"))
        if found.launched:
            self.opened.callback(close_application, self.gate, found.target)
        return found.target


def print_report(report: LintReport, out: Output) -> None:
    """Print a line for each remark, and what was checked."""
    for remark in report.lines():
        out.styled(str(remark), REMARK_STYLES.get(remark.kind, ""))
    if report.scenario is None:
        return
    count = len(report.scenario.steps)
    steps = f"{count} step{'' if count == 1 else 's'}"
    if report.findings:
        counts = ", ".join(f"{n} {verdict}" for verdict, n in report.counts.items())
        files = f"{len(report.sources)} XAML files" if report.sources else "the running application"
        out.line(f"{report.path}: {steps}, selectors: {counts} (against {files})")
    else:
        out.line(f"{report.path}: {steps}, valid; no `source` with XAML, so no selector was checked")
