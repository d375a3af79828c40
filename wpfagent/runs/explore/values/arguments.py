"""The argument of an action: which text, number, item or key; kinds that were tried less come first."""

from __future__ import annotations

import datetime as dt
import itertools
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from wpfagent.core.diff import shape
from wpfagent.core.model import Control
from wpfagent.core.selector import spelled_out
from wpfagent.runs.explore.screens.by_hand import DRAGS, HOW, SPOTS, TURNS, is_large
from wpfagent.runs.explore.screens.candidates import KEYS
from wpfagent.runs.explore.screens.offer import Candidate
from wpfagent.runs.explore.screens.screen import Place, Screen
from wpfagent.runs.explore.values.beside import asked_again, index_of, label_of, texts_about
from wpfagent.runs.explore.values.hints import SINGLED_OUT, Suggestion, shown_date, suggestions
from wpfagent.runs.explore.values.labels import is_search, kinds_by_label
from wpfagent.runs.explore.values.texts import BASE_DATE, FAMILIES, FAMILY, STUMBLED_OVER, TEXTS

SUGGESTED = 4.0
"""How much likelier a value is that the screen suggests than one of the general kinds."""
SEEN, ON_SCREEN, LOOKED_FOR = "on screen", 2.0, 6.0
"""The same for a text of the data on screen, and its kind's name; for one in what searches or filters: it finds it."""
AGAIN = "as the field before"
"""The kind of what a field takes once more (`Repeat e-mail`)."""
WITH_VALUE = frozenset({"select_combo", "set_value", "type_text"})
"""The actions that need a value, in a row as elsewhere."""
DATES = ("date", "impossible_date")
NUMBERS = ("number", "round_number", "negative", "zero", "huge", "decimal")
WORDS = ("word", "sentence", "empty", "blank", "boundary", *FAMILIES["foreign"], *FAMILIES["markup"])
MEANT: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("count", "amount", "percent", "year"), NUMBERS),
    **dict.fromkeys(("date", "birthday"), DATES),
    **dict.fromkeys(("mail", "web"), ("address",)),
    **dict.fromkeys(("code", "postcode"), ("code",)),
    **dict.fromkeys(("user", "first name", "last name", "company", "city", "country", "street", "note", "name"), WORDS),
}
"""The generators for what a label means: `labels` has its kinds."""
EDGES = ("9", "10", "11", "99", "100", "101", "255", "256", "999", "1000", "1001")
"""Where programs count in another way: each is a kind of its own in a field that holds a whole number."""
EDGE = 0.5
LIKELY = 3.0
"""How much likelier a kind is that the field holds already, or is labelled with; the others are so much rarer."""
OWN, OWN_WORD, OWN_NUMBER, OWN_WORDS = "own ", 1.5, 0.3, 4
"""A word of the program itself: how its kind begins, the weight of a word and of a number, and so many at a time. Words
count together more than a suggestion of the screen, and the less, the more of them were tried: they never end."""
LATER = dt.date(2040, 5, 17)
"""A day that is later than any that a program knows, and not absurd."""
FUTURE, PAST, DAYS, PAST_DAYS, MOST_PLACES = "future date", "past date", 4_000, -11_000, 500
"""The kinds of dates that a form may accept, how many days they are away, and so many fields one after the other."""
STUMBLING = 2.0
"""How much likelier a kind is that programs stumble over; where nothing says what a field is for, any odd text."""
APART: Mapping[tuple[str, ...], tuple[str, ...]] = {
    NUMBERS: ("negative", "zero", "huge"),
    WORDS: ("boundary", *FAMILIES["foreign"]),
    (): ("negative", "zero", "huge", "boundary", *FAMILIES["foreign"]),
}
"""What programs treat in a way of its own: in fields for numbers, for words, and where nothing says what they take."""
TELLING = 20.0
"""How likely each of these is until it was tried: what is plain a form has anyway, and it tells nothing twice."""
SHAPED = (("address",), ("code",))
"""Of these what is right is what programs treat apart: nearly all other texts are equally wrong."""
UNLIKE, FEW = "unlike the others", 4
"""The kind of an item that is made otherwise than the usual ones, where there are so many usual ones for one of it."""
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Choice:
    """What is done: the candidate, on which element, with which arguments; `kind` is the class of the argument.

    What is dragged is dropped on `onto`; `careful` is a value that a form may accept.
    """

    candidate: Candidate
    place: Place | None
    args: Mapping[str, Any] = field(default_factory=dict)
    kind: str = ""
    onto: Place | None = None
    careful: bool = False

    @property
    def key(self) -> str:
        """The candidate's key."""
        return self.candidate.key

    @property
    def control(self) -> Control | None:
        """The element that is acted on."""
        return self.place.control if self.place is not None else None

    @property
    def is_odd(self) -> bool:
        """Whether it enters any value, not one that a form may accept; what is chosen is never odd."""
        return self.candidate.action in ("type_text", "set_value") and not self.careful

    def describe(self) -> str:
        """Return one short phrase."""
        shown = self.control.describe() if self.control is not None else "the window"
        values = " ".join(repr(v)[:40] for v in self.args.values())
        return f"{self.candidate.action} {shown} {values}".rstrip()


