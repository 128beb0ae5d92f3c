"""The metadata image: what the records of `__cluster_metadata` add up to.

`apply` is the only thing that changes an image, live and on reload alike, so a broker that reads
its log again has the image it had (KIP-631; Kafka's `MetadataImage` and the controller's replay).
Records between BeginTransaction and EndTransaction are withheld until the end, and dropped when
it is an abort (KIP-868, admin F-32).

What this broker has no use for (ACLs, SCRAM credentials, delegation tokens) is kept as it was
written, so that it survives here and a Kafka that takes the log over finds it.

Two indexes stand beside the contents and follow them: topics by id, and existing topic names by
their form without '.', which new names must not collide with (admin B-10).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.metadata import records as kinds
from kafkawire.broker.metadata.features import METADATA_VERSION, METADATA_VERSION_LEVEL
from kafkawire.broker.metadata.parts import BrokerImage, PartitionImage, TopicImage
from kafkawire.broker.metadata.topic_names import collision_form
from kafkawire.java_order import mutable_set_order

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from kafkawire.protocol.message import Message
    from kafkawire.protocol.messages.access_control_entry_record import AccessControlEntryRecord
    from kafkawire.protocol.messages.alter_client_quotas_request import AlterClientQuotasRequest
    from kafkawire.protocol.messages.broker_registration_change_record import (
        BrokerRegistrationChangeRecord,
    )
    from kafkawire.protocol.messages.clear_elr_record import ClearElrRecord
    from kafkawire.protocol.messages.client_quota_record import ClientQuotaRecord
    from kafkawire.protocol.messages.config_record import ConfigRecord
    from kafkawire.protocol.messages.delegation_token_record import DelegationTokenRecord
    from kafkawire.protocol.messages.feature_level_record import FeatureLevelRecord
    from kafkawire.protocol.messages.fence_broker_record import FenceBrokerRecord
    from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord
    from kafkawire.protocol.messages.partition_record import PartitionRecord
    from kafkawire.protocol.messages.producer_ids_record import ProducerIdsRecord
    from kafkawire.protocol.messages.register_broker_record import RegisterBrokerRecord
    from kafkawire.protocol.messages.register_controller_record import RegisterControllerRecord
    from kafkawire.protocol.messages.remove_access_control_entry_record import (
        RemoveAccessControlEntryRecord,
    )
    from kafkawire.protocol.messages.remove_delegation_token_record import (
        RemoveDelegationTokenRecord,
    )
    from kafkawire.protocol.messages.remove_topic_record import RemoveTopicRecord
    from kafkawire.protocol.messages.remove_user_scram_credential_record import (
        RemoveUserScramCredentialRecord,
    )
    from kafkawire.protocol.messages.topic_record import TopicRecord
    from kafkawire.protocol.messages.unfence_broker_record import UnfenceBrokerRecord
    from kafkawire.protocol.messages.unregister_broker_record import UnregisterBrokerRecord
    from kafkawire.protocol.messages.unregister_controller_record import (
        UnregisterControllerRecord,
    )
    from kafkawire.protocol.messages.user_scram_credential_record import (
        UserScramCredentialRecord,
    )
    from kafkawire.protocol.messages.zk_migration_state_record import ZkMigrationStateRecord

RESOURCE_TOPIC = 2
RESOURCE_BROKER = 4
RESOURCE_BROKER_LOGGER = 8
RESOURCE_CLIENT_METRICS = 16
RESOURCE_GROUP = 32

QuotaEntity = tuple[tuple[str, str | None], ...]
"""Whom a quota is for: (type, name, None for the default one), by type in ascending order."""

EVERY_BROKER = ""
"""The resource name of the configurations of all brokers."""

NOTHING_APPLIED = -1


class MetadataImage:
    """The state of the cluster as of `applied_offset`."""

    __slots__ = (
        "_colliding",
        "_names_as_listed",
        "_withheld",
        "acls",
        "applied_offset",
        "brokers",
        "brokers_version",
        "client_quotas",
        "cluster_id",
        "configs",
        "controllers",
        "delegation_tokens",
        "features",
        "next_producer_id",
        "scram_credentials",
        "topics",
        "topics_by_id",
        "zk_migration_state",
    )

    def __init__(self, cluster_id: str = "") -> None:
        self.cluster_id = cluster_id
        """22 characters of base64. Not in the log: a property of the data directory."""
        self.brokers: dict[int, BrokerImage] = {}
        self.brokers_version = 0
        """Grows with each change of `brokers`, for whoever keeps what followed from them."""
        self.controllers: dict[int, RegisterControllerRecord] = {}
        self.topics: dict[str, TopicImage] = {}
        self.topics_by_id: dict[bytes, TopicImage] = {}
        self.configs: dict[tuple[int, str], dict[str, str]] = {}
        """By resource type and name; a resource without configurations is absent."""
        self.client_quotas: dict[QuotaEntity, dict[str, float]] = {}
        """Limits by key; an entity without any is absent."""
        self.features: dict[str, int] = {}
        """Finalized levels, 0 left out."""
        self.next_producer_id = 0
        self.acls: dict[bytes, AccessControlEntryRecord] = {}
        """By id."""
        self.scram_credentials: dict[tuple[int, str], UserScramCredentialRecord] = {}
        """By mechanism and user."""
        self.delegation_tokens: dict[str, DelegationTokenRecord] = {}
        """By token id."""
        self.zk_migration_state = 0
        """Of a log that a Kafka before 4.0 began."""
        self.applied_offset = NOTHING_APPLIED
        """Set by whoever reads the log, after each batch."""
        self._colliding: dict[str, dict[str, None]] = {}
        self._names_as_listed: list[str] | None = None
        self._withheld: list[tuple[Message, int]] | None = None

    def apply(self, record: Message, version: int) -> None:
        """Fold one record. Types that this broker keeps no state for change nothing."""
        kind = record.API_KEY
        if kind == kinds.BEGIN_TRANSACTION:
            self._withheld = []
        elif kind == kinds.ABORT_TRANSACTION:
            self._withheld = None
        elif kind == kinds.END_TRANSACTION:
            withheld, self._withheld = self._withheld, None
            for each, its_version in withheld or ():
                self.apply(each, its_version)
        elif self._withheld is not None:
            self._withheld.append((record, version))
        else:
            fold = _FOLDS.get(kind)
            if fold is not None:
                fold(self, record)

    @property
    def in_transaction(self) -> bool:
        """Whether records are withheld until their transaction ends."""
        return self._withheld is not None

    @property
    def metadata_version(self) -> int:
        """The level of metadata.version; of a log that has none yet, the one it will get."""
        return self.features.get(METADATA_VERSION, METADATA_VERSION_LEVEL)

    def collides_with(self, name: str) -> str | None:
        """An existing topic that the new topic `name` would collide with (admin B-10)."""
        if "." not in name and "_" not in name:
            return None
        return next(iter(self._colliding.get(collision_form(name), ())), None)

    def names_as_listed(self) -> list[str]:
        """All topic names in the order of a list of all (admin A-52); not to be changed."""
        if self._names_as_listed is None:
            self._names_as_listed = mutable_set_order(self.topics)
        return self._names_as_listed

    def config(self, resource_type: int, name: str) -> dict[str, str]:
        """The configurations set on a resource, not to be changed."""
        return self.configs.get((resource_type, name), {})

    # Brokers

    def _register_broker(self, record: RegisterBrokerRecord) -> None:
        self.brokers[record.broker_id] = BrokerImage(record)
        self.brokers_version += 1

    def _unregister_broker(self, record: UnregisterBrokerRecord) -> None:
        self.brokers.pop(record.broker_id, None)
        self.brokers_version += 1

    def _change_registration(self, record: BrokerRegistrationChangeRecord) -> None:
        self.brokers[record.broker_id].change(record)
        self.brokers_version += 1

    def _fence_broker(self, record: FenceBrokerRecord) -> None:
        self.brokers[record.id].fenced = True
        self.brokers_version += 1

    def _unfence_broker(self, record: UnfenceBrokerRecord) -> None:
        self.brokers[record.id].fenced = False
        self.brokers_version += 1

    def _register_controller(self, record: RegisterControllerRecord) -> None:
        self.controllers[record.controller_id] = record

    def _unregister_controller(self, record: UnregisterControllerRecord) -> None:
        self.controllers.pop(record.controller_id, None)

    # Topics

    def _add_topic(self, record: TopicRecord) -> None:
        topic = TopicImage(record.name, record.topic_id)
        self.topics[topic.name] = self.topics_by_id[topic.topic_id] = topic
        if "." in topic.name or "_" in topic.name:
            self._colliding.setdefault(collision_form(topic.name), {})[topic.name] = None
        self._names_as_listed = None

    def _remove_topic(self, record: RemoveTopicRecord) -> None:
        topic = self.topics_by_id.pop(record.topic_id)
        del self.topics[topic.name]
        self.configs.pop((RESOURCE_TOPIC, topic.name), None)
        form = collision_form(topic.name)
        colliding = self._colliding.get(form)
        if colliding is not None:
            colliding.pop(topic.name, None)
            if not colliding:
                del self._colliding[form]
        self._names_as_listed = None

    def _add_partition(self, record: PartitionRecord) -> None:
        topic = self.topics_by_id[record.topic_id]
        topic.partitions[record.partition_id] = PartitionImage.of(record)

    def _change_partition(self, record: PartitionChangeRecord) -> None:
        partitions = self.topics_by_id[record.topic_id].partitions
        partitions[record.partition_id] = partitions[record.partition_id].changed_by(record)

    def _clear_elr(self, record: ClearElrRecord) -> None:
        """The empty name means every topic (admin F-23)."""
        topics = [self.topics[record.topic_name]] if record.topic_name else self.topics.values()
        for topic in topics:
            for index, partition in topic.partitions.items():
                cleared = partition._replace(eligible_leader_replicas=(), last_known_elr=())
                topic.partitions[index] = cleared

    # The rest

    def _set_config(self, record: ConfigRecord) -> None:
        key = (record.resource_type, record.resource_name)
        if record.value is not None:
            self.configs.setdefault(key, {})[record.name] = record.value
            return
        configs = self.configs.get(key)
        if configs is not None:
            configs.pop(record.name, None)
            if not configs:
                del self.configs[key]

    def _set_client_quota(self, record: ClientQuotaRecord) -> None:
        entity = quota_entity(record)
        if not record.remove:
            self.client_quotas.setdefault(entity, {})[record.key] = record.value
            return
        quotas = self.client_quotas.get(entity)
        if quotas is not None:
            quotas.pop(record.key, None)
            if not quotas:
                del self.client_quotas[entity]

    def _set_feature(self, record: FeatureLevelRecord) -> None:
        if record.feature_level:
            self.features[record.name] = record.feature_level
        else:
            self.features.pop(record.name, None)

    def _set_producer_ids(self, record: ProducerIdsRecord) -> None:
        self.next_producer_id = record.next_producer_id

    # What is only kept

    def _add_acl(self, record: AccessControlEntryRecord) -> None:
        self.acls[record.id] = record

    def _remove_acl(self, record: RemoveAccessControlEntryRecord) -> None:
        self.acls.pop(record.id, None)

    def _set_scram_credential(self, record: UserScramCredentialRecord) -> None:
        self.scram_credentials[record.mechanism, record.name] = record

    def _remove_scram_credential(self, record: RemoveUserScramCredentialRecord) -> None:
        self.scram_credentials.pop((record.mechanism, record.name), None)

    def _set_delegation_token(self, record: DelegationTokenRecord) -> None:
        self.delegation_tokens[record.token_id] = record

    def _remove_delegation_token(self, record: RemoveDelegationTokenRecord) -> None:
        self.delegation_tokens.pop(record.token_id, None)

    def _set_zk_migration_state(self, record: ZkMigrationStateRecord) -> None:
        self.zk_migration_state = record.zk_migration_state


def quota_entity(quota: ClientQuotaRecord | AlterClientQuotasRequest.EntryData) -> QuotaEntity:
    """Return the entity that a quota limits, as a key of the image.

    If a type is named twice, the last name counts (admin D-25).
    """
    return tuple(sorted({each.entity_type: each.entity_name for each in quota.entity}.items()))


_FOLDS: dict[int, Callable[[MetadataImage, Any], None]] = {
    kinds.REGISTER_BROKER: MetadataImage._register_broker,
    kinds.UNREGISTER_BROKER: MetadataImage._unregister_broker,
    kinds.BROKER_REGISTRATION_CHANGE: MetadataImage._change_registration,
    kinds.REGISTER_CONTROLLER: MetadataImage._register_controller,
    kinds.TOPIC: MetadataImage._add_topic,
    kinds.REMOVE_TOPIC: MetadataImage._remove_topic,
    kinds.PARTITION: MetadataImage._add_partition,
    kinds.PARTITION_CHANGE: MetadataImage._change_partition,
    kinds.CLEAR_ELR: MetadataImage._clear_elr,
    kinds.CONFIG: MetadataImage._set_config,
    kinds.CLIENT_QUOTA: MetadataImage._set_client_quota,
    kinds.FEATURE_LEVEL: MetadataImage._set_feature,
    kinds.PRODUCER_IDS: MetadataImage._set_producer_ids,
    kinds.FENCE_BROKER: MetadataImage._fence_broker,
    kinds.UNFENCE_BROKER: MetadataImage._unfence_broker,
    kinds.UNREGISTER_CONTROLLER: MetadataImage._unregister_controller,
    kinds.ACCESS_CONTROL_ENTRY: MetadataImage._add_acl,
    kinds.REMOVE_ACCESS_CONTROL_ENTRY: MetadataImage._remove_acl,
    kinds.USER_SCRAM_CREDENTIAL: MetadataImage._set_scram_credential,
    kinds.REMOVE_USER_SCRAM_CREDENTIAL: MetadataImage._remove_scram_credential,
    kinds.DELEGATION_TOKEN: MetadataImage._set_delegation_token,
    kinds.REMOVE_DELEGATION_TOKEN: MetadataImage._remove_delegation_token,
    kinds.ZK_MIGRATION_STATE: MetadataImage._set_zk_migration_state,
}
