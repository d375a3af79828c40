"""Each way to fail gives one complete ticket that a stranger can follow."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import textwrap
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from wpfagent.core.errors import StorageFailed, Unsupported
from wpfagent.profiles.profile import ProfileRecord
from wpfagent.testing.oracles.base import Finding, Oracle
from wpfagent.testing.record.recorder import recorder_of
from wpfagent.testing.record.trail import FailureEvent
from wpfagent.testing.report import ticket_report
from wpfagent.testing.tickets.complete import missing_parts
from wpfagent.testing.tickets.outline import COLOUR
from wpfagent.testing.tickets.store import TicketStore

REPO = Path(__file__).parents[3]
FORM = Path(__file__).parents[1] / "scenarios" / "form.xaml"
NO_PAGE = "report.html, listed as evidence, is missing or empty."


class Late(Oracle):
    """Finds something of the act before."""

    name = "late"

    def check(self, observation):
        return Finding(self.name, "late", "a", "e", of_action_before=True) if "Active" in observation.subject else None


class Now(Late):
    """Finds something of this act."""

    name = "now"

    def check(self, observation):
        return Finding(self.name, "now", "a", "e") if "Active" in observation.subject else None


def full(*_: object) -> Path:
    raise OSError(28, "No space left on device")


def test_a_crash_tells_the_exception_its_place_and_the_way_there(use):
    form = use()
    form.do("type_text", "NameBox", text="Aiko")
    form.do("click", "CrashButton")
    ticket = form.ticket
    assert missing_parts(form.filed.folder) == []
    assert form.steps == [
        "Start form.xaml.",
        "Type 'Aiko' into 'Name:' (NameBox).",
        "Click the button 'Crash' (CrashButton).",
    ]
    assert ticket["oracle"] == "unhandled_exception"
    assert ticket["signature"]["strength"] == "strong"
    assert ticket["exception"]["message"] == "the form is broken"
    assert ticket["exit_code"]["name"].startswith("0xE0434352")
    assert "on_crash may let a" in form.causes
    assert "form.py:" in json.dumps(ticket["hypotheses"][0]["evidence"])
    assert ticket["last_selector"]["element"]["enabled"] is True
    assert len(ticket["last_selector"]["element"]["bounding_rect"]) == 4
    assert (form.filed.folder / "app.log").read_text(encoding="utf-8").count("the form is broken") == 1


def test_what_shows_late_is_a_ticket_of_its_own_beside_what_came_now(use):
    form, seen = use(), []
    recorder = recorder_of(form.app.gate)
    for oracle in (Late(), Now()):
        recorder.judge.add(oracle)
    file = recorder.on_incident
    recorder.on_incident = lambda event: (seen.append(event), file(event))
    form.do("type_text", "NameBox", text="Aiko")
    form.do("toggle", "ActiveCheck", state="on")
    assert len(form.recorded.filed) == 2
    blamed = {event.finding.oracle: event.cause.subject for event in seen}
    assert "NameBox" in blamed["late"]
    assert "ActiveCheck" in blamed["now"]


def test_what_could_not_be_taken_is_said_in_the_evidence(use):
    form = use()
    form.do("click", "CrashButton")
    assert not (form.filed.folder / "screens" / "after.png").exists()
    assert "No picture when the failure was seen: the process has ended." in [
        e["shows"] for e in form.ticket["evidence"] if not e["file"]
    ]


def test_a_freeze_names_the_handler_and_has_a_picture_before(use):
    form = use()
    form.do("click", "FreezeButton")
    assert missing_parts(form.filed.folder) == []
    assert form.ticket["oracle"] == "not_responding"
    assert "the button 'Freeze' (FreezeButton) may block the UI thread" in form.causes
    assert (form.filed.folder / "screens" / "before.png").is_file()


def test_an_expectation_is_told_with_the_element_outlined_in_both_pictures(use):
    form = use()
    form.do("click", "SaveButton")
    form.expect("StatusText", text_equals="Saved ")
    assert missing_parts(form.filed.folder) == []
    assert form.steps[-1] == "Check that the text of the label StatusText is 'Saved '."
    assert form.ticket["title"] == "Expected but not seen: the text of the label StatusText is 'Saved '"
    assert "upper and lower case" in form.causes
    for name in ("before", "after"):
        with Image.open(form.filed.folder / "screens" / f"{name}.png") as picture:
            assert COLOUR in {c for _, c in picture.convert("RGB").getcolors(1 << 24)}
    changed = form.ticket["difference"]["changed"]
    assert any(c["automation_id"] == "StatusText" and c["new"] == "saved " for c in changed)
    text = (form.filed.folder / "ticket.md").read_text(encoding="utf-8")
    assert "Changed: name of Text 'saved ' (automation_id StatusText) from 'loaded' to 'saved '." in text


def test_a_value_that_the_program_lost_is_a_possible_cause(use):
    form = use()
    form.do("type_text", "CountBox", text="7")
    form.do("click", "AddButton")
    form.expect("CountBox", value_equals="7")
    assert "The value '7' may not have been taken over from the field CountBox" in form.causes


def test_an_element_that_stays_disabled_is_a_possible_cause(use):
    form = use()
    form.do("click", "SaveButton")
    form.expect("LockedButton", enabled=True)
    assert "A condition for enabling the button 'Locked' (LockedButton) may not be met." in form.causes


def test_a_missing_element_names_the_nearest(use):
    form = use()
    form.do("click", "SaveButon")
    assert form.ticket["oracle"] == "element_missing"
    assert "SaveButton" in json.dumps(form.ticket["hypotheses"])
    assert form.ticket["last_selector"].get("element") is None


def test_a_window_that_never_came_is_told_with_those_that_are_there(use):
    form = use()
    form.do("click", "SaveButton")
    form.do("wait_window", title="Preferences")
    assert "may not open the window 'Preferences'" in form.causes
    assert "'Form'" in json.dumps(form.ticket["hypotheses"])


def test_reads_and_refusals_are_no_steps_and_no_ops_are(use):
    form = use()
    form.do("get_state", "NameBox")
    form.do("click", "DeleteButton")
    form.do("toggle", "ActiveCheck", state="off")
    form.do("click", "CrashButton")
    assert form.steps == [
        "Start form.xaml.",
        "Remove the tick from the check box 'Active' (ActiveCheck).",
        "Click the button 'Crash' (CrashButton).",
    ]


@pytest.mark.parametrize(
    ("caller", "mode"), [("scenario", "scenario"), ("random", "random"), ("replay", "replay"), ("mcp", "interactive")]
)
def test_the_mode_says_how_it_was_found(use, caller, mode):
    form = use("scenario", facts={"caller": caller, "seed": 42})
    form.do("click", "CrashButton")
    assert form.ticket["mode"] == mode
    assert form.ticket["environment"]["seed"] == 42


def test_the_environment_names_machine_program_and_tool(use):
    form = use()
    form.do("click", "CrashButton")
    environment = form.ticket["environment"]
    assert environment["os"].startswith("simulated desktop on")
    assert environment["target_spec"] == {"profile": "Form"}
    assert environment["monitors"][0]["primary"]
    assert environment["dpi"] == 96
    assert environment["target"]["process"] == "form.xaml"
    assert environment["profile"] == "Form"


def test_no_file_of_a_ticket_holds_a_secret(use):
    form = use()
    form.do("type_text", "PinBox", text="hunter2-pin")
    form.recorded.session.masks.add("Aiko-Tanaka", "CUSTOMER")
    form.do("type_text", "NameBox", text="Aiko-Tanaka")
    form.do("click", "SaveButton")
    form.expect("StatusText", text_equals="never")
    assert missing_parts(form.filed.folder) == []
    for path in form.filed.folder.rglob("*"):
        if path.is_file():
            held = path.read_bytes()
            assert b"hunter2" not in held, path
            assert b"Aiko" not in held, path
    assert "Type ${secret:CUSTOMER} into 'Name:' (NameBox)." in form.steps
    assert any("${secret:PASSWORD}" in s for s in form.steps)


def test_the_programs_own_log_is_attached(use, tmp_path):
    log = tmp_path / "form.log"
    log.write_text("10:00 ERROR cannot save\n", encoding="utf-8")
    form = use(logs=(str(tmp_path / "*.log"),))
    form.do("click", "CrashButton")
    assert "cannot save" in (form.filed.folder / "app.log").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "part",
    ["ticket.md", "ticket.json", "repro.actions.json", "runner.log", "screens", "uia", "screens/before.png",
     "uia/difference.json", "uia/before.json", "report.html", "scenario.yaml"],
)  # fmt: skip
@pytest.mark.parametrize("how", ["absent", "empty"])
def test_a_part_that_is_absent_or_empty_is_noticed(folder, part, how):
    assert missing_parts(folder) == []
    path = folder / part
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        file.unlink() if how == "absent" else file.write_bytes(b"")
    assert any(part.split("/", maxsplit=1)[0] in what for what in missing_parts(folder)), missing_parts(folder)


@pytest.mark.parametrize("heading", ["Title", "Repro Steps", "Actual Result", "Root Cause Hypothesis", "Environment"])
def test_a_heading_without_text_is_noticed(folder, heading):
    path = folder / "ticket.md"
    before, _, rest = path.read_text(encoding="utf-8").partition(f"## {heading}")
    title, _, after = rest.partition("\n")
    path.write_text(f"{before}## {heading}{title}\n\n## {after.partition('## ')[2]}", encoding="utf-8")
    assert any(heading in what for what in missing_parts(folder))


def test_the_same_failure_again_raises_the_count_of_its_ticket(use):
    first = use()
    first.do("click", "CrashButton")
    second = use()
    second.do("type_text", "NameBox", text="another way")
    second.do("click", "CrashButton")
    assert second.filed.folder == first.filed.folder
    assert not second.filed.new
    assert second.ticket["count"] == 2
    assert second.ticket["sessions"] == [f.recorded.session.session_id for f in (first, second)]
    session = json.loads((Path(second.recorded.session.folder) / "session.json").read_text(encoding="utf-8"))
    assert session["tickets"][0]["id"] == first.filed.id
    assert "Seen 2 times" in (first.filed.folder / "ticket.md").read_text(encoding="utf-8")


def test_weak_tickets_do_not_merge_across_different_last_steps(use):
    for button in ("SaveButton", "AddButton"):
        form = use()
        form.do("click", button)
        form.expect("StatusText", text_equals="never")
        assert form.filed.new


def test_a_replay_of_a_ticket_is_not_one_more_time_that_it_was_seen(use):
    first = use()
    first.do("click", "CrashButton")
    again = use(facts={"caller": "replay", "replay": {"file": str(first.filed.folder / "repro.actions.json")}})
    again.do("click", "CrashButton")
    assert again.filed.id == first.filed.id
    assert again.ticket["count"] == 1


CRASHING = """
import sys
from pathlib import Path
from wpfagent import App, Policy
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.core.errors import WpfAgentError
from wpfagent.desktops.target import TargetSpec
from wpfagent.testing.tickets.recorded import open_recorded
from wpfagent.testing.record.recorder import recorder_of

