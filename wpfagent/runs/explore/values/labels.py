"""Values that fit a field by its label: names, addresses, dates, amounts, codes; English and Japanese labels.

A form that says nothing about its fields but their labels is filled in by these, as a person would do it.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator
from random import Random

from wpfagent.core.captions import folded
from wpfagent.runs.explore.values.texts import BASE_DATE

Value = Callable[[Random], str]
_PEOPLE = (("Anna", "Miller"), ("James", "Carter"), ("Laura", "Schmidt"))
_PEOPLE_JA = ("佐藤 花子", "鈴木 一郎", "高橋 真由美")
_CITIES = ("Hamburg", "Leeds", "Boston")
_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
LONGEST = 60
"""A longer text explains; it is no label."""


def _digits(dice: Random, count: int) -> str:
    return "".join(str(dice.randint(1, 9)) for _ in range(count))


def _person(dice: Random) -> str:
    return " ".join(dice.choice(_PEOPLE))


def _mail(dice: Random) -> str:
    first, last = dice.choice(_PEOPLE)
    return f"{first}.{last}@example.com".lower()


def _future(dice: Random) -> str:
    """ISO 8601, or what the field shows: see `hints.shown_date`."""
    return (BASE_DATE + dt.timedelta(days=dice.randint(4_000, 9_000))).isoformat()


_KINDS: tuple[tuple[str, str, Value], ...] = (
    ("mail", r"e-?mail|mail address|reply[- ]?(?:to|address)|メール|返信先", _mail),
    ("web", r"\burl\b|website|web site|home ?page|\blink\b|ホームページ|サイト", lambda _: "https://www.example.com"),
    ("phone", r"phone|mobile|\btel\b|\bfax\b|電話|携帯|ファックス", lambda d: f"+49 40 {_digits(d, 7)}"),
    ("postcode", r"\bzip\b|post(?:al)? ?code|postcode|郵便番号|〒", lambda d: _digits(d, 5)),
    ("iban", r"\biban\b", lambda _: "DE89370400440532013000"),
    ("bic", r"\bbic\b|\bswift\b", lambda _: "DEUTDEFF"),
    ("isbn", r"\bisbn\b", lambda _: "978-3-16-148410-0"),
    ("barcode", r"\bean\b|\bgtin\b|\bupc\b|bar ?code|jan ?コード|バーコード", lambda _: "4006381333931"),
    ("ip", r"\bip(?:v4)?\b(?: address)?|\bhost\b|ipアドレス|ホスト", lambda _: "192.168.0.10"),
    ("port", r"\bport\b|ポート", lambda _: "8080"),
    ("card", r"card (?:number|no)|カード番号", lambda _: "4111111111111111"),
    ("time", r"\btime\b|\bhours?\b|時刻|時間", lambda d: f"{d.randint(9, 17):02}:{d.choice((0, 15, 30, 45)):02}"),
    ("birthday", r"birth|誕生|生年月日", lambda d: f"19{d.randint(60, 99)}-0{d.randint(1, 9)}-1{d.randint(0, 9)}"),
    ("date", r"\bdate\b|\bday\b|\bdue\b|deadline|\buntil\b|日付|期日|年月日|納期|期限|\b日$", _future),
    ("year", r"\byear\b|^年$|年度", lambda d: str(d.randint(2001, 2026))),
    ("percent", r"percent|(?<!hourly )(?<!daily )\brate\b|discount|%|割引|税率|率$", lambda d: str(d.randint(1, 30))),
    ("amount", r"amount|price|cost(?! cent)|total|credit|limit|budget|balance|salary|wage|fee\b|value|deposit"
     r"|charge\b|\btax\b|bonus|revenue|turnover|(?:hourly|daily) rate"
     r"|手付金|保証金|敷金|金額|価格|単価|売価|値引|予算|限度|料金|税[込抜]",
     lambda d: str(d.randint(20, 900))),
    ("count", r"quantit|\bqty\b|\bcount\b|number of|pieces|copies|stock|\bage\b|weight|height|width|length|size|level"
     r"|\bmin|\bmax|duration|interval|capacity|persons|people|\b(?:days|weeks|months|years|minutes|seconds)\b"
     r"|distance|mileage|\b(?:km|kg|cm|mm)\b|packages|parcels|guests|adults|children|nights"
     r"|passengers|participants|seats|数量|個数|人数|件数|部数|台数|枚数|本数|点数|日数|回数|期間|間隔|年齢|重量|高さ|幅|距離|泊数",
     lambda d: str(d.randint(2, 12))),
    ("password", r"password|passphrase|パスワード", lambda _: "Secret-2026"),
    ("user", r"user ?(?:name|id)?$|login|account(?! holder)|ユーザー|アカウント",
     lambda d: d.choice(_PEOPLE)[0].lower()),
    ("first name", r"first name|given name|forename|^名$", lambda d: d.choice(_PEOPLE)[0]),
    ("last name", r"last name|surname|family name|^[姓氏]$", lambda d: d.choice(_PEOPLE)[1]),
    ("company", r"company|\bfirm\b|organi[sz]ation|supplier|会社|企業|法人",
     lambda d: f"{d.choice(_PEOPLE)[1]} Trading"),
    ("city", r"\bcity\b|\btown\b|place of|市区町村|都市", lambda d: d.choice(_CITIES)),
    ("country", r"country|nation|国$|国名", lambda _: "Germany"),
    ("street", r"street|address|住所|番地", lambda d: f"Main Street {d.randint(1, 90)}"),
    ("mail", r"\baddress$|アドレス", _mail),
    ("code", r"\bcode\b|\bno\.?$|\bnumber\b|\bid\b|reference|serial|sku|article|cost cent|licen[cs]e plate|\bbatch\b"
     r"|番号|コード|型番|品番",
     lambda d: _digits(d, 4)),
    ("note", r"note|comment|remark|message|description|memo|備考|摘要|特記|伝言|メモ|コメント|説明|内容",
     lambda _: "Please call back"),
    ("hiragana", r"ふりがな|よみがな|読みがな|かな$", lambda d: d.choice(("さとう はなこ", "すずき いちろう"))),
    ("katakana", r"フリガナ|ヨミガナ|読みカナ|カナ(?:氏名|名)?$",
     lambda d: d.choice(("サトウ ハナコ", "スズキ イチロウ"))),
    ("name", r"name|title|author|customer|contact|recipient|sender|holder|person"
     r"|名前|氏名|名称|件名|担当|顧客|得意先|仕入先|取引先"
     r"|宛名|名義|様$", _person),
)  # fmt: skip
"""The kinds with the labels that mean them, the more special ones first."""
_IN_JAPANESE: dict[str, Value] = {
    "name": lambda d: d.choice(_PEOPLE_JA),
    "phone": lambda d: f"03-{_digits(d, 4)}-{_digits(d, 4)}",
    "postcode": lambda d: f"{_digits(d, 3)}-{_digits(d, 4)}",
    "company": lambda _: "株式会社山本商店", "city": lambda _: "札幌市", "country": lambda _: "日本",
    "street": lambda d: f"中央区銀座{d.randint(1, 8)}-2-3", "note": lambda _: "折り返しお電話ください",
}  # fmt: skip
"""What a field with a Japanese label takes instead."""
_COMPILED = tuple((kind, re.compile(label, re.I), value) for kind, label, value in _KINDS)
_REPEATED = re.compile(
    r"(?:repeat|confirm|verify|re-?type|re-?enter|re-?peat)\b.+|.+\b(?:again|repeated|confirmation)\)?"
    r"|.+(?:[(（]確認[)）]|確認用[)）]?|再入力[)）]?|もう一度)",
    re.I,
)
_SEARCH = re.compile(r"search|filter|\bfind\b|look ?up|query|^go$|検索|絞り?込|フィルター", re.I)
_FORM = re.compile(
    r"(?:add|apply|book|calculate|check|create|insert|log ?in|order|post|register|save|search|send|sign|submit|update"
    r"|valid\w*)\b|.*(?:登録|追加|作成|保存|送信|確認|検索|更新|注文|適用|ログイン)",
    re.I,
)
"""What commands are called that take the form around them."""
CODES: tuple[Value, ...] = (
    lambda d: f"AB-{_digits(d, 4)}",
    lambda d: _digits(d, 5),
    lambda d: f"A{_digits(d, 2)}/{_digits(d, 2)}",
    lambda d: f"ABC{_digits(d, 3)}",
)
"""Shapes that codes have, tried one after the other where nobody says which."""


def kinds_by_label(label: str, dice: Random) -> Iterator[tuple[str, str]]:
    """Yield the kinds of value that a label means, each with such a value; the most special one first."""
    if len(label) > LONGEST:
        return
    label = folded(label)
    for kind, pattern, value in _COMPILED:
        if pattern.search(label) is None:
            continue
        yield kind, (_IN_JAPANESE.get(kind, value) if _JAPANESE.search(label) else value)(dice)
        if kind == "code":
            yield from ((f"code {n}", shape(dice)) for n, shape in enumerate(CODES))


def takes_form(label: str) -> bool:
    """Return whether a command, by its name in small letters, takes the fields around it."""
    return len(label) <= LONGEST and _FORM.match(label) is not None


def is_repeated(label: str) -> bool:
    """Return whether a field, by its label, takes once more what another one holds: `Repeat e-mail`."""
    return len(label) <= LONGEST and _REPEATED.fullmatch(folded(label).strip().rstrip(":*")) is not None


def is_search(label: str) -> bool:
    """Return whether a field, or a command, by its label looks for something: no other command takes such a field."""
    return len(label) <= LONGEST and _SEARCH.search(label) is not None
