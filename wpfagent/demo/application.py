"""The code-behind of Order Desk Demo: a small order desk with settings, customers, orders and a catalogue.

Written against `wpfagent.desktops.simulated.view` alone, so that WPF and the simulated desktop run the same file. It
has no texts of its own: what it says stands in collapsed TextBlocks named `Msg…`, in the language of the captions.

Some bugs are planted for hunters, listed with their shortest way in `planted.py`. None lies on the way of the two
scenarios:

* The customer card keeps the number of the selected row; a search that narrows the list afterwards leaves it stale.
* A product of the archive has no stock list, and the recount waits for one.
* A timeout that is no number is shown as an unhandled exception instead of being refused.
* The connection test enables its button again only where it succeeds.
* The proxy is shown and edited, and forgotten by Save.
* A search for a phrase in quotes looks for the closing quote, and there may be none.
* The supplier's details take the place of the order button, and nothing brings it back.
* From a hundred pieces on the total is written out, and counts a piece in a hundred too few.
"""

from __future__ import annotations

from typing import Any, NamedTuple

FREEZE_MS = 600_000
BULK = 100
TEST_MS = 400
SAVE_MS = 300
PAGE_ORDERS, PAGE_SETTINGS = 1, 3


FORMAT_EXCEPTION = """System.FormatException: The input string '{text}' was not in a correct format.
   at System.Number.ThrowFormatException[TChar](ReadOnlySpan`1 value)
   at System.Int32.Parse(String s)
   at OrderDesk.SettingsPage.ReadTimeout(TextBox box) in SettingsPage.xaml.cs:line 118
   at OrderDesk.SettingsPage.Save_Click(Object sender, RoutedEventArgs e) in SettingsPage.xaml.cs:line 74"""

CUSTOMERS = (
    ("Sakura Trading さくら商事", "Tokyo 東京", "Aiko Mori 森 愛子", ""),
    ("Naniwa Foods なにわ食品", "Osaka 大阪", "Ken Ota 太田 健", "Calls before noon"),
    ("Café Fernsehturm", "Berlin", "Lena Vogt", ""),
    ("Spreeblick Kantine", "Berlin", "Jonas Kühn", "Pays by invoice"),
    ("Miradouro", "Lisbon", "Inês Duarte", ""),
)

PRODUCTS = {"Espresso beans 1 kg": 18, "Filter coffee 500 g": 9, "Sencha 煎茶 100 g": 12, "Hojicha ほうじ茶 200 g": 14}
"""What can be ordered, and the price of one."""

STOCK = {"Espresso beans 1 kg": 80, "Filter coffee 500 g": 45, "Sencha 煎茶 100 g": 30, "Hojicha ほうじ茶 200 g": 65}

ARCHIVED = ("Cocoa 250 g",)


class Order(NamedTuple):
    """One order of a customer."""

    number: str
    customer: str
    product: str
    quantity: int
    due: str
    shipped: bool = False


ORDERS = (
    Order("SO-1001", "Miradouro", "Espresso beans 1 kg", 4, "12/1/2026", shipped=True),
    Order("SO-1002", "Naniwa Foods なにわ食品", "Sencha 煎茶 100 g", 20, "12/4/2026"),
    Order("SO-1003", "Café Fernsehturm", "Filter coffee 500 g", 12, "12/9/2026"),
)


class Settings(NamedTuple):
    """What the settings page stores."""

    server: str = "https://desk.example"
    user: str = "aiko"
    password: str = ""
    region: int = 0
    printer: str = "Front desk"
    fiscal_year: str = "4/1/2026"
    auto_save: bool | None = True
    notify: bool | None = True
    startup: bool | None = False
    compact: bool | None = False
    zoom: float = 100
    timeout: str = "30"
    proxy: str = ""
    diagnostics: bool | None = False
    signature: str = ""