def choice_of(
    candidate: Candidate,
    screen: Screen,
    dice: Random,
    *,
    tried: Mapping[str, int] | None = None,
    known_items: Mapping[str, tuple[str, ...]] | None = None,
    valid: bool = False,
    attempt: int = 0,
    wanted: str = "",
    words: Sequence[str] = (),
    apart: bool = False,
) -> Choice:
    """Return a candidate with its arguments.

    Args:
        candidate: what is done.
        screen: where.
        dice: the randomness.
        tried: how often each kind of argument was tried on it; the less, the likelier.
        known_items: the items of combo boxes.
        valid: take what a form may accept, as a careful person would type it.
        attempt: how often a form with this field was refused: another one of those values comes each time.
        wanted: the kind of argument; where there is none of it, any.
        words: the program's own words, the likeliest first.
        apart: take only what programs treat in a way of its own, in a field of which that is known.
    """
    counts = tried or {}
    place = candidate.place
    action = candidate.action
    how = HOW.get(candidate.key.split(" ", 1)[0], {})
    where = ""
    if candidate.items:
        place, where = _item(candidate.items, dice, counts)
        if candidate.onto and place is not None:
            return _move(candidate, place, where, dice)
        if action not in WITH_VALUE:
            return Choice(candidate, place, how, where)
    if action == "type_text" and place is not None:
        if wanted or not valid or candidate.texts or candidate.values:  # a rule says what is typed
            found = _text(candidate, place, screen, dice, counts, wanted, words, apart=apart)
        else:
            own = () if place.control.is_password else [w for w in words if not w.isdecimal()]
            ways = valid_texts(place, screen, dice) + own_words(own, {})
            found = ways[attempt % len(ways)]
        return Choice(candidate, place, {"text": found.text} | dict(how), found.kind)
    if action == "set_value" and place is not None:
        value, kind = _value(place, screen, dice, counts, attempt if valid else None, wanted, apart=apart)
        return Choice(candidate, place, {"value": value}, kind)
    if action == "select_combo" and place is not None:
        items = (known_items or {}).get(place.key, ())
        others = [i for i in items if i != place.control.value] or items
        item = wanted if wanted in items else _least_tried(dict.fromkeys(others, 1.0), dice, counts)
        return Choice(candidate, place, {"item_text": item}, item)
    if action == "menu":
        return Choice(candidate, place, {"path": list(candidate.path)})
    if action == "drag":
        way = _least_tried(dict.fromkeys(DRAGS, 1.0), dice, counts)
        return Choice(candidate, place, {"by": DRAGS[way]}, way)
    if action == "scroll":
        way = _least_tried(dict.fromkeys(TURNS, 1.0), dice, counts)
        return Choice(candidate, place, TURNS[way], way)
    if candidate.key.startswith("poke ") and place is not None and is_large(place):
        way = next((spot for spot in SPOTS if not counts.get(spot)), None) or dice.choice(sorted(SPOTS))
        return Choice(candidate, place, {"at": SPOTS[way]} if way != "middle" else {}, way)
    if action == "send_keys":
        chord = "Esc" if candidate.key == "keys Esc" else _least_tried(dict.fromkeys(KEYS, 1.0), dice, counts)
        return Choice(candidate, None, {"keys": chord}, chord)
    if action == "toggle" and place is not None:
        return Choice(candidate, place, {}, f"from {place.control.toggle_state}")
    return Choice(candidate, place, how)


