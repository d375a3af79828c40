"""The reader on streams of a real runtime, whole, cut and damaged."""

from __future__ import annotations

import io
import random
import struct
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recorded import STREAMS, events, read, recorded

from wpfagent.dotnet.metadata_records import EventKind, kind_of
from wpfagent.dotnet.nettrace import LONGEST_BLOCK, Event, NetTraceError, Reader

FUZZED = ("deadlock-samples", "crash-async")
BLOCKS = (b"EventBlock\x06", b"MetadataBlock\x06", b"StackBlock\x06", b"SPBlock\x06")


class Placed(Reader):
    """A reader that notes where each event ends in the stream, by what the block says."""

    def __init__(self, data: bytes) -> None:
        super().__init__(io.BytesIO(data).read)
        self.ends: list[int] = []

    def _events(self, block: bytes, begun: int) -> Iterator[Event]:
        rows = [begun + row[7] for row in self._rows(block, begun)[2]]
        for end, event in zip(rows, super()._events(block, begun), strict=True):
            self.ends.append(end)
            yield event


class Whole:
    """An undamaged stream, its events, where each ends, and where the blocks' sizes stand."""

    def __init__(self, name: str) -> None:
        self.data = recorded(name)
        reader = Placed(self.data)
        self.events: list[Event] = []
        with suppress(NetTraceError):
            for event in reader.events():
                self.events.append(event)  # what comes before a cut counts
        self.ends = reader.ends
        self.sizes = [
            at + len(block) for block in BLOCKS for at in range(len(self.data)) if self.data.startswith(block, at)
        ]

    def before(self, damage: int) -> int:
        """Return how many events lie wholly before a byte."""
        return sum(end <= damage for end in self.ends)


@pytest.fixture(scope="module")
def whole() -> dict[str, Whole]:
    return {name: Whole(name) for name in FUZZED}


def check_damaged(whole: Whole, chance: random.Random) -> None:
    """Damage a stream in one way; what lies before the damage is read as it was."""
    data, way = bytearray(whole.data), chance.choice(("cut", "flip", "many", "length"))
    at = chance.randrange(len(data))
    if way == "cut":
        del data[at:]
    elif way == "flip":
        data[at] ^= 1 << chance.randrange(8)
    elif way == "many":
        data[at : at + 64] = chance.randbytes(len(data[at : at + 64]))
    else:
        at = chance.choice(whole.sizes)
        data[at : at + 4] = struct.pack("<I", chance.randrange(LONGEST_BLOCK + 1, 1 << 32))
    found, error, most = read(bytes(data))
    kept = whole.before(at)
    assert found[:kept] == whole.events[:kept]
    assert most <= LONGEST_BLOCK
    if way in ("cut", "length"):
        assert error is not None
        assert len(found) == kept


@pytest.mark.parametrize("name", STREAMS)
def test_a_whole_stream_is_read_to_its_end(name: str) -> None:
    found, error, _ = read(recorded(name))
    assert bool(error and error.cut) == name.startswith("crash")  # there the program was gone
    assert len(found) > 50 or name == "deadlock-samples"
    assert not any(event.damaged for event in found)
    assert all(event.kind.provider for event in found)


@pytest.mark.parametrize("size", [1, 7, 4096])
def test_the_events_do_not_depend_on_how_the_bytes_arrive(size: int) -> None:
    data = recorded("deadlock-samples")
    stream = io.BytesIO(data)
    assert list(Reader(lambda _: stream.read(size)).events()) == events(data)


def test_stacks_and_threads_are_those_of_the_samples() -> None:
    samples = [event for event in events(recorded("deadlock-samples")) if "SampleProfiler" in event.kind.provider]
    assert len({event.thread_id for event in samples}) == 2
    assert all(len(event.stack) % 8 == 0 and event.stack for event in samples)
    assert [event.time for event in samples] == sorted(event.time for event in samples)


def test_an_unknown_object_is_passed_over() -> None:
    data = recorded("deadlock-samples")
    at = data.index(b"\5\5\1", 60)
    head = b"\5\5\1" + struct.pack("<iii", 9, 9, 8) + b"NewBlock\6"
    pad = b"\0" * (-(at + len(head) + 4) % 4)
    body = b"?" * (12 + -(len(head) + 4 + len(pad) + 12 + 1) % 4)  # what comes after it stays aligned
    extra = head + struct.pack("<I", len(body)) + pad + body + b"\6"
    assert events(data[:at] + extra + data[at:]) == events(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"Nettrace\0\0\0\0\6\0\0\0\0\0\0\0", "version 6"),
        (b"Nettrace\x14\0\0\0!FastSerialization.9", "not that of"),
        (b"GIF89a..", "no NetTrace"),
    ],
)
def test_another_version_or_format_is_said(data: bytes, message: str) -> None:
    with pytest.raises(NetTraceError, match=message):
        list(Reader(io.BytesIO(data).read).events())


def test_a_stream_that_needs_a_newer_reader_is_said() -> None:
    data = bytearray(recorded("deadlock-samples"))
    at = data.index(b"Trace\6") - 8
    data[at : at + 4] = struct.pack("<i", 7)
    with pytest.raises(NetTraceError, match="version 7"):
        list(Reader(io.BytesIO(data).read).events())


def test_damage_inside_a_block_marks_what_follows(whole: dict[str, Whole]) -> None:
    stream = whole["crash-async"]
    data = bytearray(stream.data)
    at = data.index(b"EventBlock\6") + 11
    at += 4 + -(at + 4) % 4 + 20
    data[at : at + 2] = b"\xff\xff"
    found, _, _ = read(bytes(data))
    assert found
    assert all(event.damaged for event in found)


@given(st.integers(min_value=0, max_value=(1 << 32) - 1))
def test_damage_never_changes_what_lies_before_it(whole: dict[str, Whole], seed: int) -> None:
    check_damaged(whole["deadlock-samples"], random.Random(seed))


def test_300_damaged_streams(whole: dict[str, Whole]) -> None:
    for seed in range(300):
        check_damaged(whole[FUZZED[seed % 2]], random.Random(seed))


@pytest.mark.slow
def test_10000_damaged_streams(whole: dict[str, Whole]) -> None:
    for seed in range(10_000):
        check_damaged(whole[FUZZED[seed % 2]], random.Random(1_000_000 + seed))


@given(st.binary(max_size=200))
def test_a_metadata_record_of_any_bytes_is_a_kind_or_makes_no_sense(data: bytes) -> None:
    try:
        _, kind = kind_of(data)
    except (ValueError, struct.error):
        return
    assert isinstance(kind, EventKind)


@given(st.binary(max_size=300))
def test_any_bytes_after_the_header_end_in_an_error_or_no_events(data: bytes) -> None:
    head = recorded("deadlock-samples")[:32]
    found, error, most = read(head + data)
    assert error is not None or not found
    assert most <= LONGEST_BLOCK
