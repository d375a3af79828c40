"""`${secret:NAME}` in recorded arguments: which there are, and their values put in.

A text that is nothing but one secret becomes `type_text`'s own `secret` where the environment holds it, so that the
gate reads it itself and shows it nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from wpfagent.actions.texting import SECRET_PREFIX
from wpfagent.core.environ import environment
from wpfagent.core.errors import SecretMissing

REFERENCE = re.compile(r"\$\{secret:(\w+)\}")


def names_in(value: Any) -> Iterator[str]:
    """Yield the names of the secrets in JSON-like arguments, `secret` arguments among them."""
    if isinstance(value, str):
        yield from REFERENCE.findall(value)
    elif isinstance(value, Mapping):
        if isinstance(own := value.get("secret"), str):
            yield own
        for inner in value.values():
            yield from names_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from names_in(inner)


def fill(value: Any, values: Mapping[str, str]) -> Any:
    """Return arguments with every secret's value put in."""
    if isinstance(value, str):
        return REFERENCE.sub(lambda m: values.get(m[1], m[0]), value)
    if isinstance(value, list | tuple):
        return [fill(v, values) for v in value]
    if not isinstance(value, Mapping):
        return value
    given = dict(value)
    whole = REFERENCE.fullmatch(given["text"]) if isinstance(given.get("text"), str) else None
    name = given.get("secret") or (whole[1] if whole else None)
    if isinstance(name, str) and name in values and ("secret" in given or whole):
        given = {k: v for k, v in given.items() if k not in ("secret", "text")}
        filled = {k: fill(v, values) for k, v in given.items()}
        known = variable_of(name) in environment()
        return {**filled, **({"secret": name} if known else {"text": values[name]})}
    return {k: fill(v, values) for k, v in given.items()}


def secret_values(names: Sequence[str], ask: Callable[[str], str] | None = None) -> dict[str, str]:
    """Return the values of secrets: from the environment, else asked.

    Args:
        names: their names.
        ask: asks a person for the value of a name; None where nobody can be asked.

    Raises:
        SecretMissing: naming all that are missing.
    """
    known = environment()
    values = {n: known[variable] for n in names if (variable := variable_of(n)) in known}
    missing = [n for n in names if n not in values]
    if missing and ask is not None:
        values |= {n: given for n in missing if (given := ask(n))}
        missing = [n for n in names if n not in values]
    if missing:
        variables = [variable_of(n) for n in missing]
        named = f"secret {missing[0]} has" if len(missing) == 1 else f"secrets {', '.join(missing)} have"
        raise SecretMissing(
            f"The {named} no value.",
            hint=f"Set {', '.join(variables)} in the environment.",
            details={"missing": missing, "variables": variables},
        )
    return values


def variable_of(name: str) -> str:
    """Return the environment variable that holds a secret."""
    return SECRET_PREFIX + name.upper()
