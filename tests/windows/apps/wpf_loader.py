"""Runs WPF from Python: starts .NET, loads XAML whose event attributes name Python methods, runs an application.

An attribute whose value begins with `on_` names a handler: `Click="on_save"` on an element with an `x:Name` becomes
`element.Click += code_behind.on_save`. (WPF's own XamlReader refuses event attributes.)
"""

from __future__ import annotations

import os
import sys
import xml.etree.ElementTree as ET
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

XMLNS = 'xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"'
GROUPS = f"""
<GroupStyle {XMLNS}><GroupStyle.ContainerStyle><Style TargetType="GroupItem"><Setter Property="Template"><Setter.Value>
 <ControlTemplate TargetType="GroupItem"><Expander Header="{{Binding Name}}"><ItemsPresenter/></Expander>
 </ControlTemplate></Setter.Value></Setter></Style></GroupStyle.ContainerStyle></GroupStyle>"""
"""The groups of a list, each to be opened and closed."""

PRESENTATION = "http://schemas.microsoft.com/winfx/2006/xaml/presentation"
XAML = "http://schemas.microsoft.com/winfx/2006/xaml"


class Hook(NamedTuple):
    """One event attribute of a XAML file."""

    element: str
    event: str
    handler: str


def load_dotnet() -> None:
    """Start the newest .NET desktop runtime (.NET Framework where there is none) and reference WPF's assemblies."""
    import pythonnet
    from clr_loader import find_runtimes, get_coreclr, get_netfx

    desktop = [runtime for runtime in find_runtimes() if runtime.name == "Microsoft.WindowsDesktop.App"]
    newest = max(desktop, key=lambda runtime: runtime.version_info[:3], default=None)
    runtime = get_coreclr(runtime_spec=newest) if newest else get_netfx()
    _name_python_dll(runtime)
    pythonnet.set_runtime(runtime)
    import clr

    for assembly in ("PresentationFramework", "PresentationCore", "WindowsBase", "System.Data.Common"):
        if newest or assembly != "System.Data.Common":
            clr.AddReference(assembly)
    if not newest:
        clr.AddReference("System.Data")


def _name_python_dll(runtime: Any) -> None:
    """Make pythonnet use this Python's DLL by name instead of searching all loaded ones for each function (1-3 s)."""
    dll = f"python{sys.version_info.major}{sys.version_info.minor}.dll".encode()
    get_assembly = runtime.get_assembly

    def get_patched_assembly(path: str) -> Any:
        assembly = get_assembly(path)
        get_function = assembly.get_function

        def get_patched_function(name: str, *rest: Any) -> Any:
            function = get_function(name, *rest)
            if name == "Python.Runtime.Loader.Initialize":
                return lambda argument: function(argument or dll)
            return function

        assembly.get_function = get_patched_function
        return assembly

    runtime.get_assembly = get_patched_assembly


def split_xaml(text: str) -> tuple[str, list[Hook]]:
    """Return the XAML without its event attributes, and these."""
    ET.register_namespace("", PRESENTATION)
    ET.register_namespace("x", XAML)
    root = ET.fromstring(text)
    hooks: list[Hook] = []
    for element in root.iter():
        for event, handler in list(element.attrib.items()):
            if handler.startswith("on_"):
                hooks.append(Hook(element.attrib[f"{{{XAML}}}Name"], event, handler))
                del element.attrib[event]
    return ET.tostring(root, encoding="unicode"), hooks


def load_xaml(source: str | Path, code_behind: Any) -> Any:
    """Return the root element of a XAML file or text, its handlers attached to methods of `code_behind`."""
    from System.Windows.Markup import XamlReader

    text, hooks = split_xaml(source.read_text(encoding="utf-8") if isinstance(source, Path) else source)
    root = XamlReader.Parse(text)
    for hook in hooks:
        element = root if root.Name == hook.element else root.FindName(hook.element)
        # `element.Event += handler`, for an event known by name only
        setattr(element, hook.event, getattr(element, hook.event).__iadd__(getattr(code_behind, hook.handler)))
    return root


def run_on_ui_thread(main: Callable[[], int]) -> int:
    """Run `main` on a thread as WPF wants it (single-threaded apartment) and return what it returned."""
    from System.Threading import ApartmentState, Thread, ThreadStart

    codes: list[int] = []
    thread = Thread(ThreadStart(lambda: codes.append(main())))
    thread.SetApartmentState(ApartmentState.STA)
    thread.Start()
    thread.Join()
    return codes[0]


def show_window(options: Namespace, make: Callable[[], Any]) -> int:
    """Start .NET and show the window that `make` makes, until it is closed; return the exit code."""
    load_dotnet()
    import clr

    for name in ("System", "System.Runtime", "System.Data.Common"):
        clr.AddReference(name)

    def show() -> int:
        from System.Windows import Application, WindowStartupLocation

        window = make()
        window.Title = options.title
        if options.pos:
            window.WindowStartupLocation = WindowStartupLocation.Manual
            window.Left, window.Top = map(float, options.pos)
        return int(Application().Run(window))

    return run_on_ui_thread(show)


def data_table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> Any:
    """Return the view of a table: a column of truths, of dates or of texts, as its value in the first row is."""
    from System import Boolean, DateTime, String
    from System.Data import DataTable

    table = DataTable()
    for column, first in zip(columns, rows[0], strict=True):
        kind = Boolean if isinstance(first, bool) else String if isinstance(first, str) else DateTime
        table.Columns.Add(column, kind)
    for row in rows:
        made = table.NewRow()
        for column, value in zip(columns, row, strict=True):
            made[column] = value
        table.Rows.Add(made)
    return table.DefaultView


def end_process(code: int) -> NoReturn:
    """End this process at once. (sys.exit and Environment.Exit take pythonnet two seconds to shut itself down.)"""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
