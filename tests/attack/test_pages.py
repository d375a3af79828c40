"""What is said and chosen on a page decides what its OK does: pages that were sorted before, most of them harmless."""

from __future__ import annotations

import re
from pathlib import Path
from xml.sax.saxutils import quoteattr

import pytest

from tests.attack.conftest import Make
from tests.attack.entries import Ask, perform

PAGES = Path(__file__).parent.parent / "data" / "pages.txt"
ALL = [line for line in PAGES.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
MOST_REFUSED = 0.033
SHOWN = {"B": "Button", "R": "RadioButton", "C": "CheckBox", "E": "TextBox", "P": "PasswordBox"}
LISTS = {"L": "ListBox", "K": "ComboBox"}
PART = re.compile(r"\s*(\*?)([A-Z])(\+?):([^|;{}]*)(?:\{(.*?)\})?\s*(?:[|;]|$)")
OPENS = 'def on_open(self, view, sender):\n    view.show_dialog("Ask", lambda result: None)\n'
WINDOW = '<Window x:Key="Ask" x:Name="Ask" Title={} Width="400" Height="400"><StackPanel>{}</StackPanel></Window>'


def drawn(page: str) -> str:
    """The XAML of what a page shows."""
    made = []
    for star, kind, on, said, inside in PART.findall(page):
        pressed = f'x:Name="X" Click="on_pressed" Content={quoteattr(said.strip())}'
        if kind == "T":
            made.append(f"<TextBlock Text={quoteattr(said.strip())}/>")
        elif kind == "G":
            made.append(f"<GroupBox Header={quoteattr(said)}><StackPanel>{drawn(inside)}</StackPanel></GroupBox>")
        elif kind in LISTS:
            chosen = next((n for n, item in enumerate(said.split(",")) if item.strip().endswith("+")), -1)
            items = "".join(f"<{LISTS[kind]}Item Content={quoteattr(i.strip(' +'))}/>" for i in said.split(","))
            made.append(f'<{LISTS[kind]} SelectedIndex="{chosen}">{items}</{LISTS[kind]}>')
        else:
            told = pressed if star else f"Content={quoteattr(said.strip())}" if said else ""
            made.append(f"<{SHOWN[kind]} {told} {'IsChecked' if on else 'Tag'}='True'/>")
    return "".join(made)


def is_pressed(program: Make, page: str) -> bool:
    title, _, rest = page.removeprefix("D:").partition("|")
    dialog = WINDOW.format(quoteattr(title.strip()), drawn(rest)) if page.startswith("D:") else ""
    opener = '<Button x:Name="Open" Content="Open" Click="on_open"/>'
    asks = [Ask("click", {"automation_id": name}) for name in (("Open", "X") if dialog else ("X",))]
    made = program(opener, code=OPENS, windows=dialog) if dialog else program(f"<StackPanel>{drawn(page)}</StackPanel>")
    return "pressed" in perform("library", made, asks).fired


@pytest.mark.parametrize("page", [line[2:] for line in ALL if line[0] == "d"])
def test_what_a_page_says_or_lets_choose_is_never_done(program: Make, page: str) -> None:
    assert not is_pressed(program, page)


def test_harmless_pages_go_through_but_for_few(program: Make) -> None:
    pages = [line[2:] for line in ALL if line[0] == "h"]
    refused = [page for page in pages if not is_pressed(program, page)]
    assert refused == []
    assert sum(line[0] == "r" for line in ALL) <= MOST_REFUSED * sum(line[0] in "hr" for line in ALL)


@pytest.mark.parametrize(
    ("chosen", "is_harmless"), [("Archive+,Delete the shape", True), ("Archive,Delete the shape+", False)]
)
def test_what_is_chosen_beside_the_button_of_a_group_is_done_by_that_one(
    program: Make, chosen: str, is_harmless: bool
) -> None:
    group = "G:Shape{R:Archive;R+:Delete the shape;B:Go}"
    assert is_pressed(program, f"{group} | K:{chosen} | *B:Go") == is_harmless
    assert not is_pressed(program, f"{group} | *B:Go")  # no other choice is there
