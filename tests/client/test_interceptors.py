"""Interceptors of consumers and producers."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import pytest

from kafkawire.client.accepting import ProducerRecord
from kafkawire.client.batch import Batch
from kafkawire.client.codecs import UTF8, Deserializers, Serializers
from kafkawire.client.consumer import Consumer
from kafkawire.client.core.producing.batch import Batch as SentBatch
from kafkawire.client.errors import ClientError, ConfigurationError, TimedOut
from kafkawire.client.interceptors import (
    ConsumerInterceptor,
    Interceptors,
    ProducerInterceptor,
    each_of,
)
from kafkawire.client.producer import Producer
from kafkawire.client.values import OffsetAndMetadata, RecordMetadata, TopicPartition
from tests.support.requests.served import serving
from tests.support.suite.patience import patient

LIMIT_S = patient(10.0)
FIRST = TopicPartition("t", 0)


class Shouting(ProducerInterceptor):
    def __init__(self) -> None:
        self.seen: list[Any] = []

    def on_send(self, topic: str, record: ProducerRecord) -> ProducerRecord:
        self.seen.append((topic, record.value))
        return record._replace(value=f"{record.value}!", headers=[("by", b"me")])

    def on_acknowledgement(
        self, partition: TopicPartition, metadata: RecordMetadata | None, error: ClientError | None
    ) -> None:
        self.seen.append((partition, metadata and metadata.offset, error))

    def close(self) -> None:
        self.seen.append("closed")


class Noting(ConsumerInterceptor):
    def __init__(self) -> None:
        self.seen: list[Any] = []

    def on_consume(self, batch: Batch[Any, Any]) -> Batch[Any, Any]:
        self.seen.append([record.value for record in batch])
        return batch

    def on_commit(self, offsets: Mapping[TopicPartition, OffsetAndMetadata]) -> None:
        self.seen.append({key: each.offset for key, each in offsets.items()})

    def close(self) -> None:
        self.seen.append("closed")


class Broken:
    """Has one method only, which raises."""

    def on_send(self, topic: str, record: ProducerRecord) -> ProducerRecord:
        raise ValueError("broken")


@pytest.mark.slow
async def test_interceptors_see_and_change_records() -> None:
    """client K-31: as Kafka's, in order; values are those before they are serialized."""
    sending, reading = Shouting(), Noting()
    async with serving() as broker:
        host, port = broker.server.address
        bootstrap = f"{host}:{port}"
        producer = Producer(
            bootstrap, codecs=Serializers(value=UTF8), interceptor_classes=[sending, Broken()]
        )
        async with producer:
            await (await producer.send("t", "value", partition=0))
            await producer.send_all("t", [(None, "more")], partition=0)
        consumer = Consumer(
            bootstrap,
            codecs=Deserializers(value=UTF8),
            group_id="g",
            auto_offset_reset="earliest",
            interceptor_classes=[reading],
        )
        async with consumer:
            await consumer.assign([FIRST])
            batches = await consumer.poll(LIMIT_S)
            (record, _) = batches[FIRST]
            assert (record.value, record.headers) == ("value!", [("by", b"me")])
            await consumer.commit()
    assert sending.seen == [
        ("t", "value"),
        (FIRST, 0, None),
        ("t", "more"),
        (FIRST, 1, None),
        "closed",
    ]
    assert reading.seen == [["value!", "more!"], {FIRST: 2}, "closed"]


def test_one_that_raises_changes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """client K-31."""
    record = ProducerRecord("value")
    with caplog.at_level(logging.WARNING, "kafkawire.client.interceptors"):
        assert Interceptors([Broken()]).sending("t", record) is record
    assert "raised" in caplog.text
    assert "broken" in caplog.text


def test_failures_of_records_are_told_and_stay_unseen_by_the_application() -> None:
    """client K-31, B-32."""
    sending = Shouting()
    batch = SentBatch(FIRST, 0, 1_000)
    batch.records = [(0, None, b"v", ())]
    batch.close()
    batch.end(TimedOut("late"))
    Interceptors([sending]).batch_ended(batch)
    ((partition, metadata, error),) = sending.seen
    assert (partition, metadata, type(error)) == (FIRST, None, TimedOut)
    assert batch.looked == set()


def test_refused_commits_are_not_told() -> None:
    noting = Noting()
    Interceptors([noting]).committed({FIRST: OffsetAndMetadata(1)}, TimedOut("late"))
    assert noting.seen == []


def test_without_interceptors_nothing_is_called() -> None:
    assert not Interceptors([])
    assert each_of([]) is None
    calls: list[int] = []
    both = each_of([lambda root: calls.append(1), lambda root: calls.append(2)])
    assert both is not None
    both(SentBatch(FIRST, 0, 1))
    assert calls == [1, 2]


def test_names_of_java_classes_are_refused() -> None:
    """client C.4."""
    with pytest.raises(ConfigurationError, match="Python objects"):
        Producer("a:1", interceptor_classes="org.example.Interceptor")
