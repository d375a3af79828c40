"""The command line `wpf-agent`: thin commands over the gate.

`main` finds the command, hands it its arguments and turns errors into messages and exit codes: 0 done, 1 a test failed,
2 usage or files, 3 not reached, 4 refused, 5 the program ended or hung, 130 interrupted.
"""

from __future__ import annotations

import errno
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from wpfagent import __version__
from wpfagent.core.errors import InvalidArgument, WpfAgentError

if TYPE_CHECKING:
    from wpfagent.desktops.base import Desktop

USAGE = """\
wpf-agent drives any Windows desktop application through UI Automation, WPF first.

Usage:
  wpf-agent <command> [<args>...]
  wpf-agent --help | --version

Set up:
  init            check this computer, profiles.json, AI clients, a first test: start here
  doctor          is everything there, and how to mend what is not
  demo            a tour that ends by itself
  try PROGRAM     use a program at random for three minutes, and show on one page what was found

See what is there:
  windows         list the windows of the desktop
  controls        list the controls of an application, as a tree with refs
  inspect         show one control in full, with the selector to use

Act by hand:
  attach          name a running application once, for the calls that follow
  launch          start an application
  do ACTION       perform one action: click, type_text, select_item, wait_for, screenshot, ...
  run             a recorded session by hand: one action a line, for people and programs

Test:
  scenario run    run written scenarios
  scenario lint   check them without running anything
  scenario new    write a scenario of a session's actions
  random run      try an application at random, by a seed
  replay          perform recorded actions again, without an AI
  minimize        shrink a failure to the few steps that matter
  sessions        the records of earlier runs: list, show, open, prune
  tickets         the failures that were found: list, show, open, verify
  search          find a text in all of these, in pictures and logs
  profiles        the applications that have a name: list, show, add, edit, remove

Many machines:
  fleet           scheduler, workers, certificates: one desktop is not enough

For AI clients:
  mcp             the MCP server: serve, register, unregister, status
  host            the process that owns the desktop for all of them: status, stop
  servers         other MCP servers that a goal may use: list, add, import, enable, status, tools, call, logs, doctor
  console         the same in your browser, with the calls of a goal as they happen

For the shell:
  completion      complete commands and options by Tab: powershell, bash, zsh

First steps:
  wpf-agent init
  wpf-agent demo
  wpf-agent try MyApp.exe
  wpf-agent windows
  wpf-agent attach --title-re "My App"
  wpf-agent controls --depth 3
  wpf-agent do click --id SaveButton

`wpf-agent COMMAND --help` explains each, `wpf-agent do ACTION --help` each action. --json prints JSON everywhere.
Exit codes: 0 done, 1 a test failed, 2 usage or files, 3 not reached, 4 refused, 5 the program ended or hung,
130 interrupted.
"""
Run = Callable[[Sequence[str], "Desktop | None"], int]
COMMANDS = {
    "windows": "seeing:run_windows",
    "controls": "seeing:run_controls",
    "inspect": "seeing:run_inspect",
    "attach": "applications:run_attach",
    "launch": "applications:run_launch",
    "do": "do:run",
    "run": "by_hand:run",
    "scenario": "scenario:run",
    "random": "random_run:run",
    "replay": "replay:run",
    "minimize": "minimize:run",
    "sessions": "sessions:run",
    "tickets": "tickets:run",
    "search": "search:run",
    "profiles": "profiles:run",
    "doctor": "doctor:run",
    "init": "wpfagent.hosts.setting_up:run_init",
    "demo": "demo:run",
    "try": "trying:run",
    "mcp": "mcp:run",
    "fleet": "fleet:run",
    "host": "wpfagent.hosts.command:run",
    "servers": "servers:run",
    "console": "console:run",
    "completion": "completion:run",
}
"""Each command's module, below `cli.commands` unless it is named in full, and its function."""
BRIDGE = ("mcp", "serve")
NO_BRIDGE = frozenset({"--alone", "-h", "--help"})
WITH_SUBCOMMANDS = ("do", "scenario", "random", "profiles", "sessions", "tickets", "mcp", "host", "fleet", "servers")
SHOWN_WORDS = 2
"""So many words of a call stand in the log of what was unexpected: the others may be a password that it types."""
_TAKING_VALUES = ("--desktop", "--profiles", "--artifacts", "--lang", "--mode", "--stop-key")


