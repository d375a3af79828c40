"""The inventory of wpf-agent.exe: which packages are inside, as an SBOM (CycloneDX), with their licences.

Every entry of the exe belongs to a component: an installed distribution, Python itself, PyInstaller's bootloader, or
this program. One that belongs to none stops the build.
"""

from __future__ import annotations

import csv
import datetime
import importlib.metadata
import json
import os
import platform
import re
import sys
import uuid
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import contents

SBOM = "wpf-agent.cdx.json"
NOTICES = "THIRD_PARTY_LICENSES.txt"
CONTENTS = "wpf-agent.contents.json"
LICENSE_FILE = re.compile(r"(?i)^(licen[cs]e|copying|notice|authors)")
RULE = "=" * 100
OWN = "wpfagent"
PYTHON = "CPython"
PSF = "PSF-2.0"
RUNTIME_DLLS = re.compile(r"(?i)^(vcruntime|msvcp|concrt|ucrtbase|api-ms-win)")
NAMESPACE = uuid.UUID("6d0f0ad6-5a4a-4a0e-9f3c-7f1f6d7f3b11")


@dataclass(slots=True)
class Component:
    """One package inside.

    Args:
        name: of the distribution.
        version: of the distribution.
        license: as SPDX expression, or as the package words it.
        texts: the licence files, by name.
        entries: what of it is inside: the name in the exe, and its size.
    """

    name: str
    version: str
    license: str
    texts: dict[str, str] = field(default_factory=dict)
    entries: dict[str, int] = field(default_factory=dict)


def take(entries: Iterable[contents.Entry], scripts: Iterable[contents.Entry] = ()) -> list[Component]:
    """Return the components that these entries belong to, by name.

    Args:
        entries: modules, binaries and data files.
        scripts: the entry points; those of PyInstaller itself are its own.

    Raises:
        SystemExit: an entry belongs to nothing that is known.
    """
    homes = _homes()
    made: dict[str, Component] = {}
    strangers = []
    for name, path, kind in (*entries, *scripts):
        owner = _owner(name, path, homes)
        if owner is None:
            strangers.append(f"{name} ({kind}, {path})")
            continue
        component = made.setdefault(owner, _component(owner))
        component.entries[name] = os.path.getsize(path) if os.path.isfile(path) else 0
    if strangers:
        raise SystemExit("These belong to no package that is known:\n  " + "\n  ".join(strangers))
    made.setdefault("pyinstaller", _component("pyinstaller"))  # its bootloader starts the program
    return [made[name] for name in sorted(made, key=str.lower)]


