"""Which layer of a window lies over what, by places and the order of the tree."""

from __future__ import annotations

from dataclasses import replace

import pytest

from wpfagent.core.fronts import fronts, layers, over
from wpfagent.core.model import Control, Rect, Snapshot
from wpfagent.desktops.locating.labels import labelled


def _at(ref: str, kind: str, x: int, y: int, width: int, height: int = 20, **facts: object) -> Control:
    return Control(ref, name=ref, control_type=kind, depth=1, bounding_rect=Rect(x, y, width, height), **facts)  # type: ignore[arg-type]


WINDOW = Control("window", control_type="Window", bounding_rect=Rect(0, 0, 600, 500))
SERVER = [
    _at("Server", "Text", 100, 100, 300, 17), _at("server", "Edit", 100, 120, 300),
    _at("TLS", "CheckBox", 100, 150, 300),
    _at("Cancel", "Button", 320, 260, 80),
]  # fmt: skip
PORT = [
    _at("Connection", "Text", 130, 105, 240, 20), _at("Port", "Text", 130, 127, 240, 17),
    _at("port", "Edit", 130, 146, 240), _at("OK", "Button", 130, 180, 80),
]  # fmt: skip


def _tree(*controls: Control) -> Snapshot:
    return Snapshot((WINDOW, *controls), ())


def _named(tree: Snapshot, label: str) -> list[str]:
    return [c.ref for c in labelled(tree, label, lambda c: c.control_type == "Edit")]


def test_a_dialog_over_another_begins_with_its_title_and_covers_what_hardly_shows_beside_it() -> None:
    tree = _tree(*SERVER, *PORT)
    (front,) = fronts(tree)
    assert front.title is PORT[0]
    assert {c.ref for c in tree if over(tree, c) is not None} == {"server", "TLS"}
    apart = layers(tree, (front,))
    assert [[c.ref for c in layer][1:] for layer in apart] == [[c.ref for c in s] for s in (SERVER, PORT)]


def test_a_label_names_the_field_of_its_own_layer() -> None:
    tree = _tree(*SERVER, *PORT)
    assert _named(tree, "Port") == ["port"]
    assert _named(tree, "Server") == ["server"]


def test_of_two_fields_labelled_alike_the_one_that_shows_is_meant() -> None:
    assert _named(_tree(*SERVER, *(replace(c, name="Server") if c.ref == "Port" else c for c in PORT)), "Server") == [
        "port"
    ]


def test_a_layer_in_an_element_of_its_own_is_that_element() -> None:
    host = _at("host", "Custom", 0, 0, 600, 500)
    tree = _tree(*SERVER, host, *(replace(c, depth=2) for c in PORT), _at("Status", "Text", 0, 480, 90))
    (front,) = fronts(tree)
    assert tree.controls[front.first] is host
    assert over(tree, SERVER[3]) is None


def test_what_still_shows_beside_a_layer_is_not_covered() -> None:
    wide = _at("wide", "Edit", 0, 150, 300)
    assert over(_tree(wide, *PORT), wide) is None


@pytest.mark.parametrize(
    "laid",
    [
        [_at("field", "Edit", 0, 0, 200), _at("hint", "Text", 4, 2, 60, 16)],
        [_at("field", "Edit", 0, 0, 200), _at("clear", "Button", 182, 2, 16, 16)],
        [_at("wide", "Text", 0, 0, 200), _at("behind", "Text", 150, 4, 200)],
        [_at("one", "Button", 0, 0, 100), _at("next", "Button", 98, 0, 100)],
        [_at("node", "Button", 0, 0, 100), _at("other", "Button", 50, 10, 100), _at("third", "Button", 90, 20, 90),
         _at("last", "Button", 130, 25, 90)],
        [_at("on", "Text", 10, -8, 60, 16), _at("edge", "Edit", 0, 0, 200, 40),
         _at("on next", "Text", 10, 52, 60, 16), _at("edge next", "Edit", 0, 60, 200, 40)],
        [_at("list", "List", 0, 0, 200, 60), _at("over", "Button", 150, 40, 100, 40)],
        [_at("one", "Button", 0, 0, 100, runtime_id=(42, 5)), _at("next", "Button", 50, 10, 100, runtime_id=(42, 6))],
    ],
)  # fmt: skip
def test_what_a_layout_puts_on_one_another_is_no_layer(laid: list[Control]) -> None:
    tree = _tree(*laid)
    assert not fronts(tree)
    assert layers(tree, fronts(tree)) == [tree]


def test_what_is_scrolled_out_of_a_pane_crosses_nothing_beside_it() -> None:
    pane = _at("pane", "Pane", 0, 0, 300, 100, patterns=("Scroll",))
    below = replace(_at("below", "Button", 0, 90, 300, 40), depth=2)
    assert not fronts(_tree(pane, below, _at("beside", "Button", 100, 110, 300)))


def test_a_drawer_that_waits_outside_of_its_page_is_no_layer() -> None:
    places = [_at(name, "RadioButton", 4, 60 + 38 * row, 150, 38) for row, name in enumerate(("Lists", "Tables"))]
    page = [_at("page", "Custom", 160, 0, 440, 500), replace(_at("title", "Text", 180, 14, 400), depth=2)]
    waiting = [
        replace(_at(name, "Button", -60, 50 + 34 * row, 200, 28), depth=2) for row, name in enumerate(("Mine", "Help"))
    ]
    assert fronts(_tree(*places, *page, *waiting)) == ()
    opened = [replace(c, bounding_rect=c.bounding_rect._replace(x=170)) for c in waiting if c.bounding_rect]
    fields = [replace(_at(name, "Button", 300, 66 + 34 * row, 120), depth=2) for row, name in enumerate(("A", "B"))]
    (front,) = fronts(_tree(*places, *page, *fields, *opened))
    assert front.title is opened[0]
