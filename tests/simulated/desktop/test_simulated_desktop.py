"""The protocol: bounded snapshots, searches, virtual time, and an import without Pillow."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref

from wpfagent.desktops.base import Budget, Conditions
from wpfagent.desktops.simulated.clock import SimulatedClock


def test_a_snapshot_is_a_tree_in_document_order(zoo, desktop):
    snapshot = desktop.snapshot(zoo.windows)
    index = next(i for i, c in enumerate(snapshot.controls) if c.automation_id == "SaveButton")
    assert [c.automation_id for c in snapshot.ancestors(index)] == ["Scroller", "BasicTab", "Tabs", "MainWindow"]
    assert snapshot.controls[0].depth == 0
    assert not snapshot.truncated


def test_a_budget_cuts_a_snapshot_and_next_continues_it(zoo, desktop):
    whole = desktop.snapshot(zoo.windows).controls
    got, after = [], None
    while True:
        part = desktop.snapshot(zoo.windows, budget=Budget(elements=7), after=after)
        assert len(part) <= 7
        got.extend(part.controls)
        after = part.next
        if not part.truncated:
            break
    assert tuple(got) == whole
    assert after is None


def test_a_depth_of_one_means_windows_and_their_children(zoo, desktop):
    assert {c.depth for c in desktop.snapshot(zoo.windows, budget=Budget(depth=1))} == {0, 1}


def test_a_snapshot_within_an_element_holds_it_and_what_is_below(zoo, desktop):
    bar = zoo.find("Bar")
    below = desktop.snapshot(zoo.windows, within=bar)
    assert [(c.automation_id, c.depth) for c in below] == [("Bar", 0), ("CutTool", 1), ("", 2)]


def test_find_narrows_by_every_condition_and_keeps_to_its_limit(zoo, desktop):
    buttons = desktop.find(Conditions(control_type="Button"), windows=zoo.windows, limit=3)
    assert len(buttons) == 3
    assert (
        desktop.find(Conditions(name="Cut", control_type="Button"), windows=zoo.windows)[0].automation_id == "CutTool"
    )
    assert desktop.find(Conditions(class_name="ToggleButton"), windows=zoo.windows)[0].automation_id == "Bold"
    bar = zoo.find("Bar")
    assert not desktop.find(Conditions(automation_id="SaveButton"), windows=zoo.windows, within=bar)


def test_a_window_that_closed_meanwhile_is_left_out(zoo, desktop):
    zoo.act("ToolsButton", "invoke")
    windows = zoo.windows
    desktop.act(desktop.snapshot(windows[:1]).controls[0], "close")
    assert {c.hwnd for c in desktop.snapshot(windows)} == {windows[1].hwnd}


def test_a_snapshot_sees_every_change(zoo, desktop):
    before = desktop.snapshot(zoo.windows)
    assert desktop.snapshot(zoo.windows).controls == before.controls
    for name, verb, value in (("Check", "toggle", None), ("Volume", "set_range", 7.0), ("NameBox", "set_value", "q")):
        earlier = desktop.read(zoo.find(name))
        zoo.act(name, verb, value)
        assert desktop.read(earlier) != earlier
    zoo.act("NameBox", "focus")
    assert zoo.find("NameBox").focused


def test_time_passes_only_when_somebody_sleeps_and_plans_run_in_order():
    clock, seen = SimulatedClock(), []
    clock.call_at(2, lambda: seen.append(("b", clock.now())))
    clock.call_at(
        1, lambda: (seen.append(("a", clock.now())), clock.call_at(1.5, lambda: seen.append(("c", clock.now()))))
    )
    assert clock.now() == 0
    clock.sleep(3)
    assert seen == [("a", 1), ("c", 1.5), ("b", 2)]
    assert clock.now() == 3


def test_the_simulated_desktop_is_imported_without_pillow_or_anything_heavy():
    code = (
        "import sys, wpfagent.desktops.simulated; print([m for m in ('PIL', 'pydantic', 'yaml') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_it_serves_as_the_desktop_protocol(desktop):
    from wpfagent.desktops import open_desktop

    assert open_desktop("simulated").name == desktop.name == "simulated"
    desktop.check_interactive()


def test_an_ended_application_is_let_go_when_the_next_one_starts(zoo, desktop, apps):
    old = weakref.ref(desktop._application(zoo.pid).main)
    desktop.terminate(zoo.pid)
    desktop.launch(str(apps / "zoo.xaml"))
    gc.collect()
    assert old() is None
    assert desktop.liveness(zoo.pid).exit_code == 1
