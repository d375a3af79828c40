"""`wpf-agent scenario run` and `lint`."""

from __future__ import annotations

from collections.abc import Sequence

from wpfagent.cli import usage
from wpfagent.cli.context import Context
from wpfagent.cli.output import Output
from wpfagent.cli.running import Settings, run_one
from wpfagent.desktops.base import Desktop
from wpfagent.errors import InvalidArgument
from wpfagent.profiles import Profile
from wpfagent.runner.dry_run import simulated_target
from wpfagent.runner.lint import LintReport, lint_scenario
from wpfagent.runner.load import load_scenarios
from wpfagent.runner.model import Scenario
from wpfagent.runner.results import ScenarioResult, exit_code_of
from wpfagent.target import TargetSpec

USAGE = f"""\
Run written scenarios, or check them without running anything.

Usage:
  wpf-agent scenario run  (--file=FILE)... [options]
  wpf-agent scenario run  <file>... [options]
  wpf-agent scenario lint (--file=FILE)... [options]
  wpf-agent scenario lint <file>... [options]

Examples:
  wpf-agent scenario run login.yaml --profile MyApp-Dev
  wpf-agent scenario run login.yaml --dry-run          on the simulated desktop, or against the XAML in `source`
  wpf-agent scenario lint tests/*.yaml --source ../src

A scenario:
  id: note-survives
  target_spec: {{exe: OrderDesk.exe}}                    # or profile: NAME
  steps:
    - action: type_text
      selector: {{automation_id: Notes}}
      args: {{text: hello}}
      expected: {{value_equals: hello}}

Exit codes: 0 passed, 1 failed (or lint found a wrong selector), 2 a file that does not parse, 3 the application was
not reached, 4 refused, 130 interrupted.

Scenario options:
  --file=FILE            a scenario file, YAML or JSON; may be given several times
  --profile=NAME         the application, instead of the scenario's own
  --dry-run              without the real program
  --source=PATH          XAML file or folder to check selectors against, beside the scenario's own `source`
  --keep-open            leave the application open that was started
  --update-baselines     write the pictures that screenshot_diff compares with

{usage.MODE}
{usage.COMMON}"""


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Run or lint scenarios."""
    context = Context(usage.parse(USAGE, argv), desktop)
    options = context.options
    paths = [*options["--file"], *options["<file>"]]
    if not paths:
        raise InvalidArgument("No scenario file was named.", hint="For example --file login.yaml.")
    scenarios = [scenario for path in paths for scenario in load_scenarios(path)]
    if options["lint"]:
        return _lint(scenarios, context)
    target = TargetSpec(profile=options["--profile"]) if options["--profile"] else None
    return _dry_run(scenarios, target, context) if options["--dry-run"] else _run(scenarios, target, context)


def _run(scenarios: Sequence[Scenario], target: TargetSpec | None, context: Context) -> int:
    settings = Settings(target, bool(context.options["--keep-open"]), bool(context.options["--update-baselines"]))
    profiles = dict(context.profile_set.profiles)
    results: list[ScenarioResult] = []
    for scenario in scenarios:
        results.append(run_one(scenario, context, context.desktop, profiles, settings))
        if results[-1].outcome == "interrupted":
            break
    _summary(results, context.out)
    return exit_code_of(results)


def _dry_run(scenarios: Sequence[Scenario], target: TargetSpec | None, context: Context) -> int:
    from wpfagent.desktops import open_desktop

    profiles = dict(context.profiles_for("simulated").profiles)
    results: list[ScenarioResult] = []
    reports: list[LintReport] = []
    for scenario in scenarios:
        simulated = simulated_target(scenario, target, profiles)
        if simulated is not None:
            results.append(run_one(scenario, context, open_desktop("simulated"), profiles, Settings(simulated)))
        else:
            reports.append(_lint_one(scenario, target, profiles, context))
    _summary(results, context.out, reports)
    codes = [exit_code_of(results), *(r.exit_code for r in reports)]
    return 1 if 1 in codes else max(codes)


def _lint(scenarios: Sequence[Scenario], context: Context) -> int:
    target = TargetSpec(profile=context.options["--profile"]) if context.options["--profile"] else None
    reports = [_lint_one(s, target, dict(context.profile_set.profiles), context) for s in scenarios]
    context.out.document({"lint": [r.to_dict() for r in reports]})
    return max(r.exit_code for r in reports)


def _lint_one(
    scenario: Scenario, target: TargetSpec | None, profiles: dict[str, Profile], context: Context
) -> LintReport:
    spec = target or scenario.target
    profile = profiles.get(spec.profile or "") if spec is not None else None
    sources = [context.options["--source"]] if context.options["--source"] else []
    report = lint_scenario(scenario, [*sources, *(profile.source if profile is not None else ())])
    out = context.out
    out.styled(scenario.title or scenario.name, "bold")
    for finding in report.findings:
        if finding.verdict == "wrong":
            out.styled(f"  wrong: {finding.selector.describe()}", "bold red")
            out.line(f"      {finding.reason}" + (f"; nearest: {', '.join(finding.near)}" if finding.near else ""))
            out.line(f"      {finding.place}")
        elif finding.verdict == "unknown":
            out.line(f"  unknown: {finding.selector.describe()} ({finding.reason})")
    if report.sources:
        counts = ", ".join(f"{n} {verdict}" for verdict, n in report.counts.items())
        out.line(f"  {len(scenario.steps)} steps, selectors: {counts} (against {len(report.sources)} XAML files)")
    else:
        out.line(f"  {len(scenario.steps)} steps are valid; no `source` with XAML, so no selector was checked")
    out.line()
    return report


def _summary(results: Sequence[ScenarioResult], out: Output, reports: Sequence[LintReport] = ()) -> None:
    made = {"scenarios": [r.to_dict() for r in results]}
    out.document(made | ({"lint": [r.to_dict() for r in reports]} if reports else {}))
    if len(results) > 1:
        counts = {o: sum(1 for r in results if r.outcome == o) for o in dict.fromkeys(r.outcome for r in results)}
        out.line("Together: " + ", ".join(f"{n} {outcome}" for outcome, n in counts.items()))
