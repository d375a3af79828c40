"""A result, and a page of them, in the one form that all entries give."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from typing import Any

from wpfagent.core.model import iso_time
from wpfagent.testing.search.update import Freshness


@dataclass(frozen=True, slots=True)
class Hit:
    """One result.

    Args:
        place: where the next page begins when this one is the last of its page.
        path: the file, absolute.
        kind: of the file.
        time: when it was recorded, as Unix time in milliseconds.
        session: the session that it belongs to.
        ticket: the ticket that it belongs to.
        step: the number of the step that it belongs to.
        line: where in the file, from 1.
        tree: the file with the elements that a picture shows.
        snippet: what was found, with what stands around it; None where nothing was searched for.
    """

    place: str
    path: str
    kind: str
    time: int
    session: str
    ticket: str | None = None
    step: int | None = None
    line: int | None = None
    tree: str | None = None
    snippet: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form: absolute path, ISO 8601 time; what does not apply is absent."""
        made = {"path": self.path, "kind": self.kind, "time": iso_of(self.time), "session": self.session}
        more = {"ticket": self.ticket, "step": self.step, "line": self.line, "tree": self.tree}
        return {**made, **{k: v for k, v in {**more, "snippet": self.snippet}.items() if v is not None}}

    def to_text(self) -> str:
        """Return the same facts as lines for a reader."""
        about = [f"session {self.session}"] + [
            f"{name} {value}"
            for name, value in (("ticket", self.ticket), ("step", self.step), ("line", self.line), ("tree", self.tree))
            if value is not None
        ]
        lines = [f"{iso_of(self.time)} {self.kind} {self.path}", f"  {', '.join(about)}"]
        return "\n".join(lines + ([f"  {self.snippet}"] if self.snippet else []))


@dataclass(frozen=True, slots=True)
class Page:
    """Results, the newest first.

    Args:
        hits: they.
        more: whether there are more after the last.
        freshness: how far the index was.
    """

    hits: tuple[Hit, ...]
    more: bool
    freshness: Freshness

    @property
    def next(self) -> str | None:
        """What `after` must say for the next page; None where there is none."""
        return self.hits[-1].place if self.more and self.hits else None

    def first(self, count: int) -> Page:
        """Return the page of the first hits alone; the next page goes on behind them."""
        return self if count >= len(self.hits) else replace(self, hits=self.hits[:count], more=True)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        made: dict[str, Any] = {"hits": [h.to_dict() for h in self.hits], "count": len(self.hits)}
        if self.next is not None:
            made["next"] = self.next
        if not self.freshness.complete:
            made["index"] = {"complete": False, "waiting": self.freshness.waiting}
        return made


def iso_of(milliseconds: int) -> str:
    """Return a Unix time in milliseconds as ISO 8601, local, with its offset."""
    return iso_time(dt.datetime.fromtimestamp(milliseconds / 1000).astimezone())
