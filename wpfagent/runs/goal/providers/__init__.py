"""The models that can be asked, by name; what they are asked with is loaded when one is used.

Keys and addresses come from the environment, as the SDKs' own documentation names them, or the key from the system's
keyring (service `wpf-agent`, user = the provider's name). They are never written into a file of ours.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from wpfagent.core.environ import environment
from wpfagent.core.errors import InvalidArgument, ModelFailed, SecretMissing
from wpfagent.core.extras import require
from wpfagent.runs.goal.model import Provider
from wpfagent.safety.masking import Masks

SERVICE = "wpf-agent"
LONGEST_ANSWER = 4_000
"""Tokens of one answer."""
TRIES = 2
"""How often a request is repeated that failed on the way."""


@dataclass(frozen=True, slots=True)
class Api:
    """One way to ask a model.

    Args:
        needs: the library that it asks with.
        key: the environment variable that holds the key.
        model: the default model; None where the address decides what there is.
    """

    needs: str
    key: str
    model: str | None


APIS: Mapping[str, Api] = {
    "anthropic": Api("anthropic", "ANTHROPIC_API_KEY", "claude-sonnet-4-5"),
    "openai": Api("httpx2", "OPENAI_API_KEY", None),
}


def open_provider(name: str, model: str | None) -> Provider:
    """Return a provider that can be asked.

    Args:
        name: one of `APIS`.
        model: the model; the provider's default when None.

    Raises:
        InvalidArgument: there is no such provider, or it needs a model.
        ExtraMissing: what it asks with is not installed.
        SecretMissing: it has no key.
    """
    api = APIS.get(name)
    if api is None:
        raise InvalidArgument(f"--provider cannot be {name!r}.", hint=f"One of: {', '.join(APIS)}.")
    wanted = model or api.model
    if wanted is None:
        raise InvalidArgument(f"{name} needs a model.", hint="Name one by --model.")
    require(api.needs)
    made: Provider = importlib.import_module(f"{__name__}.{name}_api").open_model(wanted, key_of(name, api))
    return made


@contextmanager
def translated(name: str, key: str, errors: type[Exception] | tuple[type[Exception], ...]) -> Iterator[None]:
    """Let errors of an SDK, or of what it reads, rise as ours, without the key. Raises ModelFailed."""
    try:
        yield
    except errors as error:
        raise ModelFailed(
            f"{name} did not answer: {without(str(error), key)}", hint="Check the key, the address and the model."
        ) from error


def without(text: str, key: str) -> str:
    """Return what somebody who was asked has said, without the key, which may stand in it."""
    masks = Masks()
    masks.add(key, "KEY")
    return masks.text(text)


def key_of(name: str, api: Api) -> str:
    """Return the key of a provider, from the environment, else from the keyring. Raises SecretMissing."""
    key: str | None = environment().get(api.key)
    if key:
        return key
    try:
        import keyring
        from keyring.errors import KeyringError
    except ModuleNotFoundError:
        pass
    else:
        try:
            key = keyring.get_password(SERVICE, name)
        except KeyringError:
            pass  # there is none on this system, or it is locked
    if not key:
        raise SecretMissing(f"There is no key for {name}.", hint=f"Set {api.key}, or run: keyring set {SERVICE} {name}")
    return key
