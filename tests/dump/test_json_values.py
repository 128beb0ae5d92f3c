"""Messages as JSON objects."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.json_values import bytes_value, camel_case, struct_value
from kafkawire.protocol.messages.broker_registration_change_record import (
    BrokerRegistrationChangeRecord,
)
from kafkawire.protocol.messages.leader_change_message import LeaderChangeMessage
from kafkawire.protocol.messages.offset_commit_value import OffsetCommitValue
from kafkawire.protocol.messages.partition_record import PartitionRecord


def test_names_are_those_of_the_declarations() -> None:
    assert camel_case("topic_id") == "topicId"
    assert camel_case("isr") == "isr"


def test_only_fields_of_the_version_are_there() -> None:
    value = OffsetCommitValue(offset=3, metadata="m")
    assert "leaderEpoch" not in struct_value(value, 1)
    assert struct_value(value, 3)["leaderEpoch"] == -1


def test_tagged_fields_are_there_if_they_were_written() -> None:
    record = BrokerRegistrationChangeRecord(broker_id=1, cordoned_log_dirs=[])
    found = struct_value(record, 3)
    assert found == {"brokerId": 1, "brokerEpoch": 0, "cordonedLogDirs": []}


def test_uuids_are_written_as_kafka_writes_them() -> None:
    record = PartitionRecord(topic_id=bytes(15) + b"\1", directories=[b"\xff" * 16])
    found = struct_value(record, 2)
    assert found["topicId"] == "AAAAAAAAAAAAAAAAAAAAAQ"
    assert found["directories"] == ["_" * 21 + "w"]
    assert found["isr"] == []


def test_structs_within_structs_are_objects() -> None:
    voters = [LeaderChangeMessage.Voter(voter_id=each) for each in (1, 2)]
    message = LeaderChangeMessage(leader_id=1, voters=voters)
    assert struct_value(message, 0)["voters"] == [{"voterId": 1}, {"voterId": 2}]


def test_unknown_tags_are_kept() -> None:
    record = BrokerRegistrationChangeRecord()
    record.unknown_tags = {9: b"\1"}
    assert struct_value(record, 0)["tag9"] == "01"


@given(st.none() | st.binary())
def test_bytes_are_text_or_digits_and_nothing_is_lost(data: bytes | None) -> None:
    ((name, value),) = bytes_value("key", data).items()
    if value is None:
        assert data is None
    else:
        assert isinstance(value, str)
        assert (bytes.fromhex(value) if name == "key_hex" else value.encode()) == data


def test_control_characters_are_no_text() -> None:
    assert bytes_value("key", b"a\x1b[31m") == {"key_hex": "611b5b33316d"}
    assert bytes_value("key", b"a\tb\n") == {"key": "a\tb\n"}
