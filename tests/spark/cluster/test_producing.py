"""Batches on their way to leaders: in order, once, whatever fails in between."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import settings as profile
from hypothesis import strategies as st

from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.buffers import joined
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.exchange import decode_request_header, encode_response
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.builder import RecordTuple
from kafkawire.spark.cluster import Cluster, ClusterError, OutOfTime, Refused, TopicPartition
from kafkawire.testing import LocalBroker
from tests.support.dump.guarded import Guarded
from tests.support.spark.topic_rows import batch_headers, settings, topic_rows

COUNT = 40


def now_ms() -> int:
    """Brokers forget producers whose records are old when they start."""
    return time.time_ns() // 1_000_000


def write(cluster: Cluster, count: int = COUNT, *, is_idempotent: bool = True) -> None:
    """So many batches of two records, on two partitions in turn."""
    producer = cluster.producer(cluster.init_producer_id() if is_idempotent else None)
    try:
        for number in range(count):
            found = TopicPartition("t", number % 2)
            producer.append(found, [row(number), (now_ms(), None, None, ())])
        producer.flush()
    finally:
        producer.close()


def written(broker: LocalBroker) -> list[list[int]]:
    """The numbers on both partitions, in the order of the log."""
    rows = topic_rows(broker.bootstrap, "t")
    return [
        [int(row.value) for row in rows if row.value is not None and row.partition == partition]
        for partition in range(2)
    ]


def row(number: int) -> RecordTuple:
    """A record that is its number."""
    return now_ms(), None, b"%d" % number, ()


def produce_answer(frame: bytes, part: ProduceResponse.PartitionProduceResponse) -> bytes:
    """An answer to a Produce request that no broker was asked."""
    header = decode_request_header(frame)
    topic = ProduceResponse.TopicProduceResponse(name="t", partition_responses=[part])
    answer = ProduceResponse(responses=[topic])
    found = encode_response(header.correlation_id, header.api_key, header.api_version, answer)
    return joined(found)[4:]


ALL = [list(range(0, COUNT, 2)), list(range(1, COUNT, 2))]


@pytest.mark.parametrize("codec", ["none", "gzip", "snappy", "lz4", "zstd"])
@pytest.mark.parametrize("acks", ["all", "1", "0"])
def test_all_is_written_in_order(broker: LocalBroker, codec: str, acks: str) -> None:
    broker.create_topic("t", partitions=2)
    with Cluster(settings(broker.bootstrap, compression_type=codec, acks=acks)) as cluster:
        write(cluster, is_idempotent=acks == "all")
        cluster.topics()
    if acks != "0":
        assert written(broker) == ALL
        assert {header.compression for header in batch_headers(broker.bootstrap, "t")} == {
            ["none", "gzip", "snappy", "lz4", "zstd"].index(codec)
        }


@profile(max_examples=15)
@example(fates=["refuse", "pass", "pass", "pass", "pass", "refuse"])
@given(fates=st.lists(st.sampled_from(["pass", "lose answer", "refuse"]), max_size=12))
def test_whatever_is_lost_each_record_is_there_once_and_in_order(fates: list[str]) -> None:
    """Refused answers stand for batches that are in the log all the same: the worst case."""
    left = iter(fates)

    def edit(api_key: int, answer: Any) -> Any:
        if api_key != ApiKey.PRODUCE:
            return answer
        fate = next(left, "pass")
        if fate == "refuse":
            part = answer.responses[0].partition_responses[0]
            part.error_code = ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND
        return None if fate == "lose answer" else answer

    with LocalBroker() as broker, Guarded(broker.bootstrap, edit=edit) as guard:
        broker.create_topic("t", partitions=2)
        with Cluster(settings(guard.bootstrap)) as cluster:
            write(cluster)
        assert written(broker) == ALL


def test_a_request_that_never_arrived_is_sent_again_before_those_behind_it(
    broker: LocalBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A broker that refuses a batch without taking it finds those behind it out of order."""
    broker.create_topic("t", partitions=2)
    is_refused = False
    with Guarded(broker.bootstrap) as guard, Cluster(settings(guard.bootstrap)) as cluster:
        send = guard.pass_on

        def refuse_second(frame: bytes, broker_side: Any) -> bytes:
            nonlocal is_refused
            if guard.count(ApiKey.PRODUCE) == 2 and not is_refused:
                is_refused = True
                answer = ProduceResponse.PartitionProduceResponse
                part = answer(index=0, error_code=ErrorCode.NOT_ENOUGH_REPLICAS)
                return produce_answer(frame, part)
            return send(frame, broker_side)

        monkeypatch.setattr(guard, "pass_on", refuse_second)
        producer = cluster.producer(cluster.init_producer_id())
        for number in range(8):
            producer.append(TopicPartition("t", 0), [row(number)])
        producer.flush()
        producer.close()
    assert is_refused
    assert written(broker) == [list(range(8)), []]


