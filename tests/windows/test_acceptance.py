"""The acceptance criteria on real windows: the WPF demo, and Notepad beside it."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.acceptance.criteria", "tests.acceptance.place")

from tests.acceptance.criteria import Criteria  # noqa: E402 - assertions are rewritten first

pytestmark = pytest.mark.windows


class TestAcceptance(Criteria):
    """Section 12, row by row."""

    place_name = "uia"
