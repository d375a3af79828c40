"""Every way that leads to a destructive handler, by every entry: what is hit is judged, not what was named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from tests.attack.conftest import Make
from tests.attack.entries import Ask, perform
from tests.attack.program import Program, WatchedDesktop
from wpfagent.actions import by_eye
from wpfagent.actions.doing import Doing
from wpfagent.core.model import Control
from wpfagent.desktops.base import Conditions
from wpfagent.desktops.simulated.windows import Window

DEL = '<Button x:Name="Del" Content="Delete" Height="60" Click="on_deleted"/>'
MANY = "".join(f'<Button Content="B{n}"/>' for n in range(210))
DIALOG = """<Window x:Key="Ask" x:Name="Ask" Title="Settings" Width="300" Height="200"><StackPanel>
<TextBox x:Name="T"/>{button}</StackPanel></Window>"""
OPENS = """
def on_open(self, view, sender):
    view.show_dialog("Ask", lambda result: None)
"""
RENAMED = """
def start(self, view):
    view.later(100, self.rename)

def rename(self):
    self.view['B'].text = 'Delete all'
    self.view['B'].enabled = True
"""

RENAMED_SOON = """
def start(self, view):
    self.turn(view)

def turn(self, view):
    view["B"].text = "Save" if view["B"].text != "Save" else "Delete all"
    view.later(25, lambda: self.turn(view))

def on_used(self, view, sender):
    self.note("deleted" if sender.text == "Delete all" else "used")
"""


RENAMED_BY_USE = """
def on_used(self, view, sender):
    self.note("deleted" if sender.text == "Delete all" else "used")
    sender.text = "Delete all"
