"""The order desk under test: one program, one way into the product, and the record of what was claimed."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from desk_drivers import Driver, Outcome
from desk_record import Acted, EventTable, judge, missing, tally
from running_app import RunningApp, until, usable_windows

TABLE = EventTable.load(Path(__file__).with_name("events.yaml"))
Selector = Mapping[str, Any]


class Desk:
    """Performs the acts of a story and keeps what was claimed about each.

    Args:
        program: the running program, with its log.
        driver: the way into the product.
        data: the folder of the program's data.
    """

    def __init__(self, program: RunningApp, driver: Driver, data: Path) -> None:
        self.program = program
        self.driver = driver
        self.data = data
        self.acts: list[Acted] = []
        self._token: str | None = None

    # -- acting ---------------------------------------------------------------------------------------------------
    def act(
        self,
        action: str,
        control: str,
        selector: Selector | None = None,
        *,
        on: bool = True,
        expect: str = "confirmed",
        code: str = "",
        consent: bool = False,
        logs: Mapping[str, Any] | None = None,
        timeout_ms: int | None = None,
        **args: Any,
    ) -> Outcome:
        """Perform an act, note the claim, and wait for the events of its row.

        Args:
            action: its name.
            control: its row in the table of events; the AutomationId, where `selector` says nothing else.
            selector: the element.
            on: whether the action takes an element.
            expect: the outcome, or several (`no_op or unverifiable`); where it is `confirmed`, `unverifiable` is no lie
                either: the tally counts it.
            code: the error's code.
            consent: whether to bring the token of the refusal before.
            logs: what else the row's placeholders stand for.
            timeout_ms: passed on.
            **args: the action's own arguments.
        """
        named = (selector if selector is not None else {"automation_id": control}) if on else None
        after = self.program.seq()
        outcome = self.driver.do(action, named, args, timeout_ms=timeout_ms, token=self._token if consent else None)
        facts = {**args, **(logs or {})}
        acted = Acted(action, control, outcome.word, facts, outcome.code, after, time.time())
        self.acts.append(acted)
        self._token = outcome.details.get("confirm_token")
        self._follow(acted)
        said = f"{acted} after event {after}: {outcome.message or outcome.reply.get('evidence')}"
        assert outcome.word in (("confirmed", "unverifiable") if expect == "confirmed" else expect.split(" or ")), said
        assert not code or outcome.code == code, said
        return outcome

    def refused(self, action: str, control: str, selector: Selector | None = None, **args: Any) -> Outcome:
        """Perform an act that nobody consented to."""
        return self.act(action, control, selector, expect="refused", code="confirmation_required", **args)

    def agreed(self, action: str, control: str, selector: Selector | None = None, **args: Any) -> Outcome:
        """Perform the act that was refused just before, with consent."""
        return self.act(action, control, selector, consent=True, **args)

    def _follow(self, acted: Acted) -> None:
        row = TABLE.rows.get((acted.action, acted.control))
        if acted.outcome in ("confirmed", "unverifiable") and row is not None:
            end = acted.ended + row.within_ms / 1000
            until(lambda: not missing(acted, row, self.program.events()) or time.time() > end, 60, str(acted))
        elif self.program.is_running:
            usable_windows(self.program.pid)  # it has handled what was sent before it answers

    # -- reading --------------------------------------------------------------------------------------------------
    def read(self, action: str, selector: Selector | None, *, timeout_ms: int | None = None, **args: Any) -> Any:
        """Perform an action that only looks, and return its reply."""
        outcome = self.driver.do(action, selector, args, timeout_ms=timeout_ms)
        assert not outcome.code, f"{action} {selector}: {outcome.message}"
        return outcome.reply

    def wait_for(self, selector: Selector | None, until: str | Mapping[str, Any], timeout_ms: int = 20_000) -> None:
        """Wait until a state or an expectation holds."""
        self.read("wait_for", selector, until=until, timeout_ms=timeout_ms)

    def text(self, automation_id: str) -> str:
        """Return the text of an element."""
        return str(self.read("read_text", {"automation_id": automation_id})["text"])

    # -- the program's own data -----------------------------------------------------------------------------------
    def event(self, name: str, /, *, after: int = 0, timeout_s: float = 15, **match: Any) -> dict[str, Any]:
        """Wait for an event of the log."""
        logged: dict[str, Any] = self.program.wait_event(name, after=after, timeout_s=timeout_s, **match)
        return logged

    def files_hash(self) -> str:
        """Return the SHA-256 of orders.json followed by customers.json."""
        made = hashlib.sha256()
        for name in ("orders.json", "customers.json"):
            made.update((self.data / name).read_bytes())
        return made.hexdigest()

    def saved_order(self, number: str) -> dict[str, Any]:
        """Return an order as it stands in orders.json; SO-10006 is the one with the Id 10006."""
        orders = json.loads((self.data / "orders.json").read_text(encoding="utf-8"))
        found = next((o for o in orders if o["Id"] == int(number.removeprefix("SO-"))), None)
        assert found is not None, f"no {number} among {len(orders)} orders: {orders[0]}"
        return dict(found)

    # -- the end --------------------------------------------------------------------------------------------------
    def judge(self) -> list[str]:
        """Return every claim of this story that the log does not bear out."""
        return judge(self.acts, self.program.events(), TABLE)

    def tally(self, name: str) -> str:
        """Return the story's figures."""
        return tally(name, self.acts, self.program.events(), TABLE)
