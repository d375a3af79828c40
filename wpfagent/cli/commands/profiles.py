"""`wpf-agent profiles list` and `show`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from wpfagent.cli import usage
from wpfagent.cli.context import Context
from wpfagent.desktops.base import Desktop
from wpfagent.execute import Gate
from wpfagent.profile_store import FILE_NAME, VARIABLE
from wpfagent.profiles import Profile

USAGE = f"""\
The applications that have a name: profiles.json, and the built-in demo.

Usage:
  wpf-agent profiles list [options]
  wpf-agent profiles show <name> [options]

Looked for: --profiles, {VARIABLE}, ./{FILE_NAME}, beside the exe, the user's configuration folder.

{usage.COMMON}"""


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """List the profiles, or show one."""
    context = Context(usage.parse(USAGE, argv), desktop)
    held = context.profile_set
    where = str(held.path) if held.path is not None else None
    if context.options["show"]:
        profile = Gate(context.desktop, profiles=held.profiles).profile(context.options["<name>"])
        facts = _without_empty(asdict(profile))
        context.out.document({"profile": facts, "file": where})
        _show(facts, context)
        return 0
    rows = [(p.name, _match(p), _launch(p), p.safety.mode) for p in held.profiles.values()]
    context.out.document({"profiles": [_without_empty(asdict(p)) for p in held.profiles.values()], "file": where})
    context.out.table(("name", "found by", "launched by", "mode"), rows)
    context.out.line(f"from {where}" if where else f"no {FILE_NAME} was found; demo is built in")
    return 0


def _match(profile: Profile) -> str:
    spec = profile.target_spec()
    return ", ".join(f"{k} {getattr(spec, k)}" for k in spec.keys if k != "profile")


def _launch(profile: Profile) -> str:
    what = profile.launch_spec()
    return what.command_line() if what else ""


def _show(facts: dict[str, Any], context: Context) -> None:
    for key, value in facts.items():
        if isinstance(value, dict):
            context.out.line(f"{key}:")
            for inner, held in value.items():
                context.out.line(f"  {inner}: {held}")
        else:
            context.out.line(f"{key}: {value}")


def _without_empty(value: Any) -> Any:
    if not isinstance(value, dict):
        return list(value) if isinstance(value, tuple) else value
    made = {k: _without_empty(v) for k, v in value.items()}
    return {k: v for k, v in made.items() if v not in (None, {}, [])}