def _least_tried(weights: Mapping[str, float], dice: Random, tried: Mapping[str, int]) -> str:
    kinds = list(weights)
    return dice.choices(kinds, [weights[k] / (1 + tried.get(k, 0)) ** 2 for k in kinds])[0]


def _item(items: tuple[Place, ...], dice: Random, tried: Mapping[str, int]) -> tuple[Place, str]:
    """First, last, another or one unlike the others; one that is selected is taken only where there is no other."""
    left = [p for p in items if not p.control.selected] or list(items)
    unlike = _unlike(left)
    kinds = {"first": 1.0, "last": 1.0, **({"other": 1.0} if len(left) > 2 else {})}
    where = _least_tried(kinds | ({UNLIKE: TELLING} if unlike else {}), dice, tried)
    if where == UNLIKE:
        return dice.choice(unlike), where
    index = {"first": 0, "last": -1}.get(where)
    return left[index if index is not None else dice.randrange(1, len(left) - 1)], where


def _unlike(items: Sequence[Place]) -> list[Place]:
    """Those few whose texts are made otherwise than those of nearly all (`Smith 1007 (blocked)` among `Smith 1006`)."""
    made = [_WORD.sub("a", shape(p.control.text)) for p in items]
    usual, often = Counter(made).most_common(1)[0] if made else ("", 0)
    few = [place for place, its in zip(items, made, strict=True) if its != usual]
    return few if len(few) * FEW <= often else []


def _move(candidate: Candidate, place: Place, where: str, dice: Random) -> Choice:
    """Drag an item onto another one."""
    others = [p for p in candidate.onto if p.control.ref != place.control.ref] or list(candidate.onto)
    onto = dice.choice(others)
    return Choice(candidate, place, {"to": {"ref": onto.control.ref}}, where, onto)


def _text(
    candidate: Candidate,
    place: Place,
    screen: Screen,
    dice: Random,
    tried: Mapping[str, int],
    wanted: str,
    words: Sequence[str],
    *,
    apart: bool,
) -> Suggestion:
    control = place.control
    suggested = suggestions(texts_about(place, screen), dice, control.value or "")
    if found := next((s for s in suggested if s.kind == wanted), None):
        return found
    made: dict[str, Suggestion] = {}
    weights: dict[str, float] = {}
    telling: set[str] = set()
    likely = _kinds_like(control.value or "") or _kinds_meant(control)
    looks = is_search(control.name or label_of(place, screen))  # it finds nothing but what is there
    for name in candidate.texts or TEXTS:
        weight = _likelihood(name, likely, apart=() if looks else APART.get(likely, ()))
        if weight == TELLING:
            telling.add(name)
        made[name], weights[name] = Suggestion(name, ""), weight * _newness(name, candidate.texts or TEXTS, tried)
    for value in () if control.is_password else candidate.values:  # one that a person wrote may be a secret
        made[f"value {value}"], weights[f"value {value}"] = Suggestion(f"value {value}", value), SUGGESTED
    if not candidate.texts:
        for one in (*suggested, *valid_texts(place, screen, dice)[:1], *_labelled(place, screen, dice)):
            made[one.kind], weights[one.kind] = one, TELLING if likely in SHAPED else SUGGESTED
            if likely in SHAPED:
                telling.add(one.kind)
        if (control.value or "").isdecimal():
            for edge in EDGES:
                made[f"exactly {edge}"], weights[f"exactly {edge}"] = Suggestion(f"exactly {edge}", edge), EDGE
        rarer = 1.0 if likely in ((), WORDS) else 1 / LIKELY  # no word for a number
        if seen := _seen_texts(screen):
            weight = LOOKED_FOR if looks else ON_SCREEN * rarer
            made[SEEN], weights[SEEN] = Suggestion(SEEN, dice.choice(seen)), weight
        others = sum(count for kind, count in tried.items() if kind.startswith(OWN))
        for one in () if control.is_password else own_words(words, tried):
            weight = OWN_NUMBER if one.text.isdecimal() else OWN_WORD * rarer
            made[one.kind], weights[one.kind] = one, weight / (1 + others)
    if apart and telling:
        weights = {kind: weights[kind] for kind in weights if kind in telling}
    kind = _least_tried(weights, dice, tried)
    return Suggestion(kind, TEXTS[kind](dice)) if kind in TEXTS and not made[kind].text else made[kind]


