"""OffsetForLeaderEpoch, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.protocol.messages.offset_for_leader_epoch_request import (
    OffsetForLeaderEpochRequest,
)
from tests.support.fetching import Fetcher


@pytest.fixture
def fetcher() -> Fetcher:
    """Epochs 0@0 and 2@1, log end 3."""
    fetcher = Fetcher()
    fetcher.append()
    fetcher.elect()
    fetcher.elect()
    fetcher.append(count=2)
    return fetcher


def ask(
    fetcher: Fetcher,
    leader_epoch: int,
    *,
    current: int = -1,
    topic: str = "t",
    partition: int = 0,
    version: int = 4,
    replica_id: int = -1,
) -> Any:
    one = OffsetForLeaderEpochRequest.OffsetForLeaderPartition(
        partition=partition, current_leader_epoch=current, leader_epoch=leader_epoch
    )
    wanted = OffsetForLeaderEpochRequest.OffsetForLeaderTopic(topic=topic, partitions=[one])
    request = OffsetForLeaderEpochRequest(replica_id=replica_id, topics=[wanted])
    ((answer,),) = [each.partitions for each in fetcher.client.request(request, version).topics]
    assert answer.partition == partition
    return answer


def found(fetcher: Fetcher, leader_epoch: int, **fields: Any) -> tuple[int, int, int]:
    answer = ask(fetcher, leader_epoch, **fields)
    return answer.error_code, answer.leader_epoch, answer.end_offset


@pytest.mark.parametrize(
    ("epoch", "expected"),
    [(0, (0, 1)), (1, (0, 1)), (2, (2, 3)), (3, (-1, -1)), (-1, (-1, -1)), (-5, (-5, 0))],
)
def test_an_epoch_ends_where_the_next_known_one_begins(
    fetcher: Fetcher, epoch: int, expected: tuple[int, int]
) -> None:
    """produce D-62: the current one at the log end; unknown ones are no error."""
    assert found(fetcher, epoch) == (0, *expected)


def test_an_epoch_before_the_log_start_ends_where_the_log_begins(fetcher: Fetcher) -> None:
    """produce D-62: after deletion up to 2."""
    fetcher.delete_records(2)
    assert [found(fetcher, epoch) for epoch in (0, 1, 2)] == [(0, 0, 2), (0, 1, 2), (0, 2, 3)]


def test_an_empty_partition_has_its_first_epoch(fetcher: Fetcher) -> None:
    """produce D-64."""
    assert found(fetcher, 0, partition=1) == (0, 0, 0)


def test_the_end_is_not_bounded_by_the_high_watermark(fetcher: Fetcher) -> None:
    """produce D-65."""
    fetcher.hold_back()
    fetcher.append()
    assert found(fetcher, 2) == (0, 2, 4)


def test_errors(fetcher: Fetcher) -> None:
    """produce D-61: 3; 74 and 75 before 6."""
    assert found(fetcher, 0, topic="no") == (3, -1, -1)
    assert found(fetcher, 0, partition=9) == (3, -1, -1)
    assert found(fetcher, 0, current=1) == (74, -1, -1)
    assert found(fetcher, 0, current=3) == (75, -1, -1)
    assert found(fetcher, 0, current=-5) == (74, -1, -1), "only -1 is no epoch (seen on 4.4.0)"
    assert found(fetcher, 0, current=2) == (0, 0, 1)
    fetcher.elect(leader_id=2)
    assert found(fetcher, 0, current=2) == (74, -1, -1)
    assert found(fetcher, 0, replica_id=-2) == (6, -1, -1)


@pytest.mark.parametrize("version", range(5))
def test_every_version_tells_what_it_can(fetcher: Fetcher, version: int) -> None:
    """produce D-63: no epoch in v0's answer, no fence before v2."""
    current = 1 if version < 2 else 2
    answer = ask(fetcher, 0, version=version, current=current if version >= 2 else -1)
    assert answer.end_offset == 1
    assert answer.leader_epoch == (0 if version else -1)
