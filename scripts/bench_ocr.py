"""Measure reading by eye on real programs: how many texts are found, how near their places are, how long it takes.

Usage: bench_ocr.py [--only NAME] [--misses] [--json]

Windows only. The truth is what UI Automation says of texts whose element hugs what is drawn: the ink reaches within
four pixels of both of its sides. The others are left out and counted. The programs are the demo and those that
WPF_AGENT_BENCH_STRANGERS holds (NAME/bin/NAME.exe; without it the folder `apps` below WINLAB), in several themes and
sizes, all their tabs or pages. A text is found where it is read inside its element; its place is right when the centre
is at most three pixels off. Times are by the clock and, as other programs may share the processors, by what this
process used of them. Exit code 1 where an aim is not met.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import wpfagent
from wpfagent import App
from wpfagent.core.model import Control, Picture, Rect, Snapshot, WindowInfo
from wpfagent.core.pixels import pixels_of
from wpfagent.demo import TITLE_RE
from wpfagent.desktops.base import Budget
from wpfagent.desktops.eyes import engines
from wpfagent.desktops.eyes.matching import find
from wpfagent.desktops.eyes.reading import Reading

HUGS_PX, CENTRE_PX, BESIDE_PX = 4, 3, 4
AIMS = {"en": 0.95, "ja": 0.90}
AIM_S, FULL = 2.0, (1280, 1024)
CONTRAST = 40
LINE = 0.9
"""A row of pixels of which so many differ from the ground is a line across, not part of a text."""
PAGES = ("Choices", "Items", "Tables", "Text", "Overlays", "Motion", "Windows", "Feed")
START_S = 90
TRIES = 5
CUTTING = frozenset({"DataGrid", "DataItem", "Document", "Edit", "List", "Pane", "Tab", "Table", "Tree", "Window"})
"""What cuts off what reaches beyond it."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A program in one theme and size; `tabs` whether its tabs are gone through, `is_default` whether its size is."""

    name: str
    command: tuple[str, ...]
    title_re: str | None = None
    tabs: bool = True
    maximized: bool = False
    is_default: bool = True


