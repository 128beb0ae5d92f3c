"""The broker's time under a mock clock, and its wall clock."""

import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import MockClock

from kafkawire.broker.wall_clock import WallClock
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


class Wall:
    """A wall clock that is set by hand."""

    def __init__(self) -> None:
        self.now_s = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now_s


async def test_the_wall_clock_is_followed_in_both_directions(autojump_clock: MockClock) -> None:
    wall_s, wall = Wall(), WallClock()
    clock = Clock(wall, wall_s)
    start_ms = clock()
    assert wall.time_ms(start_ms) == 1_700_000_000_000
    for step_s in (7200, -9000, 1):
        wall_s.now_s += step_s
        assert clock() == start_ms, "deadlines do not move"
        assert wall.time_ms(start_ms) == int(wall_s.now_s * 1000)


async def test_in_simulated_time_both_are_one(autojump_clock: MockClock) -> None:
    wall = WallClock()
    clock = Clock(wall)
    for _ in range(3):
        await trio.sleep(100)
        assert wall.time_ms(clock()) == clock()
