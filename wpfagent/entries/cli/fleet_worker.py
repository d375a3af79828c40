"""`wpf-agent fleet worker`: this desktop works for a scheduler, now or from every logon on."""

from __future__ import annotations

import datetime as dt
import os
import sys
from collections.abc import Callable
from pathlib import Path

from wpfagent.core.errors import WpfAgentError
from wpfagent.entries.cli.context import Context
from wpfagent.runs.fleet.seat import Seat
from wpfagent.runs.fleet.worker import Connection, default_name, run_worker

OWN_HOST = "127.0.0.1"
LOG = "worker.log"
"""In a worker's folder: what it told, for one that nobody watches."""
PASSED_ON = ("--host", "--name", "--desktop", "--lang")


def work(context: Context, certificates: Path | None, port: int) -> int:
    """Be a worker until the process is interrupted."""
    options = context.options
    name, folder = _place(context)
    seat = Seat(name, context.desktop.name, folder, _profiles(context), bool(options["--allow-launch"]))
    seat.profiles()  # a file that does not hold what it should is said now
    host = options["--host"] if certificates is None or options["--host"] != OWN_HOST else None
    connection = Connection(options["<address>"], certificates, host, port)
    tell = _telling(context, folder)
    try:
        run_worker(seat, connection, tell)
    except WpfAgentError as error:
        _note(folder, str(error))
        raise
    return 0


def install(context: Context, certificates: Path | None, port: int) -> int:
    """Let Windows start this worker at every logon of this user, in the session in which that user sees windows."""
    from wpfagent.runs.fleet.at_logon import name_of_task, register
    from wpfagent.runs.fleet.certificates import address_of, security_of

    options = context.options
    address = address_of(options["<address>"], with_certificates=certificates is not None)
    security_of(certificates, "worker")
    _, folder = _place(context)
    words = ["fleet", "worker", address]
    for flag in PASSED_ON:
        words += [flag, options[flag]] if options[flag] else []
    profiles = _profiles(context)
    for flag, path in (("--certs", certificates), ("--profiles", profiles), ("--folder", folder)):
        words += [flag, str(path)] if path is not None else []
    words += ["--port", str(port)] if port else []
    words += ["--allow-launch"] if options["--allow-launch"] else []
    register(words, Path.cwd())
    context.out.line(f"{name_of_task()}: it starts at every logon of this user; what it says is in {folder / LOG}")
    context.out.line(f'Now, too: schtasks /Run /TN "{name_of_task()}"')
    context.out.document({"task": name_of_task(), "words": words, "log": str(folder / LOG)})
    return 0


def end_installed(context: Context) -> int:
    """Take the task out again; a worker that runs goes on until it is ended."""
    from wpfagent.runs.fleet.at_logon import name_of_task, unregister

    unregister()
    context.out.line(f"{name_of_task()}: it starts at logon no longer.")
    context.out.document({"task": name_of_task()})
    return 0


def _place(context: Context) -> tuple[str, Path]:
    """What the worker is called, and where it works."""
    from platformdirs import user_data_path

    name = context.options["--name"] or default_name(context.desktop.name, os.getpid())
    given = context.options["--folder"]
    return name, Path(given or user_data_path("wpf-agent", appauthor=False) / "fleet" / name).absolute()


def _profiles(context: Context) -> Path | None:
    from wpfagent.profiles.store import find_profiles

    found = find_profiles(context.options["--profiles"])
    return found.absolute() if found is not None else None


def _telling(context: Context, folder: Path) -> Callable[[str], None]:
    def tell(text: str) -> None:
        _note(folder, text)
        if sys.stderr is not None:  # without a console there is none
            context.out.tell(text)

    return tell


def _note(folder: Path, text: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / LOG, "a", encoding="utf-8") as log:
        log.write(f"{dt.datetime.now():%Y-%m-%d %H:%M:%S} {text}\n")