@dataclass(slots=True)
class Tally:
    """What was found of the texts of one language in one program."""

    texts: int = 0
    words: int = 0
    left_out: int = 0
    found_words: int = 0
    near_words: int = 0
    off: list[int] = field(default_factory=list)
    misses: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add another one."""
        self.texts, self.words, self.left_out = (
            self.texts + other.texts, self.words + other.words, self.left_out + other.left_out,
        )  # fmt: skip
        self.found_words, self.near_words = self.found_words + other.found_words, self.near_words + other.near_words
        self.off += other.off
        self.misses += other.misses


@dataclass(frozen=True, slots=True)
class Took:
    """How long reading one picture took."""

    size: tuple[int, int]
    wall_s: float
    processor_s: float


def programs() -> Iterator[Shown]:
    """Yield what is looked at."""
    for lang in ("en", "ja"):
        yield Shown(f"demo {lang}", (sys.executable, "-m", "wpfagent.demo", "--lang", lang), TITLE_RE)
    folder = os.environ.get("WPF_AGENT_BENCH_STRANGERS") or str(Path(os.environ.get("WINLAB", ".")) / "apps")
    desk, fair = (str(Path(folder) / name / "bin" / f"{name}.exe") for name in ("orderdesk", "bazaar"))
    for culture in ("en-US", "ja-JP"):
        for theme, size in (("Light", 13), ("Dark", 13), ("Light", 17)):
            data = tempfile.mkdtemp(prefix="desk-")
            Path(data, "settings.json").write_text(json.dumps({"Theme": theme, "FontSize": size}), "utf-8")
            command = (desk, "--culture", culture, "--data", data, "--rows", "60")
            yield Shown(f"orderdesk {culture} {theme} {size}", command, maximized=size == 13, is_default=size == 13)
    for page in PAGES:
        yield Shown(f"bazaar {page}", (fair, "--page", page), tabs=False)


def texts_of(controls: Sequence[Control], picture: Picture) -> tuple[list[tuple[str, Rect]], list[str]]:
    """Return the texts whose elements hug what is drawn, with their places; and those that are left out."""
    import numpy

    image = numpy.asarray(pixels_of(picture).image()).astype(numpy.int16)
    truths: list[tuple[str, Rect]] = []
    left_out: list[str] = []
    for control in controls:
        rect, text = control.bounding_rect, control.name.strip()
        says = (
            text
            and "\n" not in text
            and any(c.isalnum() for c in text)
            and not any("\ue000" <= c <= "\uf8ff" for c in text)
        )
        if control.control_type != "Text" or not control.visible or rect is None or not says:
            continue
        if rect.intersection(picture.rect) != rect or rect.is_empty:
            continue
        x, y = rect.x - picture.rect.x, rect.y - picture.rect.y
        part = image[y : y + rect.height, x : x + rect.width]
        differs = numpy.abs(part - numpy.median(part.reshape(-1, 3), axis=0)).max(axis=2) > CONTRAST
        written = differs[differs.mean(axis=1) < LINE]  # the edge of a selected row is no ink of a text
        columns = written.any(axis=0).nonzero()[0]
        hugs = len(columns) and columns[0] <= HUGS_PX and rect.width - 1 - columns[-1] <= HUGS_PX
        if hugs:
            truths.append((text, rect))
        else:
            left_out.append(text)
    return truths, left_out


def _is_whole(tree: Snapshot, index: int) -> bool:
    """Whether what is around an element shows all of it: rows that are scrolled away have a place, too."""
    rect = tree.controls[index].bounding_rect
    around = (a.bounding_rect for a in tree.ancestors(index) if a.control_type in CUTTING)
    return rect is not None and all(a is None or rect.intersection(a) == rect for a in around)


def judge(truths: Sequence[tuple[str, Rect]], left_out: Sequence[str], reading: Reading) -> dict[str, Tally]:
    """Return what was found of these texts, by their language."""
    tallies = {language: Tally() for language in AIMS}
    for text in left_out:
        tallies[engines.language_of(text)].left_out += 1
    for text, rect in truths:
        tally = tallies[engines.language_of(text)]
        words = len(text.split())
        tally.texts, tally.words = tally.texts + 1, tally.words + words
        wide = Rect(rect.x - BESIDE_PX, rect.y - BESIDE_PX, rect.width + 2 * BESIDE_PX, rect.height + 2 * BESIDE_PX)
        centres = [h.rect.center for h in find(reading, text) if wide.contains(*h.rect.center)]
        if not centres:
            read = [line.text for line in reading.lines if not line.rect.intersection(rect).is_empty]
            tally.misses.append(f"{text!r} read as {read}")
            continue
        off = min(max(abs(x - rect.center[0]), abs(y - rect.center[1])) for x, y in centres)
        if off > CENTRE_PX:
            tally.misses.append(f"{text!r} is {list(rect)}, its centre is read at {centres}")
        tally.found_words += words
        tally.near_words += words * (off <= CENTRE_PX)
        tally.off.append(off)
    return tallies


def look(app: App) -> tuple[dict[str, Tally], Took]:
    """Read the window as it is now, and judge what was read."""
    desktop = app.gate.desktop
    windows = app.windows()
    for _ in range(TRIES):  # what moves while it is taken has a place in the tree and another one in the picture
        desktop.wait_idle(app.pid, 5.0)
        tree, picture, after = _tree(app, windows), desktop.capture(hwnd=windows[0].hwnd), _tree(app, windows)
        if [c.bounding_rect for c in tree] == [c.bounding_rect for c in after]:
            break
    controls = [control for index, control in enumerate(tree.controls) if _is_whole(tree, index)]
    truths, left_out = texts_of(controls, picture)
    begun = time.perf_counter(), time.process_time()
    reading = engines.read(pixels_of(picture)).moved(picture.rect.x, picture.rect.y)
    took = Took((picture.width, picture.height), time.perf_counter() - begun[0], time.process_time() - begun[1])
    return judge(truths, left_out, reading), took


def _tree(app: App, windows: Sequence[WindowInfo]) -> Snapshot:
    return app.gate.desktop.snapshot(windows[:1], budget=Budget(elements=5_000, time_s=20.0), timeout_s=30.0)


def measure(shown: Shown) -> tuple[dict[str, Tally], list[Took]]:
    """Go through a program's tabs and read each."""
    tallies = {language: Tally() for language in AIMS}
    times: list[Took] = []
    exe, *arguments = shown.command
    with wpfagent.launch(exe, *arguments, title_re=shown.title_re, startup_ms=START_S * 1000) as app:
        if shown.maximized:
            app.window_state(state="maximized", timeout_ms=60_000)
        tabs: list[Control | None] = [
            c for c in _tree(app, app.windows()) if c.control_type == "TabItem" and shown.tabs
        ]
        for tab in tabs or [None]:
            if tab is not None:
                with contextlib.suppress(wpfagent.WpfAgentError):  # a tab within a tab that is not shown
                    app.click(automation_id=tab.automation_id, timeout_ms=30_000)
            judged, took = look(app)
            times.append(took)
            for language, tally in judged.items():
                tallies[language].add(tally)
    return tallies, times


