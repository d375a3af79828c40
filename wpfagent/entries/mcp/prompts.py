"""The prompts: starting points that a person chooses in the client."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wpfagent.core.errors import InvalidArgument


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt: its arguments with their docs (those marked `?` may be left out) and its text with `{argument}`s."""

    name: str
    title: str
    description: str
    arguments: Mapping[str, str]
    text: str

    def is_required(self, argument: str) -> bool:
        """Whether the argument must be given."""
        return not self.arguments[argument].endswith("?")

    def fill(self, given: Mapping[str, str]) -> str:
        """Return the text with its arguments. Raises InvalidArgument."""
        unknown = [k for k in given if k not in self.arguments]
        missing = [k for k in self.arguments if self.is_required(k) and not given.get(k)]
        if unknown or missing:
            said = f"has no argument {unknown[0]!r}" if unknown else f"needs {missing[0]}"
            raise InvalidArgument(f"{self.name} {said}.", hint=f"Arguments: {', '.join(self.arguments)}.")
        text = self.text
        for name in self.arguments:
            text = text.replace(f"{{{name}}}", given.get(name) or "not given")
        return text


PROMPTS = (
    Prompt(
        "debug_app",
        "Find out why an application misbehaves",
        "Reproduce a problem of a running application step by step and narrow down its cause.",
        {"app": "its name, window title or profile", "problem": "what goes wrong"},
        """\
Find out why the application {app} misbehaves: {problem}

1. resolve_target it (launch_application when it does not run and a profile allows it). Take a screenshot and
   list_controls of the window that matters.
2. Say which steps you expect to show the problem, then do them one at a time. After each, read the effect in the reply
   and check with get_state, read_text or wait_for what a person would see.
3. Once it shows: repeat it from a fresh start with as few steps as you can.
4. Report: the steps, what was expected, what happened, which element (its selector), and the session that holds the
   record. State a cause only with its evidence; if the sources are at hand, name the handler or the binding.

Change no data that the steps do not need. Do not work around a refusal: say what was refused.""",
    ),
    Prompt(
        "write_scenario",
        "Write a test scenario",
        "Walk through a task in the application and write it down as a scenario that runs without an AI.",
        {"app": "its name, window title or profile", "task": "what the scenario shows"},
        """\
Write a wpf-agent scenario for the application {app} that shows: {task}

1. resolve_target it and list_controls of each window on the way. Prefer automation_id; where there is none take name
   and control_type; never ref, index only as a last resort.
2. Walk through the task once with the tools. After each step that matters decide what proves it (text_equals,
   value_equals, exists, enabled, selected, window_exists, count_greater_equal) and check that it holds.
3. Write YAML:

   id: short-name
   title: what it shows
   target_spec: {profile: NAME}          # or process, exe, title_re
   steps:
     - action: type_text
       selector: {automation_id: Notes}
       args: {text: hello}
       expected: {value_equals: hello}
   success: [{selector: {automation_id: Status}, text_contains: Saved}]

4. Leave the application as you found it (teardown). Never add sleeps: expectations wait.""",
    ),
    Prompt(
        "hunt_bugs",
        "Hunt for bugs",
        "Explore an application and report what is broken, with steps that reproduce it.",
        {"app": "its name, window title or profile", "area": "which part to look at?"},
        """\
Hunt for bugs in the application {app}. Area: {area}

1. Look: resolve_target (or launch_application), list_controls, and a short plan of its functions.
2. Let the machine try: run_random with the profile, a seed, and a minute or two (max_steps 200, max_time_s 60). It
   needs no model, restarts the application after a failure, and returns each failure as a ticket with the few steps
   that matter and how often they reproduced. Run it again with other seeds, or until_covered, while it still finds
   something new. Without a profile give target_id: then the first failure ends it.
3. Try by hand what dice do not: each function with usual, empty, very long, negative, unusual (日本語, emoji, quotes)
   and repeated input; close and open dialogs again, cancel half-way, change the order of steps, come back to what was
   saved. Prefer run_actions for sequences you know. Look at what run_random names as never used.
4. After each sequence look for: an error dialog, a window that does not answer, a control that stays disabled, a value
   that is wrong or lost, a text that is cut or garbled, a list that does not follow.
5. A failure that you met by hand (a crash, a freeze, an error dialog) has a ticket too, see wpf-agent://tickets:
   minimize it by its id. Else reproduce it from a fresh start with as few steps as you can, and take a screenshot.
6. Report each finding: title, steps, expected, actual, evidence (ticket, replay file, session), how often it
   reproduced. Say the seeds, and what you did not look at.

Long calls tell their progress; one that is cancelled keeps its tickets and its record (wpf-agent://tickets).
Destructive actions need the person's consent: leave them out unless you were asked to try them.""",
    ),
)


def get_prompt(name: str) -> Prompt:
    """Return a prompt by its name. Raises InvalidArgument."""
    found = next((p for p in PROMPTS if p.name == name), None)
    if found is None:
        raise InvalidArgument(f"There is no prompt {name!r}.", hint=f"There are {', '.join(p.name for p in PROMPTS)}.")
    return found
