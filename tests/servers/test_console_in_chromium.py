"""The console in a real browser: the acceptance scenarios as they stand in the document, keyboard alone, axe-core."""

from __future__ import annotations

import json
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.goal.model_server import Answer, Seen, serving
from tests.servers.conftest import SERVERS, approved, desk, odd, until
from wpfagent.core.errors import FileInvalid
from wpfagent.entries.cli import main
from wpfagent.entries.console.serving import console
from wpfagent.runs.servers.owner import Owner
from wpfagent.runs.servers.server import Server
from wpfagent.runs.servers.store import Store
from wpfagent.runs.servers.toolbox import allow

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
By = pytest.importorskip("selenium.webdriver.common.by").By
exceptions = pytest.importorskip("selenium.common.exceptions")
Select = pytest.importorskip("selenium.webdriver.support.select").Select
Keys = pytest.importorskip("selenium.webdriver.common.keys").Keys

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
CLIENTS = Path(os.environ.get("WPF_AGENT_CLIENTS", ""), "node_modules")
IMAGES = os.environ.get("WPF_AGENT_IMAGES")
"""Where pictures of the pages are written, when somebody renews those of the docs."""
WAIT_S = 40.0


class Page:
    """The page as a person sees and uses it."""

    def __init__(self, driver: Any, address: str, store: Store) -> None:
        self.driver = driver
        self.store = store
        driver.get("about:blank")
        driver.get(address)
        driver.execute_script(
            "localStorage.clear(); sessionStorage.setItem('token', arguments[0])", address.split("#")[1]
        )
        driver.get(address.split("#", maxsplit=1)[0])
        until(lambda: self.all("#add"), "the page", WAIT_S)

    def all(self, selector: str) -> list[Any]:
        return list(self.driver.find_elements(By.CSS_SELECTOR, selector))

    def one(self, selector: str) -> Any:
        found: list[Any] = []

        def is_there() -> bool:
            found[:] = self.all(selector)  # the page may draw itself anew between two looks
            return bool(found)

        until(is_there, selector, WAIT_S)
        return found[0]

    def click(self, selector: str) -> None:
        def is_clicked() -> bool:
            try:
                self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", self.one(selector))
                self.one(selector).click()
            except (exceptions.ElementClickInterceptedException, exceptions.StaleElementReferenceException):
                return False  # it moves, because something above it has just come
            return True

        until(is_clicked, f"a click on {selector}", WAIT_S)

    def click_until(self, selector: str, comes: str) -> None:
        """Click what is drawn anew by what the click does, until something comes."""

        def has_come() -> bool:
            for button in self.all(selector):
                try:
                    button.click()
                except (exceptions.ElementClickInterceptedException, exceptions.StaleElementReferenceException):
                    pass
            return bool(self.all(comes))

        until(has_come, f"{comes} after a click on {selector}", WAIT_S)

    def choose(self, selector: str, value: str) -> None:
        Select(self.one(selector)).select_by_value(value)

    def type(self, selector: str, text: str) -> None:
        box = self.one(selector)
        box.clear()
        box.send_keys(text)

    def text(self, selector: str) -> str:
        """The text of the first that fits; '' where none does, or it is being drawn."""
        return str(
            self.driver.execute_script("return document.querySelector(arguments[0])?.textContent ?? ''", selector)
        )

    def shows(self, selector: str, text: str) -> None:
        until(lambda: text in self.text(selector), f"{text!r} in {selector}: {self.text(selector)!r}", WAIT_S)

    def of(self, name: str) -> str:
        """The selector of a server's item."""
        until(lambda: any(s.name == name for s in self.store.servers().values()), name, WAIT_S)
        selector = f'[data-id="{self.store.find(name).id}"]'
        self.one(selector)
        return selector

    def status(self, name: str, status: str) -> None:
        self.shows(f"{self.of(name)} .badge", status)

    def toggle(self, name: str) -> None:
        self.click(f"{self.of(name)} [role=switch]")

    def is_on(self, name: str) -> bool:
        states: list[str | None] = []

        def is_read() -> bool:
            try:
                states.append(self.one(f"{self.of(name)} [role=switch]").get_attribute("aria-checked"))
            except exceptions.StaleElementReferenceException:  # drawn anew between the two looks
                return False
            return True

        until(is_read, f"the switch of {name}", WAIT_S)
        return states[-1] == "true"

    def fill(self, name: str, command: str, *args: str) -> None:
        self.type("#f-name", name)
        self.type("#f-command", command)
        self.type("#f-args", "\n".join(args))

    def save(self, command_line: str) -> None:
        """Wait until the whole command is shown, and save."""
        self.shows("#will-run", command_line)
        self.click("#save")
        until(lambda: not self.all("dialog[open]"), f"saved: {self.text('#problem')}", WAIT_S)

    def tools(self, name: str) -> list[str]:
        if self.one(f"{self.of(name)} [data-key=open]").get_attribute("aria-expanded") != "true":
            self.click(f"{self.of(name)} [data-key=open]")
        self.click(f"{self.of(name)} #tab-tools")
        if self.all("#show-tools"):
            self.click("#show-tools")
        self.one("[data-tool]")
        return [item.get_attribute("data-tool") for item in self.all("[data-tool]")]

    def picture(self, name: str) -> None:
        if IMAGES:
            self.driver.save_screenshot(str(Path(IMAGES) / f"{name}.png"))


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    program, driver = next(filter(None, map(shutil.which, BROWSERS)), None), shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip("no Chromium with its driver here: on Debian, apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--lang=en-US"):
        options.add_argument(argument)
    options.add_argument("--window-size=1280,900")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    made = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield made
    made.quit()


