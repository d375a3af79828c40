"""Captions in other languages: only the words for deleting, discarding, uninstalling and ending, and the answers.

No grammar: a caption that holds one of the words does it, wherever in it the verb stands.
"""

from __future__ import annotations

import re

from wpfagent.safety.captions import readings


def _read(text: str) -> frozenset[str]:
    """Return the words of a list that is written with blanks between them, as captions are read."""
    return frozenset(readings(word)[0] for word in text.split())


DOING = _read("""
löschen löschung stornieren kündigen entfernen verwerfen deinstallieren vernichten überschreiben beenden endgültig
supprimer effacer résilier désinstaller écraser quitter
eliminar borrar suprimir desinstalar descartar sobrescribir salir
elimina eliminare cancella cancellare disinstalla scarta sovrascrivi esci
excluir apagar sair
verwijderen verwijder afsluiten usuń usunąć odinstaluj zakończ radera avinstallera slett fjern slet poista
smazat odstranit vymazat törlés törlése удалить удаление стереть выйти выход видалити kaldır
abmelden ausloggen leeren widerrufen déconnecter déconnexion vider purger révoquer
vaciar purgar revocar disconnetti disconnettersi svuota svuotare revoca esvaziar revogar
afmelden uitloggen leegmaken intrekken wyloguj wylogować opróżnij opróżnić unieważnij återkalla tyhjennä
odhlásit vysypat kijelentkezés ürítés выйти очистить отозвать вийти очистити відкликати boşalt deconectare golește
odjava изпразни αποσύνδεση התנתק
rimuovi rimuovere remover skasuj odebrat sil șterge hapus izbriši obriši изтрий loeschen xóa διαγραφή حذف מחק מחיקה
""")
APART = tuple(readings(words)[0] for words in ("nicht speichern", "ne pas enregistrer", "no guardar",
          "non salvare", "não salvar", "ta bort", "не сохранять", "cerrar sesion",
          "terminar sessão", "encerrar sessão", "logga ut", "töm papperskorg", "tøm papirkurv", "log ud", "logg ut",
          "kirjaudu ulos", "oturumu kapat", "çıkış yap", "đăng xuất", "تسجيل الخروج",
          "ออกจากระบบ"))  # fmt: skip
_JOINED = re.compile(
    r"(?<![已未不])(?:删除|刪除|移除|卸载|解除安裝|清空|抹掉|抹除|擦除|不保存|不儲存|注销|註銷|登出|吊销"
    r"|格式化(?!代码|文档|文本|日期|数字|输出)|清除(?!格式|筛选|搜索|选择|高亮|样式)|退出(?!全屏|编辑|预览))"
    r"(?!了|日|时|時|成功|失败|失敗|筛选|篩選)"
    r"|(?:삭제|제거)(?!됨|된|일|되)|지우기|비우기|로그아웃|디스크 포맷|ลบ"
)
"""Chinese, Korean and Thai, which set no words apart."""
FORMATS = _read("""
formatieren formater formatear formatta formattare formatar formatteren formatuj sformatuj formatovat naformátovat
formatera форматировать отформатировать форматувати biçimlendir
""")
DRIVES = tuple(
    _read("""
disk disc disque lecteur disco unidad unità laufwerk datenträger festplatte volum partitio dysk schijf station hårddisk
enhet usb диск накопитель
""")
)
"""What such a word does to these, it loses all that is on them; with a text it only looks otherwise."""
DECLINING = _read("""
nein abbrechen schließen behalten non annuler fermer garder cancelar cerrar conservar annulla chiudi não nee annuleren
nie anuluj avbryt nej avbryd zrušit mégse нет отмена отменить закрыть 否 不 아니요 취소
""")
AGREEING = _read(
    "ja oui si sí sim tak ano igen evet kyllä да ok fortfahren weiter continuer continuar continua 是 确定 確定 예 확인"
    " ausführen anwenden bestätigen starten exécuter appliquer valider confirmer ejecutar aplicar aceptar confirmar"
    " esegui applica accetta conferma executar aceitar выполнить применить подтвердить 执行 應用 应用"
)
LOOKS = _read("""
filter filtern filters auswahl sortierung formatierung markierung suche suchfeld recherche busqueda ricerca pesquisa
поиск форматирование filtre filtres sélection tri filtro filtros selección
selezione seleção filtry фильтр фильтры выделение
""")
"""What only looks otherwise afterwards."""
ANNOUNCING = (
    r"\b(?:wird|werden)\b(?: \w+){0,5} (?:geloscht|entfernt|storniert|verworfen|uberschrieben|geleert|gekundigt)\b"
    r"|\bgeh(?:t|en)\b[^.?!]*\bverloren\b|\bnicht (?:mehr )?ruckgangig\b|\bunwiderruflich"
    r"|\b(?:ser(?:a|ont)|(?:va|vont) etre)\b(?: \w+){0,2} (?:supprime|efface|perdu|annule|ecrase)(?:e?s?)\b"
    r"|\bse (?:perder|borrar|eliminar)an?\b|\b(?:sera|seran|verra|verranno|saranno|serao)\b(?: \w+){0,2}"
    r" (?:eliminad|borrad|perdid|eliminat|cancellat|pers|excluid|apagad)[aoie]s?\b"
    r"|\bno se puede(?:n)? deshacer|\bnon (?:puo|possono) essere annullat|\bnao pode(?:m)? ser desfeit"
    r"|(?:将|會|会)(?:被)?(?:丢失|丟失|删除|刪除|清除)|(?:无法|無法|不能)(?:恢复|恢復|撤销|還原)"
)
"""What will happen, as a question or a page says it: `Alle Daten gehen verloren.`"""
_NOTHING_IS_DONE = frozenset({"nicht", "kein", "ne", "pas", "no", "non", "não", "niet", "не"})
"""Beside a word these say that it is not done; the phrases above are found before them."""
_WORD = re.compile(r"[^\W\d_]+")
DROP_ZONES = re.compile(
    r"\b(trash|bin|waste ?basket|dustbin|garbage|rubbish|shredder|deleted (?:items|messages|files|mail)"
    r"|papierkorb|corbeille|papelera|cestino|lixeira|prullenbak)\b|ごみ箱|ゴミ箱|削除済み|回收站|휴지통|корзина",
    re.IGNORECASE,
)
"""What a place is called where something is dropped that is not wanted any more."""


def word_elsewhere(plain: str, *, is_thing: bool = False) -> str | None:
    """Return the destructive word of another language in a caption or a sentence; None when there is none.

    Args:
        plain: in small letters, without marks.
        is_thing: the caption names something to choose; only a short one counts.
    """
    if phrase := next((words for words in APART if words in plain), None):
        return phrase
    if found := _JOINED.search(plain):
        return found.group(0)
    words = _WORD.findall(plain)
    if (is_thing and len(words) > 3) or LOOKS & set(words):
        return None
    doing = DOING | FORMATS if any(w.startswith(DRIVES) for w in words) else DOING
    done = (w for at, w in enumerate(words) if w in doing and not _NOTHING_IS_DONE & set(words[max(0, at - 2) : at]))
    return next(done, None)
