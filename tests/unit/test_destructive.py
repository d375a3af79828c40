from __future__ import annotations

import pytest

from wpfagent.core.model import Control, Rect, WindowInfo
from wpfagent.safety.destructive import Surroundings, of_command, of_dialog, of_identifier, of_label

MAIN = WindowInfo(1, 9, "a.exe", "Order Desk", "HwndWrapper", Rect(0, 0, 800, 600))


def button(name: str = "", **fields: object) -> Control:
    return Control("e1", name=name, control_type=str(fields.pop("control_type", "Button")), **fields)  # type: ignore[arg-type]


def dialog(*texts: str, title: str = "Question", message_box: bool = True) -> Surroundings:
    window = WindowInfo(
        2, 9, "a.exe", title, "#32770" if message_box else "HwndWrapper", Rect(0, 0, 9, 9), owner=MAIN.hwnd
    )
    return Surroundings(window, is_dialog=True, texts=(title, *texts))


@pytest.mark.parametrize(
    "label",
    [
        "Delete", "_Delete", "&Delete", "D_elete", "Delete...", "DELETE ALL", "Remove row", "Discard changes",
        "Send", "Send report…", "Submit", "Uninstall", "Format", "Format disk", "Overwrite", "Exit", "E_xit", "Quit",
        "Empty recycle bin", "Don't save", "Don’t Save", "Exit without saving", "Clear all", "Log out", "Sign out",
        "Shut down", "Factory settings", "Close all", "Replace existing file", "Publish", "Reset", "Pay now",
        "削除", "全て削除", "選択した行を削除する(_D)", "破棄", "変更を破棄", "送信", "メールを送信",
        "アンインストール", "フォーマット", "ファイルを上書き", "終了", "アプリを終了", "保存しない", "ログアウト",
        "初期化", "ゴミ箱を空にする",
    ],
)  # fmt: skip
def test_destructive_labels_are_recognised(label):
    assert of_label(label)
    assert of_command(button(label), Surroundings(MAIN, is_main=True))


@pytest.mark.parametrize(
    "label",
    [
        "Undelete", "Recipient", "Sender", "Postal code", "Post code", "Formatting", "Format painter", "Information",
        "Deleted items", "Removal date", "Existing customers", "Exit full screen", "Resetting", "Dropdown", "Drop down",
        "Posture", "Save", "Save as...", "Close", "Open", "New", "OK", "Cancel", "Apply", "Next", "Payment terms",
        "Reset zoom", "Send to back", "Email address", "Refresh", "", "123", "送信者", "送信元アドレス", "送信日時",
        "終了日", "終了時刻", "保存", "閉じる", "開く", "キャンセル", "削除を元に戻す",
    ],
)  # fmt: skip
def test_look_alikes_are_not_destructive(label):
    assert of_label(label) is None
    assert of_command(button(label), Surroundings(MAIN, is_main=True)) is None


def test_saving_is_not_destructive_in_japanese_although_it_overwrites():
    """「上書き保存」 is plain Save in every Japanese program; the word alone (上書き) still counts."""
    assert of_label("上書きする")
    assert of_label("上書き保存(_S)") is None


@pytest.mark.parametrize(
    "identifier",
    ["DeleteButton", "btnDeleteAll", "btn_delete", "delete-row", "PART_Delete", "removeItemCmd", "SendMail", "ExitItem",
     "DELETE_ALL", "cmdQuit", "削除ボタン"],
)  # fmt: skip
def test_destructive_identifiers_are_recognised(identifier):
    assert of_identifier(identifier)
    assert of_command(button("Go", automation_id=identifier), Surroundings(MAIN))


@pytest.mark.parametrize(
    "identifier",
    ["UndeleteButton", "RecipientBox", "SenderName", "PostalCode", "FormatPainter", "Deletions", "SaveButton", "OK",
     "ResetZoomButton", "ExitingCustomers", ""],
)  # fmt: skip
def test_look_alike_identifiers_are_not(identifier):
    assert of_identifier(identifier) is None


def test_a_harmless_phrase_does_not_hide_another_word_of_the_same_identifier():
    assert of_identifier("ResetZoomAndDeleteAll") == "delete"
    assert of_label("Reset zoom and delete all") == "delete"


@pytest.mark.parametrize("label", ["Posté", "Formatübersicht", "Postübersicht", "Exité"])
def test_a_word_goes_on_over_letters_that_are_not_english(label):
    assert of_label(label) is None