def no_client(_name: str) -> tuple[str, str]:
    raise FileInvalid("no such file")


@pytest.fixture
def page(chromium: Any, store: Store) -> Iterator[Page]:
    with console(store, no_client, start_s=30.0) as address:
        yield Page(chromium, address, store)
        faults = [
            e
            for e in chromium.get_log("browser")
            if "Content Security Policy" in e["message"] or "Uncaught" in e["message"]
        ]
        assert not faults
        chromium.get("about:blank")


FILES = ("-y", "@modelcontextprotocol/server-filesystem", "/tmp")


@pytest.fixture
def npx(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The command `npx`: the real one where the server is installed, else one that starts a server of ours."""
    installed = CLIENTS / "@modelcontextprotocol" / "server-filesystem" / "dist" / "index.js"
    start = (
        f'exec node "{installed}" /tmp' if installed.is_file() else f'exec "{sys.executable}" "{SERVERS / "desk.py"}"'
    )
    return _program("npx", start, tmp_path, monkeypatch)


@pytest.fixture
def uvx(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    """A server with a command as people have them, which is that of the desk."""
    start = f'exec "{sys.executable}" "{SERVERS / "desk.py"}"'
    command = _program("uvx", start, tmp_path, monkeypatch)
    return approved(Server("desk", command, ("orders-desk",), description="Orders and files of the front desk"))


def _program(name: str, start: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    script = folder / "bin" / name
    script.parent.mkdir(exist_ok=True)
    script.write_text(f"#!/bin/sh\n{start}\n")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{script.parent}{os.pathsep}{os.environ['PATH']}")
    return name


def test_scenario_1_a_server_is_added_and_starts(page: Page, npx: str):
    page.click("#add")
    page.fill("Filesystem Server", npx, *FILES)
    assert page.one("#f-enabled").is_selected()
    assert not page.one("#f-resources").is_selected()
    page.save("npx -y @modelcontextprotocol/server-filesystem /tmp")
    page.status("Filesystem Server", "Connected")
    assert {"read_file", "write_file"} <= set(page.tools("Filesystem Server"))
    assert page.store.find("Filesystem Server").args == FILES


def test_scenario_2_disabled_and_enabled_again(page: Page, npx: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    page.click("#add")
    page.fill("Filesystem Server", npx, *FILES)
    page.save("npx")
    page.status("Filesystem Server", "Connected")
    page.toggle("Filesystem Server")
    page.status("Filesystem Server", "Stopped")
    assert not page.is_on("Filesystem Server")
    page.toggle("Filesystem Server")
    page.status("Filesystem Server", "Connected")
    assert page.is_on("Filesystem Server")
    offered: list[list[str]] = []

    def brain(seen: Seen) -> Answer:
        offered.append(seen.tools)
        return "", [("stuck", {"why": "seen"})]

    pursue(brain, monkeypatch, tmp_path)
    assert "Filesystem_Server__read_file" in offered[0]


def pursue(brain: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with serving(brain) as model:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "key")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", model.address)
        words = ["run", "--goal", "x", "--desktop", "simulated", "--json", "--model", "m", "--profile", "demo"]
        main([*words, "--artifacts", str(tmp_path / "artifacts")])


def test_scenario_3_a_server_that_does_not_start_is_diagnosed_and_mended(page: Page, uvx: Server):
    page.click("#add")
    page.fill("Broken", "/no/such/program", "orders-desk")
    page.shows("#notes", "was not found")
    page.click("#f-enabled")
    page.click("#save")
    page.toggle("Broken")
    page.shows("#whole", "/no/such/program")
    page.click("#agree")
    page.status("Broken", "Error")
    until(lambda: not page.is_on("Broken"), "the toggle falls back", WAIT_S)
    page.click(f"{page.of('Broken')} details.why > summary")
    page.shows(f"{page.of('Broken')} .message", "was not found")
    page.shows(f"{page.of('Broken')} .steps", "Commandfailed")
    assert page.one(f"{page.of('Broken')} pre.stderr")
    page.driver.execute_script("scrollTo(0, 0)")
    page.picture("console-error")
    page.click(f"{page.of('Broken')} [data-key=edit]")
    page.type("#f-command", uvx.command)
    page.click("#f-enabled")
    page.save("uvx orders-desk")
    page.status("Broken", "Connected")


def test_the_stderr_of_a_server_that_dies_is_shown(page: Page):
    page.click("#add")
    page.fill("dies", sys.executable, str(SERVERS / "odd.py"), "dies")
    page.save("odd.py dies")
    page.status("dies", "Error")
    page.click(f"{page.of('dies')} details.why > summary")
    page.shows(f"{page.of('dies')} pre.stderr", "cannot open the database")
    page.shows(f"{page.of('dies')} dl.facts", "7")


def test_empty_fields_and_a_name_that_is_taken_are_said_and_nothing_is_saved(page: Page):
    page.store.add(replace(desk(), enabled=False))
    page.click("#add")
    page.click("#save")
    page.shows("#problem", "The name is missing")
    page.fill("DESK", sys.executable)
    page.click("#save")
    page.shows("#problem", "The arguments are missing")
    page.type("#f-args", "x")
    page.click("#save")
    page.shows("#problem", "There is a server 'DESK' already")
    assert list(page.store.servers()) == ["desk"]


def test_variables_are_a_table_with_a_warning_of_plain_text(page: Page):
    page.click("#add")
    page.fill("desk", sys.executable, str(SERVERS / "desk.py"))
    page.click("#add-row")
    page.driver.switch_to.active_element.send_keys("API_KEY", Keys.TAB, "sesame")
    page.click("#add-row")
    page.driver.switch_to.active_element.send_keys("MODE", Keys.TAB, "fast", Keys.TAB, Keys.ENTER)
    page.shows("#notes", "plain text")
    page.click("#f-resources")
    page.shows("#notes", "larger")
    page.save(sys.executable)
    page.status("desk", "Connected")
    assert dict(page.store.find("desk").env) == {"API_KEY": "sesame"}
    assert "sesame" not in page.driver.page_source


def test_tools_are_filtered_tried_and_long_results_shown_in_full(page: Page, uvx: Server):
    page.store.add(uvx)
    page.status("desk", "Connected")
    page.tools("desk")
    page.shows("#tally", "8 shown of 8")
    page.type("#search-tools", "FILE")
    page.shows("#tally", "2 shown of 8")
    page.type("#search-tools", "add two")
    page.shows("#tally", "1 shown of 8")
    add = "[data-tool=add]"
    page.click(f"{add} details:not(.try) > summary")
    page.shows(f"{add} details:not(.try) pre", '"properties"')
    page.click(f"{add} details:not(.try) > summary")
    page.click(f"{add} details.try > summary")
    for box, text in zip(page.all(f"{add} form input"), ("20", "22"), strict=True):
        box.send_keys(text)
    page.click(f"{add} button.main")
    page.shows(f"{add} form pre", "42")
    page.driver.execute_script("document.querySelector('.tabs').scrollIntoView()")
    page.picture("console-tools")
    page.type("#search-tools", "say much")
    page.click("[data-tool=long] details.try > summary")
    page.type("[data-tool=long] form input", "5000")
    page.click("[data-tool=long] button.main")
    until(lambda: len(page.text("[data-tool=long] form pre")) == 2000, "cut", WAIT_S)
    page.click("[data-tool=long] button.all")
    assert len(page.text("[data-tool=long] form pre")) == 5000
    page.click("[data-tool=long] input[type=checkbox]")
    until(lambda: "long" in page.store.find("desk").approved_tools, "allowed", WAIT_S)


def test_resources_are_filtered_by_text_and_kind_and_previewed(page: Page, uvx: Server):
    page.store.add(uvx)
    page.status("desk", "Connected")
    page.click(f"{page.of('desk')} [data-key=open]")
    page.click("#tab-resources")
    page.click("#show-resources")
    page.shows("#tally", "2 shown of 2")
    page.shows("[data-uri='desk://readme']", "text/markdown")
    page.choose("#kind", "image")
    page.shows("#tally", "1 shown of 2")
    page.choose("#kind", "")
    page.type("#search-resources", "readme")
    page.shows("#tally", "1 shown of 2")
    page.click("[data-uri='desk://readme'] button")
    page.shows("[data-uri='desk://readme'] pre", "# Desk")
    page.picture("console-resources")


def test_lists_of_a_stopped_server_say_enable_it_first_and_a_failed_one_can_be_retried(page: Page):
    page.store.add(replace(desk(), enabled=False))
    page.click(f"{page.of('desk')} [data-key=open]")
    for tab in ("tools", "resources"):
        page.click(f"#tab-{tab}")
        page.shows("#inside", "Enable this server first")
    page.toggle("desk")
    page.status("desk", "Connected")
    page.one("#show-resources")
    page.driver.execute_script(
        "window.real = window.fetch; window.fetch = (path, ...rest) => "
        "path.endsWith('/resources') ? Promise.reject(new Error('x')) : window.real(path, ...rest)"
    )
    page.click_until("#show-resources", "#inside button.retry")
    page.driver.execute_script("window.fetch = window.real")
    page.click("#inside button.retry")
    page.shows("#tally", "2 shown of 2")


def test_the_log_follows_and_is_searched_by_text_and_level(page: Page, uvx: Server):
    page.store.add(uvx)
    page.status("desk", "Connected")
    page.click(f"{page.of('desk')} [data-key=open]")
    page.click("#tab-log")
    page.shows("#log", "[START]")
    page.toggle("desk")
    page.status("desk", "Stopped")
    page.shows("#log", "stopped")
    page.type("#search-log", "connected")
    until(lambda: page.text("#log").count("\n") == 1, "one line", WAIT_S)
    page.type("#search-log", " ")
    page.choose("#level", "error")
    page.shows("#log", "No line fits")
    page.choose("#level", "")
    page.shows("#log", "[MCP]")
    page.picture("console-log")


def test_a_goals_calls_are_cards_that_come_live(page: Page, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    server = page.store.add(desk())
    with Owner(page.store, caller="cli") as owner:
        owner.start(server)
        for tool in owner.tools(server):
            allow(page.store, server, tool)
    page.click("#page-calls")
    page.shows("#cards", "No tool was called yet")

    def brain(seen: Seen) -> Answer:
        if seen.turn == 1:
            return "", [
                ("desk__wait", {"seconds": 3.0}),
                ("desk__fail", {"why": "no ink"}),
                ("desk__long", {"characters": 30_000}),
            ]
        if seen.turn <= 11:
            return "", [("desk__add", {"a": seen.turn, "b": 1})]
        return "", [("stuck", {"why": "x"})]

    running = threading.Thread(target=pursue, args=(brain, monkeypatch, tmp_path))
    running.start()
    page.shows("#cards .running .badge", "Running")
    assert page.one("#cards .running .spin")
    page.shows("#cards .failed .badge", "Failed")
    page.shows("#cards .refused .badge", "Not called")
    running.join()
    tools = [t.text for t in page.all("#cards h2")]
    assert tools[:3] == ["wait", "fail", "long"]
    assert tools[3:] == ["add"] * 10
    assert "10 calls of other programs' tools in a row" not in page.one("#cards .refused").text
    page.click("#expand")
    page.shows("#cards .refused", "10 calls of other programs' tools in a row are the most")
    page.shows("#cards .failed", "no ink")
    page.shows("#cards li:first-child", '"seconds": 3')
    page.shows("#cards li:nth-child(3)", "10000 characters were left out")
    page.picture("console-calls")
    page.click("#language")
    page.shows("#cards .refused .badge", "呼び出さず")
    page.picture("console-calls-ja")


def test_by_keyboard_alone_a_server_is_added_started_tried_and_removed(page: Page):
    def press(*keys: str) -> None:
        webdriver.ActionChains(page.driver).send_keys(*keys).perform()

    def until_focus(wanted: str) -> None:
        for _ in range(60):
            if page.driver.execute_script("return document.activeElement?.matches(arguments[0]) ?? false", wanted):
                return
            press(Keys.TAB)
        raise AssertionError(f"Tab does not lead to {wanted}")

    page.driver.execute_script("document.activeElement.blur()")
    until_focus("#add")
    press(Keys.ENTER)
    page.one("#f-name")
    press("desk", Keys.TAB, sys.executable, Keys.TAB, str(SERVERS / "desk.py"))
    page.shows("#will-run", "desk.py")
    until_focus("#save")
    press(Keys.ENTER)
    page.status("desk", "Connected")
    until_focus("[role=switch]")
    press(Keys.SPACE)
    page.status("desk", "Stopped")
    assert page.driver.execute_script("return document.activeElement.getAttribute('role')") == "switch"
    press(Keys.SPACE)
    page.status("desk", "Connected")
    until_focus("[data-key=open]")
    press(Keys.ENTER)
    until_focus("#tab-tools")
    press(Keys.ARROW_RIGHT)
    page.one("#show-resources")
    press(Keys.ARROW_LEFT)
    until_focus("#show-tools")
    press(Keys.ENTER)
    page.one("[data-tool=add]")
    until_focus("[data-tool=add] details.try > summary")
    press(Keys.ENTER, Keys.TAB, "1", Keys.TAB, "2", Keys.ENTER)
    page.shows("[data-tool=add] form pre", "3")
    page.driver.execute_script("document.getElementById('add').focus()")
    until_focus("[data-key=remove]")
    press(Keys.ENTER)
    page.one("#really")
    press(Keys.ESCAPE)
    until(lambda: not page.all("dialog[open]"), "Escape closes")
    until_focus("[data-key=remove]")
    press(Keys.ENTER)
    until_focus("#really")
    press(Keys.ENTER)
    until(lambda: not page.store.servers(), "removed", WAIT_S)


def test_thirty_servers_and_three_bad_ones_are_shown_and_used(page: Page):
    names = [page.store.add(desk(f"server {n:02}")).name for n in range(27)]
    for how in ("dies", "floods"):
        page.store.add(odd(how))
    page.store.add(
        replace(approved(Server("silent", sys.executable, (str(SERVERS / "odd.py"), "silent"))), enabled=True)
    )
    for name in names:
        until(lambda name=name: "Connected" in page.text(f"{page.of(name)} .badge"), name, 120.0)
    page.status("dies", "Error")
    page.status("floods", "Connected")
    assert page.text(f"{page.of('silent')} .badge") in ("Starting", "Error")
    assert "read_file" in page.tools("server 26")
    page.toggle("server 00")
    page.status("server 00", "Stopped")


def test_what_a_server_says_is_never_markup(page: Page):
    page.store.add(
        replace(desk(), name="<img src=x onerror=alert(1)>", description="<script>alert(1)</script>", enabled=False)
    )
    page.shows("#list h2", "<img src=x")
    assert not page.all("#list img")
    assert not page.all("#list script")


def test_another_clients_servers_are_pasted_and_come_in_disabled(page: Page):
    page.click("#import")
    page.driver.execute_script("document.getElementById('i-text').value = arguments[0]",
                               json.dumps({"mcpServers": {"pasted": {"command": "npx", "args": ["a"]}}}))  # fmt: skip
    page.click("#take-over")
    page.shows("dialog", "pasted")
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    page.status("pasted", "Stopped")
    assert not page.is_on("pasted")


def test_the_page_speaks_japanese(page: Page, uvx: Server):
    page.store.add(uvx)
    page.store.add(replace(uvx, name="reports", args=("reports-server", "--folder", "C:\\Reports"), enabled=False))
    page.status("desk", "Connected")
    page.picture("console-servers")
    page.click("#language")
    page.status("desk", "接続済み")
    page.shows("#add", "MCP サーバーを追加")
    page.click("#add")
    page.click("#save")
    page.shows("#problem", "名前がありません")
    page.picture("console-form-ja")
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    page.picture("console-servers-ja")
    page.click(f"{page.of('desk')} [data-key=open]")
    for tab in ("tools", "resources"):
        page.click(f"#tab-{tab}")
        page.click_until(f"#show-{tab}", "#tally")
        page.shows("#tally", "件")
        page.driver.execute_script("document.querySelector('.tabs').scrollIntoView()")
        page.picture(f"console-{tab}-ja")
    page.click("#tab-log")
    page.shows("#log", "[MCP]")
    page.picture("console-log-ja")


def test_axe_core_finds_nothing(page: Page):
    axe = CLIENTS / "axe-core" / "axe.min.js"
    if not axe.is_file():
        pytest.skip("axe-core is not installed: npm install --prefix DIR axe-core, and WPF_AGENT_CLIENTS=DIR")
    source = axe.read_text(encoding="utf-8")

    def check(where: str) -> None:
        page.driver.execute_script(source)
        found = page.driver.execute_async_script("axe.run().then((made) => arguments[0](made.violations))")
        assert [(v["id"], [n["html"][:200] for n in v["nodes"]]) for v in found] == [], where

    page.store.add(desk(description="for tests"))
    page.store.add(odd("dies"))
    page.status("desk", "Connected")
    page.status("dies", "Error")
    check("the list")
    page.tools("desk")
    for summary in page.all("[data-tool=add] summary"):
        summary.click()
    check("tools")
    for tab in ("resources", "log", "diagnosis", "settings"):
        page.click(f"#tab-{tab}")
        if tab == "resources":
            page.click("#show-resources")
            page.one("[data-uri]")
        check(tab)
    for selector in ("#add", "#import", f"{page.of('desk')} [data-key=remove]"):
        page.click(selector)
        check(selector)
        page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        until(lambda: not page.all("dialog[open]"), "closed")
    page.click("#page-calls")
    check("calls")
