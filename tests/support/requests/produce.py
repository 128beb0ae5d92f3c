"""Producing through the harness, one call for request and answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kafkawire.broker.replicas.partition import Partition
from kafkawire.log.config import LogConfig
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.buffers import Buffer
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.batch import batch_crc
from tests.support.requests.harness import BrokerHarness, HarnessClient, Pending

Key = str | bytes
Answer = ProduceResponse.PartitionProduceResponse


def with_crc(batch: bytearray) -> bytes:
    """`batch` with its checksum made good."""
    batch[17:21] = batch_crc(batch, 0, len(batch)).to_bytes(4, "big")
    return bytes(batch)


def produce_request(
    *sent: tuple[Key, int, Buffer | None],
    acks: int = -1,
    timeout_ms: int = 1000,
    transactional_id: str | None = None,
) -> ProduceRequest:
    """A request with one topic element for each of `sent`: (name or id, partition, records)."""
    topics = [
        ProduceRequest.TopicProduceData(
            name=key if isinstance(key, str) else "",
            topic_id=key if isinstance(key, bytes) else bytes(16),
            partition_data=[ProduceRequest.PartitionProduceData(index=index, records=records)],
        )
        for key, index, records in sent
    ]
    return ProduceRequest(
        transactional_id=transactional_id, acks=acks, timeout_ms=timeout_ms, topic_data=topics
    )


class Producer:
    """A client of a broker of its own, with a topic `t` of two partitions."""

    def __init__(
        self,
        configs: Mapping[str, str] | None = None,
        overrides: Mapping[str, str] | None = None,
        client_id: str = "test",
        emulate: str | None = None,
    ) -> None:
        self.harness = BrokerHarness(overrides, emulate=emulate)
        self.topic_id = self.harness.create_topic("t", partitions=2)
        if configs:
            self.configure(configs)
        self.client: HarnessClient = self.harness.connect(client_id)

    def configure(self, configs: Mapping[str, str]) -> None:
        """Set topic configurations, also such as CreateTopics does not take."""
        for index in range(2):
            self.partition(index).log.config = LogConfig.from_mapping(configs)

    def partition(self, index: int = 0, topic: str = "t") -> Partition:
        partition: Partition | None = self.harness.broker.replicas.get(TopicPartition(topic, index))
        assert partition is not None
        return partition

    def send(
        self, *sent: tuple[Key, int, Buffer | None], version: int = 11, **fields: Any
    ) -> Pending:
        return self.client.send(produce_request(*sent, **fields), version)

    def produce(
        self, *sent: tuple[Key, int, Buffer | None], version: int = 11, **fields: Any
    ) -> dict[tuple[Key, int], Answer]:
        """The answers by topic and partition; each topic may be answered only once."""
        response = self.client.request(produce_request(*sent, **fields), version)
        return answers_of(response, version)

    def one(self, records: Buffer, *, version: int = 11, **fields: Any) -> Answer:
        """Produce to partition 0 of `t`."""
        answers = self.produce(("t", 0, records), version=version, **fields)
        (answer,) = answers.values()
        return answer

    def code(self, records: Buffer, *, version: int = 11, **fields: Any) -> tuple[int, int]:
        """Error code and log start offset of the answer, as produce A-61 pairs them."""
        answer = self.one(records, version=version, **fields)
        if answer.error_code:
            assert (answer.base_offset, answer.log_append_time_ms) == (-1, -1)
        return answer.error_code, answer.log_start_offset


def answers_of(response: ProduceResponse, version: int = 11) -> dict[tuple[Key, int], Answer]:
    keys = [topic.topic_id if version >= 13 else topic.name for topic in response.responses]
    assert len(keys) == len(set(keys))
    return {
        (key, answer.index): answer
        for key, topic in zip(keys, response.responses, strict=True)
        for answer in topic.partition_responses
    }
