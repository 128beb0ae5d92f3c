"""What CreateTopics decides: records and an answer for each topic.

The order of the checks is Kafka's `ReplicationControlManager.createTopics`: bounds of the whole
request, names, existence, configurations, then partitions (admin B-8 to B-20). All topics are
judged against the image as it is, so two new names that would collide with each other are both
created (B-10).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import free
from kafkawire.broker.metadata.bootstrap import MIN_INSYNC_REPLICAS, random_uuid
from kafkawire.broker.metadata.config_checks import check_lengths, check_topic_configs
from kafkawire.broker.metadata.features import ELR_RECORDS_SINCE, METADATA_VERSION_LEVEL
from kafkawire.broker.metadata.image import RESOURCE_TOPIC
from kafkawire.broker.metadata.partition_records import partition_records
from kafkawire.broker.metadata.placement import check_assignment, place
from kafkawire.broker.metadata.requests import check_size
from kafkawire.broker.metadata.topic_names import name_error
from kafkawire.java_order import java_hash_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.clear_elr_record import ClearElrRecord
from kafkawire.protocol.messages.config_record import ConfigRecord
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.create_topics_response import CreateTopicsResponse
from kafkawire.protocol.messages.topic_record import TopicRecord
from kafkawire.protocol.pacing import unhurried

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from random import Random

    from kafkawire.broker.config import BrokerConfig
    from kafkawire.broker.metadata.config_entries import ConfigEntries
    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.protocol.message import Message

CreatableTopic = CreateTopicsRequest.CreatableTopic
Result = CreateTopicsResponse.CreatableTopicResult

PARTITIONS_PER_REQUEST_MAX = 10_000
USE_DEFAULT = -1
"""The partition count or replication factor that asks for the controller's default."""


