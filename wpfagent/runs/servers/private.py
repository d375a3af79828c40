"""Files that only their user may read: mode 0600, on Windows an access list with the user and the system alone."""

from __future__ import annotations

import os
import sys

from wpfagent.core.files import write_whole

TOKEN_QUERY, FILE_ALL_ACCESS = 0x0008, 0x1F01FF


def make_folder(path: str) -> None:
    """Make a folder that only the user may enter, if it is not there. Raises OSError."""
    if not os.path.isdir(path):
        os.makedirs(path, mode=0o700, exist_ok=True)
        _restrict(path)


def write_private(path: str, data: bytes) -> None:
    """Replace a file in one step; nobody else can read it at any moment. Raises OSError."""
    write_whole(path, data, mode=0o600, prepare=_restrict)


def _restrict(path: str) -> None:
    """Let nobody but the user and the system in."""
    if sys.platform != "win32":
        return  # the mode says it
    import pywintypes
    import win32api
    import win32security as security

    try:
        token = security.OpenProcessToken(win32api.GetCurrentProcess(), TOKEN_QUERY)
        user = security.GetTokenInformation(token, security.TokenUser)[0]
        system = security.CreateWellKnownSid(security.WinLocalSystemSid, None)
        allowed = security.ACL()
        inherited = security.CONTAINER_INHERIT_ACE | security.OBJECT_INHERIT_ACE if os.path.isdir(path) else 0
        for who in (user, system):
            allowed.AddAccessAllowedAceEx(security.ACL_REVISION, inherited, FILE_ALL_ACCESS, who)
        kinds = security.DACL_SECURITY_INFORMATION | security.PROTECTED_DACL_SECURITY_INFORMATION
        security.SetNamedSecurityInfo(path, security.SE_FILE_OBJECT, kinds, None, None, allowed, None)
    except pywintypes.error as error:
        raise OSError(None, f"its access list cannot be set: {error.strerror}") from error
