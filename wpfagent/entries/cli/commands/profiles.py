"""`wpf-agent profiles list`, `show`, `add`, `edit`, `remove` and `schema`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from wpfagent.core.errors import InvalidArgument, TargetAmbiguous, TargetNotFound
from wpfagent.core.json_text import parse_json
from wpfagent.core.model import WindowInfo
from wpfagent.core.pattern import compile_re
from wpfagent.desktops.base import Desktop
from wpfagent.entries.cli import usage
from wpfagent.entries.cli.context import Context
from wpfagent.gate.execute import Gate
from wpfagent.profiles.file import ProfileFile, entry_of_running, schema_text
from wpfagent.profiles.profile import Profile
from wpfagent.profiles.store import FILE_NAME, VARIABLE, find_profiles, own_file
from wpfagent.testing.oracles.judging import check_profile

USAGE = f"""\
The applications that have a name: profiles.json, and the built-in demo.

Usage:
  wpf-agent profiles list [options]
  wpf-agent profiles show <name> [options]
  wpf-agent profiles add <name> [options] [--set=KEY=VALUE]...
  wpf-agent profiles edit <name> [options] [--set=KEY=VALUE]... [--unset=KEY]...
  wpf-agent profiles remove <name> [options]
  wpf-agent profiles schema [options]

Looked for: --profiles, {VARIABLE}, ./{FILE_NAME}, beside the exe, the user's configuration folder. `add` makes the file
where there is none: --profiles, else in the user's configuration folder. `schema` prints its JSON Schema, by which
editors complete and explain.

Options of add:
  --from-running         of an application that runs: asks which, or takes the one that is named here
  --exe=PATH             its executable: how it is started, and found
  --process=NAME         its executable's name, as MyApp.exe: how it is found
  --title-re=REGEX       a regular expression for a window title
  --pid=PID              with --from-running: its process id

Options of add and edit:
  --set=KEY=VALUE        a value by its dotted key, as JSON or as text: timeouts.action_ms=20000
  --unset=KEY            a key that goes: launch.env

{usage.COMMON}"""
KEYS = (("exe", "launch", "exe"), ("process", "match", "process"), ("title-re", "match", "title_re"))


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Do what is asked with the profiles."""
    context = Context(usage.parse(USAGE, argv), desktop)
    does = {"list": _list, "show": _show, "add": _add, "edit": _edit, "remove": _remove, "schema": _schema}
    return next(do for word, do in does.items() if context.options[word])(context)


def _list(context: Context) -> int:
    held = context.profile_set
    rows = [(p.name, _match(p), _launch(p), p.safety.mode) for p in held.profiles.values()]
    where = str(held.path) if held.path is not None else None
    context.out.document({"profiles": [_without_empty(asdict(p)) for p in held.profiles.values()], "file": where})
    context.out.table(("name", "found by", "launched by", "mode"), rows)
    context.out.line(f"from {where}" if where else f"no {FILE_NAME} was found; demo is built in")
    return 0


def _show(context: Context) -> int:
    held = context.profile_set
    profile = Gate(context.desktop, profiles=held.profiles).targets.profile(context.options["<name>"])
    _tell(profile, context, str(held.path) if held.path is not None else None)
    return 0


def _add(context: Context) -> int:
    name, file = context.options["<name>"], _file(context)
    entry: dict[str, Any] = {"name": name}
    if context.options["--from-running"]:
        window = _picked(context)
        process = next((p for p in context.desktop.processes() if p.pid == window.pid), None)
        if process is None:
            raise TargetNotFound(f"The process {window.pid} has ended meanwhile.")
        entry = entry_of_running(name, window, process)
    else:
        for flag, part, key in KEYS:
            if (given := context.options[f"--{flag}"]) is not None:
                entry.setdefault(part, {})[key] = given
        if len(entry) == 1 and not context.options["--set"]:
            raise InvalidArgument(
                "A profile needs to know how its application is found or started.",
                hint="Give --exe, --process or --title-re, or --from-running for one that runs.",
            )
    added = file.add(entry, _settings(context))
    context.out.line(f"added {name} to {file.path}")
    _tell(added, context, str(file.path))
    return 0