def main(argv: Sequence[str] | None = None, *, desktop: Desktop | None = None) -> int:
    """Run one call of the command line and return its exit code.

    Args:
        argv: the arguments; those of the process by default.
        desktop: the desktop to use instead of opening one.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    _speak_utf8()
    try:
        is_bridge = tuple(words[:2]) == BRIDGE and desktop is None and not NO_BRIDGE & set(words)
        code = _bridge(words) if is_bridge else _answer(words, desktop)
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        if not _reader_has_gone(error):
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody to tell
        return 0
    return code


def _bridge(words: list[str]) -> int:
    """Be the bridge to the host: a client waits for its first answers, so nothing else is loaded."""
    run: Run = getattr(importlib.import_module("wpfagent.hosts.bridge.command"), "run")  # noqa: B009 - a floor above
    return run(words, None)


def _answer(words: list[str], desktop: Desktop | None) -> int:
    """Run the call, and turn errors into messages and exit codes."""
    as_json = "--json" in (words[: words.index("--")] if "--" in words else words)
    from wpfagent.core.language import language_of, spoken, translated

    language = language_of(_value_of("--lang", words))

    def complain(error: WpfAgentError) -> None:
        from wpfagent.entries.cli.output import print_error

        print_error(error, as_json=as_json, language=language)

    try:
        with spoken(language):
            return _run(words, desktop)
    except Shown as shown:
        print(translated(shown.text, language), end="")
        return 0
    except WpfAgentError as error:
        complain(error)
        return error.exit_code
    except ModuleNotFoundError as error:
        complain(_not_installed(error, words))
        return 2
    except KeyboardInterrupt as interrupt:
        stopped = getattr(interrupt, "error", None)
        if stopped is not None and as_json:
            complain(stopped)
        elif stopped is None:  # a person who pressed the stop key was told at that moment
            print(translated("interrupted", language), file=sys.stderr)
        return 130
    except Exception as error:
        if isinstance(error, OSError) and _reader_has_gone(error):
            raise
        complain(told := _unusable(error) or _unexpected(error, words))
        return told.exit_code


def _reader_has_gone(error: OSError) -> bool:
    """Whether what reads the output closed it, as `Select-Object -First 3` does; Windows calls that EINVAL."""
    if isinstance(error, BrokenPipeError):
        return True
    if error.errno != errno.EINVAL or error.filename is not None:
        return False
    try:
        sys.stdout.flush()  # what could not be written still waits
    except OSError:
        return True
    return False


def _run(words: list[str], desktop: Desktop | None) -> int:
    leading, rest = _split(words)
    if not rest:
        if "--version" in leading:
            raise Shown(f"wpf-agent {__version__}\n")
        if leading and not {"-h", "--help"} & set(leading):
            raise InvalidArgument(f"{leading[0]} needs a command.", hint="`wpf-agent --help` lists them.")
        raise Shown(USAGE)
    name = rest[0]
    if name == "help":
        return _run([*rest[1:], "--help"], desktop)
    if name not in COMMANDS:
        from wpfagent.core.selector import nearest

        near = nearest(name, COMMANDS)
        hint = f"Nearest: {', '.join(near)}." if near else f"Commands: {', '.join(COMMANDS)}."
        raise InvalidArgument(f"There is no command {name!r}.", hint=hint)
    return command_of(name)([*_placed(name, leading, rest)], desktop)


def _placed(name: str, leading: list[str], rest: list[str]) -> list[str]:
    """Options that stand before the command count as its own; those of `do` follow its action."""
    at = 2 if name in WITH_SUBCOMMANDS else 1
    return [*rest[:at], *leading, *rest[at:]]


def _split(words: list[str]) -> tuple[list[str], list[str]]:
    """The options before the command, and the rest from the command on."""
    index = 0
    while index < len(words) and words[index].startswith("-"):
        index += 2 if words[index] in _TAKING_VALUES else 1
    return words[:index], words[index:]


def command_of(name: str) -> Run:
    """Return the function of a command; only its own module is loaded."""
    module, function = COMMANDS[name].split(":")
    path = module if "." in module else f"wpfagent.entries.cli.commands.{module}"
    run: Run = getattr(importlib.import_module(path), function)
    return run


def _value_of(flag: str, words: list[str]) -> str | None:
    """The value of an option, wherever it stands before a `--`."""
    own = words[: words.index("--")] if "--" in words else words
    for at, word in enumerate(own):
        if word.startswith(f"{flag}="):
            return word.partition("=")[2]
        if word == flag and at + 1 < len(own):
            return own[at + 1]
    return None


def _speak_utf8() -> None:
    """Pipes and files get UTF-8 whatever the code page; a terminal that lacks a character shows a mark for it."""
    piped = {"encoding": "utf-8", "errors": "backslashreplace"}  # a name may hold half a surrogate pair
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(**({"errors": "replace"} if stream.isatty() else piped))


def _not_installed(error: ModuleNotFoundError, words: list[str]) -> WpfAgentError:
    """The error that names the extra of the package which brings a module, or that it is nobody's."""
    from wpfagent.core.extras import missing

    return missing(error) or _unexpected(error, words)


def _unusable(error: Exception) -> WpfAgentError | None:
    """A file or folder that was named and cannot be used is no fault of this program's."""
    from wpfagent.core.errors import StorageFailed

    if not isinstance(error, OSError) or error.filename is None:
        return None
    return StorageFailed(
        f"{error.filename} cannot be read or written: {error.strerror}.", hint="Name another file or folder."
    )


def _unexpected(error: Exception, words: list[str]) -> WpfAgentError:
    """The error that says where the traceback was written."""
    import traceback

    from wpfagent.core.model import iso_time
    from wpfagent.safety.masking import Masks
    from wpfagent.testing.artifacts import find_artifacts

    named = words[words.index("--artifacts") + 1] if "--artifacts" in words[:-1] else None
    shown = (w.partition("=")[0] if w.startswith("-") else w if at < SHOWN_WORDS else "…" for at, w in enumerate(words))
    masks = Masks()
    trace = masks.text("".join(traceback.format_exception(error)))
    text = f"{iso_time()} wpf-agent {' '.join(shown)}\n{trace}\n"
    where = ""
    try:
        path = find_artifacts(named) / "errors.log"
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "a", encoding="utf-8") as file:
            file.write(text)
        where = f"Please report it with {path}."
    except OSError:
        where = "The log could not be written either."
    return Unexpected(f"wpf-agent failed: {type(error).__name__}: {masks.text(str(error))}", hint=where)


class Shown(Exception):
    """A text that was asked for: it is printed, and the call ends with 0."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Unexpected(WpfAgentError):
    """A fault of this program itself; the log has the traceback."""

    code = "unexpected"
    exit_code = 2
