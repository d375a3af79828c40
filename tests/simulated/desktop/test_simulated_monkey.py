"""Whatever is done to an application, the desktop stays whole: only errors of this package, and no impossible tree."""

from __future__ import annotations

import contextlib
import random

import pytest

from wpfagent.core.errors import WpfAgentError
from wpfagent.desktops.base import Budget

VERBS = {
    "Invoke": ("invoke", None),
    "Toggle": ("toggle", None),
    "Value": ("set_value", "x"),
    "RangeValue": ("set_range", 5.0),
    "SelectionItem": ("select", None),
    "ExpandCollapse": ("expand", None),
    "Scroll": ("scroll_by", (None, 1.0)),
    "ScrollItem": ("scroll_into_view", None),
}
KEYS = (
    ("Tab",),
    ("Enter",),
    ("Esc",),
    ("Space",),
    ("Down",),
    ("Alt", "F"),
    ("Shift", "F10"),
    ("Ctrl", "A"),
    ("Delete",),
)


@pytest.mark.parametrize("seed", range(6))
def test_random_use_raises_only_errors_of_the_package(desktop, apps, seed):
    random_ = random.Random(seed)
    pid = desktop.launch(str(apps / "zoo.xaml"), []).pid
    for _ in range(250):
        if not desktop.liveness(pid).running:
            pid = desktop.launch(str(apps / "zoo.xaml"), []).pid
        desktop.wait_idle(pid, 20)
        windows = [w for w in desktop.windows(pid) if w.enabled]
        snapshot = desktop.snapshot(windows, budget=Budget(elements=3000))
        assert {c.hwnd for c in snapshot} == {w.hwnd for w in windows}
        assert len({c.ref for c in snapshot}) == len(snapshot)
        control = random_.choice(snapshot.controls)
        with contextlib.suppress(WpfAgentError):
            _use(desktop, random_, control)
    if random_.random() < 0.5:
        desktop.capture()


def _use(desktop, random_, control):
    kind = random_.random()
    if kind < 0.6 and control.patterns:
        act = desktop.act(control, *VERBS.get(random_.choice(control.patterns), ("focus", None)))
        desktop.clock.sleep(0.1)
        assert act.error() is None or isinstance(act.error(), WpfAgentError)
    elif kind < 0.8 and control.bounding_rect:
        button = random_.choice(("left", "left", "right"))
        desktop.mouse_click(*control.bounding_rect.center, button=button, count=random_.choice((1, 2)))
        desktop.mouse_wheel(*control.bounding_rect.center, random_.choice((-2, 2)))
    elif kind < 0.9:
        desktop.press_keys(random_.choice(KEYS))
    else:
        desktop.type_text("abc あ\n")
    desktop.read(control)
    desktop.at_point(*random_.choice(((500, 400), (300, 200))))
