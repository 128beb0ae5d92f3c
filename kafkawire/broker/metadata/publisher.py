"""Carries applied metadata records to the replicas, the configuration and other listeners.

The image has folded the records already when they are published; nothing here decides anything.
The metadata of a partition reach its replica as one value, a `PartitionImage`.

Topics that share a configuration share one `LogConfig`, so that ten thousand topics without
overrides are one parse of the defaults.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kafkawire.broker.metadata import records as kinds
from kafkawire.broker.metadata.image import (
    EVERY_BROKER,
    RESOURCE_BROKER,
    RESOURCE_TOPIC,
    quota_entity,
)
from kafkawire.log.config import LogConfig
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.pacing import unhurried

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from kafkawire.broker.config import BrokerConfig
    from kafkawire.broker.metadata.image import MetadataImage, QuotaEntity
    from kafkawire.broker.metadata.parts import PartitionImage, TopicImage
    from kafkawire.broker.wall_clock import WallClock
    from kafkawire.protocol.message import Message
    from kafkawire.protocol.messages.client_quota_record import ClientQuotaRecord
    from kafkawire.protocol.messages.config_record import ConfigRecord
    from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord

    MakeLogConfig = Callable[[Mapping[str, str]], LogConfig]
    QuotasChanged = Callable[[Iterable[tuple[QuotaEntity, str]]], None]


class HostedReplicas(Protocol):
    """The replicas of this broker, as far as metadata drive them (the replica manager)."""

    log_dir_id: bytes
    wall_clock: WallClock

    def hosts(self, topic_partition: TopicPartition) -> bool:
        """Return True for a replica of this broker, also if its log directory has failed."""

    def create(
        self,
        topic_partition: TopicPartition,
        topic_id: bytes,
        image: PartitionImage,
        *,
        config: LogConfig,
        now_ms: int = 0,
    ) -> object:
        """Host a new replica."""

    def update(
        self, topic_partition: TopicPartition, image: PartitionImage, now_ms: int = 0
    ) -> None:
        """Take over newer metadata of a hosted replica."""

    def update_config(self, topic_partition: TopicPartition, config: LogConfig) -> None:
        """Take over the changed configuration of a topic, if the replica is hosted."""

    def delete(self, topic_partition: TopicPartition, now_ms: int = 0) -> None:
        """Remove a replica, if it is hosted."""


class MetadataListener(Protocol):
    """Told of changes after the image and the partitions have followed them."""

    def on_topics_created(self, names: Sequence[str]) -> None:
        """Topics that are new or have new partitions."""

    def on_topics_deleted(self, names: Sequence[str]) -> None:
        """Topics that are gone."""

    def on_config_changed(self, resource_type: int, name: str) -> None:
        """The configurations of a resource have changed."""


class Publisher:
    """Carries the changes of the image of one broker, `node_id`, to its other parts."""

    __slots__ = (
        "_config",
        "_image",
        "_listeners",
        "_make_log_config",
        "_node_id",
        "_plain_config",
        "_quotas_changed",
        "_replicas",
    )

    def __init__(
        self,
        image: MetadataImage,
        replicas: HostedReplicas,
        config: BrokerConfig,
        node_id: int,
        make_log_config: MakeLogConfig = LogConfig,
    ) -> None:
        self._image = image
        self._replicas = replicas
        self._config = config
        self._node_id = node_id
        self._listeners: list[MetadataListener] = []
        self._plain_config: LogConfig | None = None
        self._quotas_changed: QuotasChanged | None = None
        self._make_log_config = make_log_config

    def subscribe(self, listener: MetadataListener) -> None:
        """Tell `listener` of all changes from now on."""
        self._listeners.append(listener)

    def follow_quotas(self, changed: QuotasChanged) -> None:
        """Call `changed` with the entities and keys of client quotas that have changed."""
        self._quotas_changed = changed

    def topic_config(self, name: str) -> Mapping[str, str]:
        """The effective configuration of a topic, existing or not, by topic-level names."""
        overrides = self._image.config(RESOURCE_TOPIC, name)
        return {**self._config.topic_defaults(), **overrides}

    def log_config(self, name: str) -> LogConfig:
        """`topic_config` in typed form; one object for all topics without overrides."""
        if (RESOURCE_TOPIC, name) in self._image.configs:
            return self._make_log_config(self.topic_config(name))
        if self._plain_config is None:
            self._plain_config = self._make_log_config(self._config.topic_defaults())
        return self._plain_config

    def removed_topics(self, records: Iterable[Message]) -> list[TopicImage]:
        """The topics that `records` will remove; to be asked before the image applies them."""
        topics = self._image.topics_by_id
        return [
            topics[record.topic_id]  # type: ignore[attr-defined]
            for record in records
            if record.API_KEY == kinds.REMOVE_TOPIC
        ]

    def publish(
        self, records: Sequence[Message], removed: Sequence[TopicImage], now_ms: int = 0
    ) -> None:
        """Follow `records`, which the image has applied."""
        self._remove(removed, now_ms)
        changed = self._changed_configs(records)
        for resource_type, name in changed:
            self._reconfigure(resource_type, name)
        self._create(records, now_ms)
        self._update_partitions(records, now_ms)
        for resource_type, name in changed:
            for listener in self._listeners:
                listener.on_config_changed(resource_type, name)
        self._follow_quotas(records)

    def publish_all(self, now_ms: int = 0) -> None:
        """Follow the whole image, as a broker does that has read its log."""
        for (resource_type, broker), configs in self._image.configs.items():
            if resource_type == RESOURCE_BROKER:
                for name, value in configs.items():
                    self._set_dynamic(broker, name, value)
        self._plain_config = None
        for topic in self._image.topics.values():
            self._create_partitions(topic, topic.partitions, now_ms)
        for listener in self._listeners:
            listener.on_topics_created(list(self._image.topics))
        quotas = self._image.client_quotas
        if quotas and self._quotas_changed is not None:
            self._quotas_changed((entity, key) for entity in quotas for key in quotas[entity])

    def _remove(self, topics: Sequence[TopicImage], now_ms: int) -> None:
        for topic in topics:
            for index in topic.partitions:
                self._replicas.delete(TopicPartition(topic.name, index), now_ms)
        if topics:
            names = [topic.name for topic in topics]
            for listener in self._listeners:
                listener.on_topics_deleted(names)

    def _create(self, records: Sequence[Message], now_ms: int) -> None:
        grown: dict[bytes, list[int]] = {}
        for record in records:
            if record.API_KEY == kinds.PARTITION:
                topic_id: bytes = record.topic_id  # type: ignore[attr-defined]
                index: int = record.partition_id  # type: ignore[attr-defined]
                grown.setdefault(topic_id, []).append(index)
        names = []
        # Many topics are created with rests. One may be deleted before its turn, by other records.
        for topic_id, indexes in unhurried(grown.items()):
            topic = self._image.topics_by_id.get(topic_id)
            if topic is not None:
                self._create_partitions(topic, indexes, now_ms)
                names.append(topic.name)
        if names:
            for listener in self._listeners:
                listener.on_topics_created(names)

    def _create_partitions(self, topic: TopicImage, indexes: Iterable[int], now_ms: int) -> None:
        create = self._replicas.create
        config = self.log_config(topic.name)
        for index in indexes:
            partition = topic.partitions[index]
            if self._node_id in partition.replicas:
                create(
                    TopicPartition(topic.name, index),
                    topic.topic_id,
                    partition,
                    config=config,
                    now_ms=now_ms,
                )

    def _update_partitions(self, records: Iterable[Message], now_ms: int) -> None:
        for record in records:
            if record.API_KEY != kinds.PARTITION_CHANGE:
                continue
            change: PartitionChangeRecord = record  # type: ignore[assignment]
            topic = self._image.topics_by_id.get(change.topic_id)
            if topic is not None:
                self._update_partition(topic, change.partition_id, now_ms)

    def _update_partition(self, topic: TopicImage, index: int, now_ms: int) -> None:
        """Begin, go on or cease to host a partition that has changed."""
        name = TopicPartition(topic.name, index)
        partition = topic.partitions[index]
        if self._node_id not in partition.replicas:
            self._replicas.delete(name, now_ms)
        elif self._replicas.hosts(name):
            self._replicas.update(name, partition, now_ms)
        else:
            self._create_partitions(topic, [index], now_ms)

    def _changed_configs(self, records: Iterable[Message]) -> list[tuple[int, str]]:
        """The resources with changes; those of this broker are put in force here."""
        found: dict[tuple[int, str], None] = {}
        for record in records:
            if record.API_KEY == kinds.CONFIG:
                config: ConfigRecord = record  # type: ignore[assignment]
                found[config.resource_type, config.resource_name] = None
                if config.resource_type == RESOURCE_BROKER:
                    self._set_dynamic(config.resource_name, config.name, config.value)
        return list(found)

    def _follow_quotas(self, records: Sequence[Message]) -> None:
        # Records of one operation are of one kind where quotas are concerned.
        if not records or records[0].API_KEY != kinds.CLIENT_QUOTA or self._quotas_changed is None:
            return
        changed: list[tuple[QuotaEntity, str]] = []
        for each in records:
            record: ClientQuotaRecord = each  # type: ignore[assignment]
            changed.append((quota_entity(record), record.key))
        self._quotas_changed(changed)

    def _set_dynamic(self, broker: str, name: str, value: str | None) -> None:
        if broker in (EVERY_BROKER, str(self._node_id)):
            self._config.set_dynamic(name, value, cluster_wide=broker == EVERY_BROKER)

    def _reconfigure(self, resource_type: int, name: str) -> None:
        if resource_type == RESOURCE_TOPIC:
            self._update_logs([name])
        elif resource_type == RESOURCE_BROKER and name in (EVERY_BROKER, str(self._node_id)):
            self._plain_config = None
            # Rare, and any topic may depend on it.
            self._update_logs(self._image.topics)

    def _update_logs(self, names: Iterable[str]) -> None:
        for name in names:
            topic = self._image.topics.get(name)
            if topic is None:
                continue
            config = self.log_config(name)
            for index, partition in topic.partitions.items():
                if self._node_id in partition.replicas:
                    self._replicas.update_config(TopicPartition(name, index), config)
