"""`wpf-agent scenario run`, `lint` and `new`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import iso_time
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.target import TargetSpec
from wpfagent.entries.cli import usage
from wpfagent.entries.cli.annotations import (
    annotate_lint,
    annotate_results,
    annotations_wanted,
    show_annotations,
    write_step_summary,
)
from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.linting import against_of, lint, print_report
from wpfagent.entries.cli.minimizing import minimize_tickets
from wpfagent.entries.cli.output import Output
from wpfagent.entries.cli.progress import baselines_of
from wpfagent.entries.cli.running import run_one
from wpfagent.entries.cli.writing import write_text
from wpfagent.gate.execute import Gate
from wpfagent.profiles.profile import Profile
from wpfagent.runs.dry_run import simulated_target
from wpfagent.runs.find import find_files, with_tags
from wpfagent.runs.junit import write_junit
from wpfagent.runs.lint import LintReport, lint_scenario
from wpfagent.runs.load import load_scenarios
from wpfagent.runs.model import Scenario
from wpfagent.runs.recorded import Settings
from wpfagent.runs.results import ScenarioResult, exit_code_of
from wpfagent.testing.record.read import find_session, read_session
from wpfagent.testing.scenarios.from_session import scenario_text
from wpfagent.testing.wording.trees import shorten

USAGE = f"""\
Run written scenarios, check them without running anything, or write one of a recorded session.

Usage:
  wpf-agent scenario run  [<file>...] [--file=FILE]... [--tag=TAG]... [options]
  wpf-agent scenario lint [<file>...] [--file=FILE]... [options]
  wpf-agent scenario new  (--from=SESSION | --last) [options]

A file may be a folder or a pattern too: `tests`, `tests/*.yaml`, `tests/**/*.yaml`. Without any, those of the profile.

Examples:
  wpf-agent scenario run login.yaml --profile MyApp-Dev
  wpf-agent scenario run tests --tag smoke --tag !slow --junit results.xml
  wpf-agent scenario run login.yaml --dry-run          on the simulated desktop, or against the XAML in `source`
  wpf-agent scenario run tests --minimize              shrink each failure to the steps that matter
  wpf-agent scenario lint tests --source ../src
  wpf-agent scenario lint login.yaml --live            against the application that runs
  wpf-agent scenario new --last --out order.yaml

A scenario:
  id: note-survives
  target_spec: {{exe: OrderDesk.exe}}                    # or profile: NAME
  steps:
    - action: type_text
      selector: {{automation_id: Notes}}
      args: {{text: hello}}
      expected: {{value_equals: hello}}

Lint prints `file:line: kind: message`. Kinds: invalid (exit 2); wrong: the XAML or the running application has no such
element (exit 1); and advice: fragile, unconfirmed, duplicate, unused, unchecked; unknown: only the run can tell.

Exit codes: 0 passed, 1 failed (or lint found a wrong selector), 2 a file that does not parse, 3 the application was
not reached, 4 refused, 130 interrupted.

Scenario options:
  --file=FILE            a scenario file, YAML or JSON; may be given several times
  --profile=NAME         the application, instead of the scenario's own
  --tag=TAG              only scenarios with this tag; with several: any of them; !TAG leaves out
  --dry-run              without the real program
  --source=PATH          XAML file or folder to check selectors against, beside the scenario's own `source`
  --keep-open            leave the application open that was started
  --minimize             after a failure: shrink the new ticket to the few steps that matter
  --update-baselines     write the pictures that screenshot_diff compares with, and say which changed
  --junit=FILE           write the results as JUnit XML
  --annotations          print GitHub annotations (by itself when GITHUB_ACTIONS is true)
  --live                 lint: check selectors in the running application too; it is only looked at
  --launch               lint --live: start the application when it does not run
  --from=SESSION         the id or the folder of a session
  --last                 the last session
  --out=FILE             write there instead of printing

{usage.MODE}
{usage.COMMON}"""


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Run, lint or write scenarios."""
    context = Context(usage.parse(USAGE, argv), desktop)
    if context.options["new"]:
        return _new(context)
    paths = _paths(context)
    if context.options["lint"]:
        return lint(paths, _target(context), context)
    scenarios = [scenario for path in paths for scenario in load_scenarios(path)]
    if context.options["--tag"]:
        scenarios = with_tags(scenarios, context.options["--tag"])
    target = _target(context)
    return _dry_run(scenarios, target, context) if context.options["--dry-run"] else _run(scenarios, target, context)


def _target(context: Context) -> TargetSpec | None:
    return TargetSpec(profile=context.options["--profile"]) if context.options["--profile"] else None


