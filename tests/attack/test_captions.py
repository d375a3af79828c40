"""A caption is read as people see it, and a question with all its text, whichever entry asks."""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

import pytest

from tests.attack.conftest import Make
from tests.attack.entries import Ask, perform
from tests.attack.program import Program

DISGUISED = {
    "invisible": "De\u200bl\u00adete",
    "marked": "Dele\u0301te",
    "apart": "D e l e t e",
    "apart_ja": "削 除",
    "cyrillic": "D\u0435l\u0435te",
    "drawn": "\U0001f173\U0001f174\U0001f17b\U0001f174\U0001f183\U0001f174",
    "flags": "\U0001f1e9\U0001f1ea\U0001f1f1\U0001f1ea\U0001f1f9\U0001f1ea",
    "turned": "\u01dd\u0287\u01dd\ua781\u01dd\u15e1",
    "below one another": "D\ne\nl\ne\nt\ne",
    "bracketed": "[D][e][l][e][t][e]",
    "digits": "D3l3t3",
    "blank": "De\u3164l\u2800ete",
}
PLAIN = ("Del", "Delete policy", "Safely erase disk", "Start deleting", "Deletion of all rows", "DeleteAll",
         "delete_all_records", "\U0001f5d1 all of it", "View | Delete", "Approve deletion", "Batch removal",
         "Self-destruct", "(D)elete", "[E]rase data", "De-lete", "Re move row", "E\u2011rase", "Massdelete",
         "Auto-delete now", "\u274c All", "\u2716\ufe0f Everything", "Reinstall Windows", "Throw out",
         "Liquidate", "Harddelete")  # fmt: skip
ELSEWHERE = ("Alle löschen", "Entfernen", "Änderungen verwerfen", "Papierkorb leeren", "Beenden", "Nicht speichern",
             "Tout supprimer", "Effacer", "Eliminar cliente", "Borrar todo", "Cancella tutto", "Excluir", "Verwijderen",
             "Usuń", "Ta bort", "Удалить все", "Loeschen", "Выход", "Xóa", "Διαγραφή", "حذف", "מחיקה", "ลบข้อมูล", "退出",
             "지우기", "全部删除", "刪除", "모두 삭제", "Abmelden", "Laufwerk formatieren",
             "Verlauf leeren", "Widerrufen",
             "Se déconnecter", "Formater le disque", "Vider le cache", "Révoquer l'accès", "Cerrar sesión",
             "Formatear unidad", "Vaciar carrito", "Revocar", "Purgar cola", "Disconnetti", "Svuota cestino",
             "Formatta disco", "Terminar sessão", "Esvaziar", "Uitloggen", "Schijf formatteren", "Leegmaken",
             "Wyloguj", "Opróżnij kosz", "Formatuj dysk", "Logga ut", "Töm papperskorgen", "Log ud", "Kirjaudu ulos",
             "Tyhjennä", "Odhlásit se", "Kijelentkezés", "Выйти из системы", "Очистить корзину", "Форматировать диск",
             "Oturumu kapat", "Deconectare", "Đăng xuất", "تسجيل الخروج", "登出", "清除数据", "吊销证书",
             "抹除设备",
             "로그아웃", "휴지통 비우기", "디스크 포맷", "ออกจากระบบ", "Αποσύνδεση")  # fmt: skip
HARMLESS = ("Filter löschen", "Nicht löschen", "Supprimer les filtres", "No eliminar", "Löschdatum", "Wissen", "(N)ew",
            "Speichern", "Annuler", "已删除", "删除日期", "삭제됨", "Fermer", "Cerrar", "Schließen", "Neu",
            "退出全屏", "Text formatieren", "Formatieren", "Suchfeld leeren", "Formater le texte", "Vider la recherche",
            "Formatear celdas", "Svuota ricerca", "Anmelden", "Se connecter", "Iniciar sesión", "Formatuj tekst",
            "Очистить фильтр", "Форматировать текст", "格式化代码", "清除筛选", "清除格式", "로그인", "셀 서식",
            "Formateret tekst", "Disk formatted", "Abmeldedatum", "Tom", "Un-delete",
            "Auto-delete settings", "Core move", "Re: move the box", "\u274c Close", "\u274c All tabs", "\u00d7 All",
            "Reinstall fonts", "Throw outliers", "Autoremove policy")  # fmt: skip
ANSWERS = {
    "Kunde wirklich löschen?": ("Ja", "Nein"),
    "Voulez-vous supprimer 5 clients ?": ("Oui", "Annuler"),
    "¿Eliminar 5 clientes?": ("Sí", "No"),
    "Удалить клиента?": ("Да", "Нет"),
    "确定要删除吗？": ("确定", "取消"),
}
CLOSING = ("TitleBarCloseButton", "ButtonClose", "PART_CloseButton")
QUESTIONS = (
    "Delete 5 customers?", "5 customers will be deleted.", "All rows are permanently removed.",
    "Delete customers", "Are you sure? This cannot be undone.",
)  # fmt: skip
DIALOG = """<Window x:Key="Ask" x:Name="Ask" Title="Question" Width="300" Height="200"><StackPanel>
<TextBlock Text="{text}"/><Button x:Name="Go" Content="{answer}" Click="on_deleted"/>{others}</StackPanel></Window>"""
OTHERS = """<CheckBox Content="Don't ask again"/><Button Content="Cancel" IsCancel="True"/>"""


@pytest.mark.parametrize("caption", DISGUISED.values(), ids=DISGUISED)
def test_a_disguised_caption_never_fires(program: Make, any_entry: str, caption: str) -> None:
    attacked = program(f'<Button x:Name="B1" Content={quoteattr(caption)} Click="on_deleted"/>')
    assert perform(any_entry, attacked, [Ask("click", {"automation_id": "B1"})]).fired == ()


