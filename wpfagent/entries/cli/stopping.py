"""How a person stops what runs: the one place that names the key."""

from __future__ import annotations

STOP_KEY = "Ctrl+C"
