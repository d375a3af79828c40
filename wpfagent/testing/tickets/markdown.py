"""`ticket.md`: the ticket for a person, made from the ticket alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from wpfagent.core.files import write_whole
from wpfagent.core.language import Language, language_of, translated
from wpfagent.testing.runtime.facts import WAITS
from wpfagent.testing.tickets.difference import sentences_of
from wpfagent.testing.tickets.model import LastSelector, Monitor, Ticket, TicketEnvironment
from wpfagent.testing.wording.steps import minimised_words, step_words

FILE_NAME = "ticket.md"
FRAMES_SHOWN = 20
CODE_KEYS = {"xaml": "XAML", "event": "Event", "handler": "Handler", "command": "Command", "code": "Handler stands in"}
_SPECIAL = re.compile(r"([`]|<(?=[A-Za-z/!])|\](?=[(\[:])|(?<!\s)\*|\*(?!\s)|(?<!\w)_|_(?!\w))")
_FIRST = re.compile(r"^(\s*)([#>+=-]|\d+[.)])(?=[=-]*\s*$|\s)", re.MULTILINE)

Say = Callable[[str], str]
"""Puts a sentence of ours into the reader's language."""


def render(ticket: Ticket, language: Language = "en") -> str:
    """Return the ticket as Markdown, its sentences in a language."""

    def say(text: str) -> str:
        return translated(text, language)

    sections: tuple[tuple[str, Iterator[str]], ...] = (
        ("## Title（タイトル）", iter([escape(say(ticket.title))])),
        ("## Summary（概要）", _summary(ticket, say)),
        ("## Repro Steps（再現手順）", (f"{s.number}. {escape(say(s.text))}" for s in ticket.steps)),
        ("## Actual Result（現在の結果）", iter([escape(say(ticket.actual))])),
        ("## Expected Result（期待する結果）", iter([escape(say(ticket.expected))])),
        ("## Environment（環境）", _environment(ticket, say)),
        ("## Evidence（添付）", _evidence(ticket, say)),
        ("### Last Operated Element（直前の操作対象）", _last_element(ticket.last_selector, say)),
        (
            "### UI Difference（画面の差分）",
            (f"- {escape(say(sentence))}" for sentence in sentences_of(ticket.difference)),
        ),
        ("### Last Actions（直前の操作）", _last_actions(ticket, say)),
        *_also_known(ticket, say),
        ("## Root Cause Hypothesis（原因の仮説）", _hypotheses(ticket, say)),
        ("## Reproducibility（再現性）", _reproducibility(ticket, say)),
    )
    made = [f"# {ticket.id}\n"]
    made += ["\n".join([heading, "", *lines, ""]) for heading, lines in sections]
    return "\n".join(made).removesuffix("\n")


def write_markdown(folder: Path, ticket: Ticket) -> None:
    """Write `ticket.md`, in the language of who runs this. Raises OSError."""
    write_whole(str(folder / FILE_NAME), render(ticket, language_of()).encode())


# -- sections ---------------------------------------------------------------------------------------------------------


def _summary(ticket: Ticket, say: Say) -> Iterator[str]:
    yield escape(say(ticket.summary))
    if ticket.status == "superseded":
        yield ""
        yield say(f"Superseded by {ticket.superseded_by}, which knows more about the same failure.")


def _environment(ticket: Ticket, say: Say) -> Iterator[str]:
    found, program = ticket.environment, ticket.environment.target
    said = [f"{say('Program')}: {escape(program.process)}"]
    said += [f"{say('file version')} {escape(program.file_version)}"] if program.file_version else []
    said += [f"{say('product version')} {escape(program.product_version)}"] if program.product_version else []
    said += [f"{say('build type')} {program.build_type}"]
    said += [escape(program.framework)] if program.framework else []
    yield f"- {', '.join(said)}"
    if program.exe:
        yield f"- {say('Path')}: {escape(program.exe)}"
    pid = f" ({say('its process id was')} {program.pid})" if program.pid else ""
    yield f"- {say('Window')}: '{escape(program.title)}'{pid}"
    yield f"- {say('Target as given')}: {escape(_json(found.target_spec))}"
    yield f"- {say('Profile')}: {escape(found.profile or say('none'))}"
    yield f"- {say('Seed')}: {found.seed if found.seed is not None else say('none (nothing was random)')}"
    yield f"- {say('Found by')}: {say(f'{ticket.mode} run, oracle {ticket.oracle}')}"
    yield f"- {say('OS')}: {escape(found.os)}, {say('build')} {escape(found.os_build)}"
    formats = found.locale if found.locale != found.language else ""
    yield f"- {say('Language')}: {found.language}" + (f", {say('formats of')} {formats}" if formats else "")
    yield f"- {say('Monitors')}: {_monitors(found, say)}"
    elevated = f", {say('run as administrator')}" if found.elevated else ""
    yield f"- wpf-agent {found.tool_version}, {say('desktop')} {found.desktop}, Python {found.python}{elevated}"


