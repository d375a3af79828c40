"""What each command prints, for people and for programs."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import FORM, SCENARIOS, CommandLine
from wpfagent.actions import ACTIONS
from wpfagent.entries.cli import COMMANDS
from wpfagent.entries.cli.commands.do import text_of
from wpfagent.entries.cli.fields import flag_of

ROOT = Path(__file__).parents[2]


def wpf_agent(*argv: str, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "WPF_AGENT_ARTIFACTS": str(cwd / "artifacts"), **env}
    return subprocess.run(
        [sys.executable, "-X", "utf8", "-W", "error", "-m", "wpfagent", "--desktop", "simulated", *argv],
        cwd=cwd, env=environment, capture_output=True, encoding="utf-8", check=False, timeout=120,
    )  # fmt: skip


# -- help ---------------------------------------------------------------------------------------------------------


def test_help_names_every_command_and_each_explains_itself(cli: CommandLine) -> None:
    text = cli("--help").out
    for name in COMMANDS:
        assert f"  {name}" in text, name
        own = cli(name, "--help")
        assert own.code == 0
        assert "Usage:" in own.out
        assert "wpf-agent" in own.out
    assert cli().out == text
    assert cli("help", "attach").out == cli("attach", "--help").out


def test_do_help_lists_every_action(cli: CommandLine) -> None:
    text = cli("do", "--help").out
    for action in ACTIONS.values():
        assert f"  {action.name} " in text
        assert action.summary in text


@pytest.mark.parametrize("name", sorted(ACTIONS))
def test_an_actions_help_documents_each_argument_once(cli: CommandLine, name: str) -> None:
    action = ACTIONS[name]
    text = cli("do", name, "--help").out
    for f in action.fields():
        assert f.metadata["doc"] in text
    flags = [line.split()[0].split("=")[0] for line in text.splitlines() if line.startswith("  --")]
    assert len(flags) == len(set(flags)), "two options of one name"
    assert {flag_of(f.name) for f in action.fields()} <= set(flags)


def test_the_flags_that_the_design_names_exist() -> None:
    together = "".join(text_of(a) for a in ACTIONS.values())
    for flag in ("--text", "--item", "--state", "--keys", "--path", "--out", "--until", "--timeout-ms", "--args"):
        assert f"  {flag}=" in together, flag


def test_version(cli: CommandLine) -> None:
    assert cli("--version").out.startswith("wpf-agent ")


def test_a_misspelt_option_or_command_names_the_nearest(cli: CommandLine) -> None:
    assert "--title-re" in cli("controls", "--title-er", "x").err
    assert "controls" in cli("contols").err
    assert "requires argument" in cli("controls", "--pid").err


# -- seeing -------------------------------------------------------------------------------------------------------


def test_windows_lists_pid_process_and_title(form: CommandLine) -> None:
    called = form("windows")
    header, *rows = called.out.splitlines()[1:]
    assert header.split() == ["pid", "process", "title", "class", "state"]
    assert "form.xaml" in rows[0]
    assert set(form("windows", "--json").json["windows"][0]) == {
        "title", "pid", "process", "class_name", "hwnd", "rect", "foreground", "elevated", "responding",
    }  # fmt: skip


def test_controls_is_an_indented_tree_by_default(form: CommandLine) -> None:
    lines = form("controls").out.splitlines()
    assert lines[0] == "(simulated)"
    assert lines[1].startswith('Window "Form" #FormWindow [r')
    locked = next(line for line in lines if "#LockedButton" in line)
    assert locked.startswith('  Button "Locked" #LockedButton [r')
    assert locked.endswith("] disabled")


def test_controls_as_table_and_as_json(form: CommandLine) -> None:
    table = form("controls", "--format", "table").out.splitlines()
    assert table[1].split() == ["ref", "type", "automation_id", "name", "value", "state", "rect"]
    made = form("controls", "--json").json
    assert made["count"] == len(made["controls"])
    assert form("controls", "--format", "json").out.count('"automation_id"') == made["count"]


def test_controls_are_limited_and_go_on(form: CommandLine) -> None:
    first = form("controls", "--limit", "3", "--json").json
    assert first["truncated"] is True
    second = form("controls", "--limit", "3", "--after", first["next"], "--json").json
    assert [c["ref"] for c in first["controls"]] != [c["ref"] for c in second["controls"]]


def test_inspect_gives_the_selector_to_use(form: CommandLine) -> None:
    made = form("inspect", "--name", "Save", "--type", "Button", "--json").json
    assert made["selector"]["automation_id"] == "SaveButton"
    assert made["control"]["patterns"] == ["Invoke"]
    assert "selector: automation_id 'SaveButton'" in form("inspect", "--id", "SaveButton").out


def test_inspect_pick_shows_what_the_pointer_is_on(form: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    rect = form("inspect", "--id", "SaveButton", "--json").json["control"]["bounding_rect"]
    form.desktop.mouse_move(rect[0] + 2, rect[1] + 2)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    made = form("inspect", "--pick", "--json").json
    assert made["selector"]["automation_id"] == "SaveButton"
    form.desktop.mouse_move(-5, -5)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert form("inspect", "--pick").code == 3


# -- acting -------------------------------------------------------------------------------------------------------


def test_a_ref_that_controls_printed_works_in_the_next_call(form: CommandLine) -> None:
    line = next(x for x in form("controls").out.splitlines() if "#SaveButton" in x)
    ref = line.split("[")[1].split("]")[0]
    called = form("do", "click", "--ref", ref)
    assert called.code == 0
    assert "confirmed: click Button 'Save'" in called.out


def test_a_ref_means_the_same_control_when_each_call_has_a_desktop_of_its_own(form: CommandLine) -> None:
    def ref_of(automation_id: str) -> str:
        made = form("controls", "--json").json
        return str(next(c["ref"] for c in made["controls"] if c["automation_id"] == automation_id))

    before = ref_of("SaveButton")
    assert before == ref_of("SaveButton")
    assert form("inspect", "--id", "NameBox", "--json").json["control"]["ref"] != before
    assert form("inspect", "--ref", before, "--json").json["control"]["automation_id"] == "SaveButton"
    assert form("do", "click", "--ref", "e1").code == 3, "a ref of the desktop itself names nothing"


def test_do_takes_flags_or_json(form: CommandLine) -> None:
    assert form("do", "type_text", "--id", "NameBox", "--text", "山田 花子").code == 0
    assert form("do", "read_text", "--id", "NameBox", "--json").json["text"] == "山田 花子"
    given = json.dumps({"selector": {"automation_id": "NameBox"}, "text": "-x --y", "append": True})
    assert form("do", "type_text", "--args", given).code == 0
    assert form("do", "read_text", "--id", "NameBox", "--json").json["text"] == "山田 花子-x --y"
    assert form("do", "toggle", "--id", "ActiveCheck", "--state", "on").code == 0
    assert form("do", "get_state", "--id", "ActiveCheck", "--json").json["toggle_state"] == "on"


def test_a_flag_whose_argument_defaults_to_true_has_a_no(form: CommandLine) -> None:
    made = form("do", "type_text", "--id", "NameBox", "--text", "x", "--no-commit", "--json").json
    assert made["effect"] == "unverifiable"


def test_item_has_its_short_and_its_full_name(cli: CommandLine) -> None:
    for flag in ("--item", "--item-text"):
        called = cli("do", "select_combo", "--profile", "demo", "--id", "CustomerBox", flag, "x", "--timeout-ms", "50")
        assert called.code == 3, called.err


def test_the_mode_of_select_item_and_that_of_the_policy_are_two(form: CommandLine) -> None:
    assert form("do", "select_item", "--id", "Items", "--mode", "all").code == 2
    called = form("do", "select_item", "--id", "Items", "--mode", "add", "--policy-mode", "extended", "--item", "x",
                  "--timeout-ms", "50")  # fmt: skip
    assert called.code == 3


def test_a_screenshot_goes_where_out_says_else_into_the_artifacts(form: CommandLine) -> None:
    assert form("do", "screenshot", "--out", "shot.png").code == 0
    assert (form.folder / "shot.png").read_bytes().startswith(b"\x89PNG")
    made = form("do", "screenshot", "--id", "SaveButton", "--json").json
    assert Path(made["path"]).parent == form.folder / "artifacts" / "screens"


def test_wait_for_takes_a_state_or_an_expectation(form: CommandLine) -> None:
    assert form("do", "wait_for", "--id", "SaveButton", "--until", "enabled").code == 0
    until = '{"text_contains": "loaded"}'
    assert form("do", "wait_for", "--id", "StatusText", "--until", until).code == 0
    assert form("do", "wait_for", "--id", "StatusText", "--until", until[:-1]).code == 2


def test_what_a_shell_does_to_quotes_can_be_avoided(form: CommandLine) -> None:
    for until in ("text_contains=loaded", "regex=^load.d$", "exists=true"):
        assert form("do", "wait_for", "--id", "StatusText", "--until", until, "--timeout-ms", "300").code == 0, until
    assert form("do", "wait_for", "--id", "StatusText", "--until", "text_equals=x=y", "--timeout-ms", "50").code == 3
    assert form("do", "wait_for", "--id", "StatusText", "--until", "text_contain=x").code == 2
    listed = form("do", "list_controls", "--filter", "control_type=CheckBox", "--json").json["controls"]
    assert {c["control_type"] for c in listed} == {"CheckBox"}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_json_may_come_from_a_file_as_windows_powershell_writes_it(form: CommandLine, encoding: str) -> None:
    (form.folder / "args.json").write_text('{"text": "山田"}', encoding=encoding)
    assert form("do", "type_text", "--id", "NameBox", "--args", "@args.json").code == 0
    assert form("do", "read_text", "--id", "NameBox", "--json").json["text"] == "山田"
    (form.folder / "until.json").write_text('{"text_contains": "loaded"}', encoding=encoding)
    assert form("do", "wait_for", "--id", "StatusText", "--until", "@until.json").code == 0


def test_a_file_of_json_that_is_not_there_is_named(form: CommandLine) -> None:
    called = form("do", "type_text", "--id", "NameBox", "--args", "@gone.json")
    assert called.code == 2
    assert "gone.json" in called.err


def test_errors_are_json_on_stdout_for_programs_and_lines_on_stderr_for_people(form: CommandLine) -> None:
    asked = ("do", "click", "--id", "Nope", "--timeout-ms", "50")
    for_programs, for_people = form(*asked, "--json"), form(*asked)
    assert for_programs.json["error"]["code"] == "element_not_found"
    assert for_programs.err == ""
    assert for_people.out == ""
    assert for_people.err.startswith("element_not_found: ")


# -- applications -------------------------------------------------------------------------------------------------


def test_launch_passes_what_follows_the_dashes_and_is_remembered(cli: CommandLine) -> None:
    called = cli("launch", "--exe", FORM, "--", "--lang", "ja", "--json")
    assert called.code == 0
    assert "Launched form.xaml" in called.out
    assert cli("do", "read_text", "--id", "StatusText", "--json").json["text"] == "loaded"


def test_profiles_show_where_they_come_from(cli: CommandLine) -> None:
    assert "demo is built in" in cli("profiles", "list").out
    profile = {"name": "Form", "launch": {"exe": str(FORM)}}
    (cli.folder / "profiles.json").write_text(json.dumps({"profiles": [profile]}), encoding="utf-8")
    made = cli("profiles", "list", "--json").json
    assert [p["name"] for p in made["profiles"]] == ["demo", "Form"]
    assert made["file"] == str(cli.folder / "profiles.json")
    assert cli("profiles", "show", "Form", "--json").json["profile"]["launch"]["exe"] == str(FORM)
    assert cli("controls", "--profile", "Form").code == 0


# -- scenarios ----------------------------------------------------------------------------------------------------


def test_scenario_run_tells_each_step_and_where_the_record_lies(cli: CommandLine) -> None:
    out = cli("scenario", "run", "--file", SCENARIOS / "save.yaml").out
    assert "A name is saved (simulated)" in out
    assert f"starting {FORM}" in out
    assert "type_text NameBox" in out
    assert "passed: 2 of 2 steps, 1 of 1 success conditions" in out
    record = next(x for x in out.splitlines() if "record:" in x).split("record: ")[1]
    assert Path(record, "steps.jsonl").is_file()


def test_pictures_are_kept_as_the_profile_says(cli: CommandLine, tmp_path: Path) -> None:
    launch, path = {"exe": str(FORM)}, tmp_path / "s.yaml"
    path.write_text("id: t\nsteps:\n  - {action: click, selector: {automation_id: SaveButton}}\n", encoding="utf-8")
    kept = {}
    for mode in ("around_actions", "never"):
        profile = {"name": "Form", "launch": launch, "record": {"screenshots": mode}}
        (tmp_path / "profiles.json").write_text(json.dumps({"profiles": [profile]}), encoding="utf-8")
        made = cli("scenario", "run", path, "--profile", "Form", "--json").json["scenarios"][0]
        kept[mode] = sorted(p.name for p in Path(made["session"], "screens").iterdir())
    assert kept == {"around_actions": ["0001-after.png", "0001-before.png", "end.png"], "never": ["end.png"]}


def test_scenario_run_as_json_is_one_document(cli: CommandLine) -> None:
    made = cli("scenario", "run", SCENARIOS / "save.yaml", "--json").json
    assert made["scenarios"][0]["outcome"] == "passed"
    assert made["scenarios"][0]["steps"][0]["checks"][0]["ok"] is True


def test_a_profile_replaces_the_scenarios_target(cli: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "profiles.json").write_text(
        json.dumps({"profiles": [{"name": "Form", "launch": {"exe": str(FORM)}}]}), encoding="utf-8"
    )
    path = tmp_path / "s.yaml"
    path.write_text("id: t\nsteps:\n  - {action: click, selector: {automation_id: SaveButton}}\n", encoding="utf-8")
    assert cli("scenario", "run", path).code == 2
    assert cli("scenario", "run", path, "--profile", "Form").code == 0


def test_a_dry_run_of_a_xaml_application_runs_it_simulated(cli: CommandLine) -> None:
    called = cli("scenario", "run", SCENARIOS / "save.yaml", "--dry-run")
    assert called.code == 0
    assert "passed: 2 of 2" in called.out
    assert not cli.desktop.processes()


def test_a_dry_run_of_a_real_program_checks_its_selectors_against_the_xaml(cli: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    head = f"id: t\ntarget_spec: {{exe: Form.exe}}\nsource: ['{FORM.as_posix()}']\nsteps:\n"
    step = "  - {action: click, selector: {automation_id: ID}}\n"
    path.write_text(head + step.replace("ID", "SaveButton") + step.replace("ID", "ItemCheck"), encoding="utf-8")
    called = cli("scenario", "run", path, "--dry-run")
    assert called.code == 0
    assert "1 ok, 0 wrong, 1 unknown" in called.out
    path.write_text(head + step.replace("ID", "SaveBtn"), encoding="utf-8")
    called = cli("scenario", "run", path, "--dry-run", "--json")
    assert called.code == 1
    assert called.json["lint"][0]["findings"][0]["nearest"][0] == "SaveButton"


# -- the program itself -------------------------------------------------------------------------------------------


def test_the_demo_runs_by_itself_from_the_command_line(tmp_path: Path) -> None:
    done = wpf_agent("demo", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 of 2 scenarios passed." in done.stdout
    assert "simulated" in done.stdout
    assert done.stderr == ""
    assert len(list((tmp_path / "artifacts" / "sessions").glob("*/screens/end.png"))) == 2


def test_the_demo_speaks_japanese(tmp_path: Path) -> None:
    done = wpf_agent("demo", "--lang", "ja", cwd=tmp_path)
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="on Windows it opens the application")
def test_the_demos_window_needs_windows(tmp_path: Path) -> None:
    done = wpf_agent("demo", "--app", cwd=tmp_path)
    assert done.returncode == 3
    assert "only on Windows" in done.stderr


def test_options_may_stand_before_the_command(tmp_path: Path) -> None:
    done = wpf_agent("--json", "controls", "--exe", str(FORM), cwd=tmp_path)
    assert json.loads(done.stdout)["desktop"] == "simulated"


def test_output_in_a_pipe_is_utf8(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "wpfagent", "scenario", "run", str(SCENARIOS / "save.yaml"), "--desktop", "simulated",
         "--json"],
        cwd=tmp_path, capture_output=True, check=False, timeout=120,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )  # fmt: skip
    assert "山田" in done.stdout.decode("utf-8")
