"""The one table of oracles: how a failure of the program is recognised.

In the order of their strength: the first finding of a moment names what is wrong, the others support it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from wpfagent.testing.oracles.action_failed import ActionFailed
from wpfagent.testing.oracles.app_log import AppLog
from wpfagent.testing.oracles.base import Oracle
from wpfagent.testing.oracles.dead_control import DeadControl
from wpfagent.testing.oracles.duplicate_dialog import DuplicateDialog
from wpfagent.testing.oracles.element_missing import ElementMissing
from wpfagent.testing.oracles.entry_lost import EntryLost
from wpfagent.testing.oracles.error_dialog import ErrorDialog
from wpfagent.testing.oracles.error_text import ErrorText
from wpfagent.testing.oracles.exception_text import ExceptionText
from wpfagent.testing.oracles.exit_code import ExitCode
from wpfagent.testing.oracles.expectation_not_met import ExpectationNotMet
from wpfagent.testing.oracles.garbled_text import GarbledText
from wpfagent.testing.oracles.handle_growth import HandleGrowth
from wpfagent.testing.oracles.invariant_violated import InvariantViolated
from wpfagent.testing.oracles.memory_growth import MemoryGrowth
from wpfagent.testing.oracles.nameless_control import NamelessControl
from wpfagent.testing.oracles.not_responding import NotResponding
from wpfagent.testing.oracles.process_exited import ProcessExited
from wpfagent.testing.oracles.process_survives import ProcessSurvives
from wpfagent.testing.oracles.slow_response import SlowResponse
from wpfagent.testing.oracles.stated_sum import StatedSum
from wpfagent.testing.oracles.stuck_disabled import StuckDisabled
from wpfagent.testing.oracles.unhandled_exception import UnhandledException
from wpfagent.testing.oracles.window_offscreen import WindowOffscreen

ORACLES: Mapping[str, type[Oracle[Any, Any]]] = MappingProxyType(
    {
        o.name: o
        for o in (
            UnhandledException,
            ProcessExited,
            ExitCode,
            ProcessSurvives,
            NotResponding,
            ErrorDialog,
            ElementMissing,
            ActionFailed,
            InvariantViolated,
            ExpectationNotMet,
            EntryLost,
            StuckDisabled,
            DeadControl,
            MemoryGrowth,
            HandleGrowth,
            SlowResponse,
            AppLog,
            ExceptionText,
            StatedSum,
            DuplicateDialog,
            WindowOffscreen,
            GarbledText,
            NamelessControl,
            ErrorText,
        )
    }
)
