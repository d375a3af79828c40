"""What saves is recognised by captions, ids, questions and chords, and refused where a policy leaves it alone."""

from __future__ import annotations

from typing import Any

import pytest

from wpfagent.core.errors import RefusedSaving
from wpfagent.core.model import Control, Rect, WindowInfo
from wpfagent.core.selector import spelled_out
from wpfagent.runs.explore.screens.candidates import candidates_of
from wpfagent.runs.explore.screens.screen import read_screen
from wpfagent.safety import saving
from wpfagent.safety.destructive import Surroundings
from wpfagent.safety.lexicon import saving_of_label
from wpfagent.safety.policy import Consent, Guard, Policy

WINDOW = WindowInfo(1, 9, "a.exe", "Order Desk", "HwndWrapper", Rect(0, 0, 800, 600))
MAIN = Surroundings(WINDOW, is_main=True)


def control(kind: str = "Button", name: str = "", **more: Any) -> Control:
    given = {"ref": "r1", "hwnd": 1, "depth": 1, "control_type": kind, "name": name, "enabled": True, "visible": True}
    return Control(**{**given, "patterns": frozenset({"Invoke"}), **more})


def dialog(title: str = "Order Desk", *texts: str) -> Surroundings:
    return Surroundings(WindowInfo(2, 9, "a.exe", title, "#32770", Rect(0, 0, 300, 200)), is_dialog=True,
                        texts=(title, *texts))  # fmt: skip


@pytest.mark.parametrize(
    ("saves", "harmless"),
    [
        ("_Save", "Don't save"), ("Save &as…", "Saved searches"), ("Save all", "Autosave"), ("Apply", "Apply filter"),
        ("Export to CSV", "Exporters"), ("Commit", "Committed"), ("Submit", "Submitted"), ("Back up now", "Back"),
        ("Update", "Check for updates"), ("Update record", "Update available"), ("Write to disk", "Write protected"),
        ("Store settings", "Store name"), ("Keep changes", "Keep open"), ("\U0001f4be", "\U0001f50d"),
        ("保存(&S)", "保存しない"), ("名前を付けて保存", "保存先"), ("上書き保存", "保存済み"), ("適用", "適用範囲"),
        ("登録", "登録日"), ("登録する", "登録者"), ("確定", "確定日"), ("更新", "更新日時"),
        ("変更を反映", "最新の情報に更新"), ("エクスポート", "インポート"), ("CSV出力", "出力"),
        ("書き込み", "書き込み禁止"), ("バックアップ", "バックアップから復元"),
    ],
)  # fmt: skip
def test_a_caption_says_whether_it_saves(saves: str, harmless: str) -> None:
    assert saving_of_label(saves)
    assert saving_of_label(harmless) is None


@pytest.mark.parametrize(("saves", "harmless"), [("btnSaveAll", "btnOpen"), ("cmd_apply", "AutoSaveBox")])
def test_an_identifier_says_it_too(saves: str, harmless: str) -> None:
    assert saving_of_label(spelled_out(saves))
    assert saving_of_label(spelled_out(harmless)) is None


def test_an_icon_is_read_by_its_tool_tip_and_a_thing_only_as_a_whole_command() -> None:
    assert saving.of_command(control(name="\ue10b", help_text="Save the order"), MAIN)
    assert saving.of_command(control("ListItem", "Save as"), MAIN)
    assert saving.of_command(control("ListItem", "How we save energy at home"), MAIN) is None
    assert saving.of_command(control("Edit", "Save"), MAIN) is None


@pytest.mark.parametrize(
    ("name", "texts"), [("Yes", ("Save changes to orders.txt?",)), ("はい", ("変更を保存しますか？",))]
)
def test_the_answer_that_saves_is_told_by_its_question(name: str, texts: tuple[str, ...]) -> None:
    assert saving.of_command(control(name=name), dialog("Notes", *texts))
    assert saving.of_command(control(name="Cancel"), dialog("Save", *texts)) is None
    assert saving.of_command(control(name=name), dialog("Notes", "Go on?")) is None


def test_ok_of_a_dialog_that_is_called_after_saving_saves() -> None:
    assert saving.of_command(control(name="OK"), dialog("Save layout", "Name"))
    assert saving.of_command(control(name="OK"), dialog("About", "Version 3")) is None


@pytest.mark.parametrize(("chord", "saves"), [(("Ctrl", "S"), True), (("Shift", "Ctrl", "S"), True), (("F5",), False)])
def test_chords_that_programs_save_on_are_known(chord: tuple[str, ...], saves: bool) -> None:
    assert (saving.of_chord(chord) is not None) is saves


def test_a_menu_path_saves_by_any_of_its_captions() -> None:
    assert saving.of_path(("File", "Export", "CSV…"))
    assert saving.of_path(("File", "Open…")) is None


def test_saving_counts_only_where_the_policy_says_so_and_nobody_can_consent_to_it() -> None:
    button = control(name="Save")
    assert Policy().against(button, MAIN) is None
    policy = Policy("library", leaves_saving=True, allow_destructive=True, flag_destructive=True)
    reason = policy.against(button, MAIN)
    assert reason is not None
    with pytest.raises(RefusedSaving, match="This saves"):
        Guard().check_consent(policy, reason, Consent(confirm=True), lambda: "x")


def test_an_exploration_that_leaves_saving_alone_offers_neither_the_command_nor_the_menu_of_formats() -> None:
    from wpfagent.core.model import Snapshot

    rect = Rect(0, 0, 10, 10)
    controls = (
        control("Window", "Order Desk", depth=0, patterns=frozenset(), bounding_rect=rect),
        control(name="Save", automation_id="Save", ref="r2", bounding_rect=rect),
        control(name="Search", automation_id="Search", ref="r3", bounding_rect=rect),
        control("MenuItem", "Export", automation_id="Export", ref="r4", expanded="collapsed", bounding_rect=rect,
                patterns=frozenset({"ExpandCollapse"})),
    )  # fmt: skip
    screen = read_screen(Snapshot(controls, (WINDOW,)))
    allowed = candidates_of(screen, Policy("random"), around=lambda _: MAIN)
    assert not allowed.left_out
    offered = candidates_of(screen, Policy("random", leaves_saving=True), around=lambda _: MAIN, allow_destructive=True)
    assert sorted(key.rsplit(".")[-1] for key in offered.left_out) == ["Export", "Save"]
    assert [c.key.rsplit(".")[-1] for c in offered.candidates if c.control is not None] == ["Search"]
