# Made by scripts/make_methods.py from the table of actions: do not edit it by hand.
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Unpack

from wpfagent.core.selector import Selector, SelectorKeys
from wpfagent.gate.request import Reply

SelectorLike = Selector | Mapping[str, Any] | str | None

class Methods:
    def _do(self, action: str, selector: SelectorLike, keys: Mapping[str, Any], /, **args: Any) -> Reply: ...
    def list_windows(
        self,
        query: str | None = None,
        *,
        all: bool = False,
        timeout_ms: int | None = None,
    ) -> Reply:
        """List the visible top-level windows, topmost first: of the target, or of the whole desktop.

        Args:
            query: only windows whose title fits (regular expression, else a part of it).
            all: menus, drop-downs and tool tips too.
        """

    def focus_window(
        self,
        title: str | None = None,
        *,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
    ) -> Reply:
        """Bring a window of the target to the front, or one inside it before the others; a minimised one is restored.

        Args:
            title: which window of the target (regular expression, else a part of its title).
        """

    def wait_window(
        self,
        title: str,
        *,
        gone: bool = False,
        timeout_ms: int | None = None,
    ) -> Reply:
        """Wait until the target shows a usable window with this title, or none any more.

        Args:
            title: the window's title (regular expression, else a part of it).
            gone: wait until it is gone instead.
        """

    def close_window(
        self,
        selector: SelectorLike = None,
        /,
        *,
        title: str | None = None,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Ask a window to close, as its X does. The program's main window is destructive: that ends the program.

        Args:
            title: which window of the target (regular expression, else a part); without: the topmost.
        """

    def move_window(
        self,
        x: int,
        y: int,
        *,
        title: str | None = None,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
    ) -> Reply:
        """Move a window so that its upper left corner is at a point; it stays reachable on the screen.

        Args:
            x: physical pixels of the virtual screen, of its left edge.
            y: physical pixels of the virtual screen, of its top edge.
            title: which window of the target (regular expression, else a part of its title); without: the topmost.
        """

    def resize_window(
        self,
        width: int,
        height: int,
        *,
        title: str | None = None,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
    ) -> Reply:
        """Give a window a size; the program may keep it within its own limits, and the reply says what it became.

        Args:
            width: physical pixels, with the frame.
            height: physical pixels, with the frame.
            title: which window of the target (regular expression, else a part of its title); without: the topmost.
        """

    def window_state(
        self,
        state: Literal["normal", "maximized", "minimized"],
        *,
        title: str | None = None,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
    ) -> Reply:
        """Maximise a window, minimise it, or bring it back to its normal size.

        Args:
            state: how the window is shown.
            title: which window of the target (regular expression, else a part of its title); without: the topmost.
        """

    def list_controls(
        self,
        selector: SelectorLike = None,
        /,
        *,
        depth: int | None = None,
        filter: Mapping[str, Any] | None = None,
        limit: int = 500,
        after: str | None = None,
        format: Literal["tree", "json", "table"] = "tree",
        timeout_ms: int | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """List the controls of the target's windows (or below the selector's element), with refs to act on them.

        Args:
            depth: how deep below the windows (1: their direct children).
            filter: control_type, name_re, automation_id_re, enabled, visible; all must hold.
            limit: at most so many controls.
            after: the `next` of the reply before, to go on.
            format: how it is shown.
        """

    def get_state(
        self,
        selector: SelectorLike = None,
        /,
        *,
        items: int = 50,
        timeout_ms: int | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Read an element's state: enabled, visible, focused, selected, toggle_state, expanded, value, text, items.

        Args:
            items: list at most so many items of a list, combo box, tab or tree.
        """

    def read_table(
        self,
        selector: SelectorLike = None,
        /,
        *,
        start: int = 0,
        limit: int = 50,
        timeout_ms: int | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Read rows of a grid or list as texts, with the column headers and the number of rows in all.

        Args:
            start: the first row, from 0.
            limit: at most so many rows.
        """

    def ui_diff(
        self,
        mark: str = "last",
        *,
        reset: bool = True,
        limit: int = 50,
        timeout_ms: int | None = None,
    ) -> Reply:
        """Tell what changed in the target's windows since the mark was set: appeared, vanished, changed, windows.

        Args:
            mark: the mark to compare with; without one of this name it is set.
            reset: set the mark anew after comparing.
            limit: name at most so many elements that appeared, vanished or changed; the others are counted.
        """

    def screenshot(
        self,
        selector: SelectorLike = None,
        /,
        *,
        region: Sequence[int] | None = None,
        timeout_ms: int | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Take a PNG of the target's top window (also when covered), of an element, or of the whole desktop.

        Args:
            region: [x, y, width, height] in physical pixels from the picture's own corner.
        """

    def ocr_find(
        self,
        text: str,
        selector: SelectorLike = None,
        *,
        screenshot_id: str | None = None,
        region: Sequence[int] | None = None,
        timeout_ms: int | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Find a text in a picture of the target: each place where it is read, on the screen, and how sure that is.

        Args:
            text: what is looked for; width, case and spaces do not count.
            screenshot_id: the id of a picture that a reply named, or last; without: as it looks now.
            region: [x, y, width, height] in physical pixels from the picture's own corner; without: all of it.
        """

    def ocr_text(
        self,
        selector: SelectorLike = None,
        /,
        *,
        screenshot_id: str | None = None,
        region: Sequence[int] | None = None,
        language: str | None = None,
        timeout_ms: int | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Read the texts in a picture of the target, line by line, with their places on the screen.

        Args:
            screenshot_id: the id of a picture that a reply named, or last; without: as it looks now.
            region: [x, y, width, height] in physical pixels from the picture's own corner; without: all of it.
            language: of the texts; without: the one that Windows is set to.
        """

    def wait_focus(
        self,
        selector: SelectorLike = None,
        /,
        *,
        timeout_ms: int | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Wait until an element, or something inside of it, has the keyboard focus."""

    def wait_for(
        self,
        selector: SelectorLike = None,
        /,
        *,
        until: str | Mapping[str, Any] = "exists",
        timeout_ms: int | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Wait until an element exists, is gone, enabled, disabled or visible, the program idle, or an expectation
        true.

        Args:
            until: exists, gone, enabled, disabled, visible, idle, or an expectation object.
        """

    def why(
        self,
        selector: SelectorLike = None,
        /,
        *,
        timeout_ms: int | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Say what is in the way of using an element: not there, disabled, blocked, off screen, covered. Never waits."""

    def click(
        self,
        selector: SelectorLike = None,
        /,
        *,
        button: Literal["left", "right", "middle"] = "left",
        double: bool = False,
        input: bool = False,
        at: Mapping[str, float] | None = None,
        hold_ms: int | None = None,
        keys: str | None = None,
        modifiers: str | None = None,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Click an element as a user does: by its UIA pattern where that is the click, else by Space or the mouse.

        Args:
            button: which mouse button.
            double: click twice.
            input: use the mouse even where a UIA pattern would do.
            at: a place inside the element: {x: 0.9, y: 0.5} as fractions, or {dx: 4, dy: 4} in pixels from its corner.
            hold_ms: keep the left button down for so long.
            keys: chords pressed while the button is held down (hold_ms): Alt+E.
            modifiers: keys held down meanwhile: Ctrl, Shift, Alt, or Ctrl+Shift.
        """

    def hover(
        self,
        selector: SelectorLike = None,
        /,
        *,
        at: Mapping[str, float] | None = None,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Rest the pointer on an element, for its tool tip or hover effect.

        Args:
            at: a place inside the element: {x: 0.9, y: 0.5} as fractions, or {dx: 4, dy: 4} in pixels from its corner.
        """

    def read_tooltip(
        self,
        selector: SelectorLike = None,
        /,
        *,
        wait_ms: int = 2000,
        timeout_ms: int | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Rest the pointer on an element and read the tool tip that shows; its help text where none does. Where the
        profile says `input: never`, the pointer stays where it is and the help text is read. `source` tells which it
        was: `tool_tip` or `help_text`.

        Args:
            wait_ms: rest there so many ms at most until a tool tip shows.
        """

    def drag(
        self,
        selector: SelectorLike = None,
        /,
        *,
        to: SelectorLike = None,
        by: Sequence[int] | None = None,
        at: Mapping[str, float] | None = None,
        to_at: Mapping[str, float] | None = None,
        via: Sequence[Sequence[int]] | None = None,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Drag an element onto another, or by a distance, with the left mouse button; with stops on the way.

        Args:
            to: the selector of the element to drop on.
            by: [dx, dy] in physical pixels, where there is no element to drop on.
            at: a place inside the element: {x: 0.9, y: 0.5} as fractions, or {dx: 4, dy: 4} in pixels from its corner,
                where the drag starts.
            to_at: a place inside the element to drop on, as in `at`.
            via: stops on the way, each [dx, dy] in pixels from the start.
        """

    def click_xy(
        self,
        x: int,
        y: int,
        *,
        button: Literal["left", "right", "middle"] = "left",
        double: bool = False,
        screenshot_id: str | None = None,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
    ) -> Reply:
        """Click a point of the screen, inside the target; extended mode only, and only where no usable element lies.

        Args:
            x: physical pixels of the virtual screen.
            y: physical pixels of the virtual screen.
            button: which mouse button.
            double: click twice.
            screenshot_id: the picture that the point was chosen on: refused where it looks otherwise.
        """

    def type_text(
        self,
        selector: SelectorLike = None,
        /,
        *,
        text: str | None = None,
        secret: str | None = None,
        append: bool = False,
        commit: bool = True,
        enter: bool = False,
        input: bool = False,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Type text into a field: replace or append, committed. By ValuePattern, else by keyboard.

        Args:
            text: the text; newlines only where the field takes several lines.
            secret: instead of text: the NAME of a secret, from the environment (WPF_AGENT_SECRET_NAME).
            append: add to the text that is there instead of replacing it.
            commit: move the focus on, so that the program receives the value.
            enter: press Enter in the field instead of moving the focus on: a search, a rename, a token.
            input: type on the keyboard even where a UIA pattern would do.
        """

    def send_keys(
        self,
        keys: str,
        selector: SelectorLike = None,
        *,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Press key chords; into an element when one is named, else into what has the focus in the target.

        Args:
            keys: chords, separated by blanks: Ctrl+S, or Ctrl+A Delete.
        """

    def set_value(
        self,
        selector: SelectorLike = None,
        /,
        *,
        value: str | float,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Set a slider, spinner, date or other value.

        Args:
            value: a number for sliders and spinners, elsewhere a text or date (as the program shows it, or year-month-
                day).
        """

    def select_combo(
        self,
        selector: SelectorLike = None,
        /,
        *,
        item_text: str,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Choose an item of a combo box by its text.

        Args:
            item_text: the item's text, exact.
        """

    def select_item(
        self,
        selector: SelectorLike = None,
        /,
        *,
        item_text: str | None = None,
        path: Sequence[str] | None = None,
        mode: Literal["only", "add", "remove"] = "only",
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Select a list, tree or tab item or a grid row: only it, or add it to or remove it from the selection.

        Args:
            item_text: the item's text, where the selector names the list, tree or tab itself.
            path: instead: texts from the top of a tree; its branches are opened on the way.
            mode: only this one, add it to the selection, or remove it.
        """

    def toggle(
        self,
        selector: SelectorLike = None,
        /,
        *,
        state: Literal["on", "off", "indeterminate"] | None = None,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Toggle a check box, toggle button or checkable menu item; to a state when one is given (three-state too).

        Args:
            state: the state to reach; without: the next one.
        """

    def expand(
        self,
        selector: SelectorLike = None,
        /,
        *,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Open an expander, combo box, tree item or menu item."""

    def collapse(
        self,
        selector: SelectorLike = None,
        /,
        *,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Close an expander, combo box, tree item or menu item."""

    def scroll(
        self,
        selector: SelectorLike = None,
        /,
        *,
        direction: Literal["up", "down", "left", "right", "top", "bottom"] = "down",
        pages: float = 1.0,
        notches: int | None = None,
        modifiers: str | None = None,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Scroll a container: by pages, or to its top or bottom; or turn the mouse wheel over it.

        Args:
            direction: which way; top and bottom go to the end.
            pages: how far.
            notches: turn the mouse wheel by so many notches instead.
            modifiers: keys held down meanwhile: Ctrl, Shift, Alt, or Ctrl+Shift, while the wheel turns.
        """

    def scroll_into_view(
        self,
        selector: SelectorLike = None,
        /,
        *,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Scroll until an element is on screen; a virtualised row is realised."""

    def menu(
        self,
        path: Sequence[str] | str,
        selector: SelectorLike = None,
        *,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Choose a command of a menu bar by its path. Without a selector it is the window's; a selector names a menu
        bar, a tool bar, or what drops choices down. The path may begin with a button that does: of the row that is
        named, or of a window without such a menu.

        Args:
            path: the captions (or AutomationIds) from the top: ["File", "Save as..."] or "File > Save".
        """

    def context_menu(
        self,
        path: Sequence[str] | str,
        selector: SelectorLike = None,
        *,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Choose a command of an element's context menu by its path; it is opened with a right click.

        Args:
            path: the captions (or AutomationIds) from the top: ["File", "Save as..."] or "File > Save".
        """

    def file_dialog(
        self,
        path: str,
        *,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
    ) -> Reply:
        """Answer the open or save dialog that is shown, with a path. Overwriting an existing file is destructive.

        Args:
            path: the file's full path.
        """