def test_a_gap_before_a_batch_is_not_closed_by_trying_again(
    broker: LocalBroker, cluster: Cluster
) -> None:
    broker.create_topic("t", partitions=2)
    producer = cluster.producer(cluster.init_producer_id())
    found = TopicPartition("t", 0)
    producer.append(found, [(now_ms(), None, b"0", ())])
    producer.flush()
    producer._encoded(found, [(now_ms(), None, b"lost", ())])
    producer.append(found, [(now_ms(), None, b"2", ())])
    with pytest.raises(Refused, match="OUT_OF_ORDER_SEQUENCE_NUMBER"):
        producer.flush()
    producer.close()


def test_a_leader_that_moved_is_found(broker: LocalBroker) -> None:
    broker.create_topic("t", partitions=2)
    with Guarded(broker.bootstrap) as second, Guarded(broker.bootstrap) as first:
        is_moved = False

        def edit(api_key: int, answer: Any) -> Any:
            nonlocal is_moved
            if api_key == ApiKey.PRODUCE and not is_moved:
                is_moved = True
                for part in answer.responses[0].partition_responses:
                    part.error_code = ErrorCode.NOT_LEADER_OR_FOLLOWER
            if api_key == ApiKey.METADATA and is_moved:
                answer.brokers[0].port = second.port
            return answer

        first.edit = edit
        with Cluster(settings(first.bootstrap)) as cluster:
            write(cluster)
        assert second.count(ApiKey.PRODUCE) > 0
    assert written(broker) == ALL


def test_a_broker_that_restarts_loses_and_doubles_nothing(tmp_path: Any) -> None:
    with LocalBroker(data=tmp_path) as broker:
        broker.create_topic("t", partitions=2)
        with Cluster(settings(broker.bootstrap)) as cluster:
            producer = cluster.producer(cluster.init_producer_id())
            for number in range(COUNT):
                if number == COUNT // 2:
                    producer._step()
                    broker.stop()
                    broker.start()
                producer.append(TopicPartition("t", number % 2), [row(number)])
            producer.flush()
            producer.close()
        assert written(broker) == ALL


def test_what_does_not_pass_is_told_with_host_request_and_partition(broker: LocalBroker) -> None:
    broker.create_topic("t", partitions=2)

    def edit(api_key: int, answer: Any) -> Any:
        if api_key == ApiKey.PRODUCE:
            part = answer.responses[0].partition_responses[0]
            part.error_code, part.error_message = ErrorCode.TOPIC_AUTHORIZATION_FAILED, "no"
        return answer

    with (
        Guarded(broker.bootstrap, edit=edit) as guard,
        Cluster(settings(guard.bootstrap)) as cluster,
    ):
        words = rf"localhost:{guard.port} Produce to t-\d: TOPIC_AUTHORIZATION_FAILED \(29\): no"
        with pytest.raises(Refused, match=words):
            write(cluster)


def test_what_does_not_get_through_is_told_after_the_delivery_timeout(broker: LocalBroker) -> None:
    broker.create_topic("t", partitions=2)

    def edit(api_key: int, answer: Any) -> Any:
        if api_key == ApiKey.PRODUCE:
            for part in answer.responses[0].partition_responses:
                part.error_code = ErrorCode.NOT_ENOUGH_REPLICAS
        return answer

    with (
        Guarded(broker.bootstrap, edit=edit) as guard,
        Cluster(settings(guard.bootstrap, delivery_timeout_ms=2_000)) as cluster,
        pytest.raises(OutOfTime, match=r"not written in 2000 ms.*NOT_ENOUGH_REPLICAS"),
    ):
        write(cluster)


def test_a_record_that_fits_no_request_is_told(broker: LocalBroker, cluster: Cluster) -> None:
    broker.create_topic("t", partitions=1)
    producer = cluster.producer()
    with pytest.raises(ClusterError, match=r"larger than max\.request\.size \(1048576\)"):
        producer.append(TopicPartition("t", 0), [(5, None, bytes(2 << 20), ())])
