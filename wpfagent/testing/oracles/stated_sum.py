"""The oracle `stated_sum`: a relation that the screen itself states does not hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Snapshot
from wpfagent.testing.observing.shown import texts_of
from wpfagent.testing.oracles.base import Finding, Observation, Oracle, SecondLook
from wpfagent.testing.oracles.parts.operands import Column, Region, column_of, field_texts, is_paged, regions_around
from wpfagent.testing.oracles.parts.signature import stable_id
from wpfagent.testing.oracles.parts.stated import Amount, DecimalSign, Statement, normal, parse_amount, parse_statement

SIGNS: tuple[DecimalSign, ...] = (".", ",")
_HINTS = ("=", "＝", "sum", "Sum", "SUM", "equals", "合計", "×")


@dataclass(frozen=True, slots=True)
class StatedSettings:
    """How long a total may take."""

    settle_ms: int = field(default=600, metadata={"doc": "how long a total may be wrong, in ms: it is recomputed"})

    def __post_init__(self) -> None:
        if self.settle_ms < 0:
            raise InvalidArgument("settle_ms is 0 or more.")


@dataclass(frozen=True, slots=True)
class Operand:
    """What a term stands for: the texts of its numbers."""

    texts: tuple[str, ...]
    is_sum: bool


@dataclass(frozen=True, slots=True)
class Broken:
    """A relation that does not hold: what the screen states, what the numbers come to, and what they are."""

    statement: Statement
    shown: str
    computed: Decimal
    operands: tuple[Operand, ...]
    where: str


@dataclass(slots=True)
class Statements:
    """What was read on the screens so far.

    Args:
        texts: all texts of the last screen.
        parsed: what each text states; None for most.
        reported: the keys of what was found.
        judged: hashes of the numbers that were judged.
    """

    texts: frozenset[str] = frozenset()
    parsed: dict[str, Statement | None] = field(default_factory=dict)
    reported: set[str] = field(default_factory=set)
    judged: set[int] = field(default_factory=set)


class StatedSum(Oracle[StatedSettings, Statements]):
    """A relation that the screen itself states does not hold: `Total = sum of the amounts of all lines`.

    Read are sums of a column and relations of fields (`Total = Price x Quantity`, `合計 = 金額の合計`) that stand on
    the screen as a sentence; their operands by header and label on the same screen. Judged only where each is found
    beyond doubt, with all rows (rows out of sight are read from the grid), exact decimals, the number format of the
    screen and the precision of what is shown, and still after `settle_ms`.
    """

    rank = 190
    cause = "{about} may be computed from other rows or values than those that are shown, or not computed anew."

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        shown = observation.shown
        if shown is None or shown.snapshot.partial:
            return None
        memory, parsed = self.memory, self.memory.parsed
        if shown.texts == memory.texts:
            return None  # nothing that is shown has changed since it was judged
        memory.texts = shown.texts
        for text in shown.texts - parsed.keys():
            parsed[text] = parse_statement(text) if any(h in text for h in _HINTS) else None
        stated = {t: s for t in shown.texts if (s := parsed[t]) is not None}
        if not stated:
            return None
        for statement in stated.values():
            broken = check(shown.snapshot, statement, observation.second_look, memory.judged)
            if broken is None or (key := f"{broken.where} {normal(statement.text)}") in memory.reported:
                continue
            if observation.second_look is not None:
                later = observation.second_look.again(self.settings.settle_ms / 1000)
                if later is None or statement.text not in texts_of(later):
                    continue
                again = check(later, statement, observation.second_look)
                if again is None:
                    continue
                broken = again
            memory.reported.add(key)
            return _finding(observation, broken, key)
        return None


def check(
    snapshot: Snapshot, statement: Statement, second_look: SecondLook | None = None, judged: set[int] | None = None
) -> Broken | None:
    """Return how a stated relation is broken on a screen; None where it holds, or cannot be judged.

    Args:
        snapshot: the screen.
        statement: what it states.
        second_look: reads the whole of a column.
        judged: what was judged already; the same numbers are not read again.
    """
    index = next((i for i, c in enumerate(snapshot.controls) if c.name == statement.text and c.visible), None)
    if index is None or is_paged(snapshot):
        return None
    for region in regions_around(snapshot, index):
        totals = field_texts(region, statement.total, index)
        if totals is None or len(totals) > 1:
            return None
        if not totals:
            continue
        operands = [_operand(region, t.name, index, is_sum=t.is_sum) for t in statement.terms]
        if all(operands):
            found, total = [o for o in operands if o], next(iter(totals))
            seen = hash((statement.text, total, *(o if isinstance(o, str) else o.texts for o in found)))
            if judged is not None and seen in judged:
                return None
            if judged is not None:
                judged.add(seen)
            return _judge(statement, total, found, second_look, region)
    return None


def _operand(region: Region, name: str, besides: int, *, is_sum: bool) -> Column | str | None:
    if is_sum:
        return column_of(region, name)
    texts = field_texts(region, name, besides)
    return next(iter(texts)) if texts is not None and len(texts) == 1 else None


def _judge(
    statement: Statement, total: str, found: Sequence[Column | str], second_look: SecondLook | None, region: Region
) -> Broken | None:
    operands = [Operand((o,), is_sum=False) if isinstance(o, str) else Operand(o.texts, is_sum=True) for o in found]
    whole = all(isinstance(o, str) or o.complete for o in found)
    if whole and (not _mismatch(statement, total, operands)):
        return None
    read: list[Operand] = []
    for source, operand in zip(found, operands, strict=True):
        if isinstance(source, str):
            read.append(operand)
            continue
        texts: tuple[str, ...] | None = source.texts if source.complete else None
        if source.grid.can("Grid", "Table"):
            # equal rows may be one element in the tree, and rows out of sight none: the grid knows them all
            texts = second_look.column(source.grid, source.index) if second_look is not None else None
        if not texts:
            return None  # rows that are not there yet, or folded away
        read.append(Operand(texts, is_sum=True))
    computed = _mismatch(statement, total, read)
    if computed is None:
        return None
    where = next((stable_id(c.automation_id) for c in (region.snapshot.controls[i] for i in region.indexes())
                  if c.automation_id and c.control_type in ("Text", "Edit") and total in c.text), "")  # fmt: skip
    return Broken(statement, total, computed, tuple(read), where or statement.total)


def _mismatch(statement: Statement, total: str, operands: Sequence[Operand]) -> Decimal | None:
    """What the operands come to where that is not the total, however the numbers are read; None where it may be."""
    wrong: Decimal | None = None
    for sign in SIGNS:
        stated = parse_amount(total, sign)
        values = [[parse_amount(t, sign) for t in o.texts] for o in operands]
        if stated is None or any(v is None for held in values for v in held):
            continue
        amounts = [[v for v in held if v is not None] for held in values]
        try:
            computed, tolerance = _compute(statement, stated, operands, amounts)
        except (InvalidOperation, ZeroDivisionError):
            return None
        if abs(computed - stated.value) <= tolerance:
            return None
        wrong = computed if wrong is None else wrong
    return wrong


def _compute(
    statement: Statement, stated: Amount, operands: Sequence[Operand], amounts: Sequence[Sequence[Amount]]
) -> tuple[Decimal, Decimal]:
    """Compute the right side and how far rounding may put it off: half a unit of each last decimal shown."""
    bounds: list[tuple[Decimal, Decimal, Decimal]] = []
    for operand, held in zip(operands, amounts, strict=True):
        value = sum((a.value for a in held), Decimal(0))
        slack = Decimal(0)
        if operand.is_sum or any(a.decimals for a in held):  # a number without decimals is a count, not rounded
            digits = max(stated.decimals, *(a.decimals for a in held)) if held else stated.decimals
            slack = len(held) * Decimal(5).scaleb(-digits - 1)
        bounds.append((value - slack, value, value + slack))
    low, value, high = _folded(statement, bounds)
    return value, max(high - value, value - low) + Decimal(5).scaleb(-stated.decimals - 1)


def _folded(
    statement: Statement, bounds: Sequence[tuple[Decimal, Decimal, Decimal]]
) -> tuple[Decimal, Decimal, Decimal]:
    """Apply the operators to values with their bounds: products before sums."""
    parts = [bounds[0]]
    signs: list[str] = []
    for operator, bound in zip(statement.operators, bounds[1:], strict=True):
        if operator in "*/":
            parts[-1] = _product(parts[-1], bound, operator)
        else:
            signs.append(operator)
            parts.append(bound)
    low, value, high = parts[0]
    for sign, part in zip(signs, parts[1:], strict=True):
        low, value, high = (
            (low + part[0], value + part[1], high + part[2])
            if sign == "+"
            else (low - part[2], value - part[1], high - part[0])
        )
    return low, value, high


def _product(
    one: tuple[Decimal, Decimal, Decimal], other: tuple[Decimal, Decimal, Decimal], operator: str
) -> tuple[Decimal, Decimal, Decimal]:
    def apply(a: Decimal, b: Decimal) -> Decimal:
        return a * b if operator == "*" else a / b

    corners = [apply(a, b) for a in (one[0], one[2]) for b in (other[0], other[2])]
    return min(corners), apply(one[1], other[1]), max(corners)


def _finding(observation: Observation, broken: Broken, key: str) -> Finding:
    numbers = [f"({' + '.join(o.texts[:20])}{' + …' if len(o.texts) > 20 else ''})" if o.is_sum else o.texts[0]
               for o in broken.operands]  # fmt: skip
    formula = numbers[0] + "".join(f" {o} {n}" for o, n in zip(broken.statement.operators, numbers[1:], strict=True))
    computed = f"{broken.computed.normalize():f}"
    return Finding(
        "stated_sum",
        f"{broken.where} is wrong after {observation.subject}: {broken.statement.text[:80]!r} does not hold",
        f"The screen states {broken.statement.text!r} and shows {broken.shown!r}; {formula} is {computed}.",
        f"{broken.statement.text}: {computed}.",
        key=key,
        details={
            "statement": broken.statement.text,
            "shown": broken.shown,
            "computed": computed,
            "operands": [list(o.texts[:50]) for o in broken.operands],
            "about": broken.where,
        },
        of_last_action=False,
    )
