"""Reading data by the shape of a dataclass: strict, every fault with its path, nothing that no field may hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest

from wpfagent.core import shapes
from wpfagent.core.errors import InvalidArgument


@dataclass(frozen=True)
class Leaf:
    """A leaf.

    Args:
        size: how large it is, in
            millimetres.
    """

    size: int = shapes.key(least=1, most=9)
    colour: Literal["green", "red"] = "green"


@dataclass(frozen=True)
class Plant:
    """A plant."""

    name: str
    leaves: tuple[Leaf, ...] = ()
    height: float | None = None
    words: Sequence[str] | str = ""
    notes: Mapping[str, Any] = field(default_factory=dict)
    parent: Plant | None = None
    secret: str = shapes.key("", hidden=True)

    def __post_init__(self) -> None:
        if self.name == "weed":
            raise InvalidArgument("A weed is no plant.", hint="Name another.")


def problems(data: Any) -> list[shapes.Problem]:
    found = shapes.check(Plant, data)
    assert isinstance(found, list)
    return found


def test_data_becomes_the_instance_with_tuples_numbers_and_objects_in_it() -> None:
    made = shapes.read(Plant, {"name": "a", "leaves": [{"size": 2}], "height": 3, "parent": {"name": "b"}},
                       what="plant", error=InvalidArgument)  # fmt: skip
    assert made == Plant("a", (Leaf(2),), 3.0, parent=Plant("b"))
    assert isinstance(made.height, float)


def test_every_fault_is_found_and_the_deepest_comes_first() -> None:
    found = problems({"nam": "a", "leaves": [{"size": 0}, {"size": 1, "colour": "gren"}], "height": "high"})
    assert {p.path for p in found} == {("nam",), ("leaves", 0, "size"), ("leaves", 1, "colour"), ("height",)}
    assert len(found[0].path) == 3
    hints = {p.path: p.hint for p in found}
    assert hints["nam",] == "Nearest: name."
    assert hints["leaves", 0, "size"] == "1 to 9."
    assert "green" in hints["leaves", 1, "colour"]
    assert hints["height",] == "A number is expected."


def test_what_a_class_refuses_keeps_its_words_and_gets_the_path() -> None:
    (found,) = problems({"name": "a", "parent": {"name": "weed"}})
    assert (found.path, found.message, found.hint) == (("parent",), "A weed is no plant.", "Name another.")


@pytest.mark.parametrize("value", [True, 1.0, "1", None, [1]])
def test_only_a_whole_number_is_a_whole_number(value: Any) -> None:
    assert problems({"name": "a", "leaves": [{"size": value}]})[0].path == ("leaves", 0, "size")


@pytest.mark.parametrize(
    ("value", "says"),
    [("a\0b", "NUL"), (10**400, "too large"), (float("nan"), "nan"), (float("inf"), "inf"), (10**5_000, "too large")],
    ids=["NUL", "400 digits", "NaN", "infinity", "5000 digits"],
)
def test_what_no_field_may_hold_is_refused_wherever_it_stands(value: Any, says: str) -> None:
    for data, path in (({"name": value}, ("name",)), ({"name": "a", "notes": {"x": [value]}}, ("notes", "x", 0))):
        (found,) = problems(data)
        assert found.path == path
        assert says in found.message


def test_what_holds_itself_or_is_nested_without_end_is_one_fault() -> None:
    loop: dict[str, Any] = {"name": "a"}
    loop["parent"] = loop
    deep: dict[str, Any] = {"name": "a"}
    for _ in range(400):
        deep = {"name": "a", "parent": deep}
    wide: list[Any] = []
    wide += [wide, wide]
    for data in (loop, deep, {"name": "a", "parent": wide}):
        (found,) = problems(data)
        assert found.path == ("parent",)
        assert "deep" in found.message


def test_what_this_package_wrote_itself_may_hold_any_text() -> None:
    assert shapes.read(Plant, {"name": "a\0b"}, what="x", error=InvalidArgument, own=True).name == "a\0b"


def test_an_error_says_where_what_and_how_many_more() -> None:
    with pytest.raises(InvalidArgument, match=r"plant: leaves\[0\].size: It cannot be 0.*1 more") as raised:
        shapes.read(Plant, {"name": 5, "leaves": [{"size": 0}]}, what="plant", error=InvalidArgument)
    assert raised.value.details == {"path": ["leaves", 0, "size"]}


def test_the_schema_says_what_the_reader_accepts() -> None:
    schema = shapes.json_schema(Plant)
    assert schema["required"] == ["name"]
    assert "secret" not in schema["properties"]
    leaf = schema["$defs"]["Leaf"]["properties"]
    assert leaf["size"] == {
        "description": "how large it is, in millimetres.", "maximum": 9, "minimum": 1, "type": "integer",
    }  # fmt: skip
    assert schema["properties"]["parent"]["anyOf"] == [{"$ref": "#/$defs/Plant"}, {"type": "null"}]
