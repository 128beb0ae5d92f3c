"""The controller: whoever may change the metadata of the cluster, and how.

A change is decided on the image as it is, becomes records, is appended as one batch, folded into
the image and published to the broker's other parts; so what is in force is always what the log
says. Decisions lie in the modules beside this one (`creation`, `growth`, `deletion`,
`config_changes`); this one only carries them out.

With one broker the log is committed by being written, and everything happens within the request
that asks for it (Kafka's `QuorumController`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import free
from kafkawire.broker.metadata.bootstrap import (
    CORDONED_LOG_DIRS,
    MIN_INSYNC_REPLICAS,
    Address,
    bootstrap_records,
    broker_registration,
    controller_registration,
    random_uuid,
)
from kafkawire.broker.metadata.config_entries import ConfigEntries
from kafkawire.broker.metadata.features import KRAFT_VERSION, METADATA_VERSION, check_levels
from kafkawire.broker.metadata.image import RESOURCE_BROKER
from kafkawire.broker.metadata.lifecycle import arrival, departure
from kafkawire.broker.metadata.metadata_log import MetadataLog
from kafkawire.broker.metadata.publisher import HostedReplicas, MetadataListener, Publisher
from kafkawire.broker.metadata.records import written_version
from kafkawire.broker.metadata.requests import RECORDS_PER_OPERATION_MAX, check_size
from kafkawire.broker.metadata.topic_names import is_legal
from kafkawire.java_order import java_hash_order
from kafkawire.log.config import LogConfig
from kafkawire.log.topic_partition import CLUSTER_METADATA
from kafkawire.protocol.errors import ApiError, DecodeError
from kafkawire.protocol.messages.producer_ids_record import ProducerIdsRecord
from kafkawire.protocol.messages.remove_topic_record import RemoveTopicRecord
from kafkawire.protocol.pacing import undisturbed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random

    from kafkawire.broker.config import BrokerConfig, Value
    from kafkawire.broker.metadata.config_changes import Alteration, Replacement
    from kafkawire.broker.metadata.creation import CreatableTopic, Result
    from kafkawire.broker.metadata.feature_changes import Update
    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.broker.metadata.publisher import MakeLogConfig
    from kafkawire.protocol.message import Message
    from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest

    Charge = Callable[[int], None]

PRODUCER_IDS_PER_BLOCK = 1000
"""Kafka's `ProducerIdsBlock` size (produce C-24)."""

DEFAULT_CONTROLLER_LISTENER = "CONTROLLER"

FAILOVER = "Controller failover"
"""Why a transaction is aborted whose controller is gone (admin F-32)."""