"""


@dataclass(frozen=True)
class Way:
    """What a program shows, and what is asked of it.

    Args:
        content: the XAML of its window.
        asks: what is asked for, in this order.
        code: of its code-behind.
        windows: its other windows.
        safety: the profile's.
        leads: whether both consents lead to the handler this way; where not, the action does not do that.
    """

    content: str
    asks: Sequence[Ask]
    code: str = ""
    windows: str = ""
    safety: dict[str, Any] | None = None
    leads: bool = True


def at(identity: str, action: str, /, **args: Any) -> Ask:
    return Ask(action, {"automation_id": identity}, args)


def keys(content: str, chord: str, **more: Any) -> Way:
    return Way(content, [at("T", "send_keys", keys=chord)], **more)


IN = {
    "GroupBox": f'<GroupBox x:Name="X" Header="Box">{DEL}</GroupBox>',
    "ScrollViewer": f'<ScrollViewer x:Name="X" Height="60">{DEL}</ScrollViewer>',
    "UserControl": f'<UserControl x:Name="X">{DEL}</UserControl>',
    "ListBoxItem": f'<ListBox Height="70"><ListBoxItem x:Name="X">{DEL}</ListBoxItem></ListBox>',
    "Expander": f'<Expander x:Name="X" Header="More" IsExpanded="True">{DEL}</Expander>',
    "TabItem": f'<TabControl><TabItem x:Name="X" Header="One">{DEL}</TabItem></TabControl>',
}
FULL = ("ScrollViewer", "UserControl", "ListBoxItem")
"""Those that have no place beside the button: elsewhere a click goes there and presses nothing."""
TEXT_IN = '<Button x:Name="DeleteAll" Click="on_deleted"><TextBlock x:Name="X" Text="away"/></Button>'
NEAR = '<TextBox x:Name="T"/><Button x:Name="Del" Content="Delete" Click="on_deleted"/>'
DEFAULT = f'<TextBox x:Name="T"/>{MANY}<Button Content="Delete" IsDefault="True" Click="on_deleted"/>'
UNSEEN = '<TextBox x:Name="T"/><Button Content="Delete" IsDefault="True" Width="0" Height="0" Click="on_deleted"/>'
MENU = (
    '<Menu><MenuItem Header="_Edit"><MenuItem Header="_Delete" Click="on_deleted"/></MenuItem></Menu>'
    '<Button x:Name="T" Content="Other"/>'
)
ITEMS = {
    "list": ('<ListBox x:Name="X" SelectionChanged="on_deleted"><ListBoxItem Content="Keep"/>'
             '<ListBoxItem Content="Delete all"/></ListBox>', "select_item"),
    "combo": ('<ComboBox x:Name="X" SelectionChanged="on_deleted"><ComboBoxItem Content="Keep"/>'
              '<ComboBoxItem Content="Delete all"/></ComboBox>', "select_combo"),
    "tabs": ('<TabControl x:Name="X" SelectionChanged="on_deleted"><TabItem Header="Keep"/>'
             '<TabItem Header="Delete all"/></TabControl>', "select_item"),
    "tree": ('<TreeView x:Name="X" SelectedItemChanged="on_deleted"><TreeViewItem Header="Keep"/>'
             '<TreeViewItem Header="Delete all"/></TreeView>', "select_item"),
}  # fmt: skip
BACK = (
    ITEMS["tabs"][0]
    .replace('<TabItem Header="Delete all"', '<TabItem x:Name="X" Header="Delete all"')
    .replace('TabControl x:Name="X"', "TabControl")
)
CANCEL_BEHIND = MENU + '<Button Content="Discard changes" IsCancel="True" Click="on_deleted"/>'

WAYS: dict[str, Way] = {
    **{f"clicked {c} around it": Way(x, [at("X", "click", input=True)], leads=c in FULL) for c, x in IN.items()},
    **{f"clicked twice {c} around it": Way(x, [at("X", "click", double=True)], leads=c in FULL) for c, x in IN.items()},
    "clicked place of a container": Way(IN["GroupBox"], [at("X", "click", at={"x": 0.5, "y": 0.7})]),
    "clicked text inside": Way(TEXT_IN, [at("X", "click")]),
    "focused by a click for keys": Way(TEXT_IN, [at("X", "send_keys", keys="F5")], leads=False),
    "focused by a click for text": Way(TEXT_IN, [at("X", "type_text", text="a")], leads=False),
    "dragged by a pixel": Way(DEL, [at("Del", "drag", by=[1, 0])]),
    "dragged container by a pixel": Way(IN["GroupBox"], [at("X", "drag", by=[0, 1])], leads=False),
    "typed blank": Way(DEL, [at("Del", "type_text", text=" ")], leads=False),
    "set blank": Way(DEL, [at("Del", "set_value", value=" ")], leads=False),
    "typed tab and blank": Way(NEAR, [at("T", "type_text", text="a\t ", input=True)], leads=False),
    "typed lone return": Way(DEFAULT, [at("T", "type_text", text="a\r", input=True)]),
    "typed line break": Way(DEFAULT, [at("T", "type_text", text="a\n", input=True)]),
    "default button beyond many": keys(DEFAULT, "Enter"),
    "default button of no size": keys(UNSEEN, "Enter"),
    "default button with Shift": keys(DEFAULT, "Shift+Enter", leads=False),
    "access key beyond many": keys(
        f'<TextBox x:Name="T"/>{MANY}<Button Content="_Delete" Click="on_deleted"/>', "Alt+D"
    ),
    "access key of a check box": keys(
        '<TextBox x:Name="T"/><CheckBox Content="_Delete all" Click="on_deleted"/>', "Alt+D"
    ),
    "access key of a radio button": keys(
        '<TextBox x:Name="T"/><RadioButton Content="_Delete all" Click="on_deleted"/>', "Alt+D"
    ),
    "letter in an open menu": keys(MENU, "Alt+E D"),
    "letter with Shift in an open menu": keys(MENU, "Alt+E Shift+D", leads=False),
    "menu path": Way(MENU, [Ask("menu", args={"path": ["Edit", "Delete"]})]),
    "cancel button": keys(
        '<TextBox x:Name="T"/><Button Content="Discard changes" IsCancel="True" Click="on_deleted"/>', "Esc"
    ),
    **{f"{k} on it": keys(DEL.replace('"Del"', '"T"'), k, leads=k in ("Space", "Enter"))
       for k in ("Space", "Enter", "Shift+Space", "Ctrl+Space", "Shift+Enter", "Alt+Enter")},
    "tab to it and blank": keys(NEAR, "Tab Space"),
    "toggled": Way('<CheckBox x:Name="X" Content="Delete all" Click="on_deleted"/>', [at("X", "toggle")]),
    "radio button": Way('<RadioButton x:Name="X" Content="Delete all" Click="on_deleted"/>', [at("X", "click")]),
    **{f"item of {c}": Way(x, [at("X", action, item_text="Delete all")]) for c, (x, action) in ITEMS.items()},
    **{f"clicked item of {c}": Way(x, [Ask("click", {"name": "Delete all"})])
       for c, (x, _) in ITEMS.items() if c != "combo"},
    "renamed while it was waited for": Way(
        '<Button x:Name="B" Content="Save" IsEnabled="False" Click="on_deleted"/>',
        [at("B", "click", input=True)], code=RENAMED,
    ),
    **{f"{key} in {c}": Way(x, [at("X", "send_keys", keys=key)], leads=key == "Down" or (c, key) == ("combo", "End"))
       for c, (x, _) in ITEMS.items() for key in ("Down", "End", "D") if c != "tabs"},
    "right button on a list around an item": Way(
        '<ListBox x:Name="X" Height="60" SelectionChanged="on_deleted">'
        '<ListBoxItem Content="Delete all" Height="200"/></ListBox>',
        [at("X", "click", button="right")],
    ),
    "arrow in tabs": Way(ITEMS["tabs"][0], [Ask("send_keys", {"name": "Keep", "control_type": "TabItem"},
                                                {"keys": "Right"})]),
    "arrow back to a tab": Way(BACK, [at("X", "send_keys", keys="F5")]),
    "another tab by Ctrl+Tab": keys('<TextBox x:Name="T"/>' + ITEMS["tabs"][0], "Ctrl+Tab", leads=False),
    "typed into a combo box": Way(
        '<ComboBox x:Name="X" IsEditable="True" SelectionChanged="on_deleted"><ComboBoxItem Content="Keep"/>'
        '<ComboBoxItem Content="Delete all"/></ComboBox>', [at("X", "type_text", text="Delete all")], leads=False,
    ),
    "letter once the focus has opened a menu": Way(
        MENU, [Ask("send_keys", {"name": "Edit", "control_type": "Text"}, {"keys": "D"})]
    ),
    "cancel button behind a menu": Way(
        CANCEL_BEHIND, [at("T", "send_keys", keys="Alt+E D")],
    ),
    "renamed while it was aimed at": Way(
        '<Button x:Name="B" Content="Save" Click="on_used"/>', [at("B", "click", input=True)] * 8,
        code=RENAMED_SOON, leads=False,
    ),
    "dialog's default button": Way(
        '<Button x:Name="Open" Content="Open" Click="on_open"/>',
        [at("Open", "click"), at("T", "send_keys", keys="Enter")], code=OPENS,
        windows=DIALOG.format(button='<Button Content="Delete" IsDefault="True" Click="on_deleted"/>'),
    ),
}  # fmt: skip

TAKES = '<Button {}Content="−" Click="on_{}"/>'
MINUS = TAKES.format('x:Name="X" ', "deleted")
GUESTS = "<ListBox>{}</ListBox>".format("".join(
    f'<ListBoxItem><StackPanel Orientation="Horizontal"><TextBlock Text="Guest {n}"/>{{}}</StackPanel></ListBoxItem>'
    for n in range(2)
))  # fmt: skip
COUNTED = '<TextBlock Text="Adults"/>{}<TextBlock Text="2"/><Button Content="+"/>'
SAID = '<TextBlock Text="{}"/><Button x:Name="X" Content="{}" Click="on_{}"/><Button Content="{}"/>'
TAP = SAID.format("Tap a name to delete it", "Anna", "deleted", "Bert")
LOSES = {
    "Everything will vanish.": "Fine", "Your whole archive is gone then; all of it is lost.": "All right",
    "The rows will no longer exist.": "Good", "You lose all 40 orders.": "Accept", "This wipes the disk.": "Got it",
    "All 12 customers get deleted along the way.": "Carry on", "There is no turning back.": "Proceed",
    "データは消えます。": "わかりました",
}  # fmt: skip
CLEARED = (
    '<TextBlock Text="Clear a name to delete its customer."/><TextBox x:Name="X" Text="A" TextChanged="on_deleted"/>'
)
CALLED = (
    '<ComboBox x:Name="X" AutomationProperties.Name="{}" ToolTip="{}" SelectionChanged="on_deleted">'
    '<ComboBoxItem Content="New"/><ComboBoxItem Content="Old"/></ComboBox>'
)
SLIDE = '<TextBlock Text="Slide right to wipe the disk"/><Slider x:Name="X" Maximum="9" ValueChanged="on_deleted"/>'
RIGHT = (
    '<TextBlock Text="Right-click a name to remove it"/><ListBox SelectionChanged="on_deleted">'
    '<ListBoxItem x:Name="X" Content="Anna"/></ListBox>'
)
WAYS |= {
    "minus of a row": Way(GUESTS.format(MINUS, TAKES.format("", "other")), [at("X", "click")]),
    **{f"{answer} to {text}": Way(SAID.format(text, answer, "deleted", "Stop"), [at("X", "click")])
       for text, answer in LOSES.items()},
    **{f"button of which is said: {said}": Way(SAID.format(said, name, "deleted", "Stop"), [at("X", "click")])
       for said, name in (("Tap Anna to delete it", "Anna"), ("Press Tidy to wipe the disk.", "Tidy"))},
    "button below what a tap does": Way(TAP, [at("X", "click")]),
    "Space below what a tap does": Way(TAP, [at("X", "send_keys", keys="Space")]),
    "right button that removes": Way(RIGHT, [at("X", "click", button="right")]),
    "emptied field": Way(CLEARED, [at("X", "set_value", value="")]),
    "emptied field by typing": Way(CLEARED, [at("X", "type_text", text="")]),
    "emptied field by a key": Way(CLEARED, [at("X", "send_keys", keys="Ctrl+A Delete")]),
    "item of a combo box that deletes": Way(
        CALLED.format("Delete all rows", ""), [at("X", "select_combo", item_text="Old")]
    ),
    "item of a combo box whose tip deletes": Way(
        CALLED.format("Age", "Deletes what you choose"), [at("X", "select_combo", item_text="Old")]
    ),
    "slider below what it does": Way(SLIDE, [at("X", "set_value", value=9)]),
    "caption with a word in its midst": Way(
        SAID.format("a", "word " * 300 + "Delete all " + "word " * 300, "deleted", "b"), [at("X", "click")]
    ),
}  # fmt: skip

ACCESS = '<{} x:Name="T" Content="Other"/><Button Content="_Delete" Click="on_deleted"/>'
LETTERS = "letter alone presses the access key of another"
ANSWER = '<TextBlock Text="{}"/>{}<Button x:Name="Go" Content="{}" Click="on_deleted"/><Button Content="No"/>'
PIECES = "".join(f'<TextBlock Text="{text}"/>' for text in ("De", "lete"))
LINK = '<TextBlock>To delete all rows click <Hyperlink x:Name="Here" Click="on_deleted">here</Hyperlink>.</TextBlock>'
SLIDER = '<Slider x:Name="X" Maximum="100" AutomationProperties.Name="Slide to delete all" ValueChanged="on_deleted"/>'
SECTION = '<Expander x:Name="X" Header="Delete all" Expanded="on_deleted"><TextBlock Text="Done"/></Expander>'
WAYS |= {
    **{f"{LETTERS}, {kind}": keys(ACCESS.format(kind), "D") for kind in ("Button", "CheckBox", "RadioButton")},
    f"{LETTERS}, with Shift": keys(ACCESS.format("Button"), "Shift+D"),
    "answer in the window itself": Way(ANSWER.format("Delete 3 customers?", "", "Yes"), [at("Go", "click")]),
    "answer of its own in the window itself": Way(
        ANSWER.format("Delete 3 customers?", "", "Go for it"), [at("Go", "click")]
    ),
    "Space on an answer in the window itself": Way(
        ANSWER.format("Send the report now?", "", "Yes, ask"), [at("Go", "send_keys", keys="Space")]
    ),
    "answer in the window itself in Japanese": Way(
        ANSWER.format("3件のデータを削除しますか", "", "はい"), [at("Go", "click")]
    ),
    "sign for an answer in the window itself": Way(ANSWER.format("Delete 3 rows?", "", "\u2713"), [at("Go", "click")]),
    "answer below a question that is a heading": Way(
        '<GroupBox Header="Delete all rows?"><Button x:Name="Go" Content="OK" Click="on_deleted"/></GroupBox>',
        [at("Go", "click")],
    ),
    "answer below a field that only shows the question": Way(
        '<TextBox IsReadOnly="True" Text="Delete all rows?"/><Button x:Name="Go" Content="Yes" Click="on_deleted"/>',
        [at("Go", "click")],
    ),
    "answer below what a tick agrees to": Way(
        '<CheckBox Content="I know that all rows will be lost"/>'
        '<Button x:Name="Go" Content="Continue" Click="on_deleted"/>', [at("Go", "click")]
    ),
    "caption under another name": Way(
        '<Button x:Name="X" AutomationProperties.Name="Open" Click="on_deleted"><TextBlock Text="Delete"/></Button>',
        [at("X", "click")],
    ),
    "typed confirmation in the window itself": Way(
        ANSWER.format("All data will be deleted. Type DELETE to confirm.", '<TextBox x:Name="T"/>', "Confirm"),
        [at("T", "type_text", text="DELETE"), at("Go", "click")],
    ),
    "answer beside a question by Enter": Way(
        '<TextBox x:Name="T"/><TextBlock Text="Delete 3 customers?"/>'
        '<Button Content="OK" IsDefault="True" Click="on_deleted"/>', [at("T", "send_keys", keys="Enter")]
    ),
    "caption in pieces": Way(
        f'<Button x:Name="X" Click="on_deleted"><StackPanel>{PIECES}</StackPanel></Button>', [at("X", "click")]
    ),
    "caption in pieces, clicked around it": Way(
        f'<UserControl x:Name="X"><Button Height="60" Click="on_deleted"><StackPanel>{PIECES}</StackPanel></Button>'
        "</UserControl>", [at("X", "click", input=True)]
    ),
    "caption below another": Way(
        '<Button x:Name="X" Click="on_deleted"><StackPanel><TextBlock Text="Orders"/><TextBlock Text="Delete all"/>'
        "</StackPanel></Button>", [at("X", "click")]
    ),
    "link that says only where": Way(LINK, [at("Here", "click")]),
    "answer that leaves unsaved changes": Way(
        ANSWER.format("You have unsaved changes. Leave anyway?", "", "Leave"), [at("Go", "click")]
    ),
    "last step of a wizard that says what it does": Way(
        ANSWER.format("Click Finish to delete the 3 accounts.", "", "Finish"), [at("Go", "click")]
    ),
    "start below a heading that says of what": Way(
        '<GroupBox Header="Delete old orders"><Button x:Name="Go" Content="Run" Click="on_deleted"/></GroupBox>',
        [at("Go", "click")],
    ),
    "picture in it": Way(
        '<Button x:Name="X" Click="on_deleted"><Image x:Name="DeleteIcon"/></Button>', [at("X", "click")]
    ),
    "slid": Way(SLIDER, [at("X", "set_value", value=100)]),
    "slid by a key": Way(SLIDER, [at("X", "send_keys", keys="End")]),
    "sign that leads on below a heading": Way(
        '<StackPanel><TextBlock Text="Delete account"/><Button x:Name="Go" Content="\u27a4" Click="on_deleted"/>'
        "</StackPanel>", [at("Go", "click")],
    ),
    "hurried start below a heading": Way(
        '<StackPanel><TextBlock Text="Delete account"/><Button x:Name="Go" Content="Proceed now" Click="on_deleted"/>'
        "</StackPanel>", [at("Go", "click")],
    ),
    "double click that a tool tip tells of": Way(
        '<ListBox x:Name="X" ToolTip="Double-click to delete"><ListBoxItem x:Name="Row" Content="North"'
        ' MouseDoubleClick="on_deleted"/></ListBox>', [at("Row", "click", double=True)],
    ),
    "section that opens": Way(SECTION, [at("X", "expand")]),
    "section opened by a click": Way(SECTION, [at("X", "click")]),
    "cancel button that ends the program": keys(
        '<TextBox x:Name="T"/><Button Content="Exit" IsCancel="True" Click="on_deleted"/>', "Esc"
    ),
    "cancel button that does not save": keys(
        '<TextBox x:Name="T"/><Button Content="Don\'t save" IsCancel="True" Click="on_deleted"/>', "Esc"
    ),
}  # fmt: skip

SUBMENUS = (
    '<Menu><MenuItem x:Name="F" Header="_File"><MenuItem x:Name="R" Header="{}">'
    '<MenuItem x:Name="E" Header="{}" Click="on_deleted"/></MenuItem></MenuItem></Menu>'
)
WAYS |= {
    **{f"{menu} in a menu around it, {how}": Way(SUBMENUS.format(menu, item), asks)
       for menu, item in (("Delete", "Everything"), ("Clear", "History"), ("Sign", "Out"))
       for how, asks in (("clicked", [at(name, "click") for name in "FRE"]),
                         ("by its path", [Ask("menu", args={"path": ["File", menu, item]})]))},
    "part of a template that names what it does it to": Way(
        '<Button x:Name="PART_DeleteAll" Content="X" Click="on_deleted"/>', [at("PART_DeleteAll", "click")]
    ),
    "tool tip of the part of the page around it": Way(
        '<GroupBox ToolTip="Delete all rows"><Button x:Name="X" Content="X" Click="on_deleted"/></GroupBox>',
        [at("X", "click")],
    ),
    "caption from right to left": Way(
        '<Button x:Name="X" Content="\u202ella eteleD" Click="on_deleted"/>', [at("X", "click")]
    ),
}  # fmt: skip

CARD = (
    '<Grid Height="150"/><ListBox x:Name="L">{items}</ListBox>',
    '<ListBoxItem><StackPanel Orientation="Horizontal"><TextBlock Text="{}"/><TextBlock Text="due"/>'
    '<Button x:Name="X{}" Content="{}" Click="on_deleted"/></StackPanel></ListBoxItem>',
)
FLAT = (
    '<StackPanel Orientation="Horizontal"><TextBlock Text="{}"/><Button x:Name="X{}" Content="{}" Click="on_deleted"/>'
    "</StackPanel>"
)
NAMES = ("North", "South")
ROWS = '<ListBox x:Name="L" SelectionChanged="on_chosen"><ListBoxItem x:Name="Row" Content="North"/></ListBox>'
HINTS = {
    "Shift+click a row to delete it": at("Row", "click", modifiers="Shift"),
    "Middle-click removes a row.": at("Row", "click", button="middle"),
    "Hold a row for two seconds to delete it": at("Row", "click", hold_ms=200),
    "Swipe a row to the left to delete it": at("Row", "drag", by=[-20, 0]),
    "Press F8 to delete all rows": at("Row", "send_keys", keys="F8"),
    "Press X to delete the row": at("Row", "send_keys", keys="X"),
    "Ctrl+K: delete all rows": at("Row", "send_keys", keys="Ctrl+K"),
    "Backspace deletes the row": at("Row", "send_keys", keys="Backspace"),
    "Click a row to delete it": at("Row", "click"),
    "行をクリックすると削除されます": at("Row", "click"),
}
"""What a window says of a gesture or a key, and that gesture."""
WAYS |= {
    **{f"bare {sign} on an entry of a list": Way(
        CARD[0].format(items="".join(CARD[1].format(n, n, sign) for n in NAMES)), [at("XNorth", "click")])
       for sign in "\u2715\u00d7\U0001f5d9x"},
    "bare cross on one of several alike": Way(
        '<Grid Height="150"/>' + "".join(FLAT.format(n, n, "\u2715") for n in NAMES), [at("XNorth", "click")]),
    "bare cross, Space on it": Way(
        '<Grid Height="150"/>' + "".join(FLAT.format(n, n, "\u2715") for n in NAMES),
        [at("XNorth", "send_keys", keys="Space")]),
    **{f"caption {caption} with a tool tip that says it deletes": Way(
        f'<Button x:Name="X" Content="{caption}" ToolTip="{tip}" Click="on_deleted"/>', [at("X", "click")])
       for caption, tip in (("Go", "Deletes all rows"), ("Process", "Permanently erases the archive"))},
    **{f"said in the window: {said}": Way(
        f'<TextBlock Text="{said}"/>' + ROWS.replace("on_chosen", "on_deleted"), [ask], leads=ask.action == "click" and
        not {"button", "modifiers"} & set(ask.args)) for said, ask in HINTS.items()},
    "section that closes": Way(
        SECTION.replace('Expanded="on_deleted"', 'IsExpanded="True" Collapsed="on_deleted"'), [at("X", "collapse")]),
    "agreeing to what is announced in other words": Way(
        ANSWER.format("This will erase everything on the disk.", "", "I understand"), [at("Go", "click")]),
    "going on with what goes away": Way(
        ANSWER.format("All rows go away. Continue?", "", "Continue"), [at("Go", "click")]),
    "dropped inside what is called a bin": Way(
        '<Button x:Name="S" Content="Row" PreviewMouseLeftButtonDown="on_deleted"/><GroupBox Header="Recycle bin" '
        'Height="90"><TextBlock x:Name="In" Text="empty"/></GroupBox>',
        [at("S", "drag", to={"automation_id": "In"})], leads=False),
}  # fmt: skip

CLOSING = (
    '<Button x:Name="PART_CloseButton" Content="&#xE8BB;" HorizontalAlignment="Right" Width="40" Click="on_deleted"/>'
)
CLOSE = {"automation_id": "PART_CloseButton"}
WAYS |= {
    f"a title bar's own close button, {name}": Way('<TextBox x:Name="T"/>' + CLOSING, asks, leads=leads)
    for name, asks, leads in (
        ("double", [Ask("click", CLOSE, {"double": True})], True),
        ("by the mouse", [Ask("click", CLOSE, {"input": True})], True),
        ("held", [Ask("click", CLOSE, {"hold_ms": 50})], True),
        ("with Shift", [Ask("click", CLOSE, {"modifiers": "Shift"})], True),
        ("dragged by a pixel", [Ask("drag", CLOSE, {"by": [1, 0]})], True),
        ("Space on it", [Ask("send_keys", CLOSE, {"keys": "Space"})], True),
        ("Enter on it", [Ask("send_keys", CLOSE, {"keys": "Enter"})], True),
        ("tab to it and blank", [at("T", "send_keys", keys="Tab Space")], True),
        ("typed blank", [Ask("type_text", CLOSE, {"text": " "})], False),
    )
}
FULL_FIELD = """
def moved(self, view, sender):
    if len(sender.text) == 2:
        view["F"].focus()