def _likelihood(kind: str, likely: Sequence[str], apart: Sequence[str]) -> float:
    """How likely a kind of text is for a field that takes these kinds, of which programs treat some apart."""
    if kind in apart:
        return TELLING
    odd = STUMBLED_OVER if likely else WORDS[2:]
    return LIKELY if kind in likely else (STUMBLING if kind in odd else 1.0) / (LIKELY if likely else 1)


def _newness(kind: str, kinds: Collection[str], tried: Mapping[str, int]) -> float:
    """A family counts as one kind, however many it has; the oftener others of it were tried, the less."""
    family = FAMILIES.get(FAMILY.get(kind, ""), ())
    others = sum(tried.get(other, 0) for other in family if other != kind)
    return 1 / max(1, sum(other in kinds for other in family)) / (1 + others)


def own_words(words: Sequence[str], tried: Mapping[str, int]) -> list[Suggestion]:
    """Return the next of the program's own words that were not tried yet, each a kind of its own."""
    left = (w for w in words if not tried.get(f"{OWN}{w}"))
    return [Suggestion(f"{OWN}{word}", word) for word in itertools.islice(left, OWN_WORDS)]


def _kinds_like(value: str) -> tuple[str, ...]:
    """The generators that make something of the kind that a field holds now."""
    if re.fullmatch(r"[-+]?\d+([.,]\d+)?", value):
        return NUMBERS
    if re.fullmatch(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}", value):
        return DATES
    return ("address",) if "://" in value or "@" in value else ()


def _kinds_meant(control: Control) -> tuple[str, ...]:
    """The generators that make something of the kind that a field is labelled with."""
    label = control.name or spelled_out(control.automation_id)
    kind = next(iter(kinds_by_label(label, Random(0))), ("", ""))[0] if label else ""
    return MEANT.get(kind, ())


