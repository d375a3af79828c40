"""Programs whose destructive controls stand in every container, in every shape, and note by themselves when they ran.

A program is one container with controls of several shapes inside, some of them in a second container. Captions are
those that the lexicon decides rightly: what is tried are the ways. What ran is what the handlers wrote down, by their
own mark; a control that changes its caption at random moments marks what it said when it ran.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.attack.program import NAME

CONTAINERS = {
    "Window": "{}",
    "GroupBox": '<GroupBox x:Name="{id}" Header="Box"><StackPanel>{}</StackPanel></GroupBox>',
    "ScrollViewer": '<ScrollViewer x:Name="{id}" Height="180"><StackPanel>{}</StackPanel></ScrollViewer>',
    "UserControl": '<UserControl x:Name="{id}"><StackPanel>{}</StackPanel></UserControl>',
    "Expander": '<Expander x:Name="{id}" Header="More"><StackPanel>{}</StackPanel></Expander>',
    "TabItem": '<TabControl><TabItem Header="One"><TextBlock Text="Nothing here"/></TabItem>'
               '<TabItem x:Name="{id}" Header="Two"><StackPanel>{}</StackPanel></TabItem></TabControl>',
    "ListBoxItem": '<ListBox><ListBoxItem x:Name="{id}"><StackPanel>{}</StackPanel></ListBoxItem></ListBox>',
    "ListViewItem": '<ListView><ListViewItem x:Name="{id}"><StackPanel>{}</StackPanel></ListViewItem></ListView>',
    "Grid": '<Grid x:Name="{id}"><StackPanel>{}</StackPanel></Grid>',
    "WrapPanel": '<WrapPanel x:Name="{id}">{}</WrapPanel>',
    "Border": '<Border x:Name="{id}"><StackPanel>{}</StackPanel></Border>',
    "ToolBar": '<ToolBar x:Name="{id}" Header="Tools"><StackPanel>{}</StackPanel></ToolBar>',
    "StatusBar": '<StatusBar x:Name="{id}"><StatusBarItem><StackPanel>{}</StackPanel></StatusBarItem></StatusBar>',
    "second window": "",
    "dialog": "",
}  # fmt: skip
"""What stands around the controls; those without XAML are windows of their own, which a button opens."""
COMMANDS = ("Delete customer", "Erase all rows", "Discard draft", "Remove account", "Purge queue", "Wipe disk", "削除",
            "データを消去", "変更を破棄")  # fmt: skip
WHOLE = ("Delete all", "Erase everything", "すべて削除")
"""What says a whole command on an item, too."""
QUESTIONS = ("Delete 5 customers?", "All rows will be permanently removed.", "Discard the draft?",
             "3 件のデータを削除しますか？")  # fmt: skip
SHAPES = {
    "button": '<Button x:Name="{id}" Content="{command}" Click="destroy_{n}"/>',
    "text inside": '<Button x:Name="{id}" Click="destroy_{n}"><TextBlock x:Name="{id}Text" Text="{command}"/></Button>',
    "icon": '<Button x:Name="{id}" Content="X" ToolTip="{command}" Click="destroy_{n}"/>',
    "default button": '<TextBox x:Name="{id}Box"/><Button x:Name="{id}" Content="{command}" IsDefault="True" Width="0"'
                      ' Height="0" Click="destroy_{n}"/>',
    "cancel button": '<Button x:Name="{id}" Content="Discard changes" IsCancel="True" Width="0" Height="0"'
                     ' Click="destroy_{n}"/>',
    "access key": '<Button x:Name="{id}" Content="_{key}elete customer" Width="0" Height="0" Click="destroy_{n}"/>',
    "link": '<TextBlock><Hyperlink x:Name="{id}" Click="destroy_{n}">{command}</Hyperlink></TextBlock>',
    "check box": '<CheckBox x:Name="{id}" Content="{whole}" Click="destroy_{n}"/>',
    "radio button": '<RadioButton x:Name="{id}" Content="{whole}" Click="destroy_{n}"/>',
    "toggle button": '<ToggleButton x:Name="{id}" Content="{command}" Click="destroy_{n}"/>',
    "list item": '<ListBox x:Name="{id}" SelectionChanged="chosen_{n}"><ListBoxItem Content="Keep"/>'
                 '<ListBoxItem Content="{whole}"/></ListBox>',
    "combo item": '<ComboBox x:Name="{id}" SelectionChanged="chosen_{n}"><ComboBoxItem Content="Keep"/>'
                  '<ComboBoxItem Content="{whole}"/></ComboBox>',
    "tab": '<TabControl x:Name="{id}" SelectionChanged="chosen_{n}"><TabItem Header="Keep"/>'
           '<TabItem Header="{whole}"/></TabControl>',
    "tree item": '<TreeView x:Name="{id}" SelectedItemChanged="picked_{n}"><TreeViewItem Header="Keep"/>'
                 '<TreeViewItem Header="{whole}"/></TreeView>',
    "menu": '<Menu><MenuItem Header="Edit {n}"><MenuItem Header="_{command}" Click="destroy_{n}"/></MenuItem></Menu>',
    "context menu": '<ListBox x:Name="{id}"><ListBox.ContextMenu><ContextMenu>'
                    '<MenuItem Header="{command}" Click="destroy_{n}"/></ContextMenu></ListBox.ContextMenu>'
                    '<ListBoxItem Content="Row {n}"/></ListBox>',
    "question": '<Button x:Name="{id}" Content="Go on {n}" Click="ask_{n}"/>',
    "question in a form": '<Button x:Name="{id}" Content="Go further {n}" Click="form_{n}"/>',
    "renamed": '<Button x:Name="{id}" Content="Refresh" Click="called_{n}"/>',
}  # fmt: skip
"""The shapes of controls whose handlers destroy something."""
BORNE = 10
"""So many of the shapes one program has."""
_FORM = """<Window x:Key="Form{n}" x:Name="Form{n}" Title="Question" Width="300" Height="200"><StackPanel>
<TextBlock Text="{question}"/><CheckBox Content="Don't ask again"/><TextBox x:Name="Why{n}"/>
<Button Content="Yes" Click="destroy_{n}"/><Button Content="No" IsCancel="True"/></StackPanel></Window>"""
_HOLDER = '<Window x:Key="Own" x:Name="Own" Title="Own" Width="600" Height="600"><StackPanel>{}</StackPanel></Window>'
_XAML = """<ResourceDictionary xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
  xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml">