"""
IDS = "<Menu>" + SUBMENUS.removeprefix("<Menu>") + '<Button x:Name="B" Content="Other"/>'
ROW_MENU = (
    '<ListBox><ListBox.ContextMenu><ContextMenu><MenuItem x:Name="R" Header="Delete">'
    '<MenuItem x:Name="E" Header="Everything" Click="on_deleted"/></MenuItem></ContextMenu></ListBox.ContextMenu>'
    '<ListBoxItem x:Name="Row" Content="North"/></ListBox>'
)
PAGE = (
    '<Button x:Name="N" Content="_Next" Click="turn"/><StackPanel x:Name="P" Visibility="Collapsed">'
    '<TextBlock Text="{}"/><Button x:Name="F" Content="{}" Click="on_deleted"/><Button Content="Stop"/></StackPanel>'
)
TURNED = """
def turn(self, view, sender):
    view["P"].visible, view["N"].visible = True, False
    view["F"].focus()
"""
WAYS |= {
    **{f"menu by its ids, {menu}": Way(IDS.format(menu, item), [Ask("menu", args={"path": [top, "R", "E"]})])
       for menu, item in (("Delete", "Everything"), ("Clear", "History")) for top in ("F", "File")},
    **{f"letters through the menus, {menu}": Way(IDS.format(f"_{menu}", f"_{item}"), [
        at("B", "send_keys", keys=f"Alt+F {menu[0]} {item[0]}")])
       for menu, item in (("Delete", "Everything"), ("Clear", "History"))},
    "context menu by its ids": Way(ROW_MENU, [at("Row", "context_menu", path=["R", "E"])]),
    **{f"{keys} to what the keys before turned to, {answer}": Way(PAGE.format(text, f"_{answer}"), [
        at("N", "send_keys", keys=keys)], code=TURNED)
       for text, answer in (("Everything will vanish.", "Fine"), ("Delete 3 customers?", "Go for it"))
       for keys in ("Space Space", "Enter Enter", f"Alt+N Alt+{answer[0]}")},
    **{f"typed on where the program moved the focus, {text!r}": Way(
        '<TextBox x:Name="T" TextChanged="moved"/><Button x:Name="F" Content="_Delete" Click="on_deleted"/>',
        [at("T", "type_text", text=text, input=True)], code=FULL_FIELD, leads=False) for text in ("12 x", "12d")},
    "letter typed on into a dialog": Way(
        '<TextBox x:Name="T"/><Button Content="Open" IsDefault="True" Click="on_open"/>',
        [at("T", "type_text", text="a\nD", input=True)], code=OPENS, leads=False,
        windows=DIALOG.replace('<TextBox x:Name="T"/>', "").format(
            button='<Button Content="_Delete" Click="on_deleted"/>')),
    "renamed while the button was held": Way(
        '<Button x:Name="B" Content="Save" Click="on_deleted"/>', [at("B", "click", hold_ms=300)], code=RENAMED),
    "renamed by the first press of a double click": Way(
        '<Button x:Name="B" Content="Next" Click="on_used"/>', [at("B", "click", double=True)],
        code=RENAMED_BY_USE),
    "branch on the way to an item": Way(
        '<TreeView x:Name="X"><TreeViewItem Header="Delete all" Expanded="on_deleted"><TreeViewItem Header="Keep"/>'
        "</TreeViewItem></TreeView>", [at("X", "select_item", path=["Delete all", "Keep"])]),
    "wheel over what holds a box that has the focus": Way(
        '<UserControl x:Name="U">' + ITEMS["combo"][0].replace("<ComboBox ", '<ComboBox Height="60" ')
        + "</UserControl>", [at("X", "send_keys", keys="F5"), at("U", "scroll", notches=2)]),
    "Space beside what will vanish": Way(
        SAID.format("Everything will vanish.", "Fine", "deleted", "Stop"), [at("X", "send_keys", keys="Space")]
    ),
}  # fmt: skip
CHOSEN = {
    "radio button": '<RadioButton Content="Archive"/><RadioButton Content="{}" IsChecked="True"/>',
    "combo box": '<ComboBox SelectedIndex="1"><ComboBoxItem Content="Archive"/><ComboBoxItem Content="{}"/></ComboBox>',
    "tick": '<CheckBox Content="{}" IsChecked="True"/>',
}
DOES = '<Button x:Name="X" Content="{}" Click="on_deleted"/><Button Content="Cancel"/>'
WAYS |= {
    **{f"{answer} below the heading {heading}": Way(
        SAID.format(heading, answer, "deleted", "Cancel"), [at("X", "click")])
       for heading, answer in (("Delete customer", "OK"), ("Format disk", "Start"), ("Clear history", "Next"),
                               ("Factory reset", "Go"), ("顧客の削除", "OK"))},
    **{f"{answer} does what is chosen in a {kind}: {what}": Way(
        f"<StackPanel>{content.format(what)}{DOES.format(answer)}</StackPanel>", [at("X", "click")])
       for kind, content in CHOSEN.items() for what, answer in (("Delete the orders", "Apply"), ("Uninstall", "Go"))},
    **{f"{answer} of a dialog does what is chosen in a {kind}: {what}": Way(
        '<Button x:Name="Open" Content="Open" Click="on_open"/>', [at("Open", "click"), at("X", "click")], code=OPENS,
        windows=DIALOG.format(button=content.format(what) + DOES.format(answer)))
       for kind, content in CHOSEN.items() for what, answer in (("Delete the orders", "OK"), ("Uninstall", "Next"))},
    **{f"caption in words: {' '.join(words)}": Way(
        '<Button x:Name="X" Click="on_deleted"><StackPanel>' + "".join(f'<TextBlock Text="{w}"/>' for w in words)
        + "</StackPanel></Button>", [at("X", "click")])
       for words in (("Sign", "out"), ("Clear", "history"), ("Cancel", "order"))},
    **{f"tool tip: {tip}": Way(
        f'<Button x:Name="X" Content="Process" ToolTip="{tip}" Click="on_deleted"/>', [at("X", "click")])
       for tip in ("Click here to delete all rows", "This will erase the archive")},
    **{f"slider beside {text}": Way(
        f'<StackPanel><TextBlock Text="{text}"/>{SLIDER.replace("Slide to delete all", "")}</StackPanel>',
        [at("X", "set_value", value=100)]) for text in ("» Slide to erase", "Please swipe right to delete")},
    "answer to what one is ready to do": Way(
        SAID.format("Ready to remove the 3 orders", "Next", "deleted", "Back"), [at("X", "click")]),
}  # fmt: skip
ACTION = CHOSEN["combo box"].format("Delete the orders")
FILLED = """
def on_filled(self, view, sender):
    view["X"].text = "Delete all"

