"""What an oracle may read once more: access keys, which a tree does not tell."""

from __future__ import annotations

from pathlib import Path

from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.gate.execute import Gate
from wpfagent.testing.record.second_look import LiveSecondLook

XAML = """<Window xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
 xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" Title="Small" Width="300" Height="200"><StackPanel>
<Button Content="_Save"/><Button Content="Close"/><CheckBox Content="_Both"/></StackPanel></Window>"""


def test_access_keys_are_read_of_some_types_and_none_where_the_program_hangs(
    tmp_path: Path,
) -> None:
    xaml = tmp_path / "small.xaml"
    xaml.write_text(XAML, encoding="utf-8")
    desktop = SimulatedDesktop()
    gate = Gate(desktop)
    app = gate.targets.open({"exe": str(xaml)})
    second = LiveSecondLook(desktop, lambda: gate.reading(app, 500))
    found = second.with_access_keys(("Button",))
    assert {("Save", "Alt+S"), ("Close", "")} <= {(c.name, c.access_key) for c in found}
    assert "Both" not in {c.name for c in found}
    assert [c.access_key for c in second.with_access_keys(("CheckBox",))] == ["Alt+B"]
    desktop.faults(app.pid).freeze()
    assert second.with_access_keys(("Button",)) == ()
