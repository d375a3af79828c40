"""Whole replays on the simulated desktop: what fails again, what does not, and where the path was left."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.simulated.replay.conftest import Program, Progress
from wpfagent import App
from wpfagent.actions.expect import Expectation
from wpfagent.core.errors import FileInvalid, InvalidArgument, LaunchFailed, RefusedDestructive, WpfAgentError
from wpfagent.desktops.target import TargetSpec
from wpfagent.profiles.profile import Profile, ProfileLaunch, ProfileReset
from wpfagent.runs.replay_file import read_recording


def save(app: App) -> None:
    app.type_text(automation_id="NoteBox", text="milk")
    app.click(automation_id="SaveButton")


def crash(app: App) -> None:
    save(app)
    with suppress(WpfAgentError):
        app.click(automation_id="CrashButton")
    app.gate.glance(app.target)


def expect_saved(app: App) -> None:
    save(app)
    wanted = Expectation.parse({"selector": {"automation_id": "StatusText"}, "text_equals": "stored milk"})
    app.gate.expect(wanted, app.target, timeout_ms=1_000)


def test_what_something_was_dropped_on_is_told_from_its_equals(program: Program) -> None:
    fruit = "".join(f'<ListBoxItem Content="{name}"/>' for name in ("Fig", "Kiwi"))
    lists = "".join(f'<ListBox x:Name="{name}">{fruit}</ListBox>' for name in ("Left", "Right"))
    program.change('<TextBlock x:Name="StatusText"', f'{lists}<TextBlock x:Name="StatusText"')

    def drag(app: App) -> None:
        items = [c for c in app.list_controls().result["controls"] if c["control_type"] == "ListItem"]
        app.drag(ref=items[0]["ref"], to={"ref": items[-1]["ref"]})

    recording = program.record(drag)
    assert recording.acts[-1].call.request.args["to"]["within"]["automation_id"] == "Right"
    assert program.replay(recording).runs[0].outcome == "not_reproduced", "it is done again, and nothing fails"


# -- failing again --------------------------------------------------------------------------------------------------


def test_a_crash_reproduces_each_time_with_a_fresh_program(program: Program) -> None:
    recording = program.record(crash)
    signature = program.signature()
    heard = Progress()
    result = program.replay(recording, times=3, expected_signature=signature, progress=heard)
    assert result.describe() == "reproduced 3 of 3"
    assert result.exit_code == 1
    assert heard.heard.count("launching") == 3
    assert [r.outcome for r in result.runs] == ["reproduced"] * 3
    assert program.running() == []


def test_a_failed_expectation_reproduces(program: Program) -> None:
    recording = program.record(expect_saved)
    assert recording.failing == 3
    result = program.replay(recording, times=2, expected_signature=program.signature())
    assert (result.reproduced, result.attempts) == (2, 2)
    assert result.runs[0].failures[0].finding.oracle == "expectation_not_met"


def test_a_freeze_reproduces_and_the_program_is_ended(program: Program) -> None:
    def freeze(app: App) -> None:
        with suppress(WpfAgentError):
            app.click(automation_id="FreezeButton", timeout_ms=6_000)

    recording = program.record(freeze)
    result = program.replay(recording, expected_signature=program.signature())
    assert result.outcome == "reproduced"
    assert program.running() == []


def test_a_slow_answer_is_no_freeze_on_a_machine_that_is_a_little_slower(program: Program) -> None:
    def ponder(app: App) -> None:
        for _ in range(4):
            app.click(automation_id="SaveButton")
        app.click(automation_id="FreezeButton")

    program.change("view.block(600_000)", "view.block(3_500)")
    recording = program.record(ponder)
    assert recording.acts[-1].recorded.findings == ("slow_response",)
    program.change("view.block(3_500)", "view.block(4_200)")
    result = program.replay(recording, expected_signature=program.signature())
    assert result.outcome == "reproduced"


def test_a_missing_element_reproduces_where_the_scenario_missed_it(program: Program) -> None:
    recording = [
        {
            "tool": "click",
            "args": {"selector": {"automation_id": "GoneButton"}, "timeout_ms": 200},
            "recorded": {"n": 1, "error": "element_not_found", "findings": ["element_missing"]},
        }
    ]
    result = program.replay(recording, target=TargetSpec.parse(program.spec))
    assert result.outcome == "reproduced"
    assert result.runs[0].failures[0].finding.oracle == "element_missing"


# -- not failing any more -------------------------------------------------------------------------------------------


def test_a_mended_program_does_not_fail_and_does_not_diverge(program: Program) -> None:
    recording = program.record(crash)
    signature = program.signature()
    program.change('raise ValueError("broken")', 'view["StatusText"].text = "fine"')
    result = program.replay(recording, times=2, expected_signature=signature)
    assert result.outcome == "not_reproduced"
    assert result.exit_code == 0
    assert result.divergence is None
    assert result.attempts == 2


def test_a_mended_expectation_holds(program: Program) -> None:
    recording = program.record(expect_saved)
    program.change('"saved "', '"stored "')
    assert program.replay(recording).outcome == "not_reproduced"


def test_a_failure_that_comes_late_is_waited_for(program: Program) -> None:
    program.change('raise ValueError("broken")', "view.later(1400, lambda: view['Nowhere'])")
    recording = program.record(
        lambda app: (
            app.click(automation_id="CrashButton"),
            app.gate.desktop.clock.sleep(1),
            app.gate.glance(app.target),
        )
    )
    assert recording.acts[-1].recorded.findings
    assert program.replay(recording, expected_signature=program.signature()).outcome == "reproduced"


def test_another_failure_than_the_expected_one_is_reported_and_is_no_reproduction(program: Program) -> None:
    recording = program.record(crash)
    signature = program.signature()
    program.incidents.clear()
    program.change("def on_save(self, view, sender):", "def on_save(self, view, sender):\n        raise KeyError('x')")
    result = program.replay(recording, expected_signature=signature, times=2)
    assert result.outcome == "diverged"
    assert result.exit_code == 3
    assert result.reproduced == 0
    assert not any(f.expected for f in result.runs[0].failures)
    assert len(program.incidents) == 1, "a new failure is handed on, once"


def test_the_failure_of_the_ticket_itself_is_not_handed_on_again(program: Program) -> None:
    recording = program.record(crash)
    signature = program.signature()
    program.incidents.clear()
    program.replay(recording, expected_signature=signature, times=2)
    assert program.incidents == []
    program.replay(recording, times=2)
    assert len(program.incidents) == 1


def test_what_an_earlier_run_did_is_no_cause_in_the_next(program: Program) -> None:
    check = {"until": {"window_exists": "Nowhere"}, "timeout_ms": 50}
    actions = [
        {"tool": "wait_for", "args": check, "recorded": {"check": "expected", "ok": False}},
        {"tool": "click", "args": {"selector": {"automation_id": "SaveButton"}}},
    ]
    result = program.replay(actions, target=TargetSpec.parse(program.spec), times=2, expected_signature="0" * 12)
    first, second = (run.failures[0].signature for run in result.runs)
    assert first == second


def test_the_teardown_is_performed_at_the_end_and_is_no_step(program: Program) -> None:
    log = program.xaml.with_name("closed.txt")
    program.change("view.close()", f"__import__('pathlib').Path({str(log)!r}).write_text('closed')")

    def click(name: str, phase: str) -> dict[str, object]:
        return {"tool": "click", "args": {"selector": {"automation_id": name}}, "recorded": {"phase": phase}}

    actions = [click("CardButton", "steps"), click("CloseButton", "teardown"), click("NoButton", "steps")]
    actions[2]["args"] = {"selector": {"automation_id": "NoButton"}, "timeout_ms": 50}
    result = program.replay(actions, target=TargetSpec.parse(program.spec))
    assert result.outcome == "diverged"
    assert [step.index for step in result.runs[0].steps] == [1, 3]
    assert log.read_text() == "closed"


# -- leaving the path -----------------------------------------------------------------------------------------------


def test_the_first_step_that_cannot_be_done_is_named_and_ends_the_run(program: Program) -> None:
    recording = program.record(crash)
    program.change('x:Name="SaveButton"', 'x:Name="StoreButton" AutomationProperties.Name="Store"')
    result = program.replay(recording, expected_signature="0" * 12)
    assert result.outcome == "diverged"
    assert result.divergence is not None
    assert result.divergence.index == 2
    assert str(result.divergence).startswith("step 2 (click SaveButton): recorded confirmed, now element_not_found")
    assert len(result.runs[0].steps) == 2


def test_a_step_that_could_not_be_done_is_a_divergence_even_when_any_failure_counts(program: Program) -> None:
    recording = program.record(save)
    program.incidents.clear()
    program.change('x:Name="SaveButton"', 'x:Name="SaveButton" IsEnabled="False"')
    result = program.replay(recording)
    assert result.outcome == "diverged"
    assert result.divergence is not None
    assert result.divergence.seen == "element_not_enabled"
    assert program.incidents == []


def test_another_effect_is_named(program: Program) -> None:
    recording = program.record(
        lambda app: (app.toggle(automation_id="UrgentCheck", state="on"), app.click(automation_id="SaveButton"))
    )
    program.change("pass  # loaded", 'view["UrgentCheck"].checked = True')
    result = program.replay(recording)
    assert str(result.divergence) == "step 1 (toggle UrgentCheck): recorded confirmed, now no_op"
    assert len(result.runs[0].steps) == 2, "what follows is tried all the same"


def test_another_type_of_element_is_named(program: Program) -> None:
    recording = program.record(save)
    program.change('<Button x:Name="SaveButton"', '<CheckBox x:Name="SaveButton"')
    divergence = program.replay(recording).divergence
    assert divergence is not None
    assert "Button SaveButton" in divergence.recorded or divergence.seen == "element_not_found"


def test_a_window_that_never_opened_is_named(program: Program) -> None:
    recording = program.record(save)
    program.change("def on_save(self, view, sender):", "def on_save(self, view, sender):\n        view.show('Card')")
    divergence = program.replay(recording).divergence
    assert divergence is not None
    assert divergence.seen == "opened 'Card 1'"


def test_a_window_whose_title_counts_is_the_same_window(program: Program) -> None:
    recording = program.record(
        lambda app: (
            app.click(automation_id="CardButton"),
            app.close_window(title="Card 1"),
        )
    )
    program.change('Title="Card 1"', 'Title="Card 77"')
    result = program.replay(recording)
    assert result.outcome == "not_reproduced", result.describe()


# -- the application ------------------------------------------------------------------------------------------------


def test_what_can_only_be_attached_to_is_replayed_once(program: Program) -> None:
    recording = program.record(save)
    pid = program.desktop.launch(str(program.xaml)).pid
    result = program.replay(recording, target=TargetSpec(title_re="^Notes"), times=3)
    assert len(result.runs) == 1
    assert "attached" in result.note
    assert program.desktop.liveness(pid).running, "it was not ours to close"


def test_a_title_with_another_number_finds_the_application(program: Program) -> None:
    recording = program.record(save)
    program.change("Notes 12", "Notes 99")
    program.desktop.launch(str(program.xaml))
    result = program.replay(recording, target=TargetSpec(title_re="^Notes 12$", mode="attach"))
    assert result.outcome == "not_reproduced", result.describe()


def test_a_bare_list_finds_its_application_by_the_windows_title(program: Program) -> None:
    query = {"window_query": "Notes \\d+"}
    program.desktop.launch(str(program.xaml))
    example = [
        {"tool": "focus_window", "args": query},
        {"tool": "list_controls", "args": query},
        {"tool": "type_text", "args": {**query, "selector": {"automation_id": "NoteBox"}, "text": "milk"}},
        {"tool": "click", "args": {**query, "selector": {"automation_id": "SaveButton"}}},
        {"tool": "wait_for", "args": {"selector": {"automation_id": "StatusText"}, "until": {"text_contains": "milk"}}},
        {"tool": "screenshot", "args": query},
    ]
    result = program.replay(example)
    assert result.outcome == "not_reproduced", result.describe()
    assert [s.seen for s in result.runs[0].steps][3:5] == ["confirmed", "done"]


def test_the_title_and_the_ids_of_another_run_mean_the_same_application(program: Program) -> None:
    example = [
        {"tool": "resolve_target", "args": {"target_spec": {"pid": 4711}}},
        {"tool": "click", "args": {"target_id": "t9", "selector": {"automation_id": "SaveButton"}}},
        {"tool": "click", "args": {"window_query": "Notes of yesterday", "selector": {"automation_id": "SaveButton"}}},
    ]
    result = program.replay(example, target=TargetSpec.parse(program.spec))
    assert result.outcome == "not_reproduced", result.describe()
    assert len(result.runs[0].steps) == 2


def test_a_title_that_fits_another_application_by_chance_reaches_it_only_where_nobody_named_one(
    program: Program, tmp_path: Path
) -> None:
    other = tmp_path / "other.xaml"
    other.write_text(program.xaml.read_text(encoding="utf-8").replace("Notes 12", "Letters"), encoding="utf-8")
    other.with_suffix(".py").write_text(program.xaml.with_suffix(".py").read_text(encoding="utf-8"), encoding="utf-8")
    pid = program.desktop.launch(str(other)).pid

    def saved() -> bool:
        app = App(program.gate("library"), program.gate("library").targets.resolve({"pid": pid}))
        return app.read_text(automation_id="StatusText") != "ready"

    selector = {"automation_id": "SaveButton"}
    stale = {"tool": "click", "args": {"window_query": "Letters", "selector": selector}}
    assert program.replay([stale], target=TargetSpec.parse(program.spec)).outcome == "not_reproduced"
    assert not saved()
    program.desktop.launch(str(program.xaml))
    first = {"tool": "click", "args": {"window_query": "Notes", "selector": selector}}
    assert program.replay([first, stale]).outcome == "not_reproduced"
    assert saved()


def test_a_list_that_names_no_application_is_refused_before_anything_is_done(program: Program) -> None:
    result = program.replay([{"tool": "click", "args": {"selector": {"automation_id": "SaveButton"}}}])
    assert result.outcome == "not_run"
    assert isinstance(result.error, InvalidArgument)
    assert result.exit_code == 2


def test_an_application_that_is_not_there_makes_no_replay(program: Program) -> None:
    recording = program.record(save)
    result = program.replay(recording, target=TargetSpec(title_re="Nowhere"), times=3)
    assert result.outcome == "not_run"
    assert result.exit_code == 3
    assert len(result.runs) == 1


def test_the_profiles_reset_runs_before_each_run(program: Program, tmp_path: Path) -> None:
    log = tmp_path / "reset.log"
    command = (sys.executable, "-c", f"with open({str(log)!r}, 'a') as file: file.write('reset ')")
    profile = Profile("notes", launch=ProfileLaunch(str(program.xaml)), reset=ProfileReset(command))
    recording = program.record(save)
    result = program.replay(recording, target=TargetSpec(profile="notes"), times=2, profile=profile)
    assert result.outcome == "not_reproduced"
    assert log.read_text() == "reset reset "


def test_a_reset_that_fails_makes_no_replay(program: Program) -> None:
    command = (sys.executable, "-c", "raise SystemExit('no data folder')")
    profile = Profile("notes", launch=ProfileLaunch(str(program.xaml)), reset=ProfileReset(command))
    result = program.replay(program.record(save), target=TargetSpec(profile="notes"), profile=profile)
    assert result.outcome == "not_run"
    assert isinstance(result.error, LaunchFailed)
    assert "no data folder" in result.error.hint


# -- consents, places, pauses -----------------------------------------------------------------------------------------


def delete(app: App) -> None:
    app.click(automation_id="DeleteButton", confirm=True)


def test_a_consent_of_the_recorded_run_is_needed_again(program: Program) -> None:
    recording = program.record(delete, allow=True)
    assert recording.acts[0].recorded.consent
    with pytest.raises(RefusedDestructive, match=r"step 1 \(click DeleteButton\)") as raised:
        program.replay(recording)
    assert "--allow-destructive" in raised.value.hint
    assert program.running() == []
    assert program.replay(recording, allow=True).outcome == "not_reproduced"


def test_a_list_that_deletes_without_a_consent_is_not_run(program: Program) -> None:
    example = [{"tool": "click", "args": {"selector": {"automation_id": "DeleteButton"}}}]
    result = program.replay(example, target=TargetSpec.parse(program.spec), allow=True)
    assert result.outcome == "not_run"
    assert result.exit_code == 4


def test_a_point_moves_with_its_window(program: Program) -> None:
    def point(app: App) -> None:
        app.click(automation_id="CardButton")
        rect = app.find(automation_id="CloseButton").bounding_rect
        assert rect is not None
        app.click(bounding_rect=list(rect))

    recording = program.record(point, mode="extended")
    raw = dict(recording.data["actions"][1])
    raw["args"] = {"selector": {"bounding_rect": raw["args"]["selector"].get("bounding_rect", [0, 0, 1, 1])}}
    x, y, width, height = raw["recorded"]["element"]["bounding_rect"]
    raw["args"]["selector"]["bounding_rect"] = [x + 300, y + 200, width, height]
    was = next(w for w in program_windows(program) if w["title"] == "Card 1")["rect"]
    raw["recorded"]["window"] = {"title": "Card 5", "rect": [was[0] + 300, was[1] + 200, was[2], was[3]]}
    moved = [recording.data["actions"][0], raw]
    result = program.replay(moved, target=TargetSpec.parse(program.spec), mode="extended")
    assert result.outcome == "not_reproduced", result.describe()
    assert result.runs[0].steps[1].seen == "confirmed"


def program_windows(program: Program) -> list[dict[str, object]]:
    pid = program.desktop.launch(str(program.xaml)).pid
    gate = program.gate("library")
    app = App(gate, gate.targets.resolve({"pid": pid}))
    app.click(automation_id="CardButton")
    windows = [w.to_dict() for w in app.windows()]
    program.desktop.terminate(pid)
    return windows


def test_recorded_pauses_pass_on_the_desktops_clock(program: Program) -> None:
    actions = [
        {"tool": "click", "args": {"selector": {"automation_id": "SaveButton"}}, "recorded": {"pause_ms": ms}}
        for ms in (0, 5_000)
    ]
    spec = TargetSpec.parse(program.spec)
    fast = program.replay(actions, target=spec).runs[0].elapsed_ms
    slow = program.replay(actions, target=spec, pauses=1.0).runs[0].elapsed_ms
    twice = program.replay(actions, target=spec, pauses=0.5).runs[0].elapsed_ms
    assert slow - fast == pytest.approx(5_000, abs=50)
    assert twice - fast == pytest.approx(2_500, abs=50)


# -- secrets --------------------------------------------------------------------------------------------------------


def test_a_secret_is_typed_and_stands_nowhere(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    recording = program.record(
        lambda app: (
            app.type_text(automation_id="PinBox", text="wonderland-7"),
            app.type_text(automation_id="NoteBox", text="my wonderland-7 pin"),
            app.click(automation_id="SaveButton"),
        )
    )
    assert recording.secrets == ("PASSWORD",)
    assert "wonderland" not in str(recording.data)
    monkeypatch.setenv("WPF_AGENT_SECRET_PASSWORD", "wonderland-7")
    result = program.replay(recording.with_secrets({"PASSWORD": "wonderland-7"}))
    assert result.outcome == "not_reproduced", result.describe()
    assert result.session is not None
    for path in Path(result.session).rglob("*"):
        if path.is_file() and path.suffix != ".png":
            assert "wonderland" not in path.read_text(encoding="utf-8", errors="replace"), path


# -- records ----------------------------------------------------------------------------------------------------------


def test_a_replays_own_record_replays_again_as_its_last_run(program: Program) -> None:
    recording = program.record(save)
    first = program.replay(recording, times=2)
    assert first.session is not None
    again = read_recording(first.session)
    assert [a.describe() for a in again.acts] == [a.describe() for a in recording.acts]
    assert program.replay(again).outcome == "not_reproduced"


def test_a_folder_without_a_record_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileInvalid, match="neither"):
        read_recording(str(tmp_path))
