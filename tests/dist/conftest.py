"""What the build is made of, importable as the spec imports it."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "dist_config"), str(ROOT / "scripts")]