def on_typed(self, view, sender):
    view["X"].enabled = True

def on_open(self, view, sender):
    view.show("Ask")
"""
KEYS_SHOWN = {
    "Delete (Strg+D)": "Ctrl+D", "Delete (Control + D)": "Ctrl+D", "Delete (CTRL D)": "Ctrl+D",
    "Purge Strg-Umschalt-P": "Ctrl+Shift+P", "Ｄｅｌｅｔｅ　（ｃｔｒｌ＋ｄ）": "Ctrl+D", "削除 (Ctrl＋K)": "Ctrl+K",
    "Wipe Maj+Suppr": "Shift+Delete", "Wipe Umschalt+Entf": "Shift+Delete", "Wipe Ctrl+Shift+P": "Shift+Ctrl+P",
    "Purge Shift+Ctrl+P": "Ctrl+Shift+P", "Erase (Ctrl+D)": "Ctrl+Ctrl+D", "Erase (Ctrl+Alt+D)": "Alt+Ctrl+D",
}  # fmt: skip
LOSES_ELSEWHERE = {
    "Alle Daten gehen verloren.": "Weiter", "Die Bestellung wird storniert.": "OK",
    "Das kann nicht rückgängig gemacht werden.": "Anwenden", "Toutes les données seront perdues.": "Continuer",
    "La commande va être annulée.": "Valider", "Se perderán todos los datos.": "Aceptar",
    "Esta acción no se puede deshacer.": "Ejecutar", "Tutti i dati verranno persi.": "Conferma",
    "Todos os pedidos serão excluídos.": "Aceitar", "所有更改将会丢失。": "确定", "此操作无法撤销。": "执行",
    "Format memory card? All pictures are erased.": "OK", "Close your shop for good?": "Yes, close it",
    "Starting a new game erases your saved one.": "Start", "Cancel all 7 documents?": "Yes",
    "After closing, the bookings can no longer be changed.": "Continue",
}  # fmt: skip
PICTURE = (
    '<Button x:Name="S" Content="Row"/><StackPanel Width="40"><Image x:Name="I" Width="40" Height="40"/>'
    '<TextBlock Text="{}"/></StackPanel>'
)
SENTENCE = '<TextBlock>{} <Hyperlink x:Name="X" Click="on_deleted">{}</Hyperlink>.</TextBlock>'
SLOT = '<TextBox x:Name="T" TextChanged="on_typed"/><Button x:Name="X" Content="Delete" IsEnabled="False"'
WAYS |= {
    **{f"{answer} does what is chosen before it": Way(
        f"<StackPanel>{ACTION}{DOES.format(answer)}</StackPanel>", [at("X", "click")])
       for answer in ("Perform", "Carry out", "Run action", "Execute action!", "Apply to selected", "Apply changes",
                      "Apply to all", "Go!", "Start now", "適用", "反映", "Ausführen", "Anwenden", "Exécuter")},
    "Apply does what a toggled button says": Way(
        f'<StackPanel><ToggleButton Content="Delete the orders" IsChecked="True"/>{DOES.format("Apply")}</StackPanel>',
        [at("X", "click")]),
    **{f"{answer} runs what is written: {text}": Way(
        f'<StackPanel><TextBlock Text="Query"/><TextBox x:Name="T" Text="{text}"/>{DOES.format(answer)}</StackPanel>',
        [at("X", "click")])
       for answer, text in (("Run", "DELETE FROM customers"), ("Execute", "DROP TABLE customers"),
                            ("実行", "DELETE FROM orders WHERE 1"))},
    **{f"{answer} runs what is written in several statements": Way(
        '<StackPanel><TextBox Text="UPDATE a SET b = 1; DELETE FROM orders WHERE id IN (SELECT c FROM d WHERE e = 4)"/>'
        f"{DOES.format(answer)}</StackPanel>", [at("X", "click")])
       for answer in ("Run query", "Run (F5)", "F12 実行", "実行[F12]")},
    **{f"a query that is run by {chord}": Way(
        f'<StackPanel><TextBox x:Name="T" Text="DELETE FROM a"/>{DOES.format("_Run (F5)")}</StackPanel>',
        [at("T", "send_keys", keys=chord)], leads=chord == "Alt+R") for chord in ("Alt+R", "F5", "Shift+Tab Enter")},
    "a heading over the key that it names": Way(
        SAID.format('Delete customer"/><TextBlock Text="Ctrl+D', "OK", "deleted", "Cancel"), [at("X", "click")]),
    "Run runs what was written just now": Way(
        f'<StackPanel><TextBox x:Name="T"/>{DOES.format("Run")}</StackPanel>',
        [at("T", "set_value", value="DELETE FROM customers"), at("X", "click")]),
    **{f"{answer} below {text}": Way(SAID.format(text, answer, "deleted", "Stop"), [at("X", "click")])
       for text, answer in LOSES_ELSEWHERE.items()},
    **{f"link in a sentence: {text} {link}": Way(SENTENCE.format(text, link), [at("X", "click")])
       for text, link in (("To delete your account,", "continue"), ("Delete all rows by clicking", "this button"),
                          ("To erase the disk press", "OK"))},
    **{f"slider whose {where} says what it does": Way(
        f'<Slider x:Name="X" {where}="{text}" Maximum="9" ValueChanged="on_deleted"/>', [at("X", "set_value", value=9)])
       for where, text in (("ToolTip", "Slide to erase"), ("AutomationProperties.HelpText", "Drag to delete"))},
    "slider that is moved below what it does": Way(
        SLIDE.replace("Slide right to wipe the disk", "Move to the right end to delete all"),
        [at("X", "send_keys", keys="End")]),
    "Enter in a field of a control of its own": Way(
        '<DatePicker x:Name="T"/><Button Content="Delete" IsDefault="True" Click="on_deleted"/>',
        [at("T", "type_text", text="2026-01-01", enter=True)]),
    "question in one window, its answer in another": Way(
        '<Button x:Name="Open" Content="Open" Click="on_open"/><Button x:Name="X" Content="Yes" Click="on_deleted"/>',
        [at("Open", "click"), at("X", "click")], code=FILLED,
        windows=DIALOG.replace('<TextBox x:Name="T"/>', "").format(button='<TextBlock Text="Delete 3 customers?"/>')),
    **{f"caption: {caption}": Way(
        f'<Button x:Name="X" Content="{caption}" Click="on_deleted"/>', [at("X", "click")])
       for caption in ("d/e/l/e/t/e", "D|e|l|e|t|e", "delete_forever", "Undo everything", "Put in recycle bin", "処分",
                       "Stornieren", "Kündigen", "Résilier", "Turn off the PC",
                       "DeIete", "Dele†e", "Ɗelete", "Dɇlɇtɇ", "Eradicate all", "Sanitize disk", "Bin it",
                       "Go delete all")},
    **{f"answer {answer} below a heading": Way(
        SAID.format("Delete customer Anna", answer, "deleted", "Cancel"), [at("X", "click")])
       for answer in ("Go on", "I'm sure", "Allow", "✅", "✔️ Yes", "承認する", "実施します", "わかりました")},
    **{f"answer in three {kind} below the question": Way(
        f'<StackPanel><TextBlock Text="Delete 3 customers?"/>{f"<{kind}>" * 3}<StackPanel>{DOES.format("Yes")}'
        f'</StackPanel>{f"</{kind}>" * 3}</StackPanel>', [at("X", "click")])
       for kind in ("GroupBox", "UserControl", "ScrollViewer")},
    "renamed by the value that was set before": Way(
        '<TextBox x:Name="T" TextChanged="on_filled"/><Button x:Name="X" Content="Save" Click="on_deleted"/>',
        [at("T", "set_value", value="a"), at("X", "click")], code=FILLED),
    **{f"default button that a typed text enables, {how}": Way(
        f'{SLOT} IsDefault="True" Click="on_deleted"/>', [at("T", action, **args)], code=FILLED)
       for how, action, args in (("by Enter", "type_text", {"text": "abc", "enter": True}),
                                 ("by its line break", "type_text", {"text": "abc\n", "input": True}),
                                 ("by keys", "send_keys", {"keys": "A Enter"}))},
}  # fmt: skip
RESTS = '<ComboBox x:Name="C" SelectionChanged="on_deleted"><ComboBoxItem Content="Keep"/>' + (
    '<ComboBoxItem x:Name="X" Content="Delete all"/></ComboBox>'
)
WAYS |= {
    **{f"{chord} in an open list over which the pointer rests": Way(
        RESTS, [at("C", "expand"), at("X", "hover"), Ask("send_keys", args={"keys": chord})])
       for chord in ("Enter", "F4", "Alt+Up")},
}  # fmt: skip
NAMED_IN_MENU = (
    '<Menu><MenuItem Header="_Edit"><MenuItem Header="Delete row" ToolTip="{}"/></MenuItem></Menu>'
    '<ListBox><ListBoxItem x:Name="R" Content="A"/></ListBox>'
)
AREAS_IN = "<UserControl>" * 5 + '<TextBlock x:Name="X" Text="away"/>' + "</UserControl>" * 5
LONG = '<ScrollViewer x:Name="S" Height="60"><StackPanel>{}<Border Height="900"/></StackPanel></ScrollViewer>'
ASKS = {"Delete 3 customers?": "Yes", "Everything will vanish": "Fine"}
LARGE = '<ScrollViewer Height="100"><StackPanel>{}</StackPanel></ScrollViewer>'.format(
    "".join(f'<Button Content="B{n}"/>' for n in range(1_600))
)
WAYS |= {
    "text in areas in a button": Way(
        f'<Button AutomationProperties.Name="Delete all" Click="on_deleted">{AREAS_IN}</Button>', [at("X", "click")]),
    **{f"caption of a {kind} under another name": Way(
        f'<{kind} x:Name="X" AutomationProperties.Name="Open" Content="Delete all" Click="on_deleted"/>',
        [at("X", "click")]) for kind in ("CheckBox", "RadioButton")},
    **{f"{answer} scrolled away, {text}": Way(
        LONG.format('<Border Height="400"/>' + SAID.format(text, answer, "deleted", "No")), [at("X", "click")])
       for text, answer in ASKS.items()},
    **{f"{answer} beside what is scrolled away, {text}": Way(
        LONG.format(SAID.format(text, answer, "deleted", "No")), [at("S", "scroll", notches=1), at("X", "click")])
       for text, answer in ASKS.items()},
    **{f"{answer} beyond what is read of a large window, {text}": Way(
        LARGE + around.format(SAID.format(text, answer, "deleted", "No")), [at("X", "click")])
       for text, answer in ASKS.items() for around in ("{}", '<GroupBox Header="Rest">{}</GroupBox>')},
    **{f"answer {answer} of a dialog over a large window": Way(
        '<Button x:Name="Open" Content="Open" Click="on_open"/>' + LARGE, [at("Open", "click"), at("X", "click")],
        code=OPENS, windows=DIALOG.replace('<TextBox x:Name="T"/>', "").format(
            button='<TextBlock Text="T"/>' * 80 + SAID.format("Delete 3 customers?", answer, "deleted", "No")))
       for answer in ("Yes", "OK")},
}  # fmt: skip
HELD_OVER = {
    "Hover over a name to delete it": at("R", "hover"), "Resting the pointer on a row deletes it.": at("R", "hover"),
    "マウスを重ねると削除されます": at("R", "hover"), "Turn the wheel to remove rows": at("L", "scroll", notches=1),
    "Scrolling over a name erases it": at("L", "scroll", notches=1),
}  # fmt: skip
KEYED = '<TextBox x:Name="T"/><Button Content="_Delete" Click="on_deleted"/>'
ONLY_ASKED = {
    **{f"{key} that {lead} leads to": Way(KEYED, [at("T", "send_keys", keys=f"{lead} {key}")])
       for lead in ("Alt", "F10", "Alt H") for key in ("D", "Shift+D")},
    **{f"a chord that a closed menu names: {shown}": Way(
        NAMED_IN_MENU.format(shown), [at("R", "send_keys", keys=chord)]) for shown, chord in {
            "Ctrl+U": "Ctrl+U", "Ctrl+Enter": "Ctrl+Enter", "Ctrl+-": "Ctrl+Minus", "Ctrl+Num -": "Ctrl+NumMinus",
            "Alt+Shift+D": "Alt+Shift+D", "Ctrl+Ins": "Ctrl+Insert"}.items()},
    "Enter on an item that is chosen": Way(
        '<ListBox SelectedIndex="0"><ListBoxItem x:Name="X" Content="Delete all"/></ListBox>',
        [at("X", "send_keys", keys="Enter")]),
    **{f"a key that a tool tip names: {tip}": Way(
        f'<ListBox><ListBoxItem x:Name="R" Content="A"/></ListBox><Button Content="o" ToolTip="{tip}"/>',
        [at("R", "send_keys", keys=chord)]) for tip, chord in KEYS_SHOWN.items()},
    **{f"pointer or wheel: {said}": Way(
        f'<TextBlock Text="{said}"/><ListBox x:Name="L"><ListBoxItem x:Name="R" Content="A"/></ListBox>', [ask])
       for said, ask in HELD_OVER.items()},
    **{f"{chord}, which ends the program": keys('<TextBox x:Name="T"/>', chord)
       for chord in ("Alt+Alt+F4", "Alt+Shift+F4", "Ctrl+Ctrl+Q", "Alt+Alt+Space", "Shift+Alt+Space")},
    "typed escape sign": Way(
        '<TextBox x:Name="T"/><Button Content="Discard changes" IsCancel="True" Click="on_deleted"/>',
        [at("T", "type_text", text="a\x1b", input=True)]),
    "text whose tool tip deletes": Way(
        '<TextBlock x:Name="X" Text="Row 1" ToolTip="Deletes the row"/>', [at("X", "click")]),
    **{f"dropped on a picture over the text {text}": Way(
        PICTURE.format(text), [at("S", "drag", to={"automation_id": "I"})]) for text in ("Trash", "ごみ箱")},
}  # fmt: skip
"""What the simulated desktop does not run: the question alone shows that it is judged."""
CORNER = {"x": 0.99, "y": 0.01}
FRAME: dict[str, Ask] = {
    "clicked": at("MainWindow", "click", at=CORNER),
    "clicked twice": at("MainWindow", "click", at=CORNER, double=True),
    "held": at("MainWindow", "click", at=CORNER, hold_ms=50),
    "clicked with Ctrl": at("MainWindow", "click", at=CORNER, modifiers="Ctrl"),
    "dragged by a pixel": at("MainWindow", "drag", at=CORNER, by=[1, 0]),
    "clicked by coordinates": Ask("click_xy", args={"x": 0, "y": 0}),
}
"""Ways to the close button of the window's frame, which is no element of its own here."""


