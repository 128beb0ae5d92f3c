"""What stock consumers send, and what they make of transactions (fetch A-31 and F).

They run against a broker in this process, so that their requests can be looked at and the log can
hold what no client could write here: the ends of transactions.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest

from kafkawire.broker.replicas.partition import Partition
from kafkawire.log.append import AppendOrigin, Verification
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.exchange import decode_request_header
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.records.batch import seal
from kafkawire.records.builder import encode_batch
from kafkawire.records.control import encode_end_transaction_marker
from kafkawire.testing import LocalBroker
from tests.support.suite.patience import patient

pytestmark = pytest.mark.clients

FETCH = 1
NOW_MS = 1_700_000_000_000
SECONDS_MAX = patient(30.0)
Sent = list[tuple[int, FetchRequest]]
Consume = Callable[..., tuple[list[bytes], list[int]]]


@pytest.fixture
def broker() -> Iterator[LocalBroker]:
    with LocalBroker() as local:
        local.create_topic("t", 3)
        yield local


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """Versions and bodies of the Fetch requests that reach the broker."""
    from kafkawire.broker import dispatch

    found: Sent = []
    handle = dispatch.handle

    def looking(broker: Any, connection: Any, frame: Any, *rest: Any) -> None:
        header = decode_request_header(frame)
        if header.api_key == FETCH:
            body = bytes(frame[header.body_offset :])
            found.append((header.api_version, FetchRequest.decode(body, header.api_version)))
        handle(broker, connection, frame, *rest)

    monkeypatch.setattr(dispatch, "handle", looking)
    return found


def append(broker: LocalBroker, data: bytes | bytearray, **options: Any) -> None:
    """Append to partition 0, unexamined where `options` say so."""

    def in_its_thread() -> None:
        replicas = broker.broker.replicas
        partition = replicas.get(TopicPartition("t", 0))
        assert isinstance(partition, Partition)
        replicas.append(
            partition, data, now_ms=NOW_MS, verification=Verification.VERIFIED, **options
        )

    broker.run(in_its_thread)


def write(broker: LocalBroker, value: bytes, producer_id: int = -1, sequence: int = -1) -> None:
    """One record, within the transaction of a producer if there is one."""
    fields: dict[str, Any] = {}
    if producer_id >= 0:
        fields = {"producer_id": producer_id, "producer_epoch": 0, "transactional": True}
        fields["base_sequence"] = sequence
    append(broker, encode_batch([(NOW_MS, None, value, ())], **fields))


def finish(broker: LocalBroker, producer_id: int, *, commit: bool) -> None:
    """The end of a producer's transaction."""
    marker = encode_end_transaction_marker(
        commit=commit, producer_id=producer_id, producer_epoch=0, coordinator_epoch=0, timestamp=1
    )
    append(broker, marker, origin=AppendOrigin.COORDINATOR)


def kafka_python(bootstrap: str, count: int, isolation: str) -> tuple[list[bytes], list[int]]:
    """The first `count` values, and where the consumer then stands in each partition."""
    from kafka import KafkaConsumer
    from kafka import TopicPartition as Place

    consumer = KafkaConsumer(
        bootstrap_servers=bootstrap,
        group_id=None,
        enable_auto_commit=False,
        auto_offset_reset="earliest",
        isolation_level=isolation,
        fetch_max_wait_ms=50,
    )
    places = [Place("t", index) for index in range(3)]
    values: list[bytes] = []
    with closing(consumer):
        consumer.assign(places)
        consumer.seek_to_beginning()
        deadline = time.monotonic() + SECONDS_MAX
        while len(values) < count and time.monotonic() < deadline:
            for batch in consumer.poll(timeout_ms=100).values():
                values += [record.value for record in batch]
        for _ in range(5):
            assert not consumer.poll(timeout_ms=100)
        return values, [consumer.position(place) for place in places]


def librdkafka(bootstrap: str, count: int, isolation: str) -> tuple[list[bytes], list[int]]:
    """The first `count` values, and where the consumer then stands in each partition."""
    from confluent_kafka import OFFSET_BEGINNING, Consumer
    from confluent_kafka import TopicPartition as Place

    consumer = Consumer(
        {
            "bootstrap.servers": bootstrap,
            "group.id": "g",
            "enable.auto.commit": False,
            "isolation.level": isolation,
            "fetch.wait.max.ms": 50,
        }
    )
    places = [Place("t", index, OFFSET_BEGINNING) for index in range(3)]
    values: list[bytes] = []
    with closing(consumer):
        consumer.assign(places)
        deadline = time.monotonic() + SECONDS_MAX
        while len(values) < count and time.monotonic() < deadline:
            message = consumer.poll(0.1)
            if message is not None:
                assert message.error() is None
                values.append(message.value() or b"")
        for _ in range(5):
            assert consumer.poll(0.1) is None
        return values, [place.offset for place in consumer.position(places)]


