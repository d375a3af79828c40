"""Scenario files from text to verdict on the simulated desktop, a feature each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wpfagent.core.errors import FileInvalid
from wpfagent.demo import SCENARIOS
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.profiles.store import open_profiles
from wpfagent.runs.load import load_scenarios
from wpfagent.runs.model import Step
from wpfagent.runs.results import Phase, ScenarioResult, StepResult
from wpfagent.runs.scenario import facts_of, run_scenario
from wpfagent.safety.policy import Policy
from wpfagent.testing.record.recording import recording_gate
from wpfagent.testing.record.session import SessionWriter

FOLDER = Path(__file__).parent / "scenarios"
FORM = FOLDER / "form.xaml"
HEAD = f"id: t\ntarget_spec: {{exe: '{FORM.as_posix()}'}}\n"
SAVE = "  - {action: click, selector: {automation_id: SaveButton}}\n"
SECRET = "steps:\n  - {action: type_text, selector: {automation_id: BOX}, args: {text: '${secret:PIN}'}}"
ADD = "  - {action: click, selector: {automation_id: AddButton}}\n"


class Heard:
    """Remembers what a run told."""

    def __init__(self) -> None:
        self.launched: list[str] = []
        self.started: list[str] = []
        self.ended: list[StepResult] = []
        self.attempts = 1

    def launching(self, command_line: str) -> None:
        self.started.append("launch")
        self.launched.append(command_line)

    def attempt(self, number: int) -> None:
        self.attempts = number

    def step_started(self, phase: Phase, number: int, step: Step) -> None:
        self.started.append(f"{phase} {number}")

    def step_ended(self, result: StepResult) -> None:
        self.ended.append(result)


class Runner:
    """Runs scenario texts on one simulated desktop."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.desktop = SimulatedDesktop()
        self.heard = Heard()
        self.session: SessionWriter | None = None

    def __call__(
        self, text: str, *, policy: Policy | None = None, keep_open: bool = False, **gate: Any
    ) -> ScenarioResult:
        path = self.folder / "scenario.yaml"
        path.write_text(text, encoding="utf-8")
        return self.run(path, policy=policy, keep_open=keep_open, **gate)[0]

    def run(
        self, path: Path, *, policy: Policy | None = None, keep_open: bool = False, **gate: Any
    ) -> list[ScenarioResult]:
        results = []
        self.heard.started.clear()
        for scenario in load_scenarios(str(path)):
            self.session = SessionWriter(str(self.folder / "artifacts"), facts_of(scenario))
            profiles = open_profiles(None, desktop_name="simulated").profiles
            made = recording_gate(
                self.desktop, self.session, policy=policy or Policy("scenario"), profiles=profiles,
                base_dir=str(path.parent), **gate,
            )  # fmt: skip
            results.append(run_scenario(scenario, made, progress=self.heard, keep_open=keep_open))
            self.session.close()
        return results


@pytest.fixture
def run(tmp_path: Path) -> Runner:
    return Runner(tmp_path)


def statuses(result: ScenarioResult) -> list[tuple[str, str]]:
    return [(s.phase, s.status) for s in result.steps]


# -- verdicts -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda p: p.stem)
def test_the_demo_scenarios_pass(run: Runner, path: Path) -> None:
    result = run.run(path)[0]
    assert (result.outcome, result.exit_code, result.reason) == ("passed", 0, "")
    assert result.desktop == "simulated"


