"""The one table of oracles: how a failure of the program is recognised.

In the order of their strength: the first finding of a moment names what is wrong, the others support it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from wpfagent.testing.oracles.action_failed import action_failed
from wpfagent.testing.oracles.app_log import app_log
from wpfagent.testing.oracles.base import Oracle
from wpfagent.testing.oracles.dead_control import dead_control
from wpfagent.testing.oracles.duplicate_dialog import duplicate_dialog
from wpfagent.testing.oracles.element_missing import element_missing
from wpfagent.testing.oracles.entry_lost import entry_lost
from wpfagent.testing.oracles.error_dialog import error_dialog
from wpfagent.testing.oracles.error_text import error_text
from wpfagent.testing.oracles.exception_text import exception_text
from wpfagent.testing.oracles.exit_code import exit_code
from wpfagent.testing.oracles.expectation_not_met import expectation_not_met
from wpfagent.testing.oracles.garbled_text import garbled_text
from wpfagent.testing.oracles.handle_growth import handle_growth
from wpfagent.testing.oracles.invariant_violated import invariant_violated
from wpfagent.testing.oracles.memory_growth import memory_growth
from wpfagent.testing.oracles.nameless_control import nameless_control
from wpfagent.testing.oracles.not_responding import not_responding
from wpfagent.testing.oracles.process_exited import process_exited
from wpfagent.testing.oracles.process_survives import process_survives
from wpfagent.testing.oracles.slow_response import slow_response
from wpfagent.testing.oracles.stated_sum import stated_sum
from wpfagent.testing.oracles.stuck_disabled import stuck_disabled
from wpfagent.testing.oracles.unhandled_exception import unhandled_exception
from wpfagent.testing.oracles.window_offscreen import window_offscreen

ORACLES: Mapping[str, Oracle[Any]] = MappingProxyType(
    {
        o.name: o
        for o in (
            unhandled_exception,
            process_exited,
            exit_code,
            process_survives,
            not_responding,
            error_dialog,
            element_missing,
            action_failed,
            invariant_violated,
            expectation_not_met,
            entry_lost,
            stuck_disabled,
            dead_control,
            memory_growth,
            handle_growth,
            slow_response,
            app_log,
            exception_text,
            stated_sum,
            duplicate_dialog,
            window_offscreen,
            garbled_text,
            nameless_control,
            error_text,
        )
    }
)
