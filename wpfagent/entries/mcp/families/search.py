"""Finding again what was recorded: search, get_metadata, search_by_kind, recent_files. Read-only, the toolset `search`.

The log says which of them was called and what was wrong with a call, never what was asked or found.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from wpfagent.core.errors import UsageError, WpfAgentError
from wpfagent.core.shapes import key
from wpfagent.entries.mcp import resources
from wpfagent.entries.mcp.fenced import is_shown
from wpfagent.entries.mcp.replies import AS_DATA, BUDGET, ROOM, Answer, size_of
from wpfagent.entries.mcp.schemas import reply_schema
from wpfagent.entries.mcp.tools import Calling, Tool, tool_of
from wpfagent.testing.search.hits import Page
from wpfagent.testing.search.kinds import KINDS
from wpfagent.testing.search.metadata import lines_of
from wpfagent.testing.search.searching import Search

logger = logging.getLogger(__name__)
TOOLSET = "search"
BUDGET_S = 10.0
"""How long a call brings the index up to date; what is left then waits for the next call."""
_TEXT = {"type": "string"}
_WHOLE = {"type": "integer"}
_SCOPE = "absolute folder: the artifacts, or one in them"
_LIMIT = "1 to 1000 (100)"
_AFTER = "`next` of the page before"


@dataclass(frozen=True, slots=True)
class SearchParams:
    """What search takes."""

    query: str = key(doc="plain text; all its words must be found")
    scope: str = key(doc=_SCOPE)
    kind: str | None = key(None, doc=", ".join(KINDS))
    since: str | None = key(None, doc="ISO 8601")
    limit: int | None = key(None, doc=_LIMIT)
    after: str | None = key(None, doc=_AFTER)


@dataclass(frozen=True, slots=True)
class MetadataParams:
    """What get_metadata takes."""

    path: str = key(doc="absolute")


@dataclass(frozen=True, slots=True)
class KindParams:
    """What search_by_kind takes."""

    kind: str = key(doc=", ".join(KINDS))
    scope: str = key(doc=_SCOPE)
    limit: int | None = key(None, doc=_LIMIT)
    after: str | None = key(None, doc=_AFTER)


@dataclass(frozen=True, slots=True)
class RecentParams:
    """What recent_files takes."""

    scope: str = key(doc=_SCOPE)
    since: str | None = key(None, doc="ISO 8601; the last 7 days without it")
    limit: int | None = key(None, doc=_LIMIT)
    after: str | None = key(None, doc=_AFTER)


def _text(search: Search, asked: SearchParams) -> Answer:
    return page_answer(
        search.text(
            asked.query, asked.scope, kind=asked.kind, since=asked.since, limit=asked.limit, after=asked.after
        )
    )  # fmt: skip


def _kind(search: Search, asked: KindParams) -> Answer:
    return page_answer(search.by_kind(asked.kind, asked.scope, limit=asked.limit, after=asked.after))


def _recent(search: Search, asked: RecentParams) -> Answer:
    return page_answer(search.recent(asked.scope, since=asked.since, limit=asked.limit, after=asked.after))


def _metadata(search: Search, asked: MetadataParams) -> Answer:
    facts = search.metadata(asked.path)
    return Answer("\n".join([AS_DATA, *lines_of(facts)]), {"metadata": facts})


def page_answer(page: Page) -> Answer:
    """Return as many of a page's hits as fit the reply; the next page goes on behind them."""
    count, text, facts = 0, ROOM, ROOM
    for hit in page.hits:
        text += len(hit.to_text().encode(errors="replace")) + 1
        facts += size_of(hit.to_dict()) + 1
        if count and max(text, facts) > BUDGET:
            break
        count += 1
    fitting = page.first(count)
    marked = [AS_DATA] if fitting.hits else []
    return Answer("\n".join([*marked, *(h.to_text() for h in fitting.hits), *_tail(fitting)]), fitting.to_dict())


def _tail(page: Page) -> list[str]:
    """What is said below the hits: how many, whether there are more, what the index lacks."""
    said = [f"{len(page.hits)} hits" if page.hits else "Nothing found."]
    if page.next is not None:
        said.append(f"there are more: after={page.next!r}")
    if not page.freshness.complete:
        said.append(f"the index is not complete yet: {page.freshness.waiting} records are waiting; ask again")
    return said


def _logged(name: str, ask: Callable[[Search, Any], Answer]) -> Callable[[Calling], Awaitable[Answer]]:
    """What a tool does: aside from the applications, with its errors in the log by what they mean."""

    async def run(calling: Calling) -> Answer:
        logger.debug("%s was called", name)
        try:
            return await calling.connection.aside(lambda: ask(search_for(calling), calling.params))
        except UsageError as error:
            logger.warning("%s: %s", name, error.code)
            raise
        except WpfAgentError as error:
            logger.error("%s: %s", name, error.code)
            raise

    return run


def search_for(calling: Calling) -> Search:
    """Return the search over what this client may see."""
    options = calling.connection.options
    artifacts = resources.artifacts(options)
    return Search(
        artifacts, options.fence, lambda session: is_shown(session, artifacts, options.fence), budget_s=BUDGET_S
    )


def _tool(name: str, description: str, params: type, ask: Callable[[Search, Any], Answer], **more: Any) -> Tool:
    return tool_of(name, description, "read", params, reply_schema(**more), _logged(name, ask), TOOLSET)


_PAGE: dict[str, Any] = {
    "hits": {"type": "array", "items": {"type": "object"}}, "count": _WHOLE, "next": _TEXT, "index": {"type": "object"},
}  # fmt: skip
TOOLS = (
    _tool("search", "Find a text in sessions, tickets, pictures, UIA snapshots, logs, scenarios; newest first.",
          SearchParams, _text, **_PAGE),
    _tool("get_metadata", "Read what is known of one file of a record.", MetadataParams, _metadata,
          metadata={"type": "object"}),
    _tool("search_by_kind", "List the files of one kind, newest first.", KindParams, _kind, **_PAGE),
    _tool("recent_files", "List the files of records that changed lately, newest first.", RecentParams, _recent,
          **_PAGE),
)  # fmt: skip