def _monitors(environment: TicketEnvironment, say: Say) -> str:
    def one(monitor: Monitor) -> str:
        x, y, width, height = monitor.rect
        primary = f" ({say('primary')})" if monitor.primary else ""
        return f"{width} x {height} at {x}, {y}, {monitor.dpi} DPI{primary}"

    listed = "; ".join(map(one, environment.monitors)) or say("not known")
    return listed + (f"; {say('the window was shown at')} {environment.dpi} DPI" if environment.dpi else "")


def _evidence(ticket: Ticket, say: Say) -> Iterator[str]:
    for item in ticket.evidence:
        named = f"[{item.file}]({item.file}):" if item.file else f"({say('not available')})"
        yield f"- {named} {escape(say(item.shows))}"
    for item in ticket.evidence:
        if item.file.endswith(".png"):
            yield ""
            yield f"![{escape(say(item.shows))}]({item.file})"


def _last_element(last: LastSelector | None, say: Say) -> Iterator[str]:
    if last is None:
        yield say("Nothing had been operated before.")
        return
    yield f"- {say('Action')}: {last.action}"
    if last.selector:
        yield f"- {say('Selector')}: {escape(_json(last.selector))}"
    if last.element:
        yield from (f"- {key}: {escape(_shown(value))}" for key, value in last.element.items())
    elif last.selector:
        yield f"- {say('The element was not found.')}"
    else:
        yield f"- {say('This action names no element.')}"


def _last_actions(ticket: Ticket, say: Say) -> Iterator[str]:
    steps = {step.n: step.text for step in ticket.steps if step.n is not None}
    if not ticket.last_actions:
        yield say("None.")
    for line in ticket.last_actions:
        outcome = line["error"].get("code") if "error" in line else say(str(line.get("effect") or ""))
        words = say((steps.get(int(line["n"])) or step_words(line)).rstrip("."))
        came = f" ({outcome})" if outcome else ""
        yield "- " + escape(f"#{line['n']} {words}{came}")


def _also_known(ticket: Ticket, say: Say) -> Iterator[tuple[str, Iterator[str]]]:
    """Yield the sections that only some tickets have."""
    message = str(ticket.details.get("text") or ticket.details.get("record") or "").strip()
    if message:
        yield "### Message of the Program（プログラムのメッセージ）", iter([_block(message)])
    if ticket.exception:
        yield "### Exception（例外）", iter([_exception(ticket.exception, ticket.details)])
    if stack := ticket.details.get("ui_thread"):
        yield "### UI Thread（UI スレッド）", _stack(stack, say)
    if ticket.code:
        yield "### Code（コード）", _code(ticket.code, say)
    if ticket.exit_code:
        yield "### Exit Code（終了コード）", iter([escape(ticket.exit_code["name"])])
    if ticket.also:
        others = (f"- {f['oracle']} ({f['severity']}): {escape(say(f['title']))}" for f in ticket.also)
        yield "### Also Seen（同時に検出）", others


def _hypotheses(ticket: Ticket, say: Say) -> Iterator[str]:
    yield say("Possibilities with what speaks for them, not facts（可能性であり、断定ではありません）.")
    yield ""
    for hypothesis in ticket.hypotheses:
        yield f"{hypothesis.rank}. {escape(say(hypothesis.text))}"
        yield from (f"   - {escape(say(reason))}" for reason in hypothesis.evidence)
    if not ticket.hypotheses:
        yield say(
            "The record shows no trace that points to a cause. The difference and the last actions above are where to "
            "start."
        )


