"""Validation at the border and the JSON Schemas: pydantic adapters made from the core's dataclasses on first use."""

from __future__ import annotations

from wpfagent.schemas.profiles import load_profiles
from wpfagent.schemas.requests import ActionList, Call, resolve_call, validate_actions, validate_args, validate_request
from wpfagent.schemas.scenarios import validate_scenario, validate_step

__all__ = [
    "ActionList",
    "Call",
    "load_profiles",
    "resolve_call",
    "validate_actions",
    "validate_args",
    "validate_request",
    "validate_scenario",
    "validate_step",
]
