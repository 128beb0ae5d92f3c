"""Records of internal topics, by their declarations."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.records import internal
from kafkawire.dump.records.internal import TOPICS, Declared, read_control, read_record
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.messages.leader_change_message import LeaderChangeMessage
from kafkawire.protocol.messages.share_snapshot_key import ShareSnapshotKey
from tests.support.log.segments import items_of


def types_in(path: Path) -> list[str]:
    """What the records of a partition are, each kind once, in order."""
    found: dict[str, None] = {}
    for item in items_of(path, records=True):
        for part in ("keyType", "valueType"):
            if item.kind == "record" and part in item.facts:
                found[str(item.facts[part])] = None
    return list(found)


def test_the_groups_of_kafka_are_read(kafka_directory: Path) -> None:
    """Classic ones, and those of KIP-848."""
    assert types_in(kafka_directory / "__consumer_offsets-18") == [
        "GroupMetadataKey",
        "GroupMetadataValue",
        "OffsetCommitKey",
        "OffsetCommitValue",
    ]
    assert types_in(kafka_directory / "__consumer_offsets-32") == [
        "ConsumerGroupMemberMetadataKey",
        "ConsumerGroupMemberMetadataValue",
        "ConsumerGroupMetadataKey",
        "ConsumerGroupMetadataValue",
        "ConsumerGroupTargetAssignmentMemberKey",
        "ConsumerGroupTargetAssignmentMemberValue",
        "ConsumerGroupTargetAssignmentMetadataKey",
        "ConsumerGroupTargetAssignmentMetadataValue",
        "ConsumerGroupCurrentMemberAssignmentKey",
        "ConsumerGroupCurrentMemberAssignmentValue",
        "OffsetCommitKey",
        "OffsetCommitValue",
    ]


def test_the_metadata_of_kafka_is_read(kafka_directory: Path) -> None:
    """admin F-1, F-2, F-4, F-5, F-8, F-35."""
    assert types_in(kafka_directory / "__cluster_metadata-0") == [
        "SnapshotHeaderRecord",
        "FeatureLevelRecord",
        "SnapshotFooterRecord",
        "LeaderChangeMessage",
        "BeginTransactionRecord",
        "ConfigRecord",
        "EndTransactionRecord",
        "NoOpRecord",
        "RegisterControllerRecord",
        "RegisterBrokerRecord",
        "BrokerRegistrationChangeRecord",
        "TopicRecord",
        "PartitionRecord",
        "ProducerIdsRecord",
        "ClearElrRecord",
        "RemoveTopicRecord",
        "PartitionChangeRecord",
    ]


def test_the_transactions_of_kafka_are_read(kafka_directory: Path) -> None:
    assert types_in(kafka_directory / "__transaction_state-9") == [
        "TransactionLogKey",
        "TransactionLogValue",
    ]


def test_the_share_groups_of_kafka_are_read(kafka_directory: Path) -> None:
    assert types_in(kafka_directory / "__share_group_state-0") == [
        "ShareSnapshotKey",
        "ShareSnapshotValue",
        "ShareUpdateKey",
        "ShareUpdateValue",
    ]


def test_a_metadata_record_is_named_with_its_version() -> None:
    """admin F-2, F-7: a tagged field that is there is shown, the others are not."""
    value = bytes.fromhex("01110000000001 0000000000000010 01 00 01 ff".replace(" ", ""))
    assert read_record("__cluster_metadata", None, value) == (
        None,
        Declared(
            "BrokerRegistrationChangeRecord",
            0,
            {"brokerId": 1, "brokerEpoch": 16, "fenced": -1},
        ),
    )
    assert read_record("__cluster_metadata", None, None) == (None, None)


def test_share_group_state_is_read() -> None:
    key = b"\0\0" + ShareSnapshotKey(group_id="g", topic_id=bytes(16), partition=3).encode(0)
    found, value = read_record(internal.SHARE_GROUP_STATE, key, None)

    assert found is not None
    assert found.name == "ShareSnapshotKey"
    assert found.fields == {"groupId": "g", "topicId": "A" * 22, "partition": 3}
    assert value is None


@pytest.mark.parametrize("version", [0, 1])
def test_the_version_of_a_leader_change_is_its_first_field(version: int) -> None:
    """admin F-8."""
    message = LeaderChangeMessage(version=version, leader_id=4)
    found = read_control(b"\0\0\0\2", message.encode(version))
    assert found is not None
    assert (found.version, found.fields["leaderId"]) == (version, 4)


def test_the_voters_of_kafka_are_read() -> None:
    """admin F-30: as 4.4.0 writes them with kraft.version 1."""
    found = read_control(b"\0\0\0\5", bytes.fromhex("0000000100"))
    assert found == ("KRaftVersionRecord", 0, {"version": 0, "kraftVersion": 1})


def test_every_declared_record_has_its_class() -> None:
    names = [f"{name}Record" for names in internal._FRAMED.values() for name in names.values()]
    for keyed in internal._KEYED.values():
        names += [f"{name}{part}" for name in keyed.values() for part in ("Key", "Value")]
    names += [name for name, _ in internal._CONTROL.values()]
    for name in names:
        assert internal._class(name).__name__ == name


@pytest.mark.parametrize(
    ("topic", "key", "value", "complaint"),
    [
        ("__cluster_metadata", None, b"", "ends within its head"),
        ("__cluster_metadata", None, b"\2\2\0", "frame version 2 is unknown"),
        ("__cluster_metadata", None, b"\1\x63\0", "type 99 are unknown"),
        ("__cluster_metadata", None, b"\1\2\x09", "TopicRecord has versions 0 to 0, not 9"),
        (internal.CONSUMER_OFFSETS, None, None, "the key is too short"),
        (internal.CONSUMER_OFFSETS, b"\0\x63", None, "type 99 are unknown"),
        (internal.CONSUMER_OFFSETS, b"\0\2\0\1g", b"\0", "the value is too short"),
    ],
)
def test_what_is_wrong_is_named(
    topic: str, key: bytes | None, value: bytes | None, complaint: str
) -> None:
    with pytest.raises(ProtocolError, match=complaint):
        read_record(topic, key, value)


BYTES = st.none() | st.binary(max_size=40) | st.binary(max_size=30).map(b"\0\1".__add__)


@given(st.sampled_from(TOPICS), BYTES, BYTES)
def test_any_record_is_read_or_refused_without_another_error(
    topic: str, key: bytes | None, value: bytes | None
) -> None:
    for read in (lambda: read_record(topic, key, value), lambda: read_control(key, value)):
        try:
            read()
        except ProtocolError:
            pass