def test_a_passed_run_keeps_its_record_and_a_picture_of_the_end(run: Runner) -> None:
    result = run.run(FOLDER / "save.yaml")[0]
    assert result.outcome == "passed"
    assert result.picture is not None
    assert Path(result.picture).read_bytes().startswith(b"\x89PNG")
    assert result.session is not None
    facts = json.loads(Path(result.session, "session.json").read_text(encoding="utf-8"))
    assert facts["caller"] == "scenario"
    assert facts["scenario"]["id"] == "save"
    lines = [json.loads(x) for x in Path(result.session, "steps.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [x.get("action") or x["check"] for x in lines] == ["type_text", "expected", "click", "expected", "success"]
    assert "pid" not in json.dumps(lines)


def test_the_command_line_is_told_before_the_launch(run: Runner) -> None:
    run(HEAD + "steps:\n" + SAVE)
    assert run.heard.launched == [str(FORM)]
    assert run.heard.started == ["launch", "steps 1"]


def test_an_expectation_that_does_not_hold_fails_with_what_was_seen(run: Runner) -> None:
    result = run(
        HEAD + "steps:\n  - action: click\n    selector: {automation_id: SaveButton}\n"
        "    expected: {selector: {automation_id: StatusText}, text_equals: stored}\n    timeout_ms: 500\n" + ADD
    )
    assert (result.outcome, result.exit_code) == ("failed", 1)
    assert "text 'stored'" in result.reason
    assert "'saved '" in result.reason
    assert statuses(result) == [("steps", "failed"), ("steps", "skipped")]


def test_expectations_retry_until_the_timeout(run: Runner) -> None:
    slow = (
        "steps:\n  - action: click\n    selector: {automation_id: SlowButton}\n"
        "    expected: {selector: {automation_id: StatusText}, text_equals: done}\n    timeout_ms: "
    )
    assert run(HEAD + slow + "3000").outcome == "passed"
    assert run(HEAD + slow + "500").outcome == "failed"


def test_an_element_that_is_missing_is_a_failure_not_an_unreached_target(run: Runner) -> None:
    result = run(HEAD + "steps:\n  - {action: click, selector: {automation_id: SavButton}, timeout_ms: 200}")
    assert (result.outcome, result.exit_code) == ("failed", 1)
    assert result.steps[0].error is not None
    assert result.steps[0].error.code == "element_not_found"


@pytest.mark.parametrize(("button", "code"), [("CrashButton", "app_exited"), ("FreezeButton", "app_not_responding")])
def test_a_crash_or_freeze_inside_a_test_fails_it_and_skips_the_rest(run: Runner, button: str, code: str) -> None:
    result = run(
        HEAD + f"on_failure: continue\nsteps:\n  - {{action: click, selector: {{automation_id: {button}}}, "
        "timeout_ms: 1000}\n" + SAVE
    )
    assert (result.outcome, result.exit_code) == ("failed", 1)
    assert result.steps[0].error is not None
    assert result.steps[0].error.code == code
    assert result.steps[1].status == "skipped"
    assert not run.desktop.processes()


def test_a_refused_step_makes_the_run_not_run_with_exit_4(run: Runner) -> None:
    text = HEAD + "steps:\n  - {action: click, selector: {automation_id: DeleteButton}}\n" + SAVE
    result = run(text)
    assert (result.outcome, result.exit_code) == ("not_run", 4)
    assert statuses(result) == [("steps", "refused"), ("steps", "skipped")]
    assert result.error is not None
    assert result.error.code == "refused_destructive"


def test_confirm_and_the_flag_together_allow_something_destructive(run: Runner) -> None:
    step = "steps:\n  - {action: click, selector: {automation_id: DeleteButton}, confirm: CONFIRM}\n"
    allowed = Policy("scenario", flag_destructive=True)
    assert run(HEAD + step.replace("CONFIRM", "true"), policy=allowed).outcome == "passed"
    assert run(HEAD + step.replace("CONFIRM", "false"), policy=allowed).exit_code == 4
    assert run(HEAD + step.replace("CONFIRM", "true")).exit_code == 4


def test_an_application_that_is_not_there_is_not_run_with_exit_3(run: Runner) -> None:
    result = run("id: t\ntarget_spec: {title_re: Nowhere}\nsteps:\n" + SAVE)
    assert (result.outcome, result.exit_code) == ("not_run", 3)
    result = run("id: t\ntarget_spec: {exe: /none/app.xaml}\nsteps:\n" + SAVE)
    assert (result.outcome, result.exit_code) == ("not_run", 3)


def test_a_missing_secret_is_not_run_with_exit_2(run: Runner) -> None:
    result = run(HEAD + SECRET.replace("BOX", "PinBox"))
    assert (result.outcome, result.exit_code) == ("not_run", 2)
    assert "PIN" in result.reason


def test_a_secret_is_typed_and_stands_in_no_file(run: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WPF_AGENT_SECRET_PIN", "hunter2-open")
    result = run(HEAD + SECRET.replace("BOX", "NameBox"))
    assert result.outcome == "passed"
    written = [p.read_bytes() for p in tmp_path.rglob("*") if p.is_file() and p.suffix != ".png"]
    assert not any(b"hunter2-open" in content for content in written)


# -- the runner's own keys ----------------------------------------------------------------------------------------


def test_on_failure_continue_performs_the_steps_that_follow(run: Runner) -> None:
    text = "steps:\n  - {action: click, selector: {name: None here}, timeout_ms: 100}\n" + SAVE
    result = run(HEAD + "on_failure: continue\n" + text)
    assert statuses(result) == [("steps", "failed"), ("steps", "passed")]
    assert result.outcome == "failed"


def test_data_runs_the_scenario_once_for_each_row_with_numbers_as_text(run: Runner) -> None:
    (run.folder / "rows.yaml").write_text(
        HEAD + "variables: {greeting: hello}\ndata: [{name: 12}, {name: 'a < b', greeting: hi}]\nsteps:\n"
        "  - action: type_text\n    selector: {automation_id: NameBox}\n    args: {text: '${name}'}\n"
        "    expected: {value_equals: '${name}'}\n"
        "  - action: type_text\n    selector: {automation_id: CountBox}\n    args: {text: '${greeting} $${x}'}\n",
        encoding="utf-8",
    )
    results = run.run(run.folder / "rows.yaml")
    assert [(r.scenario.name, r.outcome) for r in results] == [("t[1]", "passed"), ("t[2]", "passed")]
    assert [r.scenario.steps[1].args["text"] for r in results] == ["hello ${x}", "hi ${x}"]


def test_setup_includes_a_file_whose_variables_are_defaults(run: Runner) -> None:
    include = f"setup: [{{include: '{(FOLDER / 'login.yaml').as_posix()}'}}]\nsteps:\n" + SAVE
    check = "success: [{selector: {automation_id: StatusText}, text_equals: saved WHO}]\n"
    assert run(HEAD + include + check.replace("WHO", "Included")).outcome == "passed"
    result = run(HEAD + "variables: {who: Own}\n" + include + check.replace("WHO", "Own"))
    assert result.outcome == "passed"
    assert result.steps[0].phase == "setup"
    assert result.steps[0].step.place.file.endswith("login.yaml")


def test_a_setup_that_fails_skips_every_step(run: Runner) -> None:
    result = run(HEAD + "setup:\n  - {action: click, selector: {name: Nope}, timeout_ms: 100}\nsteps:\n" + SAVE)
    assert statuses(result) == [("setup", "failed"), ("steps", "skipped")]
    assert result.exit_code == 1


def test_teardown_runs_after_a_failure_and_does_not_change_the_verdict(run: Runner) -> None:
    bad = "  - {action: click, selector: {name: Nope}, timeout_ms: 100}\n"
    result = run(HEAD + "steps:\n" + bad + "teardown:\n" + SAVE)
    assert statuses(result) == [("steps", "failed"), ("teardown", "passed")]
    result = run(HEAD + "steps:\n" + SAVE + "teardown:\n" + bad)
    assert statuses(result) == [("steps", "passed"), ("teardown", "failed")]
    assert result.outcome == "passed"


def test_success_conditions_must_all_hold_at_the_end(run: Runner) -> None:
    held = "{selector: {automation_id: StatusText}, text_contains: saved}"
    text = HEAD + "timeout_ms: 3000\nsteps:\n" + SAVE
    assert run(text + f"success: [{held}]").outcome == "passed"
    result = run(text + f"success: [{held}, {{selector: {{automation_id: ActiveCheck}}, selected: true}}]")
    assert result.outcome == "failed"
    assert result.reason.startswith("success: ")


def test_a_failure_condition_ends_the_run_at_once(run: Runner) -> None:
    ask = "  - {action: click, selector: {automation_id: AskButton}}\n"
    result = run(HEAD + "failure: [{window_exists: Question}]\nsteps:\n" + ADD + ask + ADD)
    assert statuses(result) == [("steps", "passed"), ("steps", "failed"), ("steps", "skipped")]
    assert "failure" in result.reason


def test_invariants_are_checked_after_each_step_where_their_condition_holds(run: Runner) -> None:
    invariant = (
        "invariants:\n  - when: {selector: {automation_id: StatusText}, text_contains: WHEN}\n"
        "    then: [{selector: {automation_id: CountBox}, value_equals: '0'}]\nsteps:\n"
    )
    result = run(HEAD + invariant.replace("WHEN", "loaded") + SAVE + ADD)
    assert result.outcome == "passed"
    result = run(HEAD + invariant.replace("WHEN", "saved") + SAVE + ADD)
    assert statuses(result) == [("steps", "passed"), ("steps", "failed")]
    assert "invariant" in result.reason


def test_a_run_that_passes_on_a_retry_is_flaky(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    launches = {"n": 0}
    launch = SimulatedDesktop.launch

    def broken_at_first(desktop: SimulatedDesktop, exe: str, *args: Any, **named: Any) -> Any:
        started = launch(desktop, exe, *args, **named)
        launches["n"] += 1
        if launches["n"] == 1:
            desktop.faults(started.pid).lose("SaveButton")
        return started

    monkeypatch.setattr(SimulatedDesktop, "launch", broken_at_first)
    text = "steps:\n  - {action: click, selector: {automation_id: SaveButton}, timeout_ms: 100}\n"
    result = run(HEAD + "retries: 2\n" + text)
    assert (result.outcome, result.attempts, result.exit_code) == ("flaky", 2, 0)
    assert run.heard.attempts == 2


def test_the_scenarios_timeout_bounds_its_steps(run: Runner) -> None:
    waits = "  - {action: wait_for, selector: {automation_id: StatusText}, args: {until: {text_equals: never}}}\n"
    start = run.desktop.clock.now()
    result = run(HEAD + "timeout_ms: 1000\non_failure: continue\nsteps:\n" + waits + waits)
    assert result.outcome == "failed"
    assert run.desktop.clock.now() - start < 3
    assert "longer than its 1000 ms" in result.steps[1].reason


# -- the application ----------------------------------------------------------------------------------------------


def test_an_application_that_was_launched_is_closed(run: Runner) -> None:
    run(HEAD + "steps:\n" + SAVE)
    assert not run.desktop.processes()


def test_a_message_box_in_the_way_does_not_keep_it_open(run: Runner) -> None:
    run(HEAD + "steps:\n  - {action: click, selector: {automation_id: AskButton}}\n")
    assert not run.desktop.processes()


def test_keep_open_leaves_it(run: Runner) -> None:
    run(HEAD + "steps:\n" + SAVE, keep_open=True)
    assert len(run.desktop.processes()) == 1


def test_an_application_that_ran_before_is_attached_to_and_left_open(run: Runner) -> None:
    pid = run.desktop.launch(str(FORM)).pid
    result = run(HEAD + "steps:\n" + SAVE)
    assert result.outcome == "passed"
    assert run.heard.launched == []
    assert [p.pid for p in run.desktop.processes()] == [pid]


def test_an_interruption_keeps_what_was_done_and_closes_the_application(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(result: StepResult) -> None:
        if result.number == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(run.heard, "step_ended", interrupt)
    result = run(HEAD + "steps:\n" + SAVE + ADD)
    assert (result.outcome, result.exit_code, len(result.steps)) == ("interrupted", 130, 1)
    assert not run.desktop.processes()


def test_baselines_are_written_on_request_and_compared_afterwards(run: Runner) -> None:
    text = (
        HEAD + "steps:\n  - action: type_text\n    selector: {automation_id: NameBox}\n    args: {text: NAME}\n"
        "    expected: {selector: {automation_id: FormWindow}, screenshot_diff: {baseline: b/form.png, tolerance: 0}}\n"
        "    timeout_ms: 300\n"
    )
    assert run(text).outcome == "failed"
    assert run(text, update_baselines=True).outcome == "passed"
    assert (run.folder / "b" / "form.png").is_file()
    assert run(text).outcome == "passed"
    assert run(text.replace("NAME", "MMMMMMMM")).outcome == "failed"


# -- files that are wrong -----------------------------------------------------------------------------------------

STEPS = "steps: [{action: click, selector: {name: x}}]\n"


@pytest.mark.parametrize(
    ("text", "line", "says", "hint"),
    [
        ("id: t\ntarget_spec: {exe: a}\n", 1, "no steps", "steps"),
        (HEAD + "steps:\n  - action: clik\n    selector: {name: x}\n", 4, "Unknown action 'clik'", "click"),
        (HEAD + "steps:\n  - action: click\n    selector:\n      nme: x\n", 6, "Unknown key 'nme'", "name"),
        (HEAD + "steps:\n  - action: click\n", 4, "needs a selector", "selector"),
        (HEAD + "steps:\n  - action: toggle\n    selector: {name: x}\n    args: {stat: on}\n", 6, "'stat'", "state"),
        (HEAD + "steps:\n  - action: toggle\n    selector: {name: x}\n    args: {state: no}\n", 6, '"no"', "on, off"),
        (HEAD + "steps:\n  - action: click\n    selector: {name: x}\n    timeout_ms: '5'\n", 6, '"5"', "whole number"),
        (HEAD + STEPS + "success:\n  - {selector: {name: x}, text_equal: y}\n", 5, "'text_equal'", "text_equals"),
        (HEAD + STEPS + "on_failur: stop\n", 4, "'on_failur'", "on_failure"),
        (HEAD + STEPS + "id: again\n", 4, "twice", ""),
        (HEAD + STEPS + "retries: -1\n", 4, "cannot be -1", "0 to 100"),
        (HEAD + STEPS + "timeout_ms: -1\n", 4, "cannot be -1", "0 to"),
        (HEAD + STEPS + "profile: demo\n", 4, "both", ""),
        (HEAD + "variables: {user: x}\nsteps:\n  - {action: click, selector: {name: '${usr}'}}\n", 5, "${usr}", "user"),
        (HEAD + "steps:\n  - {action: click, selector: {name: '${secret:X}'}}\n", 4, "secret", "type_text"),
        (HEAD + "setup: [{include: none.yaml}]\n" + STEPS, 3, "no file", ""),
        (HEAD + "setup: [{include: scenario.yaml}]\n" + STEPS, 3, "circle", ""),
        (HEAD + "steps:\n  - action: click\n   selector: {name: x}\n", 5, "no valid YAML", ""),
    ],
)  # fmt: skip
def test_a_wrong_file_names_its_line_the_reason_and_what_is_right(
    tmp_path: Path, text: str, line: int, says: str, hint: str
) -> None:
    path = tmp_path / "scenario.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileInvalid) as raised:
        load_scenarios(str(path))
    assert raised.value.message.startswith(f"{path}:{line}: ")
    assert says in raised.value.message
    assert hint in raised.value.hint
    assert raised.value.exit_code == 2


def test_a_fault_in_an_included_file_names_that_file(tmp_path: Path) -> None:
    (tmp_path / "inner.yaml").write_text("steps:\n  - action: clik\n", encoding="utf-8")
    path = tmp_path / "outer.yaml"
    path.write_text(HEAD + "setup: [{include: inner.yaml}]\n" + STEPS, encoding="utf-8")
    with pytest.raises(FileInvalid, match=r"inner\.yaml:2: .*clik"):
        load_scenarios(str(path))


def test_json_is_read_too_and_its_faults_have_lines(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    step = {"action": "click", "selector": {"name": "\U0001f600"}}
    whole = {"id": "j", "target_spec": {"exe": "a"}, "steps": [step]}
    path.write_text(json.dumps(whole, indent="\t"), encoding="utf-8")
    assert load_scenarios(str(path))[0].steps[0].selector.name == "\U0001f600"  # type: ignore[union-attr]
    path.write_text(json.dumps(whole, indent="\t").replace('"action"', '"acton"'), encoding="utf-8")
    with pytest.raises(FileInvalid, match=r"s\.json:8: .*acton"):
        load_scenarios(str(path))
    path.write_text('{"id": "j",\n "steps": [}', encoding="utf-8")
    with pytest.raises(FileInvalid, match=r"s\.json:2: no valid JSON"):
        load_scenarios(str(path))


def test_on_and_off_are_texts_and_dates_stay_as_written(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(
        HEAD + "created_at: 2026-11-20\noracles: {heap_growth: off}\nsteps:\n"
        "  - {action: toggle, selector: {name: x}, args: {state: on}}\n",
        encoding="utf-8",
    )
    scenario = load_scenarios(str(path))[0]
    assert scenario.steps[0].args == {"state": "on"}
    assert scenario.created_at == "2026-11-20"
    assert scenario.oracles == {"heap_growth": "off"}
