"""Where markers go; tests/broker/api/test_write_txn_markers.py asks over the wire."""

from __future__ import annotations

import pytest

from kafkawire.broker.replicas.marking import Marker
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from tests.support.requests.groups import GroupsHarness

MARKER = Marker(7, 0, True, 0)


def test_a_marker_among_the_groups_ends_what_they_hold_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """produce C-93, groups C-40."""
    harness = GroupsHarness()
    ended: list[tuple[int, bool]] = []

    def note(self: object, producer_id: int, *, committed: bool) -> None:
        ended.append((producer_id, committed))

    monkeypatch.setattr(
        "kafkawire.broker.groups.shard.GroupShard.end_transaction", note, raising=True
    )
    name = TopicPartition("__consumer_offsets", 3)
    partition = harness.broker.markers.write(MARKER, name, harness.now_ms)
    assert ended == [(7, True)]
    assert partition.log.log_end_offset == 1


def test_nothing_is_written_where_nobody_serves() -> None:
    harness = GroupsHarness()
    with pytest.raises(ApiError) as refused:
        harness.broker.markers.write(MARKER, TopicPartition("nope", 0), 0)
    assert refused.value.code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
