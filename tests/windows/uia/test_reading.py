"""Snapshots and searches against what UI Automation itself says."""

from __future__ import annotations

import pytest

from wpfagent.core.errors import InvalidArgument, StaleRef, Unsupported
from wpfagent.desktops.base import Budget, Conditions
from wpfagent.desktops.uia import constants as uia

pytestmark = pytest.mark.windows
EVERYTHING = Budget(elements=100_000, time_s=60)


def raw_elements(desktop, window, read):
    """Return what `read` says of each element that a plain FindAll over the window finds."""

    def look(session):
        root = session.automation.root(window.hwnd)
        found = root.FindAll(uia.SUBTREE, session.automation.seen_view)
        return [read(session, found.GetElement(i)) for i in range(found.Length)]

    return desktop.asking.ask(window.pid, look, 120, "test")


def test_a_snapshot_holds_what_find_all_finds_in_order(desktop, form):
    shot = desktop.snapshot([form.window], budget=EVERYTHING)
    raw = raw_elements(
        desktop, form.window, lambda _, e: (tuple(e.GetRuntimeId()), e.CurrentAutomationId, e.CurrentControlType)
    )
    assert [(c.runtime_id, c.automation_id, uia.CONTROL_TYPE_IDS[c.control_type]) for c in shot] == raw
    assert not shot.truncated
    assert not shot.partial


def test_patterns_are_exactly_those_that_are_available(desktop, form):
    def patterns(_, element):
        ids = ((name, number) for name, number in uia.AVAILABILITY)
        return tuple(name for name, number in ids if element.GetCurrentPropertyValue(number))

    shot = desktop.snapshot([form.window], budget=EVERYTHING)
    assert [c.patterns for c in shot] == raw_elements(desktop, form.window, patterns)


def test_depth_follows_the_tree(desktop, form):
    shot = desktop.snapshot([form.window], budget=EVERYTHING)
    at = {c.automation_id: i for i, c in enumerate(shot.controls) if c.automation_id}
    assert shot.controls[0].depth == 0
    ancestors = [c.automation_id for c in shot.ancestors(at["Press"])]
    assert ancestors == ["FormTab", "Tabs", ""]


def test_a_depth_limit_cuts_the_tree_and_nothing_else(desktop, form):
    whole = desktop.snapshot([form.window], budget=EVERYTHING)
    for depth in (0, 1, 2, 3):
        cut = desktop.snapshot([form.window], budget=Budget(10_000, 60, depth=depth))
        assert [c.ref for c in cut] == [c.ref for c in whole if c.depth <= depth]


def test_states_are_told(desktop, form):
    by_id = {c.automation_id: c for c in desktop.snapshot([form.window], budget=EVERYTHING)}
    assert by_id["Input"].value == "text"
    assert by_id["Input"].read_only is False
    assert by_id["Fixed"].read_only is True
    assert by_id["Secret"].is_password
    assert by_id["Secret"].value is None
    assert by_id["Check"].toggle_state == "off"
    assert by_id["Combo"].value == "Beta"
    assert by_id["Combo"].expanded == "collapsed"
    assert (by_id["Range"].value, by_id["Range"].minimum, by_id["Range"].maximum) == ("5", 0, 50)
    assert by_id["FormTab"].selected is True
    assert by_id["Off"].enabled is False
    assert by_id["Press"].help_text == "counts"
    assert [desktop.read(by_id["Press"]).access_key for _ in range(2)] == ["P", "P"]  # it is asked for once
    assert "Hidden" not in by_id
    assert {c.hwnd for c in by_id.values()} == {form.window.hwnd}


def test_what_has_an_access_key_is_found_alone(desktop, form):
    def found(keyed):
        wanted = Conditions(control_types=("Button", "CheckBox", "Edit", "Text"), keyed=keyed)
        return [c for c in desktop.find(wanted, windows=[form.window], limit=500) if c.access_key or keyed]

    assert [(c.ref, c.access_key) for c in found(True)] == [(c.ref, c.access_key) for c in found(False)]
    assert "Press" in [c.automation_id for c in found(True)]


def test_within_tells_only_that_branch(desktop, form):
    tabs = form.find("Many")
    shot = desktop.snapshot([form.window], within=tabs)
    assert [c.name for c in shot if c.control_type == "ListItem"] == ["one", "two", "three"]
    assert shot.controls[0].ref == tabs.ref
    assert len(shot) == 7


@pytest.mark.parametrize("options", [("--elements", "1200"), ("--elements", "1500", "--flat")])
@pytest.mark.parametrize("elements", [137, 700])
def test_pages_hold_every_element_exactly_once(start, options, elements):
    program = start(*options)
    desktop = program.desktop
    whole = [c.ref for c in desktop.snapshot([program.window], budget=EVERYTHING)]
    paged, after = [], None
    while True:
        page = desktop.snapshot([program.window], budget=Budget(elements, 60), after=after)
        assert len(page) <= elements
        paged += [c.ref for c in page]
        if not page.truncated:
            break
        after = page.next
    assert paged == whole
    assert len(set(paged)) == len(paged)


