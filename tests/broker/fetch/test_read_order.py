"""The checks of one partition, in Kafka's order: every combination against a plain table."""

from __future__ import annotations

from typing import Any, NamedTuple

from hypothesis import example, given
from hypothesis import strategies as st

from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.messages.fetch_request import FetchRequest
from tests.support.broker.cluster import Cluster
from tests.support.broker.partitions import reassign
from tests.support.requests.fetching import asked, base_offsets, fetch_request

LEADER, FOLLOWER, LEADERLESS, NO_ID, ELSEWHERE, OFFLINE, ABSENT = range(7)
"""What this broker is to the partition; NO_ID: a leader whose log knows no topic id."""
ASSIGNMENTS = ((1, 2), (2, 1), (1, 2), (1, 2), (2, 3), (1, 2))

NONE_GIVEN, OLDER, SAME, NEWER = -1, 1, 2, 3
"""Leader epochs; every partition is in its third."""
FITS, CUT, LOST = 2, 1, 9
"""Fetched epochs: that of the log, one that ended at offset 2, one never heard of."""


class Case(NamedTuple):
    place: int
    version: int
    replica_id: int
    leader_epoch: int
    fetched_epoch: int
    offset: int
    max_bytes: int
    other_id: bool


def cluster() -> Cluster:
    """Partitions of offsets 1 to 4, epoch 1 up to offset 2; followed to the end; so is 1 by us."""
    cluster = Cluster(*ASSIGNMENTS)
    for place in (LEADER, LEADERLESS, NO_ID, OFFLINE):
        cluster.change(place, leader=1)
        for _ in range(2):
            cluster.append(place)
        cluster.change(place, leader=1)
        for _ in range(2):
            cluster.append(place)
        cluster.follow(2, 4, place)
        cluster.broker.replicas.delete_records(cluster.partition(place), 1)
    for _ in range(2):
        cluster.change(FOLLOWER, leader=2)
        cluster.change(ELSEWHERE, leader=2)
    cluster.replicate(FOLLOWER, high_watermark=1, count=1, epoch=1)
    cluster.replicate(FOLLOWER, high_watermark=2, count=1, epoch=1)
    cluster.replicate(FOLLOWER, high_watermark=3, count=1, epoch=2)
    cluster.replicate(FOLLOWER, high_watermark=4, count=1, epoch=2)
    cluster.partition(FOLLOWER).log.delete_records_before(1)
    hosted = cluster.partition(LEADERLESS)
    reassign(hosted, is_leader=False, leader=-1)
    cluster.partition(NO_ID).topic_id = bytes(16)
    cluster.broker.replicas.fail(TopicPartition("t", OFFLINE))
    return cluster


CLUSTER = cluster()


def request_of(case: Case) -> FetchRequest:
    one = asked(
        case.place,
        case.offset,
        case.max_bytes,
        current_leader_epoch=case.leader_epoch if case.version >= 9 else -1,
        last_fetched_epoch=case.fetched_epoch if case.version >= 12 else -1,
    )
    topic: Any = CLUSTER.topic_id if case.version >= 13 else "t"
    request = fetch_request((topic, one))
    if case.version >= 15:
        request.replica_state = FetchRequest.ReplicaState(replica_id=case.replica_id)
    else:
        request.replica_id = case.replica_id
    return request


def expected(case: Case) -> int | str:  # noqa: C901 - one check after another
    """fetch B-14 to B-24, B-34 to B-37, read from top to bottom."""
    version, replica_id = case.version, case.replica_id
    leader_epoch = case.leader_epoch if version >= 9 else NONE_GIVEN
    fetched_epoch = case.fetched_epoch if version >= 12 else NONE_GIVEN
    if case.place in (ABSENT, OFFLINE, ELSEWHERE):
        return {ABSENT: 3, OFFLINE: 56 if version >= 6 else 6, ELSEWHERE: 6}[case.place]
    if case.other_id and version >= 13 and case.place != NO_ID:
        return 103
    if leader_epoch not in (NONE_GIVEN, SAME):
        return 74 if leader_epoch < SAME else 75
    leads = case.place in (LEADER, NO_ID)
    if not leads and (replica_id >= 0 or (version <= 10 and replica_id != -3)):
        return 6
    if replica_id >= 0 and replica_id != 2:
        return 6 if leader_epoch == NONE_GIVEN else 75
    if fetched_epoch == LOST:
        return 1
    if fetched_epoch != NONE_GIVEN and case.offset < 1:
        return 1
    if case.offset > (2 if fetched_epoch == CUT else 4) and fetched_epoch != NONE_GIVEN:
        return "diverges"
    if not 1 <= case.offset <= 4:
        return 1
    if case.max_bytes < 0 and case.offset < 4:
        return -1
    return "data"


CASES = st.builds(
    Case,
    place=st.sampled_from(range(7)) | st.sampled_from([LEADER, FOLLOWER]),
    version=st.integers(4, 18),
    replica_id=st.sampled_from([-1, -1, -2, -3, 1, 2, 2, 5]),
    leader_epoch=st.sampled_from([NONE_GIVEN, NONE_GIVEN, SAME, SAME, OLDER, NEWER]),
    fetched_epoch=st.sampled_from([NONE_GIVEN, NONE_GIVEN, FITS, CUT, LOST]),
    offset=st.integers(-1, 6),
    max_bytes=st.sampled_from([-1, 1000, 1000, 1000]),
    other_id=st.sampled_from([False, False, False, True]),
)


@given(CASES)
@example(Case(FOLLOWER, 10, -1, OLDER, NONE_GIVEN, 9, -1, False))
@example(Case(FOLLOWER, 18, 2, NEWER, LOST, 9, -1, True))
@example(Case(LEADER, 8, 5, NONE_GIVEN, NONE_GIVEN, 9, -1, False))
@example(Case(NO_ID, 13, 5, SAME, LOST, 0, -1, True))
def test_the_first_check_that_fails_is_the_answer(case: Case) -> None:
    """fetch B-5, B-13 to B-22, B-34 to B-39, A-58, J 51 to 56, J 58, J 61, J 78, J 83.

    By place, version, asker, epochs, offset, limit and topic id.
    """
    partitions = CLUSTER.broker.replicas.partitions
    hosted = partitions.get(TopicPartition("t", case.place))
    own_id = None if hosted is None else hosted.topic_id
    if hosted is not None and case.other_id and own_id != bytes(16):
        hosted.topic_id = b"!" * 16
    try:
        request = request_of(case)
        response = CLUSTER.client.request(request, case.version)
    finally:
        if hosted is not None and own_id is not None:
            hosted.topic_id = own_id
    (topic,) = response.responses
    (data,) = topic.partitions
    found: int | str = data.error_code
    if not found:
        found = "diverges" if data.diverging_epoch.epoch >= 0 else "data"
    assert found == expected(case)
    if found == "data":
        assert base_offsets(data.records) == list(range(case.offset, 4))
        assert (data.high_watermark, data.log_start_offset) == (4, 1 if case.version >= 5 else -1)
    elif found == "diverges":
        assert (data.high_watermark, data.records) == (4, b"")
    else:
        assert (data.high_watermark, data.records) == (-1, b"")
