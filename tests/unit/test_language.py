"""The catalogues: nothing is missing, nothing too much, and what a person reads is put together of them rightly."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from wpfagent.core.language import FOLDER, LANGUAGES, Catalogue, filled, language_of, pieces_of, translated
from wpfagent.entries.cli.output import text_width

JAPANESE = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")
HOLE = re.compile(r"\{\d+\}")
SMALL = Catalogue(
    {
        "{0} cannot be read: {1}.": "{0} を読み取れません: {1}。",
        "no such file": "ファイルがありません",
        "Click {0}": "{0} をクリックする",
        "the button {0}": "ボタン {0}",
        "{0} is {1}": "{0} が {1} である",
        "Check that {0}.": "{0}ことを確認する。",
        "Window opened: '{0}'.": "開いたウィンドウ: '{0}'。",
        "{0} controls": "コントロール {0} 個",
        "{0} checked": "{0} 件確認",
        "A first line that goes on.": "続きのある最初の行。",
        "how often": "回数",
        "Try again.": "もう一度試してください。",
        "{0} after {1}": "{1}の後に{0}",
    }
)


@cache
def messages() -> ModuleType:
    path = Path(__file__).parents[2] / "scripts" / "messages.py"
    spec = importlib.util.spec_from_file_location("messages_script", path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = made
    spec.loader.exec_module(made)
    return made


@cache
def harvested() -> dict[str, str]:
    found: dict[str, str] = messages().harvested()
    return found


def entries(language: str) -> dict[str, str]:
    made: dict[str, str] = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return made


OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_that_a_person_reads_lacks_a_translation(language: str) -> None:
    known = entries(language)
    assert {text: place for text, place in harvested().items() if text not in known} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_no_translation_is_left_of_what_nothing_says_any_more(language: str) -> None:
    said = harvested()
    assert [text for text in entries(language) if text not in said] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_fills_in_what_its_text_fills_in(language: str) -> None:
    unlike = {k: v for k, v in entries(language).items() if sorted(HOLE.findall(k)) != sorted(HOLE.findall(v))}
    assert unlike == {}


def test_japanese_translations_are_japanese() -> None:
    def letters(text: str) -> str:
        """Names and keys may stay, with Japanese punctuation between them."""
        return "".join(re.findall(r"\w", re.sub(r"\b(the|and|at|in)\b", "", text))).lower()

    foreign = {k: v for k, v in entries("ja").items() if not JAPANESE.search(v) and letters(k) != letters(v)}
    assert foreign == {}


def test_a_catalogue_is_sorted_and_written_in_one_form() -> None:
    for language in OTHERS:
        text = (FOLDER / f"{language}.json").read_text(encoding="utf-8")
        ordered = dict(sorted(json.loads(text).items()))
        assert text == json.dumps(ordered, ensure_ascii=False, indent=1) + "\n"


def test_options_codes_and_quoted_code_stay_as_they_are() -> None:
    option = re.compile(r"(?<![\w-])--[a-z][a-z-]+|WPF_AGENT_[A-Z]+(?![A-Z_])|\b[a-z]+_[a-z_]+\b")
    for text, told in entries("ja").items():
        if text in messages().PHRASES:
            continue
        missing = {word for word in option.findall(text) if word not in told}
        assert not missing, (text, told)


def test_the_harvest_sees_errors_hints_help_lines_and_words_of_steps() -> None:
    for text in (
        "{0} cannot be read: {1}.",
        "Choose another --artifacts.",
        "the profiles.json to use",
        "Click {0}",
        "the button {0}",
        "{0} shows {1} when its page is opened again.",
        "Not replayed yet: `wpf-agent tickets verify {0}` does it.",
    ):
        assert text in harvested()


def test_a_template_is_filled_with_what_the_text_says() -> None:
    assert SMALL.translated("C:/a.json cannot be read: gone.") == "C:/a.json を読み取れません: gone。"


def test_a_phrase_inside_a_template_is_translated_too() -> None:
    assert SMALL.translated("a.json cannot be read: no such file.") == "a.json を読み取れません: ファイルがありません。"
    assert SMALL.translated("Click the button 'Save' (SaveButton).") == "ボタン 'Save' (SaveButton) をクリックする。"
    assert SMALL.translated("Check that the button 'A' is 'on'.") == "ボタン 'A' が 'on' であることを確認する。"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Select the 5th row.", "5 行目 を選択する。"),
        ("Click the 2nd button 'Save' (SaveButton)", "ボタン 'Save' (SaveButton)（2 番目） をクリックする"),
        ("Click the 3rd option 'A' in the window 'B'", "ウィンドウ 'B' 内の オプション 'A'（3 番目） をクリックする"),
    ],
)
def test_places_that_count_are_told_in_japanese(text: str, told: str) -> None:
    assert translated(text, "ja") == told


def test_what_is_quoted_is_never_translated() -> None:
    assert SMALL.translated("Click 'no such file'") == "'no such file' をクリックする"
    assert SMALL.translated("Window opened: 'how often'.") == "開いたウィンドウ: 'how often'。"
    assert SMALL.translated("Click 'Save. Try again.'") == "'Save. Try again.' をクリックする"
    assert SMALL.translated("Click 'Come after noon'") == "'Come after noon' をクリックする"


def test_a_step_in_quotes_is_told_in_the_same_language() -> None:
    assert SMALL.translated("Gone after \"Click the button 'Save'\"") == "「ボタン 'Save' をクリックする」の後にGone"


def test_a_template_with_hardly_a_word_of_its_own_counts_only_inside_another_text() -> None:
    assert SMALL.translated("My report is ready") == "My report is ready"


def test_sentences_and_clauses_are_translated_one_by_one() -> None:
    assert SMALL.translated("Strange. Try again.") == "Strange. もう一度試してください。"
    assert SMALL.translated("3 controls, 2 checked, more") == "コントロール 3 個, 2 件確認, more"
    assert SMALL.translated("x.yaml:3: Click 'a'") == "x.yaml:3: 'a' をクリックする"
    assert SMALL.translated("later: 'a' after Click 'b'") == "later: 'b' をクリックするの後に'a'"


def test_the_end_of_a_sentence_never_fills_a_template() -> None:
    assert SMALL.translated("It is so. Then a.json cannot be read: x.").startswith("It is so. ")


def test_columns_stay_where_they_are() -> None:
    assert SMALL.translated("  save      3 controls") == "  save      コントロール 3 個"
    assert SMALL.translated("  --times=N              how often") == "  --times=N              回数"


def test_lines_of_one_paragraph_are_looked_up_together_and_filled_anew() -> None:
    assert (
        SMALL.translated("A first line\nthat goes on.\n\nTry again.")
        == "続きのある最初の行。\n\nもう一度試してください。"
    )
    assert list(pieces_of("A first line\nthat goes on.\n\n  --times=N    how often\n  wpf-agent x\n")) == [
        "A first line that goes on.",
        "how often",
    ]


def test_japanese_paragraphs_fit_the_terminal_and_no_line_begins_with_a_full_stop() -> None:
    lines = filled("これは長い説明です。--allow-destructive も要ります。" * 12, width=60).split("\n")
    assert len(lines) > 5
    assert all(text_width(line) <= 62 for line in lines)
    assert not any(line[0] in "。、）」" for line in lines)
    assert "--allow-destructive" in "".join(line for line in lines if "--allow-destructive" in line)


def test_a_text_that_is_not_known_stays_as_it_is() -> None:
    for text in ("", " ", "\n", "nothing of this", "{0}", "'", "a 'b", "山田 花子"):
        assert SMALL.translated(text) == text


def test_a_text_made_to_fit_many_templates_is_read_in_no_time() -> None:
    text = " of steps: 'a' is in the 'b' after " * 55
    assert translated(text, "ja")


def test_english_is_left_alone() -> None:
    assert translated("Usage:", "en") == "Usage:"
    assert translated("Usage:", "ja") == "使い方:"


def test_the_language_is_the_one_asked_for_then_the_variables_then_the_systems() -> None:
    assert language_of("ja", {"WPF_AGENT_LANG": "en"}) == "ja"
    assert language_of(None, {"WPF_AGENT_LANG": "ja", "LANG": "en_US.UTF-8"}) == "ja"
    assert language_of(None, {"WPF_AGENT_LANG": "fr"}) == "en"


@pytest.mark.skipif(sys.platform == "win32", reason="there the system says its language itself")
def test_the_systems_language_is_read_from_the_locale() -> None:
    assert language_of(None, {"LANG": "ja_JP.UTF-8"}) == "ja"
    assert language_of(None, {}) == "en"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Nearest: tickets, status.", "近いもの: tickets, status。"),
        (
            "IndexError: list index out of range (read from: stderr)",
            "IndexError: list index out of range（情報源: stderr）",
        ),
        (
            "It was seen while a scenario ran ('The proxy is stored').",
            "シナリオ 'The proxy is stored' の実行中に検出されました。",
        ),
        ("Minimising TICKET-1 (1 of 2, 120 s at most)", "TICKET-1 を最小化しています（2 件中 1 件目、最長 120 秒）"),
        ("a.yaml:4: unchecked: it checks nothing: add `expected` to a step, or `success`",
         "a.yaml:4: unchecked: 何も確認していません: 手順に `expected`、または `success` を加えてください"),
        ("a.yaml:7: wrong: no element has the name 'A'; nearest: B, C",
         "a.yaml:7: wrong: 名前 'A' の要素がありません; 近いもの: B, C"),
        ("app_exited: a.exe (pid 5) has ended with exit code 0xE0434352 .NET unhandled exception.",
         "app_exited: a.exe（pid 5）は 終了コード 0xE0434352 .NET unhandled exception で終了しています。"),
        ("The last step was: Check that the value of the field 'Proxy' (ProxyBox) is 'x'.",
         "最後の手順: フィールド 'Proxy' (ProxyBox) の値が 'x' であることを確認する。"),
    ],
)  # fmt: skip
def test_names_titles_and_what_a_program_said_stay_and_what_stands_around_them_is_told(text: str, told: str) -> None:
    assert translated(text, "ja") == told
