"""What goes into wpf-agent.exe, and what stays out: read by the spec and by the tests."""

from __future__ import annotations

import ast
import importlib.util
import json
import marshal
import sys
import zipfile
from collections.abc import Iterable, Iterator
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
    "_cffi_backend", "_win32sysloader", "_yaml", "annotated_types", "anthropic", "anyio", "attr", "attrs", "backports",
    "certifi", "cffi", "click", "clr", "clr_loader", "comtypes", "distro", "dnfile", "docopt", "docstring_parser",
    "filelock", "h11", "httpcore2", "httpx2", "idna", "importlib_metadata", "jaraco", "jinja2", "jiter", "jsonschema",
    "jsonschema_specifications", "keyring", "lazy_importer", "markupsafe", "mcp", "mcp_types", "more_itertools",
    "opentelemetry", "ordlookup", "pefile", "PIL", "platformdirs", "pycparser", "pydantic", "pydantic_core",
    "pythonnet", "pywin32_system32", "pywintypes", "referencing", "regex", "rich", "rpds", "sniffio", "sse_starlette",
    "stand_ins", "starlette", "tomlkit", "truststore", "typing_extensions", "typing_inspection", "uiautomation",
    "uvicorn", "win32api", "win32con", "win32cred", "win32ctypes", "win32job", "win32security", "wpfagent", "yaml",
    "zipp",
})  # fmt: skip
"""The packages from outside the standard library that may be inside."""

NOT_NEEDED = (
    # of the standard library
    "_hashlib", "_msi", "_multiprocessing", "_tkinter", "curses", "dbm", "distutils", "doctest",
    "ensurepip", "ftplib", "idlelib", "imaplib", "lib2to3", "mailbox", "msilib", "multiprocessing", "nntplib", "pdb",
    "poplib", "pydoc", "pydoc_data", "smtplib", "telnetlib", "test", "tkinter", "turtle", "unittest", "venv",
    "winsound", "wsgiref", "xmlrpc",
    # of libraries: development, tests, other formats, entries that the program does not have
    "anthropic",  # lies in an archive of its own, see ZIPPED
    "cv2", "onnxruntime", "rapidocr", "winrt",  # the engines that read pictures
    "dask", "distributed",  # the fleet
    "IPython", "PIL.AvifImagePlugin", "PIL.ImageCms", "PIL.ImageQt", "PIL.ImageTk", "PIL.SpiderImagePlugin",
    "PIL._avif", "PIL._imagingcms", "PIL._imagingtk", "PySide6", "_pytest",
    "email_validator", "hypothesis", "jinja2.ext", "markdown_it", "mcp.cli", "multipart", "mypy",
    "numpy", "olefile", "pip", "pkg_resources", "pydantic.mypy", "pydantic.v1", "pygments", "pytest", "pythoncom",
    "rich.markdown", "rich.syntax", "rich.traceback", "selenium", "setuptools", "trio", "wheel", "win32com",
    "win32evtlog", "win32evtlogutil", "winerror",
)  # fmt: skip
"""Modules that something could import and nothing in the program does."""

EXCLUDED = (*stand_ins.LEFT_OUT, *NOT_NEEDED)

UNUSED_FILES = (
    "clr_loader/ffi/dlls/x86/*", "*.pdb", "Python.Runtime.xml", "uiautomation/bin/*", "*/py.typed",
    "api-ms-win-*.dll", "ucrtbase.dll",
)  # fmt: skip
"""Files that the hooks of libraries collect: for 32 bits, for debuggers, and what every Windows 10 has."""

COMPRESSED = ("libcrypto-*.dll", "libssl-*.dll")
"""Libraries that few commands load: how large the single exe is counts more than how soon they are there."""

ZIPPED = "anthropic"
"""The SDK of three thousand modules that one command uses: PyInstaller would look at each of them for minutes."""

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


def split(binaries: Iterable[Entry]) -> tuple[list[Entry], list[Entry]]:
    """Return the libraries that lie in the single exe as they are, and those that it compresses as it does data."""
    kept = list(binaries)
    rare = [e for e in kept if any(PurePath(e[0]).match(p) for p in COMPRESSED)]
    return [e for e in kept if e not in rare], [(name, path, "DATA") for name, path, _ in rare]


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


def write_zipped(folder: Path) -> tuple[Path, list[str]]:
    """Compile the SDK into an archive that Python imports from; the same sources give the same bytes.

    Returns:
        the archive, and the modules of others that the SDK imports.
    """
    spec = importlib.util.find_spec(ZIPPED)
    if spec is None or spec.origin is None:
        raise SystemExit(f"{ZIPPED} is not installed: it comes with the extra exe.")
    package, path, used = Path(spec.origin).parent, folder / f"{ZIPPED}.zip", set[str]()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        sources = sorted(package.rglob("*.py"))
        for within in sorted({source.parent.relative_to(package.parent).as_posix() for source in sources}):
            archive.writestr(zipfile.ZipInfo(f"{within}/"), b"")  # by which a package without __init__.py is found
        for source in sources:
            inside = source.relative_to(package.parent).as_posix()
            text = source.read_bytes()
            tree = ast.parse(text)
            used.update(imported_by(tree))
            flags, checked = (1).to_bytes(4, "little"), importlib.util.source_hash(text)
            code = marshal.dumps(compile(tree, inside, "exec", dont_inherit=True))
            made = zipfile.ZipInfo(f"{inside}c")
            made.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(made, importlib.util.MAGIC_NUMBER + flags + checked + code)
    others = (ALLOWED | sys.stdlib_module_names) - {ZIPPED}
    wanted = {name for name in used if name.partition(".")[0] in others}
    return path, sorted(name for name in wanted - set(NOT_NEEDED) if not name.startswith("__"))


def imported_by(tree: ast.AST) -> Iterator[str]:
    """Yield the modules that a module imports by their whole names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def generate_uia_wrapper() -> list[str]:
    """Let comtypes write its wrapper of UI Automation, and return its modules."""
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
