from __future__ import annotations

from dataclasses import replace

import pytest

from wpfagent.core.model import Control, Rect, WindowInfo
from wpfagent.safety.destructive import Surroundings, is_renamed, of_command
from wpfagent.safety.lexicon import of_identifier, of_label
from wpfagent.safety.questions import of_dialog

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
        "Send report…", "Send to customer",
        "Submit feedback", "Uninstall", "Format", "Format disk", "Overwrite", "Exit", "E_xit", "Quit",
        "Empty recycle bin", "Don't save", "Don’t Save", "Exit without saving", "Clear all", "Log out", "Sign out",
        "Shut down", "Factory settings", "Close all", "Replace existing file", "Publish", "Reset", "Pay now",
        "削除", "全て削除", "選択した行を削除する(_D)", "破棄", "変更を破棄", "メールを送信",
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


@pytest.mark.parametrize(
    "label", ["Send", "_Submit", "Submit order", "Send to back", "送信", "送信する", "申請", "提出", "Send now"]
)
def test_a_send_within_the_program_goes_through(label):
    assert of_command(button(label), Surroundings(MAIN, is_main=True)) is None


@pytest.mark.parametrize(
    ("label", "title"),
    [("Send", "New message - Mail"), ("Submit", "Feedback"), ("送信", "メール作成"), ("Send", "Error report")],
)
def test_a_bare_send_is_destructive_where_the_window_says_that_data_leaves(label, title):
    window = WindowInfo(3, 9, "a.exe", title, "HwndWrapper", Rect(0, 0, 400, 300))
    assert of_command(button(label), Surroundings(window))
    assert of_command(button(label), Surroundings(window, is_dialog=True, texts=(title,)))


@pytest.mark.parametrize(
    "label",
    ["Close All But This", "Close other tabs", "Remove from list", "Remove from Recent", "Remove from Quick access",
     "Undo Delete", "一覧から外す"],
)  # fmt: skip
def test_what_stays_on_disk_is_not_refused(label):
    assert of_command(button(label), Surroundings(MAIN, is_main=True)) is None


@pytest.mark.parametrize(
    "label",
    ["Dele\u200bte", "De\u00adlete", "Dele\u0301te", "D\u0336elete",
     "D e l e t e", "D.e.l.e.t.e", "削 除", "D\u0435lete",
     "\uff24\uff45\uff4c\uff45\uff54\uff45", "De1ete", "Del", "Delete policy", "Delete status", "Safely erase disk",
     "Start deleting", "Deletion of all rows", "DeleteAll", "delete_all_records", "\U0001f5d1 all of it",
     "View | Delete", "DELETE_ALL", "Delete2", "Remove limit"],
)  # fmt: skip
def test_a_caption_is_read_as_people_see_it(label):
    assert of_command(button(label), Surroundings(MAIN, is_main=True))


@pytest.mark.parametrize("name", ["X", "\u00d7", "\ue711", "\u2026", "\u274c", "-"])
def test_a_tool_tip_counts_beside_a_caption_that_says_nothing(name):
    assert of_command(button(name, help_text="Delete row"), Surroundings(MAIN))
    assert of_command(button(name, help_text="Show row"), Surroundings(MAIN)) is None


@pytest.mark.parametrize("kind", ["ListItem", "TreeItem", "TabItem", "RadioButton", "CheckBox"])
def test_an_item_is_judged_by_what_it_says_as_a_whole(kind):
    for command in ("Delete all", "Exit", "Log out", "Empty trash", "Factory reset", "すべて削除", "Empty recycle bin"):
        assert of_command(button(command, control_type=kind), Surroundings(MAIN)), command
    for thing in (
        "Delete policy",
        "Delete files on exit",
        "Send date",
        "Removed items",
        "削除済み",
        "Post",
        "Email",
        "Trash",
        "Recycle Bin",
        "公開",
        "購入",
        "Kill Bill",
    ):
        assert of_command(button(thing, control_type=kind), Surroundings(MAIN)) is None, thing


