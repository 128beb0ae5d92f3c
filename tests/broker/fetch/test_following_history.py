"""A follower with a session against one without: its leader must learn the same of both.

With a session only changed partitions are looked at; without one Kafka's rules are applied to
every partition at every fetch. Both brokers live through the same history.
"""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.broker.cluster import Cluster
from tests.support.requests.fetching import asked

PARTITIONS = 3
BEYOND = 99


class Follower:
    """Broker 2, which follows all partitions of broker 1, with or without a session."""

    def __init__(self, *, has_session: bool) -> None:
        self.cluster = Cluster(*[(1, 2, 3)] * PARTITIONS, replica_lag_time_max_ms="500")
        self.has_session = has_session
        self.offsets = dict.fromkeys(range(PARTITIONS), 0)
        self.told: dict[int, int] = {}
        self.session = (0, 0)

    def fetch(self, offsets: dict[int, int], max_bytes: int, epoch: int) -> None:
        """Ask for everything, from changed offsets where `offsets` says so."""
        self.offsets.update(offsets)
        wanted = [
            asked(index, offset, log_start_offset=0)
            for index, offset in self.offsets.items()
            if not self.has_session or self.told.get(index) != offset
        ]
        self.told = dict(self.offsets)
        session = self.session if self.has_session else (0, -1)
        fields: dict[str, Any] = {"session": session, "max_wait_ms": 0, "max_bytes": max_bytes}
        response = self.cluster.follow_later(2, *wanted, epoch=epoch, **fields).response
        assert response.error_code == 0
        self.session = (response.session_id, self.session[1] + 1)

    def end(self, index: int) -> int:
        return self.cluster.partition(index).log_end_offset

    @property
    def learned(self) -> list[tuple[object, ...]]:
        """What the leader knows now."""
        found: list[tuple[object, ...]] = []
        for index in range(PARTITIONS):
            partition = self.cluster.partition(index)
            followers = partition.followers
            assert followers is not None
            replica = followers.get(2)
            assert replica is not None
            found.append(
                (
                    partition.high_watermark,
                    replica.log_end_offset,
                    replica.last_caught_up_ms,
                    replica.replica_epoch,
                )
            )
        return found


class History:
    """Things that happen to both."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.both = [Follower(has_session=True), Follower(has_session=False)]
        self.epoch = 2

    def go(self, steps: int) -> None:
        happenings = [
            self.fetch,
            self.fetch,
            self.fetch,
            self.append,
            self.append,
            self.advance,
            self.advance,
            self.third_fetches,
            self.elect,
            self.change_in_sync_set,
            self.restart,
        ]
        weights = [8, 8, 8, 6, 6, 6, 6, 3, 1, 2, 1]
        for happening in self.random.choices(happenings, weights, k=steps):
            happening()
            first, second = (each.learned for each in self.both)
            assert first == second

    def fetch(self) -> None:
        random = self.random
        offsets = {}
        for index in range(PARTITIONS):
            end = self.both[0].end(index)
            if random.random() < 0.4:
                offsets[index] = random.choice([end, end, end, max(0, end - 1), BEYOND])
        max_bytes = random.choice([100, 100_000])
        epoch = random.choice([self.epoch] * 9 + [-1, 1])
        for each in self.both:
            each.fetch(offsets, max_bytes, epoch)

    def append(self) -> None:
        index, count = self.random.randrange(PARTITIONS), self.random.randint(1, 2)
        for each in self.both:
            each.cluster.append(index, count=count)

    def advance(self) -> None:
        ms = self.random.choice([1, 100, 500])
        for each in self.both:
            each.cluster.harness.advance(ms)

    def third_fetches(self) -> None:
        index = self.random.randrange(PARTITIONS)
        for each in self.both:
            each.cluster.follow(3, each.end(index), index)

    def elect(self) -> None:
        index = self.random.randrange(PARTITIONS)
        for each in self.both:
            each.cluster.change(index, leader=1)

    def change_in_sync_set(self) -> None:
        index = self.random.randrange(PARTITIONS)
        isr = self.random.choice([[1], [1, 2], [1, 3], [1, 2, 3]])
        for each in self.both:
            each.cluster.change(index, isr=isr)

    def restart(self) -> None:
        self.epoch += 1
        for each in self.both:
            each.cluster.register(2, epoch=self.epoch)


@settings(max_examples=25)
@given(st.integers(0, 1 << 32), st.integers(1, 80))
def test_a_session_tells_what_fetching_everything_tells(seed: int, steps: int) -> None:
    """fetch G-1 to G-5, G-10, G-14; E-22, D-13: log ends, times, epochs and high watermarks."""
    History(seed).go(steps)
