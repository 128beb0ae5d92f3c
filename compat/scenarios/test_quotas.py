"""Stock clients under a quota: they are told, keep silent, and lose nothing (KIP-219).

librdkafka reports each throttle time that it is told. The clients have ids of their own, and so do
their quotas; each scenario writes and reads more than the two seconds' worth that are free
(`quota.window.num` of the broker).
"""

from __future__ import annotations

import time
from contextlib import closing

import confluent_kafka
import pytest

from compat.clients.raw import RawClient
from kafkawire.protocol.messages.alter_client_quotas_request import AlterClientQuotasRequest
from kafkawire.testing import RawConnection
from tests.support.suite.patience import patient

pytestmark = pytest.mark.clients

RATE = 100_000
MESSAGES = 40
MESSAGE_BYTES = 10_000
"""Together two seconds' worth more than is free."""
BATCH_BYTES = 30_000
SECONDS_MAX = patient(40.0)
SETTLING_SECONDS = 0.5


def limit(raw: RawConnection, client_id: str, key: str) -> None:
    entity = AlterClientQuotasRequest.EntityData(entity_type="client-id", entity_name=client_id)
    operation = AlterClientQuotasRequest.OpData(key=key, value=float(RATE))
    entry = AlterClientQuotasRequest.EntryData(entity=[entity], ops=[operation])
    request = AlterClientQuotasRequest(entries=[entry])
    answer = raw.ask(request, 1)
    assert answer.entries[0].error_code == 0
    time.sleep(SETTLING_SECONDS)


def produced(bootstrap: str, topic: str, client_id: str) -> tuple[float, list[float]]:
    """Write all messages; how long that took, and the throttle times that the client was told."""
    told: list[float] = []
    producer = confluent_kafka.Producer(
        {
            "bootstrap.servers": bootstrap,
            "client.id": client_id,
            "batch.size": BATCH_BYTES,
            "max.in.flight": 1,
            "throttle_cb": lambda event: told.append(event.throttle_time),
        }
    )
    begun = time.monotonic()
    for _ in range(MESSAGES):
        producer.produce(topic, bytes(MESSAGE_BYTES))
    assert producer.flush(SECONDS_MAX) == 0
    seconds = time.monotonic() - begun
    producer.poll(0.2)
    return seconds, [each for each in told if each > 0]


def consumed(bootstrap: str, topic: str, client_id: str) -> float:
    """Read all messages; how long that took."""
    settings = {
        "bootstrap.servers": bootstrap,
        "client.id": client_id,
        "group.id": client_id,
        "enable.auto.commit": False,
        "fetch.wait.max.ms": 100,
    }
    with closing(confluent_kafka.Consumer(settings)) as consumer:
        consumer.assign([confluent_kafka.TopicPartition(topic, 0, 0)])
        begun, count = time.monotonic(), 0
        while count < MESSAGES:
            assert time.monotonic() - begun < SECONDS_MAX, f"{count} messages"
            message = consumer.poll(1.0)
            if message is not None:
                assert message.error() is None
                count += 1
        return time.monotonic() - begun


def test_a_producer_over_its_quota_is_told_and_slowed_down(
    bootstrap: str, raw: RawConnection
) -> None:
    """Told at once, silent for as long (produce A-77, F 73)."""
    with closing(RawClient(bootstrap)) as client:
        client.create_topic("throttled-producer", 1)
    limit(raw, "slow-producer", "producer_byte_rate")
    seconds, told = produced(bootstrap, "throttled-producer", "slow-producer")
    assert told
    assert seconds > 1.0
    quick, untold = produced(bootstrap, "throttled-producer", "quick-producer")
    assert not untold
    assert quick < 1.0


def test_a_consumer_over_its_quota_gets_everything_in_time(
    bootstrap: str, raw: RawConnection
) -> None:
    """Empty answers and their waits lose nothing (fetch B-60, B-62, B-64)."""
    with closing(RawClient(bootstrap)) as client:
        client.create_topic("throttled-consumer", 1)
    produced(bootstrap, "throttled-consumer", "quick-producer")
    limit(raw, "slow-consumer", "consumer_byte_rate")
    assert consumed(bootstrap, "throttled-consumer", "slow-consumer") > 1.0
    assert consumed(bootstrap, "throttled-consumer", "quick-consumer") < 1.0
