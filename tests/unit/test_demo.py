from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

import wpfagent
from wpfagent import demo
from wpfagent.actions.expect import EXPECTATIONS, Expectation
from wpfagent.core.errors import AppExited, AppNotResponding, FileInvalid, Refused
from wpfagent.core.selector import Selector
from wpfagent.demo.__main__ import main
from wpfagent.demo.application import CodeBehind
from wpfagent.demo.markup import XAML_NAMESPACE, read_markup
from wpfagent.demo.planted import PLANTED
from wpfagent.desktops.simulated.view import Element, View

X_NAME, X_KEY = f"{{{XAML_NAMESPACE}}}Name", f"{{{XAML_NAMESPACE}}}Key"
NEUTRAL_IMPORTS = {"__future__", "typing", "dataclasses", "collections.abc"}
METHODS = [name for name in dir(CodeBehind) if not name.startswith("_")]
INTERACTIVE = {
    "Button", "CheckBox", "ComboBox", "DataGrid", "DatePicker", "Expander", "Hyperlink", "ListBox", "ListView",
    "PasswordBox", "RadioButton", "RepeatButton", "RichTextBox", "Slider", "TabControl", "TabItem", "TextBox",
    "ToggleButton", "TreeView", "TreeViewItem",
}  # fmt: skip
OTHERS = {"Window", "TextBlock", "Label", "GridView", "Menu", "MenuItem", "ContextMenu", "ToolBar", "StatusBar",
          "ProgressBar", "GroupBox", "Image", "ScrollViewer"}  # fmt: skip


def xaml() -> ElementTree.Element:
    return ElementTree.parse(demo.APPLICATION).getroot()


def code() -> ast.Module:
    return ast.parse(demo.APPLICATION.with_suffix(".py").read_text(encoding="utf-8"))


def tag(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def captions(lang: str) -> dict[str, str]:
    root = ElementTree.parse(demo.FOLDER / f"captions.{lang}.xaml").getroot()
    return {child.attrib[X_KEY]: child.text or "" for child in root}


def names_of(window_key: str) -> set[str]:
    window = next(w for w in xaml() if w.attrib.get(X_KEY) == window_key)
    return {e.attrib[X_NAME] for e in window.iter() if X_NAME in e.attrib}


# -- XAML and code-behind fit each other --------------------------------------------------------------------------


def test_every_handler_of_the_xaml_is_a_method_and_every_method_is_used() -> None:
    named = set(re.findall(r'"(on_\w+)"', demo.APPLICATION.read_text(encoding="utf-8")))
    assert named == set(METHODS)


def test_every_name_that_the_code_asks_for_is_in_the_xaml() -> None:
    asked = {
        node.slice.value
        for node in ast.walk(code())
        if isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Constant)
        and isinstance(node.slice.value, str)
    }
    said = {text for text in constants() if re.fullmatch(r"Msg[A-Z]\w+", text)}
    windows = names_of("MainWindow") | names_of("OrderWindow") | names_of("CardWindow")
    assert len(asked) > 30
    assert asked - windows == set()
    assert said - names_of("MainWindow") == set()


def constants() -> set[str]:
    return {n.value for n in ast.walk(code()) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def test_the_code_behind_imports_nothing_of_its_host() -> None:
    imported = set()
    for node in ast.walk(code()):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module or "")
    assert imported <= NEUTRAL_IMPORTS


def test_the_code_behind_uses_only_what_views_and_elements_have() -> None:
    offered = {name for kind in (View, Element) for name in (*dir(kind), *kind.__annotations__)}
    used = {
        node.attr
        for node in ast.walk(code())
        if isinstance(node, ast.Attribute)
        and (
            isinstance(node.value, ast.Subscript)
            or (isinstance(node.value, ast.Name) and node.value.id in {"view", "sender", "card"})
        )
    }
    assert used - offered == set()


def test_names_are_unique_within_a_window() -> None:
    for window in xaml().findall("{*}Window"):
        names = [e.attrib[X_NAME] for e in window.iter() if X_NAME in e.attrib]
        assert len(names) == len(set(names))


def test_everything_interactive_has_an_automation_id() -> None:
    nameless = [
        ElementTree.tostring(e)[:80]
        for e in xaml().iter()
        if (tag(e) in INTERACTIVE or (tag(e) == "MenuItem")) and X_NAME not in e.attrib
    ]
    assert nameless == []


def test_the_demo_shows_every_kind_of_control() -> None:
    assert (INTERACTIVE | OTHERS) - {tag(e) for e in xaml().iter()} == set()


# -- captions -----------------------------------------------------------------------------------------------------


def test_both_languages_have_every_caption() -> None:
    text = demo.APPLICATION.read_text(encoding="utf-8")
    own = {e.attrib[X_KEY] for e in xaml() if X_KEY in e.attrib}
    used = set(re.findall(r"\{StaticResource (\w+)\}", text)) - own
    english, japanese = captions("en"), captions("ja")
    assert used == set(english) == set(japanese)
    assert all(english.values())
    assert all(japanese.values())