def _paths(context: Context) -> list[str]:
    given = [*context.options["--file"], *context.options["<file>"]]
    if not given and context.options["--profile"]:
        given = list(_profile(context.options["--profile"], context).scenarios)
    if not given:
        raise InvalidArgument("No scenario file was named.", hint="For example login.yaml, or a folder.")
    return find_files(given)


def _profile(name: str, context: Context) -> Profile:
    return Gate(context.desktop, profiles=context.profile_set.profiles).targets.profile(name)


# -- run ----------------------------------------------------------------------------------------------------------


def _run(scenarios: Sequence[Scenario], target: TargetSpec | None, context: Context) -> int:
    settings = Settings(target, bool(context.options["--keep-open"]), bool(context.options["--update-baselines"]))
    profiles = dict(context.profile_set.profiles)
    started = iso_time()
    results: list[ScenarioResult] = []
    for scenario in scenarios:
        results.append(run_one(scenario, context, context.desktop, profiles, settings))
        if results[-1].outcome == "interrupted":
            break
        if context.options["--minimize"]:
            minimize_tickets(results[-1].tickets, context, target)
    _summary(results, context, started)
    return exit_code_of(results)


def _dry_run(scenarios: Sequence[Scenario], target: TargetSpec | None, context: Context) -> int:
    from wpfagent.desktops import open_desktop

    profiles = {n: replace(p, reset=None) for n, p in context.profiles_for("simulated").profiles.items()}
    started = iso_time()
    results: list[ScenarioResult] = []
    reports: list[LintReport] = []
    for scenario in scenarios:
        simulated = simulated_target(scenario, target, profiles)
        if simulated is not None:
            settings = Settings(simulated, files_tickets=False)
            results.append(run_one(scenario, context, open_desktop("simulated"), profiles, settings))
        else:
            reports.append(lint_scenario(scenario, against_of(scenario, target, profiles, context)))
            print_report(reports[-1], context.out)
    _summary(results, context, started, reports)
    codes = [exit_code_of(results), *(r.exit_code for r in reports)]
    return 1 if 1 in codes else max(codes)


def _summary(
    results: Sequence[ScenarioResult], context: Context, started: str, reports: Sequence[LintReport] = ()
) -> None:
    """Tell what all runs came to: on screen, as JSON, as JUnit, to GitHub."""
    out, options = context.out, context.options
    made = {"scenarios": [r.to_dict() for r in results]}
    out.document(made | ({"lint": [r.to_dict() for r in reports]} if reports else {}))
    if len(results) > 1:
        rows = ([out.said(cell) for cell in _row(result)] for result in results)
        out.table(("outcome", "scenario", "steps", "time", "why"), rows)
        counts = Counter(r.outcome for r in results)
        out.line("Together: " + ", ".join(f"{n} {outcome}" for outcome, n in counts.items()))
    if options["--update-baselines"]:
        _tell_baselines(results, out)
    if options["--junit"]:
        out.line(f"JUnit: {write_junit(options['--junit'], results, started=started)}")
    if annotations_wanted(options["--annotations"]):
        show_annotations([*annotate_results(results), *annotate_lint(reports)], as_json=out.json)
    write_step_summary(results)


def _row(result: ScenarioResult) -> tuple[str, ...]:
    passed = sum(1 for s in result.steps if s.status == "passed" and s.phase == "steps")
    steps = f"{passed} of {len(result.scenario.steps)}"
    took = f"{result.elapsed_ms / 1000:.1f} s"
    return result.outcome, result.scenario.name, steps, took, shorten(result.reason)


def _tell_baselines(results: Sequence[ScenarioResult], out: Output) -> None:
    checks = [c for r in results for c in r.checks]
    said = [change for r in results for s in r.steps for change in baselines_of(s.checks)] + baselines_of(checks)
    counts = Counter(s.rsplit(": ", 1)[1] for s in said)
    out.line("Baselines: " + (", ".join(f"{n} {change}" for change, n in counts.items()) or "no screenshot_diff ran"))
    for line in said:
        if not line.endswith(": same"):
            out.line(f"  {line}")


# -- new ----------------------------------------------------------------------------------------------------------


def _new(context: Context) -> int:
    options, out = context.options, context.out
    session = read_session(find_session(context.artifacts, options["--from"]))
    text = scenario_text(session)
    if not options["--out"]:
        out.text(text.rstrip("\n"))
        out.document({"session": session.session_id, "scenario": text})
        return 0
    path = Path(options["--out"]).absolute()
    write_text(path, text, hint="Choose another --out.")
    out.line(f"Written: {path}")
    out.line(f"Next: read it, then wpf-agent scenario lint {path}")
    out.document({"session": session.session_id, "scenario": text, "path": str(path)})
    return 0
