"""Whether what a process holds grows with the uses of one control, and not with anything else.

The level after each use is one point, and what the use itself added another. The trend is the median of the slopes
between all pairs of points (Theil-Sen): single jumps, a collection of garbage among them, do not move it.

Source: P. K. Sen, Estimates of the regression coefficient based on Kendall's tau, 1968.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from statistics import median
from typing import Any

from wpfagent.testing.oracles.base import Observation
from wpfagent.testing.oracles.parts.uses import Identity, Suspect, acted_on, described, used

KEPT_USES = 40
KEPT_STEPS = 400
GROWING_SHARE = 2 / 3
RETAINED_SHARE = 0.5
OWN_SHARE = 0.5
"""Another control that added this share of the whole growth may explain it as well."""
NOISE_TIMES = 3.0
METHODS_TOLD, METHODS_SAID = 12, 3
"""So many methods that ran in a control's uses are kept, and named in a sentence."""
SUSPECTED_USES, SUSPECTED_SHARE = 2, 0.6


@dataclass(frozen=True, slots=True)
class GrowthSettings(Suspect):
    """How many uses it takes."""

    uses: int = field(default=6, metadata={"doc": "uses of the same control that tell a trend"})


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a control.

    Args:
        at: how many actions there had been.
        added: what it added.
        level: what the process held afterwards.
        shown: how many windows and elements the program showed afterwards.
    """

    at: int
    added: int
    level: int
    shown: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Step:
    """What one action of any kind added.

    Args:
        at: how many actions there had been.
        key: the control that it used; without one the action itself.
        added: what it added.
        level: what the process held afterwards.
        words: the control's name, else its help: a menu, a toolbar and a dialog may offer the same command.
    """

    at: int
    key: Hashable
    added: int
    level: int
    words: str = ""


@dataclass(slots=True)
class Ledger:
    """What each action of one run of a program added to what it holds."""

    last: int | None = None
    actions: int = 0
    uses: dict[Identity, list[Use]] = field(default_factory=lambda: defaultdict(list))
    steps: list[Step] = field(default_factory=list)

    def note(self, observation: Observation, level: int | None, first: int | None) -> Identity | None:
        """Take an action down; return the control that it used."""
        if self.last is None and not self.actions:
            self.last = first
        if level is None:
            return None
        last, self.last = self.last, level
        if last is None:
            return None
        who = used(observation)
        self.actions += 1
        key: Hashable = who if who is not None else (observation.action, str(observation.args))
        control = acted_on(observation)
        words = (control.name or control.help_text) if control is not None else ""
        self.steps.append(Step(self.actions, key, level - last, level, words))
        del self.steps[:-KEPT_STEPS]
        if who is not None:
            self.uses[who].append(Use(self.actions, level - last, level, shown_by(observation)))
            del self.uses[who][:-KEPT_USES]
        return who

    def grown(
        self,
        observation: Observation,
        settings: GrowthSettings,
        *,
        level: int | None,
        first: int | None,
        limit: float,
    ) -> tuple[Identity, Trend, bool] | None:
        """Take an action down; return the control with whose uses something grows, how, and whether that was suspected.

        Args:
            observation: what the gate has read.
            settings: the oracle's.
            level: what is held now; None where nobody told.
            first: what was held at first; None where that is not known.
            limit: what one use must add.
        """
        who = self.note(observation, level, first)
        if who is None:
            return None
        is_suspected = settings.suspect.get("control") == who.to_dict()
        trend = trend_of(who, self, limit=limit, uses=settings.uses)
        if trend is None and is_suspected:
            trend = suspected_trend(who, self, float(settings.suspect.get("slope", limit)))
        return (who, trend, is_suspected) if trend is not None else None


@dataclass(frozen=True, slots=True)
class Trend:
    """What a control's uses add.

    Args:
        uses: how many uses.
        slope: what each added.
        total: what they added in all, and was held more after the last of them than before the first.
        collected: whether something was given back in between, and most of what they added was not.
    """

    uses: int
    slope: float
    total: int
    collected: bool = False


def trend_of(who: Identity, ledger: Ledger, *, limit: float, uses: int) -> Trend | None:
    """Return the trend of a control's uses; None where nothing grows with them, or something else explains it.

    Args:
        who: the control.
        ledger: what was added by what.
        limit: what one use must add.
        uses: how many uses at least.
    """
    points = _growing(ledger.uses[who], limit, uses)
    if len(points) < uses:
        return None
    added = [p.added for p in points]
    own = median(added)
    growing = sum(a >= limit / 2 for a in added) / len(added)
    total = min(points[-1].level - points[0].level + points[0].added, sum(added))
    if own < limit or growing < GROWING_SHARE or shows_more(points):
        return None
    kept = theil_sen([p.level for p in points])
    if kept < RETAINED_SHARE * own:
        return None
    steps = [s for s in ledger.steps if points[0].at <= s.at]
    others = [s.added for s in steps if s.key != who]
    usual = median(others) if others else 0.0
    noise = median([abs(a - usual) for a in others]) * 1.4826 if others else 0.0
    if own - usual < limit or total < NOISE_TIMES * noise or retained(steps, who) < limit:
        return None
    same = {_plain(s.words) for s in steps if s.key == who} - {""}
    sums: dict[Hashable, int] = defaultdict(int)
    for step in steps:
        sums[step.key] += step.added if _plain(step.words) not in same else 0
    grown = [key for key, added in sums.items() if key != who and added >= OWN_SHARE * total]
    if any(retained(steps, key) >= limit / 2 for key in grown):
        return None  # two that grow together: nobody can tell which of them it is
    return Trend(len(points), min(own, kept), total, _collected(steps, who, limit))


def _growing(points: Sequence[Use], limit: float, uses: int) -> Sequence[Use]:
    """The last uses in a row that added something, where they are enough: it may grow only as things stand now.

    What takes much away at once is a collection, whoever happens to cause it.
    """
    count = 0
    for point in reversed(points):
        if abs(point.added) < limit / 2:
            break
        count += 1
    return points[-count:] if count >= uses else points


def _collected(steps: Sequence[Step], who: Hashable, limit: float) -> bool:
    """Whether the level once fell after some uses, and then still held most of what they had added."""
    base = steps[0].level - steps[0].added
    own = uses = 0
    for step in steps:
        if step.key == who:
            own, uses = own + step.added, uses + 1
        elif uses > 1 and step.added <= -limit and step.level - base >= RETAINED_SHARE * own:
            return True
    return False


def retained(steps: Sequence[Step], key: Hashable) -> float:
    """Return how much of what a use adds is mostly still held when the level is lowest, before the next use."""
    kept: list[float] = []
    base = lowest = 0
    for step in steps:
        if step.key == key:
            if kept:
                kept[-1] = lowest - base
            base, lowest = step.level - step.added, step.level
            kept.append(lowest - base)
        lowest = min(lowest, step.level)
    if kept:
        kept[-1] = lowest - base
    return median(kept) if kept else 0.0


def suspected_trend(who: Identity, ledger: Ledger, slope: float) -> Trend | None:
    """Return the trend of the last two uses where each added most of what is suspected, and all of it is still held."""
    points = ledger.uses[who][-SUSPECTED_USES:]
    wanted = slope * SUSPECTED_SHARE
    total = sum(p.added for p in points)
    if len(points) < SUSPECTED_USES or any(p.added < wanted for p in points):
        return None
    before = points[0].level - points[0].added
    if points[-1].level - before < wanted * len(points):
        return None
    return Trend(len(points), total / len(points), points[-1].level - before)


def _plain(words: str) -> str:
    """A control's words without marks and shortcut: `Refresh (F5)` is `Refresh…`."""
    return " ".join(re.sub(r"\(.*?\)|[^\w\s]", " ", words).casefold().split())


