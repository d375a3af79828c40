"""What assemblies and sources say: methods, words, numbers; where a control's code is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from recorded import unpacked

from wpfagent.dotnet import Frame, Runtime, assemblies_of, literals, locate, own_methods, xaml_of
from wpfagent.dotnet.secrets import is_secret, is_secret_name

CODE = """namespace Shop
{
    // class Page { void Save() {} }
    public partial class Page
    {
        public Page() => Load();
        void Load() { Save(null, null); }
        void Save(object sender, EventArgs e)
        {
        }
        public ICommand Print { get; }
    }
}
"""
XAML = """<Page x:Class="Shop.Page" xmlns="urn:p" xmlns:x="urn:x" Title="Shop">
  <Button x:Name="SaveButton"
          Click="Save">_Save</Button>
  <Button Content="Print" Command="{Binding Print}" IsChecked="True"/>
  <Button Content="Twice"/><Button Content="Twice"/>
</Page>
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "Page.xaml").write_text(XAML, "utf-8")
    (tmp_path / "Page.xaml.cs").write_text(CODE, "utf-8")
    (tmp_path / "obj").mkdir()
    (tmp_path / "obj" / "Page.xaml.cs").write_text(CODE, "utf-8")
    return tmp_path


def test_own_methods_are_those_that_a_person_wrote(tmp_path: Path) -> None:
    pytest.importorskip("dnfile")
    methods = {(item.type, item.method) for item in own_methods([unpacked(tmp_path)])}
    assert ("Stall.Orders.OrderBook", "Load") in methods
    assert ("Stall.Remote.Catalogue", "RefreshLater") in methods
    assert not any("<" in type_name + method for type_name, method in methods)


def test_literals_hold_the_programs_words_and_numbers(tmp_path: Path) -> None:
    pytest.importorskip("dnfile")
    found = literals([unpacked(tmp_path)])
    assert "swallowed-many" in found.strings
    assert 15000 in found.numbers


def test_a_file_that_is_no_assembly_has_no_methods(tmp_path: Path) -> None:
    pytest.importorskip("dnfile")
    (tmp_path / "no.dll").write_bytes(b"MZ" + bytes(200))
    assert own_methods([tmp_path / "no.dll"]) == ()


@pytest.mark.parametrize("text", ["Server=x;Password=hunter2", "AKIAIOSFODNN7EXAMPLE", "q8Zr2LkT0vXw9PbN4sYe7Ud1"])
def test_what_looks_like_a_key_is_a_secret(text: str) -> None:
    assert is_secret(text)


@pytest.mark.parametrize("text", ["VIP-7", "yyyy-MM-dd", "CustomerOrdersByCountry", "The order has no customer."])
def test_a_word_is_no_secret(text: str) -> None:
    assert not is_secret(text)


def test_names_of_secrets_are_known() -> None:
    assert is_secret_name("ApiKey")
    assert is_secret_name("userPassword")
    assert not is_secret_name("KeyDown")


def test_the_own_assemblies_are_the_projects_of_the_deps_file(tmp_path: Path) -> None:
    for name in ("shop.dll", "shop.Core.dll", "Prism.dll", "System.Text.Json.dll"):
        (tmp_path / name).write_bytes(b"")
    runtime = Runtime(1, "8.0", f'"{tmp_path / "shop.exe"}" --x', "x64", "shop")
    assert {path.name for path in assemblies_of(runtime)} == {"shop.dll", "shop.Core.dll", "Prism.dll"}
    libraries = {"shop/1": {"type": "project"}, "shop.Core/1": {"type": "project"}, "Prism/8": {"type": "package"}}
    targets = {"net": {name: {"runtime": {f"lib/{name.split('/')[0]}.dll": {}}} for name in libraries}}
    said = {"runtimeTarget": {"name": "net"}, "targets": targets, "libraries": libraries}
    (tmp_path / "shop.deps.json").write_text(json.dumps(said), "utf-8")
    assert [path.name for path in assemblies_of(tmp_path / "shop.exe")] == ["shop.dll", "shop.Core.dll"]


def test_a_control_leads_to_its_handler(source: Path) -> None:
    place = xaml_of(source, automation_id="SaveButton")
    assert place is not None
    assert (place.place.line, place.handler, place.event) == (2, "Save", "Click")
    assert place.code is not None
    assert (Path(place.code.file).name, place.code.line) == ("Page.xaml.cs", 8)
    assert xaml_of(source, name="Save") == place


def test_a_control_leads_to_its_command(source: Path) -> None:
    place = xaml_of(source, name="Print", control_type="Button")
    assert place is not None
    assert (place.command, place.code and place.code.line) == ("Print", 11)


def test_a_control_that_is_there_twice_is_not_guessed(source: Path) -> None:
    assert xaml_of(source, name="Twice") is None


def test_a_method_is_found_where_it_is_declared_not_where_it_is_called(source: Path) -> None:
    for method, line in (("Save", 8), (".ctor", 6), ("Load", 7)):
        place = locate(Frame("Shop.Page", method), source)
        assert place is not None
        assert place.line == line


def test_a_path_of_the_build_machine_is_found_below_the_source(source: Path) -> None:
    place = locate(Frame("Shop.Page", "Save", file=r"D:\build\Shop\Page.xaml.cs", line=9), source)
    assert place is not None
    assert (Path(place.file), place.line) == (source / "Page.xaml.cs", 9)
