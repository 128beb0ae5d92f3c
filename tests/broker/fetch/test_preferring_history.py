"""Sessions of consumers that may be sent elsewhere, against fetches without a session.

A session looks only at what has changed. Whatever happens to followers, registrations and in-sync
sets, it must redirect exactly what a full fetch of the same offsets redirects at that moment, and
tell all the rest as it would have without redirects.
"""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.broker.cluster import RACK_AWARE, Cluster
from tests.support.requests.fetching import Session, asked, entries

PARTITIONS = 3
RACKS = ["", "r1", "r2", "r2", "r3", "r9"]


class History:
    """A leader of three partitions with two followers, and a session with all of them."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.cluster = Cluster(
            *[(1, 2, 3)] * PARTITIONS, replica_selector_class=RACK_AWARE, broker_rack="r1"
        )
        self.offsets = dict.fromkeys(range(PARTITIONS), 0)
        self.session: Session = self.cluster.open(*self.wanted, rack_id="r2")
        self.told = {index: (0, 0) for index in range(PARTITIONS)}
        self.epochs = {2: 2, 3: 3}

    @property
    def wanted(self) -> list[tuple[str, object]]:
        return [("t", asked(index, offset)) for index, offset in self.offsets.items()]

    def go(self, steps: int) -> None:
        happenings = [
            self.append,
            self.follow,
            self.fence,
            self.change_in_sync_set,
            self.elect,
            self.register,
            self.catch_up,
        ]
        for happening in self.random.choices(happenings, [6, 8, 2, 2, 1, 1, 6], k=steps):
            happening()
            if self.random.random() < 0.7:
                self.compare()

    def compare(self) -> None:
        rack, max_bytes = self.random.choice(RACKS), self.random.choice([90, 100_000])
        fields: dict[str, Any] = {"rack_id": rack, "max_bytes": max_bytes}
        full = self.cluster.fetch(*self.wanted, **fields)
        redirected = {
            data.partition_index: data.preferred_read_replica
            for data in full.responses[0].partitions
            if data.preferred_read_replica >= 0
        }
        response = self.session.fetch(**fields)
        listed = {
            data.partition_index: data for topic in response.responses for data in topic.partitions
        }
        assert entries(response) == [("t", index, 0) for index in listed]
        assert redirected == {
            index: data.preferred_read_replica
            for index, data in listed.items()
            if data.preferred_read_replica >= 0
        }
        for index in range(PARTITIONS):
            partition = self.cluster.partition(index)
            offsets = partition.high_watermark, partition.log_start_offset
            if index in listed:
                data = listed[index]
                assert (data.high_watermark, data.log_start_offset) == offsets
            else:
                assert self.told[index] == offsets
            self.told[index] = offsets

    # What happens

    def append(self) -> None:
        self.cluster.append(self.random.randrange(PARTITIONS), size=30)

    def follow(self) -> None:
        index, node_id = self.random.randrange(PARTITIONS), self.random.choice([2, 3])
        end = self.cluster.partition(index).log_end_offset
        self.cluster.follow(node_id, self.random.randint(max(0, end - 2), end), index)

    def fence(self) -> None:
        self.cluster.fence(self.random.choice([2, 3]), self.random.choice([True, False]))

    def change_in_sync_set(self) -> None:
        isr = self.random.choice([[1], [1, 2], [1, 3], [1, 2, 3]])
        self.cluster.change(self.random.randrange(PARTITIONS), isr=isr)

    def elect(self) -> None:
        index = self.random.randrange(PARTITIONS)
        if self.random.random() < 0.5:
            self.cluster.change(index, leader=2)
            self.cluster.change(index, leader=1)
        else:
            self.cluster.change(index, leader=1)

    def register(self) -> None:
        node_id = self.random.choice([2, 3])
        self.epochs[node_id] += 10
        rack = self.random.choice(["r2", "r3", "r1", None])
        listeners = self.random.choice([["PLAINTEXT"], ["PLAINTEXT"], ["OTHER"]])
        self.cluster.register(node_id, epoch=self.epochs[node_id], rack=rack, listeners=listeners)

    def catch_up(self) -> None:
        index = self.random.randrange(PARTITIONS)
        self.offsets[index] = self.cluster.partition(index).high_watermark
        session = self.session
        response = session.fetch(("t", asked(index, self.offsets[index])), max_bytes=0)
        for topic in response.responses:
            for data in topic.partitions:
                self.told[data.partition_index] = data.high_watermark, data.log_start_offset


@settings(max_examples=25)
@given(st.integers(0, 1 << 32), st.integers(1, 80))
def test_a_session_redirects_as_a_full_fetch_does(seed: int, steps: int) -> None:
    """fetch B-40 to B-45, E-22, E-23: at each moment, whatever has led to it."""
    History(seed).go(steps)