@pytest.mark.parametrize(
    "command", ["Delete", "Delete account", "Delete account…", "Format disk", "削除", "データを消去"]
)
def test_an_entry_of_a_list_may_be_a_command_where_a_page_or_an_option_of_that_name_is_none(command):
    assert of_command(button(command, control_type="ListItem"), Surroundings(MAIN))
    for kind in ("TreeItem", "TabItem", "RadioButton", "CheckBox"):
        assert of_command(button(command, control_type=kind), Surroundings(MAIN)) is None, kind


def test_an_item_of_several_texts_is_judged_by_the_first():
    name = "Delete account, This takes away all that you have"
    made = button(name, control_type="ListItem", own_name="Shop.Entry")
    assert of_command(made, Surroundings(MAIN))


def test_what_a_template_calls_its_part_says_nothing_of_the_program():
    """The cross of a chip takes it out of what is chosen."""
    assert of_command(button("\u00d7", automation_id="PART_DeleteButton"), Surroundings(MAIN)) is None
    assert of_command(button("\u00d7", automation_id="DeleteButton"), Surroundings(MAIN))


@pytest.mark.parametrize(
    "close",
    [{"automation_id": "TitleBarCloseButton"}, {"automation_id": "ButtonClose"}, {"automation_id": "PART_CloseButton"},
     {"automation_id": "WindowCloseBtn", "name": "X"}, {"automation_id": "btnClose", "name": "\ue8bb"},
     {"name": "X", "help_text": "Close", "bounding_rect": Rect(770, 5, 25, 25)},
     {"automation_id": "Cls", "name": "X", "help_text": "Close", "bounding_rect": Rect(770, 5, 25, 25)},
     {"name": "Close", "bounding_rect": Rect(760, 2, 40, 30)}, {"name": "", "bounding_rect": Rect(756, 1, 44, 32)},
     {"automation_id": "CapClose", "bounding_rect": Rect(756, 1, 44, 32)}],
)  # fmt: skip
def test_a_close_button_of_its_own_title_bar_ends_the_program(close):
    assert of_command(button(**close), Surroundings(MAIN, is_main=True))
    assert of_command(button(**close), dialog("anything")) is None
    assert of_command(button(**close), Surroundings(MAIN)) is None


@pytest.mark.parametrize(
    "close",
    [{"automation_id": "CloseTabButton"}, {"automation_id": "CloseSearch"}, {"name": "Close"},
     {"automation_id": "CloseSearch", "name": "X", "bounding_rect": Rect(770, 5, 25, 25)},
     {"automation_id": "Cls", "name": "X", "help_text": "Close", "bounding_rect": Rect(300, 200, 25, 25)},
     {"automation_id": "CloseButton", "bounding_rect": Rect(300, 400, 20, 20)},
     {"name": "", "bounding_rect": Rect(712, 1, 44, 32)}, {"name": "", "bounding_rect": Rect(756, 40, 44, 32)},
     {"name": "", "automation_id": "Gear", "bounding_rect": Rect(756, 1, 44, 32)},
     {"automation_id": "ButtonClose", "name": "Close panel", "bounding_rect": Rect(300, 200, 20, 20)}],
)  # fmt: skip
def test_a_close_button_of_something_inside_a_window_does_not(close):
    assert of_command(button(**close), Surroundings(MAIN, is_main=True)) is None


@pytest.mark.parametrize("sign", ["\u00d7", "X", ""])
def test_a_sign_below_the_title_bar_takes_away_what_it_stands_on(sign):
    bar = Rect(0, 0, 800, 30)
    cross = button(sign, automation_id="CloseButton", bounding_rect=Rect(770, 34, 25, 25))
    assert of_command(cross, Surroundings(MAIN, is_main=True))
    assert of_command(cross, Surroundings(MAIN, is_main=True, title_bar=bar)) is None
    drawn_in_it = replace(cross, bounding_rect=Rect(770, 2, 25, 25))
    assert of_command(drawn_in_it, Surroundings(MAIN, is_main=True, title_bar=bar))


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


def test_help_text_counts_beside_a_name_where_it_begins_with_losing_something():
    assert of_command(button(help_text="Deletes the row"), Surroundings(MAIN))
    assert of_command(button("Row", help_text="Permanently deletes the row"), Surroundings(MAIN))
    assert of_command(button("Row", help_text="Sorts the rows; removes nothing"), Surroundings(MAIN)) is None
    assert of_command(button("Row", help_text="Sends it again"), Surroundings(MAIN)) is None