def main(argv: list[str]) -> int:
    """Measure and print; 1 where an aim is not met."""
    parser = argparse.ArgumentParser(prog="bench.py ocr", description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--only", default="", help="programs whose name contains this")
    parser.add_argument("--misses", action="store_true", help="list what was not found")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(argv)
    print(f"engine: {engines.open_engine('en').name}", file=sys.stderr)
    rows: list[tuple[Shown, dict[str, Tally]]] = []
    times: list[Took] = []
    for shown in programs():
        if options.only in shown.name:
            tallies, took = measure(shown)
            rows.append((shown, tallies))
            times += took
            _say(shown.name, tallies, options)
    sums = {language: Tally() for language in AIMS}
    default = {language: Tally() for language in AIMS}
    for shown, tallies in rows:
        for language, tally in tallies.items():
            sums[language].add(tally)
            if shown.is_default:
                default[language].add(tally)
    _say("all", sums, options)
    _say("default size", default, options)
    full = [t for t in times if t.size[0] * t.size[1] >= 0.9 * FULL[0] * FULL[1]]
    if full:
        walls, used = [t.wall_s for t in full], [t.processor_s / 2 for t in full]
        by_clock = f"{statistics.median(walls):.2f} s by the clock (worst {max(walls):.2f})"
        alone = f"{statistics.median(used):.2f} s of two processors (worst {max(used):.2f})"
        print(f"{len(full)} pictures of {full[0].size[0]} x {full[0].size[1]}: {by_clock}, {alone}   (aim {AIM_S:g} s)")
    if options.json:
        print(json.dumps({"times": [asdict(t) for t in times], "all": {k: asdict(t) for k, t in sums.items()}}))
    missed = [k for k, aim in AIMS.items() if default[k].words and default[k].found_words < aim * default[k].words]
    slow = full and statistics.median(t.processor_s for t in full) / 2 > AIM_S
    return 1 if missed or slow else 0


def _say(name: str, tallies: dict[str, Tally], options: Any) -> None:
    for language, tally in tallies.items():
        if not tally.words:
            continue
        off = f"median {statistics.median(tally.off):.0f} px, worst {max(tally.off)}" if tally.off else ""
        print(f"{name:28} {language}  {tally.words:5} words in {tally.texts:4} texts ({tally.left_out} left out)  "
              f"found {tally.found_words / tally.words:6.1%}  centre within {CENTRE_PX} px "
              f"{tally.near_words / max(1, tally.found_words):6.1%} {off}", flush=True)  # fmt: skip
        if options.misses and name not in ("all", "default size"):
            print("\n".join(f"    {miss}" for miss in tally.misses), flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
