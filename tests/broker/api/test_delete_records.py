"""DeleteRecords, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.protocol.messages.delete_records_request import DeleteRecordsRequest
from tests.support.fetching import Fetcher, asked, base_offsets, data_of


@pytest.fixture
def fetcher() -> Fetcher:
    fetcher = Fetcher()
    for _ in range(4):
        fetcher.append(count=2)
    return fetcher


def delete(
    fetcher: Fetcher, *wanted: tuple[str, int, int], version: int = 2
) -> list[tuple[str, int, int, int]]:
    """(topic, partition, low watermark, error) of each."""
    topics = [
        DeleteRecordsRequest.DeleteRecordsTopic(
            name=name,
            partitions=[
                DeleteRecordsRequest.DeleteRecordsPartition(partition_index=index, offset=offset)
            ],
        )
        for name, index, offset in wanted
    ]
    request = DeleteRecordsRequest(topics=topics, timeout_ms=1_000)
    response: Any = fetcher.client.request(request, version)
    return [
        (topic.name, each.partition_index, each.low_watermark, each.error_code)
        for topic in response.topics
        for each in topic.partitions
    ]


@pytest.mark.parametrize("version", range(3))
def test_the_start_moves_up(fetcher: Fetcher, version: int) -> None:
    """produce D-42, D-44, fetch H-54: also into a batch, which is still returned whole."""
    assert delete(fetcher, ("t", 0, 3), version=version) == [("t", 0, 3, 0)]
    assert data_of(fetcher.fetch(("t", asked(0, 2)))).error_code == 1
    assert base_offsets(data_of(fetcher.fetch(("t", asked(0, 3)))).records) == [2, 4, 6]


def test_the_start_never_moves_back(fetcher: Fetcher) -> None:
    """produce D-41."""
    assert delete(fetcher, ("t", 0, 0)) == [("t", 0, 0, 0)]
    delete(fetcher, ("t", 0, 2))
    assert delete(fetcher, ("t", 0, 1)) == [("t", 0, 2, 0)]


def test_minus_one_is_the_high_watermark(fetcher: Fetcher) -> None:
    """produce D-40, D-46: log start and log end then agree."""
    fetcher.hold_back()
    fetcher.append()
    assert delete(fetcher, ("t", 0, -1)) == [("t", 0, 8, 0)]


@pytest.mark.parametrize("offset", [9, 100, -2])
def test_an_offset_beyond_the_high_watermark_is_refused(fetcher: Fetcher, offset: int) -> None:
    """produce D-40, D-43: errors have low watermark -1."""
    fetcher.hold_back()
    fetcher.append(count=5)
    assert delete(fetcher, ("t", 0, offset)) == [("t", 0, -1, 1)]
    assert fetcher.partition().log_start_offset == 0


def test_an_open_transaction_does_not_hinder(fetcher: Fetcher) -> None:
    """produce D-43: the bound is the high watermark, not the last stable offset."""
    fetcher.append(producer_id=7, producer_epoch=0, base_sequence=0, transactional=True)
    assert delete(fetcher, ("t", 0, 9)) == [("t", 0, 9, 0)]


def test_unknown_and_internal_topics_are_refused(fetcher: Fetcher) -> None:
    """produce D-40: 3 before 17."""
    internal = "__consumer_offsets"
    assert delete(fetcher, ("no", 0, 0), ("t", 9, 0), (internal, 0, 0)) == [
        ("no", 0, -1, 3),
        ("t", 9, -1, 3),
        (internal, 0, -1, 3),
    ]
    fetcher.broker.controller.create_internal_topic(internal, fetcher.harness.now_ms)
    assert delete(fetcher, (internal, 0, 0)) == [(internal, 0, -1, 17)]


def test_a_follower_refuses(fetcher: Fetcher) -> None:
    """produce D-40."""
    fetcher.elect(leader_id=2)
    assert delete(fetcher, ("t", 0, 1)) == [("t", 0, -1, 6)]


@pytest.mark.parametrize(("policy", "code"), [("compact", 44), ("compact,delete", 0)])
def test_a_compacted_topic_keeps_its_records(fetcher: Fetcher, policy: str, code: int) -> None:
    """produce D-40."""
    fetcher.configure(cleanup_policy=policy)
    ((_, _, _, error),) = delete(fetcher, ("t", 0, 1))
    assert error == code


def test_the_last_offset_wins(fetcher: Fetcher) -> None:
    """produce D-45: one entry for a partition named twice."""
    assert delete(fetcher, ("t", 0, 6), ("t", 1, 0), ("t", 0, 2)) == [
        ("t", 0, 2, 0),
        ("t", 1, 0, 0),
    ]


def test_a_topic_without_partitions_is_left_out(fetcher: Fetcher) -> None:
    """produce D-45."""
    request = DeleteRecordsRequest(topics=[DeleteRecordsRequest.DeleteRecordsTopic(name="t")])
    assert fetcher.client.request(request, 2).topics == []
