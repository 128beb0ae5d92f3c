"""Records of `__consumer_offsets` against the bytes that Kafka 4.4.0 wrote."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.groups import records
from kafkawire.broker.groups.records import Record, group_record, offset_record
from kafkawire.protocol.errors import DecodeError, UnsupportedVersion
from kafkawire.protocol.messages.group_metadata_value import GroupMetadataValue
from kafkawire.protocol.messages.offset_commit_value import OffsetCommitValue

TIME_MS = 1_700_000_000_000
TOPIC_ID = bytes.fromhex("00112233445566778899aabbccddeeff")

SUBSCRIPTION = bytes.fromhex("0000 00000001 0002 7431 ffffffff")
ASSIGNMENT = bytes.fromhex("0000 00000001 0002 7431 00000001 00000000 ffffffff")


def committed(**fields: Any) -> OffsetCommitValue:
    return OffsetCommitValue(
        offset=7, leader_epoch=3, metadata="m", commit_timestamp=TIME_MS, **fields
    )


EMPTY_GROUP = GroupMetadataValue(
    protocol_type="",
    generation=0,
    protocol=None,
    leader=None,
    current_state_timestamp=TIME_MS,
    members=[],
)

GROUP_OF_ONE = GroupMetadataValue(
    protocol_type="consumer",
    generation=1,
    protocol="range",
    leader="m1",
    current_state_timestamp=TIME_MS,
    members=[
        GroupMetadataValue.MemberMetadata(
            member_id="m1",
            client_id="ca",
            client_host="/127.0.0.1",
            rebalance_timeout=5000,
            session_timeout=10000,
            subscription=SUBSCRIPTION,
            assignment=ASSIGNMENT,
        )
    ],
)

GOLDEN: list[tuple[Record, str, str]] = [
    (
        offset_record("g1", "t1", 2, committed(topic_id=TOPIC_ID)),
        "0001000267310002743100000002",
        "0004 0000000000000007 00000003 026d 0000018bcfe56800 01 00 10"
        "00112233445566778899aabbccddeeff",
    ),
    (
        offset_record("g1", "t1", 2, committed(expire_timestamp=TIME_MS + 1000)),
        "0001000267310002743100000002",
        "0001 0000000000000007 00016d 0000018bcfe56800 0000018bcfe56be8",
    ),
    (
        group_record("g1", EMPTY_GROUP),
        "000200026731",
        "0003 0000 00000000 ffff ffff 0000018bcfe56800 00000000",
    ),
    (
        group_record("g1", GROUP_OF_ONE),
        "000200026731",
        "0003 0008636f6e73756d6572 00000001 000572616e6765 00026d31 0000018bcfe56800 00000001"
        "00026d31 ffff 00026361 000a2f3132372e302e302e31 00001388 00002710"
        "0000000e 0000 00000001 00027431 ffffffff"
        "00000016 0000 00000001 00027431 00000001 00000000 ffffffff",
    ),
]


@pytest.mark.parametrize(("record", "key", "value"), GOLDEN)
def test_records_have_the_bytes_of_kafka(record: Record, key: str, value: str) -> None:
    """groups A-1, A-2, A-8: golden bytes of A.8."""
    encoded = records.encode(record)
    assert encoded == (bytes.fromhex(key), bytes.fromhex(value))


def test_a_commit_without_a_topic_id_has_no_tag() -> None:
    """groups A-8."""
    _, value = records.encode(offset_record("g1", "t1", 2, committed()))
    assert value == bytes.fromhex("0004 0000000000000007 00000003 026d 0000018bcfe56800 00")


def test_a_tombstone_has_no_value() -> None:
    """groups A-1."""
    assert records.encode(group_record("g1", None)) == (bytes.fromhex("000200026731"), None)
    assert records.decode(bytes.fromhex("000200026731"), None) == group_record("g1", None)
    key, value = records.encode(offset_record("g", "t", 0, None))
    assert value is None
    assert records.decode(key, None) == offset_record("g", "t", 0, None)


OLDER_OFFSETS = [
    ("0000 0000000000000007 00016d 0000018bcfe56800", committed(), -1),
    ("0001 0000000000000007 00016d 0000018bcfe56800 0000018bcfe56be8", committed(), -1),
    ("0002 0000000000000007 00016d 0000018bcfe56800", committed(), -1),
    ("0003 0000000000000007 00000003 00016d 0000018bcfe56800", committed(), 3),
]


@pytest.mark.parametrize(("value", "expected", "leader_epoch"), OLDER_OFFSETS)
@pytest.mark.parametrize("kind", ["0000", "0001"])
def test_older_offset_values_are_read(
    kind: str, value: str, expected: OffsetCommitValue, leader_epoch: int
) -> None:
    """groups A-2, A-3, scenario 157; type 0 is read as type 1."""
    key = bytes.fromhex(kind + "000267310002743100000002")
    found = records.decode(key, bytes.fromhex(value))
    assert isinstance(found, records.OffsetRecord)
    assert (found.key.group, found.key.topic, found.key.partition) == ("g1", "t1", 2)
    assert found.value is not None
    assert (found.value.offset, found.value.metadata) == (expected.offset, expected.metadata)
    assert found.value.leader_epoch == leader_epoch


@pytest.mark.parametrize("version", range(5))
def test_every_version_of_a_group_value_is_read(version: int) -> None:
    """groups A-3, scenario 157."""
    value = version.to_bytes(2, "big") + GROUP_OF_ONE.encode(version)
    found = records.decode(bytes.fromhex("000200026731"), value)
    assert isinstance(found, records.GroupRecord)
    assert found.value is not None
    assert found.value.generation == 1
    assert found.value.members[0].rebalance_timeout == (-1 if version == 0 else 5000)


def test_unknown_types_are_skipped() -> None:
    """groups A-27."""
    assert records.decode(bytes.fromhex("0063 00026731"), b"anything") is None


def test_unknown_value_versions_fail() -> None:
    """groups A-27."""
    with pytest.raises(UnsupportedVersion):
        records.decode(bytes.fromhex("000200026731"), bytes.fromhex("0005") + bytes(40))


@given(st.binary(max_size=60), st.none() | st.binary(max_size=80))
def test_any_bytes_are_a_record_or_refused_without_another_error(
    key: bytes, value: bytes | None
) -> None:
    try:
        records.decode(key, value)
    except (DecodeError, UnsupportedVersion):
        pass


@given(
    st.text(max_size=10),
    st.text(max_size=10),
    st.integers(0, 100),
    st.integers(-(2**63), 2**63 - 1),
    st.text(max_size=20),
)
def test_decode_inverts_encode(
    group: str, topic: str, partition: int, offset: int, metadata: str
) -> None:
    """groups A-7: any offset, also a negative one, is kept as it is."""
    value = OffsetCommitValue(
        offset=offset, metadata=metadata, commit_timestamp=TIME_MS, topic_id=TOPIC_ID
    )
    record = offset_record(group, topic, partition, value)
    assert records.decode(*records.encode(record)) == record