def _edit(context: Context) -> int:
    file, changes, removed = _file(context), _settings(context), tuple(context.options["--unset"])
    if not changes and not removed:
        raise InvalidArgument("Nothing to change was given.", hint="--set=timeouts.action_ms=20000, --unset=launch.env")
    edited = file.edit(context.options["<name>"], changes, removed)
    context.out.line(f"changed {context.options['<name>']} in {file.path}")
    _tell(edited, context, str(file.path))
    return 0


def _remove(context: Context) -> int:
    file, name = _file(context), context.options["<name>"]
    file.remove(name)
    context.out.document({"removed": name, "file": str(file.path)})
    context.out.line(f"removed {name} from {file.path}")
    return 0


def _schema(context: Context) -> int:
    print(schema_text(), end="")
    return 0


# -- adding -------------------------------------------------------------------------------------------------------


def _file(context: Context) -> ProfileFile:
    """The file that is changed: the one in use; where there is none, the one that was named, or the user's own."""
    named = context.options["--profiles"]
    found = Path(named) if named else find_profiles()
    return ProfileFile((found or own_file()).absolute(), check=check_profile)


def _settings(context: Context) -> dict[str, Any]:
    made = {}
    for given in context.options["--set"]:
        key, sign, text = given.partition("=")
        if not sign or not key:
            raise InvalidArgument(f"--set={given} is no KEY=VALUE.", hint="For example --set=timeouts.action_ms=20000.")
        try:
            made[key] = parse_json(text)
        except ValueError:
            made[key] = text  # a bare word is a text
    return made


def _picked(context: Context) -> WindowInfo:
    """The window of the application that is meant: the one that fits, or the one that a person picks."""
    options = context.options
    pid, process, title = options["--pid"], options["--process"], options["--title-re"]
    wanted = compile_re(title or "", "--title-re")
    if pid is not None and not pid.isdecimal():
        raise InvalidArgument(f"--pid cannot be {pid!r}.", hint="A whole number.")
    fitting = [
        w
        for w in context.desktop.windows()
        if w.title and not w.popup and not w.owner
        if (pid is None or w.pid == int(pid))
        and (process is None or w.process.casefold() == process.casefold())
        and wanted.search(w.title)
    ]
    first_of_each = list({w.pid: w for w in reversed(fitting)}.values())[::-1]
    if not first_of_each:
        raise TargetNotFound("No window fits.", hint="`wpf-agent windows` lists them.")
    if len(first_of_each) == 1:
        return first_of_each[0]
    if context.out.json or not sys.stdin.isatty():
        raise TargetAmbiguous(
            f"{len(first_of_each)} applications fit.",
            hint="Name one: --pid, --process or --title-re.",
            details={"candidates": [w.to_dict() for w in first_of_each]},
        )
    rows = [(n, w.process, w.pid, w.title) for n, w in enumerate(first_of_each, start=1)]
    context.out.table(("no.", "process", "pid", "title"), rows)
    answer = input(context.out.said(f"Which one? [1-{len(rows)}]") + " ").strip()
    if not answer.isdecimal() or not 1 <= int(answer) <= len(rows):
        raise InvalidArgument(f"{answer!r} is none of them; nothing was changed.")
    return first_of_each[int(answer) - 1]


# -- telling ------------------------------------------------------------------------------------------------------


def _tell(profile: Profile, context: Context, where: str | None) -> None:
    facts = _without_empty(asdict(profile))
    context.out.document({"profile": facts, "file": where})
    for key, value in facts.items():
        if isinstance(value, dict):
            context.out.text(f"{key}:")
            for inner, held in value.items():
                context.out.text(f"  {inner}: {held}")
        else:
            context.out.text(f"{key}: {value}")


def _match(profile: Profile) -> str:
    spec = profile.target_spec()
    return ", ".join(f"{k} {getattr(spec, k)}" for k in spec.keys if k != "profile")


def _launch(profile: Profile) -> str:
    what = profile.launch_spec()
    return what.command_line() if what else ""


def _without_empty(value: Any) -> Any:
    if not isinstance(value, dict):
        return list(value) if isinstance(value, tuple) else value
    made = {k: _without_empty(v) for k, v in value.items()}
    return {k: v for k, v in made.items() if v not in (None, {}, [])}
