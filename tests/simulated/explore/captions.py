"""Captions of real programs with what is true of them, and programs whose commands bear them.

A program made of captions writes down in its list `performed` what it really did, whichever way it was asked: by a
click, Enter, an access key, a menu, a context menu, or the answer to a question.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import yaml

from wpfagent.core.model import Control, Rect, WindowInfo
from wpfagent.safety.destructive import Surroundings, of_command

DATA = Path(__file__).resolve().parents[2] / "data"
FILES = ("captions.yaml", "captions_held_back.yaml")
SET_ASIDE = "captions_set_aside.yaml"
QUESTIONS = {
    "Yes": ("Yes", "No"), "No": ("Yes", "No"), "はい": ("はい", "いいえ"), "いいえ": ("はい", "いいえ"),
    "Save": ("Save", "Don't Save", "Cancel"), "Don't Save": ("Save", "Don't Save", "Cancel"),
    "Cancel": ("OK", "Cancel"), "キャンセル": ("OK", "キャンセル"),
}  # fmt: skip
"""The buttons of a question that has this one."""
Truth = Literal["destructive", "harmless"]


@dataclass(frozen=True, slots=True)
class Caption:
    """One command of a program as a person meets it, and whether using it is destructive.

    Args:
        truth: what a person would say.
        text: what it shows; '' for an icon.
        help: its tool tip.
        id: its AutomationId.
        title: of the question that it answers.
        question: the question; '' where it answers none.
        beside: the other buttons of that question.
    """

    truth: Truth
    text: str = ""
    help: str = ""
    id: str = ""
    title: str = ""
    question: str = ""
    beside: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.question:
            return f"{self.text} to {self.title!r}: {self.question!r}"
        told = [f"icon {self.help or self.id}"] if not self.text else [self.text]
        return told[0] if told[0].isprintable() else ascii(told[0])

    @property
    def buttons(self) -> tuple[str, ...]:
        """All the buttons of its question, as they stand."""
        asked = QUESTIONS.get(self.text)
        return asked if asked is not None else (self.text, *self.beside)


def read_captions(file: str) -> list[Caption]:
    """Return the captions of a file in tests/data."""
    found: dict[Truth, dict[str, list[Any]]] = yaml.safe_load((DATA / file).read_text(encoding="utf-8"))
    made: list[Caption] = []
    for truth, groups in found.items():
        made += [Caption(truth, text=text) for language in ("en", "ja") for text in groups[language]]
        made += [Caption(truth, text=i.get("glyph", ""), help=i.get("help", ""), id=i.get("id", ""))
                 for i in groups["icons"]]  # fmt: skip
        for d in groups["dialogs"]:
            beside = ("Cancel",) if truth == "destructive" else tuple(d.get("beside", ()))
            made.append(Caption(truth, text=d["caption"], title=d["title"], question=d["text"], beside=beside))
    return made


def read_set_aside() -> list[Caption]:
    """Return the captions that were set aside until the lexicon was done; each list of the file names its source."""
    listed: list[dict[str, Any]] = yaml.safe_load((DATA / SET_ASIDE).read_text(encoding="utf-8"))
    truths: tuple[Truth, ...] = ("destructive", "harmless")
    return [Caption(truth, text=str(text)) for group in listed for truth in truths for text in group[truth]]


def is_refused(caption: Caption) -> bool:
    """Return whether the lexicon takes this for destructive, as a button in its main window or its message box."""
    main = WindowInfo(1, 9, "a.exe", "Order Desk", "HwndWrapper", Rect(0, 0, 800, 600))
    control = Control(
        "e1", automation_id=caption.id, name=caption.text.replace("_", ""), control_type="Button",
        help_text=caption.help, patterns=("Invoke",),
    )  # fmt: skip
    around = Surroundings(main, is_main=True)
    if caption.question:
        box = WindowInfo(2, 9, "a.exe", caption.title, "#32770", Rect(0, 0, 300, 200), owner=1)
        texts = (caption.title, caption.question)
        around = Surroundings(box, is_dialog=True, texts=texts, is_notice=len(caption.buttons) == 1)
    return of_command(control, around) is not None


def misses(captions: list[Caption]) -> list[Caption]:
    """Return the destructive ones that are not recognised."""
    return [c for c in captions if c.truth == "destructive" and not is_refused(c)]


def false_refusals(captions: list[Caption]) -> list[Caption]:
    """Return the harmless ones that are taken for destructive."""
    return [c for c in captions if c.truth == "harmless" and is_refused(c)]