def write(components: list[Component], folder: Path, version: str) -> list[Path]:
    """Write the SBOM, the licences and the list of contents, and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    made = {
        SBOM: json.dumps(sbom(components, version), indent=1, ensure_ascii=False) + "\n",
        NOTICES: notices(components),
        CONTENTS: json.dumps({c.name: dict(sorted(c.entries.items())) for c in components}, indent=1) + "\n",
    }
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return [folder / name for name in made]


def sbom(components: list[Component], version: str) -> dict[str, Any]:
    """Return the CycloneDX document."""
    listed = [_cyclonedx(c) for c in components if c.name != OWN]
    program = {
        "type": "application",
        "bom-ref": f"wpf-agent@{version}",
        "name": "wpf-agent",
        "version": version,
        "licenses": [{"license": {"id": "MIT"}}],
        "purl": f"pkg:pypi/{OWN}@{version}",
    }
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(NAMESPACE, json.dumps([program, listed], sort_keys=True))}",
        "version": 1,
        "metadata": {"timestamp": _time(), "component": program},
        "components": listed,
        "dependencies": [{"ref": program["bom-ref"], "dependsOn": [c["bom-ref"] for c in listed]}],
    }


def notices(components: list[Component]) -> str:
    """Return the licences of everything inside as one text."""
    parts = [f"wpf-agent.exe contains the following software.\n\n{_table(components)}\n"]
    for component in components:
        if component.name == OWN:
            continue
        parts.append(f"{RULE}\n{component.name} {component.version}\nLicence: {component.license}\n{RULE}\n")
        parts += [f"--- {name}\n\n{text.strip()}\n" for name, text in sorted(component.texts.items())]
    return "\n".join(parts)


def _table(components: list[Component]) -> str:
    return "\n".join(f"  {c.name:<24} {c.version:<14} {c.license}" for c in components if c.name != OWN)


def _cyclonedx(component: Component) -> dict[str, Any]:
    purl = f"pkg:pypi/{component.name.lower()}@{component.version}"
    if component.name == PYTHON:
        purl = f"pkg:generic/python@{component.version}"
    is_expression = re.fullmatch(r"[\w.+() -]+", component.license) and " License" not in component.license
    said = {"expression": component.license} if is_expression else {"license": {"name": component.license}}
    return {
        "type": "library",
        "bom-ref": purl,
        "name": component.name,
        "version": component.version,
        "licenses": [said],
        "purl": purl,
    }


def _time() -> str:
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).isoformat().replace("+00:00", "Z")


# -- which entry belongs to whom ------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Homes:
    """Which distribution installed what.

    Args:
        files: the distribution of every installed file, and of every folder that only one distribution fills.
        packages: the distributions of every top-level name.
    """

    files: dict[str, str] = field(default_factory=dict)
    packages: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))


def _homes() -> _Homes:
    homes = _Homes()
    folders: defaultdict[str, set[str]] = defaultdict(set)
    for distribution in importlib.metadata.distributions():
        root = _plain(str(distribution.locate_file("")))
        name = distribution.name
        for file, *_ in csv.reader((distribution.read_text("RECORD") or "").splitlines()):
            path = os.path.normcase(os.path.normpath(os.path.join(root, file)))
            homes.files[path] = name
            homes.packages[re.split(r"[./\\]", file, maxsplit=1)[0]].add(name)
            folders[os.path.dirname(path)].add(name)
    homes.files |= {folder: names.pop() for folder, names in folders.items() if len(names) == 1}
    return homes


def _plain(path: str) -> str:
    return os.path.normcase(os.path.realpath(path))


def _owner(name: str, path: str, homes: _Homes) -> str | None:
    if path in ("-", ""):  # a namespace package: nobody's file
        return min(homes.packages.get(name.split(".", maxsplit=1)[0], ()), default=None)
    if name == f"{contents.ZIPPED}.zip":
        return contents.ZIPPED
    plain = _plain(path)
    found = homes.files.get(plain) or homes.files.get(os.path.dirname(plain))
    if found is not None:
        return found
    if name.startswith("comtypes.gen"):
        return "comtypes"
    if plain.startswith(_plain(str(contents.ROOT))) or name.startswith(f"{OWN}-") or name == "base_library.zip":
        return PYTHON if name == "base_library.zip" else OWN
    python = tuple(_plain(p) for p in (sys.base_prefix, os.path.dirname(os.__file__)))
    return PYTHON if plain.startswith(python) or RUNTIME_DLLS.match(os.path.basename(plain)) else None


def _component(name: str) -> Component:
    if name == OWN:
        return Component(OWN, contents.version(), "MIT")
    if name == PYTHON:
        return Component(PYTHON, platform.python_version(), PSF, _python_license())
    distribution = importlib.metadata.distribution(name)
    texts = {}
    for file in distribution.files or ():
        if ".dist-info" in str(file.parent) and LICENSE_FILE.match(file.name):
            path = Path(str(file.locate()))
            if path.is_file():
                texts[file.name] = path.read_text(encoding="utf-8", errors="replace")
    return Component(distribution.name, distribution.version, license_of(distribution), texts)


def license_of(distribution: importlib.metadata.Distribution) -> str:
    """Return the licence that a distribution names, in its most exact form."""
    facts = distribution.metadata
    if "License-Expression" in facts:
        return facts["License-Expression"]
    named = [c.rsplit("::", 1)[-1].strip() for c in facts.get_all("Classifier", []) if c.startswith("License ::")]
    short = facts["License"].strip() if "License" in facts else ""
    return short if short and "\n" not in short else " or ".join(named) or "see the text"


def _python_license() -> dict[str, str]:
    for folder in (sys.base_prefix, os.path.dirname(os.__file__)):
        path = Path(folder) / "LICENSE.txt"
        if path.is_file():
            return {path.name: path.read_text(encoding="utf-8", errors="replace")}
    return {
        "LICENSE.txt": "https://docs.python.org/3/license.html (with the licences of OpenSSL, libffi, zlib, XZ, bzip2)"
    }
