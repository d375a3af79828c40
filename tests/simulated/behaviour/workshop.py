"""A small program whose commands misbehave on demand, used step by step with all oracles on."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wpfagent import App, Policy
from wpfagent.core.errors import WpfAgentError
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.desktops.target import TargetSpec
from wpfagent.runs.application import last_look
from wpfagent.runs.minimize.ticket import Minimised, Place, minimize_ticket
from wpfagent.testing.oracles.base import Finding
from wpfagent.testing.record.recorder import recorder_of
from wpfagent.testing.tickets.recorded import open_recorded
from wpfagent.testing.tickets.store import IndexEntry, TicketStore

XAML = """<ResourceDictionary xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
  xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml">
<Window x:Key="Main" x:Name="MainWindow" Title="Workshop" Width="600" Height="500" Closing="on_closing"><DockPanel>
  <TextBlock x:Name="StatusText" DockPanel.Dock="Bottom" Text="ready"/>
  <TabControl x:Name="Pages">
    <TabItem x:Name="EntryTab" Header="Entry"><StackPanel>
      <TextBox x:Name="NoteBox"/>
      <CheckBox x:Name="UrgentCheck" Content="Urgent"/>
      <Button x:Name="KeepButton" Content="Save entries" Click="on_keep"
              AutomationProperties.HelpText="Keeps the entries"/>
      <Button x:Name="WeighButton" Content="Weigh" Click="on_count"/>
      <Button x:Name="PickButton" Content="Pick goods" Click="on_count"/>
      <Button x:Name="ScanButton" Content="Scan label" Click="on_count"/>
      <Button x:Name="RouteButton" Content="Calculate route" Click="on_idle"/>
      <Button x:Name="WorkButton" Content="Estimate" Click="on_work"/>
      <Button x:Name="BundleButton" Content="Bundle" Click="on_bundle"/>
      <Button x:Name="StitchButton" Content="Stitch" Click="on_stitch"/>
      <Button x:Name="PonderButton" Content="Ponder" Click="on_ponder"/>
    </StackPanel></TabItem>
    <TabItem x:Name="OtherTab" Header="Other"><TextBlock Text="nothing here"/></TabItem>
  </TabControl>
</DockPanel></Window></ResourceDictionary>"""
CODE = """
FAULTS = ()


class CodeBehind:
    def __init__(self, view):
        self.view = view
        self.runs = 0
        self.note = ""

    def say(self, view, text):
        self.runs += 1
        view["StatusText"].text = f"{text} ({self.runs})"

    def on_count(self, view, sender):
        self.say(view, sender.text)

    def on_idle(self, view, sender):
        if "dead" not in FAULTS:
            self.say(view, sender.text)

    def on_keep(self, view, sender):
        self.note = "" if "lost" in FAULTS else view["NoteBox"].text
        self.say(view, "kept")
        view.later(10, lambda: None)

    def on_work(self, view, sender):
        sender.enabled = False
        bad = "stuck" in FAULTS and view["NoteBox"].text == "bad"
        self.say(view, "working")

        def done():
            self.say(view, "worked")
            sender.enabled = not bad

        view.later(300, done)

    def on_bundle(self, view, sender):
        self.say(view, "bundled")
        if "leak" in FAULTS:
            view.leak(24_000_000)

    def on_stitch(self, view, sender):
        self.say(view, "stitched")
        if "handles" in FAULTS:
            view.leak(0, 40)

    def on_ponder(self, view, sender):
        self.say(view, "pondered")
        if "slow" in FAULTS:
            view.block(4_000)

    def on_closing(self, view, sender):
        if "code" in FAULTS:
            view.exit(3)
"""
PAGE_CHANGE = """
    def on_page(self, view, sender):
        if sender.selected_index == 0:
            view["NoteBox"].text = self.note
"""


@dataclass
class Workshop:
    """The program's files, and what uses, replays and minimises it."""

    folder: Path
    desktop: SimulatedDesktop = field(default_factory=SimulatedDesktop)
    oracles: dict[str, Any] = field(default_factory=dict)

    def write(self, *faults: str) -> Workshop:
        """Make the program with these faults."""
        xaml = XAML.replace('x:Name="Pages"', 'x:Name="Pages" SelectionChanged="on_page"')
        self.xaml.write_text(xaml, encoding="utf-8")
        code = CODE.replace("FAULTS = ()", f"FAULTS = {faults!r}") + PAGE_CHANGE
        self.xaml.with_suffix(".py").write_text(code, encoding="utf-8")
        return self

    @property
    def xaml(self) -> Path:
        return self.folder / "workshop.xaml"

    @property
    def store(self) -> TicketStore:
        return TicketStore(self.folder / "artifacts")

    def use(self, act: Callable[[App], None], *, survives: bool = False) -> tuple[Finding, ...]:
        """Start the program, use it, look a last time, and return all that was found."""
        spec = TargetSpec.parse({"exe": str(self.xaml)})
        recorded = open_recorded(
            self.desktop,
            self.folder / "artifacts",
            policy=Policy("library", flag_destructive=True),
            profiles={},
            facts={"caller": "library"},
            spec=spec,
            oracles=self.oracles,
            screenshots="never",
            take_pictures=False,
        )
        with recorded:
            gate = recorded.gate
            target = gate.targets.open(spec)
            recorder_of(gate).attached(target)
            if survives:
                self.desktop.faults(target.pid).survive()
            with suppress(WpfAgentError):
                act(App(gate, target))
            last_look(gate, target, late_s=1.0)
            if self.desktop.liveness(target.pid).running:
                self.desktop.terminate(target.pid)
        return tuple(recorder_of(gate).found)

    def tickets(self) -> list[IndexEntry]:
        return list(self.store.entries())

    def minimise(self, entry: IndexEntry) -> Minimised:
        """Minimise a ticket."""
        place = Place(self.desktop, self.folder / "artifacts", Policy("replay", flag_destructive=True))
        return minimize_ticket(entry, self.store, place)


def press(app: App, *names: str) -> None:
    """Press buttons one after the other."""
    for name in names:
        app.click(automation_id=f"{name}Button")


def leave(app: App) -> None:
    """Close the main window, with consent."""
    app.close_window(confirm=True)
