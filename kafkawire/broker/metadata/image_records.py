"""An image as records: what a snapshot of the metadata log says instead of all that led to it.

The kinds come in the order in which Kafka writes them (`MetadataImage.write`), with the features
first, because all else depends on metadata.version. Folded into an empty image they give this one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.metadata.features import FINALIZED_ORDER, KRAFT_VERSION, METADATA_VERSION
from kafkawire.protocol.messages.client_quota_record import ClientQuotaRecord
from kafkawire.protocol.messages.config_record import ConfigRecord
from kafkawire.protocol.messages.feature_level_record import FeatureLevelRecord
from kafkawire.protocol.messages.partition_record import PartitionRecord
from kafkawire.protocol.messages.producer_ids_record import ProducerIdsRecord
from kafkawire.protocol.messages.register_broker_record import RegisterBrokerRecord
from kafkawire.protocol.messages.topic_record import TopicRecord

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.broker.metadata.parts import BrokerImage, PartitionImage, TopicImage
    from kafkawire.protocol.message import Message

NOBODY = -1
"""Who got the producer ids, in a snapshot."""


def image_records(image: MetadataImage) -> Iterator[Message]:
    """The records that make `image`, of which no transaction is open."""
    assert not image.in_transaction, "half of a transaction is no state"
    yield from feature_records(image.features)
    if image.zk_migration_state:
        from kafkawire.protocol.messages.zk_migration_state_record import ZkMigrationStateRecord

        yield ZkMigrationStateRecord(zk_migration_state=image.zk_migration_state)
    for broker in image.brokers.values():
        yield _broker(broker)
    yield from image.controllers.values()
    for topic in image.topics.values():
        yield from _topic(topic)
    yield from _configs(image)
    yield from _quotas(image)
    if image.next_producer_id:
        yield ProducerIdsRecord(
            broker_id=NOBODY, broker_epoch=NOBODY, next_producer_id=image.next_producer_id
        )
    yield from image.acls.values()
    yield from image.scram_credentials.values()
    yield from image.delegation_tokens.values()


def feature_records(levels: dict[str, int]) -> Iterator[Message]:
    """The levels of all features but one: kraft.version is no matter of metadata records."""
    known = [name for name in FINALIZED_ORDER if name in levels]
    order = [METADATA_VERSION, *known, *levels]
    for name in dict.fromkeys(order):
        if name in levels and name != KRAFT_VERSION:
            yield FeatureLevelRecord(name=name, feature_level=levels[name])


def _broker(broker: BrokerImage) -> RegisterBrokerRecord:
    kinds = RegisterBrokerRecord
    return RegisterBrokerRecord(
        broker_id=broker.node_id,
        incarnation_id=broker.incarnation_id,
        broker_epoch=broker.epoch,
        end_points=[
            kinds.BrokerEndpoint(
                name=name,
                host=endpoint.host,
                port=endpoint.port,
                security_protocol=endpoint.security_protocol,
            )
            for name, endpoint in broker.endpoints.items()
        ],
        features=[
            kinds.BrokerFeature(name=name, min_supported_version=least, max_supported_version=most)
            for name, (least, most) in broker.features.items()
        ],
        rack=broker.rack,
        fenced=broker.fenced,
        in_controlled_shutdown=broker.in_controlled_shutdown,
        log_dirs=list(broker.log_dirs),
        cordoned_log_dirs=list(broker.cordoned_log_dirs),
    )


def _topic(topic: TopicImage) -> Iterator[Message]:
    yield TopicRecord(name=topic.name, topic_id=topic.topic_id)
    for index, partition in topic.partitions.items():
        yield _partition(topic.topic_id, index, partition)


def _partition(topic_id: bytes, index: int, partition: PartitionImage) -> PartitionRecord:
    return PartitionRecord(
        partition_id=index,
        topic_id=topic_id,
        replicas=partition.replicas,
        isr=partition.isr,
        removing_replicas=partition.removing_replicas,
        adding_replicas=partition.adding_replicas,
        leader=partition.leader,
        leader_recovery_state=partition.leader_recovery_state,
        leader_epoch=partition.leader_epoch,
        partition_epoch=partition.partition_epoch,
        directories=list(partition.directories),
        eligible_leader_replicas=partition.eligible_leader_replicas or None,
        last_known_elr=partition.last_known_elr or None,
    )


def _configs(image: MetadataImage) -> Iterator[Message]:
    for (resource_type, resource_name), configs in image.configs.items():
        for name, value in configs.items():
            yield ConfigRecord(
                resource_type=resource_type, resource_name=resource_name, name=name, value=value
            )


def _quotas(image: MetadataImage) -> Iterator[Message]:
    kind = ClientQuotaRecord.EntityData
    for entity, quotas in image.client_quotas.items():
        for key, value in quotas.items():
            yield ClientQuotaRecord(
                entity=[kind(entity_type=what, entity_name=name) for what, name in entity],
                key=key,
                value=value,
            )
