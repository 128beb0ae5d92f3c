"""What releases answer otherwise to ListOffsets, on both sides of each change."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.records.builder import encode_batch
from kafkawire.records.compression import GZIP
from tests.support.broker.partitions import reassign
from tests.support.requests.fetching import Fetcher

TIMES = (1000, 3000, 2000)


def filled(release: str, compression: int = 0) -> Fetcher:
    """One batch of three records, of which the second is the newest."""
    fetcher = Fetcher(emulate=release)
    records = [(time, b"k", b"v", ()) for time in TIMES]
    fetcher.append_trusted(encode_batch(records, compression=compression))
    return fetcher


def listed(
    fetcher: Fetcher, *asked: tuple[int, int], version: int, **fields: Any
) -> list[tuple[int, int, int]]:
    """(partition, error, offset) of each answer; `asked` are (partition, timestamp)."""
    part = ListOffsetsRequest.ListOffsetsPartition
    topic = ListOffsetsRequest.ListOffsetsTopic(
        name="t",
        partitions=[part(partition_index=index, timestamp=time) for index, time in asked],
    )
    fields = {"replica_id": -1, **fields}
    response = fetcher.client.request(ListOffsetsRequest(topics=[topic], **fields), version)
    return [
        (each.partition_index, each.error_code, each.offset)
        for topic in response.topics
        for each in topic.partitions
    ]


@pytest.mark.parametrize(
    ("release", "timestamp", "version", "answer"),
    [
        ("2.8", -3, 6, (0, 0, 0)),
        ("2.8", -4, 6, (0, 0, 0)),
        ("3.3", -3, 6, (0, 0, 1)),
        ("3.3", -3, 7, (0, 0, 1)),
        ("3.3", -4, 7, (0, 0, 0)),
        ("3.9", -3, 6, (0, 35, -1)),
        ("3.9", -3, 7, (0, 0, 1)),
        ("3.9", -4, 7, (0, 35, -1)),
        ("3.9", -7, 9, (0, 35, -1)),
        ("4.4", -3, 6, (0, 35, -1)),
        ("4.4", -6, 11, (0, 0, -1)),
    ],
)
def test_what_negative_timestamps_mean(
    release: str, timestamp: int, version: int, answer: tuple[int, int, int]
) -> None:
    """produce D-1: a time like any other, until each got its meaning; refused since 3.9."""
    assert listed(filled(release), (0, timestamp), version=version) == [answer]


@pytest.mark.parametrize(
    ("release", "compression", "offset"),
    [("3.3", 0, 1), ("3.3", GZIP, 2), ("3.9", GZIP, 1), ("4.4", GZIP, 1)],
)
def test_the_newest_was_the_last_of_its_batch(release: str, compression: int, offset: int) -> None:
    """produce D-14: up to 3.6, where it was compressed."""
    assert listed(filled(release, compression), (0, -3), version=7) == [(0, 0, offset)]


@pytest.mark.parametrize(
    ("release", "answers"),
    [
        ("2.4", [(1, 0, 0), (0, 42, -1)]),
        ("2.8", [(0, 42, -1), (1, 0, 0), (0, 42, -1)]),
        ("3.9", [(0, 42, -1), (1, 0, 0), (0, 42, -1)]),
        ("4.0", [(1, 0, 0), (0, 42, -1)]),
    ],
)
def test_a_partition_named_twice_is_refused_at_each_mention_from_2_8_to_3_9(
    release: str, answers: list[tuple[int, int, int]]
) -> None:
    """produce D-2."""
    found = listed(filled(release), (0, -1), (1, -1), (0, -2), version=5)
    assert found == answers


@pytest.mark.parametrize(
    ("release", "answers"),
    [("3.9", [(0, 42, -1), (1, 35, -1), (2, -1, -1), (0, 42, -1)]), ("4.0", [(0, -1, -1)] * 0)],
)
def test_an_unknown_isolation_level_was_found_last(
    release: str, answers: list[tuple[int, int, int]]
) -> None:
    """produce D-5."""
    asked = ((0, -1), (1, -9), (2, -1), (0, -2))
    found = listed(filled(release), *asked, version=5, isolation_level=2)
    assert found == (answers or [(index, -1, -1) for index, _ in asked])


@pytest.mark.parametrize(("release", "error"), [("3.9", 0), ("4.0", -1)])
def test_the_isolation_level_of_a_follower_did_not_matter(release: str, error: int) -> None:
    """produce D-4, D-5."""
    found = listed(filled(release), (0, -2), version=5, isolation_level=2, replica_id=-2)
    assert [each[1] for each in found] == [error]


@pytest.mark.parametrize("release", ["2.0", "2.4"])
def test_a_new_leader_hides_its_end_since_2_2(release: str) -> None:
    """produce D-6: OFFSET_NOT_AVAILABLE, or below version 5 LEADER_NOT_AVAILABLE (KIP-207)."""
    fetcher = filled(release)
    partition = fetcher.partition()
    fetcher.hold_back()
    fetcher.append()
    reassign(partition, leader_epoch=partition.leader_epoch + 1)
    ((_, error, _),) = listed(fetcher, (0, -1), version=3)
    assert error == (5 if release == "2.4" else 0)
    if release == "2.4":
        ((_, error, _),) = listed(fetcher, (0, -1), version=5)
        assert error == 78


@pytest.mark.parametrize("release", ["2.8", "3.9"])
def test_version_0_minds_neither_repetition_nor_order(release: str) -> None:
    """produce D-20, D-21, D-22, F 175: each mention has its own list; -3 is refused since 3.9."""
    fetcher = filled(release)
    part = ListOffsetsRequest.ListOffsetsPartition
    asked = [
        part(partition_index=0, timestamp=time, max_num_offsets=most)
        for time, most in ((-1, 1), (-2, 1), (-1, 5), (-3, 5))
    ]
    topic = ListOffsetsRequest.ListOffsetsTopic(name="t", partitions=asked)
    response = fetcher.client.request(ListOffsetsRequest(replica_id=-1, topics=[topic]), 0)
    found = response.topics[0].partitions
    assert [list(each.old_style_offsets) for each in found] == [[3], [0], [3, 0], []]
    assert [each.error_code for each in found] == [0, 0, 0, 35 if release == "3.9" else 0]
