"""What each framework's automation patterns really do, beside what a user's click or typing does.

One line a framework, by UI Automation's FrameworkId. InvokePattern is the click in all of them; everything else that
is not listed here is taken to change a state only, so that a handler of the click does not run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Framework:
    """The facts of one framework.

    Args:
        toggle_clicks: TogglePattern.Toggle and a radio button's SelectionItemPattern.Select are the user's click.
        expand_presses: ExpandCollapsePattern.Expand of a button that can be invoked presses it.
        select_highlights: SelectionItemPattern.Select in an open combo box only moves the highlight.
        select_notifies: SelectionItemPattern.Select notifies the program of the choice as a click does.
        tick_notifies: control types of items with a check box whose TogglePattern.Toggle notifies the program as a
            click on the box does.
        takes_value_at_once: ValuePattern.SetValue notifies the program as typing does; no commit is needed.
        editor_commits_when_left: an editor (Document) hands its text over when it is left, as a field does.
        edited_in_place: control types of items whose ValuePattern.SetValue writes the data and runs nothing that an
            edit runs (validation, a new row, the change's event): their editor is opened, typed into and closed.
        sliders_need_keys: RangeValuePattern.SetValue of a slider or spinner moves it without a notice to the program.
        combos_need_keys: the field of an editable combo box notifies the program of what is typed, not of what is set.
        labels_edited: an item of a list view without a value is renamed in the editor that the list view opens.
        cells_keep_choice: control types of cells that keep what is chosen in them until Ctrl+Enter or the next cell.
        texts_by_turning: a spinner of texts chooses one of them by its arrows; a text typed into it is no choice.
        open_list_takes_keys: the open list of a combo box takes all keys, whatever is said to have the focus.
        cells_take_value_at_once: ValuePattern.SetValue of a grid's cell notifies the program as the cell's editor does.
        items_ticked_by_space: Space ticks the item that was clicked, whose box is no element; Toggle does not.
        choice_needs_enter: SelectionItemPattern.Select in an open combo box chooses without the notice that a person's
            choice gives; Enter in the open list gives it; where the box takes text, a click on the item.
        current_cell_shows: a cell that is made the current one, by IAccessible's selection, is scrolled into view.
        properties_by_name: a property's row is chosen by a click on its name, and by no pattern; what
            ExpandCollapsePattern drops down belongs to the row that is chosen, whichever was asked.
        overflow_is_last: a tool bar's last menu item drops down what the tool bar had no room for.
        defaults_have_windows: a default button is a control, with a window class: an item of a tool bar is none.
        alt_keeps_from_buttons: Enter with Alt is a key of menus and of the program: it presses no button.
        panels_scroll: a panel with scroll bars scrolls by their messages, and has no ScrollPattern.
        branches_told_once: ExpandCollapsePattern of a tree's item notifies the program the first time only.
        ticked_items_toggle: an item of a menu has a TogglePattern only while it is ticked, or where it ticks itself.
        program_keys_first: a key that is a command of the program's menu is no field's any more: Ctrl+A may be one.
        tips_untold: a control's tool tip is told by no property, only by the window that shows it.
        errors_beside: what is wrong with a field is the name of a sign (an Image in a Group) to the right of it.
        cells_know_no_press: InvokePattern of a cell that is a button, a link or a picture raises part of its click:
            the cell is not made the current one, nor is its row selected.
        pressed_by_space: the class names of what Space presses, as it does any control of some frameworks.
        newline: what ends a line of text in ValuePattern.SetValue.
    """

    toggle_clicks: bool = False
    expand_presses: bool = False
    select_highlights: bool = False
    select_notifies: bool = False
    tick_notifies: frozenset[str] = frozenset()
    takes_value_at_once: bool = False
    editor_commits_when_left: bool = False
    edited_in_place: frozenset[str] = frozenset()
    sliders_need_keys: bool = False
    combos_need_keys: bool = False
    labels_edited: bool = False
    cells_keep_choice: frozenset[str] = frozenset()
    texts_by_turning: bool = False
    open_list_takes_keys: bool = False
    cells_take_value_at_once: bool = False
    items_ticked_by_space: bool = False
    choice_needs_enter: bool = False
    current_cell_shows: bool = False
    properties_by_name: bool = False
    overflow_is_last: bool = False
    defaults_have_windows: bool = False
    alt_keeps_from_buttons: bool = False
    panels_scroll: bool = False
    branches_told_once: bool = False
    ticked_items_toggle: bool = False
    program_keys_first: bool = False
    tips_untold: bool = False
    errors_beside: bool = False
    cells_know_no_press: bool = False
    pressed_by_space: frozenset[str] = frozenset()
    newline: str = "\n"


FRAMEWORKS: Mapping[str, Framework] = MappingProxyType({
    # ToggleButtonAutomationPeer.Toggle calls OnToggle, RadioButtonAutomationPeer.Select sets IsChecked, and
    # MenuItemAutomationPeer.Toggle sets IsChecked: Click and Command do not run. ButtonAutomationPeer.Invoke and
    # MenuItemAutomationPeer.Invoke (of checkable items too) are the click. Source: dotnet/wpf, Automation/Peers.
    # ButtonBase.OnKeyDown is what takes Space: a control of the program's own whose peer has a TogglePattern need not.
    # ToggleButtonAutomationPeer.GetClassNameCore is "Button".
    # A person's Enter in a TextBox gives Environment.NewLine (TextEditorTyping).
    "WPF": Framework(
        newline="\r\n", pressed_by_space=frozenset({"Button", "CheckBox", "RadioButton", "ToggleButton"}),
    ),
    # CheckBoxAccessibleObject.Toggle sets Checked, which no Click runs for; Invoke does the default action, which is
    # PerformClick (RadioButtonAccessibleObject.DoDefaultAction, too).
    # ListViewItemBaseAccessibleObject.Toggle and TreeNodeAccessibleObject.Toggle set the item's Checked, whose setter
    # raises ItemCheck and ItemChecked, BeforeCheck and AfterCheck, as a click on the box does. So does that of
    # CheckedListBoxItemAccessibleObject, whose box takes a second click where CheckOnClick is off.
    # Their SelectItem sets the item's Selected, the list's SelectedIndex, the tree's SelectedNode: LVN_ITEMCHANGED,
    # LBN_SELCHANGE's handler, TVN_SELCHANGED follow as on a click, and with them SelectedIndexChanged and AfterSelect.
    # DataGridViewCheckBoxCellAccessibleObject.DoDefaultAction switches the cell's edited value, and ends the edit only
    # where it began it: a cell that was in edit mode keeps it. A combo box cell's editing control does so as well.
    # ToolStripSplitButton's Expand does the default action as well: it presses the button.
    # Binding's default DataSourceUpdateMode is OnValidation, and Validating comes when a RichTextBox is left, too.
    # DateTimePicker wraps SysDateTimePick32, whose accessible value cannot be set: the arrow keys choose a part of
    # it, digits set that part. DataGridViewCellAccessibleObject.Value sets the cell's value past CellValidating, and
    # adds no row; PropertyDescriptorGridEntryAccessibleObject.Value sets the property without PropertyValueChanged.
    # ListViewItemBaseAccessibleObject has no Value; LVM_EDITLABEL opens the editor that a second click opens, and
    # LVN_ENDLABELEDIT raises AfterLabelEdit. PropertyGrid's rows have GridItem where they are sorted by their names.
    # The edit control of a combo box sends no EN_CHANGE on WM_SETTEXT: no CBN_EDITCHANGE follows, and no TextChanged.
    # DataGridViewCellAccessibleObject.Select sets CurrentCell, which scrolls there, and begins no edit as Invoke does.
    # PropertyDescriptorGridEntryAccessibleObject.Expand calls PopupEditor, which leaves the selected row as it is. A
    # row has no SelectionItem, and what lies over its value is an editor.
    # ToolStripOverflowButton is a menu item, and the last child of its ToolStrip (ToolStripAccessibleObject.GetChild).
    # Form.ProcessDialogKey presses the AcceptButton at Return without Alt and Ctrl.
    # Form.AcceptButton is an IButtonControl, as Button and LinkLabel are; a ToolStripItem is none, and has no window.
    # DomainUpDown keeps its SelectedIndex only where UpButton and DownButton change its text (UpDownBase.UserEdit).
    # ComboBoxItemAccessibleObject.SelectItem sets SelectedIndex: SelectedIndexChanged comes, SelectionChangeCommitted
    # only with CBN_SELENDOK, which the list sends at a click on its item and at Enter. A box that completes what is
    # typed closes its list at Enter, and then hands the key to the form: ComboBox.ChildWndProc.
    # ToolStripMenuItemAccessibleObject has the Toggle pattern where CheckOnClick or Checked is true.
    # Control.PreProcessMessage asks ProcessCmdKey, and with it the shortcuts of all tool strips, before the control.
    # ToolTip hands its texts to a tooltips_class32 window; Control.ControlAccessibleObject.Help knows none of them.
    # DataGridViewLinkCellAccessibleObject.DoDefaultAction raises CellContentClick alone, as that of an image cell does;
    # that of a button cell CellClick, too. Neither moves CurrentCell, which CurrentRow and SelectedRows follow.
    # ErrorProvider.ErrorWindow is a group; its ControlItemAccessibleObject an image, whose Name is the error's text.
    # Source: dotnet/winforms, System.Windows.Forms; Microsoft's "About Date and Time Picker".
    "WinForm": Framework(
        expand_presses=True, newline="\r\n", editor_commits_when_left=True,
        edited_in_place=frozenset({"DataItem", "TreeItem"}), panels_scroll=True,
        tick_notifies=frozenset({"CheckBox", "ListItem", "TreeItem"}), select_notifies=True,
        cells_keep_choice=frozenset({"CheckBox", "ComboBox"}), texts_by_turning=True, choice_needs_enter=True,
        labels_edited=True, combos_need_keys=True, current_cell_shows=True, overflow_is_last=True,
        properties_by_name=True,
        defaults_have_windows=True, alt_keeps_from_buttons=True, ticked_items_toggle=True,
        program_keys_first=True, tips_untold=True, errors_beside=True, cells_know_no_press=True,
    ),
    # WindowsButton: Toggle and Select call the same Invoke, which clicks. SetValue sends WM_SETTEXT, and the edit
    # control notifies its parent (EN_CHANGE); LVM_SETITEMSTATE sends LVN_ITEMCHANGED, TVM_SELECTITEM TVN_SELCHANGED, as
    # a click on the item does. ListViewItemCheckbox's Toggle presses the mouse on the box by messages: LVN_ITEMCHANGED
    # follows. (WindowsTreeView's Toggle sets the state image by TVM_SETITEM: no promise of a notice.)
    # WindowsListView's items have no Value; LVM_EDITLABEL opens the editor, and LVN_ENDLABELEDIT notifies the program.
    # WindowsTreeView's Expand and Collapse send TVM_EXPAND: no TVN_ITEMEXPANDED follows once the item was expanded.
    # WindowsSlider's SetValue sends TBM_SETPOS, of which the program hears nothing; keys send WM_HSCROLL, WM_VSCROLL.
    # WindowsUpDown's sends UDM_SETPOS: only its buddy's text changes; its arrows send UDN_DELTAPOS and WM_VSCROLL.
    # IsDialogMessage presses the default button at WM_KEYDOWN; with Alt a key sends WM_SYSKEYDOWN, which it leaves.
    # TranslateAccelerator takes a key before the window that it is for.
    # SysDateTimePick32 has no provider of its own: a pane without a pattern, whose parts take digits and arrow keys.
    # Source: dotnet/wpf, UIAutomationClientSideProviders; Microsoft's documentation of list and tree views, and "About
    # Date and Time Picker Controls".
    "Win32": Framework(
        toggle_clicks=True, select_notifies=True, takes_value_at_once=True, newline="\r\n",
        combos_need_keys=True, tick_notifies=frozenset({"DataItem", "ListItem"}), sliders_need_keys=True,
        labels_edited=True, alt_keeps_from_buttons=True, branches_told_once=True, program_keys_first=True,
        tips_untold=True,
    ),
    # QAbstractItemView's items: Select makes an item current; it is taken with Enter or a click.
    # A pop-up widget, as the list of a combo box is, gets all keys (QApplication::activePopupWidget); the focus widget
    # stays what it was. QAccessibleTableCell::setText sets the model's EditRole as the editor does, so that dataChanged
    # follows; its toggle action only selects. QStyledItemDelegate::editorEvent ticks the current item at Space.
    # Source: qtbase, src/plugins/platforms/windows/uiautomation and src/widgets/accessible.
    "Qt": Framework(
        select_highlights=True, open_list_takes_keys=True, cells_take_value_at_once=True, items_ticked_by_space=True,
    ),
})  # fmt: skip
OTHER = Framework()
EDITED_IN_PLACE = frozenset[str]().union(*(f.edited_in_place for f in FRAMEWORKS.values()))
"""The control types for which some framework has it: of others it need not be asked which one they are made with."""


def framework_of(framework_id: str) -> Framework:
    """Return the facts of a framework; those that promise nothing for one that is not known."""
    return FRAMEWORKS.get(framework_id, OTHER)
