"""Verbs, keyboard, mouse, hangs, modal dialogs, pictures."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from wpfagent.core.errors import (
    AppExited,
    AppNotResponding,
    ElementNotEnabled,
    InvalidArgument,
    TargetNotFound,
    Unsupported,
)
from wpfagent.core.model import Rect
from wpfagent.desktops.base import Conditions

pytestmark = pytest.mark.windows


def test_invoke_presses_a_button(start):
    program = start()
    program.act(program.find("Press"), "invoke")
    assert program.until(lambda: program.status() == "pressed 1")


def test_toggle_goes_through_three_states(desktop, form):
    check = form.find("Check")
    states = []
    for _ in range(3):
        form.act(check, "toggle")
        states.append(desktop.read(check).toggle_state)
    assert states == ["on", "indeterminate", "off"]


def test_set_value_and_set_range_change_the_value(desktop, form):
    form.act(form.find("Input"), "set_value", "日本語 😀")
    assert desktop.read(form.find("Input")).value == "日本語 😀"
    form.act(form.find("Range"), "set_range", 12.5)
    assert desktop.read(form.find("Range")).value == "12.5"


def test_selection_verbs_select_one_add_and_remove(desktop, form):
    many = form.find("Many")
    one, two, three = desktop.children(many)

    def selected():
        return [c.name for c in desktop.children(many) if c.selected]

    form.act(one, "select")
    assert selected() == ["one"]
    form.act(three, "add_to_selection")
    assert selected() == ["one", "three"]
    form.act(one, "remove_from_selection")
    assert selected() == ["three"]
    form.act(two, "select")
    assert selected() == ["two"]


def test_expand_and_collapse_change_the_state(desktop, form):
    more = form.find("More")
    form.act(more, "expand")
    assert desktop.read(more).expanded == "expanded"
    assert form.find("Inside").name == "inside"
    form.act(more, "collapse")
    assert desktop.read(more).expanded == "collapsed"


def test_scrolling_moves_the_view(desktop, form):
    scroller = form.find("Scroller")
    top = form.find("Line0").bounding_rect
    form.act(scroller, "scroll", (None, 100.0))
    bottom = desktop.read(form.find("Line0")).bounding_rect
    assert bottom != top
    form.act(scroller, "scroll_by", (0.0, -1.0))
    form.act(scroller, "scroll", (None, 0.0))
    assert desktop.read(form.find("Line0")).bounding_rect == top


def test_scroll_into_view_brings_an_item_to_the_front(desktop, form):
    form.act(desktop.children(form.find("Many"))[2], "scroll_into_view")


def test_focus_is_where_it_was_set(desktop, form):
    desktop.set_foreground(form.window.hwnd)
    form.act(form.find("Input"), "focus")
    assert form.until(lambda: (f := desktop.focused(form.pid)) and f.automation_id == "Input")
    assert desktop.focused(form.pid).hwnd == form.window.hwnd


def test_window_verbs_change_its_state_and_close_it(start):
    program = start()
    window = program.find(control_type="Window")
    program.act(window, "set_window_state", "minimized")
    assert program.until(lambda: program.windows()[0].minimized)
    program.desktop.set_foreground(program.window.hwnd)
    assert not program.windows()[0].minimized
    program.desktop.act(window, "close")
    assert program.until(lambda: not program.desktop.liveness(program.pid).running)
    assert program.desktop.liveness(program.pid).exit_code == 0


@pytest.mark.parametrize(
    ("automation_id", "verb", "value", "error"),
    [
        ("Status", "invoke", None, Unsupported),
        ("Off", "invoke", None, ElementNotEnabled),
        ("Range", "set_range", "much", InvalidArgument),
        ("Press", "dance", None, InvalidArgument),
    ],
)
def test_what_cannot_be_done_is_an_error_of_ours(desktop, form, automation_id, verb, value, error):
    act = desktop.act(form.find(automation_id), verb, value)
    assert form.until(act.done)
    assert isinstance(act.error(), error)


@pytest.mark.parametrize("way", ["toggle", "menu"])
def test_a_modal_dialog_leaves_the_desktop_reading(start, way):
    program = start()
    desktop = program.desktop
    if way == "toggle":
        act = desktop.act(program.find("Modal"), "toggle")
    else:
        program.act(program.find("FileMenu"), "expand")
        program.until(lambda: desktop.find(Conditions(automation_id="OpenDialog"), windows=program.windows()))
        act = desktop.act(program.find("OpenDialog"), "invoke")
    dialog = program.until(lambda: next((w for w in program.windows() if w.title == "Question"), None))
    assert dialog
    assert dialog.class_name == "#32770"
    assert dialog.owner == program.window.hwnd
    assert program.status() == "ready"
    names = {c.name for c in desktop.snapshot(program.windows())}
    assert "Really?" in names
    assert way == "menu" or not act.wait(0.05)
    yes = desktop.find(Conditions(control_type="Button"), windows=[dialog])[0]
    answer = desktop.act(yes, "invoke")
    assert program.until(lambda: not any(w.title == "Question" for w in program.windows()))
    assert act.wait(5)
    assert act.error() is None
    assert program.until(answer.done)
    assert program.until(lambda: program.status().startswith("answer "))


def test_a_dialog_is_a_root_of_its_own_and_told_once(start):
    program = start()
    desktop = program.desktop
    desktop.act(program.find("Modal"), "toggle")
    assert program.until(lambda: any(w.title == "Question" for w in program.windows()))
    shot = desktop.snapshot(program.windows())
    roots = [c for c in shot if c.depth == 0]
    assert [r.name for r in roots] == [w.title for w in program.windows()]
    assert len({c.runtime_id for c in shot}) == len(shot)


def test_a_hung_program_says_so_in_time_and_delays_no_other(start):
    hung, other = start(), start()
    desktop = hung.desktop
    press = hung.find("Press")
    desktop.act(hung.find("Hang"), "invoke")
    assert not desktop.wait_idle(hung.pid, 1.0)
    begun = desktop.clock.now()
    with pytest.raises(AppNotResponding):
        desktop.read(press, timeout_s=1.0)
    assert desktop.clock.now() - begun < 2.0
    begun = desktop.clock.now()
    assert other.find("Press").name == "Press"
    assert desktop.clock.now() - begun < 1.0
    with pytest.raises(AppNotResponding):
        desktop.find(Conditions(automation_id="Press"), windows=[hung.window], timeout_s=0.5)
    assert hung.until(lambda: not desktop.liveness(hung.pid).responding, timeout_s=20)
    desktop.terminate(hung.pid)
    with pytest.raises(AppExited) as caught:
        desktop.read(press)
    assert caught.value.details["exit_code"] == 1


def test_a_program_that_hung_for_a_while_is_read_again_afterwards(start):
    program = start()
    desktop = program.desktop
    press = program.find("Press")
    desktop.act(program.find("HangShort"), "invoke")
    assert not desktop.wait_idle(program.pid, 0.5)
    assert desktop.wait_idle(program.pid, 15)
    assert desktop.read(press, timeout_s=10).name == "Press"


def test_typing_writes_any_character(desktop, form):
    lines = form.find("Lines")
    form.act(lines, "set_value", "")
    desktop.set_foreground(form.window.hwnd)
    form.act(lines, "focus")
    desktop.type_text("Aé日本😀\nzwei")
    assert form.until(lambda: desktop.read(lines).value.replace("\r\n", "\n") == "Aé日本😀\nzwei")


def test_chords_reach_the_program_and_keys_come_up_again(desktop, form):
    box = form.find("Input")
    form.act(box, "set_value", "abc")
    desktop.set_foreground(form.window.hwnd)
    form.act(box, "focus")
    desktop.press_keys(("Ctrl", "A"))
    desktop.press_keys(("Delete",))
    desktop.type_text("x")
    assert form.until(lambda: desktop.read(box).value == "x")
    desktop.press_keys(("Home",))
    desktop.press_keys(("Shift", "End"))
    desktop.press_keys(("Backspace",))
    assert form.until(lambda: desktop.read(box).value == "")


def test_an_unknown_key_is_refused(desktop):
    with pytest.raises(InvalidArgument):
        desktop.press_keys(("Ctrl", "NoKey"))


def test_a_click_lands_on_its_point(start):
    program = start()
    desktop = program.desktop
    desktop.set_foreground(program.window.hwnd)
    desktop.mouse_click(*program.find("Press").bounding_rect.center)
    assert program.until(lambda: program.status() == "pressed 1")


def test_the_wheel_turns_what_lies_under_it(desktop, form):
    desktop.set_foreground(form.window.hwnd)
    top = form.find("Line0").bounding_rect
    desktop.mouse_wheel(*form.find("Scroller").bounding_rect.center, -3)
    assert form.until(lambda: desktop.read(form.find("Line0")).bounding_rect != top)
    desktop.mouse_wheel(*form.find("Scroller").bounding_rect.center, 9)
    assert form.until(lambda: desktop.read(form.find("Line0")).bounding_rect == top)


def test_a_drag_moves_the_slider(desktop, form):
    desktop.set_foreground(form.window.hwnd)
    slider = form.find("Range")
    form.act(slider, "set_range", 0.0)
    thumb = next(c for c in desktop.children(slider) if c.control_type == "Thumb")
    x, y = thumb.bounding_rect.center
    desktop.mouse_drag((x, y), (x + 200, y))
    assert form.until(lambda: float(desktop.read(slider).value) > 5)


def test_a_covered_window_is_pictured_as_itself(start):
    back, front = start(), start("--title", "covers it")
    desktop = back.desktop
    desktop.set_foreground(front.window.hwnd)
    picture = desktop.capture(hwnd=back.window.hwnd)
    assert (picture.width, picture.height) == (back.window.rect.width, back.window.rect.height)
    image = Image.open(io.BytesIO(picture.png))
    assert any(low != high for low, high in image.getextrema())
    assert picture.method in ("PrintWindow", "BitBlt")
    front_image = Image.open(io.BytesIO(desktop.capture(hwnd=front.window.hwnd).png))
    title_bar = (0, 0, 300, 24)
    assert image.crop(title_bar).tobytes() != front_image.crop(title_bar).tobytes()


def test_a_window_is_pictured_as_well_the_fifth_time_as_the_first(desktop, form):
    desktop.set_foreground(form.window.hwnd)
    pictures = [desktop.capture(hwnd=form.window.hwnd) for _ in range(5)]
    assert len({p.method for p in pictures}) == 1
    title_bars = {Image.open(io.BytesIO(p.png)).crop((0, 0, 300, 24)).tobytes() for p in pictures}
    assert len(title_bars) == 1


def test_a_part_of_the_screen_is_pictured(desktop):
    picture = desktop.capture(rect=Rect(10, 20, 30, 40))
    assert (picture.width, picture.height, picture.method) == (30, 40, "screen")
    assert picture.png.startswith(b"\x89PNG")
    whole = desktop.capture()
    assert (whole.width, whole.height) == tuple(desktop.screen_rect()[2:])
    with pytest.raises(Unsupported):
        desktop.capture(rect=Rect(-50_000, 0, 10, 10))


def test_pictures_and_focus_of_a_gone_window_are_not_found(desktop):
    with pytest.raises(TargetNotFound):
        desktop.capture(hwnd=0x7FFFFFF0)
    with pytest.raises(TargetNotFound):
        desktop.set_foreground(0x7FFFFFF0)