class TopicCreator:
    """Decides about new topics; changes nothing."""

    __slots__ = ("_config", "_descriptions", "_entries", "_image", "_random")

    def __init__(
        self,
        image: MetadataImage,
        config: BrokerConfig,
        entries: ConfigEntries,
        random: Random,
    ) -> None:
        self._image = image
        self._config = config
        self._entries = entries
        self._random = random
        self._descriptions: dict[
            tuple[tuple[str, str], ...], list[CreateTopicsResponse.CreatableTopicConfigs]
        ] = {}

    def create(
        self, topics: Sequence[CreatableTopic], charge: Callable[[int], None] = free
    ) -> tuple[list[Message], list[Result]]:
        """The records that make `topics`, and an answer for each, in their order.

        `charge` is called with the partitions of each, and may refuse it. Raises
        `ApiError(POLICY_VIOLATION)` for too many partitions altogether.
        """
        self._check_total(topics)
        records: list[Message] = []
        results = []
        for topic in unhurried(topics):
            try:
                made, result = self._create_one(topic)
                charge(result.num_partitions)
                records += made
            except ApiError as error:
                result = failed(topic.name, error)
            check_size(records)
            results.append(result)
        return records, results

    def drop_impossible(self, records: list[Message], results: list[Result]) -> None:
        """Take out of both what `create` decided for names that cannot be created any more.

        To be called when the image has changed while `create` rested.
        """
        refused: set[str] = set()
        for at, result in enumerate(results):
            if result.error_code:
                continue
            try:
                self._check_name(result.name)
            except ApiError as error:
                results[at] = failed(result.name, error)
                refused.add(result.name)
        if refused:
            records[:] = [
                record
                for (name, made) in _by_topic(records)
                for record in made
                if name not in refused
            ]

    def _check_total(self, topics: Sequence[CreatableTopic]) -> None:
        default = self._config.int("num.partitions")
        total = 0
        for topic in topics:
            if topic.assignments:
                total += len(topic.assignments)
            elif topic.num_partitions == USE_DEFAULT:
                total += default
            else:
                total += max(0, topic.num_partitions)
        if total > PARTITIONS_PER_REQUEST_MAX:
            raise ApiError(
                ErrorCode.POLICY_VIOLATION,
                "Excessively large number of partitions per request.",
            )

    def _create_one(self, topic: CreatableTopic) -> tuple[list[Message], Result]:
        name = topic.name
        self._check_name(name)
        configs = self._checked_configs(topic)
        topic_id = random_uuid(self._random)
        placed = self._assigned(topic) if topic.assignments else self._placed(topic)
        partitions = partition_records(self._image, topic_id, placed)
        records: list[Message] = [TopicRecord(name=name, topic_id=topic_id)]
        records += config_records(name, configs, self._image.metadata_version)
        records += partitions
        result = Result(
            name=name,
            topic_id=topic_id,
            error_message=None,
            num_partitions=len(placed),
            replication_factor=len(placed[0][1]),
            configs=self._described(configs),
        )
        return records, result

    def _check_name(self, name: str) -> None:
        if name in self._image.topics:
            raise ApiError(ErrorCode.TOPIC_ALREADY_EXISTS, f"Topic '{name}' already exists.")
        message = name_error(name)
        if message is not None:
            raise ApiError(ErrorCode.INVALID_TOPIC_EXCEPTION, message)
        other = self._image.collides_with(name)
        if other is not None:
            raise ApiError(
                ErrorCode.INVALID_TOPIC_EXCEPTION,
                f"Topic '{name}' collides with existing topic: {other}",
            )

    def _checked_configs(self, topic: CreatableTopic) -> dict[str, str]:
        nulls = [config.name for config in topic.configs if config.value is None]
        if nulls:
            raise ApiError(
                ErrorCode.INVALID_CONFIG,
                f"Null value not supported for topic configs: {','.join(nulls)}",
            )
        configs = {each.name: each.value for each in topic.configs if each.value is not None}
        if configs:
            check_lengths(configs)
            check_topic_configs(configs, self._config)
        return configs

    def _assigned(self, topic: CreatableTopic) -> list[tuple[int, Sequence[int]]]:
        """The partitions as the request assigns them (admin B-13)."""
        begin = "A manual partition assignment was specified, but"
        if topic.replication_factor != USE_DEFAULT:
            raise ApiError(
                ErrorCode.INVALID_REQUEST, f"{begin} replication factor was not set to -1."
            )
        if topic.num_partitions != USE_DEFAULT:
            raise ApiError(ErrorCode.INVALID_REQUEST, f"{begin} numPartitions was not set to -1.")
        placed: dict[int, Sequence[int]] = {}
        size = None
        for assignment in topic.assignments:
            index = assignment.partition_index
            if index in placed:
                raise ApiError(
                    ErrorCode.INVALID_REPLICA_ASSIGNMENT,
                    f"Found multiple manual partition assignments for partition {index}",
                )
            check_assignment(self._image, assignment.broker_ids, size)
            # Raises as well if none of them can lead.
            partition_records(self._image, b"\0" * 16, [(index, assignment.broker_ids)])
            size = len(assignment.broker_ids)
            placed[index] = assignment.broker_ids
        if sorted(placed) != list(range(len(placed))):
            raise ApiError(
                ErrorCode.INVALID_REPLICA_ASSIGNMENT,
                "partitions should be a consecutive 0-based integer sequence",
            )
        return sorted(placed.items())

    def _placed(self, topic: CreatableTopic) -> list[tuple[int, Sequence[int]]]:
        """The partitions with replicas of our choice (admin B-14)."""
        factor, partitions = topic.replication_factor, topic.num_partitions
        if factor < USE_DEFAULT or factor == 0:
            raise ApiError(
                ErrorCode.INVALID_REPLICATION_FACTOR,
                "Replication factor must be larger than 0, or -1 to use the default value.",
            )
        if partitions < USE_DEFAULT or partitions == 0:
            raise ApiError(
                ErrorCode.INVALID_PARTITIONS,
                "Number of partitions was set to an invalid non-positive value.",
            )
        if partitions == USE_DEFAULT:
            partitions = self._config.int("num.partitions")
        if factor == USE_DEFAULT:
            factor = self._config.int("default.replication.factor")
        return list(
            enumerate(
                place(self._image, self._random, partitions=partitions, replication_factor=factor)
            )
        )

    def _described(
        self, configs: Mapping[str, str]
    ) -> list[CreateTopicsResponse.CreatableTopicConfigs]:
        """All configurations of a new topic; one list for all new topics with the same ones."""
        key = tuple(configs.items())
        if key not in self._descriptions:
            self._descriptions[key] = self._describe(configs)
        return self._descriptions[key]

    def _describe(
        self, configs: Mapping[str, str]
    ) -> list[CreateTopicsResponse.CreatableTopicConfigs]:
        return [
            CreateTopicsResponse.CreatableTopicConfigs(
                name=entry.name,
                value=entry.value,
                read_only=False,
                config_source=entry.source,
                is_sensitive=entry.sensitive,
            )
            for entry in self._entries.new_topic(configs)
        ]


def _by_topic(records: Sequence[Message]) -> Iterator[tuple[str, list[Message]]]:
    """The records of each new topic, which begin with its TopicRecord."""
    name = ""
    made: list[Message] = []
    for record in records:
        if isinstance(record, TopicRecord):
            if made:
                yield name, made
            name, made = record.name, []
        made.append(record)
    if made:
        yield name, made


def config_records(
    topic: str, configs: Mapping[str, str], metadata_version: int = METADATA_VERSION_LEVEL
) -> list[Message]:
    """The records of a new topic's configurations, in hash order of the names (admin F-20)."""
    records: list[Message] = [
        ConfigRecord(
            resource_type=RESOURCE_TOPIC, resource_name=topic, name=name, value=configs[name]
        )
        for name in java_hash_order(configs)
    ]
    if MIN_INSYNC_REPLICAS in configs and metadata_version >= ELR_RECORDS_SINCE:
        records.append(ClearElrRecord(topic_name=topic))
    return records


def failed(name: str, error: ApiError) -> Result:
    """The answer for a topic that is not created (admin B-19)."""
    return Result(name=name, error_code=int(error.code), error_message=error.message)
