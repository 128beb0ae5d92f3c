"""The broker's time under a mock clock."""

import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import MockClock

from kafkawire.server.clock import Clock


async def test_time_passes_as_trio_says(autojump_clock: MockClock) -> None:
    clock = Clock()
    start_ms = clock()
    await trio.sleep(3600)
    assert clock() - start_ms in (3_600_000, 3_600_001)


async def test_sleeping_until_a_time_never_ends_before_it(autojump_clock: MockClock) -> None:
    clock = Clock()
    for wait_ms in range(1, 500):
        at_ms = clock() + wait_ms
        await trio.sleep_until(clock.trio_time(at_ms))
        assert clock() == at_ms


@given(st.integers(0, 2**42))
def test_the_two_times_agree(at_ms: int) -> None:
    async def check() -> None:
        clock = Clock()
        now = clock.trio_time(clock() + at_ms) - trio.current_time()
        assert at_ms - 2 <= now * 1000 <= at_ms + 2

    trio.run(check)
