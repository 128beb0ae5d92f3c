"""Views: the kind of client, and how far it sees, by version."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.fetch.view import (
    HIGH_WATERMARK,
    LAST_STABLE_OFFSET,
    LOG_END,
    View,
    replica_id_of,
    view_of,
)
from kafkawire.protocol.messages.fetch_request import FetchRequest
from tests.support.broker.partitions import make_partition


def view(version: int = 12, **fields: Any) -> View:
    return view_of(FetchRequest(**fields), version)


def test_followers_name_themselves_where_their_version_does() -> None:
    """fetch A-10: a field up to v14, a tag from v15."""
    request = FetchRequest(replica_id=3, replica_state=FetchRequest.ReplicaState(replica_id=4))
    assert [replica_id_of(request, version) for version in (0, 14, 15, 18)] == [3, 3, 4, 4]


@pytest.mark.parametrize("replica_id", [-1, -2])
def test_consumers_are_bound_by_their_isolation(replica_id: int) -> None:
    """fetch B-5, B-13: -2 is a consumer like any other here."""
    assert view(replica_id=replica_id).bound == HIGH_WATERMARK
    assert view(replica_id=replica_id, isolation_level=1).bound == LAST_STABLE_OFFSET


@pytest.mark.parametrize("replica_id", [0, 7, -3])
def test_replicas_read_to_the_log_end(replica_id: int) -> None:
    """fetch B-5, B-13: whatever isolation they give."""
    given = view(replica_id=replica_id, isolation_level=1)
    assert given.bound == LOG_END
    assert given.is_follower == (replica_id >= 0)


def test_a_bound_is_an_offset_of_the_log() -> None:
    """fetch B-13."""
    log = make_partition().log
    log.high_watermark, log.log_end_offset = 3, 5
    bounds = [view(**fields).upper_bound(log) for fields in ({}, {"replica_id": 2})]
    assert bounds == [3, 5]
    assert view(isolation_level=1).upper_bound(log) == log.last_stable_offset


def test_who_needs_a_leader() -> None:
    """fetch B-13: followers, and consumers below v11."""
    assert view(10).leader_required
    assert not view(11).leader_required
    assert view(11, replica_id=2).leader_required
    assert not view(11, replica_id=-3).leader_required


def test_views_differ_by_what_they_show() -> None:
    """fetch B-4: a session looks again when its client changes its view."""
    assert view(13) == view(18)
    assert view(11) == view(12)
    others = [view(10), view(12, isolation_level=1), view(12, replica_id=2)]
    assert all(other != view(12) for other in others)
