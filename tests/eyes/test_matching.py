"""Matching what was read: tolerant of width, case, spaces and look-alikes; every hit is listed, none is guessed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wpfagent.core.model import Rect
from wpfagent.desktops.eyes.matching import contains, find, nearest
from wpfagent.desktops.eyes.reading import Line, Reading, Word


def reading(*texts: str) -> Reading:
    return Reading("test", tuple(Line(t, Rect(10, 20 + 40 * i, 10 * len(t), 16), 0.9) for i, t in enumerate(texts)))


@pytest.mark.parametrize(
    ("wanted", "read"),
    [
        ("Save all", "SAVE  ALL"),
        ("ＳＡＶＥ", "save"),
        ("ﾃﾞｰﾀ", "データ"),
        ("保 存", "保存"),
        ("保存", "保 存"),
        ("Café", "Cafe\u0301"),
        ("Save\u200b", "Save"),
    ],
)
def test_width_case_spaces_and_ways_of_writing_do_not_count(wanted, read):
    assert [h.match for h in find(reading(read), wanted)] == ["whole"]


@pytest.mark.parametrize(
    ("wanted", "read"),
    [
        ("SO-1001", "S0-1OO1"),
        ("Fernsehturm", "Femsehturm"),
        ("Total", "Tota1"),
        ("カード", "力ード"),
        ("ログイン", "口グイン"),
        ("データ", "デ一タ"),
        ("キャンセル", "キヤンセル"),
        ("Window", "Wind0vv"),
        ("ファイル(F)", "ファイル(E)"),
        ("メモ", "Xモ"),
        ("Export…", "Export.."),
        ("Hojicha ほうじ茶", "Hojicha (ほうじ茶"),
    ],
)
def test_what_looks_alike_matches_and_is_marked(wanted, read):
    assert [h.match for h in find(reading(read), wanted)] == ["alike"]


@pytest.mark.parametrize(("wanted", "read"), [("Save", "Have"), ("Delete", "Depot"), ("保存", "保有"), ("12", "13")])
def test_what_does_not_look_alike_does_not_match(wanted, read):
    assert not contains(reading(read), wanted)


def test_several_hits_are_listed_whole_lines_first():
    found = find(reading("Delete all", "Delete", "De1ete"), "delete")
    assert [(h.text, h.match) for h in found] == [("Delete", "whole"), ("Delete", "part"), ("De1ete", "alike")]


def test_two_places_in_one_line_are_two_hits():
    found = find(reading("open, reopen"), "open")
    assert [h.rect.x for h in found] == [10, 90]


def test_a_part_of_a_japanese_line_has_its_share_of_the_place():
    line = Line("在庫を印刷する", Rect(100, 20, 140, 18))
    assert find(Reading("test", (line,)), "印刷")[0].rect == Rect(160, 20, 40, 18)


def test_an_access_key_that_is_meant_belongs_to_the_place():
    line = Line("表示 ファイル(E)", Rect(0, 0, 160, 10))
    assert find(Reading("test", (line,)), "ファイル(F)")[0].rect == Rect(50, 0, 110, 10)
    assert find(Reading("test", (line,)), "ファイル")[0].rect == Rect(50, 0, 80, 10)


def test_a_part_of_a_mixed_line_counts_wide_characters_double():
    line = Line("ab漢字", Rect(0, 0, 60, 10))
    assert find(Reading("test", (line,)), "漢字")[0].rect == Rect(20, 0, 40, 10)


def test_words_with_places_of_their_own_give_the_place():
    words = (Word("Customer", Rect(10, 5, 55, 10)), Word("card", Rect(72, 5, 22, 10)))
    line = Line("Customer card", Rect(10, 5, 84, 10), 0.8, words)
    assert find(Reading("test", (line,)), "card")[0].rect == Rect(72, 5, 22, 10)
    assert find(Reading("test", (line,)), "customer card")[0].rect == Rect(10, 5, 84, 10)


def test_a_text_that_was_read_in_two_pieces_is_found():
    near = (Line("Print", Rect(10, 20, 30, 12)), Line("labels", Rect(46, 20, 36, 12)))
    assert find(Reading("test", near), "print labels")[0].rect == Rect(10, 20, 72, 12)
    far = (near[0], Line("labels", Rect(90, 20, 36, 12)))
    assert not contains(Reading("test", far), "print labels")


def test_what_was_meant_is_named_where_nothing_matches():
    assert nearest(reading("Print labels", "Stock"), "Print lable") == ["Print labels"]


@given(st.text(min_size=1, max_size=12), st.text(max_size=6), st.text(max_size=6))
def test_whatever_stands_in_a_line_is_found_in_it(wanted, before, after):
    found = find(reading(f"{before}{wanted}{after}"), wanted)
    says_something = any(not c.isspace() for c in wanted) and contains(reading(wanted), wanted)
    assert bool(found) or not says_something
    line = Rect(10, 20, 10 * len(f"{before}{wanted}{after}"), 16)
    assert all(h.rect.intersection(line) == h.rect for h in found)


def test_an_empty_text_is_nowhere():
    assert find(reading("Save"), " ") == []