@pytest.mark.parametrize("name", WAYS)
def test_no_way_leads_to_a_destructive_handler(program: Make, entry: str, name: str) -> None:
    way = WAYS[name]
    attacked = program(way.content, code=way.code, windows=way.windows, safety=way.safety or {})
    assert "deleted" not in perform(entry, attacked, way.asks).fired


@pytest.mark.parametrize("name", [name for name, way in WAYS.items() if way.leads])
def test_every_way_leads_there_with_both_consents(program: Make, name: str) -> None:
    """So that the zeros above are not blindness."""
    way = WAYS[name]
    allowed = program(way.content, code=way.code, windows=way.windows, safety=way.safety or {}, consents=True)
    outcome = perform("library", allowed, way.asks)
    assert "deleted" in outcome.fired, outcome.said


ROW = '<ListBox><ListBoxItem x:Name="S" Content="North"/></ListBox>'
BINS = {
    "item of a list that is one": '<ListBox AutomationProperties.Name="Trash"><ListBoxItem x:Name="B" Content="Old"/>'
    "</ListBox>",
    "branch of a tree that is one": '<TreeView><TreeViewItem Header="Trash" IsExpanded="True"><TreeViewItem x:Name="B"'
    ' Header="Old"/></TreeViewItem></TreeView>',
    "picture that is one by its id": '<UserControl><Image x:Name="B" AutomationProperties.AutomationId="RecycleBin"'
    ' Width="40" Height="40"/></UserControl>',
    **{f"folder {name}": f'<TreeView><TreeViewItem x:Name="B" Header="{name}"/></TreeView>'
       for name in ("Deleted Items", "Papierkorb", "削除済みアイテム")},
}  # fmt: skip
AREAS = {
    "picture by its id": '<ScrollViewer x:Name="X" AutomationProperties.AutomationId="deletePicture" {}/>',
    "drawn button by its id": '<UserControl x:Name="X" AutomationProperties.AutomationId="DeleteTile" {}/>',
    "drawn button by its name": '<ScrollViewer x:Name="X" AutomationProperties.Name="Delete row" {}/>',
    "drawn button by its tool tip": '<UserControl x:Name="X" ToolTip="Delete row" {}/>',
}


