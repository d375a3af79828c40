"""WPF itself as the host of an application made of XAML and a Python code-behind.

Implements `desktops.simulated.view` for real: the windows are WPF's, message boxes are the system's. Everything that
blocks in WPF (modal windows, message boxes) is posted to the dispatcher, so that the callback style of the interface
holds. Imports .NET inside `run()` only.
"""

from __future__ import annotations

import importlib.util
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from wpfagent.core.errors import FileInvalid, InvalidArgument
from wpfagent.demo import dotnet
from wpfagent.demo.markup import Handler, Markup, read_markup

OWN_EVENTS = frozenset({
    "Checked", "Click", "Collapsed", "Expanded", "Indeterminate", "PasswordChanged", "Selected", "SelectedDateChanged",
    "SelectedItemChanged", "SelectionChanged", "TextChanged", "Unchecked", "Unselected", "ValueChanged",
})  # fmt: skip
"""Events of a control that bubble: a TabControl's SelectionChanged is not that of a list inside it."""
_CODE_BEHIND_MODULE = "wpf_code_behind"
T = TypeVar("T")


def run(xaml_path: str | Path, lang: str = "en") -> int:
    """Show the application until it ends, and return its exit code.

    Args:
        xaml_path: The XAML; the code-behind is the Python file with the same base name.
        lang: The language of the captions, `captions.<lang>.xaml` beside it where there are any.

    Raises:
        FileInvalid: one of the files does not parse.
        InvalidArgument: there are captions, but none of this language.
        Unsupported: not Windows, or pythonnet is missing.
    """
    path = Path(xaml_path).resolve()
    code_behind = _load_code_behind(path.with_suffix(".py"))
    markup = read_markup(path, [name for name in dir(code_behind) if not name.startswith("_")])
    captions = _find_captions(path.parent, lang)
    dotnet.start()
    from System.Threading import ApartmentState, Thread, ThreadStart

    codes: list[int] = []
    thread = Thread(ThreadStart(lambda: codes.append(_Host(markup, captions).run(code_behind))))
    thread.SetApartmentState(ApartmentState.STA)
    thread.Start()
    thread.Join()
    return codes[0]


