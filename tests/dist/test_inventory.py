"""The SBOM and the licences name what is inside, and something unknown stops the build."""

from __future__ import annotations

import importlib.metadata
import json
import os
from pathlib import Path

import contents
import inventory
import pydantic
import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
ENTRIES = [
    ("pydantic", pydantic.__file__, "PYMODULE"),
    ("yaml", yaml.__file__, "PYMODULE"),
    ("json", json.__file__, "PYMODULE"),
    ("wpfagent", str(ROOT / "wpfagent" / "__init__.py"), "PYMODULE"),
    ("opentelemetry", "-", "PYMODULE"),
]


@pytest.fixture(scope="module")
def components():
    return inventory.take(ENTRIES)


def test_each_entry_belongs_to_its_distribution(components):
    owners = {name: c.name for c in components for name in c.entries}
    assert owners == {
        "pydantic": "pydantic",
        "yaml": "PyYAML",
        "json": "CPython",
        "wpfagent": "wpfagent",
        "opentelemetry": "opentelemetry-api",
    }
    assert "pyinstaller" in [c.name.lower() for c in components], "its bootloader starts the program"


def test_an_entry_that_belongs_to_nothing_stops_the_build(tmp_path):
    stranger = tmp_path / "stranger.py"
    stranger.touch()
    with pytest.raises(SystemExit, match="stranger"):
        inventory.take([("stranger", str(stranger), "PYMODULE")])


def test_the_sbom_names_every_component_with_version_and_licence(components, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    made = inventory.sbom(components, "1.2.3")
    assert (made["bomFormat"], made["specVersion"]) == ("CycloneDX", "1.6")
    assert made["metadata"]["timestamp"] == "2026-01-01T00:00:00Z"
    listed = {c["name"]: c for c in made["components"]}
    assert "wpfagent" not in listed, "it is the subject"
    assert listed["pydantic"]["version"] == importlib.metadata.version("pydantic")
    assert listed["pydantic"]["purl"] == f"pkg:pypi/pydantic@{pydantic.VERSION}"
    assert all(c["licenses"] for c in listed.values())
    assert made["dependencies"][0]["dependsOn"] == [c["bom-ref"] for c in made["components"]]


def test_the_same_contents_give_the_same_sbom(components):
    again = inventory.take(ENTRIES)
    assert inventory.sbom(components, "1.0") == inventory.sbom(again, "1.0")
    assert inventory.sbom(components, "1.0")["serialNumber"] != inventory.sbom(components, "1.1")["serialNumber"]


def test_the_notices_hold_the_texts_of_the_licences(components):
    text = inventory.notices(components)
    assert "pydantic" in text
    assert "Permission is hereby granted" in text
    assert "GPL" in text, "the bootloader's licence, with its exception"


def test_what_is_written_can_be_read_back(components, tmp_path):
    written = inventory.write(components, tmp_path, contents.version())
    assert {p.name for p in written} == {inventory.SBOM, inventory.NOTICES, inventory.CONTENTS}
    held = json.loads((tmp_path / inventory.CONTENTS).read_text(encoding="utf-8"))
    assert held["pydantic"]["pydantic"] == os.path.getsize(pydantic.__file__)
