"""Letting WPF ask its commands anew what can be done, after an act that no input came with.

`CommandManager` suggests it after input only: a key or button that came up, a focus that moved. Most commands of MVVM
programs listen to that (`CommandManager.RequerySuggested`), so that after a bare pattern call a button stays disabled,
or enabled, as it was: "Undo" after "Apply". A click would have stirred it; so does an input that means nothing.

Source: dotnet/wpf, CommandDevice.PostProcessInput and CommandManager.InvalidateRequerySuggested.
"""

from __future__ import annotations

from wpfagent.actions.base import Performed
from wpfagent.actions.doing import Doing

WPF_WINDOW = "HwndWrapper["
BY_INPUT = ("keyboard", "mouse")


def stir(doing: Doing, performed: Performed) -> None:
    """Send the target an input that means nothing, where its act came by a pattern alone and it is in front."""
    by_pattern = "Pattern" in performed.method and not performed.method.endswith(BY_INPUT)
    if not by_pattern or doing.target is None or doing.pending is not None or doing.policy.input == "never":
        return
    front = doing.desktop.foreground()
    if any(w.hwnd == front and w.class_name.startswith(WPF_WINDOW) for w in doing.windows_now()):
        doing.desktop.stir()


def wake(doing: Doing) -> None:
    """Bring a WPF target to the front and stir it: what is disabled may have been possible since its last input."""
    if doing.policy.input == "never" or not any(w.class_name.startswith(WPF_WINDOW) for w in doing.windows()):
        return
    doing.bring_to_front()
    if any(w.hwnd == doing.desktop.foreground() for w in doing.windows_now()):
        doing.desktop.stir()
