"""One broker, number 1, of a cluster whose other brokers are only said to exist.

They are registered by metadata records. Tests play them as followers, by fetching with their ids,
and as leaders, by appending to this broker's logs what they would have sent.
"""

from __future__ import annotations

from typing import Any

from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.broker_registration_change_record import (
    BrokerRegistrationChangeRecord,
)
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord
from kafkawire.protocol.messages.register_broker_record import RegisterBrokerRecord
from kafkawire.records.builder import RecordTuple, encode_batch
from tests.support.broker.metadata import broker, topic, topic_id
from tests.support.requests.fetching import Fetcher, asked, data_of, fetch_request
from tests.support.requests.harness import BrokerHarness, Pending

RACK_AWARE = "org.apache.kafka.common.replica.RackAwareReplicaSelector"
NO_LEADER = -1


class Cluster(Fetcher):
    """A topic `t` with a partition for each of `assignments`, led by the first of its replicas.

    Brokers 2, 3 and 4 are registered in the racks `r2` to `r4`, with their ids as epochs.
    """

    def __init__(self, *assignments: tuple[int, ...], **overrides: str) -> None:
        self.harness = BrokerHarness(
            {name.replace("_", "."): value for name, value in overrides.items()}
        )
        self.broker = self.harness.broker
        self.client = self.harness.connect()
        self.commit(*(broker(node_id, rack=f"r{node_id}") for node_id in (2, 3, 4)))
        self.topic_id = topic_id("t")
        self.commit(*topic("t", *(assignments or ((1, 2, 3),))))

    def commit(self, *records: Message) -> None:
        """Have the metadata say so."""
        self.broker.controller.commit(records, self.harness.now_ms)
        self.harness.settle()

    def register(self, node_id: int, *, epoch: int, **fields: Any) -> None:
        """A broker was started again."""
        record: RegisterBrokerRecord = broker(node_id, **{"rack": f"r{node_id}", **fields})
        record.broker_epoch = epoch
        self.commit(record)

    def fence(self, node_id: int, fenced: bool = True) -> None:
        """A broker is down, or back."""
        epoch = self.broker.metadata.brokers[node_id].epoch
        change = 1 if fenced else -1
        self.commit(
            BrokerRegistrationChangeRecord(broker_id=node_id, broker_epoch=epoch, fenced=change)
        )

    def change(self, index: int = 0, **fields: Any) -> None:
        """A PartitionChangeRecord with `leader`, `isr` or `replicas`."""
        record = PartitionChangeRecord(partition_id=index, topic_id=self.topic_id, **fields)
        self.commit(record)

    def follower_request(
        self, node_id: int, *wanted: Any, epoch: int = -1, version: int = 18, **fields: Any
    ) -> FetchRequest:
        """What `node_id` sends; `wanted` are numbers of partitions or `asked(...)`."""
        topic: str | bytes = self.topic_id if version >= 13 else "t"
        request = fetch_request(*((topic, each) for each in wanted), **fields)
        if version >= 15:
            request.replica_state = FetchRequest.ReplicaState(
                replica_id=node_id, replica_epoch=epoch
            )
        else:
            request.replica_id = node_id
        return request

    def follow(
        self, node_id: int, offset: int = 0, index: int = 0, version: int = 18, **fields: Any
    ) -> Any:
        """A follower's fetch from `offset`: the entry of its answer, which must come at once."""
        of_partition: dict[str, Any] = {
            name: fields.pop(name)
            for name in ("current_leader_epoch", "last_fetched_epoch", "max_bytes")
            if name in fields
        }
        one = asked(index, offset, **{"log_start_offset": 0, **of_partition})
        request = self.follower_request(node_id, one, version=version, **fields)
        response: FetchResponse = self.harness.connect().request(request, version)
        return data_of(response, index)

    def follow_later(self, node_id: int, *wanted: Any, version: int = 18, **fields: Any) -> Pending:
        """A follower's fetch that waits; by default half a second."""
        fields = {"max_wait_ms": 500, **fields}
        request = self.follower_request(node_id, *wanted, version=version, **fields)
        return self.harness.connect().send(request, version)

    def replicate(
        self, index: int = 0, *, high_watermark: int, count: int = 1, epoch: int = 0
    ) -> None:
        """Play the leader of a partition that this broker follows."""
        partition = self.partition(index)
        data = b""
        if count:
            end = partition.log_end_offset
            records: list[RecordTuple] = [(self.harness.now_ms, None, b"v" * 10, [])] * count
            data = bytes(encode_batch(records, base_offset=end, leader_epoch=epoch))
        self.broker.replicas.append_as_follower(
            partition, data, high_watermark=high_watermark, now_ms=self.harness.now_ms
        )
        self.harness.settle()

    def ends(self, index: int = 0) -> dict[int, int]:
        """The log ends of followers at the leader."""
        followers = self.partition(index).followers
        return {each.node_id: each.log_end_offset for each in followers or ()}


def following(count: int = 3, high_watermark: int = 2) -> Cluster:
    """This broker follows partition 0 of broker 2."""
    cluster = Cluster((2, 1))
    for _ in range(count):
        cluster.replicate(high_watermark=high_watermark)
    return cluster


def read(cluster: Cluster, one: Any = 0, version: int = 12, **fields: Any) -> Any:
    """A consumer's fetch of partition 0: the entry of its answer, which must come at once."""
    topic = cluster.topic_id if version >= 13 else "t"
    return data_of(cluster.fetch((topic, one), version=version, **fields))
