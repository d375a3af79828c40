"""What a failure may have been about: what was entered when something failed, and never when it went well.

So that a failure which is known does not eat the budget: what is expected to fail is done rarely.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

SEVERAL = 2
"""With so many values of one field, and never without, is a matter of the field, whatever it holds."""
PLACE = "state"
"""Where it was done stands beside what was entered; where it ever went well the place is not to blame."""
Entered = Mapping[str, str]
"""What is entered now: for each field its token, the kind of value."""


@dataclass(slots=True)
class Blame:
    """What each thing that can be done has failed with.

    Args:
        failed: the tokens that were entered when it failed, by field.
        fine: the tokens that were entered when it did not, since it failed with them.
        times: how often it failed.
    """

    failed: defaultdict[str, defaultdict[str, set[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(set))
    )
    fine: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    times: Counter[str] = field(default_factory=Counter)

    def note_done(self, key: str, entered: Entered) -> None:
        """Take note that something was done; it went well until a failure is told of."""
        self.fine[key].update(entered.values())

    def note_failure(self, key: str, entered: Entered) -> None:
        """Take note that it failed."""
        self.times[key] += 1
        self.fine[key] -= {token for name, token in entered.items() if name != PLACE}
        for name, token in entered.items():
            self.failed[key][name].add(token)

    def expects(self, key: str, entered: Entered) -> bool:
        """Return whether it would only fail once more."""
        if key not in self.failed:
            return False
        fine, failed = self.fine[key], self.failed[key]
        return any(
            token not in fine and (token in known or len(known - fine) >= SEVERAL)
            for name, token in entered.items()
            if (known := failed.get(name))
        )
