"""The oracle of wrongly decoded texts: what is proved to be garbled, and what only looks unusual."""

from __future__ import annotations

from typing import Any

import pytest
from observed import control, observed, window

from wpfagent.core.model import Control, Snapshot
from wpfagent.testing.oracles.base import Finding
from wpfagent.testing.oracles.garbled_text import GarbledText
from wpfagent.testing.oracles.parts.mojibake import garbled_part, repaired

GARBLED = [
    ("B��ck", "B��ck"), ("GrÃ¼ÃŸe", "Grüße"), ("donâ€™t", "don’t"), ("cafÃ©", "café"), ("FRANÃ‡AIS", "FRANÇAIS"),
    ("Copyright Â© 2024", "Copyright © 2024"), ("20Â°C", "20°C"), ("縺薙ｓ縺ｫ縺｡縺ｯ", "こんにちは"),
    ("繝輔ぃ繧､繝ｫ繧剃ｿ晏ｭ倥＠縺ｾ縺励◆", "ファイルを保存しました"), ("Ð¿Ñ€Ð¸Ð²ÐµÑ‚", "привет"), ("Ã©tÃ©", "été"),
]  # fmt: skip
FINE = [
    "São", "MANHÃ»", "«MANHÃ»", "«Å»", "été»…", "Ô\u00a0tô", "ﾃｽﾄ", "ﾄﾞｱ", "ﾃｷ", "ﾃﾞｰﾀ", "テスト", "Müller – Café",
    "naïve…", "Ã", "20 °C", "縺れる", "「保存」", "Ελληνικά", "Привет", "한국어", "½", "« été »", "Tiếng Việt", "5 µm²",
    "€ 5", "繰り返し", "髙橋", "ＡＢＣ", "ƒ(x) = 2", "罫線", "😀", "plain", "",
]  # fmt: skip


def judge(*controls: Control, oracle: GarbledText | None = None, **more: Any) -> Finding | None:
    seen = observed(after=Snapshot(controls, (window(),)), **more)
    return (oracle or GarbledText()).check(seen)


@pytest.mark.parametrize(("text", "meant"), GARBLED)
def test_a_wrongly_decoded_text_is_found_and_undone(text: str, meant: str) -> None:
    assert garbled_part(text) is not None
    assert repaired(text) == meant
    found = judge(control(text, "Button"))
    assert found is not None
    assert text in found.actual


@pytest.mark.parametrize("text", ["MﾃｼnchenX", "ƒeƒXƒg", "譁・・ｭ怜喧縺・"])
def test_a_text_that_lost_bytes_is_found(text: str) -> None:
    assert garbled_part(text) is not None


@pytest.mark.parametrize("text", FINE)
def test_a_text_that_only_looks_unusual_is_none(text: str) -> None:
    assert garbled_part(text) is None


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("a👍b", "hello a\ufffdb"),
        ("abc👍def", "abc\ufffd"),
        ("👍", "name:\ufffd"),
        ("Ã¼", "Saved Ã¼"),
        ("x\ufffdy", "X\ufffdY"),
    ],
)
def test_the_echo_of_what_was_typed_is_none(typed: str, shown: str) -> None:
    oracle = GarbledText()
    assert judge(control("fine"), oracle=oracle, args={"text": typed}) is None
    assert judge(control(shown), oracle=oracle) is None
    assert judge(control("Z\ufffdrich", "Button"), oracle=oracle) is not None


def test_a_field_counts_only_where_the_program_wrote_in_it() -> None:
    def edit(value: str) -> Control:
        return control("Note", "Edit", ref="e", value=value, read_only=False)

    assert judge(edit("GrÃ¼ÃŸe")) is None
    before = Snapshot((edit("Grüße"),), (window(),))
    assert judge(edit("GrÃ¼ÃŸe"), before=before) is not None
    assert judge(edit("GrÃ¼ÃŸe"), before=before, control=edit("Grüße")) is None


def test_each_is_found_once_and_what_an_attached_program_showed_is_none() -> None:
    oracle = GarbledText()
    bad = control("B\ufffdck", "Button", automation_id="BackButton")
    found = judge(bad, oracle=oracle)
    assert found is not None
    assert found.details["about"] == "BackButton"
    assert not found.of_last_action
    assert judge(oracle=oracle) is None
    assert judge(bad, oracle=oracle) is None


def test_a_window_title_counts() -> None:
    seen = observed(after=Snapshot((), (window(title="GrÃ¼ÃŸe"),)))
    found = GarbledText().check(seen)
    assert found is not None
    assert found.details["about"] == "title"


def test_the_text_inside_of_a_button_says_no_more_than_its_caption() -> None:
    oracle = GarbledText()
    button = control("C\ufffd\ufffdheck", "Button", automation_id="Check", ref="e1")
    text = control("C\ufffd\ufffdheck", "Text", ref="e2", depth=2)
    assert judge(button, text, oracle=oracle) is not None
    assert judge(text, button, oracle=oracle) is None
    assert judge(control("Another page", "Text", ref="e3"), oracle=oracle) is None
    assert judge(button, text, oracle=oracle) is None
    assert judge(control("B\ufffdck", "Text", ref="e4"), oracle=oracle) is not None