def test_japanese_captions_are_japanese_and_keep_the_access_keys() -> None:
    english, japanese = captions("en"), captions("ja")
    assert [k for k, v in japanese.items() if v.isascii()] == []
    assert [k for k in english if ("_" in english[k]) is not ("_" in japanese[k])] == []


def test_the_title_pattern_fits_both_languages() -> None:
    for lang in demo.LANGUAGES:
        assert re.search(demo.TITLE_RE, captions(lang)["AppTitle"])


# -- splitting for WPF --------------------------------------------------------------------------------------------


def test_markup_gives_windows_without_events() -> None:
    markup = read_markup(demo.APPLICATION, METHODS)
    assert list(markup.windows) == ["MainWindow", "OrderWindow", "CardWindow"]
    for window in markup.windows.values():
        assert "on_" not in window.xaml
        assert ElementTree.fromstring(window.xaml).tag.endswith("}Window")
        assert X_KEY not in ElementTree.fromstring(window.xaml).attrib
    assert "<Window" not in markup.resources
    assert "Parcel" in markup.resources
    main_handlers = {(h.element, h.event, h.method) for h in markup.windows["MainWindow"].handlers}
    assert ("SaveButton", "Click", "on_save") in main_handlers
    assert ("", "Loaded", "on_main_loaded") in main_handlers


def test_markup_names_an_element_that_has_an_event_and_no_name(tmp_path: Path) -> None:
    path = tmp_path / "small.xaml"
    path.write_text(
        '<Window xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation" '
        f'xmlns:x="{XAML_NAMESPACE}" x:Class="Small.MainWindow"><Button Click="on_go" Tag="on_other"/></Window>',
        encoding="utf-8",
    )
    markup = read_markup(path, ["on_go"])
    (handler,) = markup.windows["small"].handlers
    assert handler.anonymous
    assert f'Name="{handler.element}"' in markup.windows["small"].xaml
    assert "x:Class" not in markup.windows["small"].xaml
    assert 'Tag="on_other"' in markup.windows["small"].xaml


