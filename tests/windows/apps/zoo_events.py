"""Writes what WPF's routed events tell into the ground truth, for every control that has an id."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from System import Double, Object
from System.Windows import (
    FrameworkElement,
    RoutedEventHandler,
    RoutedPropertyChangedEventHandler,
    UIElement,
)
from System.Windows.Automation import AutomationProperties
from System.Windows.Controls import (
    ComboBox,
    ContentPresenter,
    Expander,
    MenuItem,
    PasswordBox,
    RichTextBox,
    ScrollChangedEventHandler,
    ScrollViewer,
    SelectionChangedEventHandler,
    TextChangedEventHandler,
    TreeView,
    TreeViewItem,
)
from System.Windows.Controls.Primitives import ButtonBase, RangeBase, Selector, TextBoxBase, ToggleButton
from System.Windows.Documents import Hyperlink, TextRange
from System.Windows.Input import Key, Keyboard, KeyEventHandler, ModifierKeys
from truth_log import TruthLog

MODIFIERS = (("Ctrl", ModifierKeys.Control), ("Alt", ModifierKeys.Alt), ("Shift", ModifierKeys.Shift))
NAMED_KEYS = {"Return": "Enter", "Escape": "Esc", "Delete": "Del", "Back": "Backspace", "Next": "PageDown"}
PLAIN_KEYS = {
    "Return",
    "Escape",
    "Delete",
    "Back",
    "Tab",
    "Up",
    "Down",
    "Left",
    "Right",
    "Home",
    "End",
    "Next",
    "PageUp",
}
MODIFIER_KEYS = {"LeftCtrl", "RightCtrl", "LeftAlt", "RightAlt", "LeftShift", "RightShift", "LWin", "RWin"}
MANY = 20


def id_of(element: Any) -> str:
    """Return the AutomationId, else x:Name, else Tag (controls without an id for UI Automation); `""` = none."""
    given = AutomationProperties.GetAutomationId(element) if isinstance(element, UIElement) else ""
    return str(given or name_of(element))


def name_of(element: Any) -> str:
    """Return x:Name, else the text in Tag: UI Automation would show Name and Uid as AutomationId, Tag it ignores."""
    tag = getattr(element, "Tag", None)
    return str(getattr(element, "Name", "") or (tag if isinstance(tag, str) else ""))


def owner_of(element: Any) -> Any:
    """Return the control that an element is a template part of, or the element itself."""
    parent = element.TemplatedParent if isinstance(element, FrameworkElement) else None
    return element if parent is None or isinstance(parent, ContentPresenter) else parent


def is_part(element: Any) -> bool:
    """Return whether the element belongs to another control's template."""
    return owner_of(element) is not element and id_of(owner_of(element)) != ""


def text_of(item: Any) -> str:
    """Return what a person reads on a control or an item."""
    if item is None:
        return ""
    for name in ("Header", "Content"):
        text = getattr(item, name, None)
        if text is not None:
            return text if isinstance(text, str) else ""
    if isinstance(item, Hyperlink):
        return str(TextRange(item.ContentStart, item.ContentEnd).Text)
    row = getattr(item, "Row", None)
    return str(row.ItemArray[0]) if row is not None else str(item)


def written_in(field: Any) -> str:
    """Return the text in an edit field of any kind."""
    if isinstance(field, PasswordBox):
        return str(field.Password)
    if isinstance(field, RichTextBox):
        return str(TextRange(field.Document.ContentStart, field.Document.ContentEnd).Text).rstrip("\r\n")
    return str(field.Text)


def chord_of(e: Any) -> str:
    """Return a pressed key with its modifiers (`Ctrl+Shift+K`), `""` for one that only types or is a modifier."""
    key = str(e.SystemKey if e.Key == Key.System else e.Key)
    held = [name for name, flag in MODIFIERS if Keyboard.Modifiers & flag == flag]
    is_function = key[:1] == "F" and key[1:].isdigit()
    if key in MODIFIER_KEYS or not (is_function or key in PLAIN_KEYS or {"Ctrl", "Alt"} & set(held)):
        return ""
    digit = key[1:] if key[:1] == "D" and key[1:].isdigit() else ""
    return "+".join([*held, digit or NAMED_KEYS.get(key, key)])


