"""Records to make pages from: folders written as a session writer and a ticket writer leave them."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

SESSION = "20261121-093005-1f3a"
TICKET = "TICKET-20261121-093012-7c1e"
WINDOW = (100, 50, 1280, 900)
NAMES = ("Sakura Trading", "Naniwa Foods", "Café Fernsehturm", "Spreeblick Kantine", "Miradouro", "Kyoto Tea House")


def element(name: str, rect: tuple[int, int, int, int], **more: Any) -> dict[str, Any]:
    return {
        "automation_id": name,
        "name": name,
        "control_type": "Button",
        "class_name": "Button",
        "enabled": True,
        "visible": True,
        "bounding_rect": list(rect),
        **more,
    }


def action(n: int, name: str = "click", **more: Any) -> dict[str, Any]:
    at = 5_000 + n * 400
    return {
        "n": n,
        "time": f"2026-11-21T09:{30 + at // 60_000:02}:{at // 1000 % 60:02}.{at % 1000:03}+00:00",
        "subject": f"{name} Button 'Save' (automation_id SaveButton)",
        "action": name,
        "args": {},
        "selector": {"automation_id": "SaveButton", "control_type": "Button"},
        "matched_by": "automation_id",
        "method": "InvokePattern",
        "effect": "confirmed",
        "evidence": {"changed": [{"element": "Text 'Status' (automation_id StatusText)", "name": ["Ready", "Saved"]}]},
        "elapsed_ms": 120 + n,
        "target": {"process": "OrderDesk.exe", "title": "Order Desk"},
        "phase": "steps",
        "step": n,
        **more,
    }


def check(n: int, ok: bool = True, **more: Any) -> dict[str, Any]:
    return {
        "n": n,
        "time": f"2026-11-21T09:{30 + n // 60:02}:{n % 60:02}.000+00:00",
        "subject": "check (expected) Text 'Status' (automation_id StatusText)",
        "check": "expected",
        "text_equals": "Saved",
        "selector": {"automation_id": "StatusText"},
        "verdict": {
            "ok": ok,
            "expected": "text 'Saved'",
            "actual": "text 'Saved'" if ok else "text ''",
            "elapsed_ms": 3,
        },
        "elapsed_ms": 3,
        **more,
    }


def write_session(artifacts: Path, steps: Iterable[Mapping[str, Any]], **facts: Any) -> Path:
    folder = artifacts / "sessions" / SESSION
    (folder / "screens").mkdir(parents=True)
    (folder / "uia").mkdir()
    known = {
        "session_id": SESSION,
        "started": "2026-11-21T09:30:05.000+00:00",
        "caller": "scenario",
        "desktop": "uia",
        "version": "0.1.0",
        "target_spec": {"exe": "C:/apps/OrderDesk.exe"},
        "scenario": {"id": "settings", "title": "Settings survive saving", "file": "settings.yaml"},
        "ended": "2026-11-21T09:30:35.000+00:00",
        "outcome": "passed",
        **facts,
    }
    (folder / "session.json").write_text(json.dumps(known), encoding="utf-8")
    lines = "".join(json.dumps(step) + "\n" for step in steps)
    (folder / "steps.jsonl").write_text(lines, encoding="utf-8")
    (folder / "runner.log").write_text("2026-11-21T09:30:05.000+00:00 launching OrderDesk.exe\n", encoding="utf-8")
    return folder


def write_tree(folder: Path, name: str, controls: Iterable[Mapping[str, Any]], **window: Any) -> str:
    tree = {
        "windows": [{"hwnd": 7, "title": "Order Desk", "class_name": "Window", "rect": list(WINDOW), **window}],
        "controls": [{"ref": c["automation_id"], "depth": 1, "patterns": [], **c} for c in controls],
        "truncated": False,
        "partial": False,
    }
    (folder / "uia").mkdir(exist_ok=True)
    (folder / "uia" / f"{name}.json").write_text(json.dumps(tree), encoding="utf-8")
    return f"uia/{name}.json"


def draw_window(path: Path, number: int) -> None:
    """Write the picture of a window as full of small text as a business program's, different for each number."""
    path.write_bytes(window_png(number))


