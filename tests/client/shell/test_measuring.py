"""The metrics of each kind of client, against a broker in the same run of trio."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
import trio

from kafkawire.client.admin import Admin
from kafkawire.client.consumer import Consumer
from kafkawire.client.producer import Producer
from kafkawire.client.values import GroupMetadata, TopicPartition
from tests.client.test_consumer_groups import broker, member, until
from tests.client.test_stream import Found
from tests.support.requests.served import serving
from tests.support.suite.patience import patient

LIMIT_S = patient(10.0)


def value(metrics: Mapping[str, float], name: str, tags: str = "") -> float:
    """The value of a metric of the client `me`."""
    group, _, rest = name.partition(":")
    return metrics[f"{group}:{rest}{{client-id=me{tags}}}"]


@pytest.mark.slow
async def test_clients_have_kafkas_metrics() -> None:
    """client K-30."""
    async with serving() as running:
        host, port = running.server.address
        bootstrap = f"{host}:{port}"
        async with Producer(bootstrap, client_id="me") as producer:
            await producer.send_all("t", [(b"k", b"v")] * 10, partition=1)
            await producer.flush()
            found = producer.metrics
        assert value(found, "producer-metrics:record-send-total") == 10
        assert value(found, "producer-topic-metrics:record-send-total", ",topic=t") == 10
        assert value(found, "producer-metrics:buffer-available-bytes") == 33_554_432
        assert value(found, "producer-metrics:requests-in-flight") == 0
        assert value(found, "producer-metrics:compression-rate-avg") == 1
        assert value(found, "producer-node-metrics:request-total", ",node-id=node--1") >= 2
        assert 0 <= value(found, "producer-metrics:metadata-age") < 1_000
        assert value(found, "producer-metrics:flush-time-ns-total") > 0
        assert value(found, "producer-metrics:metadata-wait-time-ns-total") > 0
        assert value(found, "producer-metrics:txn-init-time-ns-total") == 0
        assert value(found, "producer-metrics:successful-authentication-total") == 0
        assert value(found, "producer-metrics:successful-authentication-no-reauth-total") == 0
        consumer = Consumer(
            bootstrap, topics=["t"], group_id="g", auto_offset_reset="earliest", client_id="me"
        )
        async with consumer:
            batches = await consumer.poll(LIMIT_S)
            assert [len(each) for each in batches.values()] == [10]
            await consumer.commit()
            found = consumer.metrics
        records = "consumer-fetch-manager-metrics:records-consumed-total"
        assert value(found, records) == value(found, records, ",topic=t") == 10
        lag = "consumer-fetch-manager-metrics:records-lag"
        assert value(found, lag, ",topic=t,partition=1") == 0
        lead = "consumer-fetch-manager-metrics:records-lead"
        assert value(found, lead, ",topic=t,partition=1") == 10
        assert value(found, f"{lead}-min") == 0, "the other partition is empty"
        assert value(found, "consumer-coordinator-metrics:assigned-partitions") == 2
        assert value(found, "consumer-coordinator-metrics:commit-total") == 1
        assert value(found, "consumer-coordinator-metrics:rebalance-total") == 1
        assert value(found, "consumer-coordinator-metrics:heartbeat-total") >= 1
        assert value(found, "consumer-metrics:last-poll-seconds-ago") >= 0
        assert value(found, "consumer-metrics:connection-count") >= 1


async def test_a_consumer_shows_which_replicas_it_reads_from() -> None:
    """client K-30, F-30: as Kafka's preferred-read-replica, of assigned partitions only."""
    first, second = TopicPartition("t", 0), TopicPartition("t", 1)
    name = "consumer-fetch-manager-metrics:preferred-read-replica"
    async with serving() as running:
        host, port = running.server.address
        async with Consumer(f"{host}:{port}", client_id="me") as consumer:
            assert not any("preferred" in each for each in consumer.metrics)
            await consumer.assign([first, second])
            consumer._reader.partition(second).preferred = 0
            found = consumer.metrics
            assert value(found, name, ",topic=t,partition=0") == -1
            assert value(found, name, ",topic=t,partition=1") == 0
            await consumer.assign([first])
            found = consumer.metrics
    assert [each for each in found if each.startswith(name)] == [
        f"{name}{{client-id=me,topic=t,partition=0}}"
    ]


async def test_without_a_group_there_are_no_metrics_of_one() -> None:
    """client K-30."""
    async with serving() as running:
        host, port = running.server.address
        async with Consumer(f"{host}:{port}", client_id="me") as consumer:
            assert not any("coordinator" in name for name in consumer.metrics)
        async with Admin(f"{host}:{port}", client_id="me") as admin:
            assert value(admin.metrics, "admin-client-metrics:connection-count") >= 1


@pytest.mark.slow
async def test_each_step_of_transactions_has_its_time() -> None:
    """client K-30."""
    async with serving() as running:
        host, port = running.server.address
        async with Producer(f"{host}:{port}", client_id="me", transactional_id="t") as producer:

            def taken() -> list[str]:
                names = ("init", "begin", "send-offsets", "commit", "abort")
                stem = "producer-metrics:txn-{}-time-ns-total"
                return [name for name in names if value(producer.metrics, stem.format(name)) > 0]

            assert taken() == []
            await producer.init_transactions()
            assert taken() == ["init"]
            await producer.begin_transaction()
            await producer.send("t", b"", partition=0)
            assert taken() == ["init", "begin"]
            offsets = {TopicPartition("t", 0): 1}
            group = GroupMetadata("g", -1, "", None)
            await producer.send_offsets_to_transaction(offsets, group)
            assert taken() == ["init", "begin", "send-offsets"]
            await producer.commit_transaction()
            assert taken() == ["init", "begin", "send-offsets", "commit"]
            await producer.begin_transaction()
            await producer.send("t", b"", partition=0)
            await producer.abort_transaction()
            assert taken()[-1] == "abort"


async def test_handlers_of_serve_are_measured_as_polls() -> None:
    """client K-30."""
    async with (
        broker(50) as (_, address),
        trio.open_nursery() as nursery,
        member(address, client_id="me", max_poll_records=10) as consumer,
    ):
        found = Found()
        nursery.start_soon(consumer.serve, found.handle)
        await until(lambda: len(found) == 50)
        metrics = consumer.metrics
    assert value(metrics, "consumer-metrics:last-poll-seconds-ago") >= 0
    assert value(metrics, "consumer-metrics:time-between-poll-max") >= 0
    assert 0 <= value(metrics, "consumer-metrics:poll-idle-ratio-avg") <= 1
