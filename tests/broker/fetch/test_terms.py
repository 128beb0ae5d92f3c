"""What a request allows, whatever its version calls it."""

from __future__ import annotations

import pytest

from kafkawire.broker.fetch.terms import (
    HIGH_WATERMARK,
    LAST_STABLE_OFFSET,
    LOG_END,
    FetchTerms,
    replica_id_of,
)
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.fetch_request import FetchRequest


def terms(version: int = 12, *, fetch_max_bytes: int = 1_000, **fields: int) -> FetchTerms:
    request = FetchRequest(**{"max_wait_ms": 100, "min_bytes": 1, **fields})
    return FetchTerms(request, version, fetch_max_bytes=fetch_max_bytes, now_ms=5_000)


def test_followers_name_themselves_where_their_version_does() -> None:
    """fetch A-10: a field up to v14, a tag from v15."""
    request = FetchRequest(replica_id=3, replica_state=FetchRequest.ReplicaState(replica_id=4))
    assert [replica_id_of(request, version) for version in (0, 14, 15, 18)] == [3, 3, 4, 4]


@pytest.mark.parametrize("replica_id", [-1, -2])
def test_consumers_are_bound_by_their_isolation(replica_id: int) -> None:
    """fetch B-5, B-13: -2 is a consumer like any other here."""
    assert terms(replica_id=replica_id).bound == HIGH_WATERMARK
    assert terms(replica_id=replica_id, isolation_level=1).bound == LAST_STABLE_OFFSET


@pytest.mark.parametrize("replica_id", [0, 7, -3])
def test_replicas_read_to_the_log_end(replica_id: int) -> None:
    """fetch B-5, B-13: whatever isolation they give."""
    given = terms(replica_id=replica_id, isolation_level=1)
    assert (given.bound, given.is_read_committed) == (LOG_END, False)
    assert given.is_follower == (replica_id >= 0)


def test_who_needs_a_leader() -> None:
    """fetch B-13: followers, and consumers below v11."""
    assert terms(10).view.leader_required
    assert not terms(11).view.leader_required
    assert terms(11, replica_id=2).view.leader_required
    assert not terms(11, replica_id=-3).view.leader_required


@pytest.mark.parametrize("isolation_level", [2, -1])
def test_an_unknown_isolation_level_is_a_failure(isolation_level: int) -> None:
    """fetch A-13."""
    with pytest.raises(ApiError) as caught:
        terms(isolation_level=isolation_level)
    assert caught.value.code == ErrorCode.UNKNOWN_SERVER_ERROR


def test_limits_are_clamped_by_the_broker() -> None:
    """fetch B-12: the minimum too."""
    given = terms(max_bytes=5_000, min_bytes=2_000)
    assert (given.max_bytes, given.min_bytes) == (1_000, 1_000)
    assert terms(max_bytes=0).min_bytes == 0


def test_hard_limits_and_deadlines() -> None:
    """fetch C-1, D-24."""
    assert [terms(version).minimum_one for version in (0, 2, 3)] == [False, False, True]
    assert terms().deadline_ms == 5_100
    assert not terms(max_wait_ms=0).waits


def test_views_differ_by_what_they_show() -> None:
    """fetch B-4: a session looks again when its client changes its view."""
    assert terms(13).view == terms(18).view
    assert terms(11).view == terms(12).view
    others = [terms(10), terms(12, isolation_level=1), terms(12, replica_id=2)]
    assert all(other.view != terms(12).view for other in others)
