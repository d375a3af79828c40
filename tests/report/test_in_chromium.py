"""The page in a real browser: headless Chromium opens it from disk and a reader uses it."""

from __future__ import annotations

import base64
import io
import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from report_records import action, check, element, with_pictures, write_session, write_steps, write_ticket, write_tree

from wpfagent.testing.report import session_report, ticket_report

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
waiting = pytest.importorskip("selenium.webdriver.support.wait")

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
WAIT_S = 5.0
SLOW_FRAME_MS = 50
LAID_OUT = """
return [...document.querySelectorAll('.card > details > .body > *:first-child')].filter(
    part => part.checkVisibility({contentVisibilityAuto: true})).length
"""
VISIBLE_CARDS = "return [...document.querySelectorAll('.card')].filter(c => c.offsetParent).map(c => c.id)"


def start(*, javascript: bool = True, language: str = "en-US") -> Any:
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip("no Chromium with its driver here: on Debian, apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        f"--lang={language}",
    ):
        options.add_argument(argument)
    options.add_argument("--window-size=1280,900")
    if not javascript:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    driver = start()
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of eight calls: five changed something, one read, one was refused, the last failed."""
    made = write_session(
        tmp_path_factory.mktemp("artifacts"), [], outcome="failed", reason="step 8: text 'Saved' expected"
    )
    same = element("SaveButton", (120, 916, 100, 26))
    status = element("StatusText", (700, 500, 90, 20), control_type="Text")
    tree = write_tree(made, "a", [same, status])
    steps = [action(n, uia={"before": tree, "after": tree}) for n in range(1, 6)]
    steps[1] |= {
        "action": "type_text",
        "args": {"text": "ＡＢＣ 至急 hidden-needle"},
        "subject": "type_text Edit 'Notes'",
    }
    steps += [
        action(6, "read_text", effect=None, text="Ready"),
        action(
            7, effect="refused", error={"code": "refused_destructive", "message": "Deletes data.", "hint": "Consent."}
        ),
        action(8, uia={"before": tree, "after": tree}),
    ]
    with_pictures(made, steps)
    lines = [*steps, check(9, False, step=8, phase="steps")]
    write_steps(made, *lines)
    session_report(made)
    return made


@pytest.fixture
def page(chromium: Any, folder: Path) -> Any:
    chromium.get((folder / "report.html").as_uri())
    chromium.execute_script("localStorage.clear()")
    chromium.get_log("browser")
    chromium.get((folder / "report.html").as_uri())
    return chromium


def press(page: Any, keys: str) -> None:
    webdriver.ActionChains(page).send_keys(keys).perform()


def cards(page: Any) -> list[str]:
    return list(page.execute_script(VISIBLE_CARDS))


def is_open(page: Any, card: str) -> bool:
    return bool(page.execute_script(f"return document.querySelector('#{card} > details').open"))


def focused(page: Any) -> str:
    return str(page.execute_script("return document.activeElement.closest('.card')?.id ?? ''"))


def until_cards(page: Any, wanted: list[str]) -> None:
    end = time.monotonic() + WAIT_S
    while cards(page) != wanted and time.monotonic() < end:
        time.sleep(0.05)
    assert cards(page) == wanted


def shot(page: Any, selector: str) -> Image.Image:
    png = page.find_element("css selector", selector).screenshot_as_png
    return Image.open(io.BytesIO(png)).convert("RGB")


def test_it_opens_from_disk_without_console_errors_and_asks_the_network_nothing(page):
    assert [entry for entry in page.get_log("browser") if entry["level"] != "DEBUG"] == []
    asked = [json.loads(e["message"])["message"] for e in page.get_log("performance")]
    urls = [m["params"]["request"]["url"] for m in asked if m["method"] == "Network.requestWillBeSent"]
    assert [u for u in urls if not u.startswith(("file:", "data:"))] == []
    assert [u for u in urls if u.startswith("file:") and not u.endswith("report.html")] == []


def test_only_the_failed_card_is_open_at_first_and_it_cannot_be_missed(page):
    assert [c for c in cards(page) if is_open(page, c)] == ["s8"]
    page.find_element("css selector", "header .goto a").click()
    end = time.monotonic() + WAIT_S
    while focused(page) != "s8" and time.monotonic() < end:  # the page hears of the new fragment a moment later
        time.sleep(0.05)
    assert focused(page) == "s8"
    assert shot(page, "#s8 > details > summary").getpixel((400, 3))[0] > 230


def test_a_card_opens_and_closes_by_click_and_by_enter(page):
    summary = page.find_element("css selector", "#s1 > details > summary")
    summary.click()
    assert is_open(page, "s1")
    assert page.find_element("css selector", "#s1 .body").is_displayed()
    press(page, "\ue007")
    assert not is_open(page, "s1")


@pytest.mark.parametrize(
    ("chip", "left"),
    [
        ("failed", ["s8"]),
        ("refused", ["s7"]),
        ("read", ["s6"]),
        ("changed", ["s1", "s2", "s3", "s4", "s5"]),
    ],
)
def test_a_chip_leaves_the_cards_of_its_status_and_says_how_many(page, chip, left):
    page.find_element("css selector", f"[data-filter={chip}]").click()
    assert cards(page) == left
    tally = page.find_element("css selector", ".tally")
    assert tally.get_attribute("aria-live") == "polite"
    assert tally.text == f"{len(left)} of 8 shown"
    page.find_element("css selector", "[data-filter='']").click()
    assert len(cards(page)) == 8


def test_the_list_of_actions_filters(page):
    page.execute_script(
        "a = document.getElementById('action'); a.value = 'type_text'; a.dispatchEvent(new Event('change'))"
    )
    assert cards(page) == ["s2"]


def test_search_finds_what_closed_cards_hold_in_any_width_and_case_and_escape_clears_it(page):
    press(page, "/")
    assert page.execute_script("return document.activeElement.id") == "search"
    press(page, "abc 至急 HIDDEN")
    until_cards(page, ["s2"])
    press(page, "\ue00c")
    until_cards(page, [f"s{n}" for n in range(1, 9)])


def test_search_does_not_find_the_pages_own_words(page):
    press(page, "/")
    press(page, "Selector")
    until_cards(page, [])
    assert page.find_element("id", "none").is_displayed()


def test_keys_move_between_cards_and_to_the_failure(page):
    press(page, "jjk")
    assert focused(page) == "s1"
    press(page, "f")
    assert focused(page) == "s8"
    press(page, "k")
    assert focused(page) == "s7"
    assert page.execute_script("return getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_question_mark_shows_the_keys_and_escape_closes_them(page):
    press(page, "?")
    assert page.find_element("id", "keys").is_displayed()
    press(page, "\ue00c")
    assert not page.find_element("id", "keys").is_displayed()


def test_all_cards_open_and_close_together(page):
    press(page, "a")
    assert all(is_open(page, c) for c in cards(page))
    press(page, "a")
    assert not any(is_open(page, c) for c in cards(page))


def test_the_language_is_switched_and_remembered(page):
    heading = page.find_element("id", "line-title")
    assert heading.text == "Time line"
    page.find_element("id", "language").click()
    assert heading.text == "タイムライン"
    assert page.find_element("id", "search").get_attribute("placeholder") == "検索"
    page.refresh()
    assert page.find_element("id", "line-title").text == "タイムライン"


def test_the_theme_is_switched_and_remembered(page):
    ground = "return getComputedStyle(document.body).backgroundColor"
    light = page.execute_script(ground)
    page.find_element("id", "theme").click()
    dark = page.execute_script(ground)
    assert light != dark
    page.refresh()
    assert page.execute_script(ground) == dark


def test_the_outline_lies_over_the_element(page):
    press(page, "f")
    place = page.execute_script(
        "const s = document.querySelector('#s8 .before svg').getBoundingClientRect(),"
        " r = document.querySelector('#s8 .before .o-target').getBoundingClientRect();"
        "return [(r.x - s.x) / s.width * 1280, (r.y - s.y) / s.height * 900, r.width / s.width * 1280]"
    )
    assert place == pytest.approx([18, 864, 104], abs=4)
    assert page.execute_script("return document.querySelectorAll('#s8 .after .o-check').length") == 1


def test_a_picture_that_two_cards_share_is_drawn_on_both(page):
    press(page, "a")
    for place in ("#s1 .after .frame", "#s2 .before .frame"):
        page.execute_script(f"document.querySelector('{place}').scrollIntoView({{block: 'center'}})")
        assert len(set(shot(page, place).resize((80, 60)).get_flattened_data())) > 100


def test_a_picture_is_enlarged_and_flips_between_before_and_after(page):
    press(page, "f")
    page.find_element("css selector", "#s8 .before .frame").click()
    viewer = page.find_element("id", "viewer")
    assert viewer.find_element("css selector", "svg").size["width"] > 1_000
    assert viewer.find_element("css selector", ".caption").text.startswith("Before")
    press(page, "\ue014")
    assert viewer.find_element("css selector", ".caption").text.startswith("After")
    press(page, "\ue00c")
    assert not viewer.is_displayed()


def test_on_paper_every_card_is_open_and_nothing_can_be_pressed(page):
    pdf = page.execute_cdp_cmd("Page.printToPDF", {})
    assert base64.b64decode(pdf["data"]).startswith(b"%PDF")
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        shown = "return [...document.querySelectorAll(arguments[0])].map(e => e.getBoundingClientRect().height > 0)"
        assert all(page.execute_script(shown, ".card .body"))
        assert not any(page.execute_script(shown, ".toolbar, .switches"))
    finally:
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert [c for c in cards(page) if is_open(page, c)] == ["s8"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", ["session", "ticket"])
def test_every_text_has_enough_contrast(page, folder, scheme, kind, tmp_path):
    page.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
    if kind == "ticket":
        page.get(ticket_report(write_ticket(tmp_path)).as_uri())
    found = page.execute_script("""
        for (const d of document.querySelectorAll('details')) d.open = true;
        for (const c of document.querySelectorAll('.body')) c.style.contentVisibility = 'visible';
        const canvas = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
        const rgba = (color, under) => {
            canvas.fillStyle = under || '#fff'; canvas.fillRect(0, 0, 1, 1);
            canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
            return canvas.getImageData(0, 0, 1, 1).data;
        };
        const linear = (c) => c <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4;
        const light = (p) => [0, 1, 2].map(i => linear(p[i] / 255))
            .reduce((sum, c, i) => sum + c * [.2126, .7152, .0722][i], 0);
        const bad = [];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const parent = walker.currentNode.parentElement;
            if (!walker.currentNode.data.trim() || !parent.offsetParent) continue;
            let ground = parent;
            while (ground.parentElement && getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)')
                ground = ground.parentElement;
            const under = getComputedStyle(ground).backgroundColor;
            const pair = [light(rgba(getComputedStyle(parent).color, under)), light(rgba(under))];
            const ratio = (Math.max(...pair) + .05) / (Math.min(...pair) + .05);
            if (ratio < 4.5) bad.push([walker.currentNode.data.slice(0, 40), parent.className, ratio]);
        }
        return bad;
    """)
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert found == []


@pytest.mark.parametrize("width", [1280, 800, 420])
def test_nothing_is_wider_than_the_window(page, folder, width, tmp_path):
    page.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    )
    try:
        for made in (folder / "report.html", ticket_report(write_ticket(tmp_path))):
            page.get(made.as_uri())
            page.execute_script("for (const d of document.querySelectorAll('details')) d.open = true")
            assert page.execute_script("return document.documentElement.scrollWidth") <= width
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_data_never_runs_and_never_becomes_markup(page, tmp_path):
    nasty = (
        "</script><script>document.title = 'taken'</script><img src=x onerror=\"document.title='taken'\"><b id=x-evil>"
    )
    line = action(1, "click", subject=f"click {nasty}", args={nasty: nasty}, note=nasty, result=nasty)
    made = session_report(write_session(tmp_path, [line], reason=nasty, scenario={"title": nasty}))
    page.get_log("browser")
    page.get(made.as_uri())
    assert page.execute_script("return window.taken") is None
    assert page.execute_script("return document.querySelectorAll('#x-evil, img').length") == 0
    assert nasty in page.find_element("tag name", "h1").text
    assert [entry for entry in page.get_log("browser") if entry["level"] == "SEVERE"] == []


def test_without_javascript_everything_can_be_read(folder):
    driver = start(javascript=False)
    try:
        driver.get((folder / "report.html").as_uri())
        assert not driver.find_element("css selector", ".toolbar").is_displayed()
        assert not driver.find_element("id", "theme").is_displayed()
        driver.find_element("css selector", "#s2 > details > summary").click()
        assert "hidden-needle" in driver.find_element("css selector", "#s2 .body").text
        assert driver.find_element("css selector", "#s2 .frame svg").size["height"] > 200
    finally:
        driver.quit()


def test_a_japanese_reader_gets_japanese_labels(folder):
    driver = start(language="ja")
    try:
        driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": "x", "acceptLanguage": "ja-JP"})
        driver.get((folder / "report.html").as_uri())
        assert driver.find_element("id", "line-title").text == "タイムライン"
    finally:
        driver.quit()


@pytest.fixture(scope="module")
def thousand(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a run of a thousand steps."""
    made = write_session(tmp_path_factory.mktemp("thousand"), [])
    steps = [action(n) for n in range(1, 1_001)]
    with_pictures(made, steps[:10])
    for n, step in enumerate(steps):
        step |= {k: steps[n % 10][k] for k in ("screen", "screen_rects", "element")}
    write_steps(made, *steps)
    return session_report(made)


