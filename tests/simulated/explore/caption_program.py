"""Programs whose commands bear captions, and what uses them without knowing which of them may be used.

A program notes in `performed.log` beside it what it really did, whichever way it was asked: a click, Enter, Space, an
access key, a menu, a context menu, the answer to a question, Alt+F4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from xml.sax.saxutils import quoteattr

from tests.simulated.explore.captions import Caption, Truth
from wpfagent import Policy, Profile
from wpfagent.core.errors import NotReached, Refused, WpfAgentError
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.desktops.target import TargetSpec
from wpfagent.gate.execute import Gate
from wpfagent.gate.request import Request
from wpfagent.profiles.profile import ProfileLaunch, ProfileSafety
from wpfagent.runs.application import open_application
from wpfagent.runs.explore.explorer import explore
from wpfagent.runs.explore.model import Exploration
from wpfagent.testing.record.recorder import recorder_of
from wpfagent.testing.tickets.recorded import Recorded, open_recorded

A_SCREEN = 16
"""So many captions stand in one program."""
KINDS = ("button", "menu", "button", "context", "button", "link", "default", "submenu")
"""What bears a caption without a question, in turn."""
ENDED = "ended"
_HEAD = """<ResourceDictionary xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
  xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml">
<Window x:Key="Main" x:Name="MainWindow" Title="Order Desk" Width="900" Height="700" Closing="on_closing"><DockPanel>"""
_CODE = '''"""A program that notes what it does."""
from pathlib import Path

LOG = Path(__file__).with_name("performed.log")
QUESTIONS = {questions!r}


def note(text):
    with LOG.open("a", encoding="utf-8") as log:
        log.write(f"{{text}}\\n")


class CodeBehind:
    def __init__(self, view):
        self.view = view

    def __getattr__(self, name):
        kind, _, number = name.partition("_")
        if kind == "perform":
            return lambda view, sender: note(number)
        if kind == "ask":
            return lambda view, sender: self.ask(view, number)
        raise AttributeError(name)

    def ask(self, view, number):
        title, text, buttons, caption = QUESTIONS[number]
        view.message(text, title, buttons, lambda answer: note(number) if answer == caption else None)

    def on_closing(self, view, sender):
        note("ended")
'''


def screens(captions: Sequence[Caption], *, seed: int = 1) -> Iterator[list[Caption]]:
    """Yield the captions of one program after the other, destructive and harmless ones mixed."""
    mixed = list(captions)
    Random(seed).shuffle(mixed)
    for start in range(0, len(mixed), A_SCREEN):
        yield mixed[start : start + A_SCREEN]


@dataclass(slots=True)
class CaptionProgram:
    """A program in a folder that bears captions.

    Args:
        folder: where its files are.
        captions: what it bears.
        allowed: whether profile and flag allow what is destructive.
        performed: how often each was really done, by its number; `ended`: how often the main window was closed.
        steps: how many steps were done.
    """

    folder: Path
    captions: Sequence[Caption]
    allowed: bool = False
    performed: Counter[str] = field(default_factory=Counter)
    steps: int = 0

    def write(self) -> None:
        """Write its XAML and its code."""
        parts: dict[str, list[str]] = {"menu": [], "submenu": [], "context": [], "panel": []}
        questions: dict[str, tuple[str, str, tuple[str, ...], str]] = {}
        for number, caption in enumerate(self.captions):
            kind = KINDS[number % len(KINDS)]
            if caption.question:
                questions[str(number)] = (caption.title, caption.question, caption.buttons, caption.text)
                parts["panel"].append(f'<Button Content="Go on {number}" Click="ask_{number}"/>')
            elif not caption.text or caption.help or caption.id:
                parts["panel"].append(f"<Button {_attributes(number, caption, 'Content')}/>")
            elif kind in parts:
                parts[kind].append(f"<MenuItem {_attributes(number, caption, 'Header')}/>")
            elif kind == "link":
                inner = quoteattr(caption.text)[1:-1]
                link = f'<Hyperlink Click="perform_{number}">{inner}</Hyperlink>'
                parts["panel"].append(f"<TextBlock>{link}</TextBlock>")
            else:
                default = ' IsDefault="True"' if kind == "default" else ""
                parts["panel"].append(f"<Button{default} {_attributes(number, caption, 'Content')}/>")
        listed = "".join(f"<ListBoxItem Content={quoteattr(c.text or 'row')}/>" for c in self.captions[:4])
        (self.folder / "app.xaml").write_text(
            f'{_HEAD}<Menu DockPanel.Dock="Top"><MenuItem Header="Commands">{"".join(parts["menu"])}'
            f'<MenuItem Header="More">{"".join(parts["submenu"])}</MenuItem></MenuItem></Menu>'
            f'<WrapPanel><TextBox AutomationProperties.AutomationId="Entry" Width="200"/>'
            f'<ListBox AutomationProperties.AutomationId="Rows"><ListBox.ContextMenu><ContextMenu>'
            f"{''.join(parts['context'])}</ContextMenu></ListBox.ContextMenu>{listed}</ListBox>"
            f"{''.join(parts['panel'])}</WrapPanel></DockPanel></Window></ResourceDictionary>",
            encoding="utf-8",
        )
        (self.folder / "app.py").write_text(_CODE.format(questions=questions), encoding="utf-8")

    # -- by the explorer ------------------------------------------------------------------------------------------

    def explore(self, steps: int, seed: int) -> None:
        """Explore it as `random run` does."""
        with self._open(seed) as recorded:
            exploration = Exploration(target=TargetSpec(profile="app"), max_steps=steps)
            self.steps += explore(exploration, recorded.gate, seed=seed).tally.steps
        self._read(count_ends=False)

    # -- by anything that comes ---------------------------------------------------------------------------------------

    def use_wildly(self, steps: int, seed: int) -> None:
        """Ask the gate for anything on anything, as a random caller without a choice of its own would."""
        dice = Random(seed)
        with self._open(seed) as recorded:
            gate = recorded.gate
            pid = 0
            for _ in range(steps):
                if not pid or not gate.desktop.liveness(pid).running:
                    opened = open_application(gate, TargetSpec(profile="app", mode="launch"), lambda _line: None)
                    pid = opened.target.pid
                    recorder_of(gate).attached(opened.target)
                    target = opened.target
                self._ask(gate, self._anything(gate, pid, dice) | {"target": target})
                self.steps += 1
        self._read(count_ends=True)

    def _anything(self, gate: Gate, pid: int, dice: Random) -> dict[str, Any]:
        """An action with its arguments on some element of the topmost window or pop-up."""
        windows = gate.desktop.windows(pid)
        front = [w for w in windows if w.enabled]
        controls = [c for c in gate.desktop.snapshot(front) if c.control_type not in ("Window", "Menu")]
        control = dice.choice(controls)
        letters = [c.access_key.split("+")[-1] for c in map(gate.desktop.read, controls) if c.access_key]
        letter = dice.choice(letters or ["D"])
        ref = {"ref": control.ref}
        chords = ("Enter", "Space", "Delete", "Alt+F4", "Ctrl+Q", f"Alt+{letter}", letter, "Tab", "Esc", "Down")
        ways: list[dict[str, Any]] = [
            {"action": "click", "selector": ref},
            {"action": "click", "selector": ref, "args": {"double": True}},
            {"action": "click", "selector": ref, "args": {"button": "right"}},
            {"action": "send_keys", "selector": ref, "args": {"keys": dice.choice(chords)}},
            {"action": "send_keys", "args": {"keys": dice.choice(chords)}},
            {"action": "type_text", "selector": {"automation_id": "Entry"}, "args": {"text": "x\n"}},
            {"action": "expand", "selector": ref},
        ]
        caption = dice.choice(self.captions).text.replace("_", "") or "x"
        ways += [
            {"action": "menu", "args": {"path": ["Commands", caption]}},
            {"action": "menu", "args": {"path": ["Commands", "More", caption]}},
            {"action": "context_menu", "selector": {"automation_id": "Rows"}, "args": {"path": [caption]}},
            {"action": "close_window"},
        ]
        return dice.choices(ways, [6, 1, 2, 6, 3, 2, 2, 1, 1, 1, 0.2])[0]

    def _ask(self, gate: Gate, asked: dict[str, Any]) -> None:
        try:
            gate.execute(Request(timeout_ms=200, **asked))
        except (Refused, NotReached):
            return
        except WpfAgentError as error:
            if error.code not in ("app_exited", "invalid_argument"):
                raise

    # -- what came of it --------------------------------------------------------------------------------------------

    def done(self, truth: Truth) -> list[Caption]:
        """Return the captions of this truth that were performed."""
        return [c for n, c in enumerate(self.captions) if c.truth == truth and self.performed[str(n)]]

    def left_alone(self, truth: Truth) -> list[Caption]:
        """Return the captions of this truth that were never performed."""
        return [c for n, c in enumerate(self.captions) if c.truth == truth and not self.performed[str(n)]]

    @property
    def ended(self) -> int:
        """How often its main window was closed although nobody allowed it."""
        return self.performed[ENDED]

    def _open(self, seed: int) -> Recorded:
        safety = ProfileSafety(allow_destructive=self.allowed)
        profile = Profile("app", launch=ProfileLaunch(str(self.folder / "app.xaml")), safety=safety)
        recorded = open_recorded(
            SimulatedDesktop(),
            self.folder / "artifacts",
            policy=Policy("random", flag_destructive=self.allowed),
            profiles={"app": profile},
            facts={"caller": "random", "seed": seed},
            spec=TargetSpec(profile="app"),
            screenshots="never",
            take_pictures=False,
        )
        recorder_of(recorded.gate).on_incident = None
        return recorded

    def _read(self, *, count_ends: bool) -> None:
        log = self.folder / "performed.log"
        lines = log.read_text(encoding="utf-8").split() if log.exists() else []
        self.performed.update(line for line in lines if line != ENDED or count_ends)
        log.unlink(missing_ok=True)


def _attributes(number: int, caption: Caption, holds: str) -> str:
    made = {holds: caption.text, "Click": f"perform_{number}"}
    if caption.text.isascii() and "_" not in caption.text and number % 2:
        made[holds] = f"_{caption.text}"
    if caption.help:
        made["ToolTip"] = caption.help
    if caption.id:
        made["AutomationProperties.AutomationId"] = caption.id
    return " ".join(f"{key}={quoteattr(value)}" for key, value in made.items() if value)
