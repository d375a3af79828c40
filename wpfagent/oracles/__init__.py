"""The one table of oracles: how a failure of the program is recognised.

In the order of their strength: the first finding of a moment names what is wrong, the others support it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from wpfagent.oracles.action_failed import action_failed
from wpfagent.oracles.app_log import app_log
from wpfagent.oracles.base import Oracle
from wpfagent.oracles.element_missing import element_missing
from wpfagent.oracles.error_dialog import error_dialog
from wpfagent.oracles.error_text import error_text
from wpfagent.oracles.expectation_not_met import expectation_not_met
from wpfagent.oracles.invariant_violated import invariant_violated
from wpfagent.oracles.not_responding import not_responding
from wpfagent.oracles.process_exited import process_exited
from wpfagent.oracles.unhandled_exception import unhandled_exception

ORACLES: Mapping[str, Oracle[Any]] = MappingProxyType(
    {
        o.name: o
        for o in (
            unhandled_exception,
            process_exited,
            not_responding,
            error_dialog,
            element_missing,
            action_failed,
            invariant_violated,
            expectation_not_met,
            app_log,
            error_text,
        )
    }
)