def code_of_use(observation: Observation) -> tuple[str, dict[str, Any]]:
    """Return which of the program's own methods a control's uses were the first to run: in words, and as details."""
    ran = list(observation.inside.ran[:METHODS_TOLD]) if observation.inside is not None else []
    return (f" Its use was the first to run {', '.join(ran[:METHODS_SAID])}.", {"methods": ran}) if ran else ("", {})


def described_use(observation: Observation) -> str:
    """Return the control that an action used, in words."""
    control = acted_on(observation)
    return described(control) if control is not None else observation.action


def theil_sen(levels: Sequence[float]) -> float:
    """Return the median of the slopes between all pairs of points that lie one apart; 0 for fewer than two."""
    slopes = [(b - a) / (j - i) for (i, a), (j, b) in combinations(enumerate(levels), 2)]
    return median(slopes) if slopes else 0.0


def shown_by(observation: Observation) -> tuple[int, int]:
    """Return how many windows and elements the program showed after an action."""
    return len(observation.windows), len(observation.after) if observation.after is not None else 0


def counted(who: Identity, trend: Trend, observation: Observation) -> dict[str, Any]:
    """Return the details of a finding about things that are counted: handles, windows."""
    return {
        "about": who.about,
        "uses": trend.uses,
        "per_use": round(trend.slope, 1),
        "total": trend.total,
        "suspect": {"control": who.to_dict(), "slope": round(trend.slope, 1)},
        **code_of_use(observation)[1],
    }


def shows_more(points: Sequence[Use]) -> bool:
    """Return whether the program shows more with each use: what it shows, it may hold."""
    (windows, elements), (windows_now, elements_now) = points[0].shown, points[-1].shown
    more = windows_now - windows >= len(points) / 2
    return more or (elements_now > elements * 1.5 and elements_now - elements >= 10 * len(points))
