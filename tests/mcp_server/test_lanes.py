"""Lanes: order on one target, and no target holds up another."""

from __future__ import annotations

import asyncio
import gc
import threading

import pytest

from wpfagent.core.errors import Busy
from wpfagent.entries.mcp.lanes import Lane

pytestmark = pytest.mark.anyio


@pytest.fixture
def stuck():
    """Work that does not return before the test ends."""
    released = threading.Event()
    yield lambda: released.wait(30)
    released.set()


async def test_work_is_done_in_order_on_one_thread():
    lane = Lane("a")
    done = []
    threads = await asyncio.gather(*(lane.do(lambda n=n: (done.append(n), threading.get_ident())) for n in range(50)))
    assert done == list(range(50))
    assert len({ident for _, ident in threads}) == 1


async def test_what_work_raises_reaches_whoever_waits_and_the_lane_goes_on():
    lane = Lane("a")
    with pytest.raises(ZeroDivisionError):
        await lane.do(lambda: 1 / 0)
    assert await lane.do(lambda: 2) == 2


async def test_a_stuck_lane_does_not_hold_up_another(stuck):
    hung = asyncio.ensure_future(Lane("hung").do(stuck))
    await asyncio.sleep(0)
    assert await asyncio.wait_for(Lane("other").do(lambda: "done"), 1) == "done"
    assert not hung.done()
    hung.cancel()


async def test_who_waits_too_long_in_the_queue_is_told_and_nothing_is_done(stuck):
    lane = Lane("hung")
    hung = asyncio.ensure_future(lane.do(stuck))
    await asyncio.sleep(0.02)
    done = []
    with pytest.raises(Busy):
        await lane.do(lambda: done.append(1), patience_s=0.05)
    assert not hung.done()
    assert done == []
    hung.cancel()


async def test_a_call_that_is_cancelled_in_the_queue_is_never_done():
    lane = Lane("a")
    begin = threading.Event()
    first = asyncio.ensure_future(lane.do(lambda: begin.wait(5)))
    done = []
    second = asyncio.ensure_future(lane.do(lambda: done.append(2)))
    third = asyncio.ensure_future(lane.do(lambda: done.append(3)))
    await asyncio.sleep(0.02)
    second.cancel()
    await asyncio.sleep(0)
    begin.set()
    await asyncio.gather(first, third)
    assert done == [3]


async def test_a_call_that_is_cancelled_under_way_goes_on_to_its_end():
    lane = Lane("a")
    begun, finish, ended = threading.Event(), threading.Event(), threading.Event()

    def work():
        begun.set()
        finish.wait(5)
        ended.set()

    call = asyncio.ensure_future(lane.do(work))
    while not begun.is_set():
        await asyncio.sleep(0.005)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    finish.set()
    assert await lane.do(ended.is_set)


async def test_what_goes_wrong_once_its_call_was_cancelled_is_told_to_nobody():
    told: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: told.append(context))
    begun, finish = threading.Event(), threading.Event()

    def fails():
        begun.set()
        finish.wait(5)
        raise ValueError

    lane = Lane("a")
    call = asyncio.ensure_future(lane.do(fails))
    await asyncio.to_thread(begun.wait, 5)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    finish.set()
    await lane.do(lambda: None)
    del call
    gc.collect()
    await asyncio.sleep(0.01)
    assert told == []


def test_lanes_keep_no_process_alive():
    lane = Lane("a")
    assert all(t.daemon for t in threading.enumerate() if t.name == f"lane {lane.name}")
