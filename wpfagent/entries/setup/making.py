"""Making what a computer needs: the template of profiles.json, and the entry in each MCP client that is there.

Each function does one thing, says what it came to as a `Step`, and notes in the receipt what it made before it is made:
a call that is killed leaves nothing that `removing` does not know of.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from wpfagent.core.errors import StorageFailed, WpfAgentError
from wpfagent.core.files import write_whole
from wpfagent.core.program import FOLDER
from wpfagent.entries.registration import CLIENTS, Client, Computer, ServerCommand, inspect, register
from wpfagent.entries.setup import receipt as receipts
from wpfagent.entries.setup import search_path
from wpfagent.entries.setup.resident import Resident
from wpfagent.entries.setup.template import template
from wpfagent.entries.unpacked import laying
from wpfagent.profiles.schema import load_profiles

Change = Literal["made", "kept", "removed", "left", "skipped", "failed"]


@dataclass(frozen=True, slots=True)
class Step:
    """What one step came to.

    Args:
        what: what it is about: a file, a client.
        change: what was done; under `--what-if` what would be done.
        why: the reason, where there is one.
        facts: for programs.
    """

    what: str
    change: Change
    why: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"what": self.what, "change": self.change, "why": self.why, **self.facts}


def make_profiles(path: Path, data: Path, *, what_if: bool) -> list[Step]:
    """Write the template of profiles.json where there is none; one that is there is checked and kept.

    Args:
        path: the profiles.json.
        data: the program's data folder, for the receipt.
        what_if: change nothing.

    Raises:
        ProfileInvalid: the file that is there does not hold what it should.
        StorageFailed: a file cannot be written.
    """
    if path.exists():
        for place in template(path):
            _share(place, data, what_if=what_if)
        names = [p.name for p in load_profiles(path.read_text(encoding="utf-8-sig"), str(path))]
        return [Step(str(path), "kept", facts={"profiles": names})]
    made = []
    for place, content in template(path).items():
        if place.exists():
            _share(place, data, what_if=what_if)
            made.append(Step(str(place), "kept"))
            continue
        if not what_if:
            _write(place, content, data)
        made.append(Step(str(place), "made"))
    return made


def _share(place: Path, data: Path, *, what_if: bool) -> None:
    """Note a file that another copy made and that this one uses from now on: it stays until both are taken back."""
    receipt, digest = receipts.read(data), receipts.digest_made(place, data)
    if digest is not None and str(place) not in receipt.files and not what_if:
        receipts.write(replace(receipt, files={**receipt.files, str(place): digest}), data)


def _write(place: Path, content: bytes, data: Path) -> None:
    receipts.write(receipts.read(data).with_folder(place.parent).with_file(place, content), data)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole(str(place), content)
    except OSError as error:
        hint = "Name another place with --profiles."
        raise StorageFailed(f"{place} cannot be written: {error.strerror or error}.", hint=hint) from error


def make_quick_start(exe: Path, data: Path, resident: Resident, *, what_if: bool) -> Step:
    """Lay the unpacked form of the exe out for clients and terminals: they need not wait for it to unpack itself.

    Args:
        exe: the single exe, which works without it.
        data: the program's data folder.
        resident: the host that may run from the folder.
        what_if: change nothing.
    """
    folder = data / FOLDER
    is_there = laying.is_of(folder, exe) and laying.is_current(folder, exe) and not laying.find_damage(folder)
    if what_if:
        return Step(str(folder), "kept" if is_there else "made")
    if not is_there:
        resident.stop(folder)
    try:
        laying.lay_out(exe, data)
        is_new = search_path.add(folder)
    except WpfAgentError as error:
        return Step(str(folder), "failed", str(error))
    except OSError as error:
        return Step(str(folder), "failed", f"PATH cannot be written: {error.strerror or error}.")
    return Step(str(folder), "kept" if is_there and not is_new else "made")


def offer(
    client: Client, computer: Computer, server: ServerCommand, is_wanted: Callable[[Client], bool], *, what_if: bool
) -> Step:
    """Register in a client if the person wants it; an entry that starts this installation already is kept.

    Args:
        client: the client.
        computer: where it is.
        server: what its entry shall start.
        is_wanted: asks.
        what_if: change nothing, ask nobody.
    """
    facts = {"client": client.name, "command": client.add_line(server, "user", computer)}
    held = inspect(client, "user", computer, server)
    same_options = held.server is not None and (not server.options or held.server.options == server.options)
    if held.state == "current" and same_options:
        return Step(client.title, "kept", str(held.path), facts)
    if held.state in ("foreign", "broken"):
        return Step(client.title, "failed", held.why, facts)
    if what_if:
        return Step(client.title, "made", str(held.path), facts)
    if not is_wanted(client):
        return Step(client.title, "skipped", "", facts)
    try:
        receipts.write(receipts.read(computer.data).with_client(client.name), computer.data)
        outcome = register(client, "user", computer, server, keep_options=not server.options)
    except WpfAgentError as error:
        return Step(client.title, "failed", str(error), facts)
    return Step(
        client.title,
        "made",
        str(outcome.path),
        {**facts, "notes": list(outcome.notes), "backup": str(outcome.backup or "")},
    )


def command_lines(clients: list[Client], computer: Computer, server: ServerCommand) -> list[tuple[str, str]]:
    """Return the clients' own commands that register the same, for people who do it by hand.

    Args:
        clients: those to show; Claude Code where there are none.
        computer: where they are.
        server: what the entry shall start.
    """
    shown = clients or [CLIENTS["claude"]]
    return [(c.title, c.add_line(server, "user", computer)) for c in shown]
