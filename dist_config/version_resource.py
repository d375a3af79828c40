"""The version resource of wpf-agent.exe: what Explorer shows under Details."""

from __future__ import annotations

import re
from typing import Any

US_ENGLISH = 0x0409
UNICODE = 1200
WINDOWS_32 = 0x40004
APPLICATION = 0x1


def numbers(version: str) -> tuple[int, int, int, int]:
    """Return a version as the four numbers that Windows wants: `1.2.3rc1` is (1, 2, 3, 0)."""
    found = [int(n) for n in re.findall(r"\d+", re.split(r"[a-z+]", version, maxsplit=1)[0])][:4]
    first, second, third, fourth = (*found, 0, 0, 0, 0)[:4]
    return first, second, third, fourth


def strings(version: str) -> dict[str, str]:
    """Return the texts of the resource."""
    return {
        "CompanyName": "the wpf-agent authors",
        "FileDescription": "wpf-agent: drives and tests Windows desktop applications",
        "FileVersion": version,
        "InternalName": "wpf-agent",
        "LegalCopyright": "MIT License; see THIRD_PARTY_LICENSES.txt for what is inside",
        "OriginalFilename": "wpf-agent.exe",
        "ProductName": "wpf-agent",
        "ProductVersion": version,
    }


def make(version: str) -> Any:
    """Return the resource for PyInstaller."""
    from PyInstaller.utils.win32.versioninfo import (
        FixedFileInfo,
        StringFileInfo,
        StringStruct,
        StringTable,
        VarFileInfo,
        VarStruct,
        VSVersionInfo,
    )

    four = numbers(version)
    texts = [StringStruct(name, text) for name, text in strings(version).items()]
    return VSVersionInfo(
        ffi=FixedFileInfo(filevers=four, prodvers=four, mask=0x3F, OS=WINDOWS_32, fileType=APPLICATION),
        kids=[
            StringFileInfo([StringTable(f"{US_ENGLISH:04x}{UNICODE:04x}", texts)]),
            VarFileInfo([VarStruct("Translation", [US_ENGLISH, UNICODE])]),
        ],
    )
