"""Ranges of a partition: all of it, nothing past its end, whatever the brokers do meanwhile."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as profile
from hypothesis import strategies as st

from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.records.batch import iter_headers
from kafkawire.records.errors import CorruptRecord
from kafkawire.spark.cluster import (
    Cluster,
    EndNotReached,
    FetchLimits,
    FetchRangeError,
    Refused,
    TopicGone,
    TopicPartition,
)
from kafkawire.testing import LocalBroker
from tests.support.dump.guarded import Guarded
from tests.support.spark.topic_rows import settings

T0 = TopicPartition("t", 0)
SMALL = FetchLimits(partition_bytes=2_000, max_wait_ms=10)
SHORT = FetchLimits(poll_timeout_ms=100, max_wait_ms=10)


def fill(broker: LocalBroker, batches: int, records: int = 10, topic: str = "t") -> None:
    with Cluster(settings(broker.bootstrap)) as cluster:
        producer = cluster.producer()
        for number in range(batches):
            rows = [(5, None, b"%d-%d" % (number, index), ()) for index in range(records)]
            producer.append(TopicPartition(topic, 0), rows)
        producer.flush()
        producer.close()


def bases(cluster: Cluster, start: int, end: int, limits: FetchLimits = SMALL) -> list[int]:
    """Base offsets of the batches that came."""
    return [
        header.base_offset
        for fetched in cluster.fetch(T0, bytes(16), start, end, limits=limits)
        for _, header in iter_headers(fetched.data)
    ]


@pytest.fixture
def filled(broker: LocalBroker) -> LocalBroker:
    broker.create_topic("t", partitions=1)
    fill(broker, 100)
    return broker


def test_a_range_comes_whole_and_once(filled: LocalBroker, cluster: Cluster) -> None:
    assert bases(cluster, 0, 1_000) == list(range(0, 1_000, 10))


@profile(max_examples=20)
@given(bounds=st.lists(st.integers(0, 1_000), min_size=2, max_size=2), size=st.integers(1, 9_000))
def test_any_range_is_covered_whatever_the_size_of_answers(bounds: list[int], size: int) -> None:
    start, end = sorted(bounds)
    with LocalBroker() as broker:
        broker.create_topic("t", partitions=1)
        fill(broker, 100)
        with Cluster(settings(broker.bootstrap)) as cluster:
            found = bases(cluster, start, end, FetchLimits(partition_bytes=size))
    wanted = {offset // 10 * 10 for offset in range(start, end)}
    assert wanted <= set(found)
    assert len(found) == len(set(found))


def test_no_request_asks_for_the_end_or_beyond(
    filled: LocalBroker, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    encode = FetchRequest.encode_into

    def watched(self: FetchRequest, version: int, chunks: Any) -> None:
        asked.append(self.topics[0].partitions[0].fetch_offset)
        encode(self, version, chunks)

    monkeypatch.setattr(FetchRequest, "encode_into", watched)
    bases(cluster, 5, 700)
    assert max(asked) < 700
    assert len(asked) > 5


def test_the_next_request_leaves_before_an_answer_is_given_out(
    filled: LocalBroker, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    encode = FetchRequest.encode_into

    def noted(self: FetchRequest, version: int, chunks: Any) -> None:
        asked.append(self.topics[0].partitions[0].fetch_offset)
        encode(self, version, chunks)

    monkeypatch.setattr(FetchRequest, "encode_into", noted)
    answers = cluster.fetch(T0, bytes(16), 0, 1_000, limits=SMALL)
    next(answers)
    assert len(asked) == 2
    assert isinstance(answers, Generator)
    answers.close()
    assert cluster.client.runtime.is_idle, "the answer that is not wanted was left to come"


def test_no_fetch_session_is_made(filled: LocalBroker, cluster: Cluster) -> None:
    bases(cluster, 0, 1_000)
    name = "kafka.server:type=FetchSessionCache,name=NumIncrementalFetchSessions:Value"
    found = {key: value for key, value in filled.metrics.items() if "NumIncrementalFetch" in key}
    assert found, name
    assert set(found.values()) == {0}


def test_an_offset_before_or_behind_the_log_is_told_with_its_bounds(
    filled: LocalBroker, cluster: Cluster
) -> None:
    with pytest.raises(FetchRangeError, match=r"Fetch of t-0 at offset 5000.* ends at 1000"):
        bases(cluster, 5_000, 6_000)


def test_an_end_that_does_not_come_is_told_after_the_poll_timeout(
    filled: LocalBroker, cluster: Cluster
) -> None:
    with pytest.raises(EndNotReached, match=r"beyond offset 1000 of \[990, 1001\)") as caught:
        bases(cluster, 990, 1_001, SHORT)
    assert caught.value.position == 1_000


def test_a_topic_made_anew_is_not_read_for_the_old_one(
    filled: LocalBroker, cluster: Cluster
) -> None:
    cluster.topics(["t"])
    with pytest.raises(TopicGone, match="deleted and created again"):
        list(cluster.fetch(T0, b"another topic id", 0, 10, limits=SMALL))


def test_a_topic_that_is_deleted_is_told(broker: LocalBroker, cluster: Cluster) -> None:
    with pytest.raises(TopicGone, match="UNKNOWN_TOPIC_OR_PARTITION"):
        bases(cluster, 0, 10)


def test_a_broker_that_restarts_costs_an_attempt(tmp_path: Any) -> None:
    with LocalBroker(data=tmp_path) as broker:
        broker.create_topic("t", partitions=1)
        fill(broker, 100)
        with Cluster(settings(broker.bootstrap)) as cluster:
            answers = cluster.fetch(T0, bytes(16), 0, 1_000, limits=SMALL)
            last = next(answers)
            broker.stop()
            broker.start()
            offsets = [last.next_offset, *(each.next_offset for each in answers)]
            assert offsets == sorted(set(offsets))
            assert offsets[-1] == 1_000


def test_a_leader_that_moved_is_followed(filled: LocalBroker) -> None:
    """Two listeners stand for two brokers; the second is told of only when the first refuses."""
    with Guarded(filled.bootstrap) as second, Guarded(filled.bootstrap) as first:
        is_moved = False

        def edit(api_key: int, answer: Any) -> Any:
            nonlocal is_moved
            if api_key == ApiKey.FETCH:
                is_moved = True
                part = answer.responses[0].partitions[0]
                part.error_code, part.records = ErrorCode.NOT_LEADER_OR_FOLLOWER, None
            if api_key == ApiKey.METADATA and is_moved:
                answer.brokers[0].port = second.port
            return answer

        first.edit = edit
        with Cluster(settings(first.bootstrap)) as cluster:
            assert bases(cluster, 0, 1_000) == list(range(0, 1_000, 10))
        assert first.count(ApiKey.FETCH) == 1
        assert second.count(ApiKey.FETCH) > 1


@pytest.mark.parametrize("code", [ErrorCode.KAFKA_STORAGE_ERROR, ErrorCode.UNKNOWN_LEADER_EPOCH])
def test_what_may_pass_is_tried_again_and_all_comes(filled: LocalBroker, code: int) -> None:
    refusals = iter([code] * 3)

    def edit(api_key: int, answer: Any) -> Any:
        if api_key == ApiKey.FETCH:
            part = answer.responses[0].partitions[0]
            part.error_code = next(refusals, 0)
        return answer

    with (
        Guarded(filled.bootstrap, edit=edit) as guard,
        Cluster(settings(guard.bootstrap)) as cluster,
    ):
        assert bases(cluster, 0, 1_000) == list(range(0, 1_000, 10))


def test_what_does_not_pass_is_told_at_once_with_host_and_request(filled: LocalBroker) -> None:
    def edit(api_key: int, answer: Any) -> Any:
        if api_key == ApiKey.FETCH:
            part = answer.responses[0].partitions[0]
            part.error_code = ErrorCode.TOPIC_AUTHORIZATION_FAILED
        return answer

    with Guarded(filled.bootstrap, edit=edit) as guard:
        with Cluster(settings(guard.bootstrap)) as cluster:
            words = rf"localhost:{guard.port} Fetch of t-0 .*TOPIC_AUTHORIZATION_FAILED \(29\)"
            with pytest.raises(Refused, match=words):
                bases(cluster, 0, 10)
        assert guard.count(ApiKey.FETCH) == 1


def test_connections_that_break_are_made_again(filled: LocalBroker) -> None:
    breaks = iter([True, False, True])

    def edit(api_key: int, answer: Any) -> Any:
        return None if api_key == ApiKey.FETCH and next(breaks, False) else answer

    with (
        Guarded(filled.bootstrap, edit=edit) as guard,
        Cluster(settings(guard.bootstrap)) as cluster,
    ):
        assert bases(cluster, 0, 1_000) == list(range(0, 1_000, 10))


def test_a_damaged_head_is_no_lack_of_progress(filled: LocalBroker) -> None:
    """fetch F-37: without its offsets the same batch would come until the time is over."""

    def edit(api_key: int, answer: Any) -> Any:
        if api_key == ApiKey.FETCH:
            part = answer.responses[0].partitions[0]
            header = next(iter_headers(part.records))[1]
            damaged = bytearray(part.records[: header.size])
            damaged[23] ^= 0x80  # the last offset delta
            part.records = bytes(damaged)
        return answer

    with (
        Guarded(filled.bootstrap, edit=edit) as guard,
        Cluster(settings(guard.bootstrap)) as cluster,
        pytest.raises(CorruptRecord, match=r"the batch from offset 0, .* has a wrong checksum"),
    ):
        bases(cluster, 0, 1_000)


def test_a_corrupt_segment_is_told_at_once(filled: LocalBroker) -> None:
    """fetch F.4: Kafka's consumer raises, though the code is one of those that may pass."""

    def edit(api_key: int, answer: Any) -> Any:
        if api_key == ApiKey.FETCH:
            answer.responses[0].partitions[0].error_code = ErrorCode.CORRUPT_MESSAGE
        return answer

    with (
        Guarded(filled.bootstrap, edit=edit) as guard,
        Cluster(settings(guard.bootstrap)) as cluster,
        pytest.raises(Refused, match=r"Fetch of t-0 at offset 0.*CORRUPT_MESSAGE"),
    ):
        bases(cluster, 0, 1_000)
    assert guard.count(ApiKey.FETCH) == 1
