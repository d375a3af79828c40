"""`ticket.md`: the ticket for a person, made from the ticket alone."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wpfagent.core.files import write_whole
from wpfagent.core.language import Language, language_of, translated
from wpfagent.testing.tickets.difference import sentences_of
from wpfagent.testing.tickets.model import Ticket
from wpfagent.testing.tickets.words import minimised_words, step_words

if TYPE_CHECKING:
    from jinja2 import Template

FILE_NAME = "ticket.md"
TEMPLATE = "ticket.md.j2"
FRAMES_SHOWN = 20
_SPECIAL = re.compile(r"([`]|<(?=[A-Za-z/!])|\](?=[(\[])|(?<!\s)\*|\*(?!\s)|(?<!\w)_|_(?!\w))")
_FIRST = re.compile(r"^(\s*)([#>+-]|\d+[.)])(?=\s|$)", re.MULTILINE)


def render(ticket: Ticket, language: Language = "en") -> str:
    """Return the ticket as Markdown, its sentences in a language."""
    said = {step.n: step.text for step in ticket.steps if step.n is not None}
    return _template(language).render(
        t=ticket,
        e=ticket.environment,
        difference=sentences_of(ticket.difference),
        said=str(ticket.details.get("text") or ticket.details.get("record") or "").strip(),
        last_actions=[_action(line, said, language) for line in ticket.last_actions],
    )


def write_markdown(folder: Path, ticket: Ticket) -> None:
    """Write `ticket.md`, in the language of who runs this. Raises OSError."""
    write_whole(str(folder / FILE_NAME), render(ticket, language_of()).encode())


@cache
def _template(language: Language) -> Template:
    from jinja2 import Environment, StrictUndefined

    environment = Environment(autoescape=False, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    environment.filters |= {"md": escape, "json": _json, "shown": _shown, "exception": _exception, "block": _block}
    environment.filters |= {"minimised": minimised_words, "said": lambda text: translated(text, language)}
    return environment.from_string((Path(__file__).parent / TEMPLATE).read_text(encoding="utf-8"))


def escape(text: object) -> str:
    """Return a text that Markdown shows as it is; lines stay lines."""
    marked = _SPECIAL.sub(r"\\\1", str(text))
    marked = _FIRST.sub(r"\1\\\2", marked)
    return marked.replace("\r\n", "\n").replace("\n", "  \n   ")


def _action(line: Mapping[str, Any], said: Mapping[int, str], language: Language) -> str:
    outcome = line["error"].get("code") if "error" in line else translated(str(line.get("effect") or ""), language)
    text = said.get(int(line["n"])) or step_words(line)
    return f"#{line['n']} {translated(text.rstrip('.'), language)}" + (f" ({outcome})" if outcome else "")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _shown(value: Any) -> str:
    return {True: "yes", False: "no", None: "not known"}.get(value, str(value)) if _is_flag(value) else str(value)


def _is_flag(value: Any) -> bool:
    return value is None or isinstance(value, bool)


def _exception(facts: Mapping[str, Any]) -> str:
    """An exception as a block of code."""
    frames = list(facts.get("frames") or ())
    lines = [f"{facts.get('type', '')}: {facts.get('message', '')}".rstrip(": ")]
    lines += [f"   at {frame}" for frame in frames[:FRAMES_SHOWN]]
    if len(frames) > FRAMES_SHOWN:
        lines.append(f"   … {len(frames) - FRAMES_SHOWN} more")
    return _block("\n".join(lines))


def _block(text: str) -> str:
    """A text as a block of code; nothing in it can end the block."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text}\n{fence}"