@pytest.mark.slow
def test_ten_thousand_elements_come_in_pages_each_within_its_time(start):
    program = start("--elements", "10000")
    desktop = program.desktop
    desktop.snapshot([program.window])  # WPF makes its peers at the first look
    total, after, pages = 0, None, 0
    while True:
        page = desktop.snapshot([program.window], budget=Budget(elements=20_000, time_s=0.1), after=after)
        total += len(page)
        pages += 1
        if not page.truncated:
            break
        after = page.next
    assert total == 10_212
    assert pages > 1, "they cannot all be read in a tenth of a second"


def test_a_short_time_still_tells_something_and_how_to_go_on(start):
    program = start("--elements", "2000")
    page = program.desktop.snapshot([program.window], budget=Budget(100_000, 0.0))
    assert page.truncated
    assert len(page) >= 1
    assert program.desktop.snapshot([program.window], after=page.next).controls[0].ref not in {c.ref for c in page}


def test_a_foreign_token_is_refused(desktop, form):
    with pytest.raises(InvalidArgument):
        desktop.snapshot([form.window], after="no token")


@pytest.mark.parametrize(
    ("conditions", "expected"),
    [
        (Conditions(automation_id="Press"), ["Press"]),
        (Conditions(name="Press", control_type="Button"), ["Press"]),
        (Conditions(class_name="PasswordBox"), ["Secret"]),
        (Conditions(control_type="CheckBox"), ["Check", "Modal"]),
        (Conditions(automation_id="Press", control_type="Edit"), []),
        (Conditions(name="UIA test window", control_type="Window"), [""]),
    ],
)
def test_find_honours_each_condition(desktop, form, conditions, expected):
    found = desktop.find(conditions, windows=form.windows())
    assert [c.automation_id for c in found] == expected


def test_find_stops_at_its_limit(desktop, form):
    found = desktop.find(Conditions(control_type="Text"), windows=form.windows(), limit=3)
    assert len(found) == 3


def test_find_looks_only_within(desktop, form):
    many = form.find("Many")
    found = desktop.find(Conditions(control_type="ListItem"), windows=form.windows(), within=many)
    assert [c.name for c in found] == ["one", "two", "three"]
    assert desktop.find(Conditions(automation_id="Press"), windows=form.windows(), within=many) == []


def test_find_with_an_unknown_control_type_is_refused(desktop, form):
    with pytest.raises(InvalidArgument):
        desktop.find(Conditions(control_type="Knopf"), windows=form.windows())


def test_a_ref_stays_the_same_for_the_same_element(desktop, form):
    found = form.find("Press")
    again = {c.automation_id: c for c in desktop.snapshot([form.window])}
    assert again["Press"].ref == found.ref
    assert desktop.read(found).ref == found.ref


def test_a_removed_element_is_stale(start):
    program = start()
    control = program.find("RemoveMe")
    program.act(control, "invoke")

    def is_stale():
        try:
            program.desktop.read(control)
        except StaleRef:
            return True
        return False

    assert program.until(is_stale)
    assert program.desktop.liveness(program.pid).running


def test_a_forgotten_ref_is_stale(desktop, start):
    program = start()
    control = program.find("Press")
    desktop.forget(program.pid)
    with pytest.raises(StaleRef):
        desktop.read(control)


def test_parent_and_children_are_neighbours_in_the_control_view(desktop, form):
    item = desktop.find(Conditions(name="two", control_type="ListItem"), windows=form.windows())[0]
    parent = desktop.parent(item)
    assert parent.automation_id == "Many"
    assert [c.name for c in desktop.children(parent)] == ["one", "two", "three"]
    assert len(desktop.children(parent, limit=2)) == 2
    window = form.find(control_type="Window")
    assert desktop.parent(window) is None


def test_text_is_the_whole_text_and_never_a_password(desktop, form):
    assert desktop.text(form.find("Fixed")) == "fixed"
    assert desktop.text(form.find("Secret")) == ""
    assert desktop.text(form.find("Combo")) == "Beta"
    assert desktop.text(form.find("Press")) == "Press"


def test_the_element_at_a_point_is_the_one_drawn_there(desktop, form):
    desktop.set_foreground(form.window.hwnd)
    press = form.find("Press")
    found = desktop.at_point(*press.bounding_rect.center)
    assert found.ref == press.ref or desktop.parent(found).ref == press.ref
    assert found.hwnd == form.window.hwnd


def test_a_grid_of_ten_thousand_rows_is_read_by_its_visible_part(start):
    program = start("--rows", "10000")
    desktop = program.desktop
    program.act(program.find("GridTab"), "select")
    grid = program.find("Grid")
    assert desktop.grid_size(grid) == (10_000, 3)
    assert desktop.grid_headers(grid) == ["Id", "Name", "City"]
    begun = desktop.clock.now()
    shot = desktop.snapshot(program.windows())
    assert desktop.clock.now() - begun < 2
    assert not shot.truncated
    assert len(shot) < 400

    cell = desktop.grid_cell(grid, 9_000, 1)
    assert desktop.grid_cell(grid, 10_000, 0) is None
    row = desktop.grid_row(desktop.realize(cell))
    assert row.control_type == "DataItem"
    assert "name 9000" in [desktop.text(c) for c in desktop.children(desktop.realize(row))]

    item = desktop.find_item(grid, after=None, prop="name", value=row.own_name or row.name)
    assert item is not None
    assert item.control_type == "DataItem"
    assert desktop.find_item(grid, after=None, prop="name", value="no such row") is None
    with pytest.raises(Unsupported):
        desktop.find_item(program.find("Status"), after=None, prop="name", value="x")
