"""What a screenshot mode asks for: which pictures are taken, which evidence is written."""

from __future__ import annotations

from typing import Literal

from wpfagent.gate.passage import Passage

Screenshots = Literal["never", "on_failure", "each_step", "around_actions"]
NOT_DONE = (3, 5)
"""Exit codes of errors after which the application is worth a picture: it was reached, and the act was not done."""


def wants_picture(mode: Screenshots, passage: Passage, *, failed: bool) -> bool:
    """Whether a picture is taken after an action."""
    return shows_evidence(mode, passage, failed=failed) and (failed or _was_reached(passage))


def shows_evidence(mode: Screenshots, passage: Passage, *, failed: bool) -> bool:
    """Whether the evidence of an action is written: a failure's always, else as the mode says."""
    changed = passage.effect == "confirmed"
    not_done = passage.error is not None and _was_reached(passage)
    return failed or mode == "each_step" or (mode == "around_actions" and changed) or (mode != "never" and not_done)


def _was_reached(passage: Passage) -> bool:
    return passage.error is None or passage.error.exit_code in NOT_DONE