@pytest.mark.parametrize("kind", ["Button", "SplitButton", "MenuItem", "Hyperlink", "Custom", "Image", "Text"])
def test_what_runs_commands_can_be_destructive(kind):
    assert of_command(button("Delete", control_type=kind), Surroundings(MAIN))


@pytest.mark.parametrize("kind", ["Edit", "CheckBox", "RadioButton", "ComboBox", "Slider", "TabItem", "Document"])
def test_a_field_named_like_it_is_not(kind):
    assert of_command(button("Delete reason", control_type=kind), Surroundings(MAIN)) is None


def test_a_toggle_whose_id_ends_with_drop_drops_something_down():
    drop = button("New batch", automation_id="BatchDrop")
    assert of_command(drop, Surroundings(MAIN, is_main=True))
    opens = button("New batch", automation_id="BatchDrop", patterns=("Toggle",))
    assert of_command(opens, Surroundings(MAIN, is_main=True)) is None
    assert of_command(button("Drop", automation_id="BatchDrop"), Surroundings(MAIN, is_main=True))


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


@pytest.mark.parametrize(
    "question",
    ["5 customers will be deleted.", "All rows are permanently removed.", "Delete customers",
     "Are you sure? This cannot be undone.", "The card cannot be brought back.", "They are gone for good.",
     "この操作は元に戻せません。"],
)  # fmt: skip
@pytest.mark.parametrize("answer", ["Yes", "OK", "Agree", "Sure", "Do it anyway", "OK (irreversible)"])
def test_a_question_counts_in_whatever_words_it_is_put(question, answer):
    assert of_command(button(answer), dialog(question))
    with_a_box = Surroundings(MAIN, is_dialog=True, texts=("Question", question), is_form=True)
    assert of_command(button(answer), with_a_box)
    for declining in ("No", "Cancel", "Keep them", "Show details", "Help"):
        assert of_command(button(declining), dialog(question)) is None


def test_a_text_that_explains_several_buttons_does_not_colour_the_others():
    text = (
        "Unhandled exception has occurred in your application. If you click Continue, the application will ignore this "
        "error and attempt to continue. If you click Quit, the application will close immediately and quit."
    )
    assert of_command(button("Continue"), dialog(text)) is None
    assert of_command(button("Quit"), dialog(text))
    assert of_command(button("Yes"), dialog("Click Yes to delete all rows. Click No to go back."))


def test_the_item_of_a_frames_own_menu_ends_the_program_by_the_keys_that_it_shows():
    item = button("Close\tAlt+F4", control_type="MenuItem")
    assert of_command(item, Surroundings(MAIN, is_main=True))
    assert of_command(item, Surroundings(MAIN)) is None


def test_the_item_of_a_menu_that_closes_something_in_the_program_does_not_end_it():
    item = button("Close", control_type="MenuItem", bounding_rect=Rect(20, 30, 90, 20))
    assert of_command(item, Surroundings(MAIN, is_main=True)) is None


def test_a_button_that_closes_the_window_by_its_id_ends_the_program_wherever_it_stands():
    below = Rect(300, 550, 90, 20)
    around = Surroundings(MAIN, is_main=True)
    assert of_command(button("Close", automation_id="CloseWindowButton", bounding_rect=below), around)
    assert of_command(button("Close", automation_id="ClosePanelButton", bounding_rect=below), around) is None


def test_a_notice_is_taken_note_of_whatever_its_title_says():
    around = dialog("3 rows were found.", title="Delete orders")
    assert of_command(button("OK"), around)
    assert of_command(button("OK"), replace(around, is_notice=True)) is None


def test_a_button_in_a_grid_is_judged_by_what_it_shows():
    cell = button("Do row 0", value="Delete", patterns=("GridItem", "Invoke"))
    assert of_command(cell, Surroundings(MAIN))
    assert of_command(replace(cell, value="Open"), Surroundings(MAIN)) is None


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


