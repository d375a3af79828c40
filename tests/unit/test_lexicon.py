"""What a caption's words say together: verbs with their objects, stems with what follows them, glyphs."""

from __future__ import annotations

import pytest

from wpfagent.core.model import Control, Rect, WindowInfo
from wpfagent.safety.destructive import Surroundings, of_command
from wpfagent.safety.lexicon import of_identifier, of_label

MAIN = Surroundings(WindowInfo(1, 9, "a.exe", "Order Desk", "HwndWrapper", Rect(0, 0, 800, 600)), is_main=True)


@pytest.mark.parametrize(
    ("destructive", "harmless"),
    [
        ("Format drive D:", "Format cells"), ("Quick format", "Number format"), ("Reset database", "Reset view"),
        ("Remove customer", "Remove filter"), ("Clear history", "Clear selection"), ("Clear all", "Clear all filters"),
        ("Cancel order", "Cancel"), ("Cancel the order", "Cancel search"), ("Close program", "Close panel"),
        ("Restore from backup", "Restore down"), ("End task", "End date"), ("Empty trash", "Empty weight"),
        ("Send mail", "Send date"), ("Exit", "Exit code"), ("Upload", "Upload speed"), ("Delete log", "Shutdown log"),
        ("Void invoice", "Void fraction"), ("Purchase", "Purchase history"), ("Drop table", "Drop shadow"),
        ("Replace existing file", "Find and replace"), ("Delete and show", "Show delete rate"),
        ("Send report", "Don't send"), ("Delete. Not now", "Unable to delete the row"),
        ("Delete", "Delete after"), ("Share publicly", "Share price"), ("Leave team", "Leave requests"),
        ("Exit", "Exit reading view"), ("Reset all data", "Reset all page breaks"), ("Email", "Email settings"),
        ("Clear all messages", "Clear all notifications"), ("Pay bill", "Pay period"), ("Erase", "Erase tool"),
        ("Move to trash", "Go to trash"), ("Empty Recycle Bin", "Open Recycle Bin"),
        ("Delete account", "How to delete an account"), ("Uninstall", "Uninstall instructions"),
        ("Remove background task", "Remove background"), ("Reset device", "Reset pan"), ("Reset data", "Reset fonts"),
        ("Upload", "Upload settings"), ("Reset settings", "Shutdown settings"), ("Restart", "Restart from beginning"),
        ("Format SD card", "Format legend"), ("Format D:", "Format data series"), ("Format it", "Format pane"),
        ("Save and then delete", "Ask before delete"), ("Revert all changes", "Revert to saved view"),
        ("Email", "Email templates"), ("Push", "Push rules"), ("Remove and sort rows", "Remove and sort usings"),
        ("Failed: delete", "Failed to delete"), ("Clean working directory", "Clean solution"),
        ("Pay", "Pay scale group"), ("Delete settings", "Auto-delete settings"), ("Drop rows", "Drag and drop rows"),
        ("Move to Deleted Items", "Move to folder"), ("Exit program", "Exit mini player"),
    ],
)  # fmt: skip
def test_the_object_of_a_verb_decides(destructive, harmless):
    assert of_label(destructive)
    assert of_label(harmless) is None


@pytest.mark.parametrize(
    ("destructive", "harmless"),
    [
        ("メール送信", "送信者"), ("メールを送信する", "送信済み"), ("メールを送信しますか？", "送信しました。"),
        ("メールを再送信", "未送信"), ("削除", "削除日"), ("一括削除実行", "削除フラグ"),
        ("削除ボタン", "削除できません"), ("削除を実行", "削除の取り消し"), ("終了", "終了条件"),
        ("アプリの終了", "全画面表示の終了"), ("上書きする", "上書き保存"), ("公開", "非公開"),
        ("ディスクのフォーマット", "日付フォーマット"), ("リセット", "ズームをリセット"), ("消す", "取り消す"),
        ("履歴をクリア", "検索条件をクリア"), ("ワイプ", "スワイプ"), ("予約の取消", "取消"),
        ("支払いを実行", "支払い方法"), ("工場出荷時の状態に戻す", "元に戻す"), ("登録解除", "選択解除"),
        ("すべて閉じる", "閉じる"),
        ("一覧を削除", "削除対象の一覧"), ("退会する", "退会について"), ("契約を解除", "削除方法"),
        ("デプロイ", "デプロイ設定"), ("投稿の実行", "投稿の検索"), ("リセットして続行", "リセットせずに続行"),
        ("表の削除", "背景の削除"), ("通信を終了", "デバッグを終了"), ("初期設定に戻す", "既定のレイアウトに戻す"),
        ("一覧から削除", "お気に入りから削除"), ("終了", "ヘルプを終了"), ("ﾘｾｯﾄ", "ﾘｾｯﾄ間隔"),
    ],
)  # fmt: skip
def test_what_follows_a_japanese_stem_decides(destructive, harmless):
    assert of_label(destructive)
    assert of_label(harmless) is None


def test_a_weak_verb_counts_only_where_a_verb_stands():
    assert of_label("Save and close program") == "close"
    assert of_label("Very close application areas") is None
    assert of_identifier("btnClearHistory") == "clear"


@pytest.mark.parametrize("glyph", ["\U0001f5d1", "\U0001f5d1\ufe0f", "\ue74d", "\u232b"])
def test_glyphs_say_what_they_show(glyph):
    assert of_label(glyph) == "delete"


def test_the_help_text_counts_where_the_name_is_only_a_picture_and_beside_any_where_it_begins_with_losing():
    bin_with_help = Control("e1", name="\ue999", help_text="Delete this order", control_type="Button")
    assert of_command(bin_with_help, MAIN)
    assert of_command(Control("e1", name="Order", help_text="Delete this order", control_type="Button"), MAIN)
    assert of_command(Control("e1", name="Order", help_text="Sends this order", control_type="Button"), MAIN) is None


@pytest.mark.parametrize("answer", ["Next >", "Start", "Yes, go on", "次へ", "はい、続けます"])
def test_going_on_in_a_dialog_that_announces_something_destructive_is_destructive(answer):
    box = WindowInfo(2, 9, "a.exe", "Uninstall", "#32770", Rect(0, 0, 9, 9), owner=1)
    around = Surroundings(box, is_dialog=True, texts=("Uninstall", "This removes the program from your computer."))
    assert of_command(Control("e1", name=answer, control_type="Button"), around)
    harmless = Surroundings(box, is_dialog=True, texts=("Welcome", "This shows you around."))
    assert of_command(Control("e1", name=answer, control_type="Button"), harmless) is None
