"""`wpf-agent demo`: a tour that ends by itself."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from wpfagent.core.errors import InvalidArgument, Unsupported
from wpfagent.core.extras import require
from wpfagent.desktops.base import Desktop
from wpfagent.entries.cli import usage
from wpfagent.entries.cli.context import Context

USAGE = f"""\
A tour: two written scenarios drive the demo application; then it is tried at random until one of its planted bugs is
found, the way to that is shrunk to the steps that matter, and you see its ticket, the report, and where all of it lies.

Usage:
  wpf-agent demo [options]

It ends by itself: on the simulated desktop within seconds, on real windows within three minutes.
Exit codes: 0 the tour did what it should, 1 a part of it failed, 130 interrupted.

Demo options:
  --app                  only open the application, to try commands on (Windows)
  --keep-open            leave the application of the scenarios open
  --seed=N               another random exploration
  --no-open              only name the report; else it is opened where somebody sees it

{usage.MODE}
{usage.COMMON}"""


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Run the tour, or open the demo application."""
    context = Context(usage.parse(USAGE, argv), desktop)
    options = context.options
    if options["--app"]:
        return _open_application(context)
    require("jinja2")  # it ends with a page
    from wpfagent.entries.cli.touring import SEED, Tour

    seed = options["--seed"]
    if seed is not None and not seed.isdecimal():
        raise InvalidArgument(f"--seed cannot be {seed!r}.", hint="A whole number is expected.")
    tour = Tour(
        context,
        seed=SEED if seed is None else int(seed),
        keep_open=bool(options["--keep-open"]),
        opens=not options["--no-open"],
    )
    return tour.run()


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
        target = gate.targets.open({"profile": "demo", "mode": "launch"})
    context.state.remember_target(target)
    context.out.document(target.to_dict())
    context.out.styled(f"Launched {target.title!r} (pid {target.pid}); the calls that follow mean it.", "green")
    return 0
