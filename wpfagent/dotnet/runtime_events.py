"""The runtime's own events: from a NetTrace payload to what it says. Unknown and broken ones are None.

Source: .NET runtime events (Microsoft Learn), and ClrEtwAll.man of the dotnet/runtime repository.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from wpfagent.dotnet.commands import Provider
from wpfagent.dotnet.metadata_records import EventKind, text, values

RUNTIME, RUNDOWN = "Microsoft-Windows-DotNETRuntime", "Microsoft-Windows-DotNETRuntimeRundown"
SAMPLES, COUNTERS = "Microsoft-DotNETCore-SampleProfiler", "System.Runtime"
LOADER, JIT, CONTENTION, EXCEPTION, IL_MAPS = 0x8, 0x10, 0x4000, 0x8000, 0x20000
GC, THREADS, COLLECT_NOW = 0x1, 0x800, 0x800000
"""Collections; threads that begin and end; and what makes a session begin with a whole collection."""
READY_TO_RUN = 0x2000000000
"""CompilationDiagnostic: the first call of a method that was compiled when the program was published."""
INFORMATIONAL, VERBOSE = 4, 5
LIVE_STACKS = Provider(SAMPLES, 0, VERBOSE)
HAS_INNER, RETHROWN = 0x1, 0x4
_METHOD = struct.Struct("<QQQIII")
_MAP = struct.Struct("<QQBH")
_THREAD = struct.Struct("<QQIII")
_HEAP = struct.Struct("<" + "8xQ" * 4 + "16xIIIH8xQ")
WHOLE = 2
"""The generation whose collection is one of the whole heap."""


class Loaded(NamedTuple):
    """A method that has code: its id, module's id, address and size (0: not said), token (0: not said) and names."""

    id: int
    module: int
    start: int
    size: int
    token: int
    type: str
    name: str
    signature: str


class Mapped(NamedTuple):
    """Where a method's IL went; read where somebody asks, since there are thousands of the framework's."""

    id: int
    payload: bytes

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Pairs of native offset and IL offset (negative: no statement), by native offset."""
        count = _MAP.unpack_from(self.payload)[3]
        numbers = struct.unpack_from(f"<{2 * count}i", self.payload, _MAP.size)
        return tuple(sorted(zip(numbers[count:], numbers[:count], strict=True)))


class Module(NamedTuple):
    """A module's id and the path of its IL."""

    id: int
    path: str


class Raised(NamedTuple):
    """An exception that was thrown: type, message, HRESULT, and what it is (HAS_INNER, RETHROWN)."""

    type: str
    message: str
    hresult: int
    flags: int


class CatchBegins(NamedTuple):
    """A handler takes the thread's latest exception: its address, the method's id and name."""

    address: int
    method: int
    name: str


class CatchEnds(NamedTuple):
    """A handler has ended normally."""


class LockWanted(NamedTuple):
    """The thread waits for a lock that another thread (0: not said) holds."""

    owner: int


class LockGot(NamedTuple):
    """The thread got the lock that it waited for."""


class Sample(NamedTuple):
    """Where the thread stood; `managed` is False while it is in native code, as when it waits."""

    managed: bool


class Count(NamedTuple):
    """One of the runtime's counters."""

    name: str
    value: float


class ThreadBegins(NamedTuple):
    """A thread began: the runtime's own number of it, and the Windows thread."""

    key: int
    thread_id: int


class ThreadEnds(NamedTuple):
    """A thread ended: the runtime's own number of it."""

    key: int


class CollectionBegins(NamedTuple):
    """A collection of garbage began, of one generation and the younger ones."""

    generation: int


class CollectionEnds(NamedTuple):
    """What was still held when a collection had ended, in bytes."""

    live: int


class Allocated(NamedTuple):
    """The runtime took a sample of what is allocated: the bytes since the one before."""

    size: int


_Told = Allocated | ThreadBegins | ThreadEnds | CollectionBegins | CollectionEnds | Sample | Count
Fact = _Told | Loaded | Mapped | Module | Raised | CatchBegins | CatchEnds | LockWanted | LockGot


def fact_of(kind: EventKind, payload: bytes) -> Fact | None:
    """Return what an event says; None where it is not one of those that are read, or makes no sense."""
    if kind.provider == COUNTERS:
        return _count(kind, payload)
    if kind.provider == SAMPLES:
        return Sample(int.from_bytes(payload[:4], "little") == 2)
    decode = _DECODERS.get((kind.provider, kind.id))
    if decode is None:
        return None
    try:
        return decode(payload)
    except (struct.error, ValueError, IndexError):
        return None


