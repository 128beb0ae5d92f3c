"""The bytes of a consumer group's records, and what is read out of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.groups import records as log
from kafkawire.broker.groups.consumer import records
from kafkawire.broker.groups.consumer.member import (
    ClassicSide,
    CurrentAssignment,
    MemberState,
    Profile,
)
from kafkawire.broker.groups.records import ConsumerRecord
from kafkawire.protocol.errors import UnsupportedVersion
from kafkawire.protocol.messages.consumer_group_regular_expression_value import (
    ConsumerGroupRegularExpressionValue,
)

TOPIC_ID = bytes.fromhex("00112233445566778899aabbccddeeff")
TIME_MS = 1_700_000_000_000
HASH = 3585670889067457407

PROFILE = Profile(
    client_id="ca", client_host="/127.0.0.1", topic_names=("t1", "t2"), rebalance_timeout_ms=5_000
)
CURRENT = CurrentAssignment(2, 0, MemberState.STABLE, {TOPIC_ID: {0: 2, 1: 2}})
REGEX = ConsumerGroupRegularExpressionValue(topics=["t1"], version=1449, timestamp=TIME_MS)

GOLDEN = [
    (
        records.epoch_record("g1", 2, HASH),
        "000300026731",
        "0000 00000002 01 00 08 31c2dcad08532b7f",
    ),
    (records.epoch_record("g1", 5, 0), "000300026731", "0000 00000005 00"),
    (records.epoch_tombstone("g1"), "000300026731", None),
    (records.partition_metadata_tombstone("g1"), "000400026731", None),
    (
        records.member_record("g1", "m1", PROFILE),
        "00050002673100026d31",
        "0000 00 00 03 6361 0b 2f3132372e302e302e31 03 037431 037432 01 00001388 00 01 00 01 00",
    ),
    (
        records.target_epoch_record("g1", 2, TIME_MS),
        "000600026731",
        "0000 00000002 01 00 08 0000018bcfe56800",
    ),
    (records.target_epoch_record("g1", 2, 0), "000600026731", "0000 00000002 00"),
    (records.target_epoch_tombstone("g1"), "000600026731", None),
    (
        records.target_record("g1", "m1", {TOPIC_ID: (0, 1)}),
        "00070002673100026d31",
        "0000 02 00112233445566778899aabbccddeeff 03 00000000 00000001 00 00",
    ),
    (
        records.current_record("g1", "m1", CURRENT),
        "00080002673100026d31",
        "0000 00000002 00000000 00 02 00112233445566778899aabbccddeeff 03 00000000 00000001"
        "01 00 09 03 00000002 00000002 01 00",
    ),
    (
        records.regex_record("g1", "t.*", REGEX),
        "0010000267310003742e2a",
        "0000 02 037431 00000000000005a9 0000018bcfe56800 00",
    ),
]


@pytest.mark.parametrize(("record", "key", "value"), GOLDEN)
def test_records_have_the_bytes_that_kafka_writes(
    record: ConsumerRecord, key: str, value: str | None
) -> None:
    """groups A-1, A-2, A-3, A-4, A-5, G 125."""
    encoded = log.encode(record)
    assert encoded[0].hex() == key
    assert encoded[1] == (None if value is None else bytes.fromhex(value))
    assert log.decode(*encoded) == record


def test_the_end_of_a_member_are_three_tombstones() -> None:
    """groups A-12: its assignment, its target, itself."""
    found = records.member_tombstones("g1", "m1")
    assert [record.key.API_KEY for record in found] == [8, 7, 5]
    assert all(record.value is None for record in found)
    assert [log.encode(record)[0].hex() for record in found] == [
        f"000{kind}0002673100026d31" for kind in (8, 7, 5)
    ]


def test_a_value_from_the_future_fails_the_load() -> None:
    """groups A-27."""
    key, _ = log.encode(records.epoch_record("g1", 1, 0))
    with pytest.raises(UnsupportedVersion):
        log.decode(key, bytes.fromhex("0001 00000002 00"))


texts = st.none() | st.text(max_size=4)
protocols = st.lists(st.tuples(st.text(max_size=3), st.binary(max_size=5)), max_size=2)
profiles = st.builds(
    Profile,
    instance_id=texts,
    rack_id=texts,
    client_id=st.text(max_size=4),
    client_host=st.text(max_size=4),
    topic_names=st.lists(st.text(max_size=4), max_size=3).map(tuple),
    topic_regex=st.text(max_size=4),
    rebalance_timeout_ms=st.integers(-1, 2**31 - 1),
    server_assignor=texts,
    classic=st.none() | st.builds(ClassicSide, st.integers(0, 9), protocols.map(tuple)),
)
partitions = st.dictionaries(
    st.binary(min_size=16, max_size=16),
    st.dictionaries(st.integers(0, 50), st.integers(0, 9), min_size=1, max_size=4),
    max_size=3,
)
epochs = st.integers(-2, 2**31 - 1)
currents = st.builds(
    CurrentAssignment, epochs, epochs, st.sampled_from(MemberState), partitions, partitions
)


@given(profiles)
def test_a_member_is_read_as_it_was_written(profile: Profile) -> None:
    """groups A-16: all of its fields."""
    encoded = log.encode(records.member_record("g", "m", profile))
    decoded = log.decode(*encoded)
    assert decoded is not None
    assert records.profile_of(decoded.value) == profile  # type: ignore[arg-type]


@given(currents)
def test_an_assignment_is_read_as_it_was_written(current: CurrentAssignment) -> None:
    """groups D-55: each partition with the epoch at which the member got it."""
    decoded = log.decode(*log.encode(records.current_record("g", "m", current)))
    assert decoded is not None
    assert records.current_of(decoded.value) == current  # type: ignore[arg-type]


@pytest.mark.parametrize(("epoch", "expected"), [(7, 7), (-2, 0)])
@pytest.mark.parametrize("tag", ["", "03 00000001 00000001", "00"])
def test_partitions_without_epochs_of_their_own_have_the_members(
    tag: str, epoch: int, expected: int
) -> None:
    """groups A-24, G 158: so of an assignment that a Kafka before 4.4 wrote."""
    body = bytes.fromhex(tag)
    tags = bytes([1, 0, len(body)]) + body if tag else b"\0"
    value = b"\0\0" + epoch.to_bytes(4, "big", signed=True) + bytes(4) + b"\0\x02" + TOPIC_ID
    value += bytes.fromhex("02 00000003") + tags + b"\x01\0"
    key, _ = log.encode(records.current_record("g", "m", CURRENT))
    decoded = log.decode(key, value)
    assert decoded is not None
    assert records.current_of(decoded.value).assigned == {  # type: ignore[arg-type]
        TOPIC_ID: {3: expected}
    }


def test_a_state_of_a_later_kafka_is_unknown() -> None:
    """groups D-55."""
    key, value = log.encode(records.current_record("g", "m", CURRENT))
    assert value is not None
    decoded = log.decode(key, value[:10] + b"\x09" + value[11:])
    assert decoded is not None
    assert records.current_of(decoded.value).state is MemberState.UNKNOWN  # type: ignore[arg-type]
