"""Which buttons a program makes the default ones of its windows: read from the files of real programs."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from recorded import unpacked

from wpfagent.dotnet import il
from wpfagent.dotnet.baml import elements
from wpfagent.dotnet.default_buttons import may_be_pressed
from wpfagent.dotnet.metadata import Assembly

pytest.importorskip("dnfile")


def program(folder: Path, name: str) -> Path:
    exe = unpacked(folder, pdb=False, program=name).with_suffix(".exe")
    exe.write_bytes(b"MZ")
    return exe


@pytest.mark.parametrize(
    ("name", "automation_id", "caption", "expected"),
    [
        ("orderdesk", "PrefOk", "Whatever it says", True),
        ("orderdesk", "", "OK", True),
        ("orderdesk", "", "Delete order", False),
        ("orderdesk", "RemoveLine", "Remove line", False),
        ("orderdesk", "SignIn", "Anmelden", True),
        ("forms", "", "OK", True),
        ("forms", "deleteButton", "Delete", False),
        ("stall", "", "OK", False),
    ],
)
def test_a_button_may_be_the_default_one_where_a_page_or_the_code_makes_it_so(
    tmp_path: Path, name: str, automation_id: str, caption: str, expected: bool
) -> None:
    assert may_be_pressed("Enter", program(tmp_path, name), automation_id, caption) == expected


@pytest.mark.parametrize(
    ("name", "caption", "expected"),
    [("forms", "Cancel", True), ("forms", "Exit", False), ("stall", "Exit", False), ("orderdesk", "Exit", True)],
)  # the order desk's captions are known only while it runs
def test_escape_presses_what_the_files_make_a_cancel_button(
    tmp_path: Path, name: str, caption: str, expected: bool
) -> None:
    assert may_be_pressed("Esc", program(tmp_path, name), "", caption) == expected


def test_any_button_may_be_it_where_the_files_do_not_tell(tmp_path: Path) -> None:
    exe = program(tmp_path, "stall")
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "mapper.dll").write_bytes(b"MZ" + "IsDefaultValue".encode("utf-16-le"))
    assert not may_be_pressed("Enter", exe, "", "Delete")
    (tmp_path / "plugins" / "late.dll").write_bytes(b"MZ" + '<Button IsDefault="True"/>'.encode("utf-16-le"))
    exe.write_bytes(b"MZ again")
    assert may_be_pressed("Enter", exe, "", "Delete"), "a page that is read while it runs"
    (tmp_path / "host.exe").write_bytes(b"MZ" + bytes(200))
    assert may_be_pressed("Enter", tmp_path / "host.exe", "", "Delete"), "no managed program"
    assert may_be_pressed("Enter", tmp_path / "none.exe", "", "Delete"), "no program"


def test_a_form_that_is_given_none_has_no_default_button(tmp_path: Path) -> None:
    exe = program(tmp_path, "forms")
    dll = exe.with_suffix(".dll")
    given = Assembly(dll)
    for code in (body.code for body in given.bodies()):
        calls = [(a.offset, b.token) for a, b in pairwise(il.instructions(code)) if b.opcode == il.CALLVIRT]
        held = [offset for offset, called in calls if given.member(called)[1] == "set_AcceptButton"]
        without = b"".join(b"\x14" if at in held else code[at : at + 1] for at in range(len(code)))  # ldnull
        dll.write_bytes(dll.read_bytes().replace(code, without))
    assert not may_be_pressed("Enter", exe, "", "OK")
    assert may_be_pressed("Esc", exe, "", "Cancel")


def test_every_page_of_a_program_is_read_to_its_end(tmp_path: Path) -> None:
    pages = dict(Assembly(program(tmp_path, "orderdesk").with_suffix(".dll")).resources())
    found = {name: list(elements(page)) for name, page in pages.items() if name.endswith(".baml")}
    assert len(found) == 15
    login = found["views/loginwindow.baml"]
    password = next(one for one in login if one.attributes.get("Name") == "PasswordField")
    assert password.attributes["AutomationId"] == "LoginPassword"


def test_a_page_that_is_cut_or_is_none_is_an_error(tmp_path: Path) -> None:
    pages = dict(Assembly(program(tmp_path, "orderdesk").with_suffix(".dll")).resources())
    page = pages["views/aboutwindow.baml"]
    for cut in range(0, len(page) - 1, 7):
        with pytest.raises(ValueError, match="compiled XAML"):
            list(elements(page[:cut]))
