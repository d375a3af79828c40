"""Acts on a small application as fast as it can, recording everything, and prints the number of each finished step."""

from __future__ import annotations

import sys
from pathlib import Path

from wpfagent import Request, SessionWriter
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.testing.record.recording import recording_gate

XAML = """<Window xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
 xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" Title="Small" Width="300" Height="200"><StackPanel>
<TextBox x:Name="Note"/><CheckBox x:Name="Flag" Content="Flag"/></StackPanel></Window>"""


def main(folder: Path) -> None:
    xaml = folder / "small.xaml"
    xaml.write_text(XAML, encoding="utf-8")
    desktop = SimulatedDesktop()
    session = SessionWriter(str(folder / "artifacts"), {"caller": "library", "desktop": desktop.name})
    gate = recording_gate(desktop, session, screenshots="each_step")
    app = gate.targets.open({"exe": str(xaml)})
    print("ready", session.session_id, flush=True)
    for number in range(1, 10_000):
        if number % 2:
            request = Request("toggle", {}, {"automation_id": "Flag"}, app)
        else:
            request = Request("type_text", {"text": f"至急 {number} " * 40}, {"automation_id": "Note"}, app)
        gate.execute(request)
        print(session.next_number - 1, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
