"""One entry for each failure, whoever found it, however often."""

from __future__ import annotations

import dataclasses
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from wpfagent.core.errors import InvalidArgument
from wpfagent.testing.tickets.model import Program, ReproStep, Ticket, TicketEnvironment, TicketSignature
from wpfagent.testing.tickets.store import IndexEntry, TicketStore, entry_of, read_ticket, write_ticket

CAUSE = {"window": "MainWindow", "element": "SaveButton", "action": "click"}
numbers = iter(range(0x1000, 0x9000))


@pytest.fixture
def store(tmp_path: Path) -> TicketStore:
    return TicketStore(tmp_path)


def add(store: TicketStore, signature: str, *, strength="weak", session="s1", family="crash", cause=None, title="T"):
    number = next(numbers)
    ticket = Ticket(
        id=f"TICKET-20261121-090000-{number:04x}",
        created=f"2026-11-21T09:00:00.{number:05d}+00:00",
        last_seen=f"2026-11-21T09:00:00.{number:05d}+00:00",
        title=title,
        summary="S",
        mode="scenario",
        oracle="process_exited",
        signature=TicketSignature(signature, strength, {"oracle": family}),
        cause=CAUSE if cause is None else cause,
        steps=(ReproStep(1, "Start a.exe."),),
        actual="A",
        expected="E",
        environment=TicketEnvironment("Windows", "10", "en-US", "uia", "1", "3.11", Program("a.exe")),
        session=session,
        sessions=(session,),
    )
    folder = store.folder / session / ticket.id

    def place() -> None:
        folder.mkdir(parents=True)
        write_ticket(folder, ticket)

    return store.add(entry_of(ticket, folder), place, session)


def by_id(store: TicketStore, entry: IndexEntry) -> IndexEntry:
    return next(e for e in store.entries() if e.id == entry.id)


def test_the_same_signature_raises_the_count_in_the_index_and_in_the_ticket(store):
    first, new = add(store, "aaaa11112222")
    assert new
    second, new = add(store, "aaaa11112222", session="s2")
    assert (new, second.id, second.count, second.sessions) == (False, first.id, 2, ("s1", "s2"))
    assert len(store.entries()) == 1
    ticket = read_ticket(first.folder)
    assert (ticket.count, ticket.sessions) == (2, ("s1", "s2"))
    assert "Seen 2 times, in s1, s2" in (first.folder / "ticket.md").read_text(encoding="utf-8")


def test_a_failure_without_a_ticket_is_not_counted(store):
    assert store.raise_count("aaaa11112222", "s1") is None


def test_a_strong_ticket_supersedes_the_weak_ones_of_its_family_and_cause(store):
    weak, _ = add(store, "aaaa11112222")
    elsewhere, _ = add(store, "bbbb11112222", cause={**CAUSE, "element": "OpenButton"})
    other, _ = add(store, "cccc11112222", family="not_responding")
    strong, _ = add(store, "dddd11112222", strength="strong")
    assert (by_id(store, weak).status, by_id(store, weak).superseded_by) == ("superseded", strong.id)
    assert by_id(store, elsewhere).status == by_id(store, other).status == "open"
    assert read_ticket(weak.folder).superseded_by == strong.id
    assert f"Superseded by {strong.id}" in (weak.folder / "ticket.md").read_text(encoding="utf-8")


def test_a_superseded_failure_that_comes_again_counts_for_the_stronger_ticket(store):
    add(store, "aaaa11112222")
    strong, _ = add(store, "dddd11112222", strength="strong")
    again, new = add(store, "aaaa11112222", session="s3")
    assert (new, again.id, again.count) == (False, strong.id, 2)


def test_a_weak_ticket_never_supersedes(store):
    strong, _ = add(store, "dddd11112222", strength="strong")
    add(store, "aaaa11112222")
    assert by_id(store, strong).status == "open"


def test_a_closed_failure_that_comes_again_is_reopened(store):
    entry, _ = add(store, "aaaa11112222")
    closed = store.record_verification(entry.id, 0, 3, "closed", runs=({"outcome": "not_reproduced"},))
    assert (closed.status, closed.reproduced, closed.attempts) == ("closed", 0, 3)
    assert "0 of 3 replays" in (entry.folder / "ticket.md").read_text(encoding="utf-8")
    again = store.raise_count("aaaa11112222", "s2")
    assert again is not None
    assert again.status == read_ticket(entry.folder).status == "reopened"


def test_entries_come_last_seen_first(store):
    first, _ = add(store, "aaaa11112222")
    second, _ = add(store, "bbbb11112222")
    assert [e.id for e in store.entries()] == [second.id, first.id]
    store.raise_count(first.signature, "s2")
    assert store.last().id == first.id


@pytest.mark.parametrize("name", ["id", "short", "signature", "start", "folder", "file"])
def test_a_ticket_is_found_by(store, name):
    entry, _ = add(store, "aaaa11112222")
    add(store, "bbbb11112222")
    text = {
        "id": entry.id,
        "short": entry.id[-4:],
        "signature": "aaaa11112222",
        "start": "aaaa11",
        "folder": str(entry.folder),
        "file": str(entry.folder / "repro.actions.json"),
    }[name]
    assert store.find(text).id == entry.id


