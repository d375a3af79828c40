"""The caller's way to a fleet: which machines there are, what they are like, and what is asked of them.

Everything goes through the scheduler: the caller's PC needs to reach nothing else, and nobody has to reach it.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wpfagent.core.errors import NotReached
from wpfagent.core.extras import require
from wpfagent.runs.fleet.certificates import address_of, security_of
from wpfagent.runs.fleet.closing import close_pickles
from wpfagent.runs.fleet.facts import Facts
from wpfagent.runs.fleet.orders import DESKTOP
from wpfagent.runs.fleet.programs import PART, Program
from wpfagent.runs.fleet.scheduler import configure

ANSWER_S = 10


class FleetUnreachable(NotReached):
    """The scheduler does not answer, or has gone away."""

    code = "fleet_unreachable"
    default_hint = "Does `wpf-agent fleet scheduler` run there, and does its firewall let the port through?"


@dataclass(frozen=True, slots=True)
class Machine:
    """A worker as the scheduler sees it.

    Args:
        address: the worker's.
        name: its own.
        usable: whether its desktop can be used.
        why: why it cannot.
        busy: so many pieces of work are with it.
    """

    address: str
    name: str
    usable: bool
    why: str = ""
    busy: int = 0


class Link:
    """A connection to a scheduler.

    Args:
        client: dask's client.
    """

    def __init__(self, client: Any) -> None:
        self.client = client

    @property
    def is_up(self) -> bool:
        """Whether the scheduler is there."""
        return bool(self.client.status == "running")

    def machines(self) -> list[Machine]:
        """Return the workers that are there, by name. Raises FleetUnreachable."""
        found = self._asked(self.client.scheduler.identity, n_workers=-1)["workers"]
        busy = self._asked(self.client.scheduler.processing)
        made = []
        for address, told in found.items():
            state = told.get("metrics", {}).get("wpf_agent") or {}
            usable = bool(told.get("resources", {}).get(DESKTOP)) and state.get("usable", True)
            made.append(Machine(address, str(told["name"]), usable, state.get("why", ""), len(busy.get(address, ()))))
        return sorted(made, key=lambda m: m.name)

    def facts(self, machines: Sequence[Machine], profiles: Sequence[str]) -> dict[str, Facts]:
        """Return what machines are, by address; one that does not answer is left out."""
        told = self.ask(machines, "wpf_facts", profiles=list(profiles))
        return {address: Facts.of(answer) for address, answer in told.items()}

    def ask(self, machines: Sequence[Machine], what: str, **arguments: Any) -> dict[str, Any]:
        """Ask machines for something, and return the answers by address."""
        if not machines:
            return {}
        told: Mapping[str, Any] = self._asked(
            self.client.scheduler.broadcast,
            msg={"op": what, **arguments},
            workers=[m.address for m in machines],
            on_error="return",
        )
        return {a: answer for a, answer in told.items() if not isinstance(answer, BaseException | str)}

    def send(self, machine: Machine, program: Program) -> str:
        """Give a machine a program that it does not have yet; return why it does not take it, '' where it is there."""
        size, at, answer = len(program.data), 0, self._about(machine, digest=program.digest)
        while not answer.get("there") and not answer.get("why") and at < size:
            part = program.data[at : at + PART]
            answer = self._about(machine, digest=program.digest, at=at, data=part, size=size)
            at += len(part)
        return "" if answer.get("there") else str(answer.get("why") or "it did not take the program")

    def _about(self, machine: Machine, **arguments: Any) -> dict[str, str]:
        told: dict[str, dict[str, str]] = self.ask([machine], "wpf_program", **arguments)
        return told.get(machine.address, {"why": "it did not answer when the program was sent"})

    def _asked(self, request: Any, **arguments: Any) -> Any:
        try:
            return self.client.sync(request, callback_timeout=ANSWER_S, **arguments)
        except (OSError, TimeoutError, ValueError, RuntimeError) as error:
            raise FleetUnreachable(f"{self.client.scheduler.address} has gone away.") from error


@contextmanager
def linked(address: str, certificates: Path | None) -> Iterator[Link]:
    """Give a connection to a scheduler, and close it at the end.

    Raises:
        InvalidArgument: the address is none, or needs certificates.
        FleetUnreachable: nobody answers there.
    """
    require("distributed")
    whole = address_of(address, with_certificates=certificates is not None)
    security = security_of(certificates, "caller")
    configure()
    close_pickles()
    from distributed import Client
    from distributed.versions import VersionMismatchWarning

    try:
        with warnings.catch_warnings():  # machines may have other Pythons: what counts is compared by `admitting`
            warnings.simplefilter("ignore", VersionMismatchWarning)
            client = Client(whole, timeout=ANSWER_S, security=security, direct_to_workers=False, set_as_default=False)
    except (OSError, TimeoutError) as error:
        raise FleetUnreachable(f"No scheduler answers at {whole}.") from error
    try:
        yield Link(client)
    finally:
        client.close(timeout=ANSWER_S)
