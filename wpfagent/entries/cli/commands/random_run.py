"""`wpf-agent random run`: seeded random exploration."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from wpfagent.core.errors import InvalidArgument
from wpfagent.desktops.base import Desktop
from wpfagent.entries.cli import usage
from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.exploring import MINIMIZED, explore_seeds, print_summary
from wpfagent.runs.explore.choosing.strategies import STRATEGIES
from wpfagent.runs.explore.load import load_exploration
from wpfagent.runs.explore.model import Exploration
from wpfagent.runs.explore.seeds import read_seeds
from wpfagent.runs.minimize.trials import Limits

USAGE = f"""\
Try an application at random, by a seed; each failure becomes a ticket that replays without an AI.

Usage:
  wpf-agent random run [options]

Examples:
  wpf-agent random run --profile MyApp-Dev --max-steps 200 --seed 12345
  wpf-agent random run --profile demo --desktop simulated --seeds 1-5 --max-failures 3
  wpf-agent random run --file explore.yaml --until-covered --report findings.json

Only what the controls' patterns allow is tried, only in the topmost window, and nothing destructive unless the profile
and --allow-destructive both say so. The same seed on the same application gives the same run. After a failure the
application is started anew (its profile's launch and reset). At the end each new ticket is shrunk to the steps that
matter. Ctrl-C ends it; what was done is kept.

Exit codes: 0 nothing found, 1 failures found, 2 a file that does not parse, 3 the application was not reached,
4 refused, 130 interrupted.

Exploration options (they count before the file's):
  --file=FILE            an exploration file: weights, preconditions, texts, invariants, safety
  --seed=N               of all randomness (else one is drawn, and recorded)
  --seeds=RANGE          several, each in a session of its own: 1-50, or 3,7,9
  --strategy=NAME        novelty (what was tried least first; the default), weighted or uniform
  --max-steps=N          how many actions at most (else 200)
  --max-time=S           seconds at most
  --max-failures=N       how many failures at most
  --until-covered        end when all that was seen has been used and nothing new comes
  --source=FOLDER        the program's source code: its tickets name the XAML, the handler and the lines
  --no-own-words         do not try the strings and numbers of the program's own .NET code as values
  --no-saving            leave alone what saves, too: for a program with data that must stay as it is
  --no-pictures          take no screenshots
  --minimize-time=S      seconds at most for each ticket that is minimised (else 120)
  --no-minimize          leave the tickets as long as they were found
  --report=FILE          write what was found as JSON

{usage.TARGET.replace("without any: the application last attached", "without any: the file's own")}
{usage.MODE}
{usage.COMMON}"""


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Explore an application with one seed or several."""
    context = Context(usage.parse(USAGE, argv), desktop)
    exploration = _exploration(context)
    seeds = seeds_of(context.options, exploration)
    context.say_simulated()
    results = explore_seeds(context, exploration, seeds, minimize=_minimizing(context.options),
                            report=context.options.get("--report"))  # fmt: skip
    print_summary(context, results)
    codes = [r.exit_code for r in results]
    return 130 if 130 in codes else max(codes, default=130)


def _exploration(context: Context) -> Exploration:
    """What the file says, changed by the options."""
    options = context.options
    made = load_exploration(options["--file"]) if options.get("--file") else Exploration()
    changed: dict[str, Any] = {}
    if (spec := context.target_spec()) is not None:
        changed["target"] = spec
    strategy = options.get("--strategy")
    if strategy is not None:
        if strategy not in STRATEGIES:
            raise InvalidArgument(f"--strategy cannot be {strategy!r}.", hint=f"One of: {', '.join(STRATEGIES)}.")
        changed["strategy"] = strategy
    if (steps := _number(options, "--max-steps")) is not None:
        changed["max_steps"] = int(steps)
    if (seconds := _number(options, "--max-time", whole=False)) is not None:
        changed["max_time_s"] = seconds
    if (failures := _number(options, "--max-failures")) is not None:
        changed["max_failures"] = int(failures)
    if options.get("--until-covered"):
        changed["until_covered"] = True
    if options.get("--no-own-words"):
        changed["own_words"] = False
    made = replace(made, **changed)
    if made.target is None:
        raise InvalidArgument("No application is named.", hint="Give --profile, another target option, or a --file.")
    return made


def _minimizing(options: Mapping[str, Any]) -> Limits | None:
    """What minimising each ticket may take; None where none is wanted."""
    seconds = _number(options, "--minimize-time", whole=False)
    if options.get("--no-minimize"):
        return None
    return replace(MINIMIZED, time_s=seconds) if seconds is not None else MINIMIZED


def _number(options: Mapping[str, Any], flag: str, *, whole: bool = True) -> float | None:
    given = options.get(flag)
    if given is None:
        return None
    if re.fullmatch(r"\d+" if whole else r"\d+(\.\d+)?", given) is None or float(given) <= 0:
        raise InvalidArgument(f"{flag} cannot be {given!r}.", hint="A number above 0 is expected.")
    return float(given)


def seeds_of(options: Mapping[str, Any], exploration: Exploration) -> list[int | None]:
    """Return the seeds; None stands for one that is drawn.

    Raises:
        InvalidArgument: they are no numbers, or both --seed and --seeds were given.
    """
    one, several = options.get("--seed"), options.get("--seeds")
    if one is not None and several is not None:
        raise InvalidArgument("--seed and --seeds were both given.", hint="One is enough.")
    if one is not None:
        if not one.isdigit():
            raise InvalidArgument(f"--seed cannot be {one!r}.", hint="A whole number is expected.")
        return [int(one)]
    if several is None:
        return [exploration.seed]
    return [*read_seeds(several)]
