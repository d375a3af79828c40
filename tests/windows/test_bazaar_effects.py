"""What is claimed of acts on bazaar, a WPF program of templates, layers and clocks, held against its log."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from product import Driven

Open = Callable[..., Driven]


@pytest.fixture
def bazaar(stranger: Open) -> Open:
    """`bazaar(page, *args) -> Driven`: the program with a page shown."""
    return lambda page, *args: stranger("bazaar", "--page", page, *args)


@pytest.mark.parametrize(
    "noise", [pytest.param((), id="quiet", marks=pytest.mark.slow), pytest.param(("--noise",), id="noise")]
)
def test_a_clock_does_not_confirm_a_dead_button(bazaar: Open, noise: tuple[str, ...]) -> None:
    driven = bazaar("Feed", *noise)
    replies = [driven.app.click(name="Synchronise") for _ in range(12)]
    assert not [(i, r.evidence) for i, r in enumerate(replies) if r.effect == "confirmed"]


def test_a_status_text_confirms_beside_running_clocks(bazaar: Open) -> None:
    driven = bazaar("Choices", "--noise")
    for name in ("Save", "Apply changes", "Save"):
        driven.confirms(lambda name=name: driven.app.click(name=name, control_type="Button"), "clicked")  # type: ignore[misc]


@pytest.mark.parametrize(
    ("field", "wrong", "says"), [("E-mail", "nonsense", "says"), ("Postcode (5 digits)", "12", "red")]
)
def test_a_refused_value_is_not_confirmed(bazaar: Open, field: str, wrong: str, says: str) -> None:
    driven = bazaar("Text")
    reply = driven.app.type_text(label=field, control_type="Edit", within={"name": "Checked entries"}, text=wrong)
    assert reply.effect == "unverifiable"
    assert says in reply.evidence["reason"]


@pytest.mark.parametrize(("field", "right"), [("E-mail", "a@example.org"), ("Postcode (5 digits)", "80331")])
def test_an_accepted_value_is_confirmed(bazaar: Open, field: str, right: str) -> None:
    driven = bazaar("Text")
    driven.confirms(
        lambda: driven.app.type_text(label=field, control_type="Edit", within={"name": "Checked entries"}, text=right),
        "changed",
        value=right,
    )


def test_a_refused_row_of_a_table_is_not_confirmed(bazaar: Open) -> None:
    driven = bazaar("Tables")
    staff = {"within": {"name": "Staff"}, "control_type": "DataGrid", "row": {"Name": "Ada Byron"}, "column": "Hours"}
    reply = driven.app.type_text(**staff, text="99")
    assert reply.effect == "unverifiable"
    assert "red" in reply.evidence["reason"]


def test_a_tool_tip_that_comes_after_a_while_is_seen(bazaar: Open) -> None:
    driven = bazaar("Overlays")
    reply = driven.confirms(lambda: driven.app.hover(name="USD / EUR"), "opened", id="RateTip")
    assert "Rate 0.9137" in str(reply.evidence)


def test_a_tool_tip_is_read(bazaar: Open) -> None:
    reply = bazaar("Overlays").app.read_tooltip(name="USD / EUR")
    assert reply.result is not None
    assert (reply.result["source"], reply.result["text"][:11]) == ("tool_tip", "Rate 0.9137")


def test_a_window_that_is_maximised_is_seen(bazaar: Open) -> None:
    driven = bazaar("Windows")
    driven.app.click(name="Frameless window")
    gallery = {"name": "Gallery", "control_type": "Window"}
    driven.confirms(
        lambda: driven.app.click(within=gallery, control_type="Button", index=0, input=True),
        "window_state",
        value="Maximized",
    )
