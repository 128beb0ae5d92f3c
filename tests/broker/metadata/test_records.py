"""The frame of metadata records, against values taken from a running Apache Kafka 4.4.0."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.metadata.records import (
    decode_record,
    encode_at,
    encode_record,
    record_class,
    written_version,
)
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.begin_transaction_record import BeginTransactionRecord
from kafkawire.protocol.messages.broker_registration_change_record import (
    BrokerRegistrationChangeRecord,
)
from kafkawire.protocol.messages.clear_elr_record import ClearElrRecord
from kafkawire.protocol.messages.config_record import ConfigRecord
from kafkawire.protocol.messages.end_transaction_record import EndTransactionRecord
from kafkawire.protocol.messages.feature_level_record import FeatureLevelRecord
from kafkawire.protocol.messages.no_op_record import NoOpRecord
from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord
from kafkawire.protocol.messages.partition_record import PartitionRecord
from kafkawire.protocol.messages.producer_ids_record import ProducerIdsRecord
from kafkawire.protocol.messages.register_broker_record import RegisterBrokerRecord
from kafkawire.protocol.messages.remove_topic_record import RemoveTopicRecord
from kafkawire.protocol.messages.topic_record import TopicRecord
from kafkawire.protocol.messages.unregister_broker_record import UnregisterBrokerRecord

AUTO1 = bytes.fromhex("647ffc446bb149078e0943692fadf856")
REASSIGNED = bytes.fromhex("611ce12b51274d7395894a2d456c3d7d")
LEFT = bytes.fromhex("680af8a12b3146d59ffc82f08315822b")

GOLDEN: list[tuple[str, Message]] = [
    (
        "01 17 00 01 00 12 12 426f6f747374726170207265636f726473",
        BeginTransactionRecord(name="Bootstrap records"),
    ),
    (
        "01 0c 00 11 6d657461646174612e76657273696f6e 0021 00",
        FeatureLevelRecord(name="metadata.version", feature_level=33),
    ),
    (
        "01 04 00 04 01 14 6d696e2e696e73796e632e7265706c69636173 02 31 00",
        ConfigRecord(resource_type=4, name="min.insync.replicas", value="1"),
    ),
    ("01 18 00 00", EndTransactionRecord()),
    ("01 14 00 00", NoOpRecord()),
    (
        "01 11 03 00000001 0000000000000010 01 03 01 01",
        BrokerRegistrationChangeRecord(broker_id=1, broker_epoch=16, cordoned_log_dirs=[]),
    ),
    (
        "01 11 00 00000001 0000000000000010 01 00 01 ff",
        BrokerRegistrationChangeRecord(broker_id=1, broker_epoch=16, fenced=-1),
    ),
    (
        "01 11 01 00000001 0000000000000010 01 01 01 01",
        BrokerRegistrationChangeRecord(broker_id=1, broker_epoch=16, in_controlled_shutdown=1),
    ),
    (
        "01 02 00 06 6175746f31 647ffc446bb149078e0943692fadf856 00",
        TopicRecord(name="auto1", topic_id=AUTO1),
    ),
    (
        "01 03 02 00000000 647ffc446bb149078e0943692fadf856 02 00000001 02 00000001 01 01"
        "00000001 00000000 00000000 02 658ce5bfe423273eb594adb4216af031 00",
        PartitionRecord(
            partition_id=0,
            topic_id=AUTO1,
            replicas=[1],
            isr=[1],
            leader=1,
            leader_epoch=0,
            partition_epoch=0,
            directories=[bytes.fromhex("658ce5bfe423273eb594adb4216af031")],
        ),
    ),
    ("01 1c 00 03 7231 00", ClearElrRecord(topic_name="r1")),
    (
        "01 09 00 426fd06c80c148e69aabfbf9df3a4bde 00",
        RemoveTopicRecord(topic_id=bytes.fromhex("426fd06c80c148e69aabfbf9df3a4bde")),
    ),
    (
        "01 05 02 00000000 611ce12b51274d7395894a2d456c3d7d 01 01 04 00000003",
        PartitionChangeRecord(partition_id=0, topic_id=REASSIGNED, leader=3),
    ),
    (
        "01 05 02 00000000 611ce12b51274d7395894a2d456c3d7d 02"
        "00 09 03 00000001 00000002 01 04 00000002",
        PartitionChangeRecord(partition_id=0, topic_id=REASSIGNED, isr=[1, 2], leader=2),
    ),
    (
        "01 05 02 00000000 680af8a12b3146d59ffc82f08315822b 04"
        "00 01 01 01 04 ffffffff 06 05 02 00000001 07 05 02 00000001",
        PartitionChangeRecord(
            partition_id=0,
            topic_id=LEFT,
            isr=[],
            leader=-1,
            eligible_leader_replicas=[1],
            last_known_elr=[1],
        ),
    ),
    (
        "01 0f 00 00000001 0000000000000c5c 00000000000003e8 00",
        ProducerIdsRecord(broker_id=1, broker_epoch=0xC5C, next_producer_id=1000),
    ),
    (
        "01 01 00 00000003 000000000000001a 00",
        UnregisterBrokerRecord(broker_id=3, broker_epoch=26),
    ),
]


@pytest.mark.parametrize(("text", "record"), GOLDEN, ids=lambda value: type(value).__name__)
def test_records_are_the_bytes_of_a_running_kafka(text: str, record: Message) -> None:
    """admin F-2, F-3, F.5: frame, version and body as 4.4.0 writes them."""
    value = bytes.fromhex(text.replace(" ", ""))
    assert encode_record(record).hex() == value.hex()
    decoded, version = decode_record(value)
    assert decoded == record
    assert version == value[2]


def test_quotas_and_acls_of_a_running_kafka_can_be_read() -> None:
    """admin F.5: types that this broker does not write are framed alike."""
    quota = (
        "010e00 02 05 75736572 00 00 13 726571756573745f70657263656e746167654049000000000000 00 00"
    )
    record: Any
    record, _ = decode_record(bytes.fromhex(quota.replace(" ", "")))
    assert (record.key, record.value) == ("request_percentage", 50.0)
    acl = (
        "011200 91f10cc78aa54281a5d59ee37e0c2d4b 02 03 7431 03 0b 557365723a616c696365 02 2a"
        "03 03 00"
    )
    record, _ = decode_record(bytes.fromhex(acl.replace(" ", "")))
    assert (record.principal, record.resource_name) == ("User:alice", "t1")


def test_a_registration_is_written_in_version_4() -> None:
    """admin F-3: the version follows metadata.version 33."""
    assert encode_record(RegisterBrokerRecord(broker_id=1))[:3] == b"\1\0\4"


def test_every_declared_type_has_a_class() -> None:
    for record_type in (*range(6), *range(7, 13), 14, 15, *range(17, 30)):
        assert record_type == record_class(record_type).API_KEY


@pytest.mark.parametrize("value", [b"", b"\1", b"\2\2\0", b"\1\x63\0", b"\1\2\x09", b"\1\2\0\6a"])
def test_what_is_no_record_is_refused(value: bytes) -> None:
    with pytest.raises(ProtocolError):
        decode_record(value)


@given(st.text(max_size=50), st.binary(min_size=16, max_size=16))
def test_records_come_back_from_their_bytes(name: str, topic_id: bytes) -> None:
    record = TopicRecord(name=name, topic_id=topic_id)
    assert decode_record(encode_record(record)) == (record, 0)


@pytest.mark.parametrize(
    ("level", "registration", "partition"),
    [(7, 1, 0), (8, 2, 0), (16, 2, 0), (17, 3, 1), (22, 3, 1), (23, 3, 2), (29, 3, 2), (30, 4, 2)],
)
def test_the_version_follows_the_level_of_the_log(
    level: int, registration: int, partition: int
) -> None:
    """admin F-3, G-3: a log that an older Kafka began stays readable to it."""
    assert written_version(RegisterBrokerRecord(), level) == registration
    assert written_version(PartitionRecord(), level) == partition
    assert written_version(PartitionChangeRecord(), level) == partition
    assert written_version(TopicRecord(), level) == 0


def test_what_an_older_level_has_no_room_for_is_left_out() -> None:
    """admin G-3: directories came with 17, cordoned ones with 30."""
    found: Any
    for level, cordoned, log_dirs in ((33, [], [AUTO1]), (29, None, [AUTO1]), (16, None, [])):
        registration = RegisterBrokerRecord(log_dirs=[AUTO1], cordoned_log_dirs=[])
        found, _ = decode_record(encode_at(registration, level))
        assert (found.cordoned_log_dirs, found.log_dirs) == (cordoned, log_dirs)
    for level, directories in ((17, [AUTO1]), (16, [])):
        found, _ = decode_record(encode_at(PartitionRecord(directories=[AUTO1]), level))
        assert found.directories == directories
