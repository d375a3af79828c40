"""One page from its template: everything inline, everything escaped, written in one go."""

from __future__ import annotations

import base64
import hashlib
import importlib.util
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wpfagent.core.errors import StorageFailed, Unsupported
from wpfagent.core.files import write_whole
from wpfagent.core.language import Language, language_of, translated
from wpfagent.testing.report import texts
from wpfagent.testing.report.labels import label

if TYPE_CHECKING:
    from jinja2 import Environment

FOLDER = Path(__file__).resolve().parent
FILE_NAME = "report.html"
INSTALL = 'pip install "wpfagent[report]"'
"""The line that installs what pages need."""


def is_available() -> bool:
    """Whether pages can be written: whether jinja2 is installed."""
    return importlib.util.find_spec("jinja2") is not None


def write_page(
    folder: Path, template: str, content: Mapping[str, Any], *, language: Language | None, name: str = FILE_NAME
) -> Path:
    """Write a page into a folder and return its path.

    Args:
        folder: where.
        template: the template's name.
        content: what it shows.
        language: of the page's own words until a reader chooses; None for this process's.
        name: the file's, `report.html` by default.

    Raises:
        StorageFailed: the file cannot be written.
        Unsupported: the extra that pages need is not installed.
    """
    if not is_available():
        raise Unsupported("A page for a browser needs jinja2, which is not installed.", hint=f"Install it: {INSTALL}")
    page = render(template, content, language=language or language_of())
    path = folder / name
    try:
        write_whole(str(path), page.encode())
    except OSError as error:
        raise StorageFailed(
            f"{path} cannot be written: {error.strerror or error}.", hint="Free some space; the record itself is kept."
        ) from error
    return path


def render(template: str, content: Mapping[str, Any], *, language: Language) -> str:
    """Return a page as HTML."""
    from markupsafe import Markup

    script = (FOLDER / "static" / "report.js").read_text(encoding="utf-8")
    style = (FOLDER / "static" / "report.css").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")
    inline = {"script": Markup(script), "style": Markup(style), "script_hash": digest}
    return _environment().get_template(template).render(**inline, language=language, **content)


@lru_cache(maxsize=1)
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup, escape

    def finish(value: Any) -> Any:
        """Every value that a template shows passes here before it is escaped."""
        return value if isinstance(value, Markup) else texts.clean(texts.text_of(value))

    def both(key: str) -> Markup:
        """A label in both languages; the style shows one."""
        english, japanese = label(key)
        if english == japanese:
            return Markup("<span>") + escape(texts.clean(english)) + Markup("</span>")
        return Markup('<span class="en" lang="en">{}</span><span class="ja" lang="ja">{}</span>').format(
            texts.clean(english), texts.clean(japanese)
        )

    def japanese(text: str) -> str:
        """A sentence of ours in Japanese; '' where it has no Japanese form of its own."""
        told = translated(text, "ja") if len(text) <= texts.SHOWN else text
        return told if told != text else ""

    made = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        finalize=finish,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(t=both, japanese=japanese, label=label, long=texts.long, round=round)
    return made
