"""A stranger's program: each seeded defect that an oracle promises to see is one ticket, a healthy day is none."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from wpfagent.entries.cli import main
from wpfagent.testing.record.read import find_session, read_session
from wpfagent.testing.tickets.complete import missing_parts
from wpfagent.testing.tickets.store import IndexEntry, TicketStore

Step = dict[str, Any]
LOADED = {"action": "wait_window", "args": {"title": r"OrderDesk - .*\d"}, "timeout_ms": 20_000}


def on(identifier: str, action: str = "click", expected: Any = None, **args: Any) -> Step:
    """Return a step on an element; `confirm` and `timeout_ms` are the step's own."""
    made: Step = {"action": action, "selector": {"automation_id": identifier}}
    made |= {key: args.pop(key) for key in ("confirm", "timeout_ms") if key in args}
    return made | ({"args": args} if args else {}) | ({"expected": expected} if expected else {})


def menu(path: str, **own: Any) -> Step:
    """Return a step that chooses from the menu bar."""
    return {"action": "menu", "args": {"path": path}, **own}


@dataclass(frozen=True)
class Fault:
    """A seeded defect, how it is reached, and what its ticket must say."""

    id: str
    steps: tuple[Step, ...]
    oracle: str
    strength: str
    hypothesis: str
    args: tuple[str, ...] = ()
    oracles: dict[str, Any] = field(default_factory=dict)


FAULTS = (
    Fault("crash-update",
          (menu("Help > About OrderDesk"), on("CheckUpdates", expected={"selector": {"automation_id": "UpdateResult"},
                                                                        "text_contains": "latest"})),
          "unhandled_exception", "strong", "UpdateClick"),
    Fault("crash-background",
          (on("TabReports"), on("RefreshReport"),
           on("ReportRevenue", "wait_for", until={"text_contains": "revenue"})),
          "unhandled_exception", "strong", "ReportsViewModel"),
    Fault("hang-15s", (menu("Orders > Recalculate totals", timeout_ms=4_000),),
          "not_responding", "strong", "Recalculate totals", oracles={"not_responding": {"freeze_ms": 3_000}}),
    Fault("hang-forever", (on("TabCustomers"), on("CheckCredit", timeout_ms=4_000)),
          "not_responding", "strong", "CheckCredit", oracles={"not_responding": {"freeze_ms": 3_000}}),
    Fault("error-box",
          (on("SearchBox", "type_text", text="O'Neil"),
           on("StatusFilter", "wait_for", until={"text_equals": "0 of 30 shown"}, timeout_ms=2_000)),
          "error_dialog", "strong", "OrdersViewModel.ApplySearch"),
    Fault("memory-leak", (menu("File > Refresh"),) * 10, "memory_growth", "weak", "may keep what it makes"),
    Fault("window-leak", (menu("Orders > Print preview"), on("PreviewOk")) * 9,
          "window_growth", "weak", "may hide its window"),
    Fault("exit-code", (menu("File > Exit", confirm=True),), "exit_code", "weak", "exit code"),
    Fault("stuck-cancel",
          (on("TabReports"), on("ExportButton"), {"action": "file_dialog", "args": {"path": "${folder}/stuck.csv"}},
           on("CancelExport"), on("ExportButton", timeout_ms=2_000)),
          "action_failed", "weak", "ExportButton"),
    Fault("wrong-culture",
          (on("TabCustomers"), on("CustomerCredit", "type_text", text="1.234,50"), on("ApplyCustomer"),
           on("CustomerCredit", "wait_for", until={"value_equals": "1.234,50"}, timeout_ms=2_000)),
          "action_failed", "weak", "CustomerCredit", args=("--culture", "de-DE")),
)  # fmt: skip


def write_scenario(folder: Path, exe: Path, name: str, steps: Iterable[Step], *args: str, **more: Any) -> Path:
    """Write a scenario that starts a program of its own with data of its own."""
    options = ["--data", str(folder / f"{name}-data"), "--rows", "30", "--seed", "7", *args]
    spec = {"exe": str(exe), "args": options, "mode": "launch"}
    made = {"id": name, "variables": {"folder": str(folder)}, "target_spec": spec, "steps": [LOADED, *steps], **more}
    path = folder / f"{name}.yaml"
    path.write_text(yaml.safe_dump(made, allow_unicode=True, sort_keys=False), encoding="utf-8")
    return path