class Controller:
    """Decides, writes, folds and publishes changes of the metadata."""

    __slots__ = (
        "config",
        "entries",
        "image",
        "log",
        "node_id",
        "publisher",
        "random",
        "replicas",
    )

    def __init__(
        self,
        *,
        config: BrokerConfig,
        image: MetadataImage,
        replicas: HostedReplicas,
        random: Random,
        node_id: int,
        make_log_config: MakeLogConfig = LogConfig,
    ) -> None:
        self.config = config
        self.image = image
        self.replicas = replicas
        self.random = random
        self.node_id = node_id
        self.log = MetadataLog()
        self.entries = ConfigEntries(image, config)
        self.publisher = Publisher(image, replicas, config, node_id, make_log_config)

    def subscribe(self, listener: MetadataListener) -> None:
        """Tell `listener` of all changes from now on."""
        self.publisher.subscribe(listener)

    def topic_config(self, name: str) -> Mapping[str, str]:
        """The effective configuration of a topic, by topic-level names."""
        return self.publisher.topic_config(name)

    def group_config(self, group_id: str, name: str) -> Value:
        """The effective value of a group's configuration; see `group_configs.group_config`."""
        from kafkawire.broker.metadata.group_configs import group_config

        return group_config(self.image, self.config, group_id, name)

    # The life of the cluster

    def start(
        self,
        now_ms: int,
        cluster_id: str,
        host: str,
        port: int,
        listener_name: str = "PLAINTEXT",
        *,
        stopped_epoch: int = -1,
    ) -> None:
        """Begin an epoch of the log, which `load` has read, and register as broker and controller.

        A new log gets the cluster's first records.

        `stopped_epoch` is the epoch that the broker had when it was stopped; one that was killed
        has none (replication B-8). Everything is safe together before any of it takes effect.
        Raises `CorruptFile`; for a disk that fails `OSError` or `ApiError(KAFKA_STORAGE_ERROR)`.
        """
        self.image.cluster_id = cluster_id
        self.log.defers_flush = True
        is_new = METADATA_VERSION not in self.image.features
        formatted = self.log.bootstrap() if is_new else None
        self.log.begin_epoch(self.node_id, self.replicas.wall_clock.time_ms(now_ms))
        if self.image.in_transaction:
            self._abort_transaction(now_ms)
        if is_new:
            static = self.config.text(MIN_INSYNC_REPLICAS)
            assert static is not None
            self._write(bootstrap_records(static, formatted), now_ms)
            check_levels(self.image.features)
        self._register(Address(host, port, listener_name), stopped_epoch, now_ms)
        self.log.defers_flush = False
        self.log.flush()
        self.publisher.publish_all(now_ms)

    def _abort_transaction(self, now_ms: int) -> None:
        from kafkawire.protocol.messages.abort_transaction_record import AbortTransactionRecord

        self._write([AbortTransactionRecord(reason=FAILOVER)], now_ms)

    def load(self) -> None:
        """Fold the whole log, before `start`; it changes nothing.

        Raises `DecodeError` and `CorruptFile` for a log that cannot be followed, and `OSError`.
        """
        image = self.image
        for offset, record, version in self.log.read():
            try:
                image.apply(record, version)
            except KeyError:
                kind = type(record).__name__
                raise DecodeError(f"the {kind} at {offset} is about what is not there") from None
            image.applied_offset = offset
        check_levels(image.features)

    def _register(self, address: Address, stopped_epoch: int, now_ms: int) -> None:
        incarnation_id = random_uuid(self.random)
        listeners = self.config.list("controller.listener.names")
        listener_name = listeners[0] if listeners else DEFAULT_CONTROLLER_LISTENER
        operations = arrival(
            self.image,
            controller_registration(self.node_id, incarnation_id, listener_name, address),
            broker_registration(
                self.node_id,
                incarnation_id,
                self.replicas.log_dir_id,
                self.config.string("broker.rack"),
                address,
            ),
            stopped_epoch=stopped_epoch,
            end_offset=lambda: self.log.end_offset,
            cordoned=self._cordoned_at_start(),
        )
        for records in operations:
            self._write(records, now_ms)

    def _cordoned_at_start(self) -> Sequence[bytes]:
        text = self.config.static_text(CORDONED_LOG_DIRS)
        own = self.image.config(RESOURCE_BROKER, str(self.node_id))
        if not own.get(CORDONED_LOG_DIRS, text):
            return ()
        from kafkawire.broker.metadata.cordoning import cordoned_by

        return cordoned_by(self.config, own.get(CORDONED_LOG_DIRS, text), self.replicas.log_dir_id)

    def stop(self, now_ms: int) -> None:
        """Write down that the broker stops, and what follows for its partitions (admin F-26).

        Nothing is published: who leads what ends with this process. Raises
        `ApiError(KAFKA_STORAGE_ERROR)`.
        """
        self.log.defers_flush = True
        for records in departure(self.image, self.node_id):
            self._write(records, now_ms)
        self.log.flush()
        self.log.take_snapshot_at_stop(self.image, self.replicas.wall_clock.time_ms(now_ms))
        self.log.close()

    def _write(self, records: Sequence[Message], now_ms: int) -> None:
        """Append and fold what nobody has asked for: so it may be more than one operation."""
        for first in range(0, len(records), RECORDS_PER_OPERATION_MAX):
            self._append(records[first : first + RECORDS_PER_OPERATION_MAX], now_ms)

    def _append(
        self, records: Sequence[Message], now_ms: int, encoded: Sequence[bytes] | None = None
    ) -> None:
        metadata_version = self.image.metadata_version
        if encoded is None:
            encoded = undisturbed(self.log.encode, records, metadata_version)
        applied_offset = self.log.append_encoded(encoded, self.replicas.wall_clock.time_ms(now_ms))
        for record in records:
            self.image.apply(record, written_version(record, metadata_version))
        self.image.applied_offset = applied_offset

    def commit(
        self, records: Sequence[Message], now_ms: int, encoded: Sequence[bytes] | None = None
    ) -> None:
        """Write one operation and let it take effect; no records are no operation.

        `encoded` is what `MetadataLog.encode` makes of the records, if that was done already.
        Raises `ApiError`, if nothing has happened: POLICY_VIOLATION for more records than Kafka
        writes at once, KAFKA_STORAGE_ERROR if the log cannot be written.
        """
        if not records:
            return
        check_size(records)
        removed = self.publisher.removed_topics(records)
        self._append(records, now_ms, encoded)
        self.publisher.publish(records, removed, now_ms)
        self.log.take_snapshot_if_due(self.image, self.replicas.wall_clock.time_ms(now_ms))

    # Topics

    def create_topics(
        self,
        topics: Sequence[CreatableTopic],
        *,
        validate_only: bool,
        now_ms: int,
        charge: Charge = free,
    ) -> list[Result]:
        """Create topics; an answer for each, in their order (admin B.2).

        `charge` is called with the partitions of each, and may refuse it. Raises
        `ApiError(POLICY_VIOLATION)` if they are too large together.
        """
        from kafkawire.broker.metadata.creation import TopicCreator

        creator = TopicCreator(self.image, self.config, self.entries, self.random)
        before = self.image.applied_offset
        records, results = creator.create(topics, charge)
        if validate_only:
            return results
        encoded: Sequence[bytes] | None = self.log.encode(records, self.image.metadata_version)
        if self.image.applied_offset != before:  # while many topics were being decided about
            creator.drop_impossible(records, results)
            encoded = None
        self.commit(records, now_ms, encoded)
        return results

    def create_partitions(
        self,
        topics: Sequence[CreatePartitionsRequest.CreatePartitionsTopic],
        *,
        validate_only: bool,
        now_ms: int,
        charge: Charge = free,
    ) -> dict[str, ApiError | None]:
        """Grow topics; by name, why not or None (admin B.3).

        `charge` is called with the partitions of each, and may refuse them. Raises
        `ApiError(POLICY_VIOLATION)` if they are too large together.
        """
        from kafkawire.broker.metadata.growth import check_total, grow

        check_total(self.image, topics)
        records: list[Message] = []
        outcomes: dict[str, ApiError | None] = {}
        for topic in topics:
            try:
                records += grow(self.image, self.random, topic, charge)
                outcomes[topic.name] = None
            except ApiError as error:
                outcomes[topic.name] = error
        check_size(records)
        if not validate_only:
            self.commit(records, now_ms)
        return outcomes

    def delete_topics(self, topic_ids: Sequence[bytes], now_ms: int) -> None:
        """Delete topics that exist, all at once."""
        self.commit(
            [RemoveTopicRecord(topic_id=each) for each in java_hash_order(topic_ids)], now_ms
        )

    def create_internal_topic(self, name: str, now_ms: int) -> Result | None:
        """Create one of Kafka's own topics with its settings; None if it exists."""
        results = self.auto_create_topics([name], now_ms)
        return results[0] if results else None

    def auto_create_topics(
        self, names: Sequence[str], now_ms: int, charge: Charge = free
    ) -> list[Result]:
        """Create topics that were asked for by their names alone, as one operation.

        Existing and illegal ones are skipped. Kafka creates in the background, so the caller
        answers first, and nobody hears of a failure but through the results (admin A-24, A-25).
        """
        from kafkawire.broker.metadata.creation import failed
        from kafkawire.broker.metadata.internal_topics import topic_to_create

        existing = {CLUSTER_METADATA, *(name for name in names if name in self.image.topics)}
        wanted = [name for name in names if is_legal(name) and name not in existing]
        topics = [topic_to_create(name, self.config) for name in wanted]
        try:
            return self.create_topics(topics, validate_only=False, now_ms=now_ms, charge=charge)
        except ApiError as error:
            return [failed(name, error) for name in wanted]

    # Configurations

    def alter_configs(
        self, alterations: Sequence[Alteration | Replacement], *, validate_only: bool, now_ms: int
    ) -> list[ApiError | None]:
        """Change configurations; for each alteration, why not or None (admin C.2, C.3).

        Raises `ApiError(POLICY_VIOLATION)` if they are too many together.
        """
        from kafkawire.broker.metadata.config_changes import ConfigChanger
        from kafkawire.broker.metadata.cordoning import cordon_changes

        records, outcomes = ConfigChanger(self.image, self.config).decide(alterations)
        records += cordon_changes(self.image, self.config, self.replicas.log_dir_id, records)
        check_size(records)
        if not validate_only:
            self.commit(records, now_ms)
        return outcomes

    # Features and members of the cluster

    def update_features(
        self, updates: Mapping[str, Update], *, validate_only: bool, now_ms: int
    ) -> None:
        """Set levels of features, all or none (admin D-16 to D-20). Raises `ApiError`."""
        from kafkawire.broker.metadata.feature_changes import FeatureChanger

        static = self.config.static_text(MIN_INSYNC_REPLICAS)
        records = FeatureChanger(self.image, self.node_id, static).decide(updates)
        if validate_only:
            return
        self.commit(records, now_ms)
        if KRAFT_VERSION in updates and updates[KRAFT_VERSION].level:
            self._put_voters_into_log(now_ms)

    def _put_voters_into_log(self, now_ms: int) -> None:
        from kafkawire.broker.metadata.quorum import VOTERS_IN_LOG, voter_controls

        image = self.image
        if image.features.get(KRAFT_VERSION):
            return
        registered = image.controllers.get(self.node_id)
        endpoints = registered.end_points if registered is not None else ()
        controls = voter_controls(self.node_id, self.replicas.log_dir_id, endpoints)
        time_ms = self.replicas.wall_clock.time_ms(now_ms)
        image.applied_offset = self.log.append_controls(controls, time_ms)
        image.features[KRAFT_VERSION] = VOTERS_IN_LOG

    # Producer ids

    def allocate_producer_ids(self, now_ms: int) -> range:
        """A block of producer ids that nobody else gets."""
        first = self.image.next_producer_id
        following = first + PRODUCER_IDS_PER_BLOCK
        self.commit(
            [
                ProducerIdsRecord(
                    broker_id=self.node_id,
                    broker_epoch=self.image.brokers[self.node_id].epoch,
                    next_producer_id=following,
                )
            ],
            now_ms,
        )
        return range(first, following)
