"""The bugs that are planted in the demo application, each with its shortest way and what a good hunter says of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Planted(NamedTuple):
    """A bug that is there on purpose: what kind, the shortest way to it, and what can be seen.

    `oracle` is the oracle that should find it, `hypothesis` words of the cause that its ticket should name, and
    `invariant` what must be promised where no oracle can know by itself.
    """

    id: str
    kind: str
    steps: tuple[str, ...]
    seen: str
    oracle: str
    hypothesis: str
    invariant: Mapping[str, Any] = {}


PLANTED = (
    Planted(
        "stale-customer",
        "crash",
        ("select the last row of CustomersGrid", "type 'Berlin' into SearchBox", "click CardButton"),
        "the process ends with 0xE0434352: IndexError in on_open_card",
        "unhandled_exception",
        "on_open_card may let a",
    ),
    Planted(
        "archive-recount",
        "freeze",
        ("open CatalogueTab", "expand ArchiveNode", "select CocoaNode", "click RecountButton"),
        "the window does not answer for ten minutes",
        "not_responding",
        "RecountButton) may block the UI thread",
    ),
    Planted(
        "timeout-format",
        "error_dialog",
        ("open SettingsTab", "expand AdvancedExpander", "type 'soon' into TimeoutBox", "click SaveButton"),
        "a message box 'Unhandled exception' with type and stack",
        "error_dialog",
        "SettingsPage.ReadTimeout may let a System.FormatException escape",
    ),
    Planted(
        "test-stays-disabled",
        "stuck_disabled",
        ("open SettingsTab", "type 'http://desk.example' into ServerBox", "click TestButton"),
        "TestButton stays disabled",
        "stuck_disabled",
        "TestButton) may disable",
    ),
    Planted(
        "proxy-lost",
        "value_not_saved",
        (
            "open SettingsTab",
            "expand AdvancedExpander",
            "type 'proxy.example:8080' into ProxyBox",
            "click SaveButton",
            "open CustomersTab",
            "open SettingsTab",
        ),
        "ProxyBox is empty again",
        "entry_lost",
        "may not have been taken over from",
    ),
    Planted(
        "open-quote",
        "crash_on_input",
        ("type '\"Berlin' into SearchBox",),
        "the process ends with 0xE0434352: ValueError in on_search",
        "unhandled_exception",
        "on_search may let a",
    ),
    Planted(
        "order-button-gone",
        "element_vanishes",
        ("open CatalogueTab", "click SupplierLink"),
        "OrderProductButton is nowhere any more",
        "invariant_violated",
        "SupplierLink) may remove or hide the element OrderProductButton",
        {
            "when": {"selector": {"automation_id": "RecountButton"}, "exists": True},
            "then": [{"selector": {"automation_id": "OrderProductButton"}, "exists": True}],
        },
    ),
    Planted(
        "bulk-total",
        "wrong_total",
        ("click NewOrderButton", "select the first item of ProductList", "type '100' into QuantityBox"),
        "TotalText says 100 × 18 € = 1782 €",
        "invariant_violated",
        "may be calculated wrongly",
        {
            "when": {"selector": {"automation_id": "QuantityBox"}, "value_equals": "100"},
            "then": [{"selector": {"automation_id": "TotalText"}, "regex": "^$|00 €$"}],
        },
    ),
)
