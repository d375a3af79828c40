"""The oracle `error_dialog`: error dialogs of both languages, and the dialogs that look like them."""

from __future__ import annotations

from typing import Any

import pytest
from observed import DIALOG, MAIN, STACK, STACK_JA, control, message_box, observed, window

from wpfagent.core.model import Snapshot
from wpfagent.testing.observing.baseline import Baseline
from wpfagent.testing.oracles.base import Finding
from wpfagent.testing.oracles.error_dialog import ErrorDialog
from wpfagent.testing.oracles.parts.settings import PatternSettings

WINFORMS = (
    "Unhandled exception has occurred in your application. If you click Continue, the application will ignore this "
    "error and attempt to continue. If you click Quit, the application will close immediately."
)
WINFORMS_JA = (
    "アプリケーションのコンポーネントで、ハンドルされていない例外が発生しました。[続行] をクリックすると、"
    "アプリケーションはこのエラーを無視し、続行しようとします。"
    "[終了] をクリックすると、アプリケーションは直ちに終了します。"
)


def look(title: str, text: str, *buttons: str, settings: PatternSettings | None = None, **more: Any) -> Finding | None:
    windows, after = message_box(title, text, *buttons, **more)
    return ErrorDialog(settings).check(observed(windows=windows, after=after))


@pytest.mark.parametrize(
    ("title", "text", "buttons"),
    [
        ("Unhandled exception", STACK, ("OK",)),
        ("OrderDesk", f"An unexpected error has occurred.\n\n{STACK}", ("Close",)),
        ("未処理の例外", STACK_JA, ("閉じる",)),
        ("受注デスク", STACK_JA, ("OK",)),
        ("OrderDesk", "System.IO.IOException: The file is in use.", ("OK",)),
        ("Microsoft .NET Framework", WINFORMS, ("Details", "Continue", "Quit")),
        ("Microsoft .NET Framework", WINFORMS_JA, ("詳細", "続行", "終了")),
        ("OrderDesk.exe", "OrderDesk.exe has stopped working", ("Close program", "Check online")),
        ("OrderDesk.exe", "OrderDesk.exe は動作を停止しました", ("プログラムの終了",)),
        ("Microsoft Visual C++ Runtime Library", "Debug Assertion Failed!\n\nProgram: C:\\a.exe",
         ("Abort", "Retry", "Ignore")),
        ("Microsoft Visual C++ Runtime Library", "Debug Assertion Failed!\n\nProgram: C:\\a.exe",
         ("中止(A)", "再試行(R)", "無視(I)")),
        ("OrderDesk.exe - Application Error", "The instruction at 0x0040 referenced memory at 0x0.", ("OK",)),
        ("OrderDesk.exe - アプリケーション エラー", "0x0040 の命令が 0x0 のメモリを参照しました。", ("OK",)),
        ("Error", "The order could not be saved.", ("OK",)),
        ("エラー", "注文を保存できませんでした。", ("OK",)),
        ("OrderDesk - 保存エラー", "もう一度お試しください。", ("はい", "いいえ")),
    ],
)  # fmt: skip
def test_a_dialog_that_tells_of_an_error_is_found(title, text, buttons):
    found = look(title, text, *buttons)
    assert found is not None
    assert found.details["window"] == title
    assert "click Button 'Save'" in found.title


@pytest.mark.parametrize(
    ("title", "text", "buttons"),
    [
        ("Delete", "Delete order 4711 for good?", ("Yes", "No")),
        ("注文の削除", "この注文を完全に削除しますか？", ("はい", "いいえ")),
        ("About OrderDesk", "OrderDesk 2.4, with improved error handling", ("OK",)),
        ("バージョン情報", "受注デスク 2.4", ("OK",)),
        ("OrderDesk", "Please enter a number between 1 and 999.", ("OK",)),
        ("入力エラー", "数量を 1～999 で入力してください。", ("OK",)),
        ("受注デスク", "顧客と商品を選び、数量を 1～999 で入力してください。", ("OK",)),
        ("Error rate", "The error rate of this week is 0.2 %.", ("OK",)),
        ("OrderDesk", "Unsaved changes. Save them?", ("Yes", "No", "Cancel")),
        ("Import finished", "120 rows imported, no errors.", ("OK",)),
        ("取り込み", "120 件を取り込みました。エラーはありません。", ("OK",)),
    ],
)
def test_an_ordinary_question_notice_or_validation_message_is_none(title, text, buttons):
    assert look(title, text, *buttons) is None