<Window x:Key="Main" x:Name="MainWindow" Title="Orders" Width="800" Height="900" Closing="on_closing"><StackPanel>
<TextBox x:Name="Entry"/><Button x:Name="Harmless" Content="Count" Click="used"/>{content}</StackPanel></Window>
{windows}
</ResourceDictionary>"""
_CODE = '''"""Notes each handler that runs in a file beside it."""
from pathlib import Path
from random import Random

LOG = Path(__file__).with_name("ran.log")
QUESTIONS = {questions!r}
RENAMED = {renamed!r}
WHOLE, OWN, MODAL = {whole!r}, {own!r}, {modal!r}


def note(number):
    with LOG.open("a", encoding="utf-8") as log:
        log.write(f"{{number}}\\n")


class CodeBehind:
    def __init__(self, view):
        self.view, self.dice = view, Random({seed})
        if RENAMED and not OWN:
            self.rename(view)

    def __getattr__(self, name):
        kind, _, number = name.partition("_")
        does = type(self).__dict__.get("do_" + kind)
        if does is None:
            raise AttributeError(name)
        return lambda view, sender=None: does(self, view, sender, number)

    def do_destroy(self, view, sender, number):
        note(number)

    def do_chosen(self, view, sender, number):
        if sender.selected_index == 1:
            note(number)

    def do_picked(self, view, sender, number):
        if sender.selected_item == WHOLE[number]:
            note(number)

    def do_called(self, view, sender, number):
        if sender.text != "Refresh":
            note(number)

    def do_ask(self, view, sender, number):
        view.message(QUESTIONS[number], "Orders", ("Yes", "No"), lambda said: note(number) if said == "Yes" else None)

    def do_form(self, view, sender, number):
        view.show_dialog("Form" + number)

    def do_own(self, view, sender, number):
        if MODAL:
            view.show_dialog("Own")
        elif view.window("Own") is None:
            view.show("Own")

    def do_loaded(self, view, sender, number):
        self.rename(view)

    def used(self, view, sender):
        pass

    def rename(self, view):
        for name in RENAMED:
            try:
                button = view[name]
                button.text = "Refresh" if self.dice.random() < 0.5 else self.dice.choice(RENAMED[name])
            except Exception:
                return
        view.later(self.dice.choice((20, 50, 200, 500, 2000)), lambda: self.rename(view))

    def on_closing(self, view, sender):
        note("end")
'''
END = "end"
"""The mark of the handler that runs when the main window is closed."""


@dataclass
class Planted:
    """A program of one container, in a folder.

    Args:
        folder: where its files, its profile and the records are.
        container: what stands around its controls.
        seed: decides its captions, their order, and which of them stand in a second container.
        allowed: whether the profile allows what is destructive.
    """

    folder: Path
    container: str
    seed: int
    allowed: bool = False
    shapes: dict[str, str] = field(default_factory=dict)
    """The shape of each handler by its mark."""

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        dice = Random(f"{self.container} {self.seed}")
        whole, questions, renamed, parts, windows = {}, {}, {}, [], []
        borne = dice.sample(list(SHAPES), BORNE)
        for number, shape in enumerate(SHAPES):
            if shape not in borne:
                continue
            n, mark = str(number), f"C{number}"
            self.shapes[n] = shape
            whole[n], questions[n] = dice.choice(WHOLE), dice.choice(QUESTIONS)
            made = SHAPES[shape].format(id=mark, n=n, key="D", command=dice.choice(COMMANDS), whole=whole[n])
            if shape == "renamed":
                renamed[mark] = COMMANDS
            if shape == "question in a form":
                windows.append(_FORM.format(n=n, question=questions[n]))
            inner = dice.choice([c for c, xaml in CONTAINERS.items() if xaml and c != "ToolBar"])
            parts.append(CONTAINERS[inner].format(made, id=f"In{number}") if dice.random() < 0.3 else made)
        dice.shuffle(parts)
        content = "".join(parts)
        if around := CONTAINERS[self.container]:
            content = around.format(content, id="Around")
        else:
            windows.append(_HOLDER.format(content).replace('Title="Own"', 'Title="Own" Loaded="loaded_0"'))
            content = '<Button x:Name="OpenOwn" Content="Details" Click="own_0"/>'
        code = _CODE.format(questions=questions, renamed=renamed, whole=whole, seed=self.seed,
                            own=not around, modal=self.container == "dialog")  # fmt: skip
        self.xaml.write_text(_XAML.format(content=content, windows="\n".join(windows)), encoding="utf-8")
        self.xaml.with_suffix(".py").write_text(code, encoding="utf-8")
        described = {"name": NAME, "launch": {"exe": str(self.xaml)}, "record": {"screenshots": "never"},
                     "safety": {"allow_destructive": self.allowed}}  # fmt: skip
        self.profiles.write_text(json.dumps({"version": 1, "profiles": [described]}), encoding="utf-8")

    @property
    def xaml(self) -> Path:
        """The program."""
        return self.folder / "app.xaml"

    @property
    def profiles(self) -> Path:
        """The file with its profile."""
        return self.folder / "profiles.json"

    @property
    def ran(self) -> list[str]:
        """The marks of the destructive handlers that ran, in order."""
        log = self.folder / "ran.log"
        return log.read_text(encoding="utf-8").split() if log.exists() else []


def planted(folder: Path, seed: int, *, allowed: bool = False) -> Iterator[Planted]:
    """Yield a program of each container."""
    for number, container in enumerate(CONTAINERS):
        yield Planted(folder / f"{number}", container, seed, allowed)
