"""Which control calls which method: from XAML, and from the code of assemblies."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest
from recorded import unpacked

from wpfagent.dotnet import Wire, wires_of
from wpfagent.dotnet.baml import Element
from wpfagent.dotnet.metadata import Body
from wpfagent.dotnet.wiring import _Code, _command, _label
from wpfagent.testing.runtime.coverage import Coverage

pytest.importorskip("dnfile")
LDFTN, NEWOBJ, STFLD, CALL, CALLVIRT, LDFLD, LDARG_2 = b"\xfe\x06", b"\x73", b"\x7d", b"\x28", b"\x6f", b"\x7b", b"\x04"
XAML = """<Window x:Class="Stall.Orders.OrderBook" xmlns:x="x">
  <Button x:Name="LoadButton"
          Click="Load"/>
  <Button Content="_Check" Click="Validate"/>
</Window>"""


class Made:
    """An assembly of a few methods: their code, and what the tokens in it name."""

    def __init__(self, *bodies: Body, **members: str) -> None:
        self._bodies = bodies
        self._members = {int(key[1:]): name for key, name in members.items()}

    def bodies(self) -> Any:
        return iter(self._bodies)

    def resources(self) -> Any:
        return iter(())

    def member(self, token: int) -> tuple[str, str]:
        return "", self._members.get(token, "")


def op(code: bytes, token: int = 0) -> bytes:
    return code + struct.pack("<I", token)


def body(number: int, type_name: str, name: str, *code: bytes) -> Body:
    return Body(type_name, name, 0x06000000 | number, b"".join(code))


def read(*bodies: Body, **members: str) -> _Code:
    code = _Code()
    code.read(Made(*bodies, **members))  # type: ignore[arg-type]
    return code


SAVE, CAN = body(1, "Shop.MainViewModel", "SaveNow"), body(2, "Shop.MainViewModel", "CanSave")


def test_a_command_runs_the_first_method_that_is_given_to_what_is_stored_under_its_name() -> None:
    made = body(3, "Shop.MainViewModel", ".ctor", op(LDFTN, SAVE.token), op(NEWOBJ, 1), op(LDFTN, CAN.token),
                op(NEWOBJ, 1), op(NEWOBJ, 2), op(STFLD, 7))  # fmt: skip
    code = read(SAVE, CAN, made, t7="<Save>k__BackingField")
    assert code.commands == {("Shop.MainViewModel", "Save"): ("Shop.MainViewModel", "SaveNow")}


def test_a_lambda_s_command_runs_what_it_calls_also_after_an_await() -> None:
    plain = body(4, "Shop.MainViewModel+<>c", "<.ctor>b__0_0", op(CALL, SAVE.token))
    later = body(5, "Shop.MainViewModel+<>c", "<.ctor>b__0_1")
    machine = body(6, "Shop.MainViewModel+<>c+<<-ctor>b__0_1>d", "MoveNext", op(CALL, CAN.token))
    made = body(7, "Shop.MainViewModel", ".ctor", op(LDFTN, plain.token), op(NEWOBJ, 1), op(CALL, 8),
                op(LDFTN, later.token), op(NEWOBJ, 1), op(CALL, 9))  # fmt: skip
    code = read(SAVE, CAN, plain, later, machine, made, t8="set_Save", t9="set_Check")
    assert code.commands["Shop.MainViewModel", "Save"][1] == "SaveNow"
    assert code.commands["Shop.MainViewModel", "Check"][1] == "CanSave"


def test_what_is_given_to_something_else_is_no_command() -> None:
    made = body(3, "Shop.MainViewModel", ".ctor", op(LDFTN, SAVE.token), op(NEWOBJ, 1), op(CALLVIRT, 5), op(STFLD, 7))
    assert not read(SAVE, made, t5="Add", t7="_roots").commands


def test_handlers_that_code_adds_name_the_field_of_their_control() -> None:
    made = body(3, "Shop.Page", "Connect", op(LDFLD, 4), op(LDFTN, SAVE.token), op(NEWOBJ, 1), op(CALLVIRT, 5), LDARG_2,
                op(LDFTN, CAN.token), op(NEWOBJ, 1), op(CALLVIRT, 5))  # fmt: skip
    told = [
        (wire.method[1], wire.control, wire.event)
        for wire in read(SAVE, CAN, made, t4="SaveButton", t5="add_Click").handlers
    ]
    assert told == [("SaveNow", "SaveButton", "Click"), ("CanSave", "", "Click")]


def test_of_two_commands_with_one_name_the_view_s_own_counts() -> None:
    code = _Code(commands={("Shop.OrdersViewModel", "Add"): ("a", "b"), ("Shop.UsersViewModel", "Add"): ("c", "d")})
    assert _command("Add", "Shop.Views.UsersView", code) == ("c", "d")
    assert _command("Add", "Shop.Views.MainWindow", code) is None


def test_the_table_of_coverage_lists_what_nothing_called_with_the_control_in_the_xaml(tmp_path: Path) -> None:
    (tmp_path / "Book.xaml").write_text(XAML, encoding="utf-8")
    assembly = unpacked(tmp_path)
    assert Wire(
        ("Stall.Orders.OrderBook", "Load"), "LoadButton", "Click", place=f"{tmp_path / 'Book.xaml'}:2"
    ) in wires_of([assembly], tmp_path)
    coverage = Coverage([assembly], source=tmp_path)
    coverage.entered["Stall.Orders.OrderBook", "Load"] = "click"
    unused = {one["method"]: one for one in coverage.to_dict()["unused"]}
    assert unused["Stall.Orders.OrderBook.Validate"]["control"] == "Check"
    assert "Stall.Orders.OrderBook.Load" not in unused


def test_compiled_xaml_names_the_controls_of_handlers_and_commands_without_its_sources(tmp_path: Path) -> None:
    wires = wires_of([unpacked(tmp_path, pdb=False, program="orderdesk")])
    told = {(wire.method[1], wire.control, wire.event, wire.command) for wire in wires}
    assert {("ResetClick", "PrefReset", "Click", ""), ("ListDoubleClick", "PickList", "MouseDoubleClick", "")} <= told
    assert {("AddCustomer", "AddCustomer", "Command", "Add"), ("AddLine", "WizardAddLine", "Command", "Add")} <= told


def test_a_control_is_known_by_its_id_as_it_is_and_else_by_its_caption_as_it_is_seen() -> None:
    assert _label(Element({"Content": "_Remove", "AutomationId": "PART_Remove"})) == "PART_Remove"
    assert _label(Element({"Content": "_Remove"}, ["_Remove"])) == "Remove"
    assert _label(Element({"Content": None}, [None])) == ""
