"""The view interface of `view.py`, as the code-behind of a simulated application gets it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wpfagent.desktops.simulated import behaviour
from wpfagent.desktops.simulated.elements import Element
from wpfagent.desktops.simulated.frames import Frame
from wpfagent.desktops.simulated.tables import Column, Table
from wpfagent.desktops.simulated.view import View

_CHECKED = ("CheckBox", "RadioButton", "ToggleButton", "MenuItem")
_LISTS = ("ComboBox", "ListBox")
_INDEXED = ("ComboBox", "ListBox", "ListView", "DataGrid", "TabControl")


class ElementView:
    """One named element (`view.Element`)."""

    def __init__(self, element: Element) -> None:
        self._element = element

    def _need(self, what: str, kinds: tuple[str, ...]) -> Element:
        if self._element.kind not in kinds:
            raise AttributeError(f"A {self._element.kind} has no {what}.")
        return self._element

    def _checkable(self) -> Element:
        element = self._need("checked", _CHECKED)
        return element if element.kind != "MenuItem" or element.checkable else self._need("checked", ())

    @property
    def text(self) -> str:
        """See `view.Element.text`."""
        if self._element.kind in ("ListBox", "ListView", "DataGrid", "TreeView", "TabControl", "Slider", "ProgressBar"):
            raise AttributeError(f"A {self._element.kind} has no text.")
        return self._element.text

    @text.setter
    def text(self, text: str) -> None:
        assert self.text is not None
        behaviour.put_text(self._element, str(text))

    @property
    def checked(self) -> bool | None:
        """See `view.Element.checked`."""
        return self._checkable().checked

    @checked.setter
    def checked(self, checked: bool | None) -> None:
        behaviour.put_checked(self._checkable(), checked)

    @property
    def value(self) -> float:
        """See `view.Element.value`."""
        return self._need("value", ("Slider", "ProgressBar")).value

    @value.setter
    def value(self, value: float) -> None:
        behaviour.put_value(self._need("value", ("Slider", "ProgressBar")), float(value))

    @property
    def enabled(self) -> bool:
        """See `view.Element.enabled`."""
        return self._element.enabled

    @enabled.setter
    def enabled(self, enabled: bool) -> None:
        self._element.enabled = bool(enabled)
        self._element.window.changed(layout=False, of=self._element)

    @property
    def visible(self) -> bool:
        """See `view.Element.visible`."""
        return self._element.shown

    @visible.setter
    def visible(self, visible: bool) -> None:
        self._element.shown = bool(visible)
        self._element.window.changed(of=self._element)

    @property
    def items(self) -> list[str]:
        """See `view.Element.items`."""
        return [i.name for i in self._need("items", _LISTS).children]

    @items.setter
    def items(self, items: list[str]) -> None:
        behaviour.put_items(self._need("items", _LISTS), [str(i) for i in items])

    @property
    def selected_index(self) -> int:
        """See `view.Element.selected_index`."""
        return behaviour.selected_index(self._need("selected_index", _INDEXED))

    @selected_index.setter
    def selected_index(self, index: int) -> None:
        behaviour.put_selected_index(self._need("selected_index", _INDEXED), index)

    @property
    def selected_item(self) -> str:
        """See `view.Element.selected_item`."""
        return behaviour.selected_text(self._need("selected_item", (*_LISTS, "TreeView")))

    @selected_item.setter
    def selected_item(self, text: str) -> None:
        behaviour.put_selected_text(self._need("selected_item", (*_LISTS, "TreeView")), text)

    def focus(self) -> None:
        """See `view.Element.focus`."""
        behaviour.focus(self._element)

    def row(self, index: int) -> list[str]:
        """See `view.Element.row`."""
        table = self._need("row", ("DataGrid", "ListView")).table
        if table is None:
            raise AttributeError("This ListView has no columns.")
        return list(table.data[index])


class WindowView:
    """One window (`view.View`)."""

    def __init__(self, window: Frame[Element]) -> None:
        self._window = window

    @property
    def title(self) -> str:
        """The window's title."""
        return self._window.title

    @title.setter
    def title(self, title: str) -> None:
        self._window.root.text = title

    def __getitem__(self, name: str) -> ElementView:
        return ElementView(self._window.names[name])

    def window(self, name: str) -> View | None:
        """See `view.View.window`."""
        found = self._window.application.find_window(name)
        return found.view if found else None

    def show(self, name: str) -> View:
        """See `view.View.show`."""
        return self._window.application.open_window(name, self._window, modal=False).view

    def show_dialog(self, name: str, on_closed: Callable[[bool], None] | None = None) -> None:
        """See `view.View.show_dialog`."""
        self._window.application.open_window(name, self._window, modal=True, on_closed=on_closed)

    def close(self, result: bool = False) -> None:
        """See `view.View.close`."""
        self._window.application.close_window(self._window, result=result)

    def message(
        self, text: str, title: str = "", buttons: Sequence[str] = ("OK",),
        on_answer: Callable[[str], None] | None = None,
    ) -> None:  # fmt: skip
        """See `view.View.message`."""
        self._window.application.open_message(self._window, text, title, buttons, on_answer)

    def rows(self, name: str, columns: Sequence[str], data: Sequence[Sequence[object]]) -> None:
        """See `view.View.rows`."""
        grid = self._window.names[name]
        if grid.kind not in ("DataGrid", "ListView"):
            raise AttributeError(f"A {grid.kind} has no rows.")
        known = {c.header: c for c in grid.table.columns} if grid.table else {}
        grid.table = Table(
            [known.get(c, Column(c)) for c in columns], [["" if v is None else str(v) for v in row] for row in data]
        )
        grid.window.changed(of=grid)

    def later(self, milliseconds: int, action: Callable[[], None]) -> None:
        """See `view.View.later`."""
        self._window.application.later(milliseconds, action)

    def block(self, milliseconds: int) -> None:
        """See `view.View.block`."""
        self._window.application.block(milliseconds / 1000)

    def leak(self, memory: int = 0, handles: int = 0) -> None:
        """Hold so many bytes and handles more, for good: only here, a real program leaks what it really holds."""
        self._window.application.leak(memory, handles)

    def copy(self) -> None:
        """See `view.View.copy`."""
        application = self._window.application
        application.screen.clipboard = (application.screen.clipboard[0] + 1, application.pid)

    def exit(self, code: int = 0) -> None:
        """See `view.View.exit`."""
        self._window.application.exit(code)