@lru_cache(maxsize=128)
def window_png(number: int, size: tuple[int, int] = WINDOW[2:]) -> bytes:
    image = Image.new("RGB", size, "#f0f0f0")
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(13)
    draw.rectangle((0, 0, size[0], 30), fill="#ffffff")
    draw.text((10, 8), f"Order Desk - step {number}", fill="black", font=font)
    for tab in range(6):
        draw.rectangle((10 + tab * 110, 40, 112 + tab * 110, 66), fill="#e1e1e1", outline="#adadad")
        draw.text((20 + tab * 110, 46), f"Page {tab}", fill="black", font=font)
    draw.rectangle((10, 72, size[0] - 10, size[1] - 40), fill="white", outline="#8a8a8a")
    for row in range((size[1] - 130) // 22):
        y = 78 + row * 22
        if row == number % 30:
            draw.rectangle((12, y - 2, size[0] - 12, y + 18), fill="#cce8ff")
        name = NAMES[(row * 7 + number) % len(NAMES)]
        cells = (
            f"SO-{1000 + row + number}",
            name,
            f"{(row * 37 + number * 11) % 900}.50 €",
            "open" if row % 3 else "paid",
        )
        for column, text in enumerate(cells * 2):
            draw.text((18 + column * 155, y), text, fill="#202020", font=font)
    draw.rectangle((20, size[1] - 34, 120, size[1] - 8), fill="#e1e1e1", outline="#0078d7")
    draw.text((50, size[1] - 28), "Save", fill="black", font=font)
    made = io.BytesIO()
    image.save(made, "PNG", compress_level=1)
    return made.getvalue()


def write_steps(folder: Path, *steps: Mapping[str, Any]) -> None:
    (folder / "steps.jsonl").write_text("".join(json.dumps(s) + "\n" for s in steps), encoding="utf-8")


def with_pictures(folder: Path, steps: list[dict[str, Any]], *, every_other: bool = False) -> None:
    """Give each step a picture before and after, one step's after being the next one's before."""
    count = len(steps) + 1
    for number in range(count):
        draw_window(folder / "screens" / f"{number:04}.png", number)
    for number, step in enumerate(steps):
        if every_other and number % 2:
            continue
        step["screen"] = {"before": f"screens/{number:04}.png", "after": f"screens/{number + 1:04}.png"}
        step["screen_rects"] = {"before": list(WINDOW), "after": list(WINDOW)}
        step["element"] = element("SaveButton", (120, 916, 100, 26))
    write_steps(folder, *steps)


def write_ticket(artifacts: Path) -> Path:
    """Write a ticket of a program that ended with an exception, complete."""
    folder = artifacts / "tickets" / SESSION / TICKET
    (folder / "screens").mkdir(parents=True)
    draw_window(folder / "screens" / "before.png", 1)
    draw_window(folder / "screens" / "after.png", 2)
    exception = {
        "type": "System.ArgumentOutOfRangeException",
        "message": "Index was out of range. (Parameter 'index')",
        "frames": [
            "System.Collections.Generic.List`1.get_Item",
            "OrderDesk.CustomerCard.Load",
            "OrderDesk.MainWindow.OnOpenCard",
        ],
        "source": "stderr",
    }
    ticket = {
        "version": 1,
        "id": TICKET,
        "created": "2026-11-21T09:30:12.000+00:00",
        "title": "OrderDesk.exe ended with an unhandled System.ArgumentOutOfRangeException after click 'Customer card'",
        "summary": "The program ended 40 ms after the customer card was opened for a row that a search had hidden.",
        "status": "open",
        "mode": "scenario",
        "oracle": "unhandled_exception",
        "severity": "failure",
        "signature": {"id": "9f3a51c2b7de", "strength": "strong", "facts": {"type": exception["type"]}},
        "steps": [
            {"number": 1, "text": "Start OrderDesk.exe --data demo."},
            {"number": 2, "text": "Select the last row of the table “Customers” (CustomersGrid).", "n": 1},
            {"number": 3, "text": "Type “Berlin” into the field “Search” (SearchBox).", "n": 2},
            {"number": 4, "text": "Click the button “Customer card” (CardButton).", "n": 3},
        ],
        "actual": "The process ended with exit code 3762504530 (0xE0434352, unhandled .NET exception).",
        "expected": "The window “Customer” opens and the program goes on running.",
        "environment": {
            "os": "Windows 11 Pro",
            "os_build": "26100.2314",
            "language": "ja-JP",
            "monitors": [{"rect": [0, 0, 2560, 1440], "dpi": 144, "primary": True}],
            "dpi": 144,
            "desktop": "uia",
            "target_spec": {"exe": "OrderDesk.exe", "args": ["--data", "demo"]},
            "profile": "OrderDesk-Dev",
            "seed": 4711,
            "tool_version": "0.1.0",
            "python": "3.12.7",
            "target": {"process": "OrderDesk.exe", "file_version": "2.4.1.0", "build_type": "debug"},
        },
        "last_selector": {
            "action": "click",
            "selector": {"automation_id": "CardButton", "control_type": "Button"},
            "element": element("CardButton", (420, 188, 110, 26)),
        },
        "evidence": [
            {"file": "screens/before.png", "shows": "the window before the click; the button is outlined"},
            {"file": "screens/after.png", "shows": "the last picture of the window"},
            {"file": "crash.dmp", "shows": "not written: Windows left no dump"},
        ],
        "difference": {
            "windows_opened": [],
            "windows_closed": ["Order Desk"],
            "lost": [{"element": "DataGrid 'Customers' (automation_id CustomersGrid)"}],
            "new": [],
            "disabled": [{"element": "Button 'Customer card' (automation_id CardButton)"}],
            "changed": [
                {
                    "element": "Text 'Status' (automation_id StatusText)",
                    "property": "name",
                    "old": "5 customers",
                    "new": "2 customers",
                }
            ],
        },
        "last_actions": [
            action(1, "select_item", subject="select_item DataGrid 'Customers' (automation_id CustomersGrid)"),
            action(
                2, "type_text", subject="type_text Edit 'Search' (automation_id SearchBox)", args={"text": "Berlin"}
            ),
            action(
                3,
                subject="click Button 'Customer card' (automation_id CardButton)",
                effect=None,
                findings=[
                    {
                        "oracle": "unhandled_exception",
                        "severity": "failure",
                        "title": "The program ended",
                        "actual": "exit code 3762504530",
                        "expected": "it runs on",
                        "exit_code": 3762504530,
                        "exception": exception,
                    }
                ],
            ),
        ],
        "exception": exception,
        "exit_code": {"code": 3762504530, "name": "unhandled .NET exception"},
        "also": [
            {
                "oracle": "app_log",
                "severity": "warning",
                "title": "The log has a new line with ERROR",
                "actual": "ERROR index 4 of 2",
                "expected": "no such line",
            }
        ],
        "hypotheses": [
            {
                "rank": 2,
                "text": "The card may be opened for a row that the search has hidden.",
                "evidence": ["2 of 5 rows left"],
            },
            {
                "rank": 1,
                "text": "OrderDesk.CustomerCard.Load may read past the end of a list.",
                "evidence": ["it is the top frame of the program's own code", exception["type"]],
            },
        ],
        "reproducibility": {"reproduced": 4, "attempts": 5, "runs": [{"reproduced": n != 2} for n in range(5)]},
        "session": SESSION,
        "sessions": [SESSION],
        "count": 3,
    }
    (folder / "ticket.json").write_text(json.dumps(ticket), encoding="utf-8")
    (folder / "ticket.md").write_text("# Ticket\n", encoding="utf-8")
    (folder / "runner.log").write_text(
        "2026-11-21T09:30:12 click CardButton\n2026-11-21T09:30:12 process ended\n", encoding="utf-8"
    )
    (folder / "eventlog.txt").write_text(".NET Runtime 1026\nApplication: OrderDesk.exe\n", encoding="utf-8")
    return folder
