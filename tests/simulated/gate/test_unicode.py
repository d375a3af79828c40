"""Texts of every kind arrive unchanged, as names, as values and through the keyboard."""

from __future__ import annotations

import pytest

TEXTS = [
    "至急", "ﾊﾝｶｸ カタカナ", "emoji 👍🏽 👨‍👩‍👧", "ελληνικά", "עברית", "العربية", "e\u0301 é", "𠮷野家", "a\tb",
    "<>&\"'",
    "{x:Null}", "${note}", "  blanks  ", "ǅ ß İ", "\u200bzero", "100 % \\ n",
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("by_keyboard", [False, True], ids=["pattern", "keyboard"])
def test_a_text_arrives_unchanged(start, text, by_keyboard):
    if by_keyboard and "\t" in text:
        return
    driven = start('<TextBox x:Name="T" LostFocus="on_lost"/><Button x:Name="B" Content="B"/>')
    reply = driven.app.type_text(automation_id="T", text=text, input=by_keyboard)
    assert reply.effect == "confirmed"
    assert reply.evidence["value"] == text
    assert driven.app.read_text(automation_id="T") == text
    assert driven.log == ["lost"]


@pytest.mark.parametrize("name", ["保存", "保存…", "Ω≈ç√", "👍", "名前：", "İstanbul"])
def test_a_name_of_any_script_is_found(start, name):
    driven = start(f'<Button x:Name="B" Content="{name}" Click="on_b"/>')
    assert driven.app.find(name=name, control_type="Button").automation_id == "B"
    assert driven.app.click(name=name).effect == "confirmed"
    assert driven.log == ["b"]


def test_a_name_that_looks_the_same_is_meant_only_where_none_is_exactly_so(start):
    from wpfagent.core.errors import ElementNotFound

    driven = start('<Button x:Name="One" Content="caf\u00e9"/><Button x:Name="Two" Content="cafe\u0301"/>')
    assert driven.app.find(name="caf\u00e9").automation_id == "One"
    assert driven.app.find(name="cafe\u0301").automation_id == "Two"
    driven = start('<Button Content="caf\u00e9"/><Button Content="は　い"/>')
    assert driven.app.find(name="cafe\u0301").name == "caf\u00e9"
    assert driven.app.find(name="はい").name == "は　い"
    with pytest.raises(ElementNotFound):
        driven.app.find(name="cafe", timeout_ms=0)


def test_a_label_with_a_full_width_colon(start):
    driven = start('<TextBlock Text="氏名："/><TextBox x:Name="T"/>')
    assert driven.app.find(label="氏名").automation_id == "T"


def test_a_row_by_a_japanese_header_and_text(start):
    driven = start(
        '<DataGrid x:Name="G" Height="200"/>',
        "def start(self, view): view.rows('G', ['番号', '都市'], [[n, f'都市{n}'] for n in range(500)])",
    )
    assert driven.app.read_text(automation_id="G", row={"都市": "都市432"}, column="番号") == "432"


def test_a_japanese_menu_path(start):
    driven = start(
        '<Menu><MenuItem Header="ファイル(_F)"><MenuItem Header="開く(_O)..." Click="on_open"/></MenuItem></Menu>'
    )
    driven.app.menu("ファイル > 開く")
    assert driven.log == ["open"]


def test_a_window_is_found_by_a_japanese_title(start):
    driven = start(title="受注入力 - 東京")
    assert driven.app.gate.targets.by_query("東京").pid == driven.app.pid