@pytest.fixture(params=[kafka_python, librdkafka], ids=["kafka-python", "librdkafka"])
def consume(request: pytest.FixtureRequest) -> Consume:
    found: Consume = request.param
    return found


def test_kafka_python_uses_sessions_and_tells_what_it_fetched(
    broker: LocalBroker, sent: Sent
) -> None:
    """One full fetch, then changes, with the epoch of what it has (fetch A-31, B-39, J 82)."""
    write(broker, b"a")
    write(broker, b"b")
    values, _ = kafka_python(broker.bootstrap, 2, "read_uncommitted")
    assert values == [b"a", b"b"]
    assert {version for version, _ in sent} == {12}
    assert (sent[0][1].session_id, sent[0][1].session_epoch) == (0, 0)
    later = [request for _, request in sent if request.session_id]
    assert len({request.session_id for request in later}) == 1
    epochs = [request.session_epoch for request in later if request.session_epoch > 0]
    assert epochs == list(range(1, len(epochs) + 1))
    told = [
        partition.last_fetched_epoch
        for request in later
        for topic in request.topics
        for partition in topic.partitions
        if partition.fetch_offset
    ]
    assert set(told) == {0}


def test_librdkafka_uses_no_session(broker: LocalBroker, sent: Sent) -> None:
    """All partitions each time, nothing forgotten, no epoch fetched; up to v16 (fetch A-31)."""
    write(broker, b"a")
    write(broker, b"b")
    values, _ = librdkafka(broker.bootstrap, 2, "read_uncommitted")
    assert values == [b"a", b"b"]
    assert {version for version, _ in sent} <= set(range(11, 17))
    for _, request in sent:
        assert (request.session_id, request.session_epoch) == (0, -1)
        assert not request.forgotten_topics_data
        epochs = [each.last_fetched_epoch for topic in request.topics for each in topic.partitions]
        assert set(epochs) <= {-1}


def test_aborted_data_is_left_out_by_who_reads_committed(
    broker: LocalBroker, consume: Consume
) -> None:
    """The list says what; markers are passed over, the last one, too (fetch B-56, J 30, 165)."""
    write(broker, b"plain")
    write(broker, b"aborted 1", 1, 0)
    write(broker, b"committed 2", 2, 0)
    write(broker, b"aborted 1 too", 1, 1)
    finish(broker, 1, commit=False)
    write(broker, b"committed 1", 1, 2)
    finish(broker, 2, commit=True)
    finish(broker, 1, commit=True)
    write(broker, b"aborted 2", 2, 1)
    finish(broker, 2, commit=False)
    values, positions = consume(broker.bootstrap, 3, "read_committed")
    assert values == [b"plain", b"committed 2", b"committed 1"]
    assert positions[0] == 10
    values, positions = consume(broker.bootstrap, 6, "read_uncommitted")
    assert len(values) == 6
    assert positions[0] == 10


def test_a_batch_that_compaction_has_emptied_is_passed_over(
    broker: LocalBroker, consume: Consume
) -> None:
    """Its offsets are gone, and the position goes on behind them (fetch A-41, J 31, 166)."""
    write(broker, b"first")
    emptied = encode_batch([])
    emptied[23:27] = (4).to_bytes(4, "big")  # the last offset delta
    seal(emptied)
    append(broker, emptied, origin=AppendOrigin.COORDINATOR)
    write(broker, b"second")
    values, positions = consume(broker.bootstrap, 2, "read_uncommitted")
    assert values == [b"first", b"second"]
    assert positions[0] == 7


def test_an_open_transaction_holds_who_reads_committed(
    broker: LocalBroker, consume: Consume
) -> None:
    """What stands behind its beginning is not theirs yet (fetch B-25, J 70)."""
    write(broker, b"plain")
    write(broker, b"open", 1, 0)
    write(broker, b"behind")
    values, positions = consume(broker.bootstrap, 1, "read_committed")
    assert values == [b"plain"]
    assert positions[0] == 1
