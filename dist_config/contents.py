"""What goes into wpf-agent.exe, and what stays out: read by the spec and by the tests."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path, PurePath
from typing import TypeAlias

import stand_ins

import wpfagent

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "wpfagent"
UIA_WRAPPER = "UIAutomationCore.dll"
Entry: TypeAlias = tuple[str, str, str]
"""PyInstaller's: the name inside, the path it comes from, the kind."""

ALLOWED = frozenset({
    "_cffi_backend", "_win32sysloader", "_yaml", "annotated_types", "anyio", "cffi", "click", "clr", "clr_loader",
    "comtypes", "dnfile", "docopt", "filelock", "h11", "jinja2", "markupsafe", "mcp", "mcp_types", "opentelemetry",
    "ordlookup", "pefile", "PIL", "platformdirs", "pycparser", "pydantic", "pydantic_core", "pythonnet",
    "pywin32_system32", "pywintypes", "regex", "rich", "sse_starlette", "stand_ins", "starlette", "tomlkit",
    "typing_extensions", "typing_inspection", "uiautomation", "uvicorn", "win32api", "win32security", "wpfagent",
    "yaml",
})  # fmt: skip
"""The packages from outside the standard library that may be inside."""

NOT_NEEDED = (
    # of the standard library
    "_hashlib", "_msi", "_multiprocessing", "_tkinter", "curses", "dbm", "distutils", "doctest",
    "ensurepip", "ftplib", "idlelib", "imaplib", "lib2to3", "mailbox", "msilib", "multiprocessing", "nntplib", "pdb",
    "poplib", "pydoc", "pydoc_data", "smtplib", "telnetlib", "test", "tkinter", "turtle", "unittest", "venv",
    "winsound", "wsgiref", "xmlrpc",
    # of libraries: development, tests, other formats, entries that the program does not have
    "anthropic", "keyring", "openai",  # the goal loop's, with 20 MB of what they need
    "cv2", "onnxruntime", "rapidocr", "winrt",  # the engines that read pictures
    "IPython", "PIL.AvifImagePlugin", "PIL.ImageCms", "PIL.ImageQt", "PIL.ImageTk", "PIL.SpiderImagePlugin",
    "PIL._avif", "PIL._imagingcms", "PIL._imagingtk", "PySide6", "_pytest", "attr",
    "attrs", "email_validator", "hypothesis", "idna", "jinja2.ext", "markdown_it", "mcp.cli", "multipart", "mypy",
    "numpy", "olefile", "pip", "pkg_resources", "pydantic.mypy", "pydantic.v1", "pygments", "pytest", "pythoncom",
    "rich.markdown", "rich.syntax", "rich.traceback", "selenium", "setuptools", "sniffio", "trio", "wheel", "win32com",
    "win32evtlog", "win32evtlogutil", "winerror",
)  # fmt: skip
"""Modules that something could import and nothing in the program does."""

EXCLUDED = (*stand_ins.LEFT_OUT, *NOT_NEEDED)

UNUSED_FILES = (
    "clr_loader/ffi/dlls/x86/*", "*.pdb", "Python.Runtime.xml", "uiautomation/bin/*", "*/py.typed",
    "api-ms-win-*.dll", "ucrtbase.dll",
)  # fmt: skip
"""Files that the hooks of libraries collect: for 32 bits, for debuggers, and what every Windows 10 has."""

FOR_OTHERS = tuple(f"wpfagent.entries.pytest_{part}" for part in ("fleet", "items", "place", "plugin"))
"""Modules of the package that other programs load."""

PLUGINS_KEPT = ("BmpImagePlugin", "JpegImagePlugin", "PngImagePlugin", "WebPImagePlugin")
"""The picture formats that are read or written."""


def version() -> str:
    """Return the package's version."""
    return wpfagent.__version__


def own_modules() -> list[str]:
    """Return the modules of the package: commands, oracles and tools are imported by name."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return [name for name in found if name not in FOR_OTHERS]


def data_files() -> list[tuple[str, str]]:
    """Return the package's files that are not modules, and code-behinds, which a host reads beside their XAML."""
    found = []
    for path in sorted(PACKAGE.rglob("*")):
        if not path.is_file() or "__pycache__" in path.parts or path.name == "py.typed":
            continue
        if path.suffix != ".py" or path.with_suffix(".xaml").is_file():
            found.append((str(path), str(path.parent.relative_to(ROOT))))
    return found


def unused_plugins(folder: Path) -> list[str]:
    """Return the picture formats of Pillow that stay out.

    Args:
        folder: where Pillow is installed.
    """
    plugins = sorted(path.stem for path in folder.glob("*ImagePlugin.py"))
    return [f"PIL.{name}" for name in plugins if name not in PLUGINS_KEPT]


def without_unused(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries without those that nobody uses, in a fixed order."""
    kept = [e for e in entries if not any(PurePath(e[0]).match(p) for p in UNUSED_FILES)]
    return sorted(kept)


def write_metadata(folder: Path) -> Path:
    """Write the package's metadata, from which the program reads its version, and return the folder it is in."""
    made = folder / f"wpfagent-{version()}.dist-info"
    made.mkdir(parents=True, exist_ok=True)
    text = f"Metadata-Version: 2.4\nName: wpfagent\nVersion: {version()}\nLicense-Expression: MIT\n"
    (made / "METADATA").write_text(text, encoding="utf-8", newline="\n")
    return made


def write_opening(folder: Path) -> tuple[str, str]:
    """Write what the server says to whoever opens a session, which a bridge of the exe answers by itself at once."""
    from wpfagent.entries.mcp.options import ServeOptions
    from wpfagent.hosts.bridge import opening
    from wpfagent.hosts.resident.recording import opening_of

    path = folder / Path(opening.SHIPPED).name
    kept = {"key": opening.key_when_frozen(), "answers": opening_of(ServeOptions())["answers"]}
    path.write_text(json.dumps(kept), encoding="utf-8", newline="\n")
    return str(path), str(Path(opening.SHIPPED).parent.relative_to(ROOT))


def generate_uia_wrapper() -> list[str]:
    """Let comtypes write its wrapper of UI Automation, and return its modules."""
    import sys

    import comtypes.client
    import comtypes.gen

    comtypes.client.GetModule(UIA_WRAPPER)
    made = sorted(name for name in sys.modules if name.startswith("comtypes.gen."))
    homes = {Path(str(sys.modules[name].__file__)).parent for name in made}
    beside = Path(comtypes.gen.__path__[0])
    if not made or homes != {beside}:
        raise SystemExit(
            f"The wrapper of {UIA_WRAPPER} must lie in {beside}, which must be writable; it is in {homes}."
        )
    return made
