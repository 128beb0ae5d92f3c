"""Topics that come, grow and go; configs, quotas and groups: what ends up in the metadata log."""

from __future__ import annotations

import time
from collections.abc import Mapping

from compat.interchange.asking import (
    TIMEOUT_MS,
    check,
    create_topic,
    find_coordinator,
    patiently,
    produce,
    until,
    wait_ready,
)
from compat.interchange.inventory import NODE_ID
from compat.interchange.work import KEPT, Work
from kafkawire.protocol.messages.alter_client_quotas_request import AlterClientQuotasRequest
from kafkawire.protocol.messages.alter_client_quotas_response import AlterClientQuotasResponse
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from kafkawire.protocol.messages.create_partitions_response import CreatePartitionsResponse
from kafkawire.protocol.messages.incremental_alter_configs_request import (
    IncrementalAlterConfigsRequest,
)
from kafkawire.protocol.messages.incremental_alter_configs_response import (
    IncrementalAlterConfigsResponse,
)
from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from kafkawire.protocol.messages.offset_commit_response import OffsetCommitResponse
from kafkawire.records.builder import encode_batch

DELETE, SET = 1, 0
"""Operations of IncrementalAlterConfigs."""


def recreated(work: Work) -> None:
    """A topic that is deleted and made again, and one that stays away."""
    if "recreated" in work.client.topics():
        work.client.delete_topic("recreated")
        until(lambda: "recreated" not in work.client.topics(), "deletion")
    for name in ("recreated", "gone"):
        patiently(lambda: create_topic(work.client, name, 2, KEPT))  # noqa: B023
        produce(work.client, name, 0, encode_batch(work.records(4, work.time_ms)))
    for name in ("recreated", "gone"):
        work.client.delete_topic(name)
    until(lambda: not {"recreated", "gone"} & work.client.topics(), "deletion")
    patiently(lambda: create_topic(work.client, "recreated", 1, KEPT))
    produce(work.client, "recreated", 0, encode_batch(work.records(6, work.time_ms)))


def grown(work: Work) -> None:
    """A topic that gets one more partition in every round."""
    work.topic("grown", 2)
    count = work.client.partition_count("grown") + 1
    topic = CreatePartitionsRequest.CreatePartitionsTopic(
        name="grown", count=count, assignments=None
    )
    request = CreatePartitionsRequest(topics=[topic], timeout_ms=TIMEOUT_MS)
    (made,) = work.client.ask(request, CreatePartitionsResponse).results
    check("CreatePartitions", made.error_code)
    wait_ready(work.client, "grown", count - 1)
    produce(work.client, "grown", count - 1, encode_batch(work.records(2, work.time_ms)))


def configs(work: Work) -> None:
    """Topic configs set, changed and taken back; dynamic ones of the broker and of all."""
    work.topic("configured", 1, {**KEPT, "max.message.bytes": "123456", "flush.ms": "777777"})
    _alter(work, 2, "configured", [("flush.ms", DELETE, None)])
    _alter(work, 2, "configured", [("max.message.bytes", SET, str(200_000 + work.round))])
    _alter(work, 4, NODE_ID, [("max.connections.per.ip", SET, str(9_000 + work.round))])
    _alter(work, 4, "", [("message.max.bytes", SET, str(1_100_000 + work.round))])


def _alter(work: Work, kind: int, name: str, changes: list[tuple[str, int, str | None]]) -> None:
    make = IncrementalAlterConfigsRequest.AlterableConfig
    resource = IncrementalAlterConfigsRequest.AlterConfigsResource(
        resource_type=kind,
        resource_name=name,
        configs=[
            make(name=key, config_operation=operation, value=value)
            for key, operation, value in changes
        ],
    )
    request = IncrementalAlterConfigsRequest(resources=[resource])
    (done,) = work.client.ask(request, IncrementalAlterConfigsResponse).responses
    check(f"IncrementalAlterConfigs {name!r} ({done.error_message})", done.error_code)


def quotas(work: Work) -> None:
    """Quotas of users, of clients and of both, of nobody in particular, of an address."""
    entities: list[tuple[Mapping[str, str | None], str, float]] = [
        ({"user": "alice"}, "producer_byte_rate", 50_000_000 + work.round),
        ({"user": None}, "request_percentage", 250.5),
        ({"client-id": "app"}, "consumer_byte_rate", 60_000_000),
        ({"user": "bob", "client-id": None}, "controller_mutation_rate", 12.25),
        ({"ip": "127.0.0.9"}, "connection_creation_rate", 1_000),
    ]
    entry = AlterClientQuotasRequest.EntryData
    part, change = AlterClientQuotasRequest.EntityData, AlterClientQuotasRequest.OpData
    request = AlterClientQuotasRequest(
        entries=[
            entry(
                entity=[part(entity_type=kind, entity_name=name) for kind, name in parts.items()],
                ops=[change(key=key, value=value, remove=False)],
            )
            for parts, key, value in entities
        ]
    )
    for each in work.client.ask(request, AlterClientQuotasResponse).entries:
        check(f"AlterClientQuotas ({each.error_message})", each.error_code)


def groups(work: Work) -> None:
    """Offsets committed without members, and by a stock consumer that left."""
    work.topic("grouped", 3)
    for partition in range(3):
        produce(work.client, "grouped", partition, encode_batch(work.records(9, work.time_ms)))
    for group in ("plain", f"plain-{work.round}"):
        find_coordinator(work.client, group)
        patiently(lambda: _commit(work, group))  # noqa: B023
    _consume(work)


def _commit(work: Work, group: str) -> None:
    make = OffsetCommitRequest.OffsetCommitRequestPartition
    partitions = [
        make(
            partition_index=partition,
            committed_offset=partition + work.round,
            committed_leader_epoch=-1 if partition else 0,
            committed_metadata="" if partition == 1 else f"round {work.round}",
        )
        for partition in range(3)
    ]
    topic = OffsetCommitRequest.OffsetCommitRequestTopic(name="grouped", partitions=partitions)
    request = OffsetCommitRequest(
        group_id=group, generation_id_or_member_epoch=-1, member_id="", topics=[topic]
    )
    answer = work.client.ask(request, OffsetCommitResponse, 9)
    for each in answer.topics[0].partitions:
        check(f"OffsetCommit {group}", each.error_code)


def _consume(work: Work) -> None:
    from confluent_kafka import Consumer

    consumer = Consumer(
        {
            "bootstrap.servers": work.bootstrap,
            "group.id": "stock",
            "auto.offset.reset": "earliest",
            "enable.auto.commit": False,
        }
    )
    consumer.subscribe(["grouped"])
    left = 9 * 3
    deadline = time.monotonic() + TIMEOUT_MS / 1_000
    while left:
        assert time.monotonic() < deadline, f"{left} records did not come"
        left -= len(consumer.consume(left, 0.2))
    consumer.commit(asynchronous=False)
    consumer.close()