def valid_texts(place: Place, screen: Screen, dice: Random) -> list[Suggestion]:
    """Return what a form may accept in a field, the likeliest first: each is one way to fill it in.

    What is shown as an example comes first, then what its label means, what it holds already, what stands in the
    program's own lists, and at last the plainest kinds of all.
    """
    control = place.control
    current = control.value or ""
    suggested = suggestions(texts_about(place, screen), dice, current)
    again = asked_again(place, screen)
    ways = [Suggestion(AGAIN, again)] if again else []
    ways += [s for s in suggested if s.kind.startswith("shown ")]
    if control.is_password:  # it is asked for again where nobody can read what was entered first
        return [*ways, *(Suggestion(*kind) for kind in kinds_by_label("password", dice))]
    if any(s.kind == FUTURE for s in suggested):
        ways.append(Suggestion(FUTURE, shown_date(_in_order(place, screen, dice, DAYS), current)))
    ways += _labelled(place, screen, dice)
    limits = sorted(int(s.text) for s in suggested if s.kind.startswith("limit "))
    if limits:
        ways.append(Suggestion("within limits", str(limits[len(limits) // 2])))
    if any(s.kind == "number" for s in suggested) or _kinds_like(current) == NUMBERS:
        ways.insert(0 if not ways or ways[0].kind != "count" else 1, Suggestion("number", str(dice.randint(2, 9))))
    if (seen := _seen_texts(screen)) and ways:
        ways.append(Suggestion(SEEN, dice.choice(seen)))
    ways += [Suggestion("word", TEXTS["word"](dice)), Suggestion("number", str(dice.randint(2, 9))),
             Suggestion(FUTURE, shown_date(LATER, current))]  # fmt: skip
    return list({way.kind: way for way in reversed(ways)}.values())[::-1]


def _labelled(place: Place, screen: Screen, dice: Random) -> list[Suggestion]:
    """What a field's label means: all that it may mean, and each shape of a code; nobody says which."""
    control = place.control
    if control.name:
        return [Suggestion(*kind) for kind in kinds_by_label(control.name, dice)]
    told = list(kinds_by_label(spelled_out(control.automation_id), dice))[:1]
    label = label_of(place, screen)
    texts = (label,) if label else texts_about(place, screen)  # what stands behind is mostly the next field's label
    beside = (kind for text in texts for kind in kinds_by_label(text, dice))
    return [Suggestion(*kind) for kind in (*told, *beside)]


def _value(
    place: Place,
    screen: Screen,
    dice: Random,
    tried: Mapping[str, int],
    attempt: int | None,
    wanted: str,
    *,
    apart: bool,
) -> tuple[str | float, str]:
    control = place.control
    if not control.can("RangeValue"):
        suggested = {s.kind: s for s in suggestions((*texts_about(place, screen), "date"), dice, control.value or "")}
        weights = {
            **dict.fromkeys(() if apart else DATES, 1.0),
            **dict.fromkeys((k for k in suggested if k.endswith("date")), SUGGESTED),
        }
        if attempt is not None:
            is_past = attempt % 2 != any(s.kind == "birthday" for s in _labelled(place, screen, dice)[:1])
            kind = PAST if is_past else FUTURE
            return shown_date(_in_order(place, screen, dice, PAST_DAYS if is_past else DAYS), control.value or ""), kind
        kind = wanted if wanted in suggested else _least_tried(weights, dice, tried)
        return (suggested[kind].text if kind in suggested else TEXTS[kind](dice)), kind
    low = control.minimum if control.minimum is not None else 0.0
    high = control.maximum if control.maximum is not None and control.maximum > low else low + 100.0
    told = {s.kind: float(s.text) for s in suggestions(texts_about(place, screen), dice)
            if s.rank == SINGLED_OUT and s.kind.startswith("limit ") and low < float(s.text) < high}  # fmt: skip
    if wanted in told:
        return told[wanted], wanted
    numbers = {"minimum": low, "maximum": high, "zero": 0.0}
    weights = {"minimum": 1.0, "maximum": TELLING, "zero": 0.5, "between": SUGGESTED, **dict.fromkeys(told, SUGGESTED)}
    idle = {k for k, n in numbers.items() if not low <= n <= high or control.value == f"{n:g}"}
    kind = _least_tried({k: w for k, w in weights.items() if k not in idle}, dice, tried)
    if kind in told:
        return told[kind], kind
    return (numbers[kind] if kind in numbers else float(round(dice.uniform(low, high)))), kind


def _in_order(place: Place, screen: Screen, dice: Random, days: int) -> dt.date:
    """A day so many days from a fixed one, later than in the fields before: what begins, begins before it ends."""
    return BASE_DATE + dt.timedelta(days=days + 10 * min(index_of(place, screen), MOST_PLACES) + dice.randint(0, 9))


def _seen_texts(screen: Screen) -> list[str]:
    """Texts of rows and items on screen, sorted."""
    shown = {
        p.control.text
        for p in screen.places
        if p.container >= 0 and p.control.control_type in ("Custom", "ListItem", "Text")
    }
    return sorted(t for t in shown if 0 < len(t) <= 60)
