"""A ticket's page: all that a ticket holds is on it."""

from __future__ import annotations

import json
import re

import pytest
from report_pages import read_page
from report_records import SESSION, TICKET, action, write_session, write_ticket

from wpfagent.core.errors import FileInvalid
from wpfagent.testing.report import session_report, ticket_report


@pytest.fixture
def ticket(tmp_path):
    return write_ticket(tmp_path)


def test_the_page_holds_every_part_of_the_ticket(ticket):
    made = read_page(ticket_report(ticket))
    assert made.problems == []
    text = re.sub(r"\s+", " ", made.text)
    said = json.loads((ticket / "ticket.json").read_text(encoding="utf-8"))
    wanted = [said["title"], said["summary"], said["actual"], said["expected"], said["exception"]["type"]]
    wanted += [s["text"] for s in said["steps"]] + [h["text"] for h in said["hypotheses"]]
    wanted += [e["shows"] for e in said["evidence"]] + ["4 of", "26100.2314", "OrderDesk-Dev", "4711", "debug"]
    wanted += ["9f3a51c2b7de", "strong", "Times seen", "DataGrid 'Customers'", "ERROR index 4 of 2", "eventlog.txt"]
    assert [w for w in wanted if w not in text] == []


def test_hypotheses_stand_in_their_rank(ticket):
    text = read_page(ticket_report(ticket)).text
    assert text.index("may read past the end") < text.index("may be opened for a row")


def test_both_pictures_are_shown_and_no_outline_is_drawn_over_them(ticket):
    made = read_page(ticket_report(ticket))
    assert len(made.named("image")) == 2
    assert made.named("rect") == []


def test_the_last_actions_are_cards(ticket):
    made = read_page(ticket_report(ticket))
    assert [c["data-action"] for c in made.of_class("card")] == ["select_item", "type_text", "click"]


def test_evidence_links_only_to_files_that_are_there(ticket):
    links = [a["href"] for a in read_page(ticket_report(ticket)).named("a") if not a["href"].startswith("#")]
    assert links == ["screens/before.png", "screens/after.png"]


def test_the_sessions_page_is_linked_when_it_is_there(tmp_path, ticket):
    session = write_session(tmp_path, [action(1)])
    session_report(session)
    links = [a["href"] for a in read_page(ticket_report(ticket)).named("a")]
    assert f"../../../sessions/{SESSION}/report.html" in links


def test_a_ticket_of_bare_minimum_makes_a_page(tmp_path):
    folder = tmp_path / "tickets" / SESSION / TICKET
    folder.mkdir(parents=True)
    (folder / "ticket.json").write_text(json.dumps({"id": TICKET}), encoding="utf-8")
    made = read_page(ticket_report(folder))
    assert made.problems == []
    assert "Not replayed yet." in made.text


def test_a_folder_without_a_ticket_is_refused(tmp_path):
    with pytest.raises(FileInvalid):
        ticket_report(tmp_path)
