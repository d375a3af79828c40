"""The oracle of access keys that two controls of a window share; in menus each level counts for itself."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from looked import Later
from observed import DIALOG, control, observed, window

from wpfagent import App, SessionWriter
from wpfagent.core.model import Control, Snapshot, WindowInfo
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.testing.oracles.base import Finding
from wpfagent.testing.oracles.duplicate_access_key import DuplicateAccessKey
from wpfagent.testing.oracles.judging import Judge
from wpfagent.testing.record.recording import recording_gate

ROOT = control("Main", "Window", ref="w", depth=0)
XAML = """<Window xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
 xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" Title="Small" Width="300" Height="300"><StackPanel>
<Menu><MenuItem Header="_File"><MenuItem Header="_Save"/></MenuItem><MenuItem Header="_Edit"/></Menu>
<Label Content="_Note:" Target="{Binding ElementName=NoteBox}"/><TextBox x:Name="NoteBox"/>
<Button x:Name="SaveButton" Content="_Save"/><Button x:Name="SendButton" Content="CAPTION"/></StackPanel></Window>"""


def keyed(name: str, key: str, kind: str = "Button", **more: Any) -> Control:
    return control(name, kind, access_key=key, **more)


def judge(
    *controls: Control,
    oracle: DuplicateAccessKey | None = None,
    windows: tuple[WindowInfo, ...] = (window(),),
    **more: Any,
) -> Finding | None:
    seen = Snapshot((ROOT, *controls), windows)
    return (oracle or DuplicateAccessKey()).check(observed(after=seen, **more))


SAVE, SEND = keyed("Save", "Alt+S", automation_id="SaveButton"), keyed("Send", "Alt + s")


def test_two_controls_with_one_access_key_are_a_warning_that_names_both() -> None:
    found = judge(SAVE, keyed("Close", "Alt+C"), SEND)
    assert found is not None
    assert (found.severity, found.details["access_key"]) == ("warning", "Alt+S")
    assert found.details["about"] == "Button SaveButton / Button Send"
    assert "Save" in found.title
    assert "Send" in found.title


def test_each_pair_is_told_once() -> None:
    oracle, shown = DuplicateAccessKey(), (SAVE, SEND, keyed("Skip", "Alt+S"))
    told = [judge(*shown, oracle=oracle) for _ in range(5)]
    assert len({f.key for f in told if f is not None}) == 3
    assert told[3:] == [None, None]
    assert judge(*reversed(shown), oracle=oracle) is None, "in another order they are the same pairs"


@pytest.mark.parametrize(
    "other",
    [
        keyed("Send", ""),
        keyed("Send", "Alt+E"),
        keyed("Send", "Alt+S", enabled=False),
        keyed("Send", "Alt+S", visible=False),
        keyed("Subject", "Alt+S", "Edit"),
        keyed("Save", "Alt+S", "Text", depth=2),
    ],
    ids=["none", "another", "disabled", "hidden", "a field with its label's", "its own caption"],
)
def test_what_the_key_means_for_certain_is_none(other: Control) -> None:
    assert judge(SAVE, other) is None


def test_each_window_has_its_own() -> None:
    card = control("Card", "Window", ref="card", depth=0, hwnd=DIALOG)
    assert judge(SAVE, card, keyed("Send", "Alt+S", hwnd=DIALOG)) is None


def test_a_label_and_a_button_with_one_key_are_found() -> None:
    assert judge(SAVE, keyed("Subject:", "Alt+S", "Text")) is not None


def test_in_menus_the_items_of_one_level_count() -> None:
    file, edit = keyed("File", "Alt+F", "MenuItem", ref="file"), keyed("Edit", "Alt+E", "MenuItem", ref="edit")
    save, select = (keyed(name, "Alt+S", "MenuItem", depth=2) for name in ("Save", "Select"))
    assert judge(file, save, edit, select, SAVE) is None
    assert judge(file, save, select, edit) is not None
    assert judge(file, keyed("Find", "Alt+F")) is not None, "a menu bar is on the level of its window"


def test_the_systems_own_dialogs_and_title_bars_are_none() -> None:
    assert judge(SAVE, SEND, windows=(window(class_name="#32770"),)) is None
    bar = control("", "TitleBar", ref="bar")
    assert judge(bar, keyed("System", "Alt+S", "MenuItem", depth=2), SAVE) is None


def test_a_tree_that_was_read_in_part_proves_nothing() -> None:
    seen = Snapshot((ROOT, SAVE, SEND), (window(),), partial=True)
    assert DuplicateAccessKey().check(observed(after=seen)) is None


def test_what_the_tree_does_not_tell_is_asked_once_for_what_is_new() -> None:
    save, send, untold = (
        control(name, "Button", ref=ref) for name, ref in (("Save", "a"), ("Send", "b"), ("Odd", "o"))
    )
    oracle = DuplicateAccessKey()
    look = Later(Snapshot((ROOT, save, send), (window(),)), access_keys={"a": "Alt+S", "b": "Alt+E"})
    assert [judge(save, send, untold, oracle=oracle, second_look=look) for _ in range(2)] == [None, None]
    assert look.asked_keys == 1
    more = control("Skip", "Button", ref="c")
    look.snapshot = Snapshot((ROOT, save, send, more), (window(),))
    look.access_keys["c"] = "Alt+E"
    found = judge(save, send, more, oracle=oracle, second_look=look)
    assert found is not None
    assert (look.asked_keys, found.details["about"]) == (2, "Button Send / Button Skip")


@pytest.mark.parametrize(
    ("caption", "level", "count"),
    [("_Send", "on", 1), ("_Send", "warn", 1), ("_Send", None, 0), ("S_end", "on", 1), ("Sen_d", "on", 0)],
)
def test_a_program_is_judged_where_a_profile_switches_it_on(
    caption: str, level: str | None, count: int, tmp_path: Path
) -> None:
    xaml = tmp_path / "small.xaml"
    xaml.write_text(XAML.replace("CAPTION", caption), encoding="utf-8")
    oracles = {} if level is None else {"duplicate_access_key": level}
    with closing(SessionWriter(str(tmp_path / "artifacts"), {"caller": "library"})) as session:
        gate = recording_gate(SimulatedDesktop(), session, judge=Judge.configured(oracles))
        app = App(gate, gate.targets.open({"exe": str(xaml)}))
        findings = [f for _ in range(3) for f in app.click(automation_id="SaveButton").findings]
    assert [f.oracle for f in findings] == ["duplicate_access_key"] * count
    assert {f.severity for f in findings} <= {"warning"}
