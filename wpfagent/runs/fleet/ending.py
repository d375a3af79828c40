"""What a worker starts ends with it, however it ends: the next run finds no program in the middle of something."""

from __future__ import annotations

import ctypes
import sys

KILL_ON_CLOSE = 0x2000
EXTENDED_LIMITS = 9


class _Basic(ctypes.Structure):
    _fields_ = (
        ("process_time", ctypes.c_int64), ("job_time", ctypes.c_int64), ("flags", ctypes.c_uint32),
        ("least_memory", ctypes.c_size_t), ("most_memory", ctypes.c_size_t), ("processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t), ("priority", ctypes.c_uint32), ("scheduling", ctypes.c_uint32),
    )  # fmt: skip


class _Extended(ctypes.Structure):
    _fields_ = (
        ("basic", _Basic), ("io", ctypes.c_uint64 * 6), ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t), ("most_process", ctypes.c_size_t), ("most_job", ctypes.c_size_t),
    )  # fmt: skip


def end_together() -> bool:
    """Put this process, and with it all that it starts, into a job of Windows that ends when this process does.

    Returns:
        Whether that holds; False elsewhere, and where Windows refuses.
    """
    if sys.platform != "win32":
        return False
    kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)
    kernel32.CreateJobObjectW.restype = kernel32.GetCurrentProcess.restype = ctypes.c_void_p
    kernel32.SetInformationJobObject.argtypes = (ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_uint32)
    kernel32.AssignProcessToJobObject.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    job = kernel32.CreateJobObjectW(None, None)  # its one handle is closed when this process ends, and not before
    limits = _Extended(basic=_Basic(flags=KILL_ON_CLOSE))
    held = job and kernel32.SetInformationJobObject(job, EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits))
    return bool(held and kernel32.AssignProcessToJobObject(job, kernel32.GetCurrentProcess()))
