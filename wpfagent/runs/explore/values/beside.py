"""What the screen says about a field: its label, the hint behind it, messages that name it."""

from __future__ import annotations

import re

from wpfagent.runs.explore.screens.screen import Place, Screen
from wpfagent.runs.explore.values.hints import QUOTED, is_complaint
from wpfagent.runs.explore.values.labels import is_repeated

LONGEST = 400
"""A longer text explains more than a field."""
USED = frozenset({"Edit", "ComboBox", "Button", "Document", "Custom", "Slider", "Spinner", "CheckBox", "RadioButton",
                  "List", "DataGrid", "Hyperlink", "Tree", "Tab", "TabItem", "ListItem", "MenuItem"})  # fmt: skip
"""What a text is not about any more, when another one of these stands between."""
NEAR = 2
"""So many texts before and after a field are read as its label and hint."""
QUOTE = re.compile(r"[\"'“‘「『`]")


def texts_about(place: Place, screen: Screen) -> tuple[str, ...]:
    """Return what the screen says about a field: help, name, the texts beside it, messages that name it."""
    control = place.control
    name = _bare(control.name)
    beside = [] if control.help_text and name else _before(place, screen)
    beside += [] if control.help_text else _behind(place, screen)
    told = [t for t in _texts_of_fields(screen) if len(name) > 2 and name in t and t != name]
    texts = (control.help_text, control.name, *beside, *told)
    return tuple(dict.fromkeys(_without_names(t, screen) for t in texts if t and len(t) <= LONGEST))


def label_of(place: Place, screen: Screen) -> str:
    """Return what a field is called: its name, else the text before it."""
    return place.control.name or next(iter(_before(place, screen)), "")


def asked_again(place: Place, screen: Screen) -> str:
    """Return what the field before this one holds, where its label asks for that once more: `Repeat e-mail`."""
    if not is_repeated(label_of(place, screen)):
        return ""
    before = (p.control for p in reversed(screen.places[: index_of(place, screen)]))
    field = next((c for c in before if c.control_type == "Edit"), None)
    return (field.value or "") if field is not None and not field.is_password else ""


def _before(place: Place, screen: Screen) -> list[str]:
    """The label in front of a field, and a hint between them; radio buttons share the label of the first."""
    texts: list[str] = []
    for other in reversed(screen.places[: index_of(place, screen)]):
        kind = other.control.control_type
        if kind == "Text":
            if not _is_part(other, screen):
                texts.append(other.control.text)
        elif kind in USED and not (kind == "RadioButton" == place.control.control_type and not texts):
            break
        if len(texts) == NEAR:
            break
    return texts[:NEAR] if len(texts) < NEAR or _bare(texts[1]) == place.control.name else texts[:1]


def _behind(place: Place, screen: Screen) -> list[str]:
    """The texts that follow a field, up to the label of the next one."""
    texts: list[str] = []
    following = ""
    for other in screen.places[index_of(place, screen) + 1 :]:
        kind = other.control.control_type
        if kind == "Text":
            if not _is_part(other, screen):
                texts.append(other.control.text)
        elif kind in USED:
            following = other.control.name
            break
        if len(texts) > NEAR:
            break
    if texts and following and _bare(texts[-1]) == _bare(following):
        texts.pop()
    return texts[:NEAR]


def _bare(label: str) -> str:
    """A label without the signs behind it: that a field follows, that it must be filled in."""
    return label.strip().rstrip(":：*")


def index_of(place: Place, screen: Screen) -> int:
    """Return where a place stands on its screen."""
    return next((i for i, p in enumerate(screen.places) if p is place), 0)


def _is_part(text: Place, screen: Screen) -> bool:
    """Whether a text is the caption of the control that it stands in."""
    return text.parent >= 0 and screen.places[text.parent].control.control_type in USED


def _texts_of_fields(screen: Screen) -> list[str]:
    """The texts on a screen but those that explain commands: they name fields and tell nothing of them."""
    shown: list[str] = []
    explained: set[str] = set()
    last = ""
    for place in screen.places:
        control = place.control
        if control.control_type != "Text":
            last = control.control_type
            if last in ("Button", "Hyperlink") and control.help_text:
                explained.add(control.help_text)
        elif len(control.text) <= LONGEST and (last not in ("Button", "Hyperlink") or is_complaint(control.text)):
            shown.append(control.text)
    return [text for text in shown if text not in explained]


def _without_names(text: str, screen: Screen) -> str:
    """A text without what it quotes of the screen itself: names of controls are no examples of values."""
    if not QUOTE.search(text):
        return text
    names = {p.control.name.strip().rstrip(":：*….") for p in screen.places if p.control.control_type != "Text"}
    return QUOTED.sub(lambda found: "" if found[1].strip().rstrip(":：*….") in names else found[0], text)
