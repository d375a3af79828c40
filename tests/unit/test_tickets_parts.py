"""The parts that tickets are made from: differences in words, Markdown, source places, slips, outlines."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from wpfagent.core.model import Control, Picture, Rect, Snapshot, WindowInfo
from wpfagent.testing.tickets.difference import difference_of, sentences_of
from wpfagent.testing.tickets.hypotheses import GUESSES, slip_of
from wpfagent.testing.tickets.markdown import _exception, escape
from wpfagent.testing.tickets.outline import COLOUR, outlined
from wpfagent.testing.tickets.sources import find_method

CODE = """namespace Orders
{
    public partial class Page : Window
    {
        public Page() { Read(box); }
        void Later() { var x = Read(box); await Read(box); }
        private static int Read(TextBox box)
        {
            return int.Parse(box.Text);
        }
    }
}
"""


def window(hwnd: int, title: str) -> WindowInfo:
    return WindowInfo(hwnd, 1, "a.exe", title, "Window", Rect(0, 0, 100, 100))


def test_the_difference_is_spelled_out_most_telling_first():
    before = Snapshot((Control("1", "Save", "Save", "Button"), Control("2", "Old", "Old", "Edit", value="a")),
                      (window(1, "Main"), window(2, "Prefs")))  # fmt: skip
    after = Snapshot((Control("1", "Save", "Save", "Button", enabled=False), Control("3", "New", "New", "Edit")),
                     (window(1, "Main*"), window(3, "Error")))  # fmt: skip
    made = difference_of(before, after)
    assert (made["windows_opened"], made["windows_closed"], made["titles"]) == (
        ["Error"],
        ["Prefs"],
        [["Main", "Main*"]],
    )
    assert [i["automation_id"] for i in made["lost"]] == ["Old"]
    assert [i["automation_id"] for i in made["new"]] == ["New"]
    assert [i["automation_id"] for i in made["disabled"]] == ["Save"]
    assert sentences_of(made) == [
        "Window closed: 'Prefs'.",
        "Window opened: 'Error'.",
        "Window title: 'Main' became 'Main*'.",
        "Lost: Edit 'Old' (automation_id Old).",
        "Disabled: Button 'Save' (automation_id Save).",
        "New: Edit 'New' (automation_id New).",
    ]


def test_no_difference_and_no_tree_are_said():
    tree = Snapshot((Control("1"),))
    assert sentences_of(difference_of(tree, tree)) == ["Nothing changed in the windows of the program."]
    assert sentences_of(difference_of(tree, None, "the process has ended")) == [
        "There is no tree after the last action: the process has ended."
    ]


def test_long_lists_are_cut_and_counted():
    after = Snapshot(tuple(Control(str(n), f"Id{n}") for n in range(30)))
    said = sentences_of(difference_of(Snapshot(), after))
    assert len(said) == 9
    assert said[-1] == "… and 22 more (new), see uia/difference.json."


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a < b", "a < b"),
        ("<b>bold</b>", "\\<b>bold\\</b>"),
        ("`code`", "\\`code\\`"),
        ("2 * 3 *x*", "2 * 3 \\*x\\*"),
        ("[x](http://y)", "[x\\](http://y)"),
        ("file_name and _it_", "file_name and \\_it\\_"),
        ("# no heading", "\\# no heading"),
        ("one\n- two", "one  \n   \\- two"),
    ],
)
def test_markdown_shows_a_text_as_it_is(text, shown):
    assert escape(text) == shown


def test_a_method_is_found_where_its_type_defines_it(tmp_path):
    (tmp_path / "Other.cs").write_text("class Other { int Read(TextBox box) { return 1; } }", encoding="utf-8")
    (tmp_path / "Page.xaml.cs").write_text(CODE, encoding="utf-8")
    (tmp_path / "obj").mkdir()
    (tmp_path / "obj" / "Page.g.cs").write_text(CODE, encoding="utf-8")
    assert find_method("Orders.Page.Read", [str(tmp_path)]) == f"{tmp_path / 'Page.xaml.cs'}:7"
    assert find_method("Orders.Nothing.Read", [str(tmp_path)]) == ""
    assert find_method("Orders.Page.Read", [str(tmp_path / "absent")]) == ""


def test_a_python_method_is_found_by_its_module(tmp_path):
    (tmp_path / "desk.py").write_text("class Desk:\n    def on_save(self):\n        on_save()\n", encoding="utf-8")
    assert find_method("desk.on_save", [str(tmp_path)]) == f"{tmp_path / 'desk.py'}:2"


@pytest.mark.parametrize(
    ("wanted", "seen", "reason"),
    [
        ("Saved", "Saved ", "blanks"),
        ("Saved", "saved", "case"),
        ("1,234.50", "1.234,50", "culture"),
        ("Receive", "Recieve", "a few characters"),
        ("Saved", "Error", None),
    ],
)
def test_a_slip_is_told_by_its_kind(wanted, seen, reason):
    found = slip_of(wanted, seen)
    assert (found is None) if reason is None else (reason in (found or ""))


def test_every_guess_says_what_it_looks_for():
    assert all(guess.__doc__ for guess in GUESSES)


def picture(width: int, height: int, rect: Rect) -> Picture:
    made = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(made, "PNG")
    return Picture(made.getvalue(), width, height, rect, "test")


def test_the_outline_lies_around_the_element_also_where_the_screen_starts_elsewhere():
    taken = picture(200, 100, Rect(-500, 50, 200, 100))
    png, marked = outlined(taken.png, taken, Rect(-440, 80, 40, 20))
    assert marked
    with Image.open(io.BytesIO(png)) as image:
        assert image.getpixel((60 - 3, 40)) == COLOUR
        assert image.getpixel((80, 40)) == (255, 255, 255)
        assert image.size == (200, 100)


def test_an_element_outside_the_picture_is_not_outlined():
    taken = picture(50, 50, Rect(0, 0, 50, 50))
    assert outlined(taken.png, taken, Rect(100, 100, 5, 5)) == (taken.png, False)
    assert outlined(taken.png, taken, None) == (taken.png, False)


def test_long_texts_are_not_compared_letter_by_letter():
    assert slip_of("x" * 400, "x" * 399 + "y") is not None
    assert slip_of("x" * 60_000, "x" * 59_999 + "y") is None


def test_an_exception_is_shown_with_what_wraps_it_and_its_own_frames_with_their_places():
    facts = {"type": "A.Inner", "message": "deep", "around": ["A.Outer: wide"], "frames": ["N.T.Do", "F.W", "N.T.Do"]}
    shown = _exception(facts, {"own_frames": ["T.Do (T.cs:7)", "T.Do (T.cs:9)"]}).splitlines()
    assert shown[1:-1] == [
        "A.Outer: wide",
        " ---> A.Inner: deep",
        "   at N.T.Do (T.cs:7)",
        "   at F.W",
        "   at N.T.Do (T.cs:9)",
    ]
