"""Whether the program was asked to end: by an action that closes it, a command that says so, or an answer to it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from wpfagent.core.selector import spelled_out
from wpfagent.testing.oracles.base import Observation

ENDING_ACTIONS = frozenset({"close_window", "quit_application"})
ASKED_FOR = 3
"""How many answers to questions may follow an action that asks the program to end."""
_ENDING_WORDS = re.compile(
    r"\b(?:exit|quit|close|shut ?down|log ?off|log ?out|sign ?out|restart|alt\+f4)\b"
    r"|終了|閉じる|再起動|ログアウト|ログオフ|サインアウト|シャットダウン",
    re.IGNORECASE,
)


def asks_to_end(observation: Observation) -> bool:
    """Return whether this very action asks the program to end."""
    if observation.action in ENDING_ACTIONS:
        return True
    if observation.check or observation.action == "glance":
        return False
    words = [observation.subject]
    if observation.control is not None:
        words += [observation.control.name, spelled_out(observation.control.automation_id)]
    return _ENDING_WORDS.search(" ".join(words)) is not None


@dataclass(slots=True)
class Asked:
    """Remembers for how many more actions the program counts as asked to end."""

    left: int = 0

    def note(self, observation: Observation) -> bool:
        """Return whether this action or one just before it asks the program to end."""
        if asks_to_end(observation):
            self.left = ASKED_FOR
            return True
        asked = self.left > 0
        if observation.action != "glance":  # a look between actions is no answer
            self.left = max(0, self.left - 1)
        return asked