class EventLog:
    """Listens at a root element (a window, a context menu) to the routed events of everything in it."""

    def __init__(self, log: TruthLog) -> None:
        self.log = log
        self._uncommitted: set[str] = set()
        self._routes: list[tuple[Any, Any, Callable[[Any, Any], None]]] = [
            (ButtonBase.ClickEvent, RoutedEventHandler, self.on_click),
            (MenuItem.ClickEvent, RoutedEventHandler, self.on_click),
            (ToggleButton.CheckedEvent, RoutedEventHandler, self.on_toggled),
            (ToggleButton.UncheckedEvent, RoutedEventHandler, self.on_toggled),
            (ToggleButton.IndeterminateEvent, RoutedEventHandler, self.on_toggled),
            (MenuItem.CheckedEvent, RoutedEventHandler, self.on_toggled),
            (MenuItem.UncheckedEvent, RoutedEventHandler, self.on_toggled),
            (MenuItem.SubmenuOpenedEvent, RoutedEventHandler, self.on_expanded),
            (Expander.ExpandedEvent, RoutedEventHandler, self.on_expanded),
            (Expander.CollapsedEvent, RoutedEventHandler, self.on_collapsed),
            (TreeViewItem.ExpandedEvent, RoutedEventHandler, self.on_expanded),
            (TreeViewItem.CollapsedEvent, RoutedEventHandler, self.on_collapsed),
            (TextBoxBase.TextChangedEvent, TextChangedEventHandler, self.on_text_raw),
            (PasswordBox.PasswordChangedEvent, RoutedEventHandler, self.on_text_raw),
            (UIElement.LostFocusEvent, RoutedEventHandler, self.on_lost_focus),
            (Selector.SelectionChangedEvent, SelectionChangedEventHandler, self.on_selected),
            (TreeView.SelectedItemChangedEvent, RoutedPropertyChangedEventHandler[Object], self.on_node_selected),
            (RangeBase.ValueChangedEvent, RoutedPropertyChangedEventHandler[Double], self.on_value),
            (ScrollViewer.ScrollChangedEvent, ScrollChangedEventHandler, self.on_scrolled),
            (UIElement.PreviewKeyDownEvent, KeyEventHandler, self.on_key),
        ]

    def attach(self, root: Any) -> None:
        """Log the events of everything below this element from now on, also those that somebody handled."""
        for event, delegate, handler in self._routes:
            root.AddHandler(event, delegate(handler), True)

    def write(self, event: str, element: Any, value: Any = None, **more: Any) -> None:
        """Log an event of a control; one without any id is not logged."""
        control = id_of(element)
        if control:
            element_name = name_of(element)
            if element_name != control:
                more = {**more, "element": element_name}
            self.log.write(event, control, value, **more)

    # -- handlers: `e.OriginalSource` is what raised the event ------------------------------------------------------
    def on_click(self, sender: Any, e: Any) -> None:
        if not is_part(e.OriginalSource):
            self.write("click", e.OriginalSource, text_of(e.OriginalSource))

    def on_toggled(self, sender: Any, e: Any) -> None:
        if not is_part(e.OriginalSource):
            state = {True: "on", False: "off", None: "indeterminate"}[e.OriginalSource.IsChecked]
            self.write("toggled", e.OriginalSource, state)

    def on_expanded(self, sender: Any, e: Any) -> None:
        self.write("expanded", e.OriginalSource, text_of(e.OriginalSource))

    def on_collapsed(self, sender: Any, e: Any) -> None:
        self.write("collapsed", e.OriginalSource, text_of(e.OriginalSource))

    def on_text_raw(self, sender: Any, e: Any) -> None:
        field = e.OriginalSource
        owner = owner_of(field)
        self._uncommitted.add(id_of(owner))
        try:
            self.write("text_raw", owner, written_in(field))
        except UnicodeDecodeError:
            pass  # half of a surrogate pair was typed; the other half follows

    def on_lost_focus(self, sender: Any, e: Any) -> None:
        field = e.OriginalSource
        if isinstance(field, (TextBoxBase, PasswordBox)):
            owner = owner_of(field)
            if id_of(owner) in self._uncommitted:
                self._uncommitted.discard(id_of(owner))
                self.write("text_changed", owner, written_in(field))

    def on_selected(self, sender: Any, e: Any) -> None:
        selector = e.OriginalSource
        if not isinstance(selector, Selector) or is_part(selector):
            return  # ComboBox in a grid's cell, or the event of a Calendar
        chosen = getattr(selector, "SelectedItems", None)
        texts = [] if chosen is None else [text_of(chosen[i]) for i in range(min(MANY, chosen.Count))]
        self.write(
            "selected",
            selector,
            text_of(selector.SelectedItem),
            items=texts,
            count=len(texts) if chosen is None else chosen.Count,
            index=selector.SelectedIndex,
        )
        if isinstance(selector, ComboBox):
            self._uncommitted.discard(id_of(selector))

    def on_node_selected(self, sender: Any, e: Any) -> None:
        self.write("selected", e.OriginalSource, text_of(e.NewValue))

    def on_value(self, sender: Any, e: Any) -> None:
        if not is_part(e.OriginalSource):
            self.write("value_changed", e.OriginalSource, float(e.NewValue))

    def on_date(self, sender: Any, e: Any) -> None:
        """Log the date of a DatePicker or Calendar (their events don't route: attach this to each)."""
        date = sender.SelectedDate
        self.write("date_changed", sender, date.ToString("yyyy-MM-dd") if date is not None else "")

    def on_scrolled(self, sender: Any, e: Any) -> None:
        if e.VerticalChange or e.HorizontalChange:
            viewer = owner_of(e.OriginalSource)
            self.write("scrolled", viewer, [float(e.HorizontalOffset), float(e.VerticalOffset)])

    def on_key(self, sender: Any, e: Any) -> None:
        chord = chord_of(e)
        if chord:
            self.log.write("key", id_of(Keyboard.FocusedElement), chord)