def _load_code_behind(path: Path) -> type[Any]:
    spec = importlib.util.spec_from_file_location(_CODE_BEHIND_MODULE, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise FileInvalid(f"{path} is missing.", hint="The code-behind has the XAML's base name.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[_CODE_BEHIND_MODULE] = module  # dataclasses look their module up there
    spec.loader.exec_module(module)
    found: type[Any] = module.CodeBehind
    return found


def _find_captions(folder: Path, lang: str) -> str:
    known = {path.name.split(".")[1]: path for path in folder.glob("captions.*.xaml")}
    if known and lang not in known:
        raise InvalidArgument(f"No captions for the language {lang!r}.", hint=f"There are: {', '.join(sorted(known))}.")
    return known[lang].read_text(encoding="utf-8") if known else ""


class _Host:
    """The WPF application: its dispatcher, its open windows, its code-behind."""

    def __init__(self, markup: Markup, captions: str) -> None:
        from System.Windows import Application
        from System.Windows.Markup import XamlReader

        self.markup = markup
        self.application = Application()
        self.dispatcher = self.application.Dispatcher
        self.open: dict[str, WpfView] = {}
        self.handlers: Any = None
        for xaml in filter(None, (captions, markup.resources)):
            self.application.Resources.MergedDictionaries.Add(XamlReader.Parse(xaml))

    def run(self, code_behind: type[Any]) -> int:
        from System.Windows import ShutdownMode

        main = WpfView(self, next(iter(self.markup.windows)))
        self.application.MainWindow = main.native
        self.application.ShutdownMode = ShutdownMode.OnMainWindowClose
        self.handlers = code_behind(main)
        return int(self.application.Run(main.native))

    def call(self, action: Callable[[], T]) -> T | None:
        """Run code of the application; an exception that leaves it ends the process."""
        with _Unhandled(self):
            return action()
        return None

    def post(self, action: Callable[[], object]) -> None:
        """Run it on the UI thread after the present event."""
        from System import Action
        from System.Windows.Threading import DispatcherPriority

        self.dispatcher.BeginInvoke(DispatcherPriority.Normal, Action(action))


class _Unhandled:
    """Lets an exception of the application's code end the process, whoever called it.

    Toggle, Select and Expand of UI Automation call handlers themselves and would give the exception to their client;
    posted again, it meets nobody on its way out of the dispatcher. .NET prints a Python exception without its type,
    so Python prints it too.
    """

    def __init__(self, host: _Host) -> None:
        self._host = host

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if error is not None:
            traceback.print_exception(error)
            sys.stderr.flush()
            self._host.post(partial(_throw, error))
        return True


def _throw(error: BaseException) -> None:
    raise error


class WpfView:
    """One WPF window behind the interface `desktops.simulated.view.View`; `native` is the .NET object."""

    def __init__(self, host: _Host, key: str) -> None:
        from System.Windows.Markup import XamlReader

        self._host = host
        self._key = key
        self._result = False
        self.native = XamlReader.Parse(host.markup.windows[key].xaml)
        for handler in host.markup.windows[key].handlers:
            self._attach(handler)
        self.native.Closed += self._on_closed
        host.open[key] = self

    @property
    def title(self) -> str:
        """The window's title."""
        return str(self.native.Title)

    @title.setter
    def title(self, text: str) -> None:
        self.native.Title = text

    def __getitem__(self, name: str) -> Any:
        from wpfagent.demo.wpf_element import WpfElement

        return WpfElement(self._find(name))

    def window(self, name: str) -> WpfView | None:
        """Return the open window with this key."""
        return self._host.open.get(name)

    def show(self, name: str) -> WpfView:
        """Open a window modeless, owned by this one."""
        opened = WpfView(self._host, name)
        opened.native.Owner = self.native
        opened.native.Show()
        return opened

    def show_dialog(self, name: str, on_closed: Callable[[bool], None] | None = None) -> None:
        """Open a window modal to this one."""

        def open_modal() -> None:
            opened = WpfView(self._host, name)
            opened.native.Owner = self.native
            opened.native.ShowDialog()
            if on_closed:
                self._host.call(partial(on_closed, opened._result))

        self._host.post(open_modal)

    def close(self, result: bool = False) -> None:
        """Close this window."""
        self._result = result
        self.native.Close()

    def message(
        self,
        text: str,
        title: str = "",
        buttons: Sequence[str] = ("OK",),
        on_answer: Callable[[str], None] | None = None,
    ) -> None:
        """Show the system's message box, modal to this window."""
        from System import Enum
        from System.Windows import MessageBox, MessageBoxButton

        kind = Enum.Parse(MessageBoxButton, "".join(buttons))

        def ask() -> None:
            answer = MessageBox.Show(self.native, text, title, kind)
            if on_answer:
                self._host.call(partial(on_answer, str(answer)))

        self._host.post(ask)

    def rows(self, name: str, columns: Sequence[str], data: Sequence[Sequence[object]]) -> None:
        """Fill a DataGrid or ListView."""
        from wpfagent.demo.wpf_rows import fill

        fill(self._find(name), columns, data)

    def later(self, milliseconds: int, action: Callable[[], None]) -> None:
        """Run it on the UI thread after this time."""
        from System import TimeSpan
        from System.Windows.Threading import DispatcherTimer

        timer = DispatcherTimer()
        timer.Interval = TimeSpan.FromMilliseconds(milliseconds)

        def on_tick(_sender: object, _event: object) -> None:
            timer.Stop()
            self._host.call(action)

        timer.Tick += on_tick
        timer.Start()

    def block(self, milliseconds: int) -> None:
        """Keep the UI thread busy."""
        from System.Threading import Thread

        Thread.Sleep(milliseconds)

    def exit(self, code: int = 0) -> None:
        """End the application."""
        self._host.application.Shutdown(code)

    def _find(self, name: str) -> Any:
        from System.Windows import LogicalTreeHelper

        found = self.native.FindName(name)
        if found is None:  # names inside templates and late content are not the window's own
            found = LogicalTreeHelper.FindLogicalNode(self.native, name)
        if found is None:
            raise KeyError(name)
        return found

    def _attach(self, handler: Handler) -> None:
        from System.Windows import FrameworkElement

        from wpfagent.demo.wpf_element import WpfElement

        native = self._find(handler.element) if handler.element else self.native
        if handler.anonymous:  # WPF would publish the made-up name as its AutomationId
            native.ClearValue(FrameworkElement.NameProperty)
        sender = WpfElement(native)

        def on_event(_sender: object, event: Any) -> None:
            if self._host.handlers is None or (handler.event in OWN_EVENTS and event.OriginalSource != native):
                return
            answer = self._host.call(partial(getattr(self._host.handlers, handler.method), self, sender))
            if handler.event == "Closing":
                event.Cancel = answer is False

        subscribers = getattr(native, handler.event)
        subscribers += on_event

    def _on_closed(self, _sender: object, _event: object) -> None:
        self._host.open.pop(self._key, None)
