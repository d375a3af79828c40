"""The oracle `app_log`: the application's own log tells of an error."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from wpfagent.testing.oracles.base import ExceptionFacts, Finding, Observation, Oracle
from wpfagent.testing.oracles.parts.exceptions import parse_exception
from wpfagent.testing.oracles.parts.settings import PatternSettings

LONGEST_RECORD = 80
"""Lines of a record that are kept: a message and its stack."""
_LEVEL = re.compile(
    r"\b(?P<bad>ERROR|FATAL|CRITICAL|SEVERE|EMERGENCY)\b(?![_-])|\[(?:[^\]]*\s)?(?P<short>ERR|FTL|Error|Fatal|Critical)\]"
    r"|^(?P<start>fail|crit|error|fatal|critical)\s*:|\blevel=\"?(?P<key>error|fatal|critical)\b"
    r"|[\[【](?:エラー|致命的|重大)[\]】]|^エラー\s*[:：]"
    r"|(?P<fine>\b(?:TRACE|VERBOSE|DEBUG|INFO|INFORMATION|NOTICE|WARN|WARNING)\b"
    r"|\[(?:[^\]]*\s)?(?:VRB|DBG|INF|WRN|Trace|Debug|Info|Information|Warn|Warning)\]|^(?:trce|dbug|info|warn)\s*:"
    r"|\blevel=\"?(?:trace|debug|info|warn)|[\[【](?:情報|警告|デバッグ)[\]】])"
)
"""The first level in a line is the line's; `INFO 0 ERROR records` is fine."""
_TIME = re.compile(r"^\W{0,2}(?:\d{4}[-/.]\d\d?[-/.]\d\d?|\d\d?:\d\d:\d\d|\d\d[-/.]\d\d[-/.]\d{4})")
_VARYING = re.compile(r"0x[0-9a-f]+|[0-9a-f]{8}-[0-9a-f-]{27}|\d+", re.IGNORECASE)


@dataclass(slots=True)
class Reported:
    """The keys of what was found, so that none is found twice."""

    keys: set[str] = field(default_factory=set)


class AppLog(Oracle[PatternSettings, Reported]):
    """The application's own log tells of an error.

    New lines of the profile's `logs`: those that `pattern` matches; without one those with a level like ERROR or FATAL,
    and exceptions with their stack.
    """

    rank = 170

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        if not observation.logs:
            return None
        fresh: list[tuple[str, str, str, ExceptionFacts | None]] = []
        logs = self.baseline.logs
        for added in logs.added(observation.logs, final=not observation.liveness.running):
            name = os.path.basename(added.path)
            for record in _records(added.text):
                if (judged := _judge(record, self.settings)) is None:
                    continue
                line, exception = judged
                key = f"{name} {_VARYING.sub('#', line)}"
                if key not in self.memory.keys:
                    self.memory.keys.add(key)
                    fresh.append((key, name, record, exception))
        if not fresh:
            return None
        key, name, record, exception = fresh[0]
        line = record.splitlines()[0].strip()
        return Finding(
            "app_log",
            f"{name} tells of {exception.type if exception else 'an error'} after {observation.subject}",
            f"{name} says: {line[:300]}",
            "No error in the application's log.",
            key=key,
            details={
                "file": name,
                "record": record[:4_000],
                "others": [f[2].splitlines()[0][:300] for f in fresh[1:10]],
            },
            exception=exception,
        )


def _records(text: str) -> Iterator[str]:
    """Yield the entries of a log: a line with a time or a level, and the lines that belong to it."""
    record: list[str] = []
    for line in text.splitlines():
        if record and (_TIME.match(line) or (line[:1].strip() and _LEVEL.search(line))):
            yield "\n".join(record[:LONGEST_RECORD])
            record = []
        if line.strip() or record:
            record.append(line)
    if record:
        yield "\n".join(record[:LONGEST_RECORD])


def _judge(record: str, settings: PatternSettings) -> tuple[str, ExceptionFacts | None] | None:
    """Return the line that is to blame, and the exception in the record; None when all is well."""
    if settings.ignores(record):
        return None
    first = record.split("\n", 1)[0]
    if settings.pattern is not None:
        matching = next((line for line in record.splitlines() if settings.matches(line)), None)
        return (matching, parse_exception(_unlabelled(record), "log")) if matching is not None else None
    level = _LEVEL.search(first)
    if level is not None and level["fine"]:
        return None
    exception = parse_exception(_unlabelled(record), "log") if "\n" in record else None
    if level is not None:
        return first, exception
    return (first, exception) if exception is not None and exception.frames else None


def _unlabelled(record: str) -> str:
    """The record with its first line's own text apart from time, level and logger: an exception may follow there."""
    first, _, rest = record.partition("\n")
    match = re.search(r"(?:[\w.`+]+\.)?[\w`]+(?:Exception|Error)\b(?=\s*[:：(]|\s*$)", first)
    return f"{first[match.start() :]}\n{rest}" if match else record
