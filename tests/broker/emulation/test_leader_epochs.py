"""What releases answer otherwise to OffsetForLeaderEpoch."""

from __future__ import annotations

import pytest

from kafkawire.protocol.messages.offset_for_leader_epoch_request import OffsetForLeaderEpochRequest
from tests.support.broker.partitions import reassign
from tests.support.requests.fetching import Fetcher


@pytest.mark.parametrize(("release", "end"), [("0.11", -1), ("1.1", -1), ("2.0", 1), ("3.9", 1)])
def test_an_epoch_older_than_all_had_no_end_before_2_0(release: str, end: int) -> None:
    """produce D-62, fetch B-34: KIP-279."""
    fetcher = Fetcher(emulate=release)
    fetcher.append()
    partition = fetcher.partition()
    reassign(partition, leader_epoch=5)
    fetcher.append()
    partition.log.delete_records_before(1)
    part = OffsetForLeaderEpochRequest.OffsetForLeaderPartition
    topic = OffsetForLeaderEpochRequest.OffsetForLeaderTopic(
        topic="t", partitions=[part(partition=0, leader_epoch=3), part(partition=1, leader_epoch=0)]
    )
    response = fetcher.client.request(OffsetForLeaderEpochRequest(topics=[topic]), 0)
    found = {each.partition: each.end_offset for each in response.topics[0].partitions}
    assert found == {0: end, 1: 0}
