"""Words: what tells of an error, and what merely contains the word."""

from __future__ import annotations

import pytest

from wpfagent.testing.oracles.parts.error_words import error_sentence, fatal_phrase, is_error_title

ERRORS = (
    "Saving failed.", "Save failed", "Failed to connect", "Error: disk full", "Error 0x80004005", "Error while loading",
    "An error occurred while saving.", "Login failed: wrong password", "3 of 5 uploads failed", "Fatal error",
    "Could not save the file", "Unable to connect to server", "Connection error", "Ready. The export failed!",
    "MyApp has stopped working", "エラーが発生しました", "保存に失敗しました", "エラー: ディスクがいっぱいです",
    "通信エラー",
    "接続エラーです。", "保存できませんでした。", "予期しないエラーが発生しました。", "接続失敗", "エラーコード: 123",
    "MyApp は動作を停止しました",
)  # fmt: skip
HEALTHY = (
    "Error rate: 0", "No errors", "Errors: 0", "0 errors", "Error log", "Stop if an error occurs", "Error", "Mirror",
    "Notify when a backup failed", "Failed logins: 0", "0 failed", "Failed: 0", "without errors", "Error list",
    "The check has not failed", "Show error messages", "Margin of error", "Standard error", "Errors (0)", "Ready",
    "Retry on network error", "Network error handling", "Runtime error log", "Last error: none", "Error reporting",
    "12 passed, 0 failed", "Ignore failed items", "error-free", "Error codes", "エラー率", "エラーなし", "エラー",
    "エラーはありません", "エラー 0 件", "エラー: 0", "エラーログ", "エラーが発生した場合に通知する",
    "失敗: 0", "失敗 0 件",
    "エラーは発生していません", "失敗したときは再試行", "エラー一覧", "エラーが発生したら停止",
    "失敗時の動作", "準備完了",
    "エラー件数: 3",
)  # fmt: skip
ERROR_TITLES = (
    "Error", "MyApp - Error", "Unhandled exception", "エラー", "保存エラー", "Application Error", "OrderDesk: エラー",
    "Microsoft Visual C++ Runtime Library", "app.exe - Application Error", "An error occurred", "エラーが発生しました",
    "Save failed", "Exception", "Error 123", "例外",
)  # fmt: skip
HEALTHY_TITLES = (
    "Error log", "Error rate", "About", "Delete order?", "Error list - MyApp", "入力エラー",
    "Validation error", "エラー率",
    "エラーログ", "エラー一覧", "Mirror", "No errors", "Error reporting settings", "設定", "Failed orders",
    "エラーなし", "",
)  # fmt: skip


@pytest.mark.parametrize("text", ERRORS)
def test_a_sentence_that_tells_of_an_error_is_found(text):
    assert error_sentence(text)


@pytest.mark.parametrize("text", HEALTHY)
def test_a_text_that_merely_contains_the_word_is_none(text):
    assert error_sentence(text) is None


@pytest.mark.parametrize("title", ERROR_TITLES)
def test_a_title_that_says_error_is_one(title):
    assert is_error_title(title)


@pytest.mark.parametrize("title", HEALTHY_TITLES)
def test_a_title_about_errors_is_none(title):
    assert not is_error_title(title)


def test_a_sentence_is_judged_by_itself():
    assert error_sentence("No changes were made. Saving failed.") == "Saving failed."
    assert fatal_phrase("Press OK.\nDebug Assertion Failed!\n\nProgram: x.exe") == "Assertion Failed"
    assert fatal_phrase("Delete the order?") is None
