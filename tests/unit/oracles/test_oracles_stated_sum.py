"""The oracle of stated relations: what is read of a screen, in which formats, and when nothing is judged."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from looked import Later
from observed import control, observed, window

from wpfagent.core.model import Control, Rect, Snapshot
from wpfagent.testing.oracles.base import Finding
from wpfagent.testing.oracles.parts.stated import Term, parse_amount, parse_statement
from wpfagent.testing.oracles.stated_sum import StatedSum

SUM = "Total = sum of the amounts of all lines"
HEADERS = ("Article", "Quantity", "Amount")


@pytest.mark.parametrize(
    ("text", "total", "terms", "operators"),
    [
        (SUM, "total", (Term("amounts", True),), ()),
        ("Sum: of column Amount", "sum", (Term("amount", True),), ()),
        ("Total = SUM(Amount)", "total", (Term("amount", True),), ()),
        ("Total = Price x Quantity", "total", (Term("price"), Term("quantity")), ("*",)),
        ("Gross = Net + Tax - Discount", "gross", (Term("net"), Term("tax"), Term("discount")), ("+", "-")),
        ("合計 = 金額の合計", "合計", (Term("金額", True),), ()),
        ("合計=単価×数量", "合計", (Term("単価"), Term("数量")), ("*",)),
        ("合計は各行の金額の合計です。", "合計", (Term("金額", True),), ()),
        ("税込 = 小計 + 消費税", "税込", (Term("小計"), Term("消費税")), ("+",)),
    ],
)
def test_a_sentence_about_numbers_is_read(
    text: str, total: str, terms: tuple[Term, ...], operators: tuple[str, ...]
) -> None:
    found = parse_statement(text)
    assert found is not None
    assert (found.total, found.terms, found.operators) == (total, terms, operators)


@pytest.mark.parametrize(
    "text",
    ["Key = Value", "x = 5", "Article: 1 x 1.00 = 1.00", "Total = sum of price and tax", "Sum",
     "a date in the past; late",
     "Total = Total + Tax", "Total = 3 x Price", "See also: sum of parts\nand more"],
)  # fmt: skip
def test_other_sentences_are_not_read(text: str) -> None:
    assert parse_statement(text) is None


@pytest.mark.parametrize(
    ("text", "point", "comma"),
    [("1,234.50", "1234.50", None), ("1.234,50 €", None, "1234.50"), ("1 234,50", None, "1234.50"),
     ("¥1,200", "1200", "1.2"),
     ("(5.00)", "-5", None), ("−1 000", "-1000", "-1000"), ("1'234.5", "1234.5", None), ("2024-01-01", None, None),
     ("10:00", None, None), ("5 %", None, None), ("１，２００円", "1200", "1.2")],
)  # fmt: skip
def test_numbers_are_read_as_people_write_them(text: str, point: str | None, comma: str | None) -> None:
    for sign, expected in ((".", point), (",", comma)):
        made = parse_amount(text, sign)  # type: ignore[arg-type]
        assert (made.value if made else None) == (Decimal(expected) if expected else None)


# -- on a screen ----------------------------------------------------------------------------------------------------


def grid(
    *rows: tuple[str, ...], headers: tuple[str, ...] = HEADERS, step: int = 20, kind: str = "DataGrid"
) -> list[Control]:
    patterns = ("Grid", "Table") if kind == "DataGrid" else ()
    made = [control("Lines", kind, depth=1, patterns=patterns, bounding_rect=Rect(0, 0, 300, 200))]
    made += [control("", "Header", depth=2)]
    made += [control(h, "HeaderItem", depth=3, bounding_rect=Rect(80 * i, 0, 80, 20)) for i, h in enumerate(headers)]
    for number, row in enumerate(rows):
        made.append(control(f"row {number}", "DataItem", depth=2, bounding_rect=Rect(0, 20 + step * number, 300, 20)))
        made.append(control("", "HeaderItem", depth=3, ref=f"h{number}"))
        made += [
            control(t, "Custom", depth=3, value=t, ref=f"{number}.{i}", patterns=("GridItem", "Value"))
            for i, t in enumerate(row)
        ]
    return made


def screen(total: str, rows: list[Control], *more: Control, sentence: str = SUM) -> Snapshot:
    shown = [control("Main", "Window", depth=0), *rows, control(total, automation_id="total"), control(sentence), *more]
    return Snapshot(tuple(shown), (window(),))


def judge(
    after: Snapshot,
    oracle: StatedSum | None = None,
    *,
    column: tuple[str, ...] | None = None,
    later: Snapshot | None = None,
    **more: Any,
) -> Finding | None:
    look = Later(later or after, {} if column is None else {2: column})
    return (oracle or StatedSum()).check(observed(**{"after": after, "second_look": look, **more}))


ROWS = (("Bolt", "2", "10.00"), ("Nut", "1", "2.50"))


def test_a_total_that_is_not_the_sum_of_its_column_is_found_with_its_numbers() -> None:
    found = judge(screen("Total: 22.40", grid(*ROWS)), column=("10.00", "2.50"))
    assert found is not None
    assert found.details["computed"] == "12.5"
    assert found.details["about"] == "total"
    assert "(10.00 + 2.50)" in found.actual


@pytest.mark.parametrize(
    ("total", "column"),
    [("Total: 12.50", ("10.00", "2.50")), ("Total: 12,50 €", ("10,00", "2,50")),
     ("Total: 1,212.50", ("1,210.00", "2.50")),
     ("Total: 12.51", ("10.004", "2.504")), ("Total: 0.00", ("0.00",)), ("Total 1.234", ("1.000", "234"))],
)  # fmt: skip
def test_a_total_that_holds_within_rounding_is_none(total: str, column: tuple[str, ...]) -> None:
    rows = [("a", "1", c) for c in column]
    assert judge(screen(total, grid(*rows)), column=column) is None


def test_equal_rows_that_the_tree_holds_once_are_read_from_the_grid() -> None:
    after = screen("Total: 30.00", grid(("Bolt", "1", "10.00")))
    assert judge(after, column=("10.00", "10.00", "10.00")) is None
    assert judge(after, column=("10.00", "10.00")) is not None
    assert judge(after, column=None) is None


def test_a_list_that_is_no_grid_is_judged_where_all_its_rows_are_there() -> None:
    assert judge(screen("Total: 22.40", grid(*ROWS, kind="List"))) is not None
    assert judge(screen("Total: 22.40", grid(*ROWS, kind="List", step=40))) is None
    bar = control("", "ScrollBar", depth=2, bounding_rect=Rect(290, 20, 10, 180))
    assert judge(screen("Total: 22.40", [*grid(*ROWS, kind="List"), bar])) is None


def test_rows_without_numbers_pages_and_missing_rows_are_not_judged() -> None:
    assert judge(screen("Total: 5.00", grid(("a", "1", "?"))), column=("?",)) is None
    assert judge(screen("Total: 5.00", grid()), column=()) is None
    assert judge(screen("Total: 5.00", grid(*ROWS), control("Page 1 of 3")), column=("10.00", "2.50")) is None
    assert judge(screen("Total: 5.00", grid(*ROWS, headers=("A", "B", "C"))), column=("10.00", "2.50")) is None


def test_a_total_that_is_right_a_moment_later_is_none() -> None:
    wrong, right = screen("Total: 22.40", grid(*ROWS)), screen("Total: 12.50", grid(*ROWS))
    assert judge(wrong, column=("10.00", "2.50"), later=right) is None


def field(label: str, value: str, y: int, **more: Any) -> list[Control]:
    place = Rect(90, y, 60, 20)
    box = control("", "Edit", ref=f"e{label}", value=value, read_only=False, bounding_rect=place, **more)
    return [control(f"{label}:", bounding_rect=Rect(0, y, 80, 20)), box]


def fields(price: str, quantity: str, total: str, **more: Any) -> Snapshot:
    rows = [*field("Price", price, 0, **more), *field("Quantity", quantity, 30), *field("Total", total, 60)]
    shown = [control("Main", "Window", depth=0), *rows, control("Total = Price x Quantity")]
    return Snapshot(tuple(shown), (window(),))


def test_fields_beside_their_labels_are_operands() -> None:
    found = judge(fields("2.50", "4", "11.00"))
    assert found is not None
    assert found.details["computed"] == "10"
    assert judge(fields("2.50", "4", "10.00")) is None
    assert judge(fields("", "4", "10.00")) is None
    assert judge(fields("2.50", "4", "11.00", focused=True)) is None, "still being typed"


def test_the_same_is_reported_once_and_unchanged_screens_are_not_judged_again() -> None:
    oracle = StatedSum()
    after = screen("Total: 22.40", grid(*ROWS))
    assert judge(after, column=("10.00", "2.50"), oracle=oracle) is not None
    assert judge(after, column=("10.00", "2.50"), oracle=oracle) is None
    changed = replace(after, controls=(*after.controls, control("status")))
    assert judge(changed, column=("10.00", "2.50"), oracle=oracle) is None
