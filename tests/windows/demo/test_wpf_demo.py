"""The demo application as a real WPF program, seen from outside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from wpf_program import CRASH_CODE, Program, wait_for

from wpfagent.demo.planted import PLANTED

pytestmark = pytest.mark.windows

PAGES = {
    "CustomersTab": ["SearchBox", "CardButton", "CustomersGrid"],
    "OrdersTab": ["OrdersGrid", "ActivityList"],
    "CatalogueTab": ["CatalogueTree", "CoffeeNode", "SenchaNode", "ProductImage", "SupplierLink", "StockBar",
                     "ProductNote", "OrderProductButton", "RecountButton"],
    "SettingsTab": ["ServerBox", "UserBox", "PasswordInput", "RegionBox", "PrinterBox", "FiscalYearPicker",
                    "AutoSaveCheck", "NotifyCheck", "ComfortableRadio", "CompactRadio", "ZoomOutButton", "ZoomSlider",
                    "ZoomText", "AdvancedExpander", "SignatureBox", "SaveButton", "TestButton"],
}  # fmt: skip
FRAME = ["MainMenu", "FileMenu", "MainToolBar", "NewOrderButton", "OnlyOpenToggle", "MainStatusBar", "StatusText",
         "CountText", "WorkProgress", "Pages"]  # fmt: skip


@pytest.fixture
def app(start: Callable[..., Program]) -> Program:
    program = start("-m", "wpfagent.demo")
    program.wait_main()
    return program


def open_settings(app: Program) -> None:
    app.click("OpenSettingsButton")
    app.find(AutomationId="ServerBox")


def test_every_page_shows_its_controls_by_automation_id(app: Program) -> None:
    assert app.main().Name == "Order Desk Demo"
    assert [name for name in FRAME if not app.look(AutomationId=name)] == []
    for page, names in PAGES.items():
        app.select(page)
        for name in names:
            app.find(AutomationId=name)


def test_saved_settings_come_back_and_unsaved_ones_do_not(app: Program) -> None:
    open_settings(app)
    app.put("ServerBox", "https://orders.example/受注")
    app.choose("RegionBox", "Berlin")
    app.toggle("NotifyCheck")
    app.click("SaveButton")
    wait_for(lambda: app.status() == "Settings saved: https://orders.example/受注, Berlin")
    app.put("UserBox", "not saved")
    app.select("CustomersTab")
    app.select("SettingsTab")
    wait_for(lambda: app.value("UserBox") == "aiko")
    assert app.value("ServerBox") == "https://orders.example/受注"


def test_an_order_goes_through_dialog_and_message_box_into_the_grid(app: Program) -> None:
    app.select("CatalogueTab")
    app.select("SenchaNode")
    wait_for(lambda: app.find(AutomationId="OrderProductButton").IsEnabled)
    app.click("OrderProductButton")
    app.find(AutomationId="OrderWindow")
    app.click("CreateButton")
    wait_for(lambda: "quantity" in app.find(AutomationId="ProblemText").Name)
    app.choose("CustomerBox", "Miradouro")
    app.put("QuantityBox", "7")
    wait_for(lambda: app.find(AutomationId="TotalText").Name == "Total: 84 €")
    app.click("CreateButton")
    box = app.find(Name="Create order", ClassName="#32770")
    assert app.auto.TextControl(searchFromControl=box, RegexName="(?s).*SO-1004").Exists(3, 0.1)
    app.press("OK")
    wait_for(lambda: app.status() == "Order created: SO-1004")
    wait_for(lambda: not app.look(AutomationId="OrderWindow"))
    grid = app.find(AutomationId="OrdersGrid").GetPattern(app.auto.PatternId.GridPattern)
    assert grid.RowCount == 4
    assert [grid.GetItem(3, column).Name for column in (0, 1, 2, 3)] == [
        "SO-1004", "Miradouro", "Sencha 煎茶 100 g", "7",
    ]  # fmt: skip
    assert app.find(AutomationId="CountText").Name == "4 orders"


def test_cancelling_the_dialog_adds_nothing(app: Program) -> None:
    app.click("NewOrderButton")
    app.find(AutomationId="OrderWindow")
    app.click("CancelButton")
    wait_for(lambda: not app.look(AutomationId="OrderWindow"))
    assert app.find(AutomationId="CountText").Name == "3 orders"


def test_the_customer_card_is_a_modeless_window(app: Program) -> None:
    select_last_customer(app)
    app.click("CardButton")
    wait_for(lambda: app.find(AutomationId="CardName").Name == "Miradouro")
    assert app.find(AutomationId="SearchBox").IsEnabled
    app.click("CloseCardButton")
    wait_for(lambda: not app.look(AutomationId="CardWindow"))


def test_exit_ends_with_code_0(app: Program) -> None:
    app.expand("FileMenu")
    app.click("ExitItem")
    assert app.exit_code() == 0
    assert app.stderr() == ""


def test_japanese_captions(start: Callable[..., Program]) -> None:
    app = start("-m", "wpfagent.demo", "--lang", "ja")
    assert app.wait_main().Name == "受注デスク デモ"
    assert app.status() == "準備完了"
    open_settings(app)
    app.click("SaveButton")
    wait_for(lambda: app.status().startswith("設定を保存しました"))


# -- the planted bugs, each by the way that PLANTED tells ---------------------------------------------------------


def select_last_customer(app: Program) -> None:
    row = (
        app.find(AutomationId="CustomersGrid")
        .GetPattern(app.auto.PatternId.GridPattern)
        .GetItem(4, 0)
        .GetParentControl()
    )
    row.GetPattern(app.auto.PatternId.SelectionItemPattern).Select(waitTime=0)


def stale_customer(app: Program) -> None:
    select_last_customer(app)
    app.put("SearchBox", "Berlin")
    app.click("CardButton")
    assert app.exit_code() == CRASH_CODE
    assert "IndexError" in app.stderr()
    assert "on_open_card" in app.stderr()


def archive_recount(app: Program) -> None:
    app.select("CatalogueTab")
    app.expand("ArchiveNode")
    app.select("CocoaNode")
    wait_for(lambda: app.find(AutomationId="RecountButton").IsEnabled)
    assert app.answers()
    app.click("RecountButton")
    wait_for(lambda: not app.answers())


def timeout_format(app: Program) -> None:
    open_settings(app)
    app.expand("AdvancedExpander")
    app.put("TimeoutBox", "soon")
    app.click("SaveButton")
    box = app.find(Name="Unhandled exception", ClassName="#32770")
    assert app.auto.TextControl(searchFromControl=box, RegexName="(?s)System.FormatException: .*'soon'.* at ").Exists(3)
    app.press("OK")
    wait_for(lambda: not app.look(Name="Unhandled exception"))


def stays_disabled(app: Program) -> None:
    open_settings(app)
    app.click("TestButton")
    wait_for(lambda: app.status() == "The connection works")
    assert app.find(AutomationId="TestButton").IsEnabled
    app.put("ServerBox", "http://desk.example")
    app.click("TestButton")
    wait_for(lambda: app.status() == "The server has no secure address")
    assert not app.find(AutomationId="TestButton").IsEnabled


def proxy_lost(app: Program) -> None:
    open_settings(app)
    app.expand("AdvancedExpander")
    app.put("ProxyBox", "proxy.example:8080")
    app.click("SaveButton")
    wait_for(lambda: app.status().startswith("Settings saved"))
    app.select("CustomersTab")
    app.select("SettingsTab")
    wait_for(lambda: app.value("ProxyBox") == "")


def open_quote(app: Program) -> None:
    app.put("SearchBox", '"Berlin')
    assert app.exit_code() == CRASH_CODE
    assert "ValueError" in app.stderr()
    assert "on_search" in app.stderr()


def order_button_gone(app: Program) -> None:
    app.select("CatalogueTab")
    app.find(AutomationId="OrderProductButton")
    app.click("SupplierLink")
    wait_for(lambda: app.status().startswith("Supplier"))
    wait_for(lambda: app.find(AutomationId="OrderProductButton").IsOffscreen)  # the raw view keeps what is collapsed


def bulk_total(app: Program) -> None:
    app.click("NewOrderButton")
    products = app.find(AutomationId="ProductList")
    item = app.auto.ListItemControl(searchFromControl=products, Name="Espresso beans 1 kg")
    item.GetPattern(app.auto.PatternId.SelectionItemPattern).Select(waitTime=0)
    app.put("QuantityBox", "100")
    wait_for(lambda: app.find(AutomationId="TotalText").Name == "Total: 100 × 18 € = 1782 €")


WAYS: dict[str, Callable[[Program], Any]] = {
    "stale-customer": stale_customer,
    "archive-recount": archive_recount,
    "timeout-format": timeout_format,
    "proxy-lost": proxy_lost,
    "test-stays-disabled": stays_disabled,
    "open-quote": open_quote,
    "order-button-gone": order_button_gone,
    "bulk-total": bulk_total,
}


EVERY_TIME = {"bulk-total", "stale-customer"}
"""The others show no more of the way from XAML to a handler: by hand, with `-m slow`."""


@pytest.mark.parametrize(
    "bug", [pytest.param(b, id=b.id, marks=[] if b.id in EVERY_TIME else [pytest.mark.slow]) for b in PLANTED]
)
def test_planted_bug_shows_by_its_steps(app: Program, bug: Any) -> None:
    WAYS[bug.id](app)
