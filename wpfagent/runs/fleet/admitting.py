"""Who takes part in a run: each machine that comes is compared once, and let in or left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from wpfagent.runs.fleet.facts import Expected, Facts, Likeness, expected_of
from wpfagent.runs.fleet.link import Link, Machine
from wpfagent.runs.fleet.programs import Program


@dataclass(slots=True)
class Admission:
    """The machines of one run.

    Args:
        link: the way to them.
        run: the run.
        profiles: those that it needs.
        own: what the caller's own are like.
        tell: hears the name of a machine, and what becomes of it.
        program: the program that each machine gets; None: they have their own.
    """

    link: Link
    run: str
    profiles: Sequence[str]
    own: Mapping[str, Likeness]
    tell: Callable[[str, str], None]
    program: Program | None = None
    expected: Expected | None = None
    desktop: str = ""
    left_out: dict[str, str] = field(default_factory=dict)
    _in: dict[str, str] = field(default_factory=dict)
    _out: set[str] = field(default_factory=set)
    _unusable: dict[str, str] = field(default_factory=dict)

    def look(self) -> int:
        """Judge who has come, notice who has gone, and return how many desktops can be used.

        Raises:
            FleetUnreachable: the scheduler has gone away.
        """
        machines = self.link.machines()
        here = {m.address for m in machines}
        for address in [a for a in self._in if a not in here]:
            self.tell(self._in.pop(address), "has gone away")
        new = [m for m in machines if m.address not in self._in and m.address not in self._out]
        if new:
            self._judge(new)
        for machine in (m for m in machines if m.address in self._in):
            self._notice(machine)
        return sum(1 for m in machines if m.address in self._in and m.usable)

    def _judge(self, new: Sequence[Machine]) -> None:
        facts = self.link.facts(new, self.profiles)
        if not facts:
            return
        if self.expected is None:
            told = sorted(facts.values(), key=lambda f: f.machine)
            self.desktop = Counter(f.desktop for f in told).most_common(1)[0][0]
            expected = expected_of(self.own, self.profiles, [f for f in told if f.desktop == self.desktop])
            sent = self.program.exes if self.program is not None else ()
            self.expected = expected.without_programs(sent)
        for machine in (m for m in new if m.address in facts):
            why = self._against(facts[machine.address])
            if not why and self.program is not None:
                why = self.link.send(machine, self.program)
            if why:
                self._out.add(machine.address)
                self.left_out[machine.name] = why
                self.tell(machine.name, f"is left out: {why}")
            else:
                self.link.ask([machine], "wpf_admit", run=self.run)
                self._in[machine.address] = machine.name
                self.left_out.pop(machine.name, None)
                self.tell(machine.name, "takes part")

    def _against(self, facts: Facts) -> str:
        assert self.expected is not None
        if facts.desktop != self.desktop:
            return f"its desktop is {facts.desktop}, not {self.desktop}"
        return self.expected.against(facts)

    def _notice(self, machine: Machine) -> None:
        known = self._unusable.get(machine.address, "")
        if machine.usable and known:
            del self._unusable[machine.address]
            self.tell(machine.name, "can be used again")
        elif not machine.usable and machine.why and not known:
            self._unusable[machine.address] = machine.why
            self.tell(machine.name, f"takes nothing more: {machine.why}")
