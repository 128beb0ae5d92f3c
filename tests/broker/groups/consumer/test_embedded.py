"""The embedded consumer protocol, read and written by the broker."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.groups.consumer.embedded import (
    by_topic_id,
    owned_by_topic_id,
    read_assignment,
    read_subscription,
    version_of,
    write_assignment,
)
from kafkawire.protocol.errors import DecodeError, ProtocolError
from kafkawire.protocol.messages.partition_record import PartitionRecord
from kafkawire.protocol.messages.topic_record import TopicRecord
from tests.support.broker.metadata import image_of
from tests.support.requests.migrating import assignment, subscription

T1 = bytes(15) + b"\1"
IMAGE = image_of(
    TopicRecord(name="t1", topic_id=T1),
    *(PartitionRecord(partition_id=index, topic_id=T1) for index in range(3)),
)


def test_known_bytes_are_read_and_written() -> None:
    """groups E-1, E-2: a subscription of version 0 and of 1, and an assignment."""
    found = read_subscription(bytes.fromhex("0000 00000001 0002 7431 ffffffff"))
    assert found == (0, ("t1",), {}, None)
    owning = bytes.fromhex(
        "0001 00000001 00027431 ffffffff 00000001 00027431 00000002 00000000 00000001"
    )
    assert read_subscription(owning) == (1, ("t1",), {"t1": (0, 1)}, None)
    written = bytes.fromhex("0000 00000001 00027431 00000003 00000000 00000001 00000002 ffffffff")
    assert write_assignment(0, {T1: [2, 0, 1]}, IMAGE) == written
    assert read_assignment(written) == ({"t1": (0, 1, 2)}, b"")


def test_what_is_behind_the_body_is_a_later_versions() -> None:
    """groups E-2: a version above 3 is read as 3, and trailing bytes are left alone."""
    data = subscription("t1", version=3, rack_id="r", generation_id=4)
    future = (9).to_bytes(2, "big") + data[2:] + b"more"
    assert read_subscription(future) == (9, ("t1",), {}, "r")
    future = (9).to_bytes(2, "big") + assignment({"t1": [1]})[2:] + b"more"
    assert read_assignment(future).partitions == {"t1": (1,)}


@pytest.mark.parametrize("data", [b"", b"\0", b"\xff\xff\0\0\0\0", b"\0\0\0\0\0\1"])
def test_what_cannot_be_read_says_so(data: bytes) -> None:
    """groups E-2: negative versions, and bytes that are missing."""
    with pytest.raises(DecodeError):
        read_subscription(data)


@given(st.binary(max_size=40))
def test_any_bytes_are_read_or_refused_without_another_error(data: bytes) -> None:
    """groups E-2: nothing else can happen to what a client sends."""
    for read in (read_subscription, read_assignment, version_of):
        try:
            read(data)
        except ProtocolError:
            continue


def test_no_bytes_are_no_partitions() -> None:
    """groups D-91: a member that waits for its first assignment has none."""
    assert read_assignment(b"") == ({}, b"")


@pytest.mark.parametrize(("version", "written"), [(0, 0), (2, 2), (3, 3), (9, 3)])
def test_an_assignment_has_the_version_of_the_subscription(version: int, written: int) -> None:
    """groups E-4: up to the last one known; topics that are gone are left out."""
    data = write_assignment(version, {T1: [0], bytes(16): [1]}, IMAGE)
    assert version_of(data) == written
    assert read_assignment(data).partitions == {"t1": (0,)}


def test_names_become_ids_where_topics_exist() -> None:
    """groups D-91, D-92."""
    partitions = {"t1": (2, 0, 2), "gone": (1,)}
    assert by_topic_id(partitions, IMAGE) == {T1: (0, 2)}
    assert owned_by_topic_id(partitions, IMAGE) == {T1: {0, 2}}
