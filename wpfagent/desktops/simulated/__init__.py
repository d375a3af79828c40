"""WPF-like applications made from XAML and Python code-behind, on any OS: a test double and a linter."""

from __future__ import annotations

from wpfagent.desktops.simulated.desktop import SimulatedDesktop

__all__ = ["SimulatedDesktop"]
