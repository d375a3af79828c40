"""`wpf-agent try`: a program that nobody wrote a test for, a few minutes, one page."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.extras import require
from wpfagent.desktops.base import Desktop
from wpfagent.entries.cli import usage
from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.stopping import STOP_KEY

USAGE = f"""\
Try a program for three minutes: it is started, or taken as it runs, and used at random; then one page in the browser
shows what it is made of and the first thing that was found, with its picture and steps.

Usage:
  wpf-agent try <program> [options] [--] [<args>...]

Examples:
  wpf-agent try MyApp.exe
  wpf-agent try "C:/apps/Order Desk.lnk" --minutes 5
  wpf-agent try MyApp.exe -- --data test

<program> is an exe, or a shortcut (.lnk) to one; what follows -- are its arguments. It takes mouse and keyboard
meanwhile; {STOP_KEY} stops it, and what was done is kept. What deletes, sends or ends is left alone, and so is what
saves. Nothing is left behind but the artifacts folder and, when you say yes at the end, a profile of the program.

Exit codes: 0 nothing found, 1 something found, 2 usage or files, 3 the program was not reached or cannot be driven,
4 refused, 130 stopped.

Options of try:
  --minutes=N            how long it is used (else 3)
  --seed=N               of all randomness (else one is drawn, and recorded)
  --yes                  ask nothing: write the profile
  --no-open              only name the page; else it is opened where somebody sees it

{usage.COMMON}"""
LONGEST_MINUTES = 24 * 60


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Try a program."""
    words, args = list(argv), []
    if "--" in words:
        at = words.index("--")
        words, args = words[:at], words[at + 1 :]
    options = usage.parse(USAGE, words)
    if options["<args>"]:
        raise InvalidArgument(f"What is {options['<args>'][0]!r}?", hint="The program's own arguments stand after --.")
    options["--no-saving"] = True  # it is somebody's program, with his data
    named = options["--profiles"]
    if named is not None and not os.path.isfile(named):
        options["--profiles"] = None  # it is made on yes
    context = Context(options, desktop)
    minutes, seed = _minutes(options["--minutes"]), options["--seed"]
    if seed is not None and not seed.isdecimal():
        raise InvalidArgument(f"--seed cannot be {seed!r}.", hint="A whole number is expected.")
    require("jinja2")  # it ends with a page
    from wpfagent.entries.cli.drivable import program_of
    from wpfagent.entries.cli.trying import Trial

    trial = Trial(context, program_of(options["<program>"], args), minutes=minutes, seed=seed and int(seed),
                  profiles=named)  # fmt: skip
    return trial.run()


def _minutes(given: str | None) -> float:
    if given is None:
        return 3.0
    if re.fullmatch(r"\d+(\.\d+)?", given) is None or not 0 < float(given) <= LONGEST_MINUTES:
        raise InvalidArgument(f"--minutes cannot be {given!r}.", hint="A number above 0 is expected.")
    return float(given)
