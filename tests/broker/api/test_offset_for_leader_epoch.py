"""OffsetForLeaderEpoch, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafkawire.protocol.messages.offset_for_leader_epoch_request import (
    OffsetForLeaderEpochRequest,
)
from tests.support.requests.fetching import Fetcher


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


def test_only_the_leader_answers_and_to_all_alike(fetcher: Fetcher) -> None:
    """produce D-63, D-66, F 182, F 184: consumers, followers and debuggers hear the same."""
    for version, replica_ids in ((2, (-1,)), (3, (-1, -2, 0, 1, 5)), (4, (-1, -2, 0, 1, 5))):
        for epoch in range(-1, 4):
            answers = {
                found(fetcher, epoch, version=version, replica_id=each) for each in replica_ids
            }
            assert answers == {found(fetcher, epoch)}
    fetcher.elect(leader_id=2)
    for replica_id in (-1, -2, 0, 5):
        assert found(fetcher, 0, replica_id=replica_id) == (6, -1, -1)


def test_all_records_gone_the_epoch_ends_where_the_log_does(fetcher: Fetcher) -> None:
    """produce D-64, D-46, F 183."""
    fetcher.delete_records(-1)
    assert [found(fetcher, epoch) for epoch in (0, 1, 2)] == [(0, 0, 3), (0, 1, 3), (0, 2, 3)]
    fetcher.elect()
    assert found(fetcher, 2) == (0, 2, 3)
    assert found(fetcher, 3) == (0, 3, 3)


class Naive:
    """Every record's epoch by its offset, and the epochs that began at the end of the log."""

    def __init__(self) -> None:
        self.epochs: list[int] = []
        self.start = 0
        self.current = 0
        self.begun: list[tuple[int, int]] = [(0, 0)]

    def known(self) -> list[tuple[int, int]]:
        """(epoch, first offset) of each epoch that has records, and of the current one."""
        known: dict[int, int] = {}
        for offset in range(self.start, len(self.epochs)):
            known.setdefault(self.epochs[offset], offset)
        known.setdefault(self.current, len(self.epochs))
        return sorted(known.items())

    def ends(self, epoch: int) -> tuple[int, int]:
        known = self.known()
        if epoch < 0 or epoch > known[-1][0]:
            return -1, -1
        if epoch == known[-1][0]:
            return epoch, len(self.epochs)
        older = [each for each, _ in known if each <= epoch]
        end = min(offset for each, offset in known if each > epoch)
        return (max(older), end) if older else (epoch, end)


@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("append"), st.integers(1, 3)),
            st.tuples(st.just("elect"), st.integers(1, 3)),
            st.tuples(st.just("delete"), st.integers(0, 12)),
        ),
        max_size=14,
    )
)
@settings(max_examples=40)
def test_epochs_end_as_a_look_at_every_record_says(history: list[tuple[str, int]]) -> None:
    """produce D-61, D-62, D-64, D-65, F 182, F 183: appends, elections, deletions."""
    fetcher, naive = Fetcher(), Naive()
    for what, number in history:
        if what == "append":
            fetcher.append(count=number)
            naive.epochs += [naive.current] * number
        elif what == "elect":
            for _ in range(number):
                fetcher.elect()
            naive.current += number
        else:
            offset = min(number, len(naive.epochs))
            fetcher.delete_records(offset)
            naive.start = max(naive.start, offset)
        for epoch in range(-1, naive.current + 2):
            assert found(fetcher, epoch, current=naive.current) == (0, *naive.ends(epoch))
        assert found(fetcher, 0, current=naive.current + 1) == (75, -1, -1)
        if naive.current:
            assert found(fetcher, 0, current=naive.current - 1) == (74, -1, -1)
