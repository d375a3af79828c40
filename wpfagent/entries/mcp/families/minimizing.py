"""`minimize`: a failure shrunk to the few steps that matter, without a model in the loop."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from wpfagent.core.errors import FileInvalid, InvalidArgument
from wpfagent.core.files import lies_in
from wpfagent.entries.mcp import resources
from wpfagent.entries.mcp.connection import Opened
from wpfagent.entries.mcp.families.followed import follow
from wpfagent.entries.mcp.families.long_work import TRIALS, MinimizeParams
from wpfagent.entries.mcp.families.replays import check_consent
from wpfagent.entries.mcp.families.runs import real_of
from wpfagent.entries.mcp.following import Following
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.mcp.replies import Answer
from wpfagent.entries.mcp.tools import Calling
from wpfagent.gate.execute import Gate
from wpfagent.runs.minimize.minimizing import Options
from wpfagent.runs.minimize.steps import Item
from wpfagent.runs.minimize.ticket import CONFIRMATIONS, SCENARIO, Minimised, Place, minimize_failure
from wpfagent.runs.minimize.trials import Limits, Trial
from wpfagent.runs.replay_file import FILE_NAME, read_recording
from wpfagent.runs.replay_secrets import secret_values
from wpfagent.safety.policy import Consent
from wpfagent.testing.tickets.model import FILE_NAME as TICKET_FILE
from wpfagent.testing.tickets.store import TicketStore
from wpfagent.testing.wording.outcomes import plain


async def run(calling: Calling) -> Answer:
    """Shrink the failure that the call names, and say what is left of it."""
    connection = calling.connection
    opened = await connection.open()
    asked: MinimizeParams = calling.params
    options = Options(times=asked.times, limits=Limits(asked.max_trials, float(asked.max_time_s)))
    consent = Consent(token=asked.confirm_token)
    path = await connection.aside(lambda: find_failure(asked.of, connection.options, opened))
    made = await follow(
        calling, lambda gate, following: minimize_failure_of(path, opened, gate, options, consent, following)
    )
    return Answer(text_of(made), {"minimised": facts_of(made)})


class Trying:
    """Tells a client of the trials of a minimiser.

    Args:
        following: whom to tell.
        of: so many trials and replays there are at most; None where that is not the whole of the work.
    """

    def __init__(self, following: Following, of: int | None = None) -> None:
        self._following = following
        self._of = of

    def tried(self, number: int, candidate: Sequence[Item], trial: Trial) -> None:
        """Tell of a trial."""
        self._following.advance(f"trial {number}: {len(candidate)} steps, {trial.outcome}", of=self._of)

    def reduced(self, before: Sequence[Item], after: Sequence[Item]) -> None:
        """A step forward shows in the trials that follow."""

    def proved(self, number: int, of: int) -> None:
        """Tell of a replay of what is left."""
        self._following.advance(f"replay {number} of {of} of what is left", of=self._of)


def find_failure(of: str, options: ServeOptions, opened: Opened) -> Path:
    """Return the folder of a ticket or a session by its id, or a replay file of a record or of a profile's scenarios.

    Raises:
        InvalidArgument: there is none.
        PathOutsideScope: the file lies elsewhere.
    """
    folders = opened.folders
    try:
        return resources.folder_of(of, options)
    except InvalidArgument:
        path, is_inside = Path(of), lies_in(of, *folders)
        if not path.is_absolute() or (is_inside and not os.path.exists(path)):
            raise
    said = f"{of!r} is no file of a record."
    return real_of(path if is_inside else None, opened, said, "Give a ticket's id, or a session's.")


def minimize_failure_of(
    path: Path, opened: Opened, asking: Gate, options: Options, consent: Consent, following: Following
) -> Minimised:
    """Minimise a ticket, or what a file or a session holds.

    Args:
        path: the ticket's folder, a session's folder, or a file.
        opened: what the call works with.
        asking: knows the consents that were given out.
        options: tries and budget.
        consent: of this call.
        following: hears of each trial, and may end it.

    Raises:
        FileInvalid: it names no application.
        LaunchNotAllowed: that may not be started over MCP.
        InvalidArgument: it cannot be started anew.
    """
    recording = read_recording(str(path))
    spec = recording.target_spec
    if spec is None:
        raise FileInvalid(
            f"{path} names no application.", hint="Minimise it by hand: `wpf-agent minimize --profile …`."
        )
    if opened.policy.fence is not None or (spec.exe is not None and spec.mode != "attach"):
        opened.policy.check_launch(spec.exe or spec.describe(), spec.profile)
    check_consent(opened, asking, recording, consent)
    store = TicketStore(opened.artifacts)
    folder = path if path.is_dir() else path.parent
    entry = store.find(str(folder)) if (folder / TICKET_FILE).is_file() else None
    return minimize_failure(
        recording,
        Place(
            opened.desktop,
            store.artifacts,
            replace(opened.policy, caller="replay", flag_destructive=bool(recording.consented)),
            opened.profiles.profiles,
        ),
        signature=entry.signature if entry is not None else None,
        secrets=secret_values(recording.secrets, None),
        options=options,
        listener=Trying(following, (options.limits.trials or TRIALS) + CONFIRMATIONS),
        entry=entry,
        store=store if entry is not None else None,
    )


def facts_of(made: Minimised) -> dict[str, Any]:
    """Return what minimising came to: how short, how sure, the steps that are left, and where they lie."""
    folder = made.ticket.folder if made.ticket is not None else made.session
    facts: dict[str, Any] = {
        "outcome": made.shrunk.outcome,
        **made.facts,
        "text": made.describe(),
        "steps": [step_of(item.action) for item in made.items],
    }
    if made.ticket is not None:
        facts["ticket_id"] = made.ticket.id
    for key, name in (("replay", FILE_NAME), ("scenario", SCENARIO)):
        if (folder / name).is_file():
            facts[key] = str(folder / name)
    return facts | ({"others": list(made.others)} if made.others else {})


def text_of(made: Minimised) -> str:
    """Return the same for a model."""
    facts = facts_of(made)
    lines = [facts["text"]]
    if made.shrunk.outcome == "minimised" and made.reproduced < made.attempts:
        lines.append("It does not fail every time: with times=5 each list is tried more often.")
    if made.reproduced:
        lines += [f"  {number}. {plain(step)}" for number, step in enumerate(facts["steps"], start=1)]
    lines += [f"seen on the way, another failure: {title}" for title in made.others]
    return "\n".join([*lines, *(f"{key}: {facts[key]}" for key in ("ticket_id", "replay", "scenario") if key in facts)])


def step_of(action: Mapping[str, Any]) -> dict[str, Any]:
    """Return a recorded action as short as it can be said."""
    return {"tool": action["tool"], **{k: v for k, v in action["args"].items() if k != "timeout_ms"}}
