"""What a program's file tells about itself: its versions, whether it was built for debugging, its framework."""

from __future__ import annotations

import ctypes
import json
import re
from ctypes import wintypes
from pathlib import Path
from typing import Any, Literal

from wpfagent.desktops.uia.win32 import BOOL, DWORD, LPVOID

BuildType = Literal["release", "debug", "unknown"]
VS_FF_DEBUG = 0x1
FIXED_SIGNATURE = 0xFEEF04BD
READ_AT_MOST = 64 * 1024 * 1024
"""A larger file is no assembly of a program's own code but a bundle."""
DEBUGGABLE = b"DebuggableAttribute"
DEBUG_BLOBS = tuple(bytes((8, 1, 0, low, 1, 0, 0, 0, 0)) for low in (0x01, 0x03, 0x07))
"""The attribute's argument in an assembly's metadata: DebuggingModes with DisableOptimizations (0x100)."""
RELEASE_BLOB = bytes((8, 1, 0, 2, 0, 0, 0, 0, 0))
"""IgnoreSymbolStoreSequencePoints alone: what compilers write for an optimised build."""
FRAMEWORK = re.compile(rb"\.NET(?:Framework|CoreApp),Version=v[\d.]+")

version = ctypes.WinDLL("version", use_last_error=True)
version.GetFileVersionInfoSizeW.restype = DWORD
version.GetFileVersionInfoSizeW.argtypes = (wintypes.LPCWSTR, ctypes.POINTER(DWORD))
version.GetFileVersionInfoW.restype = BOOL
version.GetFileVersionInfoW.argtypes = (wintypes.LPCWSTR, DWORD, DWORD, LPVOID)
version.VerQueryValueW.restype = BOOL
version.VerQueryValueW.argtypes = (LPVOID, wintypes.LPCWSTR, ctypes.POINTER(LPVOID), ctypes.POINTER(wintypes.UINT))


class FixedFileInfo(ctypes.Structure):
    """VS_FIXEDFILEINFO."""

    _fields_ = tuple(
        (name, DWORD)
        for name in (
            "signature", "struct_version", "file_high", "file_low", "product_high", "product_low", "flags_mask",
            "flags", "os", "type", "subtype", "date_high", "date_low",
        )
    )  # fmt: skip


def describe_program(exe: str) -> dict[str, Any]:
    """Return `file_version`, `product_version`, `build_type` and, where it can be told, `framework`.

    Args:
        exe: the path of the executable; what cannot be read is `""` or `unknown`.
    """
    resource = _version_resource(exe)
    fixed = _fixed(resource) if resource is not None else None
    assembly = _assembly(Path(exe))
    found: dict[str, Any] = {
        "file_version": _dotted(fixed.file_high, fixed.file_low) if fixed is not None else "",
        "product_version": (_string(resource, "ProductVersion") if resource is not None else "")
        or (_dotted(fixed.product_high, fixed.product_low) if fixed is not None else ""),
        "build_type": _build_type(fixed, assembly),
    }
    framework = _framework(Path(exe), assembly)
    return {**found, "framework": framework} if framework else found


def _version_resource(exe: str) -> ctypes.Array[ctypes.c_char] | None:
    unused = DWORD()
    size = version.GetFileVersionInfoSizeW(exe, ctypes.byref(unused))
    if not size:
        return None
    resource = ctypes.create_string_buffer(size)
    return resource if version.GetFileVersionInfoW(exe, 0, size, resource) else None


def _query(resource: ctypes.Array[ctypes.c_char], key: str) -> tuple[int, int]:
    """The address and the length of a value; 0 when there is none."""
    value, length = LPVOID(), wintypes.UINT()
    found = version.VerQueryValueW(resource, key, ctypes.byref(value), ctypes.byref(length))
    return (value.value or 0, length.value) if found else (0, 0)


def _fixed(resource: ctypes.Array[ctypes.c_char]) -> FixedFileInfo | None:
    address, length = _query(resource, "\\")
    if not address or length < ctypes.sizeof(FixedFileInfo):
        return None
    fixed = FixedFileInfo.from_address(address)
    return fixed if fixed.signature == FIXED_SIGNATURE else None


def _string(resource: ctypes.Array[ctypes.c_char], name: str) -> str:
    """A text of the version resource, in the first language that it has."""
    address, length = _query(resource, r"\VarFileInfo\Translation")
    if not address or length < ctypes.sizeof(DWORD):
        return ""
    language, code_page = (ctypes.c_ushort * 2).from_address(address)
    text, length = _query(resource, rf"\StringFileInfo\{language:04x}{code_page:04x}\{name}")
    return ctypes.wstring_at(text, length).split("\0", 1)[0].strip() if text and length else ""


def _dotted(high: int, low: int) -> str:
    return f"{high >> 16}.{high & 0xFFFF}.{low >> 16}.{low & 0xFFFF}"


def _assembly(exe: Path) -> bytes:
    """The bytes of the program's own .NET assembly: the DLL beside an exe that only starts it, or the exe itself."""
    for path in (exe.with_suffix(".dll"), exe):
        try:
            if path.stat().st_size <= READ_AT_MOST:
                held = path.read_bytes()
                if b"BSJB" in held:  # the signature of .NET metadata
                    return held
        except OSError:
            continue
    return b""


def _build_type(fixed: FixedFileInfo | None, assembly: bytes) -> BuildType:
    if fixed is not None and fixed.flags & fixed.flags_mask & VS_FF_DEBUG:
        return "debug"
    if DEBUGGABLE in assembly:
        if any(blob in assembly for blob in DEBUG_BLOBS):
            return "debug"
        if RELEASE_BLOB in assembly:
            return "release"
    return "unknown"


def _framework(exe: Path, assembly: bytes) -> str:
    try:
        settings = json.loads(exe.with_suffix(".runtimeconfig.json").read_text(encoding="utf-8-sig"))["runtimeOptions"]
        one = settings.get("framework")
        frameworks = [one] if one else settings.get("frameworks") or settings.get("includedFrameworks") or []
        if frameworks:
            return ", ".join(f"{f['name']} {f['version']}" for f in frameworks)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        pass  # absent, or in a form that is not known: the assembly may still tell
    found = FRAMEWORK.search(assembly)
    return found[0].decode("ascii").replace(",Version=v", " ") if found else ""
