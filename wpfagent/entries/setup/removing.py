"""Undoing what `init` made, by its receipt; what a person changed since, and what others made, stays.

Profiles and records stay too, unless they shall be purged.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from wpfagent.core.errors import WpfAgentError
from wpfagent.core.files import remove
from wpfagent.core.program import FOLDER, form, single_exe
from wpfagent.entries.registration import CLIENTS, Client, Computer, ServerCommand, inspect, unregister
from wpfagent.entries.registration.ledger import Ledger
from wpfagent.entries.setup import receipt as receipts
from wpfagent.entries.setup import search_path
from wpfagent.entries.setup.making import Step
from wpfagent.entries.setup.receipt import Receipt
from wpfagent.entries.setup.resident import Resident
from wpfagent.entries.unpacked import laying
from wpfagent.profiles.store import FILE_NAME

RECORDS = ("sessions", "tickets", "state", "demo", "errors.log")
"""What the program writes into an artifacts folder."""
LOG = "setup.log"
"""In the program's data folder: what the last `init` did in detail."""
OTHER_COPY = "another copy of wpf-agent is registered there"
OTHER_USES = "another copy of wpf-agent uses it"
RUNS = "it runs: end the clients that use it, then try again"
RUNS_ITSELF = "this call runs from it: {0} init --uninstall removes it"


def undo(computer: Computer, server: ServerCommand, resident: Resident, *, purge: bool, what_if: bool) -> list[Step]:
    """Take everything back that `init` made, and return what became of each thing.

    Args:
        computer: where it was made.
        server: the command of this installation.
        resident: the host that clients of it share.
        purge: profiles.json, if `init` made it, and the records go too.
        what_if: change nothing.
    """
    receipt, others = receipts.read(computer.data), receipts.used_by_others(computer.data)
    steps = [step for c in CLIENTS.values() if (step := _unregister(c, computer, server, receipt, what_if=what_if))]
    for path in receipt.files:
        left = Step(path, "left", OTHER_USES) if path in others else None
        steps.append(left or _remove_file(Path(path), receipt, purge=purge, what_if=what_if))
    if purge:
        folders = [Path(folder) for folder in receipt.artifacts if folder not in others]
        steps += [step for folder in folders for step in _purge(folder, what_if=what_if)]
    if not what_if:
        resident.stop(Path(server.command))
        resident.clean()
    steps += _remove_unpacked(computer.data, what_if=what_if)
    if not what_if:
        _tidy(receipt, steps, computer)
    return steps


def _unregister(
    client: Client, computer: Computer, server: ServerCommand, receipt: Receipt, *, what_if: bool
) -> Step | None:
    held = inspect(client, "user", computer, server)
    if held.state == "other":
        return Step(client.title, "left", OTHER_COPY)
    if held.state != "current" and not (held.state == "stale" and client.name in receipt.clients):
        return None
    if what_if:
        return Step(client.title, "removed", str(held.path))
    try:
        outcome = unregister(client, "user", computer, server)
    except WpfAgentError as error:
        return Step(client.title, "failed", str(error))
    return Step(client.title, "removed", str(outcome.path))


def _remove_file(path: Path, receipt: Receipt, *, purge: bool, what_if: bool) -> Step:
    if not path.exists():
        return Step(str(path), "removed", "it was gone")
    if path.name == FILE_NAME and not purge:
        return Step(str(path), "left", "profiles are kept")
    if path.name != FILE_NAME and _is_used(path, receipt, purge=purge):
        return Step(str(path), "left", "profiles are kept")
    if not what_if:
        remove(str(path))
        if path.exists():
            return Step(str(path), "failed", "it cannot be deleted")
    return Step(str(path), "removed")


def _is_used(path: Path, receipt: Receipt, *, purge: bool) -> bool:
    """Whether a schema is that of profiles that stay, or was changed by somebody."""
    return not receipt.is_as_made(path) or ((path.parent / FILE_NAME).exists() and not purge)


def _remove_unpacked(data: Path, *, what_if: bool) -> list[Step]:
    folder, exe = data / FOLDER, single_exe()
    if exe is None or not laying.is_of(folder, exe):
        return []
    if form() == "unpacked":
        return [Step(str(folder), "left", RUNS_ITSELF.format(exe))]
    if what_if:
        return [Step(str(folder), "removed")]
    if laying.take_away(data, exe):
        return [Step(str(folder), "failed", RUNS)]
    try:
        search_path.remove(folder)
    except OSError as error:
        return [Step(str(folder), "failed", f"PATH cannot be written: {error.strerror or error}.")]
    return [Step(str(folder), "removed")]


def _purge(folder: Path, *, what_if: bool) -> list[Step]:
    found = [folder / name for name in RECORDS if (folder / name).exists()]
    for path in () if what_if else found:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            remove(str(path))
    if not what_if:
        _remove_empty([folder])
    return [Step(str(path), "failed" if path.exists() and not what_if else "removed") for path in found]


def _tidy(receipt: Receipt, steps: list[Step], computer: Computer) -> None:
    """Drop the receipt, or keep in it what is still there."""
    gone = {step.what for step in steps if step.change == "removed" or step.why == OTHER_USES}
    files = {path: digest for path, digest in receipt.files.items() if path not in gone}
    failed = tuple(
        n for n in receipt.clients if any(s.what == CLIENTS[n].title and s.change == "failed" for s in steps)
    )
    artifacts = tuple(f for f in receipt.artifacts if Path(f).exists())
    _remove_empty([Path(folder) for folder in reversed(receipt.folders)])
    folders = tuple(folder for folder in receipt.folders if Path(folder).exists())
    is_done = not (files or failed or artifacts)
    receipts.write(Receipt() if is_done else Receipt(files, folders, failed, artifacts), computer.data)
    if not is_done or (computer.data / receipts.FILE_NAME).exists():
        return
    remove(str(computer.data / LOG))
    Ledger(computer.data).delete_empty()
    _remove_empty([computer.data])


def _remove_empty(folders: list[Path]) -> None:
    for folder in folders:
        try:
            folder.rmdir()
        except OSError:
            continue  # something else is in it, or it has gone
