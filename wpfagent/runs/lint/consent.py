"""Steps that are destructive by what they name, and do not say `confirm: true`: a run would refuse them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wpfagent.actions import get_action
from wpfagent.actions.menus import split_path
from wpfagent.core.keys import ends_program, parse_chords
from wpfagent.core.model import Control
from wpfagent.core.selector import Selector
from wpfagent.desktops.simulated.xaml import XamlElement
from wpfagent.runs.lint.model import Remark
from wpfagent.runs.model import Scenario, Step
from wpfagent.safety import destructive
from wpfagent.safety.destructive import Surroundings


def of_steps(
    scenario: Scenario,
    elements: Sequence[XamlElement],
    controls: Mapping[str, Control],
    patterns: Sequence[str] = (),
) -> Iterator[Remark]:
    """Yield the steps that lack a confirmation.

    Args:
        scenario: the scenario.
        elements: the application's XAML, which knows the captions behind AutomationIds; may be empty.
        controls: elements of the running application, by `repr` of their selector's keys; may be empty.
        patterns: the profile's `destructive_patterns`.
    """
    for step in (*scenario.setup, *scenario.steps, *scenario.teardown):
        if not step.confirm and (why := _reason(step, elements, controls, patterns)):
            yield Remark("unconfirmed", step.place, f"{step.describe()} is destructive ({why}): add `confirm: true`")


def _reason(
    step: Step, elements: Sequence[XamlElement], controls: Mapping[str, Control], patterns: Sequence[str]
) -> str | None:
    action = get_action(step.action)
    if step.action in ("menu", "context_menu"):
        reason = destructive.of_path(split_path(step.args["path"]))
        return str(reason) if reason is not None else None
    if step.action == "send_keys":
        return _of_keys(step)
    if step.action == "drag" and (to := step.args.get("to")):
        dropped = next(iter(_meant(Selector.parse(to), elements, controls)), None)
        reason = destructive.of_drop(dropped) if dropped is not None else None
        return str(reason) if reason is not None else None
    if not action.activates or step.selector is None:
        return None
    for control in _meant(step.selector, elements, controls):
        reason = destructive.of_command(control, Surroundings(), patterns)
        if reason is not None:
            return str(reason)
    return None


def _meant(selector: Selector, elements: Sequence[XamlElement], controls: Mapping[str, Control]) -> Iterator[Control]:
    """The element as the running application shows it, else as the selector and the XAML describe it."""
    if (live := controls.get(repr(selector.to_dict()))) is not None:
        yield live
        return
    yield Control(
        "",
        automation_id=selector.automation_id or "",
        name=selector.name or "",
        control_type=selector.control_type or "Button",
    )
    for e in elements:
        if selector.automation_id is not None and e.automation_id == selector.automation_id:
            yield Control("", automation_id=e.automation_id, name=e.name, control_type=e.control_type)


def _of_keys(step: Step) -> str | None:
    kind = step.selector.control_type if step.selector is not None else None
    for chord in parse_chords(step.args["keys"]):
        if ends_program(chord):
            return f"{'+'.join(chord)} may end the program"
        if chord[-1] == "Delete" and kind and kind not in destructive.LOSING_A_CHARACTER:
            return f"the Delete key on a {kind}"
    return None