def test_of_a_thousand_open_steps_only_those_near_the_view_are_laid_out(page, thousand):
    page.get(thousand.as_uri())
    page.execute_script("for (const card of document.querySelectorAll('.card > details')) card.open = true")
    for top in (0, 100_000):
        page.execute_script("scrollTo(0, arguments[0])", top)
        waiting.WebDriverWait(page, WAIT_S).until(lambda p: 0 < p.execute_script(LAID_OUT) <= 20)
    assert page.execute_script("return scrollY") > 50_000


@pytest.mark.slow  # it tells a time: on a busy machine it may say nothing of the page
def test_a_thousand_steps_scroll_smoothly(page, thousand):
    page.get(thousand.as_uri())
    tries = [scroll_frames(page, 10_000 * n) for n in range(3)]
    slow = [sum(ms > SLOW_FRAME_MS for ms in frames) / len(frames) for frames in tries]
    assert page.execute_script("return scrollY") > 20_000
    assert min(slow) <= 0.05, f"share of frames over {SLOW_FRAME_MS} ms: {slow}"


def scroll_frames(page: Any, start: int) -> list[float]:
    """Scroll 10 000 pixels down from a place and return how long each frame took; other programs want the CPU too."""
    page.execute_script(
        """
        scrollTo(0, arguments[0]);
        window.frames_ms = [];
        let last = performance.now();
        const count = (now) => { frames_ms.push(now - last); last = now; requestAnimationFrame(count); };
        requestAnimationFrame(count);
        """,
        start,
    )
    scroll = {"x": 600, "y": 500, "yDistance": -10_000, "speed": 4_000}
    page.execute_cdp_cmd("Input.synthesizeScrollGesture", scroll)
    return list(page.execute_script("return frames_ms"))
