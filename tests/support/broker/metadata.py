"""Metadata images made of records, for tests of what looks at them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kafkawire.broker.metadata.image import MetadataImage
from kafkawire.broker.metadata.records import written_version
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.partition_record import PartitionRecord
from kafkawire.protocol.messages.register_broker_record import RegisterBrokerRecord
from kafkawire.protocol.messages.topic_record import TopicRecord


def apply(image: MetadataImage, *records: Message) -> None:
    """Fold records as a controller would write them."""
    for record in records:
        image.apply(record, written_version(record))


def image_of(*records: Message) -> MetadataImage:
    """The image that `records` add up to."""
    image = MetadataImage("cluster")
    apply(image, *records)
    return image


def contents(image: MetadataImage) -> dict[str, Any]:
    """Everything of an image that can be looked at."""
    return {
        "brokers": image.brokers,
        "controllers": image.controllers,
        "topics": image.topics,
        "topics by id": image.topics_by_id,
        "configs": image.configs,
        "quotas": image.client_quotas,
        "features": image.features,
        "producer ids": image.next_producer_id,
        "acls": image.acls,
        "credentials": image.scram_credentials,
        "tokens": image.delegation_tokens,
        "zk": image.zk_migration_state,
        "applied": image.applied_offset,
        "collisions": {name: image.collides_with(name.replace("_", ".")) for name in image.topics},
        "order": image.names_as_listed(),
    }


def directory(node_id: int) -> bytes:
    """The only directory of a broker made by `broker`."""
    return bytes([0xD1]) * 15 + bytes([node_id])


def broker(
    node_id: int,
    *,
    fenced: bool = False,
    rack: str | None = None,
    listeners: Sequence[str] = ("PLAINTEXT",),
    cordoned: bool = False,
) -> RegisterBrokerRecord:
    """The registration of a broker with one directory."""
    return RegisterBrokerRecord(
        broker_id=node_id,
        broker_epoch=node_id,
        end_points=[
            RegisterBrokerRecord.BrokerEndpoint(name=name, host=f"host{node_id}", port=9000 + at)
            for at, name in enumerate(listeners)
        ],
        rack=rack,
        fenced=fenced,
        log_dirs=[directory(node_id)],
        cordoned_log_dirs=[directory(node_id)] if cordoned else None,
    )


def topic_id(name: str) -> bytes:
    """An id that follows from the name."""
    return name.encode().ljust(16, b"\1")[:16]


def topic(name: str, *replica_lists: Sequence[int]) -> list[Message]:
    """A topic with a partition for each of `replica_lists`, led by its first replica."""
    return [
        TopicRecord(name=name, topic_id=topic_id(name)),
        *(
            PartitionRecord(
                partition_id=index,
                topic_id=topic_id(name),
                replicas=list(replicas),
                isr=list(replicas),
                leader=replicas[0] if replicas else -1,
                leader_epoch=0,
                partition_epoch=0,
            )
            for index, replicas in enumerate(replica_lists)
        ),
    ]


def replace_partition(image: MetadataImage, index: int = 0, **fields: Any) -> None:
    """Change a partition of topic `t` as no record does."""
    partitions = image.topics["t"].partitions
    partitions[index] = partitions[index]._replace(**fields)
