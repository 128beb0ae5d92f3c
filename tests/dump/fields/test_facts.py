"""Facts: what is named in a message, against all of its values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kafkawire.dump import declarations
from kafkawire.dump.api_names import SASL_TOKEN
from kafkawire.dump.damaged_batches import damaged_batches
from kafkawire.dump.fields import facts
from kafkawire.dump.fields.facts import Facts
from kafkawire.dump.model import Header, Message, seen_at
from kafkawire.protocol.message import Struct
from tests.support.dump.declared import connection, dumped, frame_of, leaves_of
from tests.support.requests.strategies import SPECS, draw, message_class, versions
from tools.generate.model import FieldSpec, MessageSpec

SEEDS = (1, 2, 3)
PARTITIONS = ("Partition", "PartitionIndex", "PartitionId", "Index")

every_message = pytest.mark.parametrize("spec", SPECS.values(), ids=SPECS)


def damaged_in(leaf: tuple[FieldSpec, object]) -> int:
    field, value = leaf
    if field.type != "records" or field.name == "UnalignedRecords" or not value:
        return 0
    assert isinstance(value, bytes)
    return damaged_batches(value, 0, len(value))


def expected(message: Struct, spec: MessageSpec, version: int) -> Facts:
    leaves = list(leaves_of(message, spec.root, spec, version))

    def named(test: Callable[[FieldSpec], bool]) -> list[Any]:
        return [value for field, value in leaves if test(field) and value]

    def once(test: Callable[[FieldSpec], bool]) -> tuple[Any, ...]:
        return tuple(dict.fromkeys(named(test)))

    def is_entity(kind: str) -> Callable[[FieldSpec], bool]:
        return lambda field: field.entity_type == kind

    def is_partition(field: FieldSpec) -> bool:
        plural = ("Partitions", "PartitionIndexes", "PartitionIds")
        return field.type == "int32" and field.name in (plural if field.is_array else PARTITIONS)

    topics = list(once(is_entity("topicName")))
    resource_type = 0
    for field, value in leaves:
        if "Configs" in spec.name and field.name == "ResourceType":
            resource_type = value
        elif "Configs" in spec.name and field.name == "ResourceName" and resource_type == 2:
            topics += [value] if value and value not in topics else []
    keys = once(lambda field: field.name in ("Key", "CoordinatorKeys"))
    is_lookup = spec.name == "FindCoordinatorRequest"
    key_type = getattr(message, "key_type", 0)
    return Facts(
        topics=tuple(topics),
        topic_ids=tuple(
            uuid
            for uuid in once(lambda field: field.type == "uuid" and field.name == "TopicId")
            if any(uuid)
        ),
        groups=keys
        if is_lookup and key_type == 0
        else once(lambda field: field.entity_type == "groupId" or field.name == "GroupId"),
        transactional_ids=keys
        if is_lookup and key_type == 1
        else once(is_entity("transactionalId")),
        error_codes=tuple(
            named(lambda field: field.type == "int16" and field.name.endswith("ErrorCode"))
        ),
        throttle_time_ms=getattr(message, "throttle_time_ms", 0)
        if any(field.name == "ThrottleTimeMs" for field, _ in leaves)
        else 0,
        partitions=sum(is_partition(field) for field, _ in leaves),
        records_bytes=sum(map(len, named(lambda field: field.type == "records"))),
        damaged_batches=sum(map(damaged_in, leaves)),
    )


def in_any_order(found: Facts) -> Facts:
    """Tagged fields are read behind the others, and error codes come as they come."""
    return found._replace(error_codes=tuple(sorted(found.error_codes)))


@every_message
def test_facts_are_those_of_the_values(spec: MessageSpec) -> None:
    for version in versions(spec):
        read = facts.compile_reader(declarations.load(spec.name), version)
        for seed in SEEDS:
            message = draw(spec, version, seed)
            data = message.encode(version)

            found, end = read(b"--" + data, 2)

            assert end == len(data) + 2
            assert in_any_order(found) == in_any_order(expected(message, spec, version))


def test_long_arrays_of_one_size_are_read_at_once_or_one_by_one() -> None:
    spec = SPECS["DeleteRecordsResponse"]
    cls: Any = message_class(spec)
    kind = cls.DeleteRecordsPartitionResult
    partitions = [kind(partition_index=at, error_code=at % 3) for at in range(9)]
    topic = cls.DeleteRecordsTopicResult(name="t", partitions=partitions)
    for tags in (None, {1000: b"x"}):
        partitions[4].unknown_tags = tags
        frame = frame_of(spec, 2, cls(topics=[topic]))

        found = dumped(spec, 2, frame).facts

        assert found == Facts(topics=("t",), error_codes=(1, 2, 1, 2, 1, 2), partitions=9)


def test_what_cannot_be_read_has_no_facts_but_a_problem() -> None:
    spec = SPECS["MetadataRequest"]
    frame = frame_of(spec, 9, draw(spec, 9, 3))
    message = dumped(spec, 9, frame[:-1])

    assert message.facts == Facts()
    assert message.problem is not None
    assert message.problem.startswith("MetadataRequest v9: byte ")


def test_topics_in_text_that_is_no_utf8_are_found() -> None:
    frame = b"\0\3\0\0\0\0\0\7\0\2me" + b"\0\0\0\1\0\3a\xffb"

    assert dumped(SPECS["MetadataRequest"], 0, frame, 12).facts.topics == ("a�b",)


def test_topics_whose_configuration_is_meant_are_named() -> None:
    spec = SPECS["DescribeConfigsRequest"]
    cls: Any = message_class(spec)
    kind = cls.DescribeConfigsResource
    resources = [
        kind(resource_type=2, resource_name="orders"),
        kind(resource_type=4, resource_name="1"),
    ]
    frame = frame_of(spec, 4, cls(resources=resources))

    assert dumped(spec, 4, frame).facts.topics == ("orders",)


def test_a_token_tells_nothing() -> None:
    token = Message(connection(), b"pw", Header(SASL_TOKEN, 0, 0, 0), seen_at(0), is_request=True)

    assert token.facts == Facts()


def test_an_unknown_api_has_a_problem() -> None:
    message = Message(connection(), bytes(12), Header(99, 0, 0, 10), seen_at(0), is_request=True)

    assert message.facts == Facts()
    assert message.problem is not None
