"""The data of a grid."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

E = TypeVar("E")


@dataclass(slots=True)
class Column:
    """A column of a grid."""

    header: str
    width: float = 0.0
    read_only: bool = False


@dataclass(slots=True)
class Table(Generic[E]):
    """The rows of a grid; only those in view have an element, with a place on the screen."""

    columns: list[Column] = field(default_factory=list)
    data: list[list[str]] = field(default_factory=list)
    selected: list[int] = field(default_factory=list)
    offset: int = 0
    in_view: int = 1
    header: E | None = None
    rows: dict[int, E] = field(default_factory=dict)