def only_ticket(artifacts: Path) -> IndexEntry:
    """Return the one ticket that there is."""
    (entry,) = TicketStore(artifacts).entries()
    return entry


LIKE_OTHERS = {
    "crash-update", "crash-background", "error-box", "hang-15s", "hang-forever", "memory-leak", "stuck-cancel",
    "window-leak", "wrong-culture",
}  # fmt: skip
"""These show what others show, too: by hand, with `-m slow`."""
EACH = [pytest.param(f, id=f.id, marks=[pytest.mark.slow] if f.id in LIKE_OTHERS else []) for f in FAULTS]


@pytest.mark.parametrize("fault", EACH)
def test_a_seeded_fault_is_one_complete_ticket_that_reproduces(
    fault: Fault, orderdesk_program: Path, tmp_path: Path
) -> None:
    path = write_scenario(tmp_path, orderdesk_program, fault.id, fault.steps, *fault.args, "--fault", fault.id,
                          oracles=fault.oracles)  # fmt: skip
    common = ("--artifacts", str(tmp_path / "artifacts"), "--allow-destructive")
    assert main(["scenario", "run", str(path), *common]) == 1
    entry = only_ticket(tmp_path / "artifacts")
    ticket = json.loads((entry.folder / "ticket.json").read_text(encoding="utf-8"))
    print((entry.folder / "ticket.md").read_text(encoding="utf-8"))
    assert (ticket["oracle"], ticket["signature"]["strength"]) == (fault.oracle, fault.strength)
    assert missing_parts(entry.folder) == []
    assert fault.hypothesis in json.dumps(ticket["hypotheses"])
    code = main(["replay", "--file", str(entry.folder / "repro.actions.json"), "--times", "1", *common])
    assert code == 1
    again = only_ticket(tmp_path / "artifacts")
    assert (again.reproduced, again.attempts, again.count) == (1, 1, 1)


# -- a healthy day ----------------------------------------------------------------------------------------------------

NOTES = ("Error rate: 0", "エラーなし", "no exceptions today", "If it fails, try again", "fragile 至急 📦", "O'Neil",
         "100 % failure free", "x" * 2_000)  # fmt: skip
OK_OF_BOX = {"name": "OK", "control_type": "Button"}


