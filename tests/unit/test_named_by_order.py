"""Fields that a toolkit names by the label before in the order of its windows: called by what stands at them."""

from dataclasses import replace

from wpfagent.core.captions import captioned
from wpfagent.core.model import Control, Rect


def _label(name: str, y: int, x: int = 0) -> Control:
    return Control(
        f"label {name}", name=name, control_type="Text", class_name="Static", bounding_rect=Rect(x, y, 60, 17)
    )


def _field(ref: str, name: str, y: int, x: int = 80, kind: str = "Edit", class_name: str = "Edit") -> Control:
    place = Rect(x, y, 90, 22)
    return Control(ref, name=name, control_type=kind, class_name=class_name, bounding_rect=place)


def _names(*controls: Control) -> dict[str, str]:
    return {c.ref: c.name for c in captioned(controls) if c.control_type != "Text"}


def test_labels_made_after_their_fields_name_those_they_stand_at() -> None:
    rows = [_label("Name:", 100), _label("Street:", 130), _label("Town:", 160)]
    fields = [_field("a", "", 98), _field("b", "Name:", 128), _field("c", "Street:", 158)]
    made = [c for pair in zip(fields, rows, strict=True) for c in pair]
    assert _names(*made) == {"a": "Name:", "b": "Street:", "c": "Town:"}


def test_so_do_labels_above_their_fields() -> None:
    labels = [_label("Name:", 100), _label("Street:", 144)]
    fields = [_field("a", "", 118, x=0), _field("b", "Name:", 162, x=0)]
    assert _names(fields[0], labels[0], fields[1], labels[1]) == {"a": "Name:", "b": "Street:"}


def test_names_in_their_place_and_names_without_a_label_stay() -> None:
    assert _names(_label("Name:", 100), _field("a", "Name:", 98)) == {"a": "Name:"}
    assert _names(_label("Name:", 100), _field("a", "", 98), _field("b", "Filter", 128)) == {"a": "", "b": "Filter"}
    far = _field("a", "Name:", 300)
    assert _names(_label("Name:", 100), far) == {"a": "Name:"}  # nothing else may have it


def test_a_field_far_from_the_label_loses_its_name_to_the_one_beside_it() -> None:
    editor = _field("editor", "Name:", 240, kind="Document", class_name="RichEdit20W")
    beside = _field("beside", "Name:", 98)
    assert _names(_label("Name:", 100), editor, beside) == {"editor": "", "beside": "Name:"}


def test_a_unit_behind_a_field_names_nothing_below_it() -> None:
    pieces, city = _field("pieces", "", 98), _field("city", "pieces", 130, x=100)
    assert _names(pieces, _label("pieces", 100, x=176), city) == {"pieces": "", "city": ""}


def test_the_arrows_at_a_field_are_not_called_as_it_is() -> None:
    rows = [_label("Days:", 100), _label("Since:", 130)]
    days, since = _field("days", "", 98), _field("since", "Days:", 128)
    arrows = _field("arrows", "", 98, x=168, kind="Spinner", class_name="msctls_updown32")
    names = _names(days, arrows, rows[0], since, rows[1])
    assert names == {"days": "Days:", "arrows": "", "since": "Since:"}


def test_a_field_called_as_the_heading_above_it_is_named_by_the_words_in_its_own_line() -> None:
    heading = replace(_label("Tube A", 100, x=4), bounding_rect=Rect(4, 100, 200, 17))
    volume, unit = _field("volume", "Tube A", 120, class_name="WindowsForms10.Edit"), _field("unit", "", 146)
    words = [_label("Volume", 122, x=4), _label("Unit", 148, x=4)]
    assert _names(heading, volume, unit, *words)["volume"] == "Volume"
    assert _names(heading, volume) == {"volume": "Tube A"}
    behind = _label("litres", 122, x=174)
    assert _names(heading, volume, behind) == {"volume": "Tube A"}


def test_a_panel_is_not_called_by_a_label_elsewhere() -> None:
    panel = _field("panel", "Name:", 300, kind="Pane", class_name="WindowsForms10.Window.8.app.0")
    assert _names(_label("Name:", 100), panel) == {"panel": ""}
    assert _names(_label("Name:", 100), replace(panel, name="Keypad")) == {"panel": "Keypad"}


def test_tabs_are_not_called_by_a_label_elsewhere() -> None:
    tabs = _field("tabs", "Events", 300, x=400, kind="Tab", class_name="WindowsForms10.SysTabControl32.app.0")
    assert _names(_label("Events", 100), tabs) == {"tabs": ""}


def test_what_several_bars_are_called_is_no_name_of_a_field_in_them() -> None:
    """A label on a page that does not show stands before them all in the order."""
    kinds = ("MenuBar", "ToolBar")
    bars = [_field(kind, "City", 30 * n, kind=kind, class_name="WindowsForms10.Window") for n, kind in enumerate(kinds)]
    analyst = _field("analyst", "City", 30, kind="ComboBox", class_name="WindowsForms10.COMBOBOX")
    named = {"MenuBar": "", "ToolBar": ""}
    assert _names(*bars, _label("Analyst", 33), analyst) == {**named, "analyst": "Analyst"}
    assert _names(*bars, analyst) == {**named, "analyst": ""}
    assert _names(bars[1], analyst) == {"ToolBar": "City", "analyst": "City"}


def test_what_the_cell_of_one_list_says_is_no_name_of_the_next_list() -> None:
    heading = _label("Tiles", 100, x=300)
    tiles = _field("tiles", "Tiles", 118, x=300, kind="List", class_name="SysListView32")
    cell = Control("cell", name="40", control_type="Text", bounding_rect=Rect(200, 120, 60, 17), patterns=("GridItem",))
    assert _names(cell, heading, tiles) == {"tiles": "Tiles"}


def test_what_a_program_named_itself_is_no_names_by_order() -> None:
    editor = _field("editor", "Name:", 240, kind="Document", class_name="TextBox")
    beside = _field("beside", "Name:", 98, class_name="TextBox")
    assert _names(_label("Name:", 100), editor, beside) == {"editor": "Name:", "beside": "Name:"}
