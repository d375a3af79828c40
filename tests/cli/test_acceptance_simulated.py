"""The acceptance criteria on the simulated desktop."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.acceptance.criteria", "tests.acceptance.place")

from tests.acceptance.criteria import Criteria  # noqa: E402 - assertions are rewritten first


class TestAcceptance(Criteria):
    """Section 12, row by row."""

    place_name = "simulated"
