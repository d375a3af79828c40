"""The reader of a NetTrace stream (versions 4 and 5): events with thread, time, stack and payload, as they come.

It holds one block at a time. A stream that is cut, or whose framing makes no sense, ends in NetTraceError after all
events that lie wholly before; damage inside one block costs the rest of that block, and what follows is marked.

Source: EventPipe (File) Format, versions 4 to 5, of the perfview repository.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from typing import NamedTuple

from wpfagent.dotnet.metadata_records import EventKind, kind_of

NULL, BEGIN, END = 1, 5, 6
"""The tags: end of the stream (or a type's own type), begin and end of an object."""
LONGEST_BLOCK = 16 << 20
"""The runtime's blocks have some 100 kB; a longer one than this cannot be."""
LONGEST_NAME = 256
MOST_STACKS = 100_000
"""Stacks kept between two sequence points; the runtime makes one well before."""
MOST_KINDS = 20_000
CHUNK = 1 << 16
_TRACE = struct.Struct("<16sqqiiii")
_BLOCK_HEADER = struct.Struct("<HHQQ")
_UNCOMPRESSED = struct.Struct("<iiiqqiiq16s16si")


class NetTraceError(Exception):
    """The stream is not NetTrace, has a version that this does not read, is cut, or makes no sense.

    Attributes:
        position: the byte at which that was seen.
        cut: whether the stream just ended too early, as it does when the program is gone.
    """

    def __init__(self, message: str, position: int, *, cut: bool = False) -> None:
        super().__init__(f"{message} (at byte {position})")
        self.position = position
        self.cut = cut


class Event(NamedTuple):
    """One event.

    Attributes:
        kind: provider, id and fields.
        thread_id: the operating system's.
        time: in ticks of the trace's clock.
        stack: addresses as little-endian numbers of the trace's pointer size, innermost first; b"" without one.
        payload: the fields' bytes.
        damaged: whether it comes after damage, so that it may be wrong.
    """

    kind: EventKind
    thread_id: int
    time: int
    stack: bytes
    payload: bytes
    damaged: bool


class _Damage(Exception):
    """A block's content makes no sense."""


class Reader:
    """Reads one stream.

    Args:
        read: returns some of the next bytes, at most so many as asked for; b"" at the end.

    Attributes:
        pointer_size: of the program, in bytes; known at the first event.
        lost: how many events the runtime dropped, as far as the stream told.
        damaged: whether something made no sense.
        position: how many bytes were taken.
    """

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read = read
        self._buffer = b""
        self._at = 0
        self.position = 0
        self.pointer_size = 8
        self.lost = 0
        self.damaged = False
        self._kinds: dict[int, EventKind] = {}
        self._stacks: dict[int, bytes] = {}
        self._sequence: dict[int, int] = {}

    def events(self) -> Iterator[Event]:
        """Give the events one after the other.

        Raises:
            NetTraceError: see there.
        """
        self._begin()
        while True:
            tag = self._take(1)[0]
            if tag == NULL:
                return
            if tag != BEGIN:
                raise NetTraceError(f"An object should begin, and there is the byte {tag}", self.position - 1)
            name = self._type()
            if name == "Trace":
                self._trace()
            else:
                yield from self._block(name)
            if self._take(1)[0] != END:
                raise NetTraceError(f"The object {name} does not end where it should", self.position - 1)

    # -- framing

    def _begin(self) -> None:
        if self._take(8) != b"Nettrace":
            raise NetTraceError("This is no NetTrace stream", 0)
        length = int.from_bytes(self._take(4), "little")
        if length == 0:
            version = int.from_bytes(self._take(4), "little")
            raise NetTraceError(f"The stream has NetTrace version {version}; this reads versions 4 and 5", 12)
        if length != 20 or self._take(20) != b"!FastSerialization.1":
            raise NetTraceError("The stream's header is not that of NetTrace version 4 or 5", 12)

    def _type(self) -> str:
        """Take an object's type; return its name."""
        at = self.position
        begin, null, _, least, length = struct.unpack("<BBiii", self._take(14))
        if begin != BEGIN or null != NULL or not 0 < length <= LONGEST_NAME:
            raise NetTraceError("An object's type makes no sense", at)
        name = self._take(length)
        if self._take(1)[0] != END:
            raise NetTraceError("An object's type does not end where it should", self.position - 1)
        text = name.decode("ascii", "replace")
        known = 5 if text == "Trace" else 2
        if text in ("Trace", *_BLOCKS) and not 0 < least <= known:
            raise NetTraceError(
                f"The stream's {text} needs a reader of version {least}; this reads versions 4 and 5 of NetTrace", at
            )
        return text

    def _trace(self) -> None:
        at = self.position
        size = _TRACE.unpack(self._take(_TRACE.size))[3]
        if size not in (4, 8):
            raise NetTraceError(f"The program's pointers cannot have {size} bytes", at)
        self.pointer_size = size

    def _block(self, name: str) -> Iterator[Event]:
        at = self.position
        size = int.from_bytes(self._take(4), "little")
        if size > LONGEST_BLOCK:
            raise NetTraceError(f"The {name} cannot have {size} bytes", at)
        self._take(-self.position % 4)
        begun = self.position
        cut: _Cut | None = None
        try:
            block = self._take(size)
        except _Cut as error:
            block, cut = error.part, error
        try:
            if name == "EventBlock":
                yield from self._events(block, begun)
            elif name == "MetadataBlock":
                for payload in self._blobs(block, begun):
                    self._learn(payload)
            elif name == "StackBlock":
                self._learn_stacks(block)
            elif name == "SPBlock":
                self._sequence_point(block)
        except (_Damage, IndexError, struct.error, ValueError):
            if cut is None:
                self.damaged = True
                self._sequence.clear()
        if cut is not None:
            raise cut

    def _take(self, size: int) -> bytes:
        """Return exactly so many bytes; raises NetTraceError, with what there was, at the end of the stream."""
        part = self._buffer[self._at : self._at + size]
        self._at += size
        missing = size - len(part)
        if missing:
            parts = [part]
            while missing:
                chunk = self._read(max(CHUNK, missing))
                if not chunk:
                    self._buffer, self._at = b"", 0
                    self.position += size - missing
                    raise _Cut(b"".join(parts), self.position)
                used = min(missing, len(chunk))
                parts.append(chunk[:used])
                missing -= used
                self._buffer, self._at = chunk, used
            part = b"".join(parts)
        self.position += size
        return part

    # -- what is in the blocks

    def _events(self, block: bytes, begun: int) -> Iterator[Event]:
        """Give the events of one block: those before damage as they are."""
        kinds, stacks, sequence = self._kinds, self._stacks, self._sequence
        least, most, rows = self._rows(block, begun)
        for metadata, number, capture, thread, stack, time, start, end in rows:
            kind = kinds.get(metadata)
            if kind is None or not least <= time <= most:
                raise _Damage
            last = sequence.get(capture)
            sequence[capture] = number
            if last is not None and number > last + 1:
                self.lost += number - last - 1
            yield Event(kind, thread, time, stacks.get(stack, b""), block[start:end], self.damaged)

    def _blobs(self, block: bytes, begun: int) -> Iterator[bytes]:
        for row in self._rows(block, begun)[2]:
            yield block[row[6] : row[7]]

    def _rows(self, block: bytes, begun: int) -> tuple[int, int, Iterator[_Row]]:
        """Return least and greatest time of a block, and its rows."""
        header, flags, least, most = _BLOCK_HEADER.unpack_from(block)
        if header < _BLOCK_HEADER.size:
            raise _Damage
        rows = _compressed(block, header) if flags & 1 else _uncompressed(block, header, begun)
        return least, most, rows

    def _learn(self, payload: bytes) -> None:
        number, kind = kind_of(payload)
        if len(self._kinds) < MOST_KINDS:
            self._kinds[number] = kind

    def _learn_stacks(self, block: bytes) -> None:
        first, count = struct.unpack_from("<ii", block)
        at, end, stacks = 8, len(block), self._stacks
        for number in range(first, first + count):
            size = int.from_bytes(block[at : at + 4], "little")
            at += 4 + size
            if at > end:
                raise _Damage
            stacks[number] = block[at - size : at]
        while len(stacks) > MOST_STACKS:
            del stacks[next(iter(stacks))]

    def _sequence_point(self, block: bytes) -> None:
        """Count what threads dropped, and forget the stacks: what follows has its own."""
        self._stacks.clear()
        _, count = struct.unpack_from("<qi", block)
        if count < 0 or 12 + count * 12 > len(block):
            raise _Damage
        said = dict(struct.iter_unpack("<qi", block[12 : 12 + count * 12]))
        for thread, number in said.items():
            last = self._sequence.get(thread)
            if last is not None and number > last:
                self.lost += number - last
        self._sequence = {thread: max(number, self._sequence.get(thread, 0)) for thread, number in said.items()}


class _Cut(NetTraceError):
    """The stream ended; `part` is what there still was."""

    def __init__(self, part: bytes, position: int) -> None:
        super().__init__("The stream ends in the middle", position, cut=True)
        self.part = part


_BLOCKS = ("EventBlock", "MetadataBlock", "StackBlock", "SPBlock")
_Row = tuple[int, int, int, int, int, int, int, int]
"""Kind, sequence number, capturing thread, thread, stack, time, begin and end of the payload in the block."""


def _compressed(block: bytes, at: int) -> Iterator[_Row]:
    """Give the rows of a block whose headers say what changed, even backwards; IndexError or _Damage: it breaks."""
    end = len(block)
    kind = number = capture = thread = stack = time = size = 0
    while at < end:
        flags = block[at]
        at += 1
        if flags & 1:
            kind, at = _number(block, at)
        if flags & 2:
            step, at = _number(block, at)
            number = (number + step) & 0xFFFFFFFF
            capture, at = _number(block, at)
            _, at = _number(block, at)
        if kind:
            number += 1
        if flags & 4:
            thread, at = _number(block, at)
        if flags & 8:
            stack, at = _number(block, at)
        step = block[at]
        at += 1
        if step > 127:
            step, at = _number(block, at - 1)
        time = (time + step) & 0xFFFFFFFFFFFFFFFF
        if flags & 48:
            at += 16 * (flags >> 4 & 1) + 16 * (flags >> 5 & 1)
        if flags & 128:
            size, at = _number(block, at)
        start, at = at, at + size
        if at > end:
            raise _Damage
        yield kind & 0x7FFFFFFF, number, capture, thread, stack, time, start, at


def _number(block: bytes, at: int) -> tuple[int, int]:
    """Return the number written seven bits a byte, and where it ends."""
    value = block[at]
    at += 1
    if value < 128:
        return value, at
    value &= 127
    for shift in range(7, 70, 7):
        byte = block[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value & 0xFFFFFFFFFFFFFFFF, at
    raise _Damage


def _uncompressed(block: bytes, at: int, begun: int) -> Iterator[_Row]:
    """Give the rows of a block with full headers, each aligned to four bytes of the stream."""
    end = len(block)
    while at < end:
        _, kind, number, thread, capture, _, stack, time, _, _, size = _UNCOMPRESSED.unpack_from(block, at)
        start = at + _UNCOMPRESSED.size
        at = start + size
        if size < 0 or at > end:
            raise _Damage
        yield kind & 0x7FFFFFFF, number, capture, thread, stack, time, start, at
        at += -(begun + at) % 4