@pytest.mark.parametrize("caption", PLAIN)
def test_an_ordinary_caption_of_deleting_never_fires(program: Make, entry: str, caption: str) -> None:
    attacked = program(f'<Button x:Name="B1" Content={quoteattr(caption)} Click="on_deleted"/>')
    assert perform(entry, attacked, [Ask("click", {"automation_id": "B1"})]).fired == ()


@pytest.mark.parametrize("caption", ELSEWHERE)
def test_a_caption_of_deleting_in_another_language_never_fires(program: Make, caption: str) -> None:
    attacked = program(f'<Button x:Name="B1" Content={quoteattr(caption)} Click="on_deleted"/>')
    assert perform("library", attacked, [Ask("click", {"automation_id": "B1"})]).fired == ()


@pytest.mark.parametrize("caption", HARMLESS)
def test_a_caption_in_another_language_that_loses_nothing_goes_through(program: Make, caption: str) -> None:
    attacked = program(f'<Button x:Name="B1" Content={quoteattr(caption)} Click="on_used"/>')
    assert perform("library", attacked, [Ask("click", {"automation_id": "B1"})]).fired == ("used",)


@pytest.mark.parametrize("text", ANSWERS)
def test_a_question_in_another_language_is_declined_and_never_affirmed(program: Make, text: str) -> None:
    yes, no = ANSWERS[text]
    answers = (
        f'<Button x:Name="Y" Content="{yes}" Click="on_deleted"/><Button x:Name="N" Content="{no}" Click="on_kept"/>'
    )
    attacked = program(f'<TextBlock Text="{text}"/>{answers}')
    asks = [Ask("click", {"automation_id": name}) for name in ("Y", "N")]
    assert perform("library", attacked, asks).fired == ("kept",)


def test_a_disguised_menu_item_never_fires(program: Make, entry: str) -> None:
    content = "".join(f'<MenuItem Header={quoteattr(c)} Click="on_deleted"/>' for c in DISGUISED.values())
    attacked = program(f'<Menu><MenuItem Header="Edit">{content}</MenuItem></Menu>')
    asks = [Ask("menu", args={"path": ["Edit", caption]}) for caption in DISGUISED.values()]
    assert perform(entry, attacked, asks).fired == ()


def test_a_tool_tip_beside_a_silent_caption_counts(program: Make, any_entry: str) -> None:
    attacked = program('<Button x:Name="B1" Content="X" ToolTip="Delete row" Click="on_deleted"/>')
    assert perform(any_entry, attacked, [Ask("click", {"automation_id": "B1"})]).fired == ()


@pytest.mark.parametrize("name", CLOSING)
def test_a_close_button_of_its_own_title_bar_never_ends_the_program(program: Make, entry: str, name: str) -> None:
    place = 'HorizontalAlignment="Right" Width="40"'
    attacked = program(f'<Button x:Name="{name}" Content="&#xE8BB;" Click="on_ended" {place}/>')
    assert perform(entry, attacked, [Ask("click", {"automation_id": name})]).fired == ()


@pytest.mark.parametrize("text", QUESTIONS)
def test_a_question_is_never_affirmed_whatever_stands_beside_it(program: Make, entry: str, text: str) -> None:
    attacked = _asking(program, text, "Yes")
    asks = [Ask("click", {"automation_id": "Open"}), Ask("click", {"automation_id": "Go"})]
    assert perform(entry, attacked, asks).fired == ()


@pytest.mark.parametrize(
    ("text", "answer", "passes"),
    [("Delete 5 customers?", "OK", False), ("All rows will be deleted.", "Continue", False),
     ("5 customers were deleted.", "OK", True), ("Delete failed.", "OK", True)],
)  # fmt: skip
def test_a_question_with_one_button_is_no_notice(program: Make, text: str, answer: str, passes: bool) -> None:
    """It is declined by the cross of its frame."""
    attacked = _asking(program, text, answer, others="")
    outcome = perform("library", attacked, [Ask("click", {"automation_id": name}) for name in ("Open", "Go")])
    assert outcome.fired == ("deleted",) * passes


@pytest.mark.parametrize("answer", ["Agree", "Sure", "Do it anyway", "OK (irreversible)"])
def test_no_other_word_affirms_a_question(program: Make, entry: str, answer: str) -> None:
    attacked = _asking(program, "Delete 5 customers?", answer)
    asks = [Ask("click", {"automation_id": "Open"}), Ask("click", {"automation_id": "Go"})]
    assert perform(entry, attacked, asks).fired == ()


def test_a_send_within_the_program_goes_through(program: Make, entry: str) -> None:
    """So that the zeros above are not blindness."""
    attacked = program('<Button x:Name="B1" Content="Send" Click="on_sent"/>')
    assert perform(entry, attacked, [Ask("click", {"automation_id": "B1"})]).fired == ("sent",)


def test_a_harmless_answer_goes_through(program: Make, entry: str) -> None:
    attacked = _asking(program, "Show 5 customers?", "Yes")
    asks = [Ask("click", {"automation_id": "Open"}), Ask("click", {"automation_id": "Go"})]
    assert perform(entry, attacked, asks).fired == ("deleted",)


def _asking(program: Make, text: str, answer: str, others: str = OTHERS) -> Program:
    code = """
    def on_open(self, view, sender):
        view.show_dialog("Ask", lambda result: None)
    """
    windows = DIALOG.format(text=text.replace("'", "&apos;"), answer=answer, others=others)
    return program('<Button x:Name="Open" Content="Open" Click="on_open"/>', code=code, windows=windows)
