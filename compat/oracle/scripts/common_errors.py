"""The errors that users meet most, exactly as Apache Kafka gives them: topics and their configs.

Every `shows` is a case: what was wrong, the request, and all that the answer says of it. The list
goes on in `common_record_errors.py`, `common_group_errors.py` and `common_transaction_errors.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from compat.oracle.scripts.configs import BROKER, SET, TOPIC, alter, describe
from compat.oracle.scripts.kit import (
    TIMEOUT_MS,
    Part,
    World,
    create,
    delete_topics,
    new_topic,
)
from compat.oracle.scripts.refusing import shows
from compat.oracle.steps import Ask, Script
from kafkawire.protocol.error_codes import ErrorCode as E
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest


def _create(
    name: str,
    partitions: int = 1,
    factor: int = 1,
    configs: Mapping[str, str | None] | None = None,
) -> Ask:
    topic = new_topic(name, partitions, factor, configs)
    return Ask(CreateTopicsRequest(topics=[topic], timeout_ms=TIMEOUT_MS), 7)


def _grow(name: str, count: int) -> Ask:
    topic = CreatePartitionsRequest.CreatePartitionsTopic(name=name, count=count, assignments=None)
    return Ask(CreatePartitionsRequest(topics=[topic], timeout_ms=TIMEOUT_MS), 3)


def _metadata(name: str) -> Ask:
    topic = MetadataRequest.MetadataRequestTopic(name=name)
    return Ask(MetadataRequest(topics=[topic], allow_auto_topic_creation=False), 9)


def topic_names(world: World) -> Script:
    """Names that cannot be."""
    yield from shows(
        "no name",
        _create(""),
        E.INVALID_TOPIC_EXCEPTION,
        "Topic name is invalid: the empty string is not allowed",
    )
    yield from shows(
        "a dot",
        _create("."),
        E.INVALID_TOPIC_EXCEPTION,
        "Topic name is invalid: '.' is not allowed",
    )
    yield from shows(
        "two dots",
        _create(".."),
        E.INVALID_TOPIC_EXCEPTION,
        "Topic name is invalid: '..' is not allowed",
    )
    yield from shows(
        "a blank",
        _create("my topic"),
        E.INVALID_TOPIC_EXCEPTION,
        "Topic name is invalid: 'my topic' contains one or more characters other than "
        "ASCII alphanumerics, '.', '_' and '-'",
    )
    yield from shows(
        "a slash",
        _create("my/topic"),
        E.INVALID_TOPIC_EXCEPTION,
        "Topic name is invalid: 'my/topic' contains one or more characters other than "
        "ASCII alphanumerics, '.', '_' and '-'",
    )
    yield from shows(
        "an umlaut",
        _create("größe"),
        E.INVALID_TOPIC_EXCEPTION,
        "Topic name is invalid: 'größe' contains one or more characters other than "
        "ASCII alphanumerics, '.', '_' and '-'",
    )
    yield from shows(
        "250 characters",
        _create("x" * 250),
        E.INVALID_TOPIC_EXCEPTION,
        "Topic name is invalid: the length of 'x...",
    )


def topics(world: World) -> Script:
    """Topics that are there already, or of a size that cannot be."""
    yield from create(world, "there", 2)
    yield from create(world, "dotted.name")
    yield from shows(
        "an underscore for a dot",
        _create("dotted_name"),
        E.INVALID_TOPIC_EXCEPTION,
        "Topic 'dotted_name' collides with existing topic: dotted.name",
    )
    yield from shows(
        "there already", _create("there"), E.TOPIC_ALREADY_EXISTS, "Topic 'there' already exists."
    )
    yield from shows(
        "internal",
        _create("__consumer_offsets"),
        E.TOPIC_ALREADY_EXISTS,
        "Topic '__consumer_offsets' already exists.",
    )
    yield from shows(
        "no partitions",
        _create("sized", 0),
        E.INVALID_PARTITIONS,
        "Number of partitions was set to an invalid non-positive value.",
    )
    yield from shows(
        "no replicas",
        _create("sized", 1, 0),
        E.INVALID_REPLICATION_FACTOR,
        "Replication factor must be larger than 0, or -1 to use the default value.",
    )
    yield from shows(
        "more replicas than brokers",
        _create("sized", 1, 3),
        E.INVALID_REPLICATION_FACTOR,
        "Unable to replicate the partition 3 time(s): The target replication factor of "
        "3 cannot be reached because only 1 broker(s) are registered or some brokers "
        "have all their log directories cordoned.",
    )


def no_topics(world: World) -> Script:
    """Topics that do not grow, or are not there."""
    yield from create(world, "there", 2)
    yield from shows(
        "fewer partitions",
        _grow("there", 1),
        E.INVALID_PARTITIONS,
        "The topic there currently has 2 partition(s); 1 would not be an increase.",
    )
    yield from shows(
        "as many partitions",
        _grow("there", 2),
        E.INVALID_PARTITIONS,
        "Topic already has 2 partition(s).",
    )
    yield from shows("partitions of nothing", _grow("nope", 2), E.UNKNOWN_TOPIC_OR_PARTITION)
    yield from shows(
        "deleting nothing",
        Ask(delete_topics(["nope"], 6), 6),
        E.UNKNOWN_TOPIC_OR_PARTITION,
        "This server does not host this topic-partition.",
    )
    yield from shows("metadata of nothing", _metadata("nope"), E.UNKNOWN_TOPIC_OR_PARTITION)
    yield from shows("metadata of a bad name", _metadata("my topic"), E.INVALID_TOPIC_EXCEPTION)


def _set(kind: int, resource: str, name: str, value: str | None, how: int = SET) -> Ask:
    return Ask(alter((kind, resource, [(name, how, value)])), 1)


def _made(name: str, value: str | None) -> Ask:
    return _create("new", configs={name: value})


def config_values(world: World) -> Script:
    """Configs of new topics: names and numbers."""
    yield from create(world, "log")
    yield from shows(
        "unknown", _made("no.such", "1"), E.INVALID_CONFIG, "Unknown topic config name: no.such"
    )
    yield from shows(
        "not a number",
        _made("retention.ms", "soon"),
        E.INVALID_CONFIG,
        "Invalid value soon for configuration retention.ms: Not a number of type LONG",
    )
    yield from shows(
        "too small",
        _made("retention.ms", "-2"),
        E.INVALID_CONFIG,
        "Invalid value -2 for configuration retention.ms: Value must be at least -1",
    )
    yield from shows(
        "too small by far",
        _made("segment.bytes", "1"),
        E.INVALID_CONFIG,
        "Invalid value 1 for configuration segment.bytes: Value must be at least 1048576",
    )
    yield from shows(
        "too great",
        _made("max.message.bytes", "99999999999"),
        E.INVALID_CONFIG,
        "Invalid value 99999999999 for configuration max.message.bytes: Not a number of type INT",
    )


def config_choices(world: World) -> Script:
    """Configs of new topics: values that are not among those that are known."""
    yield from create(world, "log")
    yield from shows(
        "no such policy",
        _made("cleanup.policy", "shred"),
        E.INVALID_CONFIG,
        "Invalid value shred for configuration cleanup.policy: String must be one of: "
        "compact, delete",
    )
    yield from shows(
        "no such codec",
        _made("compression.type", "rar"),
        E.INVALID_CONFIG,
        "Invalid value rar for configuration compression.type: String must be one of: "
        "uncompressed, zstd, lz4, snappy, gzip, producer",
    )
    yield from shows(
        "not a boolean",
        _made("preallocate", "maybe"),
        E.INVALID_CONFIG,
        "Invalid value maybe for configuration preallocate: Expected value to be "
        "either true or false",
    )
    yield from shows(
        "null",
        _made("retention.ms", None),
        E.INVALID_CONFIG,
        "Null value not supported for topic configs: retention.ms",
    )


def altered_configs(world: World) -> Script:
    """Configs that are altered."""
    yield from create(world, "log")
    yield from shows(
        "altered, unknown",
        _set(TOPIC, "log", "no.such", "1"),
        E.INVALID_CONFIG,
        "Unknown topic config name: no.such",
    )
    yield from shows(
        "altered to no number",
        _set(TOPIC, "log", "retention.ms", "soon"),
        E.INVALID_CONFIG,
        "Invalid value soon for configuration retention.ms: Not a number of type LONG",
    )
    yield from shows(
        "altered to nothing",
        _set(TOPIC, "log", "retention.ms", None),
        E.INVALID_REQUEST,
        "Null value not supported for : retention.ms",
    )
    yield from shows(
        "appended to no list",
        _set(TOPIC, "log", "retention.ms", "1", 2),
        E.INVALID_CONFIG,
        "Can't APPEND to key retention.ms because its type is not LIST.",
    )
    yield from shows(
        "no such operation", _set(TOPIC, "log", "retention.ms", "1", 9), E.UNKNOWN_SERVER_ERROR
    )


def config_resources(world: World) -> Script:
    """What has no configs, or none that can be altered."""
    yield from create(world, "log")
    yield from shows(
        "of no topic",
        _set(TOPIC, "nope", "retention.ms", "1"),
        E.UNKNOWN_TOPIC_OR_PARTITION,
        "The topic 'nope' does not exist.",
    )
    yield from shows(
        "read only",
        _set(BROKER, "1", "log.dirs", "/data"),
        E.INVALID_REQUEST,
        "Cannot update these configs dynamically: [log.dirs]",
    )
    yield from shows(
        "of another broker",
        _set(BROKER, "9", "num.io.threads", "2"),
        E.INVALID_REQUEST,
        "Unexpected broker id, expected 1, but received 9",
    )
    yield from shows(
        "of no kind",
        _set(77, "log", "retention.ms", "1"),
        E.INVALID_REQUEST,
        "Unknown resource type 77",
    )
    yield from shows(
        "described, of no topic", Ask(describe((TOPIC, "nope")), 4), E.UNKNOWN_TOPIC_OR_PARTITION
    )
    yield from shows(
        "described, bad name",
        Ask(describe((TOPIC, "a b")), 4),
        E.INVALID_TOPIC_EXCEPTION,
        "Topic name is invalid: 'a b' contains one or more characters other than ASCII "
        "alphanumerics, '.', '_' and '-'",
    )


def not_deleted(world: World) -> Part[None]:
    """Where `delete.topic.enable` is false."""
    yield from create(world, "kept")
    yield from shows("deletion", Ask(delete_topics(["kept"], 6), 6), E.TOPIC_DELETION_DISABLED)


SCRIPTS = {
    "common-errors-topic-names": topic_names,
    "common-errors-topics": topics,
    "common-errors-no-topics": no_topics,
    "common-errors-configs": config_values,
    "common-errors-config-choices": config_choices,
    "common-errors-altered-configs": altered_configs,
    "common-errors-config-resources": config_resources,
}
