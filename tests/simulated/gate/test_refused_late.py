"""A value that is refused: the red frame reaches the screen later than the program comes to rest."""

from __future__ import annotations

from dataclasses import replace

import pytest

from wpfagent.core.errors import StaleRef
from wpfagent.core.model import Control, Picture, Rect
from wpfagent.core.pixels import pixels_of
from wpfagent.desktops.simulated import SimulatedDesktop

RED = (255, 0, 0)


class SlowToDraw(SimulatedDesktop):
    """What it draws shows a red frame around a field from some time on."""

    framed: Rect = Rect(0, 0, 0, 0)
    due: float = float("inf")

    def capture(self, *, hwnd: int | None = None, rect: Rect | None = None) -> Picture:
        taken = super().capture(hwnd=hwnd, rect=rect)
        if rect is None or self.clock.now() < self.due or not self.framed.width:
            return taken
        x, y, width, height = self.framed
        lines = [Rect(x - rect.x, y - rect.y, width, 2), Rect(x - rect.x, y - rect.y + height - 2, width, 2)]
        return replace(taken, content=pixels_of(taken).painted(lines, RED))


@pytest.fixture
def desktop() -> SlowToDraw:
    return SlowToDraw()


def typed(start, desktop: SlowToDraw, after_s: float):
    """Type into a field; its frame is on the screen so long after the program has begun to work on it."""
    driven = start(
        '<TextBox x:Name="Size" TextChanged="on_text"/><CheckBox Content="Plain"/>',
        "def on_text(self, view, sender): view.block(100), self.note('typed')",
    )
    desktop.framed = driven.control("Size").bounding_rect
    desktop.due = driven.now + after_s
    return driven.app.type_text(automation_id="Size", text="12")


def test_a_red_frame_that_is_drawn_after_the_program_came_to_rest_refuses_the_value(start, desktop):
    reply = typed(start, desktop, 0.15)
    assert (reply.effect, reply.evidence["reason"]) == ("unverifiable", "the field is marked red")


def test_a_value_that_nothing_marks_is_confirmed(start, desktop):
    reply = typed(start, desktop, 60.0)
    assert reply.effect == "confirmed", reply.evidence


class GoesAsItIsLeft(SimulatedDesktop):
    """A desktop on which a field is no part of its window any more once the program is idle after it was left."""

    gone = False

    def read(self, control: Control, *, timeout_s: float) -> Control:
        if self.gone:
            raise StaleRef("It is gone.")
        return super().read(control, timeout_s=timeout_s)

    def wait_idle(self, pid: int, timeout_s: float, *, hwnd: int = 0, thoroughly: bool = False) -> bool:
        fields = [c for c in self.snapshot(self.windows(), timeout_s=1.0).controls if c.value == "12"]
        self.gone = self.gone or any(not c.focused for c in fields)
        return super().wait_idle(pid, timeout_s, hwnd=hwnd, thoroughly=thoroughly)


class TestOfAFieldThatGoes:
    """What was entered into a field that goes with its list as it is left."""

    @pytest.fixture
    def desktop(self) -> GoesAsItIsLeft:
        return GoesAsItIsLeft()

    def test_it_is_told_by_what_came_of_it(self, start, desktop):
        driven = start(
            '<TextBox x:Name="Filter" TextChanged="on_text"/><CheckBox Content="Plain"/><TextBlock x:Name="Found"/>',
            "def on_text(self, view, sender): view['Found'].text = '3 found'",
        )
        reply = driven.app.type_text(automation_id="Filter", text="12")
        assert reply.effect == "confirmed"