class CodeBehind:
    """The handlers of all windows, and what the application knows."""

    def __init__(self, view: Any) -> None:
        self._main = view
        self._settings = Settings()
        self._orders = list(ORDERS)
        self._shown_orders = list(ORDERS)
        self._shown_customers = list(CUSTOMERS)
        self._activity: list[tuple[str, str]] = []
        self._customer = -1
        self._draft: Order | None = None

    # -- main window ----------------------------------------------------------------------------------------------

    def on_main_loaded(self, view: Any, sender: Any) -> None:
        """Fill the lists."""
        self._show_customers()
        self._show_orders()
        self._show_activity()
        self._show_settings()

    def on_page_changed(self, view: Any, sender: Any) -> None:
        """Show what is stored when the settings page is opened."""
        if sender.selected_index == PAGE_SETTINGS:
            self._show_settings()

    def on_open_settings(self, view: Any, sender: Any) -> None:
        """Go to the settings page."""
        view["Pages"].selected_index = PAGE_SETTINGS

    def on_toggle_status_bar(self, view: Any, sender: Any) -> None:
        """Show or hide the status bar."""
        view["MainStatusBar"].visible = bool(sender.checked)

    def on_about(self, view: Any, sender: Any) -> None:
        """Say what this is."""
        view.message(self._say("MsgAbout"), self._say("MsgAboutTitle"))

    def on_exit(self, view: Any, sender: Any) -> None:
        """End the application."""
        view.close()

    # -- customers ------------------------------------------------------------------------------------------------

    def on_search(self, view: Any, sender: Any) -> None:
        """Show the customers that contain the text, or the phrase in quotes."""
        wanted = sender.text.lower()
        if wanted.startswith('"'):
            wanted = wanted[1 : wanted.index('"', 1)]
        self._shown_customers = [row for row in CUSTOMERS if wanted in " ".join(row).lower()]
        self._show_customers()

    def on_customer_selected(self, view: Any, sender: Any) -> None:
        """Remember the row, for the card."""
        if sender.selected_index >= 0:
            self._customer = sender.selected_index
            view["CardButton"].enabled = True

    def on_open_card(self, view: Any, sender: Any) -> None:
        """Open the customer's card in a window of its own."""
        if self._customer < 0:
            return
        name, city, contact, _note = self._shown_customers[self._customer]
        card = view.window("CardWindow") or view.show("CardWindow")
        card["CardName"].text = name
        card["CardCity"].text = city
        card["CardContact"].text = contact
        card["CardOrders"].items = [f"{o.number}  {o.product}" for o in self._orders if o.customer == name]

    def on_close_card(self, view: Any, sender: Any) -> None:
        """Close the card."""
        view.close()

    # -- orders ---------------------------------------------------------------------------------------------------

    def on_filter_orders(self, view: Any, sender: Any) -> None:
        """Show all orders or only those that are open."""
        self._show_orders()

    def on_mark_shipped(self, view: Any, sender: Any) -> None:
        """Mark the selected order as shipped."""
        if order := self._selected_order():
            self._orders[self._orders.index(order)] = order._replace(shipped=True)
            self._note(order.number, "MsgMarked")

    def on_delete_order(self, view: Any, sender: Any) -> None:
        """Ask, then delete the selected order."""
        order = self._selected_order()
        if order is None:
            return
        chosen = order

        def answered(button: str) -> None:
            if button == "Yes" and chosen in self._orders:
                self._orders.remove(chosen)
                self._note(chosen.number, "MsgDeleted")

        view.message(
            f"{self._say('MsgAskDelete')}\n{order.number}", self._say("MsgDeleteTitle"), ("Yes", "No"), answered
        )

    def on_new_order(self, view: Any, sender: Any) -> None:
        """Open the order dialog; a created order appears on the orders page."""
        self._draft = None
        view.show_dialog("OrderWindow", self._order_closed)

    def _order_closed(self, result: bool) -> None:
        if result and self._draft is not None:
            self._orders.append(self._draft)
            self._main["Pages"].selected_index = PAGE_ORDERS
            self._note(self._draft.number, "MsgCreated")

    # -- the order dialog -----------------------------------------------------------------------------------------

    def on_order_loaded(self, view: Any, sender: Any) -> None:
        """Offer the customers and products; the product shown in the catalogue comes chosen."""
        view["CustomerBox"].items = [row[0] for row in CUSTOMERS]
        view["ProductList"].items = list(PRODUCTS)
        view["DuePicker"].text = "12/15/2026"
        if self._main["CatalogueTree"].selected_item in PRODUCTS:
            view["ProductList"].selected_item = self._main["CatalogueTree"].selected_item

    def on_order_changed(self, view: Any, sender: Any) -> None:
        """Show the total."""
        quantity = _quantity(view["QuantityBox"].text)
        price = PRODUCTS.get(view["ProductList"].selected_item, 0)
        total = f"{price * quantity} €"
        if quantity >= BULK:
            total = f"{quantity} × {price} € = {price * (quantity - quantity // BULK)} €"
        view["TotalText"].text = f"{self._say('MsgTotal')}: {total}" if price and quantity else ""

    def on_create_order(self, view: Any, sender: Any) -> None:
        """Check what was entered, ask, and close."""
        customer, product = view["CustomerBox"].selected_item, view["ProductList"].selected_item
        quantity = _quantity(view["QuantityBox"].text)
        if not (customer and product and quantity):
            view["ProblemText"].text = self._say("MsgIncomplete")
            return
        view["ProblemText"].text = ""
        number = f"SO-{max((int(o.number[3:]) for o in self._orders), default=1000) + 1}"
        draft = Order(number, customer, product, quantity, view["DuePicker"].text)

        def answered(button: str) -> None:
            if button == "OK":
                self._draft = draft
                view.close(True)

        text = f"{self._say('MsgConfirm')}\n{number}  {quantity} × {product}\n{customer}"
        view.message(text, self._say("MsgConfirmTitle"), ("OK", "Cancel"), answered)

    def on_cancel_order(self, view: Any, sender: Any) -> None:
        """Close without an order."""
        view.close()

    # -- catalogue ------------------------------------------------------------------------------------------------

    def on_product_selected(self, view: Any, sender: Any) -> None:
        """Show the product."""
        product = sender.selected_item
        known = product in PRODUCTS
        view["OrderProductButton"].enabled = known
        view["RecountButton"].enabled = known or product in ARCHIVED
        view["StockBar"].value = STOCK.get(product, 0)
        view["ProductText"].text = product if known or product in ARCHIVED else self._say("MsgNoProduct")

    def on_recount(self, view: Any, sender: Any) -> None:
        """Count the product again."""
        if view["CatalogueTree"].selected_item in ARCHIVED:
            view.block(FREEZE_MS)
        view["StatusText"].text = self._say("MsgRecounted")

    def on_supplier(self, view: Any, sender: Any) -> None:
        """Name the supplier."""
        view["OrderProductButton"].visible = False
        view["StatusText"].text = self._say("MsgSupplier")

    # -- the label, which is painted ------------------------------------------------------------------------------

    def on_print_label(self, view: Any, sender: Any) -> None:
        """Print it."""
        view["StatusText"].text = self._say("MsgLabelPrinted")

    def on_delete_label(self, view: Any, sender: Any) -> None:
        """Take it away."""
        view["PaintedLabel"].visible = False
        view["StatusText"].text = self._say("MsgLabelDeleted")

    # -- settings -------------------------------------------------------------------------------------------------

    def on_zoom_changed(self, view: Any, sender: Any) -> None:
        """Show the zoom as a number."""
        view["ZoomText"].text = f"{sender.value:.0f} %"

    def on_zoom_out(self, view: Any, sender: Any) -> None:
        """Ten percent less."""
        view["ZoomSlider"].value = max(50, view["ZoomSlider"].value - 10)

    def on_zoom_in(self, view: Any, sender: Any) -> None:
        """Ten percent more."""
        view["ZoomSlider"].value = min(200, view["ZoomSlider"].value + 10)

    def on_test_connection(self, view: Any, sender: Any) -> None:
        """Try the server; the answer comes a little later."""
        sender.enabled = False
        view["StatusText"].text = self._say("MsgTesting")

        def answered() -> None:
            if not view["ServerBox"].text.startswith("https://"):
                view["StatusText"].text = self._say("MsgInsecure")
                return
            view["StatusText"].text = self._say("MsgConnected")
            sender.enabled = True

        view.later(TEST_MS, answered)

    def on_save(self, view: Any, sender: Any) -> None:
        """Store what the settings page shows."""
        timeout = view["TimeoutBox"].text
        if not timeout.isdecimal():
            view.message(FORMAT_EXCEPTION.format(text=timeout), "Unhandled exception")
            return
        self._settings = Settings(
            server=view["ServerBox"].text,
            user=view["UserBox"].text,
            password=view["PasswordInput"].text,
            region=view["RegionBox"].selected_index,
            printer=view["PrinterBox"].text,
            fiscal_year=view["FiscalYearPicker"].text,
            auto_save=view["AutoSaveCheck"].checked,
            notify=view["NotifyCheck"].checked,
            startup=view["StartupCheck"].checked,
            compact=view["CompactRadio"].checked,
            zoom=view["ZoomSlider"].value,
            timeout=timeout,
            diagnostics=view["DiagnosticsToggle"].checked,
            signature=view["SignatureBox"].text,
        )
        region = view["RegionBox"].selected_item
        view["WorkProgress"].value = 60

        def finished() -> None:
            view["WorkProgress"].value = 0
            view["StatusText"].text = f"{self._say('MsgSaved')}: {self._settings.server}, {region}"

        view.later(SAVE_MS, finished)

    def _show_settings(self) -> None:
        view, stored = self._main, self._settings
        view["ServerBox"].text = stored.server
        view["UserBox"].text = stored.user
        view["PasswordInput"].text = stored.password
        view["RegionBox"].selected_index = stored.region
        view["PrinterBox"].text = stored.printer
        view["FiscalYearPicker"].text = stored.fiscal_year
        view["AutoSaveCheck"].checked = stored.auto_save
        view["NotifyCheck"].checked = stored.notify
        view["StartupCheck"].checked = stored.startup
        view["CompactRadio"].checked = stored.compact
        view["ComfortableRadio"].checked = not stored.compact
        view["ZoomSlider"].value = stored.zoom
        view["TimeoutBox"].text = stored.timeout
        view["ProxyBox"].text = stored.proxy
        view["DiagnosticsToggle"].checked = stored.diagnostics
        view["SignatureBox"].text = stored.signature

    # -- what the lists show --------------------------------------------------------------------------------------

    def _show_customers(self) -> None:
        self._main.rows("CustomersGrid", self._say("MsgCustomers").split(";"), self._shown_customers)

    def _show_orders(self) -> None:
        only_open = self._main["OnlyOpenToggle"].checked
        self._shown_orders = [order for order in self._orders if not (only_open and order.shipped)]
        states = {True: self._say("MsgShipped"), False: self._say("MsgOpen")}
        cells = [(*order[:5], states[order.shipped]) for order in self._shown_orders]
        self._main.rows("OrdersGrid", self._say("MsgOrders").split(";"), cells)
        self._main["CountText"].text = f"{len(self._orders)} {self._say('MsgCount')}"

    def _show_activity(self) -> None:
        self._main.rows("ActivityList", self._say("MsgActivity").split(";"), self._activity)

    def _selected_order(self) -> Order | None:
        index = self._main["OrdersGrid"].selected_index
        return self._shown_orders[index] if 0 <= index < len(self._shown_orders) else None

    def _note(self, number: str, what: str) -> None:
        self._activity.insert(0, (number, self._say(what)))
        self._show_orders()
        self._show_activity()
        self._main["StatusText"].text = f"{self._say(what)}: {number}"

    def _say(self, name: str) -> str:
        text: str = self._main[name].text
        return text


def _quantity(text: str) -> int:
    """Return a quantity from 1 to 999; 0 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and 1 <= int(text) <= 999 else 0