def test_help_text_counts_only_where_there_is_no_name():
    assert of_command(button(help_text="Deletes the row"), Surroundings(MAIN))
    assert of_command(button("Row", help_text="Deletes the row"), Surroundings(MAIN)) is None


@pytest.mark.parametrize("kind", ["Button", "SplitButton", "MenuItem", "Hyperlink", "Custom", "Image", "Text"])
def test_what_runs_commands_can_be_destructive(kind):
    assert of_command(button("Delete", control_type=kind), Surroundings(MAIN))


@pytest.mark.parametrize("kind", ["Edit", "CheckBox", "RadioButton", "ComboBox", "Slider", "TabItem", "Document"])
def test_a_field_named_like_it_is_not(kind):
    assert of_command(button("Delete reason", control_type=kind), Surroundings(MAIN)) is None


def test_a_menu_that_only_opens_is_not_destructive():
    """`Format` is a menu of every editor: opening it formats nothing."""
    menu = button("Format", control_type="MenuItem", patterns=("ExpandCollapse",))
    assert of_command(menu, Surroundings(MAIN, is_main=True)) is None


@pytest.mark.parametrize(
    "answer", ["Yes", "_Yes", "OK", "はい", "はい(Y)", "はい(&Y)", "Continue", "Yes to All", "続行"]
)
@pytest.mark.parametrize(
    "question",
    ["Delete 3 rows?", "Do you want to discard all changes?", "orders.csv already exists. Do you want to replace it?",
     "3件のデータを削除しますか？", "ファイルは既に存在します。上書きしますか？", "Really send it to the customer?"],
)  # fmt: skip
def test_affirming_a_destructive_question_is_destructive(answer, question):
    assert of_command(button(answer), dialog(question))


def test_a_destructive_title_is_enough():
    assert of_command(button("OK"), dialog("Are you sure?", title="Delete customer"))


@pytest.mark.parametrize("answer", ["No", "Cancel", "いいえ", "キャンセル", "閉じる", "Close"])
def test_declining_a_destructive_question_is_not(answer):
    assert of_command(button(answer), dialog("Delete 3 rows?")) is None


@pytest.mark.parametrize(
    "question",
    ["Do you want to save your changes?", "Save changes?", "変更を保存しますか？", "You have unsaved changes."],
)
def test_no_to_a_save_question_discards_and_yes_saves(question):
    assert of_command(button("No"), dialog(question))
    assert of_command(button("Yes"), dialog(question)) is None
    assert of_command(button("Cancel"), dialog(question)) is None


def test_no_to_a_harmless_question_is_not_destructive():
    assert of_command(button("No"), dialog("Really go on?")) is None
    assert of_command(button("Yes"), dialog("Really go on?")) is None


def test_the_ok_of_a_form_is_not_destructive_because_a_field_is_called_email():
    around = dialog("Name", "Email", "Format", "Post", title="Customer", message_box=False)
    assert of_command(button("OK"), around) is None


def test_answers_count_in_dialogs_only():
    assert of_command(button("Yes"), Surroundings(MAIN, texts=("Delete it?",))) is None


def test_closing_the_main_window_by_its_title_bar_ends_the_program_and_a_dialogs_does_not():
    close = button("Close", automation_id="Close")
    assert of_command(close, Surroundings(MAIN, is_main=True))
    assert of_command(close, dialog("anything")) is None
    assert of_command(close, Surroundings(MAIN)) is None


def test_the_profiles_patterns_are_searched_in_label_id_and_help_text_of_anything():
    for control in (
        button("Archivieren"), button(automation_id="ArchivierenBtn"), button("x", help_text="Archivieren"),
        button("Archivieren", control_type="Edit"),
    ):  # fmt: skip
        reason = of_command(control, Surroundings(MAIN), ["(?i)archiv"])
        assert reason is not None
        assert "destructive_patterns" in str(reason)
    assert of_command(button("Save"), Surroundings(MAIN), ["(?i)archiv"]) is None


def test_a_reason_says_what_was_read_and_where():
    reason = of_command(button("Delete all", automation_id="Del"), Surroundings(MAIN))
    assert str(reason) == "'delete' in Button 'Delete all' (automation_id Del)"


def test_a_question_about_saving_alone_asks_for_nothing_destructive():
    assert of_dialog(["Order Desk", "Do you want to save your changes?"]) is None
    assert of_dialog(["Delete", "Do you want to save your changes?"]) == "delete"
