"""What an action came to, as every entry prints it: masked, its pictures covered and kept, its selector durable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wpfagent.actions.base import Action, Performed
from wpfagent.actions.doing import Doing
from wpfagent.actions.evidence import effect, sight
from wpfagent.core.errors import WpfAgentError
from wpfagent.core.model import Picture
from wpfagent.core.selector import Selector, durable
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.locating.locate import Found, told_apart
from wpfagent.desktops.refs import RefBook
from wpfagent.gate.events import Store
from wpfagent.gate.passage import Passage
from wpfagent.gate.request import Reply
from wpfagent.safety.covering import Cover


@dataclass(frozen=True, slots=True)
class Replying:
    """Makes replies; without a store no picture is kept."""

    desktop: Desktop
    refs: RefBook
    cover: Cover
    store: Store | None

    def reply(
        self,
        what: Action[Any],
        doing: Doing,
        found: Found | None,
        performed: Performed,
        passage: Passage,
        seen: effect.Seen | None = None,
    ) -> Reply:
        """Return the reply to an action that was performed."""
        result = self.cover.masks.mask(dict(performed.result))
        picture = performed.picture
        if picture is not None:
            picture = self.cover_picture(doing, picture)
            if self.store is not None:
                name = f"{self.store.next_number:04d}-{what.name}"
                path = self.store.picture(name, picture.png)
                result = {"screenshot_id": f"{self.store.session_id}/{name}", "path": path, **result}
            if doing.target is not None:
                given, windows = result.get("screenshot_id", ""), doing.windows_now()
                result["screenshot_id"] = doing.album.keep(picture, doing.target.identity, windows, given)
        return Reply(
            action=what.name,
            target=doing.target,
            selector=self._durable(doing, found, passage),
            matched_by=found.matched_by if found else "",
            method=performed.method,
            effect=seen.effect if seen else None,
            evidence=self.cover.masks.mask(dict(seen.evidence)) if seen else {},
            elapsed_ms=round((self.desktop.clock.now() - passage.started) * 1000),
            result=result,
            healed=found.healed if found else False,
            control=found.control if found else None,
            picture=picture,
            desktop=self.desktop.name,
            paused_ms=round(doing.paused_s * 1000),
        )

    def cover_picture(self, doing: Doing, picture: Picture) -> Picture:
        """Paint over what must not be seen; what hangs is covered as far as it is known."""
        try:
            shown = sight.look(doing) if doing.target is not None else None
        except WpfAgentError:
            shown = None
        return self.cover.covered(picture, shown)

    def _durable(self, doing: Doing, found: Found | None, passage: Passage) -> Selector | None:
        """The selector to record: every rung that is known; by ref, what tells the element from its equals."""
        given = doing.selector
        if found is None or given is None:
            return self.refs.durable(given) if given is not None else None
        if given.ref is not None and given.row is None:
            before = passage.before
            if before is None:
                return doing.search().unique(found.control)
            return told_apart(found.control, before, self.desktop, self.refs, doing.deadline)
        if given.row is not None or given.label is not None or given.index is not None or given.within is not None:
            return self.refs.durable(given)
        return durable(found.control)
