"""ticket.md, byte for byte: one ticket with every part, one with as little as there can be, each in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from wpfagent.testing.tickets.markdown import render
from wpfagent.testing.tickets.model import (
    Evidence,
    Hypothesis,
    LastSelector,
    Monitor,
    Program,
    Reproducibility,
    ReproStep,
    Ticket,
    TicketEnvironment,
    TicketSignature,
)

DATA = Path(__file__).parents[1] / "data" / "tickets"
BARE = Ticket(
    id="TICKET-20261121-090000-0001",
    created="2026-11-21T09:00:00+00:00",
    title="Shop.exe ended with exit code 3 after click Button 'Pay'",
    summary="A summary.",
    mode="interactive",
    oracle="process_exited",
    signature=TicketSignature("aaaa11112222", "strong"),
    actual="The process has ended with exit code 3.",
    expected="Shop.exe goes on after click Button 'Pay'.",
    environment=TicketEnvironment("Windows", "10", "en-US", "uia", "1", "3.11", Program("Shop.exe")),
    session="s1",
    sessions=("s1",),
)
FULL = Ticket(
    id="TICKET-20261121-090000-0002",
    created="2026-11-21T09:00:00+00:00",
    last_seen="2026-11-22T09:00:00+00:00",
    title="Check that the text of the label *Total* is '10 <b>'",
    summary="# no heading\nbut _two_ lines.",
    mode="random",
    oracle="error_dialog",
    status="superseded",
    superseded_by="TICKET-20261121-090000-0003",
    signature=TicketSignature("bbbb11112222", "weak"),
    steps=(
        ReproStep(1, "Start Shop.exe."),
        ReproStep(2, "Click the button 'Pay' (PayButton).", 4),
        ReproStep(3, "Type 'a`b' into 'Note' (NoteBox).", 5),
    ),
    actual="1. It shows [this](that) `thing`.",
    expected="Nothing of the kind.",
    environment=TicketEnvironment(
        "Windows", "10.0.19045", "en-US", "simulated", "1.2", "3.12",
        Program("Shop.exe", "C:\\Shop\\Shop.exe", "1.2.3", "4.5", "debug", ".NET 10", 4711, "Shop*"),
        target_spec={"exe": "C:\\Shop\\Shop.exe"}, locale="de-DE", elevated=True,
        monitors=(Monitor((0, 0, 1920, 1080), 96, primary=True), Monitor((1920, 0, 800, 600), 144)),
        dpi=96, profile="Shop", seed=7,
    ),
    evidence=(
        Evidence("screens/before.png", "The program before the last action."),
        Evidence("screens/after.png", "The program when the failure was seen."),
        Evidence("", "No tree before the last action: it was not read."),
        Evidence("runner.log", "What wpf-agent did, a line a step."),
    ),
    last_selector=LastSelector("click", {"automation_id": "PayButton"},
                               {"enabled": True, "visible": None, "name": "Pay"}),
    difference={"windows_opened": ["Error"], "lost": [], "note": "A part of the trees could not be read while the "
                "program rebuilt it."},
    last_actions=(
        {"n": 4, "action": "click", "effect": "confirmed"},
        {"n": 5, "action": "type_text", "error": {"code": "timeout", "message": "m"}},
        {"n": 6, "action": "toggle", "args": {"state": "on"}, "selector": {"automation_id": "Gift"}, "effect": "no_op"},
    ),
    details={"text": "Boom ``` in the shop\nsecond line  "},
    exception={"type": "System.FormatException", "message": "Bad.", "frames": [f"Shop.Page.M{i}" for i in range(23)]},
    exit_code={"code": -1, "name": "0xFFFFFFFF"},
    also=({"oracle": "app_log", "severity": "warning", "title": "app.log tells of an error after click Button 'Pay'"},),
    hypotheses=(
        Hypothesis(1, "Shop.Page.M0 may let a System.FormatException escape.", ("Step 4", "_really_")),
        Hypothesis(2, "A method may call itself without end.", ("The process ended with 0xC00000FD.",)),
    ),
    reproducibility=Reproducibility(2, 3, ({"outcome": "same"}, {"time": "2026-11-22T09:00:00+00:00"})),
    minimised={"reproduced": 3, "attempts": 3, "from": 9, "to": 1, "trials": 12},
    sessions=("s1", "s2"),
    session="s1",
    count=2,
)  # fmt: skip
UNTIMED = {"reproducibility": Reproducibility(1, 1, ({"outcome": "same"},))}


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("name", "ticket"), [("bare", BARE), ("full", FULL)])
def test_a_ticket_reads_byte_for_byte_as_before(name, ticket, language):
    golden = (DATA / f"{name}.{language}.md").read_bytes()
    assert render(ticket, language).encode() == golden
