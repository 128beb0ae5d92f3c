"""A node of Apache Kafka follows a leader of ours.

The real controller is told that broker 2 exists, which is a broker of ours, and that it leads a
topic; ours is told so by metadata records. The real node then replicates from it as from any other.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from compat.oracle.followers.__main__ import real_leader
from compat.oracle.followers.leaders import RealLeader
from compat.oracle.node import OracleUnavailable
from compat.oracle.side import opened
from compat.oracle.sides import VERSION
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.delete_records_request import DeleteRecordsRequest
from kafkawire.protocol.messages.partition_record import PartitionRecord
from kafkawire.protocol.messages.topic_record import TopicRecord
from kafkawire.testing import LocalBroker
from tests.support.broker.metadata import broker
from tests.support.log.batches import make_batch
from tests.support.requests.fetching import asked, data_of, fetch_request
from tests.support.requests.produce import produce_request
from tests.support.rings.skips import skip_without
from tools.programs import HOST

pytestmark = pytest.mark.oracle
UNCHECKED = "no follower of Apache Kafka replicates from our leader"

OURS, REAL = 2, 1
SECONDS = 15.0


class Pair:
    """Our leader, its real follower, and a topic of one partition that both have."""

    def __init__(self, ours: LocalBroker, real: RealLeader) -> None:
        self.ours, self.real = ours, real
        self._link = opened(HOST, int(ours.bootstrap.rpartition(":")[2]))
        real.create([(OURS, REAL)])
        follower = broker(REAL)
        follower.broker_epoch = 0  # below whatever it calls its own
        self.commit(
            follower,
            TopicRecord(name=real.topic, topic_id=real.topic_id),
            PartitionRecord(
                partition_id=0,
                topic_id=real.topic_id,
                replicas=[OURS, REAL],
                isr=[OURS, REAL],
                leader=OURS,
                leader_epoch=0,
                partition_epoch=0,
            ),
        )

    def commit(self, *records: Message) -> None:
        """Have our metadata say so."""
        controller = self.ours.broker.controller
        self.ours.run(lambda: controller.commit(records, int(time.time() * 1_000)))

    def produce(self, count: int, **fields: Any) -> Any:
        """To our leader; with acks=all the answer comes when the real follower has it."""
        fields = {"acks": -1, "timeout_ms": int(SECONDS * 1_000), **fields}
        sent = self.real.topic, 0, make_batch(count, size=50)
        response = self._ask(produce_request(sent, **fields), 11)
        return response.responses[0].partition_responses[0]

    def delete_records(self, offset: int) -> Any:
        """At our leader; the answer comes when the real follower has done so too."""
        partition = DeleteRecordsRequest.DeleteRecordsPartition(partition_index=0, offset=offset)
        topic = DeleteRecordsRequest.DeleteRecordsTopic(
            name=self.real.topic, partitions=[partition]
        )
        request = DeleteRecordsRequest(topics=[topic], timeout_ms=int(SECONDS * 1_000))
        return self._ask(request, 2).topics[0].partitions[0]

    def read(self, offset: int = 0) -> tuple[Any, Any]:
        """What a consumer gets from our leader, and from its follower."""
        request = fetch_request((self.real.topic, asked(0, offset)))
        self.real.send("consumer", request, 12)
        return data_of(self._ask(request, 12)), data_of(self.real.receive("consumer"))

    def read_when_known(self, high_watermark: int) -> tuple[Any, Any]:
        """The same, when the follower has heard of that high watermark."""
        deadline = time.monotonic() + SECONDS
        while True:
            ours, theirs = self.read()
            if theirs.high_watermark == high_watermark or time.monotonic() > deadline:
                return ours, theirs
            time.sleep(0.05)

    def ends(self) -> list[int]:
        """What our leader knows of its follower."""
        partition = self.ours.broker.replicas.get(TopicPartition(self.real.topic, 0))
        assert partition is not None
        return [each.log_end_offset for each in partition.followers or ()]

    def _ask(self, request: Message, version: int) -> Any:
        return self._link.ask(request, version)


@pytest.fixture(scope="module")
def pair(request: pytest.FixtureRequest) -> Iterator[Pair]:
    if request.config.getoption("--against") != "kafkawire":
        skip_without("--against is another broker than kafkawire", UNCHECKED)
    with LocalBroker({"node.id": OURS, "log.retention.ms": -1}) as ours:
        port = int(ours.bootstrap.rpartition(":")[2])
        try:
            with real_leader(VERSION, {OURS: port}) as real:
                yield Pair(ours, real)
        except OracleUnavailable as missing:
            skip_without(missing, UNCHECKED)


def test_a_real_follower_replicates(pair: Pair) -> None:
    """Produce A-72, fetch B-29, B-46, G-1: acks=all waits for it, and it has our bytes."""
    for count in (1, 2, 3):
        assert pair.produce(count).error_code == 0
    ours, theirs = pair.read_when_known(6)
    assert (ours.high_watermark, theirs.high_watermark) == (6, 6)
    assert bytes(ours.records) == bytes(theirs.records)
    assert pair.ours.run(pair.ends) == [6]


def test_a_consumer_at_a_real_follower_is_woken_through_us(pair: Pair) -> None:
    """Fetch B-48, J 91: by the high watermark that our next answer brings."""
    _, before = pair.read()
    end = before.high_watermark
    waiting = fetch_request((pair.real.topic, asked(0, end)), max_wait_ms=int(SECONDS * 1_000))
    pair.real.send("waiting", waiting, 12)
    assert pair.produce(1, acks=1).base_offset == end
    data = data_of(pair.real.receive("waiting", SECONDS))
    assert (data.high_watermark, bool(data.records)) == (end + 1, True)


def test_deleting_records_waits_for_a_real_follower(pair: Pair) -> None:
    """Produce D-42, fetch G-74: its log start follows ours, and its next fetch tells so."""
    for _ in range(3):
        assert pair.produce(1).error_code == 0
    result = pair.delete_records(2)
    assert (result.error_code, result.low_watermark) == (0, 2)
    ours, theirs = pair.read(0)
    assert (ours.error_code, theirs.error_code) == (1, 1)
    ours, theirs = pair.read(2)
    assert (ours.log_start_offset, theirs.log_start_offset) == (2, 2)
    assert bytes(ours.records) == bytes(theirs.records)