spec = TargetSpec(exe={form!r})
with open_recorded(SimulatedDesktop(), Path({artifacts!r}), policy=Policy("scenario"), profiles={{}},
                   facts={{"caller": "scenario"}}, spec=spec) as recorded:
    app = App(recorded.gate, recorded.gate.targets.open(spec))
    print("ready", flush=True)
    sys.stdin.readline()
    try:
        app.click(automation_id="CrashButton")
    except WpfAgentError:
        pass
    assert len(recorded.filed) == 1, recorded.filed
"""


def test_eight_processes_that_see_the_same_at_once_make_one_ticket_with_a_count_of_eight(tmp_path):
    code = textwrap.dedent(CRASHING).format(form=str(FORM), artifacts=str(tmp_path))
    running = [
        subprocess.Popen([sys.executable, "-c", code], cwd=REPO, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for _ in range(8)
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
    (entry,) = TicketStore(tmp_path).entries()
    assert (entry.count, len(entry.sessions)) == (8, 8)
    assert missing_parts(entry.folder) == []
    assert [p.parent for p in (tmp_path / "tickets").rglob("ticket.json")] == [entry.folder], "no half tickets"
    assert [p for p in (tmp_path / "tickets").iterdir() if p.is_dir()] == [entry.folder.parent], "no empty folders"


def test_what_the_system_left_of_a_crash_is_attached(use, tmp_path):
    dump = tmp_path / "form.xaml.1.dmp"
    dump.write_bytes(b"MDMP")
    form = use()
    seen: list[FailureEvent] = []
    recorder_of(form.recorded.gate).on_incident = seen.append
    form.do("click", "CrashButton")
    details = {"dump": str(dump), "events": [{"provider": ".NET Runtime", "id": 1026, "text": "boom"}]}
    form.recorded.file(replace(seen[0], finding=replace(seen[0].finding, details=details)))
    assert (form.filed.folder / "crash.dmp").read_bytes() == b"MDMP"
    assert "boom" in (form.filed.folder / "eventlog.txt").read_text(encoding="utf-8")
    assert {"crash.dmp", "eventlog.txt"} <= {e["file"] for e in form.ticket["evidence"]}
    assert missing_parts(form.filed.folder) == []


def test_a_failure_that_shows_while_waiting_is_told_of_the_action_before(use):
    form = use()
    form.do("click", "SaveButton")
    form.desktop.faults(form.app.pid).crash(7)
    form.do("wait_for", until="idle")
    assert "after \"Click the button 'Save' (SaveButton)\"" in form.ticket["title"]
    assert form.steps[-2:] == ["Click the button 'Save' (SaveButton).", "Wait until the program has come to rest."]


def test_as_many_last_actions_are_kept_as_the_profile_says(use):
    form = use()
    for text in "abcdef":
        form.do("type_text", "NameBox", text=text)
        form.do("read_text", "NameBox")
    form.recorded.writer.record = ProfileRecord(last_actions=3)
    form.do("click", "CrashButton")
    assert [a["args"].get("text") for a in form.ticket["last_actions"]] == ["e", "f", None]
    assert len(form.steps) == 8


def test_a_full_disk_is_told_and_leaves_no_half_ticket(use, monkeypatch):
    form = use()

    monkeypatch.setattr("wpfagent.testing.tickets.write.write_ticket", full)
    with pytest.raises(StorageFailed, match="No space left"):
        form.app.do("click", {"automation_id": "CrashButton"}, {})
    assert not [p for p in form.recorded.writer.store.folder.rglob("*") if p.is_file()]


def test_a_page_that_cannot_be_written_is_told_and_leaves_the_ticket(use, monkeypatch):
    form = use()
    monkeypatch.setattr("wpfagent.testing.tickets.recorded.refresh_ticket_page", full)
    with pytest.raises(StorageFailed, match="No space left"):
        form.app.do("click", {"automation_id": "CrashButton"}, {})
    (entry,) = form.recorded.writer.store.entries()
    assert missing_parts(entry.folder) == [NO_PAGE]
    assert form.recorded.session.facts["tickets"][0]["id"] == entry.id


def test_the_page_of_a_ticket_is_there_once_nothing_is_deferred_any_more(use, monkeypatch):
    form, begun, wait = use(), threading.Event(), threading.Event()

    def slow(folder: Path) -> None:
        begun.set()
        assert wait.wait(10)
        ticket_report(folder)

    monkeypatch.setattr("wpfagent.testing.tickets.recorded.refresh_ticket_page", slow)
    with form.recorded.session.deferring():
        form.do("click", "CrashButton")
        assert begun.wait(10)
        lacking = missing_parts(form.filed.folder)
        wait.set()
    assert lacking == [NO_PAGE]
    assert missing_parts(form.filed.folder) == []


def test_without_the_extra_a_ticket_has_all_but_its_page_and_says_once_how_to_get_it(use, monkeypatch):
    form, find = use(), importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *more: None if name == "jinja2" else find(name, *more)
    )
    form.do("click", "LockedButton")
    form.do("click", "CrashButton")
    line = 'No page for a browser: `pip install "wpfagent[report]"` brings what it needs.'
    for filed in form.recorded.filed:
        assert missing_parts(filed.folder) == []
        assert not (filed.folder / "report.html").exists()
        assert line in (filed.folder / "ticket.md").read_text(encoding="utf-8").replace("\\", "")
    assert len(form.recorded.filed) == 2
    assert (Path(form.recorded.session.folder) / "runner.log").read_text(encoding="utf-8").count(line) == 1
    with pytest.raises(Unsupported, match="jinja2") as caught:
        ticket_report(form.recorded.filed[0].folder)
    assert 'pip install "wpfagent[report]"' in caught.value.hint


def test_an_element_that_stays_disabled_is_described_as_it_was_when_the_step_failed(use):
    form = use()
    form.do("click", "LockedButton")
    assert form.ticket["title"] == "Not possible (disabled): Click the button 'Locked' (LockedButton)"
    assert form.ticket["last_selector"]["element"]["enabled"] is False
    assert len(form.ticket["last_selector"]["element"]["bounding_rect"]) == 4
    assert missing_parts(form.filed.folder) == []
    texts = [h["text"] for h in form.ticket["hypotheses"]]
    assert len(texts) == len(set(texts)) >= 1


def test_a_wait_in_vain_says_what_was_seen_and_what_may_be_wrong(use):
    form = use()
    form.do("type_text", "NameBox", text="Berlin")
    form.do("wait_for", "NameBox", until={"value_equals": "Paris"})
    assert form.ticket["title"].startswith("Waited in vain until the value of")
    assert "Berlin" in form.ticket["actual"]
    assert form.causes


def test_an_expectation_without_any_other_trace_has_a_hypothesis_too(use):
    form = use()
    form.do("click", "AddButton")
    form.expect("StatusText", text_equals="never")
    assert "AddButton" in form.causes