def test_the_exception_in_it_is_read():
    found = look("エラー", STACK_JA)
    assert found is not None
    assert found.exception is not None
    assert (found.exception.type, found.exception.source) == ("System.FormatException", "dialog")
    assert found.title == (
        "System.FormatException in the dialog 'エラー' after click Button 'Save' (automation_id SaveButton)"
    )


def test_a_wpf_dialog_with_the_stack_in_a_read_only_field_is_found():
    own = window(DIALOG, "Problem report", owner=MAIN)
    parts = (
        control("Problem report", "Window", depth=0, hwnd=DIALOG),
        control("Details", "Edit", hwnd=DIALOG, value=f"Sorry.\n\n{STACK}", read_only=True),
        control("Close", "Button", hwnd=DIALOG),
    )
    windows = (own, window(enabled=False))
    found = ErrorDialog().check(observed(windows=windows, after=Snapshot(parts, windows)))
    assert found is not None
    assert found.exception is not None


def test_a_form_or_a_log_viewer_with_such_texts_is_none():
    own = window(DIALOG, "Settings", owner=MAIN)
    form = (
        control("Error rate", hwnd=DIALOG), control("Unhandled exceptions go to", hwnd=DIALOG),
        *(control(f"Field {n}", "Edit", hwnd=DIALOG, value="x", read_only=False) for n in range(3)),
        control("OK", "Button", hwnd=DIALOG),
    )  # fmt: skip
    viewer = (
        control("Entries", "List", hwnd=DIALOG),
        control(STACK, "ListItem", hwnd=DIALOG, depth=2),
        control(STACK, hwnd=DIALOG),
        control("Close", "Button", hwnd=DIALOG),
    )
    windows = (own, window())
    for parts in (form, viewer):
        seen = observed(windows=windows, after=Snapshot(parts, windows))
        assert ErrorDialog().check(seen) is None


def test_a_main_window_with_such_a_title_and_a_popup_are_none():
    main = window(MAIN, "Error - OrderDesk")
    tip = window(DIALOG, "Error", owner=MAIN, popup=True)
    assert ErrorDialog().check(observed(windows=(tip, main))) is None


def test_the_same_dialog_is_reported_once_and_one_that_was_there_before_never():
    windows, after = message_box("Error", STACK)
    oracle = ErrorDialog()
    seen = observed(windows=windows, after=after)
    assert oracle.check(seen) is not None
    assert oracle.check(seen) is None
    there = Baseline(windows=frozenset({DIALOG, MAIN}))
    assert ErrorDialog(baseline=there).check(seen) is None


def test_a_dialog_that_is_not_built_yet_is_looked_at_again():
    windows, after = message_box("OrderDesk", STACK)
    oracle = ErrorDialog()
    empty = Snapshot((), windows)
    assert oracle.check(observed(windows=windows, after=empty)) is None
    assert oracle.check(observed(windows=windows, after=after)) is not None


def test_a_dialog_that_came_up_between_two_actions_is_found_and_not_blamed_on_the_second():
    windows, after = message_box("Error", "Sync lost.")
    found = ErrorDialog().check(observed(windows=windows, before=after, after=after))
    assert found is not None
    assert "before click Button 'Save'" in found.title


def test_a_dialog_that_came_up_between_two_actions_and_that_the_second_has_closed_is_found():
    windows, before = message_box("Error", "Sync lost.")
    alone = (window(),)
    closed = observed(windows=alone, before=before, after=Snapshot((), alone), subject="click Button 'OK'")
    found = ErrorDialog().check(closed)
    assert found is not None
    assert "before click Button 'OK'" in found.title
    oracle = ErrorDialog()
    assert oracle.check(observed(windows=windows, after=before)) is not None
    assert oracle.check(closed) is None


def test_the_settings_add_patterns_and_leave_some_out():
    mine = PatternSettings(pattern="E-[0-9]{4}", ignore="Printer")
    assert look("OrderDesk", "E-1042, call support", settings=mine) is not None
    assert look("Error", "Printer is off", settings=mine) is None
