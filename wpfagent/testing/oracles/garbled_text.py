"""The oracle `garbled_text`: the program shows a text that was decoded wrongly."""

from __future__ import annotations

import re
from collections.abc import Iterable

from wpfagent.core.model import Control
from wpfagent.testing.oracles.base import Finding, Observation, Oracle
from wpfagent.testing.oracles.parts.looking import SeenTexts, is_typed_in
from wpfagent.testing.oracles.parts.mojibake import REPLACEMENT, garbled_part, repaired
from wpfagent.testing.oracles.parts.settings import PatternSettings
from wpfagent.testing.oracles.parts.signature import stable_id

_LOST = re.compile(f"[{REPLACEMENT}\ud800-\udfff\U00010000-\U0010ffff]+")
"""What becomes U+FFFD where a text is cut or converted: surrogates and what they stand for."""
_WORDS = re.compile(rf"\w*{REPLACEMENT}[\w{REPLACEMENT}]*")


class GarbledText(Oracle[PatternSettings, SeenTexts]):
    """The program shows a text that was decoded wrongly.

    That is U+FFFD (`B��ck`), UTF-8 that was read as Windows-1252 or Latin-1 (`GrÃ¼ÃŸe`, `donâ€™t`) or as Shift_JIS
    (`縺薙ｓ縺ｫ縺｡縺ｯ`), and Shift_JIS read as Windows-1252, in names, texts, values and titles. Proved by undoing
    it. What was typed, and its echo, is nobody's fault; fields that are written in count only where the program put
    something else there.
    """

    rank = 220
    cause = "The text that {about} shows may be read in another encoding than it was written in."

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        typed = self.memory.note_typed(observation)
        found = self.memory.new_in(observation, at_start=True)
        if found is None:
            return None
        shown, new = found
        parts = {t: part for t in new if not t.isascii() and (part := garbled_part(t)) is not None}
        parts = {t: p for t, p in parts.items() if not self.settings.ignores(t) and not is_echo(t, p, typed)}
        if not parts:
            return None
        reported = self.memory.reported
        for _, control, text in shown.holders(parts):
            if not control.visible or control.control_type == "TitleBar":
                continue
            if is_typed_in(control) and control.value == text and not _wrote(control, observation):
                continue
            where = stable_id(control.automation_id) or control.control_type
            if where in reported and not control.automation_id:
                where = f"{control.control_type} {repaired(text)[:40]}"
            key, shown_there = f"{where} {parts[text]}", f"text {text}"  # a button's text is its caption once more
            if key in reported or shown_there in reported:
                continue
            reported |= {key, where, shown_there}
            return _finding(observation, f"The {control.describe()} shows", text, parts[text], where, key)
        for window in shown.snapshot.windows:
            key = f"title {parts.get(window.title)}"
            if window.title in parts and key not in reported:
                reported.add(key)
                return _finding(
                    observation, "The title of a window is", window.title, parts[window.title], "title", key
                )
        return None


def _wrote(control: Control, observation: Observation) -> bool:
    """Whether the program changed a field that people write in: another one than the action used, and it was there."""
    before, used = observation.before, observation.control
    if before is None or (used is not None and used.ref == control.ref):
        return False
    return any(c.ref == control.ref and c.value != control.value for c in before.controls)


def is_echo(text: str, part: str, typed: Iterable[str]) -> bool:
    """Return whether the garbled part of a text is what somebody typed, whole or cut off."""
    words = _WORDS.findall(_plain(text)) if REPLACEMENT in part else [_plain(part)]
    entered = [given for t in typed if not (given := _plain(t)).isascii()]
    return all(any(word in given for given in entered) for word in words)


def _plain(text: str) -> str:
    return _LOST.sub(REPLACEMENT, text).casefold()


def _finding(observation: Observation, subject: str, text: str, part: str, where: str, key: str) -> Finding:
    meant = repaired(text)
    guess = f" It may be meant as {meant[:120]!r}." if meant != text else ""
    reason = "U+FFFD, which stands for bytes that could not be decoded" if REPLACEMENT in part else "wrongly decoded"
    return Finding(
        "garbled_text",
        f"{where} shows garbled text: {text[:60]!r}",
        f"{subject} {text[:200]!r}; {part[:60]!r} is {reason}.{guess}",
        "Text that can be read.",
        key=key,
        details={"text": text[:500], "part": part[:200], "about": where, "meant": meant[:500] if guess else ""},
        of_last_action=False,
    )
