"""Appending as a follower: the leader's bytes at the leader's offsets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.append import AppendOrigin
from kafkawire.log.partition_log import PartitionLog
from kafkawire.protocol.buffers import joined
from kafkawire.protocol.errors import ApiError
from tests.support.log.batches import NOW_MS, append, headers_of, make_batch, make_log, make_marker


def everything(log: PartitionLog) -> bytes:
    return b"".join(bytes(batch) for _, batch in log.iter_batches())


def follow(log: PartitionLog, records: bytes, leader_epoch: int = 9) -> int:
    return log.append_as_follower(records, leader_epoch=leader_epoch, now_ms=NOW_MS)


def write(leader: PartitionLog, epoch: int, count: int, kind: str) -> None:
    """Plain records, a producer's open transaction, or its end."""
    if kind == "plain":
        append(leader, make_batch(count), leader_epoch=epoch)
    elif kind == "abort":
        marker = make_marker(7, 0, commit=False)
        append(leader, marker, leader_epoch=epoch, origin=AppendOrigin.COORDINATOR)
    else:
        batch = make_batch(
            count, producer_id=7, producer_epoch=0, base_sequence=0, transactional=True
        )
        append(leader, batch, leader_epoch=epoch, origin=AppendOrigin.COORDINATOR)


KINDS = st.sampled_from(["plain", "plain", "open", "abort"])


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(0, 2), KINDS), max_size=12))
def test_a_follower_has_what_its_leader_has(steps: list[tuple[int, int, str]]) -> None:
    """fetch G-46: bytes, offsets, epochs and transactions, wherever the answers are cut."""
    leader, follower = make_log(), make_log()
    epoch = 0
    for count, new_epochs, kind in steps:
        epoch += new_epochs
        write(leader, epoch, count, kind)
        if not new_epochs:
            end, at = leader.log_end_offset, follower.log_end_offset
            sent = leader.read(at, max_bytes=200, upper_bound=end, minimum_one=True)
            follow(follower, joined(sent.buffers), epoch)
    end, at = leader.log_end_offset, follower.log_end_offset
    follow(follower, b"".join(bytes(batch) for _, batch in leader.iter_batches(at)), epoch)
    follower.move_high_watermark(end)

    assert everything(follower) == everything(leader)
    assert follower.log_end_offset == end
    assert follower.leader_epochs.entries == leader.leader_epochs.entries
    assert follower.aborted_transactions(0, end) == leader.aborted_transactions(0, end)
    assert follower.last_stable_offset == leader.last_stable_offset


def test_a_cut_batch_is_left_for_the_next_answer() -> None:
    """fetch G-46: the partial tail is trimmed off."""
    log = make_log()
    batch = make_batch(2)
    assert follow(log, batch + make_batch(base_offset=2)[:-1]) == len(batch)
    assert log.log_end_offset == 2


def test_the_high_watermark_is_moved_by_who_asked() -> None:
    """fetch G-18."""
    log = make_log()
    follow(log, make_batch())
    assert (log.high_watermark, log.log_end_offset) == (0, 1)


def test_a_gap_is_taken_over() -> None:
    """fetch G-46: a compacted leader's offsets need not follow each other."""
    log = make_log()
    follow(log, make_batch(base_offset=5) + make_batch(base_offset=9))
    assert [header.base_offset for header in headers_of(log)] == [5, 9]
    assert log.log_end_offset == 10
    found = log.read(6, max_bytes=1000, upper_bound=10, minimum_one=True)
    assert found.position.offset == 9


def test_offsets_that_go_back_are_refused() -> None:
    """fetch G-46."""
    log = make_log()
    follow(log, make_batch(3))
    with pytest.raises(ApiError, match="UNKNOWN_SERVER_ERROR"):
        follow(log, make_batch(base_offset=2))
    assert log.log_end_offset == 3


@pytest.mark.parametrize("at", [16, 21, 65])
def test_damaged_bytes_are_refused(at: int) -> None:
    """fetch G-46: magic, attributes, records."""
    log = make_log()
    damaged = bytearray(make_batch())
    damaged[at] ^= 1
    with pytest.raises(ApiError, match="CORRUPT_MESSAGE"):
        follow(log, bytes(damaged))
    assert log.log_end_offset == 0


def test_batches_of_an_epoch_not_heard_of_are_left() -> None:
    """fetch G-47."""
    log = make_log()
    known = make_batch(leader_epoch=3)
    assert follow(log, known + make_batch(base_offset=1, leader_epoch=4), 3) == len(known)
    assert log.leader_epochs.entries == [(3, 0)]