@pytest.mark.parametrize(
    ("text", "reason"), [("<Window>\n<Button></Window>", "line 2"), ("<ResourceDictionary/>", "no Window")]
)
def test_markup_that_is_wrong_gives_file_and_reason(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "wrong.xaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileInvalid, match=rf"wrong\.xaml.*{reason}"):
        read_markup(path, [])


# -- scenarios and profile ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", demo.SCENARIOS, ids=lambda path: path.stem)
def test_scenarios_name_only_controls_and_expectations_that_exist(path: Path) -> None:
    scenario = yaml.safe_load(path.read_text(encoding="utf-8"))
    known = names_of("MainWindow") | names_of("OrderWindow")
    checks = [step["expected"] for step in scenario["steps"] if "expected" in step]
    checks += scenario["success"] + scenario["failure"]
    for given in [s.get("selector") for s in (*scenario["steps"], *checks)]:
        if given is not None:
            selector = Selector.parse(given)
            assert selector.automation_id in known or selector.name == "OK"
    assert {key for check in checks for key in check} - {"selector"} <= set(EXPECTATIONS)


def test_scenarios_keep_away_from_the_planted_bugs() -> None:
    touched = "".join(path.read_text(encoding="utf-8") for path in demo.SCENARIOS)
    for trap in ("CardButton", "SearchBox", "RecountButton", "ProxyBox", "SupplierLink"):
        assert any(trap in step for bug in PLANTED for step in bug.steps), trap
        assert trap not in touched


def test_planted_bugs_name_controls_of_the_application() -> None:
    words = {w for bug in PLANTED for step in bug.steps for w in re.findall(r"\b[A-Z]\w+[A-Z]\w+\b", step)}
    assert words - names_of("MainWindow") - names_of("OrderWindow") == set()
    assert len({bug.kind for bug in PLANTED}) == len({bug.id for bug in PLANTED}) == len(PLANTED) == 8
    assert all(bug.oracle and bug.hypothesis for bug in PLANTED)
    for bug in PLANTED:
        for expectation in (bug.invariant.get("when"), *bug.invariant.get("then", ())):
            assert expectation is None or Expectation.parse(expectation)


def test_profile_launches_the_host_of_each_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    simulated, real = demo.demo_profile("simulated", lang="ja"), demo.demo_profile("uia")
    assert simulated["launch"] == {"exe": str(demo.APPLICATION), "args": ["--lang", "ja"]}
    assert real["launch"] == {"exe": sys.executable, "args": ["-m", "wpfagent.demo", "--lang", "en"]}
    assert real["match"] == {"process": Path(sys.executable).name, "title_re": demo.TITLE_RE}
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert demo.demo_profile("uia")["launch"]["args"][:2] == ["demo", "--app"]


@pytest.mark.skipif(sys.platform == "win32", reason="on Windows it opens")
def test_off_windows_the_demo_says_where_to_see_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "wpf-agent demo" in capsys.readouterr().err


# -- the planted bugs on the simulated desktop --------------------------------------------------------------------


@pytest.fixture
def app() -> Iterator[wpfagent.App]:
    with wpfagent.launch(str(demo.APPLICATION), desktop="simulated") as launched:
        yield launched


def open_advanced(app: wpfagent.App) -> None:
    app.click(automation_id="OpenSettingsButton")
    app.expand(automation_id="AdvancedExpander")


def test_a_search_after_choosing_a_customer_crashes_the_card(app: wpfagent.App) -> None:
    app.select_item(automation_id="CustomersGrid", row=4)
    app.type_text(automation_id="SearchBox", text="Berlin")
    with pytest.raises(AppExited):
        app.click(automation_id="CardButton")
    assert app.liveness().exit_code == 0xE0434352


def test_the_card_opens_where_nothing_was_searched(app: wpfagent.App) -> None:
    app.select_item(automation_id="CustomersGrid", row=4)
    app.click(automation_id="CardButton")
    app.expect(automation_id="CardName", text_equals="Miradouro")


def test_recounting_an_archived_product_freezes(app: wpfagent.App) -> None:
    app.click(automation_id="CatalogueTab")
    app.expand(automation_id="ArchiveNode")
    app.select_item(automation_id="CocoaNode")
    with pytest.raises(AppNotResponding):
        app.click(automation_id="RecountButton", timeout_ms=500)


def test_a_timeout_that_is_no_number_shows_an_exception_dialog(app: wpfagent.App) -> None:
    open_advanced(app)
    app.type_text(automation_id="TimeoutBox", text="soon")
    app.click(automation_id="SaveButton")
    app.expect(window_exists="^Unhandled exception$")


def test_the_connection_test_stays_disabled_after_an_insecure_address(app: wpfagent.App) -> None:
    app.click(automation_id="OpenSettingsButton")
    app.click(automation_id="TestButton")
    app.expect(automation_id="TestButton", enabled=True)
    app.type_text(automation_id="ServerBox", text="http://desk.example")
    app.click(automation_id="TestButton")
    app.expect(automation_id="StatusText", text_contains="no secure address")
    app.expect(automation_id="TestButton", enabled=False)


def test_the_proxy_is_lost_by_save(app: wpfagent.App) -> None:
    open_advanced(app)
    app.type_text(automation_id="ProxyBox", text="proxy.example:8080")
    app.click(automation_id="SaveButton")
    app.click(automation_id="CustomersTab")
    app.click(automation_id="SettingsTab")
    app.expect(automation_id="ProxyBox", value_equals="")


def test_a_phrase_in_quotes_is_searched_and_one_without_its_end_crashes(app: wpfagent.App) -> None:
    app.type_text(automation_id="SearchBox", text="Berlin")
    app.expect(automation_id="CustomersGrid", row=1, column=0, text_equals="Spreeblick Kantine")
    with pytest.raises(AppExited):
        app.type_text(automation_id="SearchBox", text='"Berlin')
    assert app.liveness().exit_code == 0xE0434352


def test_the_order_button_is_gone_after_the_supplier_was_asked_for(app: wpfagent.App) -> None:
    app.click(automation_id="CatalogueTab")
    app.expect(automation_id="OrderProductButton", exists=True)
    app.click(automation_id="SupplierLink")
    app.expect(automation_id="StatusText", text_contains="Supplier")
    app.expect(automation_id="OrderProductButton", exists=False)
    app.select_item(automation_id="SenchaNode")
    app.expect(automation_id="OrderProductButton", exists=False)


@pytest.mark.parametrize(("quantity", "total"), [("7", "126 €"), ("99", "1782 €"), ("100", "100 × 18 € = 1782 €")])
def test_the_total_is_wrong_from_a_hundred_pieces_on(app: wpfagent.App, quantity: str, total: str) -> None:
    app.click(automation_id="NewOrderButton")
    app.select_item(automation_id="ProductList", item_text="Espresso beans 1 kg")
    app.type_text(automation_id="QuantityBox", text=quantity)
    app.expect(automation_id="TotalText", text_equals=f"Total: {total}")


def test_deleting_an_order_is_refused_without_consent(app: wpfagent.App) -> None:
    app.click(automation_id="OrdersTab")
    app.select_item(automation_id="OrdersGrid", row=1)
    with pytest.raises(Refused):
        app.context_menu(["Delete order…"], automation_id="OrdersGrid")
    app.expect(automation_id="CountText", text_equals="3 orders")
