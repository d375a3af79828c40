"""Selectors against XAML and a running application; fragile, destructive and useless parts of a scenario."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from wpfagent.core.errors import FileInvalid
from wpfagent.core.selector import Selector
from wpfagent.demo import APPLICATION, SCENARIOS
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.desktops.simulated.xaml import parse_xaml
from wpfagent.gate.execute import Gate
from wpfagent.runs.lint import Against, find_xaml, judge_selector, lint_file, lint_scenario
from wpfagent.runs.lint.live import looking_at
from wpfagent.runs.load import load_scenarios

FORM = Path(__file__).parents[1] / "simulated" / "scenarios" / "form.xaml"
ELEMENTS = parse_xaml(FORM).elements
PLAIN = tuple(e for e in ELEMENTS if not (e.bound and e.control_type == "Button"))
"""Without the button whose caption is bound."""


@pytest.mark.parametrize(
    ("selector", "verdict", "near"),
    [
        ({"automation_id": "SaveButton"}, "ok", ""),
        ({"automation_id": "SaveButton", "control_type": "Edit"}, "wrong", "Button"),
        ({"automation_id": "SavButton"}, "wrong", "SaveButton"),
        ({"automation_id": "SavButton", "name": "Save"}, "ok", ""),
        ({"name": "Save", "control_type": "Button"}, "ok", ""),
        ({"name": "Sve", "control_type": "Button"}, "wrong", ""),
        ({"name_re": "^Sa"}, "ok", ""),
        ({"name_re": "^Zz", "control_type": "Button"}, "wrong", ""),
        ({"label": "Name"}, "ok", ""),
        ({"automation_id": "ItemCheck"}, "unknown", ""),
        ({"name": "Anything", "control_type": "ListItem"}, "unknown", ""),
        ({"name": "OK", "control_type": "Button"}, "unknown", ""),
        ({"automation_id": "1148"}, "unknown", ""),
        ({"automation_id": "Items", "row": 3}, "unknown", ""),
        ({"automation_id": "Itms", "row": 3}, "wrong", "Items"),
        ({"automation_id": "SaveButton", "within": {"automation_id": "FormWindw"}}, "wrong", "FormWindow"),
        ({"bounding_rect": [1, 2, 3, 4]}, "unknown", ""),
    ],
)
def test_the_verdict_on_a_selector(selector: dict[str, Any], verdict: str, near: str) -> None:
    found, reason, nearest = judge_selector(Selector.parse(selector), PLAIN)
    assert found == verdict, reason
    if near:
        assert near in nearest


def test_a_name_may_come_from_a_binding() -> None:
    assert judge_selector(Selector(name="Whatever", control_type="Button"), ELEMENTS)[0] == "unknown"
    assert judge_selector(Selector(name="Whatever", control_type="Button"), PLAIN)[0] == "wrong"


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda p: p.stem)
def test_nothing_is_wrong_in_the_demos_scenarios(path: Path) -> None:
    report = lint_scenario(load_scenarios(str(path))[0])
    assert str(APPLICATION) in report.sources
    assert [f for f in report.findings if f.verdict == "wrong"] == []
    assert report.counts["ok"] >= 8
    assert report.exit_code == 0


def test_folders_are_read_without_what_a_build_left(tmp_path: Path) -> None:
    for name in ("a.xaml", "bin/b.xaml", "obj/c.xaml", "sub/d.xaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("<Window/>", encoding="utf-8")
    assert [p.name for p in find_xaml([str(tmp_path)])] == ["a.xaml", "d.xaml"]
    with pytest.raises(FileInvalid, match="no source"):
        find_xaml([str(tmp_path / "none")])


# -- beside the XAML ----------------------------------------------------------------------------------------------

HEAD = f"id: t\ntarget_spec: {{exe: '{FORM.as_posix()}'}}\nsource: ['{FORM.as_posix()}']\n"
CHECKED = "success: [{selector: {automation_id: StatusText}, exists: true}]\n"


def remarks_of(folder: Path, text: str, **against: Any) -> list[tuple[str, int]]:
    """Kind and line of each remark on a file; `unknown` left out."""
    path = folder / "s.yaml"
    path.write_text(text, encoding="utf-8")
    report = lint_file(str(path), {}, lambda _: Against(**against))
    return [(r.kind, r.place.line) for r in report.lines() if r.kind != "unknown"]


def steps(*given: str) -> str:
    return HEAD + CHECKED + "steps:\n" + "".join(f"  - {{{s}}}\n" for s in given)


@pytest.mark.parametrize(
    ("step", "kinds"),
    [
        ("action: click, selector: {automation_id: SaveButton}", []),
        ("action: click, selector: {name: Save, control_type: Button}", ["fragile"]),
        ("action: click, selector: {automation_id: SaveButton, name: Save}", []),
        ("action: click, selector: {control_type: Button, index: 2}", ["fragile"]),
        ("action: click, selector: {bounding_rect: [1, 2, 3, 4]}", ["fragile"]),
        ("action: click, selector: {ref: e12}", ["fragile"]),
        ("action: wait_window, args: {title: 'Form 2.3'}", ["fragile"]),
        ("action: wait_window, args: {title: 'Form \\d{4} [0-9]+'}", []),
        ("action: click, selector: {name: OK, control_type: Button}", []),
        ("action: click, selector: {automation_id: DeleteButton}", ["unconfirmed"]),
        ("action: click, selector: {automation_id: DeleteButton}, confirm: true", []),
        ("action: type_text, selector: {automation_id: DeleteReasonBox}, args: {text: x}", ["wrong"]),
        ("action: menu, args: {path: [File, Exit]}", ["unconfirmed"]),
        ("action: menu, args: {path: [File, Save]}", []),
        ("action: send_keys, args: {keys: Alt+F4}", ["unconfirmed"]),
        ("action: send_keys, selector: {automation_id: Items, control_type: List}, args: {keys: Delete}",
         ["unconfirmed"]),
        ("action: send_keys, args: {keys: Ctrl+S}", []),
    ],
)  # fmt: skip
def test_what_lint_says_of_a_step(tmp_path: Path, step: str, kinds: list[str]) -> None:
    assert remarks_of(tmp_path, steps(step)) == [(k, 6) for k in kinds]


def test_a_caption_in_the_xaml_tells_that_an_id_is_destructive(tmp_path: Path) -> None:
    xaml = tmp_path / "a.xaml"
    button = '<Button x:Name="B7" Content="Delete"/>'
    root = f'<Window xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml">{button}</Window>'
    xaml.write_text(root, encoding="utf-8")
    text = CHECKED.replace("StatusText", "B7") + "id: t\ntarget_spec: {exe: a.exe}\nsteps:\n"
    step = "  - {action: click, selector: {automation_id: B7}}\n"
    assert remarks_of(tmp_path, text + step, sources=(str(xaml),)) == [("unconfirmed", 5)]


def test_the_profiles_patterns_count_too(tmp_path: Path) -> None:
    step = "action: click, selector: {automation_id: SaveButton}"
    assert remarks_of(tmp_path, steps(step), patterns=("Save",)) == [("unconfirmed", 6)]


def test_variables_without_use_are_named_once_with_includes_looked_into(tmp_path: Path) -> None:
    (tmp_path / "inner.yaml").write_text(
        "steps:\n  - {action: type_text, selector: {automation_id: NameBox}, args: {text: '${who}'}}\n",
        encoding="utf-8",
    )
    text = (
        HEAD
        + CHECKED
        + "variables:\n  who: x\n  spare: y\ndata: [{row: 1}, {row: 2}]\nsteps: [{include: inner.yaml}]\n"
    )
    assert remarks_of(tmp_path, text) == [("unused", 7), ("unused", 8)]


def test_a_scenario_that_checks_nothing_is_remarked(tmp_path: Path) -> None:
    click = "steps:\n  - {action: click, selector: {automation_id: SaveButton}}\n"
    wait = "  - {action: wait_window, args: {title: Form}}\n"
    assert remarks_of(tmp_path, HEAD + click) == [("unchecked", 4)]
    assert remarks_of(tmp_path, HEAD + click + wait) == []


def test_selectors_beside_the_steps_have_their_own_line(tmp_path: Path) -> None:
    text = HEAD + "steps:\n  - {action: click, selector: {automation_id: SaveButton}}\nfailure:\n"
    bad = "  - {selector: {automation_id: StatusTxt}, exists: true}\n"
    assert remarks_of(tmp_path, text + bad) == [("wrong", 7)]
    assert remarks_of(tmp_path, text + bad.replace("true", "false")) == []


def test_an_id_that_stands_in_two_files_is_remarked_on_the_second(tmp_path: Path) -> None:
    ids: dict[str, str] = {}
    kinds = []
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text(steps("action: click, selector: {automation_id: SaveButton}"), encoding="utf-8")
        report = lint_file(str(tmp_path / name), ids, lambda _: Against())
        kinds.append([r.kind for r in report.lines()])
    assert kinds == [[], ["duplicate"]]


def test_the_rows_of_one_file_share_their_id_and_are_one_report(tmp_path: Path) -> None:
    text = steps("action: click, selector: {automation_id: '${b}'}") + "data: [{b: SaveButton}, {b: SavButton}]\n"
    path = tmp_path / "s.yaml"
    path.write_text(text, encoding="utf-8")
    report = lint_file(str(path), {}, lambda _: Against())
    assert (report.counts["ok"], report.counts["wrong"], report.exit_code) == (2, 1, 1)


def test_an_invalid_file_is_a_report_too(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(HEAD + "steps: [{action: clik}]\n", encoding="utf-8")
    report = lint_file(str(path), {}, lambda _: Against())
    assert report.exit_code == 2
    assert str(report.lines()[0]).startswith(f"{path}:4: invalid: ")
    assert report.to_dict()["remarks"][0]["line"] == 4


def test_a_running_application_is_asked_about_what_must_be_there_at_the_start(tmp_path: Path) -> None:
    desktop = SimulatedDesktop()
    gate = Gate(desktop)
    target = gate.targets.open({"exe": str(FORM)})
    text = (
        f"id: t\ntarget_spec: {{exe: '{FORM.as_posix()}'}}\nsteps:\n"
        "  - {action: type_text, selector: {automation_id: NameBox}, args: {text: x}}\n"
        "  - {action: click, selector: {automation_id: SavButton}}\n"
        "  - {action: click, selector: {automation_id: LaterButton}}\n"
        "  - {action: click, selector: {name: Delete, control_type: Button}}\n" + CHECKED
    )
    path = tmp_path / "s.yaml"
    path.write_text(text, encoding="utf-8")
    report = lint_file(str(path), {}, lambda _: Against(look=looking_at(gate, target)))
    verdicts = {f.place.line: f.verdict for f in report.findings}
    assert verdicts == {4: "ok", 5: "wrong", 6: "unknown", 7: "ok", 8: "ok"}
    wrong = next(f for f in report.findings if f.verdict == "wrong")
    assert wrong.near[0] == "SaveButton"
    assert [(r.kind, r.place.line) for r in report.remarks] == [("fragile", 7), ("unconfirmed", 7)]
