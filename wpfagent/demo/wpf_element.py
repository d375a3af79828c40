"""One WPF element behind the interface `desktops.simulated.view.Element`.

Imports .NET: only after `dotnet.start()`. A property that the control does not have raises AttributeError, as .NET's
own missing members do through pythonnet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from System.Windows import Visibility
from System.Windows.Controls import ContentControl, HeaderedItemsControl, PasswordBox, RichTextBox, TextBlock, TreeView
from System.Windows.Documents import Hyperlink, Paragraph, Run, TextRange

_CAPTIONS = ("Text", "Header", "Title", "Content")


class WpfElement:
    """A named element of a window; `native` is the .NET object."""

    __slots__ = ("native",)

    def __init__(self, native: Any) -> None:
        self.native = native

    @property
    def text(self) -> str:
        """What it shows: the text of an editor, else the caption."""
        native = self.native
        if isinstance(native, PasswordBox):
            return str(native.Password)
        if isinstance(native, RichTextBox):
            return str(TextRange(native.Document.ContentStart, native.Document.ContentEnd).Text).rstrip("\r\n")
        if isinstance(native, Hyperlink):
            return str(TextRange(native.ContentStart, native.ContentEnd).Text)
        return _caption(getattr(native, _caption_property(native)))

    @text.setter
    def text(self, text: str) -> None:
        native = self.native
        if isinstance(native, PasswordBox):
            native.Password = text
        elif isinstance(native, RichTextBox):
            native.Document.Blocks.Clear()
            for line in text.splitlines():
                native.Document.Blocks.Add(Paragraph(Run(line)))
        elif isinstance(native, Hyperlink):
            native.Inlines.Clear()
            native.Inlines.Add(Run(text))
        else:
            setattr(native, _caption_property(native), text)

    @property
    def checked(self) -> bool | None:
        """Whether it is checked; None is the third state."""
        state = self.native.IsChecked
        return None if state is None else bool(state)

    @checked.setter
    def checked(self, state: bool | None) -> None:
        _put(self.native, "IsChecked", state)

    @property
    def value(self) -> float:
        """Where a slider or progress bar stands."""
        return float(self.native.Value)

    @value.setter
    def value(self, value: float) -> None:
        _put(self.native, "Value", float(value))

    @property
    def enabled(self) -> bool:
        """Whether it can be used."""
        return bool(self.native.IsEnabled)

    @enabled.setter
    def enabled(self, state: bool) -> None:
        _put(self.native, "IsEnabled", state)

    @property
    def visible(self) -> bool:
        """Whether it is shown; what is not takes no room."""
        return bool(self.native.Visibility == Visibility.Visible)

    @visible.setter
    def visible(self, state: bool) -> None:
        _put(self.native, "Visibility", Visibility.Visible if state else Visibility.Collapsed)

    @property
    def items(self) -> list[str]:
        """The texts of its items."""
        return [_caption(item) for item in self.native.Items]

    @items.setter
    def items(self, texts: list[str]) -> None:
        _put(self.native, "ItemsSource", None)
        self.native.Items.Clear()
        for text in texts:
            self.native.Items.Add(text)

    @property
    def selected_index(self) -> int:
        """The index of the selected item; -1 is none."""
        return int(self.native.SelectedIndex)

    @selected_index.setter
    def selected_index(self, index: int) -> None:
        _put(self.native, "SelectedIndex", index)

    @property
    def selected_item(self) -> str:
        """The text of the selected item; '' is none."""
        return _caption(self.native.SelectedItem)

    @selected_item.setter
    def selected_item(self, text: str) -> None:
        if isinstance(self.native, TreeView):
            for node in _nodes(self.native):
                node.IsSelected = _caption(node) == text
        elif text:
            _put(self.native, "SelectedIndex", self.items.index(text))
        else:
            _put(self.native, "SelectedIndex", -1)

    def focus(self) -> None:
        """Give it the keyboard focus."""
        self.native.Focus()

    def row(self, index: int) -> list[str]:
        """Return the texts of a row of a grid or list, in the order shown."""
        return [str(cell) for cell in self.native.Items[index].Row.ItemArray]


def _put(native: Any, name: str, value: object) -> None:
    getattr(native, name)  # pythonnet would take an unknown name as an attribute of the Python object
    setattr(native, name, value)


def _caption_property(native: Any) -> str:
    for name in _CAPTIONS:
        if hasattr(native, name):
            return name
    raise AttributeError(f"{native.GetType().Name} has no text.")


def _caption(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, HeaderedItemsControl):
        return _caption(value.Header)
    if isinstance(value, ContentControl):
        return _caption(value.Header if hasattr(value, "Header") else value.Content)
    if isinstance(value, TextBlock):
        return str(value.Text)
    return str(value)


def _nodes(parent: Any) -> Iterator[Any]:
    for node in parent.Items:
        yield node
        yield from _nodes(node)