def _reproducibility(ticket: Ticket, say: Say) -> Iterator[str]:
    known = ticket.reproducibility
    if known.attempts:
        of, at = known.attempts, known.runs[-1].get("time") if known.runs else None
        yield say(f"{known.reproduced} of {of} replays showed the same failure{f', the last at {at}' if at else ''}.")
        if ticket.minimised:
            yield ""
            yield say(f"Minimised: {minimised_words(ticket.minimised)}.")
    else:
        yield say(f"Not replayed yet: `wpf-agent tickets verify {ticket.id}` does it.")
    yield ""
    yield f"- {say('Status')}: {ticket.status}"
    where = ", ".join(ticket.sessions)
    if ticket.count == 1:
        yield f"- {say(f'Seen once, in {where}, at {ticket.created}')}"
    else:
        times = f"Seen {ticket.count} times, in {where}; first at {ticket.created}, last at {ticket.last_seen}"
        yield f"- {say(times)}"
    if ticket.machines:
        yield f"- {say('Machines')}: {escape(', '.join(f'{name} ({n})' for name, n in ticket.machines.items()))}"
    weak = say(": no exception identifies it, only the place and the last action")
    strength = f"{ticket.signature.strength}{weak if ticket.signature.strength == 'weak' else ''}"
    yield f"- {say('Signature')}: {ticket.signature.id} ({strength})"


# -- texts ------------------------------------------------------------------------------------------------------------


def escape(text: object) -> str:
    """Return a text that Markdown shows as it is; lines stay lines."""
    marked = _SPECIAL.sub(r"\\\1", str(text))
    marked = _FIRST.sub(r"\1\\\2", marked)
    return marked.replace("\r\n", "\n").replace("\n", "  \n   ")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _shown(value: Any) -> str:
    return {True: "yes", False: "no", None: "not known"}.get(value, str(value)) if _is_flag(value) else str(value)


def _is_flag(value: Any) -> bool:
    return value is None or isinstance(value, bool)


def _exception(facts: Mapping[str, Any], details: Mapping[str, Any]) -> str:
    """An exception as a block of code, as .NET prints it: what wraps it before it, its own frames with their places."""
    frames = list(facts.get("frames") or ())
    chain = [*(facts.get("around") or ()), f"{facts.get('type', '')}: {facts.get('message', '')}".rstrip(": ")]
    lines = [f"{' ---> ' * (place > 0)}{told}" for place, told in enumerate(chain)]
    placed = list(details.get("own_frames") or ())
    for frame in frames[:FRAMES_SHOWN]:
        own, _, at = str(placed[0] if placed else "").partition(" (")
        if own and f".{frame}".endswith(f".{own}"):
            placed.pop(0)
        else:
            at = ""
        lines.append(f"   at {frame} ({at}" if at else f"   at {frame}")
    if len(frames) > FRAMES_SHOWN:
        lines.append(f"   … {len(frames) - FRAMES_SHOWN} more")
    return _block("\n".join(lines))


def _stack(facts: Mapping[str, Any], say: Say) -> Iterator[str]:
    """Where the UI thread stood: the program's own method, what it waits for, the frames."""
    if facts.get("in"):
        does = say(WAITS.get(str(facts.get("waits_for")), ""))
        yield escape(f"{facts['in']}" + (f": {does}" if does else ""))
        yield ""
    if holder := facts.get("holder_thread"):
        stands = facts.get("holder_in")
        told = f"Thread {holder} holds the lock" + (f" and stands in {stands}." if stands else ".")
        yield escape(say(told))
        yield ""
    yield _block("\n".join(f"   at {frame}" for frame in facts.get("frames") or ()))


def _code(facts: Mapping[str, Any], say: Say) -> Iterator[str]:
    """Where the control and the method stand, and the lines around the method."""
    for key, value in (facts.get("control") or {}).items():
        yield f"- {say(CODE_KEYS.get(key, key))}: {escape(value)}"
    method = facts.get("method") or {}
    if method:
        at = f" ({method['at']})" if method.get("at") else ""
        yield f"- {say('Method')}: {escape(method['name'])}{escape(at)}"
    if method.get("lines"):
        yield ""
        yield _block(method["lines"])


def _block(text: str) -> str:
    """A text as a block of code; nothing in it can end the block."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text}\n{fence}"
