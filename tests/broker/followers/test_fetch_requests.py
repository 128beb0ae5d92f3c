"""The Fetch request of a follower, byte by byte."""

from __future__ import annotations

import pytest

from kafkawire.broker.followers.fetch_requests import fetch_request
from kafkawire.broker.followers.settings import FollowerSettings
from kafkawire.client.core.sessions import FetchSession, Wanted
from kafkawire.client.values import TopicPartition

TOPIC_ID = bytes.fromhex("ee225cbe25f346a4b11cbe0f15a4c2bb")
GOLDEN = """
    000001f4 00000001 00a00000 00 00000000 00000000 02 ee225cbe25f346a4b11cbe0f15a4c2bb 02
    00000000 00000000 0000000000000000 ffffffff 0000000000000000 00100000 00 00 01 01
    01 01 0d 00000002 000000000000000d 00
"""
"""The first request of a real broker 2 with the epoch 13, for one empty partition."""


def session() -> FetchSession:
    made = FetchSession()
    made.want(TopicPartition("t", 0), Wanted(TOPIC_ID, 0, 0, 1_048_576, 0, -1))
    return made


def test_the_first_request_has_the_bytes_of_a_real_broker() -> None:
    """replication D-2."""
    request = fetch_request(session().plan(), 18, FollowerSettings(2), 13)
    assert request.encode(18) == bytes.fromhex(GOLDEN)


@pytest.mark.parametrize("version", [11, 12, 13, 14])
def test_older_versions_name_the_follower_elsewhere(version: int) -> None:
    """replication D-1, fetch A-10: without the epoch of the broker."""
    request = fetch_request(session().plan(), version, FollowerSettings(2), 13)
    assert request.replica_id == 2
    assert request.encode(version)[:4] == bytes.fromhex("00000002")
