"""Memory goes back to the system after enough of it was let go, and not too often."""

from __future__ import annotations

from kafkawire.server.trimming import Trimmer, trim_memory
from kafkawire.timers import Timers

MIB = 1 << 20


class World:
    def __init__(self) -> None:
        self.now_ms = 0
        self.trimmed: list[int] = []
        self.timers = Timers()
        self.trimmer = Trimmer(self.timers, lambda: self.now_ms, self._trim)

    def _trim(self) -> None:
        self.trimmed.append(self.now_ms)

    def run(self, until_ms: int) -> None:
        while self.timers.next_deadline_ms() <= until_ms:
            self.now_ms = max(self.now_ms, self.timers.next_deadline_ms())
            self.timers.run(self.now_ms, 1)
        self.now_ms = until_ms


def test_little_is_not_worth_it_and_much_is_a_moment_later() -> None:
    world = World()
    world.trimmer.freed(31 * MIB)
    world.run(1_000)
    assert world.trimmed == []
    world.trimmer.freed(MIB)
    world.trimmer.freed(500 * MIB)
    assert world.trimmed == []
    world.run(60_000)
    assert world.trimmed == [1_200]


def test_there_is_a_pause_between_two_times() -> None:
    world = World()
    for _ in range(3):
        world.trimmer.freed(32 * MIB)
        world.run(world.now_ms + 1_000)
    world.run(60_000)
    assert world.trimmed == [200, 10_200]


def test_what_was_given_back_does_not_count_again() -> None:
    world = World()
    world.trimmer.freed(40 * MIB)
    world.run(1_000)
    world.trimmer.freed(31 * MIB)
    world.run(60_000)
    assert world.trimmed == [200]


def test_trimming_is_taken_without_error_on_any_c_library() -> None:
    trim_memory()
