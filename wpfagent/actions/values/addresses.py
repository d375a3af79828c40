"""Win32's field for an IP address: four small fields in one, which are typed into one by one, as a person does.

Source: Microsoft's "About IP Address Controls": setting all of it (IPM_SETADDRESS) gives no IPN_FIELDCHANGED.
"""

from __future__ import annotations

from ipaddress import AddressValueError, IPv4Address

from wpfagent.actions.doing import Doing
from wpfagent.actions.input import keyboard
from wpfagent.actions.values import dates
from wpfagent.core.errors import InvalidArgument, Unsupported
from wpfagent.core.model import Control
from wpfagent.desktops.base import Conditions
from wpfagent.desktops.locating.labels import ADDRESS

PARTS = 4


def is_address(control: Control) -> bool:
    """Return whether this is Win32's field for an IP address."""
    return control.class_name == ADDRESS


def is_typed_in_parts(control: Control) -> bool:
    """Return whether this is a field of Win32 that is typed into part by part; without a value its name is its text."""
    return dates.is_native(control) or is_address(control)


def type_parts(doing: Doing, field: Control, wanted: str) -> str:
    """Type the four numbers of an address; return the method.

    Raises:
        InvalidArgument: it is none; nothing was typed.
        Unsupported: the field has no four parts; nothing was typed.
    """
    try:
        numbers = str(IPv4Address(wanted.strip())).split(".")
    except AddressValueError:
        raise InvalidArgument(
            f"{field.describe()} takes an IP address, not {wanted!r}.", hint="Four numbers up to 255: 10.0.0.1."
        ) from None
    inside = doing.find_all(Conditions(control_type="Edit"), within=field, limit=PARTS)
    placed = sorted((c.bounding_rect.x, c) for c in inside if c.bounding_rect is not None)
    if len(placed) != PARTS:
        raise Unsupported(f"{field.describe()} has no four parts to type into.", hint="send_keys presses keys in it.")
    keyboard.check_allowed(doing)
    for (_, part), number in zip(placed, numbers, strict=True):
        keyboard.ensure_focus(doing, part)
        doing.verb(part, "select_text", "all")
        keyboard.type_text(doing, number, part)
        doing.desktop.wait_idle(doing.app.pid, doing.left_s)  # three digits move the focus on, once they are handled
    return "keyboard"
