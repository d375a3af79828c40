"""What the studio's window holds and does: objects without words of their own, and commands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import clr
from System import Int32, Object, String, TimeSpan
from System.Collections.Generic import IDictionary
from System.Collections.ObjectModel import ObservableCollection
from System.Data import DataTable
from System.Dynamic import ExpandoObject
from System.Windows import DragDrop, DragDropEffects, Visibility
from System.Windows.Input import ICommand, Key, MouseButtonState
from System.Windows.Threading import DispatcherTimer
from truth_log import TruthLog

DRAG_PIXELS = 8
LOADING_S = 1.2
COUNTING_S = 8.0
FETCHING_S = 3.0


class Command(ICommand):
    """A command that calls a function."""

    __namespace__ = "Studio"

    def __init__(self, run: Any) -> None:
        super().__init__()
        self.run = run

    def CanExecute(self, _parameter: Any) -> bool:
        return True

    def Execute(self, _parameter: Any) -> None:
        self.run()

    def add_CanExecuteChanged(self, handler: Any) -> None:
        pass

    def remove_CanExecuteChanged(self, handler: Any) -> None:
        pass


def thing(**members: Any) -> Any:
    """Return an object to bind to; its ToString() is the name of its type."""
    made = ExpandoObject()
    for name, value in members.items():
        put(made, name, Command(value) if callable(value) else value)
    return made


def put(item: Any, name: str, value: Any) -> None:
    """Set a member; what is bound to it shows it."""
    IDictionary[String, Object](item)[name] = value


def title(item: Any) -> str:
    """Return what a thing shows."""
    return str(IDictionary[String, Object](item)["Title"])


def listed(items: Iterable[Any]) -> Any:
    """Return a collection that tells of its changes."""
    made = ObservableCollection[Object]()
    for item in items:
        made.Add(item)
    return made


def table(*rows: tuple[str, ...], columns: tuple[str, ...], numbers: tuple[str, ...] = ()) -> Any:
    """Return a table of texts, but for the columns that only take numbers."""
    made = DataTable("row")
    for name in columns:
        made.Columns.Add(name, clr.GetClrType(Int32 if name in numbers else String))
    for row in rows:
        line = made.NewRow()
        for name, value in zip(columns, row, strict=True):
            line[name] = value
        made.Rows.Add(line)
    return made


class Studio:
    """The code behind the window."""

    def __init__(self, log: TruthLog) -> None:
        self.log = log
        self.pressed_at: Any = None
        self.fonts: Any = None
        self.veil: Any = None
        self.wait: Any = None
        self.words: Any = None
        self.said: Any = None

    def fill(self, window: Any) -> None:
        """Give the window's lists what they show."""
        write, find = self.log.write, window.FindName
        self.fonts, self.veil, self.wait = find("Fonts"), find("Veil"), find("Wait")
        self.words, self.said = find("Words"), find("Said")
        titles = {"Cards": ("Poster", "Wine label"), "Queue": ("Cut mats", "Order frames", "Dust shelves"),
                  "Origin": ("Peru", "Japan")}  # fmt: skip
        for name, texts in titles.items():
            find(name).ItemsSource = listed(
                thing(Title=text, Duplicate=lambda text=text: write("duplicated", "Cards", text)) for text in texts
            )
        find("Labels").ItemsSource = listed(self._label(text) for text in ("urgent", "waiting"))
        find("Plan").ItemsSource = listed([self._branch("Prints", "Etchings"), self._branch("Photos", "Streets")])
        for name in ("Rating", "Score"):
            find(name).ItemsSource = listed(
                thing(Title=f"{n} of 5", Rate=lambda n=n, name=name: write("rated", name, n)) for n in range(1, 6)
            )
        hours = table(("Yusuf", "38"), ("Alma", "20"), columns=("Name", "Hours"))
        wages = table(("Yusuf", "2100"), ("Alma", "1400"), columns=("Person", "Wage"), numbers=("Wage",))
        for name, rows in (("Hours", hours), ("Wages", wages)):
            rows.ColumnChanged += lambda _s, e, name=name: write("cell", name, str(e.ProposedValue))
            find(name).ItemsSource = rows.DefaultView

    def _branch(self, text: str, *parts: str) -> Any:
        kids = listed(self._branch(part) for part in parts)
        return thing(Title=text, Parts=kids, Check=lambda: self.log.write("checked", "Plan", text))

    def _label(self, text: str) -> Any:
        def commit() -> None:
            draft = str(IDictionary[String, Object](item)["Draft"])
            put(item, "Title", draft)
            self._show_field(item, is_shown=False)
            self.log.write("renamed", "Labels", draft)

        item = thing(Title=text, Draft=text, Commit=commit)
        self._show_field(item, is_shown=False)
        return item

    @staticmethod
    def _show_field(item: Any, *, is_shown: bool) -> None:
        put(item, "ShownText", Visibility.Collapsed if is_shown else Visibility.Visible)
        put(item, "ShownField", Visibility.Visible if is_shown else Visibility.Collapsed)

    def on_rename(self, sender: Any, event: Any) -> None:
        if event.Key == Key.F2 and sender.SelectedItem is not None:
            self._show_field(sender.SelectedItem, is_shown=True)
            self.log.write("renaming", "Labels", title(sender.SelectedItem))

    def on_selected(self, sender: Any, event: Any) -> None:
        if sender.SelectedItem is not None:
            self.log.write("selected", sender.Name, title(sender.SelectedItem))

    def on_branch(self, sender: Any, event: Any) -> None:
        if sender.SelectedItem is not None:
            self.log.write("selected", sender.Name, title(sender.SelectedItem))

    def on_pressed(self, sender: Any, event: Any) -> None:
        self.pressed_at = event.GetPosition(None)

    def on_moved(self, sender: Any, event: Any) -> None:
        if self.pressed_at is None or event.LeftButton != MouseButtonState.Pressed or sender.SelectedItem is None:
            return
        now = event.GetPosition(None)
        if abs(now.X - self.pressed_at.X) + abs(now.Y - self.pressed_at.Y) > DRAG_PIXELS:
            self.pressed_at = None
            self.log.write("dragged", sender.Name, title(sender.SelectedItem))
            DragDrop.DoDragDrop(sender, "item", DragDropEffects.Move)

    def on_clicked(self, sender: Any, event: Any) -> None:
        self.log.write("clicked", sender.Name)

    def on_asked(self, sender: Any, event: Any) -> None:
        self.veil.Visibility = Visibility.Visible
        self.log.write("asked", sender.Name)

    def on_agreed(self, sender: Any, event: Any) -> None:
        self.veil.Visibility = Visibility.Collapsed
        self.log.write("agreed", sender.Name)

    def on_counted(self, sender: Any, event: Any) -> None:
        self.show_for(COUNTING_S, self.wait, "counted", sender)

    def on_terms(self, sender: Any, event: Any) -> None:
        self.said.Text = "Click to keep the terms"
        self.words.Visibility = Visibility.Visible
        self.log.write("pleaded", sender.Name)

    def on_words(self, sender: Any, event: Any) -> None:
        self.log.write("caught", sender.Name)
        if not self.said.Text.endswith("…"):
            self.words.Visibility = Visibility.Collapsed

    def on_fetched(self, sender: Any, event: Any) -> None:
        self.said.Text = "Fetching prices…"
        self.show_for(FETCHING_S, self.words, "fetched", sender)

    def show_for(self, seconds: float, layer: Any, event_name: str, sender: Any) -> None:
        """Show a layer for some seconds, then write that it is gone."""

        def over(timer: Any, _event: Any) -> None:
            timer.Stop()
            layer.Visibility = Visibility.Collapsed
            self.log.write(event_name, sender.Name)

        layer.Visibility = Visibility.Visible
        waiting = DispatcherTimer()
        waiting.Interval = TimeSpan.FromSeconds(seconds)
        waiting.Tick += over
        waiting.Start()

    def on_load(self, sender: Any, event: Any) -> None:
        def loaded(timer: Any, _event: Any) -> None:
            timer.Stop()
            self.fonts.ItemsSource = listed(thing(Title=f"Font {n}") for n in range(1, 41))

        self.log.write("clicked", sender.Name)
        self.fonts.ItemsSource = None
        waiting = DispatcherTimer()
        waiting.Interval = TimeSpan.FromSeconds(LOADING_S)
        waiting.Tick += loaded
        waiting.Start()

    def on_text(self, sender: Any, event: Any) -> None:
        self.log.write("changed", sender.Name, str(sender.Text))

    def on_number(self, sender: Any, event: Any) -> None:
        self.log.write("changed", sender.Name, round(event.NewValue))

    def on_switched(self, sender: Any, event: Any) -> None:
        self.log.write("switched", sender.Name, "on" if sender.IsChecked else "off")

    def on_search(self, sender: Any, event: Any) -> None:
        if event.Key == Key.Return:
            self.log.write("searched", sender.Name, str(sender.Text))
