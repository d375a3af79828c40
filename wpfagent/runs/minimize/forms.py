"""How passes are put together: the full form, and the two simple ones; and what a run of them came to."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

from wpfagent.core.errors import InvalidArgument, WpfAgentError
from wpfagent.runs.minimize.deleting import delete_blocks, delete_dependents, delete_single
from wpfagent.runs.minimize.joining import Joined, join_steps
from wpfagent.runs.minimize.simple import keep_halves, keep_last
from wpfagent.runs.minimize.trials import Pass, Spent, T, Trials
from wpfagent.runs.minimize.values import Fields, simplify_values
from wpfagent.runs.minimize.ways import State, drop_idle, shorten_way

INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Knowledge(Generic[T]):
    """What is known of the items beside the test.

    Args:
        is_idle: whether an item had no effect in the recorded run.
        state: the state that the recorded run was in before an item; None where that is not known.
        fields: the values of an item that may be made simpler.
        joined: the one item that does what neighbours do together; None where there is none.
    """

    is_idle: Callable[[T], bool] = lambda _: False
    state: Callable[[T], State | None] = lambda _: None
    fields: Fields[T] = lambda _: ()
    joined: Joined[T] = lambda _: None


def full_form(known: Knowledge[T]) -> list[Pass[T]]:
    """Return the passes of the full form: cheap guesses first, then what makes it minimal, then its values."""
    deleting: list[Pass[T]] = [delete_single, delete_dependents]
    return [
        drop_idle(known.is_idle),
        shorten_way(known.state),
        delete_blocks(),
        drop_idle(),
        *deleting,
        join_steps(known.joined),
        simplify_values(known.fields),
        delete_single,
    ]


def passes_of(form: str, known: Knowledge[T]) -> list[Pass[T]]:
    """Return the passes of a form: `full`, `halves`, or `last:N`. Raises InvalidArgument."""
    if form == "full":
        return full_form(known)
    if form == "halves":
        return [keep_halves]
    if (last := re.fullmatch(r"last:([1-9]\d*)", form)) is not None:
        return [keep_last(int(last[1]))]
    raise InvalidArgument(f"The form cannot be {form!r}.", hint="full, halves, or last:N, as in last:10.")


@dataclass(frozen=True, slots=True)
class Stopped:
    """Why a run of passes ended early; `reason` is '' where it did not.

    Args:
        reason: `interrupted`, which limit was reached, or what an error said.
        error: that error.
    """

    reason: str = ""
    error: WpfAgentError | None = None


def run_passes(trials: Trials[T], passes: Sequence[Pass[T]]) -> Stopped:
    """Run passes one after the other; however that ends, `trials.best` is the best so far."""
    try:
        for one in passes:
            one(trials)
    except Spent as spent:
        return Stopped(str(spent))
    except KeyboardInterrupt:
        return Stopped(INTERRUPTED)
    except WpfAgentError as error:
        return Stopped(error.message, error)
    return Stopped()