def test_a_name_of_no_ticket_names_the_nearest(store):
    entry, _ = add(store, "aaaa11112222")
    with pytest.raises(InvalidArgument) as raised:
        store.find("TICKET-20261121-090000-zzzz")
    assert entry.id in raised.value.hint


def test_a_name_of_several_tickets_lists_them(store):
    add(store, "aaaa11112222")
    add(store, "aaaa11113333")
    with pytest.raises(InvalidArgument, match="several"):
        store.find("aaaa1111")


def test_no_tickets_are_no_error_but_there_is_no_last(store):
    assert store.entries() == ()
    with pytest.raises(InvalidArgument, match="no tickets"):
        store.last()


@pytest.mark.parametrize("harm", ["deleted", "cut", "foreign"])
def test_an_index_that_is_lost_is_made_again_from_the_tickets(store, harm):
    weak, _ = add(store, "aaaa11112222")
    strong, _ = add(store, "dddd11112222", strength="strong")
    store.raise_count("dddd11112222", "s2")
    before = store.entries()
    path = store.folder / "index.json"
    if harm == "deleted":
        path.unlink()
    else:
        path.write_text(path.read_text(encoding="utf-8")[:40] if harm == "cut" else "[]", encoding="utf-8")
    assert store.entries() == before
    assert {e.id for e in before} == {weak.id, strong.id}


def test_a_ticket_whose_folder_was_deleted_is_forgotten_and_found_anew(store):
    entry, _ = add(store, "aaaa11112222")
    shutil.rmtree(entry.folder)
    assert store.entries() == ()
    again, new = add(store, "aaaa11112222")
    assert new
    assert [e.id for e in store.entries()] == [again.id]


def test_the_index_survives_moving_the_artifacts(store, tmp_path):
    entry, _ = add(store, "aaaa11112222")
    moved = tmp_path.with_name(f"{tmp_path.name}-moved")
    shutil.move(tmp_path, moved)
    assert [e.folder for e in TicketStore(moved).entries()] == [moved / entry.folder.relative_to(tmp_path)]


def test_a_draft_of_a_killed_run_is_no_ticket(store):
    entry, _ = add(store, "aaaa11112222")
    shutil.copytree(entry.folder, entry.folder.with_name(f".{entry.id}-draft"))
    (store.folder / "index.json").unlink()
    assert [e.id for e in store.entries()] == [entry.id]


def test_ticket_json_reads_back_as_it_was_written(store):
    entry, _ = add(store, "aaaa11112222")
    ticket = read_ticket(entry.folder)
    assert ticket.to_dict() == json.loads((entry.folder / "ticket.json").read_text(encoding="utf-8"))


COUNTING = """
import sys
from pathlib import Path
from wpfagent.testing.tickets.store import TicketStore

store = TicketStore(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
for n in range(20):
    assert store.raise_count("aaaa11112222", f"{sys.argv[2]}-{n}") is not None
"""


def test_no_count_is_lost_when_processes_write_at_once(store):
    add(store, "aaaa11112222")
    running = [
        subprocess.Popen(
            [sys.executable, "-c", COUNTING, str(store.artifacts), str(n)],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for n in range(4)
    ]
    for process in running:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"ready"
    for process in running:
        assert process.stdin is not None
        process.stdin.write(b"\n")
        process.stdin.flush()
    for process in running:
        process.communicate(timeout=120)
        assert process.returncode == 0
    (entry,) = store.entries()
    assert entry.count == 81
    assert len(entry.sessions) == 81
    assert read_ticket(entry.folder).count == 81


def test_a_run_that_is_killed_once_its_ticket_is_in_place_has_it_in_the_index(store):
    number = next(numbers)
    add(store, "bbbb11112222")

    def place_and_die() -> None:
        shutil.copytree(by_title.folder, folder)
        raise KeyboardInterrupt

    (by_title,) = store.entries()
    ticket = dataclasses.replace(read_ticket(by_title.folder), id=f"TICKET-20261121-090000-{number:04x}")
    folder = store.folder / "s1" / ticket.id
    entry = dataclasses.replace(entry_of(ticket, folder), signature="aaaa11112222")
    with pytest.raises(KeyboardInterrupt):
        store.add(entry, place_and_die, "s1")
    assert {e.signature for e in store.entries()} == {"aaaa11112222", "bbbb11112222"}


@pytest.mark.parametrize("harm", ["edited", "not writable"])
def test_a_ticket_that_cannot_follow_is_counted_in_the_index_all_the_same(store, harm):
    first, _ = add(store, "aaaa11112222")
    if harm == "edited":
        (first.folder / "ticket.json").write_text("{ my notes", encoding="utf-8")
    else:
        (first.folder / "ticket.md").unlink()
        (first.folder / "ticket.md").mkdir()
    raised = store.raise_count("aaaa11112222", "s2")
    assert raised is not None
    assert (raised.count, store.last().count) == (2, 2)
