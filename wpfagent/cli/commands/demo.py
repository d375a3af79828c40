"""`wpf-agent demo`: a tour that ends by itself."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from wpfagent.cli import usage
from wpfagent.cli.context import Context
from wpfagent.cli.running import Settings, run_one
from wpfagent.desktops.base import Desktop
from wpfagent.errors import Unsupported
from wpfagent.runner.load import load_scenarios
from wpfagent.runner.results import exit_code_of

USAGE = f"""\
A tour: the demo application is opened, two scenarios drive it, and you see what was done and where the results lie.

Usage:
  wpf-agent demo [options]

Demo options:
  --app                  only open the application, to try commands on (Windows)
  --keep-open            leave it open after the tour

{usage.MODE}
{usage.COMMON}"""


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Run the tour, or open the demo application."""
    context = Context(usage.parse(USAGE, argv), desktop)
    if context.options["--app"]:
        return _open_application(context)
    from wpfagent.demo import SCENARIOS

    out = context.out
    where = "real windows, a real WPF program" if context.desktop.name == "uia" else "the simulated desktop"
    out.styled("wpf-agent demo", "bold cyan")
    out.line(f"Two scenarios drive the demo application on {where}, through the same gate as every other entry.")
    if context.desktop.name != "uia":
        out.line("(simulated: this is no Windows; the application is made from its XAML and drawn by Pillow.)")
    out.line()
    settings = Settings(keep_open=bool(context.options["--keep-open"]))
    profiles = dict(context.profile_set.profiles)
    results = []
    for path in SCENARIOS:
        for scenario in load_scenarios(str(path)):
            results.append(run_one(scenario, context, context.desktop, profiles, settings))  # noqa: PERF401
        if results[-1].outcome == "interrupted":
            break
    out.document({"scenarios": [r.to_dict() for r in results]})
    passed = sum(1 for r in results if r.outcome in ("passed", "flaky"))
    out.styled(f"{passed} of {len(SCENARIOS)} scenarios passed.", "green" if passed == len(SCENARIOS) else "bold red")
    out.line(f"Their records, a folder each (session.json, steps.jsonl, screens/): {context.artifacts / 'sessions'}")
    out.line("The scenarios themselves, to start your own from:")
    for path in SCENARIOS:
        out.line(f"  {path}")
    out.line("Next: wpf-agent windows, wpf-agent controls --title-re TITLE, wpf-agent do --help")
    return exit_code_of(results)


def _open_application(context: Context) -> int:
    lang = context.options.get("--lang") or "en"
    if sys.platform != "win32":
        raise Unsupported(
            "The demo application opens as a window only on Windows.",
            hint="Here it lives on the simulated desktop: `wpf-agent demo`, or "
            "`wpf-agent controls --profile demo` to look at it.",
        )
    if getattr(sys, "frozen", False):
        from wpfagent.demo.__main__ import main

        return main(["--lang", lang])
    with context.gate() as gate:
        target = gate.open({"profile": "demo", "mode": "launch"})
    context.state.remember_target(target)
    context.out.document(target.to_dict())
    context.out.styled(f"Launched {target.title!r} (pid {target.pid}); the calls that follow mean it.", "green")
    return 0
