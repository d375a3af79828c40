"""The oracle `dead_control`: a button does nothing, again and again, while others beside it do something."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from wpfagent.core.model import ROW_TYPES, Control, Snapshot
from wpfagent.testing.oracles.base import Finding, LastingOracle, Observation
from wpfagent.testing.oracles.parts.commanding import follows_state, may_be_unseen, saves
from wpfagent.testing.oracles.parts.uses import Identity, Suspect, described, is_whole, pressed

EFFECTIVE_SHARE = 0.8
ITEMS = ROW_TYPES | {"Text"}
EFFECTIVE_HERE = 2
KEPT = 20
MANY_OTHERS, OTHERS_SHARE = 10, 0.9
"""How many of the whole program tell where a window has too few others, and which share of them must answer."""
MANY_PEERS, MANY_USES = 5, 10
"""How many peers, used how often and never in vain, show a program that answers to every use."""


@dataclass(frozen=True, slots=True)
class DeadControlSettings(Suspect):
    """How often is again and again, and how many others must do something."""

    uses: int = field(default=3, metadata={"doc": "uses without any effect that make a finding"})
    peers: int = field(default=3, metadata={"doc": "controls of the same kind in the same window that were used, too"})


@dataclass(slots=True)
class _Uses:
    """What the uses of one control came to.

    Args:
        name: what it shows.
        effective: uses with an effect, by the page that was shown.
        shown: in which run of the program, and what they made it show, as numbers that stand for it.
        said: the texts that they made it show in this run of the program.
        dead: uses without one in a row, with other effective actions between them.
        at: how many effective actions of others there had been at the last of them.
        quiet: whether its name says that its effect need not show.
        follows: whether its name says that a state decides what it does.
        wavered: whether it had an effect again after it had had none: a state explains that.
        life: stands for the run of the program in which it was used last: only uses in one run count as repeated.
    """

    name: str
    effective: Counter[int] = field(default_factory=Counter)
    shown: list[tuple[object, int]] = field(default_factory=list)
    said: set[str] = field(default_factory=set)
    dead: int = 0
    at: int = -1
    quiet: bool = False
    follows: bool = False
    wavered: bool = False
    life: object = None


@dataclass(slots=True)
class _Known:
    """What an oracle remembers of a program: the uses of its controls, and its effective actions."""

    uses: dict[Identity, _Uses] = field(default_factory=dict)
    actions: int = 0
    reported: set[tuple[Identity, bool]] = field(default_factory=set)

    def said_by_namesakes(self, own: _Uses, life: object) -> set[str]:
        """What other controls that show the same have made the program say in this run of it."""
        others = (u for u in self.uses.values() if u is not own and u.life is life and u.name == own.name)
        return {text for other in others for text in other.said}


@dataclass(slots=True)
class _Life:
    """Stands for one run of the program."""

    id: object = field(default_factory=object)


class DeadControl(LastingOracle[DeadControlSettings, _Life, _Known]):
    """A button, link or menu item did nothing at all at each of its uses, while most others of its window did.

    Nothing: no element, value or window changed, and the program was at rest. Uses count where something else happened
    between them: pressing a button twice in the same state may rightly change nothing. It is a failure in a program
    that answers to each use: every single one of ten or more of at least five other commands had an effect, and three
    peers in the window were used (where it has fewer: ten in the program). It is a warning where four fifths of those
    peers had an effect, or for a command whose effect need not show (Copy, Print, Refresh) or that says that it has to
    be held: elsewhere a command may do what nobody sees.

    Not judged are commands that a state explains (Undo, Next, Save; Settings on the page Settings), and what did
    something before: a second use may find all done. That counts in such a program, where it did so on the same page
    and showed something else each time. What earlier uses have made it say (`Choose a customer.`) must have gone, too:
    it would not say it twice. Nor would it say what another control of its name has made the program say.
    """

    rank = 130
    cause = "No handler may be attached to {what}, or it may return before it does anything."

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        control, after = observation.control, observation.after
        known = self.history
        who = pressed(observation)
        confirmed = observation.effect == "confirmed"
        if who is None or control is None:
            known.actions += confirmed
            return None
        follows = follows_state(control) or saves(control)
        uses = known.uses.setdefault(who, _Uses(control.name, quiet=may_be_unseen(control), follows=follows))
        life = self.memory.id
        if uses.life is not life:  # a replay does the same in each run of the program: that is no repeated use
            uses.dead, uses.at, uses.life, uses.said = 0, -1, life, set()
        if confirmed or not observation.liveness.running:
            uses.wavered = uses.wavered or bool(uses.dead)
            uses.effective[_page(observation.before, control.hwnd)] += 1
            shown = _shown_anew(observation.before, after)
            uses.said |= shown
            uses.shown.append((life, hash(shown)))
            del uses.shown[:-KEPT]
            uses.dead = 0
            known.actions += 1
            return None
        if not is_whole(after) or not is_whole(observation.before) or not control.enabled:
            return None  # what was not read may have changed
        if _opens_what_is_shown(control, after) or _stands(after, known.said_by_namesakes(uses, life)):
            return None
        suspected = self.settings.suspect.get("control") == who.to_dict()
        if uses.at != known.actions:
            uses.dead, uses.at = uses.dead + 1, known.actions
        if not suspected and uses.dead < self.settings.uses:
            return None
        judged = _judge(who, known, self.settings, _page(observation.before, control.hwnd), after)
        if not suspected and judged is None:
            return None
        sure, said = judged or (True, "")
        if (who, sure) in known.reported and not suspected:
            return None
        known.reported.add((who, sure))
        what = described(control)
        times = "" if suspected else f" at its last {uses.dead} uses"
        return Finding(
            "dead_control",
            f"{what} does nothing",
            f"{what} had no effect{times}: no element, value or window changed.{said}",
            f"{what} does something that can be seen, as the others of its kind do.",
            key=f"{who.about} {'failure' if sure or suspected else 'warning'}",
            details={"about": who.about, "uses": uses.dead, "effective_before": uses.effective.total(),
                     "suspect": {"control": who.to_dict()}},
            severity="failure" if sure or suspected else "warning",
            of_last_action=False,
        )  # fmt: skip


def _judge(
    who: Identity, known: _Known, settings: DeadControlSettings, page: int, after: Snapshot | None
) -> tuple[bool, str] | None:
    """Return whether its peers make it sure, and that in words; None where they say nothing."""
    others = {i: u for i, u in known.uses.items() if i != who and i.kind == who.kind}
    peers, share, where = [u for i, u in others.items() if i.window == who.window], EFFECTIVE_SHARE, "window"
    if len(peers) < settings.peers and len(others) >= MANY_OTHERS:
        peers, share, where = list(others.values()), OTHERS_SHARE, "program"
    answering = [u for u in peers if u.effective]
    if len(answering) < share * max(1, len(peers)):
        return None
    uses = sum(u.effective.total() for u in others.values())
    steady = [bool(u.effective) and not (u.dead or u.wavered) for u in others.values() if not u.follows]
    said = f" {len(answering)} of {len(peers)} others of its kind in the {where} had one."
    always = len(others) >= MANY_PEERS and uses >= MANY_USES
    always = always and all(steady)
    own = known.uses[who]
    enough = len(peers) >= settings.peers
    anew = len(set(own.shown)) == len(own.shown)
    here = own.effective[page] >= EFFECTIVE_HERE and anew and not (own.wavered or _stands(after, own.said))
    if own.follows or (own.effective and not (always and here)):
        return None
    return always and ((enough and not own.quiet) or here), said


def _stands(after: Snapshot | None, said: set[str]) -> bool:
    """Whether a text of these is there: who says it again shows nothing new."""
    return not said.isdisjoint(c.text for c in after or ())


def _opens_what_is_shown(control: Control, snapshot: Snapshot | None) -> bool:
    """Whether a command is called like the page or window that is open: there it has nothing to do."""
    name = control.name.strip().rstrip(".…").casefold()
    shown = {c.name for c in snapshot or () if c.selected and c.ref != control.ref}
    shown |= {w.title for w in snapshot.windows} if snapshot is not None else set()
    return bool(name) and name in {text.strip().casefold() for text in shown}


def _shown_anew(before: Snapshot | None, after: Snapshot | None) -> frozenset[str]:
    """The texts that were not there before."""
    known = {c.text for c in before or ()}
    return frozenset(c.text for c in after or () if c.text not in known)


def _page(snapshot: Snapshot | None, hwnd: int) -> int:
    """A number that stands for the page that a window shows: its controls, whatever they say."""
    shown = [c for c in snapshot or () if c.hwnd == hwnd and c.control_type not in ITEMS]
    return hash(tuple((c.control_type, c.automation_id) for c in shown))