def _loaded(payload: bytes) -> Loaded:
    identity, module, start, size, token, _ = _METHOD.unpack_from(payload)
    type_name, name, signature, *_ = payload[_METHOD.size :].decode("utf-16-le", "replace").split("\0", 3)
    return Loaded(identity, module, start, size, token, type_name, name, signature)


def _ready(payload: bytes) -> Loaded:
    (identity,) = struct.unpack_from("<Q", payload)
    type_name, at = text(payload, 8)
    name, at = text(payload, at)
    signature, at = text(payload, at)
    (start,) = struct.unpack_from("<Q", payload, at)
    return Loaded(identity, 0, start, 0, 0, type_name, name, signature)


def _mapped(payload: bytes) -> Mapped:
    identity, _, _, count = _MAP.unpack_from(payload)
    if len(payload) < _MAP.size + 8 * count:
        raise ValueError("The map is cut")
    return Mapped(identity, payload)


def _module(payload: bytes) -> Module:
    (identity,) = struct.unpack_from("<Q", payload)
    return Module(identity, text(payload, 24)[0])


def _domain_module(payload: bytes) -> Module:
    (identity,) = struct.unpack_from("<Q", payload)
    return Module(identity, text(payload, 32)[0])


def _raised(payload: bytes) -> Raised:
    type_name, at = text(payload, 0)
    message, at = text(payload, at)
    hresult, flags = struct.unpack_from("<IH", payload, len(payload) - 8)
    return Raised(type_name, message, hresult, flags)


def _catch(payload: bytes) -> CatchBegins:
    address, method = struct.unpack_from("<QQ", payload)
    return CatchBegins(address, method, text(payload, 16)[0])


def _lock(payload: bytes) -> LockWanted:
    return LockWanted(int.from_bytes(payload[19:27], "little"))


def _thread(payload: bytes) -> ThreadBegins:
    key, _, _, _, thread_id = _THREAD.unpack_from(payload)
    return ThreadBegins(key, thread_id)


def _collected(payload: bytes) -> CollectionEnds:
    """The bytes that survived, of the generations 0 to 2, large and pinned objects."""
    said = _HEAP.unpack_from(payload)
    return CollectionEnds(sum(said[:4]) + said[-1])


def _count(kind: EventKind, payload: bytes) -> Count | None:
    if kind.name != "EventCounters":
        return None
    try:
        said = values(payload, kind.fields)
    except (struct.error, ValueError):
        return None
    inner: Any = said
    while isinstance(inner, dict) and len(inner) == 1:
        inner = next(iter(inner.values()))
    if not isinstance(inner, dict):
        return None
    value = inner.get("Mean", inner.get("Increment"))
    name = sys.intern(str(inner.get("Name", "")))  # kept for hours, once a second
    return Count(name, float(value)) if isinstance(value, (int, float)) else None


_DECODERS: dict[tuple[str, int], Callable[[bytes], Fact]] = {
    (RUNTIME, 1): lambda payload: CollectionBegins(int.from_bytes(payload[4:8], "little")),
    (RUNTIME, 4): _collected,
    (RUNTIME, 10): lambda payload: Allocated(*struct.unpack_from("<Q", payload, 10)),
    (RUNTIME, 80): _raised,
    (RUNTIME, 81): _lock,
    (RUNTIME, 85): _thread,
    (RUNTIME, 86): lambda payload: ThreadEnds(int.from_bytes(payload[:8], "little")),
    (RUNTIME, 91): lambda _: LockGot(),
    (RUNTIME, 143): _loaded,
    (RUNTIME, 151): _domain_module,
    (RUNTIME, 152): _module,
    (RUNTIME, 159): _ready,
    (RUNTIME, 190): _mapped,
    (RUNTIME, 250): _catch,
    (RUNTIME, 251): lambda _: CatchEnds(),
    (RUNDOWN, 144): _loaded,
    (RUNDOWN, 150): _mapped,
    (RUNDOWN, 152): _domain_module,
    (RUNDOWN, 154): _module,
}
"""By provider and event: 144 and 150 are the rundown's methods and maps, 152 and 154 its modules."""
