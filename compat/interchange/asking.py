"""Plain requests to a broker of either kind, by our own codec, at versions that both serve.

Topics are named, not given by id, so that one way of asking does for Kafka 3.9, 4.4 and ours.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from compat.clients.raw import FETCH_VERSION_BY_NAME, PRODUCE_VERSION_BY_NAME, RawClient
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.create_topics_response import CreateTopicsResponse
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.find_coordinator_response import FindCoordinatorResponse
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.protocol.messages.init_producer_id_response import InitProducerIdResponse
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.protocol.messages.list_offsets_response import ListOffsetsResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from tests.support.suite.patience import patient

SECONDS_MAX = patient(20.0)
TIMEOUT_MS = 10_000
FETCH_BYTES = 8 << 20
AGAIN = {
    ErrorCode.NOT_LEADER_OR_FOLLOWER,
    ErrorCode.LEADER_NOT_AVAILABLE,
    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
    ErrorCode.COORDINATOR_NOT_AVAILABLE,
    ErrorCode.NOT_COORDINATOR,
    ErrorCode.CONCURRENT_TRANSACTIONS,
}
"""What a broker says for a moment after its start, or after a topic was made."""

T = TypeVar("T")
PartitionOffset = tuple[str, int, int]
"""Topic, partition, and an offset or a timestamp."""


def until(met: Callable[[], bool], what: str, seconds: float = SECONDS_MAX) -> None:
    """Wait for something. Raises TimeoutError with its name."""
    deadline = time.monotonic() + seconds
    while not met():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what} did not come about")
        time.sleep(0.05)


class Refused(Exception):
    """A broker answered with an error code: `code`."""

    def __init__(self, what: str, code: int) -> None:
        super().__init__(f"{what}: {ErrorCode(code).name}")
        self.code = code


def check(what: str, code: int) -> None:
    """Raises Refused unless the code is 0."""
    if code:
        raise Refused(what, code)


def patiently(question: Callable[[], T]) -> T:
    """Ask until the broker is ready for it. Raises Refused if it never is."""
    deadline = time.monotonic() + SECONDS_MAX
    while True:
        try:
            return question()
        except Refused as refused:
            if refused.code not in AGAIN or time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def create_topic(
    client: RawClient, name: str, partitions: int = 1, configs: Mapping[str, str] | None = None
) -> bytes:
    """A topic that is ready for use; its id."""
    make = CreateTopicsRequest.CreatableTopicConfig
    topic = CreateTopicsRequest.CreatableTopic(
        name=name,
        num_partitions=partitions,
        replication_factor=1,
        configs=[make(name=key, value=value) for key, value in (configs or {}).items()],
    )
    request = CreateTopicsRequest(topics=[topic], timeout_ms=TIMEOUT_MS)
    (made,) = client.ask(request, CreateTopicsResponse).topics
    check(f"CreateTopics {name} ({made.error_message})", made.error_code)
    for partition in range(partitions):
        wait_ready(client, name, partition)
    return bytes(made.topic_id)


def wait_ready(client: RawClient, topic: str, partition: int) -> None:
    """Until the broker leads the partition."""
    patiently(lambda: list_offset(client, topic, partition, -1))


def list_offsets(
    client: RawClient, wanted: Iterable[PartitionOffset], isolation: int = 0
) -> list[ListOffsetsResponse.ListOffsetsPartitionResponse]:
    """The answers, in the order of what was wanted; each partition at most once."""
    make = ListOffsetsRequest.ListOffsetsPartition
    topics = [
        ListOffsetsRequest.ListOffsetsTopic(
            name=topic, partitions=[make(partition_index=partition, timestamp=timestamp)]
        )
        for topic, partition, timestamp in wanted
    ]
    request = ListOffsetsRequest(replica_id=-1, topics=topics, isolation_level=isolation)
    answer = client.ask(request, ListOffsetsResponse, 9)
    return [each for topic in answer.topics for each in topic.partitions]


def list_offset(
    client: RawClient, topic: str, partition: int, timestamp: int, isolation: int = 0
) -> int:
    """One offset by time, -1 if there is none. Raises Refused."""
    (found,) = list_offsets(client, [(topic, partition, timestamp)], isolation)
    check(f"ListOffsets {topic}-{partition}", found.error_code)
    return found.offset


def fetch(
    client: RawClient,
    topic: str,
    partition: int,
    offset: int,
    *,
    bytes_max: int = FETCH_BYTES,
    isolation: int = 0,
) -> FetchResponse.PartitionData:
    """One partition's answer to one Fetch. Raises Refused."""
    wanted = FetchRequest.FetchPartition(
        partition=partition, fetch_offset=offset, partition_max_bytes=bytes_max
    )
    request = FetchRequest(
        max_wait_ms=0,
        min_bytes=0,
        max_bytes=FETCH_BYTES,
        isolation_level=isolation,
        topics=[FetchRequest.FetchTopic(topic=topic, partitions=[wanted])],
    )
    answer = client.ask(request, FetchResponse, FETCH_VERSION_BY_NAME)
    (data,) = answer.responses[0].partitions
    check(f"Fetch {topic}-{partition} at {offset}", data.error_code)
    return data


def produce(
    client: RawClient, topic: str, partition: int, batch: bytes | bytearray, txn: str | None = None
) -> int:
    """Send one batch with acks=all; its base offset. Raises Refused."""
    data = ProduceRequest.PartitionProduceData(index=partition, records=batch)
    element = ProduceRequest.TopicProduceData(name=topic, partition_data=[data])
    request = ProduceRequest(
        transactional_id=txn, acks=-1, timeout_ms=TIMEOUT_MS, topic_data=[element]
    )
    answer = client.ask(request, ProduceResponse, PRODUCE_VERSION_BY_NAME)
    (result,) = answer.responses[0].partition_responses
    check(f"Produce {topic}-{partition} ({result.error_message})", result.error_code)
    return result.base_offset


def new_producer_id(client: RawClient) -> int:
    """A producer id of an idempotent producer, at epoch 0."""

    def ask() -> int:
        request = InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=-1)
        answer = client.ask(request, InitProducerIdResponse, 4)
        check("InitProducerId", answer.error_code)
        return answer.producer_id

    return patiently(ask)


def find_coordinator(client: RawClient, group: str) -> None:
    """Until the group has a coordinator; the first call makes its topic."""
    request = FindCoordinatorRequest(key_type=0, coordinator_keys=[group])

    def ask() -> None:
        found = client.ask(request, FindCoordinatorResponse)
        check("FindCoordinator", found.coordinators[0].error_code)

    patiently(ask)
