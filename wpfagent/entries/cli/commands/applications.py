"""`wpf-agent attach` and `launch`: name an application once; the calls that follow mean it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wpfagent.core.errors import InvalidArgument
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.target import Target, TargetSpec
from wpfagent.entries.cli import usage
from wpfagent.entries.cli.context import Context

ATTACH = f"""\
Find a running application and remember it for ten minutes: calls without target options mean it.

Usage:
  wpf-agent attach [options]

Examples:
  wpf-agent attach --pid 4711
  wpf-agent attach --title-re "Order Desk"

{usage.TARGET}
{usage.COMMON}"""
LAUNCH = f"""\
Start an application, wait for its first usable window, and remember it as `attach` does.

Usage:
  wpf-agent launch --exe=PATH [options] [--] [<args>...]
  wpf-agent launch --profile=NAME [options]

Examples:
  wpf-agent launch --exe "C:/apps/OrderDesk.exe" -- --data fresh
  wpf-agent launch --profile MyApp-Dev

Launch options:
  --exe=PATH             what to start; what follows -- are its arguments
  --profile=NAME         a profile that says how it is started, or demo
  --cwd=DIR              its working directory

{usage.COMMON}"""


def run_attach(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Attach to an application."""
    context = Context(usage.parse(ATTACH, argv), desktop)
    spec = context.target_spec()
    if spec is None:
        raise InvalidArgument("attach needs a target.", hint="For example --pid 4711; `wpf-agent windows` lists them.")
    with context.gate() as gate:
        return _keep(context, gate.targets.resolve(replace(spec, mode="attach")))


def run_launch(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Launch an application."""
    words, args = list(argv), []
    if "--" in words:
        at = words.index("--")
        words, args = words[:at], words[at + 1 :]
    options = usage.parse(LAUNCH, words)
    context = Context(options, desktop)
    if options["<args>"]:
        raise InvalidArgument(f"What is {options['<args>'][0]!r}?", hint="The program's own arguments stand after --.")
    spec = TargetSpec.parse({
        "exe": options["--exe"],
        "profile": options["--profile"],
        "args": args,
        "cwd": options["--cwd"],
        "mode": "launch",
    })  # fmt: skip
    with context.gate() as gate:
        return _keep(context, gate.targets.open(spec))


def _keep(context: Context, target: Target) -> int:
    context.state.remember_target(target)
    shown = target.to_dict() | ({"desktop": context.desktop.name} if context.desktop.name != "uia" else {})
    context.out.document(shown)
    context.say_simulated()
    verb = {"attached": "Attached to", "launched": "Launched", "handed_over": "Launched (handed over to)"}[target.how]
    context.out.styled(f"{verb} {target.process} (pid {target.pid}) {target.title!r}", "green")
    return 0
