"""What a code-behind may do: the one interface between an application's Python code and its host.

An application is a XAML file and a Python file with the same base name. The XAML's root is a `Window`, or a
`ResourceDictionary` whose `Window` children carry `x:Key`s (the first is the main window). The Python file defines
`class CodeBehind` with `__init__(self, view)`: `view` is the main window's, before it is shown. A handler is a method
by the name that the XAML gives (`Click="on_save"`) and is called as `handler(view, sender)`: the view of the window
that raised the event and the element. `Loaded="…"` on a Window runs when that window is shown, `Closing="…"` before it
closes: a handler that returns False keeps it open.

Two hosts give the same interface: the simulated desktop, and WPF itself (`wpfagent.demo.wpf_host`). It is in
callback style, because a modal dialog and a sleep block in WPF and cannot in the simulation. The code-behind uses
nothing else of its host. An exception that leaves a handler ends the process with 0xE0434352 and a .NET-like stack
trace on stderr, as an unhandled exception does in WPF.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol


class Element(Protocol):
    """One named element (`x:Name`). What a kind of element does not have raises AttributeError."""

    text: str
    """TextBox, TextBlock, RichTextBox, PasswordBox, editable ComboBox, DatePicker: the text; elsewhere the caption
    (Content, Header, Title)."""
    checked: bool | None
    """CheckBox, RadioButton, ToggleButton, checkable MenuItem; None is the third state."""
    value: float
    """Slider, ProgressBar."""
    enabled: bool
    visible: bool
    """False is Visibility.Collapsed."""
    items: list[str]
    """ComboBox, ListBox: the items' texts; setting replaces them all."""
    selected_index: int
    """ComboBox, ListBox, ListView, DataGrid, TabControl; -1 is none."""
    selected_item: str
    """ComboBox, ListBox, TreeView: the text of the selected item; '' is none."""

    def focus(self) -> None:
        """Give it the keyboard focus."""
        ...

    def row(self, index: int) -> list[str]:
        """DataGrid, ListView: return the texts of a row as the user last left them."""
        ...


class View(Protocol):
    """One window as its code-behind sees it."""

    title: str

    def __getitem__(self, name: str) -> Element:
        """Return the element with this x:Name in this window; KeyError when there is none."""
        ...

    def window(self, name: str) -> View | None:
        """Return the open window with this x:Key; None when it is not open."""
        ...

    def show(self, name: str) -> View:
        """Open a window modeless, owned by this one, and return its view."""
        ...

    def show_dialog(self, name: str, on_closed: Callable[[bool], None] | None = None) -> None:
        """Open a window modal to this one; `on_closed(result)` runs when it was closed."""
        ...

    def close(self, result: bool = False) -> None:
        """Close this window; `result` goes to its `on_closed`. Closing the main one ends the application (code 0)."""
        ...

    def message(
        self,
        text: str,
        title: str = "",
        buttons: Sequence[str] = ("OK",),
        on_answer: Callable[[str], None] | None = None,
    ) -> None:
        """Show a modal message box (`#32770` on Windows; buttons OK, Cancel, Yes, No); `on_answer(button)` follows."""
        ...

    def rows(self, name: str, columns: Sequence[str], data: Sequence[Sequence[object]]) -> None:
        """Fill a DataGrid or ListView: column headers and rows of cells, shown as text."""
        ...

    def later(self, milliseconds: int, action: Callable[[], None]) -> None:
        """Run `action` on the UI thread after this time."""
        ...

    def block(self, milliseconds: int) -> None:
        """Keep the UI thread busy for this time, as a slow handler does; the program does not answer meanwhile."""
        ...

    def copy(self) -> None:
        """Put something on the clipboard."""
        ...

    def exit(self, code: int = 0) -> None:
        """End the application with this exit code."""
        ...