@pytest.mark.parametrize(
    ("question", "answer", "declining"),
    [
        (("You have unsaved changes. Leave this page?",), "Leave", "Stay"),
        (("Leave this page?", "There are unsaved changes."), "Yes", "No"),
        (("変更が保存されていません。終了しますか？",), "はい", "いいえ"),
        (("Discard unsaved changes?",), "Yes", "No"),
    ],
)
def test_going_on_without_saving_discards_and_no_does_not(question, answer, declining):
    assert of_command(button(answer), dialog(*question, title="Order Desk"))
    assert of_command(button(declining), dialog(*question, title="Order Desk")) is None


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Click Finish to delete the 3 accounts.", "Finish"),
        ("Delete old orders", "Run"),
        ("The account will be closed for ever.", "Continue"),
    ],
)
def test_a_page_says_what_the_button_below_does(text, label):
    assert of_command(button(label), Surroundings(MAIN, texts=("", text), is_form=True))


def test_no_to_a_harmless_question_is_not_destructive():
    assert of_command(button("No"), dialog("Really go on?")) is None
    assert of_command(button("Yes"), dialog("Really go on?")) is None


def test_the_ok_of_a_form_is_not_destructive_because_a_field_is_called_email():
    around = dialog("Name", "Email", "Format", "Post", title="Customer", message_box=False)
    assert of_command(button("OK"), around) is None


@pytest.mark.parametrize(
    "setting", ["Delete log files after 30 days", "Overwrite existing files", "Format of the date"]
)
def test_what_a_page_only_sets_is_no_question_to_its_buttons(setting):
    beside = Surroundings(MAIN, texts=("", setting), is_form=True)
    for label in ("OK", "Apply", "Next", "Save", "Start"):
        assert of_command(button(label), beside) is None
    assert of_command(button("Next"), Surroundings(MAIN, texts=("", "All rows will be deleted."), is_form=True))


def test_an_answer_counts_wherever_the_question_stands_with_it():
    beside = Surroundings(MAIN, texts=("", "Delete it?"), is_form=True)
    assert of_command(button("Yes"), beside)
    assert of_command(button("Refresh"), beside) is None
    assert of_command(button("Go for it"), Surroundings(MAIN, texts=("", "Delete it?")))


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
    assert of_dialog(["Delete", "Do you want to save your changes?"]) == ("delete", "Delete")


@pytest.mark.parametrize("shown", ["E-mail: ann@example.org", "Email: ann at example dot org", "Post: 12 Main Street"])
def test_what_a_summary_shows_of_a_field_is_no_command(shown):
    assert of_dialog(["Registration", shown], "finish") is None


@pytest.mark.parametrize(
    "said", ["Delete: all rows", "Email: send it to all customers", "E-mail: to all customers?", "E-mail all customers"]
)
def test_what_is_announced_behind_a_colon_counts(said):
    assert of_dialog(["Registration", said], "finish") is not None


@pytest.mark.parametrize(
    ("judged", "now", "renamed"),
    [
        (("Meeting moved", "App.Message"), ("Meeting moved, 14:20", "App.Message"), False),
        (("Meeting moved", "App.Message"), ("Meeting over", "App.Message"), True),
        (("Meeting", "App.Message"), ("Meeting moved", "App.Message"), True),
        (("Save", None), ("Save, all", None), True),
        (("Save", None), ("Save", None), False),
    ],
)
def test_a_caption_of_texts_that_only_tells_more_of_them_is_not_another(judged, now, renamed):
    before, after = (Control("e1", name=name, own_name=own) for name, own in (judged, now))
    assert is_renamed(before, after) is renamed


def test_a_button_whose_tool_tip_says_something_else_is_another() -> None:
    assert is_renamed(button("Sort", help_text="Sorts"), button("Sort", help_text="Deletes all rows"))
    assert not is_renamed(button("Sort", help_text="Sorts"), button("Sort", help_text="Sorts"))


def test_the_words_under_a_key_count() -> None:
    for words in ("Exit", "終了"):
        assert of_command(Control("e1", name="F12", control_type="Button", beside=(words,)), Surroundings())
    assert not of_command(Control("e1", name="F1", control_type="Button", beside=("Help",)), Surroundings())
