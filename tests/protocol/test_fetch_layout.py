"""Fetch requests at every version, against the table of their fields (fetch A.2).

The bytes are made by hand from the table, so that our declarations are not their own witness.
"""

from __future__ import annotations

import struct

import pytest

from kafkawire.protocol.messages.fetch_request import FetchRequest

ID = bytes(range(16))
FLEXIBLE_FROM = 12
IDS_FROM = 13
MAX32 = 2_147_483_647
MAX64 = 9_223_372_036_854_775_807


class Table:
    """Writes the fields that a version has, in the order of the table."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.data = b""

    def put(self, form: str, value: int, since: int = 0, until: int = 99) -> None:
        if since <= self.version <= until:
            self.data += struct.pack(">" + form, value)

    def length(self, form: str, count: int) -> None:
        self.data += bytes([count + 1]) if self.is_flexible else struct.pack(">" + form, count)

    def text(self, value: bytes) -> None:
        self.length("h", len(value))
        self.data += value

    def name(self) -> None:
        if self.version >= IDS_FROM:
            self.data += ID
        else:
            self.text(b"topic")

    def tags(self, *tags: tuple[int, bytes, int]) -> None:
        """(tag, value, since): those the version has, in ascending order."""
        if self.is_flexible:
            known = [(tag, value) for tag, value, since in tags if self.version >= since]
            self.data += bytes([len(known)])
            for tag, value in known:
                self.data += bytes([tag, len(value)]) + value

    @property
    def is_flexible(self) -> bool:
        return self.version >= FLEXIBLE_FROM


def by_table(version: int) -> bytes:
    table = Table(version)
    table.put("i", 7, until=14)
    table.put("i", 500)
    table.put("i", 11)
    table.put("i", 5_000, since=3)
    table.put("b", 1, since=4)
    table.put("i", 123_456, since=7)
    table.put("i", 42, since=7)
    table.length("i", 1)
    table.name()
    table.length("i", 1)
    table.put("i", 3)
    table.put("i", 5, since=9)
    table.put("q", 1 << 40)
    table.put("i", 4, since=12)
    table.put("q", 17, since=5)
    table.put("i", 900)
    table.tags((0, ID, 17), (1, struct.pack(">q", 40), 18))
    table.tags()
    if version >= 7:
        table.length("i", 1)
        table.name()
        table.length("i", 2)
        table.put("i", 8)
        table.put("i", 9)
        table.tags()
    if version >= 11:
        table.text(b"rack")
    table.tags((0, b"\x03cl", 12), (1, struct.pack(">iqb", 7, 77, 0), 15))
    return table.data


@pytest.mark.parametrize("version", range(19))
def test_a_request_is_read_and_written_by_its_table(version: int) -> None:
    """fetch A-4, A-5, A-8, A-10: what a version lacks has its default."""
    data = by_table(version)
    request = FetchRequest.decode(data, version)
    (topic,) = request.topics
    (partition,) = topic.partitions

    def since(first: int, value: object, default: object) -> object:
        return value if version >= first else default

    assert request.replica_id == (7 if version <= 14 else -1)
    assert (request.max_wait_ms, request.min_bytes) == (500, 11)
    assert request.max_bytes == since(3, 5_000, MAX32)
    assert request.isolation_level == since(4, 1, 0)
    assert (request.session_id, request.session_epoch) == since(7, (123_456, 42), (0, -1))
    assert (topic.topic, topic.topic_id) == since(13, ("", ID), ("topic", bytes(16)))
    assert (partition.partition, partition.fetch_offset) == (3, 1 << 40)
    assert partition.current_leader_epoch == since(9, 5, -1)
    assert partition.last_fetched_epoch == since(12, 4, -1)
    assert partition.log_start_offset == since(5, 17, -1)
    assert partition.partition_max_bytes == 900
    assert partition.replica_directory_id == since(17, ID, bytes(16))
    assert partition.high_watermark == since(18, 40, MAX64)
    forgotten = [list(each.partitions) for each in request.forgotten_topics_data]
    assert forgotten == since(7, [[8, 9]], [])
    assert request.rack_id == since(11, "rack", "")
    assert request.cluster_id == since(12, "cl", None)
    state = request.replica_state
    assert (state.replica_id, state.replica_epoch) == since(15, (7, 77), (-1, -1))
    assert request.encode(version) == data
