"""Which program a name or path means, and those that are never targets: shells, script hosts, system tools."""

from __future__ import annotations

import ntpath
import os
import re

from wpfagent.core.errors import RefusedOutsideTarget

REFUSED_PROGRAMS = frozenset({
    "cmd.exe", "powershell.exe", "powershell_ise.exe", "pwsh.exe", "windowsterminal.exe", "wt.exe", "conhost.exe",
    "openconsole.exe", "bash.exe", "wsl.exe", "mintty.exe", "explorer.exe", "regedit.exe", "regedt32.exe", "reg.exe",
    "mmc.exe", "taskmgr.exe", "alacritty.exe", "wezterm-gui.exe", "mshta.exe", "wscript.exe", "cscript.exe",
    "rundll32.exe", "regsvr32.exe", "command.com", "wmic.exe", "schtasks.exe", "runas.exe", "conemu.exe",
    "conemu64.exe",
    "cmder.exe", "git-bash.exe", "git-cmd.exe", "nu.exe", "hyper.exe", "tabby.exe", "winrs.exe", "msconfig.exe",
    "forfiles.exe", "pcalua.exe", "scriptrunner.exe", "msbuild.exe", "installutil.exe", "regasm.exe", "regsvcs.exe",
    "cmstp.exe", "odbcconf.exe", "msiexec.exe", "certutil.exe", "bitsadmin.exe", "at.exe", "sc.exe", "net.exe",
    "net1.exe", "control.exe", "hh.exe", "ftp.exe", "ssh.exe", "diskpart.exe", "format.com", "bcdedit.exe",
    "vssadmin.exe", "wbadmin.exe", "shutdown.exe", "logoff.exe", "taskkill.exe", "tskill.exe", "cipher.exe",
    "cleanmgr.exe", "dism.exe", "diskshadow.exe", "fsutil.exe", "netsh.exe", "pnputil.exe", "reagentc.exe",
    "robocopy.exe", "rstrui.exe", "systemreset.exe", "takeown.exe", "icacls.exe", "wevtutil.exe", "wusa.exe",
    "infdefaultinstall.exe", "presentationhost.exe", "ie4uinit.exe", "xwizard.exe", "esentutl.exe", "manage-bde.exe",
    "dfsvc.exe", "workfolders.exe", "hdwwiz.exe", "eventvwr.exe", "compmgmtlauncher.exe", "fodhelper.exe",
    "systempropertiesadvanced.exe", "optionalfeatures.exe",
})  # fmt: skip
"""Shells, terminals, script hosts, Explorer, registry tools, and what runs other code or changes the system when it
is told to: never targets unless a profile names them."""


SCRIPTS = frozenset({".bat", ".cmd", ".ps1", ".vbs", ".vbe", ".js", ".jse", ".wsf", ".wsh", ".hta", ".msc", ".reg",
                     ".lnk", ".url", ".pif", ".scf", ".cpl"})  # fmt: skip
"""What a shell or a script host runs, so that starting it starts one of them."""


_SHORT = re.compile(r"~\d+(?:[./\\]|$)")
"""What marks a short name (8.3), as `POWERS~1.EXE`."""


def check_allowed(program: str, *, named: bool) -> None:
    """Raise RefusedOutsideTarget for a shell, script, terminal, Explorer or registry tool that no profile names.

    Args:
        program: its path or name, as the system gives it where it runs.
        named: whether a profile names this very program.
    """
    real = real_path(program)
    name = program_name(real)
    if not named and _SHORT.search(name) and not os.path.isfile(real):
        raise RefusedOutsideTarget(
            f"{name} is the short name of a program, which may be any.", hint="Name it by its whole name, or its path."
        )
    refused = name in REFUSED_PROGRAMS or f"{name}.exe" in REFUSED_PROGRAMS or ntpath.splitext(name)[1] in SCRIPTS
    if not named and refused:
        raise RefusedOutsideTarget(
            f"{name} is a shell or system tool; those are not targets.",
            hint="If this is truly the program under test, name it in a profile.",
        )


def program_name(program: str) -> str:
    """Return a program's file name as Windows opens it: `C:/Windows/CMD.exe.` is `cmd.exe`."""
    return ntpath.basename(_whole(program)).lower().partition(":")[0].rstrip(". ")


def same_program(wanted: str, process: str, exe: str, cwd: str | None = None) -> bool:
    """Return whether a program's name or path, as somebody wrote it, means a process.

    Args:
        wanted: as written: a name without its suffix counts too.
        process: the process's file name.
        exe: the process's image path.
        cwd: where a relative path starts.
    """
    if not any(s in wanted for s in "/\\"):
        return same_name(wanted, process)
    full = os.path.abspath(os.path.join(cwd or "", os.path.expandvars(wanted)))
    if normal_path(full) == normal_path(exe):
        return True
    may_be = exe and (_SHORT.search(full) or same_name(program_name(full), program_name(exe)))
    return bool(may_be) and normal_path(real_path(full)) == normal_path(real_path(exe))


def real_path(path: str) -> str:
    """Return a path of this computer by its own names: without short ones (8.3), junctions and links."""
    whole = _whole(path)
    is_elsewhere = whole.startswith(("\\\\", "//"))  # it would be asked
    if is_elsewhere or "\0" in whole or not any(s in whole for s in "/\\"):
        return path
    return os.path.realpath(whole)


def _whole(written: str) -> str:
    """Return a name or path as it was meant: with its variables, without what it was quoted by."""
    return os.path.expandvars(written).strip().strip('"')


def same_name(wanted: str, name: str) -> bool:
    """Whether a file name is the wanted one; its suffix may be missing, case does not count."""
    wanted, name = wanted.lower(), name.lower()
    return name in (wanted, wanted + ".exe")


def normal_path(path: str) -> str:
    """Return a path as two of them are compared."""
    return ntpath.normcase(ntpath.normpath(path))