@pytest.mark.parametrize("name", BINS)
def test_nothing_is_dropped_in_a_bin(program: Make, entry: str, name: str) -> None:
    bin_id = "RecycleBin" if "RecycleBin" in BINS[name] else "B"
    outcome = perform(entry, program(ROW + BINS[name]), [at("S", "drag", to={"automation_id": bin_id})])
    assert outcome.has("is destructive"), outcome.said


def test_nothing_is_dropped_in_the_bin_of_the_desktop(program: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    attacked = program(ROW)
    found = attacked.desktop.at_point

    def with_icon(x: int, y: int, **more: Any) -> Control | None:
        row = attacked.desktop.find(Conditions(automation_id="S"), windows=attacked.desktop.windows(), limit=1)[0]
        return found(x, y, **more) or replace(row, name="Recycle Bin")

    monkeypatch.setattr(attacked.desktop, "at_point", with_icon)
    outcome = perform("library", attacked, [at("S", "drag", by=[-90, 20])])
    assert outcome.has("dropping on ListItem 'Recycle Bin'"), outcome.said


def test_nothing_is_dropped_on_a_window_that_came_over_the_place(
    program: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    attacked = program(ROW + '<ListBox><ListBoxItem x:Name="E" Content="South"/></ListBox>')
    asked: list[Any] = []
    drag = attacked.desktop.mouse_drag

    def covered(start: Any, end: Any, *, at_end: Any, **more: Any) -> None:
        monkeypatch.setattr(attacked.desktop, "window_at", lambda *_: 1)
        drag(start, end, at_end=lambda: asked.append(end) or at_end(), **more)

    monkeypatch.setattr(attacked.desktop, "mouse_drag", covered)
    outcome = perform("library", attacked, [at("S", "drag", to={"automation_id": "E"})])
    assert asked
    assert outcome.has("refused_outside_target"), outcome.said


@pytest.mark.parametrize("name", AREAS)
def test_what_is_only_drawn_is_judged_as_a_picture(program: Make, entry: str, name: str) -> None:
    content = AREAS[name].format('Width="40" Height="40"')
    found = [w for w in ("deletePicture", "DeleteTile") if w in content] or ["X"]
    outcome = perform(entry, program(content), [at(found[0], "click")])
    assert outcome.has("is destructive"), outcome.said


@pytest.mark.parametrize("name", ONLY_ASKED)
def test_what_only_real_programs_run_is_asked_about(program: Make, entry: str, name: str) -> None:
    way = ONLY_ASKED[name]
    outcome = perform(entry, program(way.content), way.asks)
    assert outcome.has("is destructive"), outcome.said


@pytest.mark.parametrize("name", FRAME)
def test_no_way_closes_the_main_window_by_its_frame(program: Make, entry: str, name: str) -> None:
    attacked = program(NEAR, safety={"mode": "extended"})
    outcome = perform(entry, attacked, [framed(attacked, FRAME[name])])
    assert attacked.desktop.closed_by_mouse == 0
    assert "the frame of the main window" in outcome.said, outcome.said


@pytest.mark.parametrize("name", FRAME)
def test_the_main_window_closes_by_its_frame_with_both_consents(program: Make, name: str) -> None:
    allowed = program(NEAR, safety={"mode": "extended"}, consents=True)
    perform("library", allowed, [framed(allowed, FRAME[name])])
    assert allowed.desktop.closed_by_mouse
    assert not allowed.desktop.windows()


def test_a_dialog_of_the_program_is_no_way_round_as_one_for_files(
    program: Make, entry: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dialogs of Win32 all have one class, and their first field and button often these ids."""
    monkeypatch.setattr(Window, "class_name", property(lambda window: "#32770" if window.title == "Settings" else ""))
    ids = 'AutomationProperties.AutomationId="{}"'.format
    button = f'<TextBox {ids(1001)}/><Button {ids(1)} Content="Delete" Click="on_deleted"/>'
    windows = DIALOG.format(button=button)
    asks = [at("Open", "click"), Ask("file_dialog", args={"path": "C:/orders.txt"})]
    opener = '<Button x:Name="Open" Content="Open" Click="on_open"/>'
    assert perform(entry, program(opener, code=OPENS, windows=windows), asks).fired == ()
    allowed = program(opener, code=OPENS, windows=windows, consents=True)
    assert entry == "mcp_batch" or "deleted" in perform(entry, allowed, asks).fired


def test_a_dialog_that_saves_is_known_in_any_language(program: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Window, "class_name", property(lambda window: "#32770" if window.title == "Settings" else ""))
    ids = 'AutomationProperties.AutomationId="{}"'.format
    button = f'<TextBox {ids(1001)}/><Button {ids(1)} Content="Enregistrer" Click="on_saved"/>'
    made = program('<Button x:Name="Open" Content="Open" Click="on_open"/>', code=OPENS,
                   windows=DIALOG.format(button=button))  # fmt: skip
    asks = [at("Open", "click"), Ask("file_dialog", args={"path": str(made.profiles)})]
    assert perform("library", made, asks).has("refused_destructive")
    assert made.fired == []


@pytest.mark.parametrize("name", ["orders.txt", '"{}"', "{}. ", "{stem}", "../{}"])
def test_no_spelling_of_a_name_replaces_a_file(program: Make, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A dialog knows its own folder, takes quotes away, and adds an extension; it need not ask."""
    monkeypatch.setattr(Window, "class_name", property(lambda window: "#32770" if window.title == "Settings" else ""))
    ids = 'AutomationProperties.AutomationId="{}"'.format
    button = f'<TextBox {ids(1001)}/><Button {ids(1)} Content="Save" Click="on_saved"/>'
    made = program('<Button x:Name="Open" Content="Open" Click="on_open"/>', code=OPENS,
                   windows=DIALOG.format(button=button))  # fmt: skip
    path = name.format(made.profiles, stem=made.profiles.with_suffix(""))
    perform("library", made, [at("Open", "click"), Ask("file_dialog", args={"path": path})])
    assert made.fired == []


def test_what_came_while_a_picture_was_read_is_judged(program: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    renamed = """
def start(self, view):
    view.later(5_000, lambda: setattr(view["X"], "text", "Delete all"))
"""
    made = program('<TextBlock x:Name="X" Text="Keep" Height="400"/>', code=renamed, safety={"mode": "extended"})

    def read(doing: Doing, _point: object, _picture: object) -> list[str]:
        doing.desktop.clock.sleep(10.0)
        return ["Keep"]

    monkeypatch.setattr(by_eye, "captions_at", read)
    assert perform("library", made, [Ask("click_xy", args={"x": 300, "y": 300})]).has("is destructive")


@pytest.mark.parametrize(
    ("said", "args"),
    [("Double-click a name to delete it", {"double": True}), ("Right-click a name to remove it", {"button": "right"}),
     ("Middle-click removes a row.", {"button": "middle"})],
)  # fmt: skip
def test_a_gesture_by_coordinates_is_asked_about(
    program: Make, monkeypatch: pytest.MonkeyPatch, said: str, args: dict[str, Any]
) -> None:
    monkeypatch.setattr(by_eye, "captions_at", lambda *_: ())
    attacked = program(f'<TextBlock Text="{said}"/><TextBlock Text="A"/>', safety={"mode": "extended"})
    corner = framed(attacked, Ask("click_xy")).args
    place = {"x": corner["x"] - 100, "y": corner["y"] + 200}
    outcome = perform("library", attacked, [Ask("click_xy", args={**place, **args})])
    assert outcome.has("is destructive"), outcome.said


def test_a_second_window_closes_by_its_frame(program: Make, entry: str) -> None:
    """It ends nothing: as with `close_window`, nobody is asked."""
    second = DIALOG.format(button="")
    attacked = program('<Button x:Name="Open" Content="Open" Click="on_open"/>', code=OPENS, windows=second)
    perform(entry, attacked, [at("Open", "click"), at("Ask", "click", at=CORNER)])
    assert attacked.desktop.closed_by_mouse == 1


TOLD = {
    "tags in a line": ('<Grid Height="150"/><StackPanel Orientation="Horizontal">' + "".join(
        FLAT.format(n, n, "\u2715") for n in NAMES) + "</StackPanel>", at("XNorth", "click")),
    "a card's cross that dismisses": (
        CARD[0].format(items="".join(CARD[1].format(n, n, "\u2715").replace("Click=", 'ToolTip="Dismiss" Click=')
                                     for n in NAMES)), at("XNorth", "click")),
    "a tool tip that only names what is left": (
        '<Button x:Name="X" Content="Sort" ToolTip="Sorts; nothing is deleted" Click="on_deleted"/>', at("X", "click")),
    "another gesture than the one that deletes": (
        '<TextBlock Text="Shift+click a row to delete it"/>' + ROWS.replace("on_chosen", "on_deleted"),
        at("Row", "click")),
    "a row that is chosen before a command": (
        '<TextBlock Text="Click a row, then press Remove to delete it"/>' + ROWS.replace("on_chosen", "on_deleted"),
        at("Row", "click")),
}  # fmt: skip
TOLD |= {name: (content, at("X", "click")) for name, content in {
    "minus of a number": GUESTS.format(COUNTED.format(MINUS), COUNTED.format(TAKES.format("", "other"))),
    "row beside what a button does": '<TextBlock Text="Click the button to delete the row"/><ListBox'
    ' SelectionChanged="on_deleted"><ListBoxItem x:Name="X" Content="Anna"/></ListBox>',
    "stop beside what is lost": SAID.format("Everything will vanish.", "Stop", "deleted", "Fine"),
    "button of another group": SAID.format("Everything will vanish.", "Fine", "used", "Stop").replace('"X"', '"Y"')
    + '<Separator/><Button x:Name="X" Content="Tidy" Click="on_deleted"/>',
    "cancel below what a tap does": SAID.format("Tap a name to delete it", "Keep them", "deleted", "Anna"),
    **{text: SAID.format(text, "Fine", "deleted", "Stop") for text in
       ("This message will vanish in 5 s.", "All changes are saved.", "All 5 rows were imported.")},
    "cross of a toast": '<UserControl x:Name="ToastHost"><StackPanel>{}{}</StackPanel></UserControl>'.format(
        *(f'<Border><StackPanel Orientation="Horizontal"><TextBlock Text="Saved {n}" Width="300"/>'
          f'<Button {name}Content="✕" Click="on_deleted"/></StackPanel></Border>'
          for n, name in enumerate(('x:Name="X" ', "")))
    ),
    **{f"{answer} beside {text}": SAID.format(text, answer, "deleted", "Cancel") for text, answer in (
        ("Delete history after:", "OK"), ("Email", "Next"), ("Exit survey", "OK"),
        ("Overwrite existing files", "Apply"), ("Delete log files after 30 days", "OK"))},
    **{f"OK below a tick that sets {text}": f"<StackPanel>{CHOSEN['tick'].format(text)}{DOES.format('OK')}</StackPanel>"
       for text in ("Delete temporary files on exit", "Send usage statistics", "Overwrite existing files")},
    **{f"{caption} apart from what is lost elsewhere": f'<TextBlock Text="Deleted files cannot be restored."/>'
       f'<GroupBox Header="Files"><TextBox/></GroupBox><Button x:Name="X" Content="{caption}" Click="on_deleted"/>'
       for caption in ("Refresh", "Start")},
    "OK beside what is not chosen": '<StackPanel><RadioButton Content="Archive" IsChecked="True"/>'
    f'<RadioButton Content="Delete the orders"/>{DOES.format("OK")}</StackPanel>',
}.items()}  # fmt: skip


@pytest.mark.parametrize("name", TOLD)
def test_what_deletes_nothing_goes_through(program: Make, name: str) -> None:
    content, ask = TOLD[name]
    outcome = perform("library", program(content), [ask])
    assert outcome.fired == ("deleted",), outcome.said


def framed(program: Program, ask: Ask) -> Ask:
    """What is asked for, with the place of the close button where it goes by coordinates."""
    if ask.action != "click_xy":
        return ask
    desktop = WatchedDesktop()
    rect = desktop.windows(desktop.launch(str(program.xaml)).pid)[0].rect
    return Ask("click_xy", args={"x": rect.right - 8, "y": rect.y + 5})


@pytest.mark.parametrize("name", IN)
def test_an_exploration_of_a_container_around_it_never_deletes(program: Make, name: str) -> None:
    assert "deleted" not in perform("exploration", program(IN[name]), []).fired


def test_a_consent_for_one_chord_never_covers_the_next(program: Make) -> None:
    """The question shows all that it asks for, and one token is good for one act as it was shown."""
    attacked = program(DEL.replace('"Del"', '"T"'), safety={"allow_destructive": True})
    said = perform("do", attacked, [at("T", "send_keys", keys="Space Alt+F4")]).said
    assert "confirmation_required" in said
    assert "Alt+F4" in said
    assert attacked.fired == []


def test_a_consent_for_one_line_break_shows_all_keys_that_are_typed(program: Make) -> None:
    attacked = program(UNSEEN, safety={"allow_destructive": True})
    said = perform("do", attacked, [at("T", "type_text", text="a\n\t\n", input=True)]).said
    assert "the keys are Enter Tab Enter" in said, said
    assert attacked.fired == []