def a_day(names: dict[str, str], customers: int) -> list[Step]:
    """Return a working day; `names` are the words of the program's language."""
    steps: list[Step] = []
    for number, note in enumerate(NOTES):
        at = {"automation_id": "OrdersGrid", "row": number, "column": names["Notes"]}
        steps.append({"action": "type_text", "selector": at, "args": {"text": note}})
        steps.append({"action": "select_item", "selector": {"automation_id": "OrdersGrid", "row": number}})
    steps += [{"action": "send_keys", "args": {"keys": keys}} for keys in ("Ctrl+Z", "Ctrl+Y")]
    for text in ("SO-10005", "O'Neil", "エラーが発生しました", "Error: nothing", ""):
        steps.append(on("SearchBox", "type_text", text=text))
    steps += [on("AdvancedFilter", "expand"), on("FilterUrgent", "toggle", state="on"), on("FilterClear"),
              on("AdvancedFilter", "collapse")]  # fmt: skip
    steps += [on("NewOrderButton"), on("WizardNext"), on("PickCustomer"),
              on("PickList", "select_item", item_text="Globex Trading"),
              {"action": "click", "selector": {**OK_OF_BOX, "within": {"automation_id": "PickCustomerWindow"}}},
              on("WizardNext"), on("WizardNext"), on("WizardQuantity", "type_text", text="0"), on("WizardAddLine"),
              on("WizardQuantity", "type_text", text="3"), on("WizardAddLine"), on("WizardNext"),
              on("WizardNotes", "type_text", text="first line\nError: none"), on("WizardFinish")]  # fmt: skip
    steps += [on("ToolSave"), {"action": "wait_window", "args": {"title": r"OrderDesk - .*[^*]$"}}]
    steps.append(on("TabCustomers"))
    for row in range(customers):
        steps += [{"action": "select_item", "selector": {"automation_id": "CustomerList", "row": row}},
                  on("CustomerEmail", "type_text", text="nonsense"),
                  on("CustomerCredit", "type_text", text="far too much"),
                  on("CustomerEmail", "type_text", text=f"info{row}@example.org"),
                  on("CustomerCredit", "type_text", text="12"), on("ApplyCustomer"), on("CheckCredit")]  # fmt: skip
    steps += [on("TabReports"), on("ExportButton"), {"action": "file_dialog", "args": {"path": "${folder}/${out}"}},
              on("ExportResult", "wait_for", until={"text_contains": "31"}, timeout_ms=20_000),
              on("RefreshReport"), on("TabSettings")]  # fmt: skip
    for theme in ("ThemeDark", "ThemeLight", "DensityCompact", "DensityWide", "DensityNormal"):
        steps.append(on(theme))
    steps += [on("BackupMode", "toggle", state="off"), on("BackupMode", "toggle", state="on"),
              on("CurrencyBox", "select_combo", item_text="JPY"), on("FontSizeSlider", "set_value", value=14),
              on("ShowAdvanced", "toggle", state="on"), on("ServiceKey", "type_text", text="s3cret")]  # fmt: skip
    steps += [menu(names["Preferences"]), on("PrefReset", confirm=True),
              {"action": "click", "selector": {"name": names["Cancel"], "control_type": "Button",
                                               "within": {"class_name": "#32770"}}}, on("PrefOk")]  # fmt: skip
    steps += [menu(names["About"]), on("CheckUpdates"), on("AboutOk"), on("TabOrders"), menu(names["Preview"]),
              on("PreviewOk"), menu(names["Recalculate"]), menu(names["Exit"], confirm=True),
              {"action": "click", "selector": {"name": names["No"]}, "confirm": True}]  # fmt: skip
    return steps


ENGLISH = {"Notes": "Notes", "Cancel": "Cancel", "No": "No", "Preferences": "View > Preferences",
           "About": "Help > About OrderDesk", "Preview": "Orders > Print preview",
           "Recalculate": "Orders > Recalculate totals", "Exit": "File > Exit"}  # fmt: skip
JAPANESE = {"Notes": "備考", "Cancel": "Cancel", "No": "No", "Preferences": "表示(V) > 環境設定(P)…",
            "About": "ヘルプ(H) > OrderDesk について(A)", "Preview": "注文(O) > 印刷プレビュー(P)",
            "Recalculate": "注文(O) > 合計を再計算(R)", "Exit": "ファイル(F) > 終了(X)"}  # fmt: skip


@pytest.mark.parametrize(
    ("culture", "names", "customers"),
    [
        pytest.param("en-US", ENGLISH, 3, id="en-short", marks=pytest.mark.slow),
        pytest.param("en-US", ENGLISH, 14, id="en", marks=pytest.mark.slow),
        pytest.param("ja-JP", JAPANESE, 3, id="ja", marks=pytest.mark.slow),
    ],
)
def test_a_healthy_program_gives_no_finding(
    culture: str, names: dict[str, str], customers: int, orderdesk_program: Path, tmp_path: Path
) -> None:
    steps = a_day(names, customers)
    path = write_scenario(tmp_path, orderdesk_program, f"healthy-{culture}", steps, "--culture", culture)
    path.write_text(path.read_text(encoding="utf-8").replace("${out}", f"{culture}.csv"), encoding="utf-8")
    artifacts = tmp_path / "artifacts"
    code = main(["scenario", "run", str(path), "--artifacts", str(artifacts), "--allow-destructive"])
    session = read_session(find_session(artifacts))
    findings = [(line["n"], line["subject"], f) for line in session.steps for f in line.get("findings", ())]
    print(f"{culture}: {len(session.steps)} acts, {len(findings)} findings: {json.dumps(findings, ensure_ascii=False)}")
    assert findings == []
    assert code == 0
    assert TicketStore(artifacts).entries() == ()
    assert len(session.steps) == len(steps) + 1 >= 85
