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
from wpfagent.oracles.dead_control import dead_control
from wpfagent.oracles.duplicate_dialog import duplicate_dialog
from wpfagent.oracles.element_missing import element_missing
from wpfagent.oracles.entry_lost import entry_lost
from wpfagent.oracles.error_dialog import error_dialog
from wpfagent.oracles.error_text import error_text
from wpfagent.oracles.exception_text import exception_text
from wpfagent.oracles.exit_code import exit_code
from wpfagent.oracles.expectation_not_met import expectation_not_met
from wpfagent.oracles.garbled_text import garbled_text
from wpfagent.oracles.handle_growth import handle_growth
from wpfagent.oracles.invariant_violated import invariant_violated
from wpfagent.oracles.memory_growth import memory_growth
from wpfagent.oracles.nameless_control import nameless_control
from wpfagent.oracles.not_responding import not_responding
from wpfagent.oracles.process_exited import process_exited
from wpfagent.oracles.process_survives import process_survives
from wpfagent.oracles.slow_response import slow_response
from wpfagent.oracles.stated_sum import stated_sum
from wpfagent.oracles.stuck_disabled import stuck_disabled
from wpfagent.oracles.unhandled_exception import unhandled_exception
from wpfagent.oracles.window_offscreen import window_offscreen

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
