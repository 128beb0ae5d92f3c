"""Which batches are aborted, and which markers are of no use any more."""

from __future__ import annotations

from kafkawire.log.append import Verification
from kafkawire.log.compaction.rewriting import emptied
from kafkawire.log.compaction.transactions import TransactionWalk, aborted_before
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.transaction_index import TransactionIndex
from kafkawire.records.batch import read_header
from kafkawire.records.control import ControlType, encode_control_batch
from tests.support.log.batches import append, append_marker, make_batch, make_log, numbered_batch


def log_of(*, commit: bool) -> PartitionLog:
    """0 plain, 1 in a transaction, 2 of another producer without one, 3 the marker."""
    log = make_log()
    append(log, make_batch())
    append(log, numbered_batch(0), verification=Verification.VERIFIED)
    append(log, numbered_batch(0, producer=8, transactional=False))
    append_marker(log, 7, 0, commit=commit)
    return log


def walk_over(log: PartitionLog, *, without: tuple[int, ...] = ()) -> tuple[list[bool], list[int]]:
    """What a walk says of each batch; and the aborted transactions whose markers stay."""
    walk = TransactionWalk()
    walk.index = TransactionIndex()
    for found in aborted_before(log.segments, log.log_end_offset):
        walk.expect(found)
    said = [
        walk.marks_nothing(header, batch) if header.is_control else walk.is_aborted(header)
        for header, batch in log.iter_batches()
        if header.base_offset not in without
    ]
    return said, [each.first_offset for each in walk.index.entries]


def test_a_committed_batch_is_not_aborted_and_its_marker_is_needed() -> None:
    """fetch H-61, H-62."""
    assert walk_over(log_of(commit=True)) == ([False, False, False, False], [])


def test_an_aborted_batch_is_and_its_marker_is_needed_as_long_as_it_was_there() -> None:
    """fetch H-61, H-62, H-65: the index keeps the transaction with its marker."""
    assert walk_over(log_of(commit=False)) == ([False, True, False, False], [1])


def test_a_marker_without_batches_marks_nothing() -> None:
    """fetch H-62: committed or aborted; the index forgets the transaction."""
    for commit in (True, False):
        assert walk_over(log_of(commit=commit), without=(1,)) == ([False, False, True], [])


def test_a_producer_may_abort_and_then_commit() -> None:
    """fetch H-61: a marker ends what it ends and no more."""
    log = log_of(commit=False)
    append(log, numbered_batch(1), verification=Verification.VERIFIED)
    append_marker(log, 7, 0, commit=True)
    said, kept = walk_over(log)
    assert said == [False, True, False, False, False, False]
    assert kept == [1]


def test_an_emptied_marker_marks_nothing() -> None:
    """fetch A-41, H-62."""
    marker = read_header(encode_control_batch(ControlType.COMMIT, bytes(6), timestamp=0))
    empty = emptied(marker)
    assert TransactionWalk().marks_nothing(read_header(empty), empty)


def test_control_records_of_other_kinds_stay() -> None:
    """fetch A-40, H-62."""
    batch = encode_control_batch(ControlType.LEADER_CHANGE, b"", timestamp=0)
    assert not TransactionWalk().marks_nothing(read_header(batch), batch)


def test_aborted_transactions_are_found_where_their_markers_are() -> None:
    """fetch H-14, H-65: the search ends where nothing behind can begin earlier."""
    log = make_log({"internal.segment.bytes": "100"})
    for at in range(4):
        append(log, numbered_batch(at), verification=Verification.VERIFIED)
        append_marker(log, 7, 0, commit=False)
    assert len(log.segments) == 8
    found = [[each.first_offset for each in part] for part in aborted_before(log.segments, 3)]
    assert found == [[], [0], [], [2]]
    assert sum(map(len, aborted_before(log.segments, 8))) == 4


def test_a_transaction_that_begins_at_the_end_is_not_before_it() -> None:
    """fetch H-61: two transactions of one segment, of which the second begins at offset 1."""
    log = make_log()
    append(log, numbered_batch(0), verification=Verification.VERIFIED)
    append(log, numbered_batch(0, producer=8), verification=Verification.VERIFIED)
    append_marker(log, 7, 0, commit=False)
    append_marker(log, 8, 0, commit=False)

    def found(end: int) -> list[int]:
        return [each.first_offset for part in aborted_before(log.segments, end) for each in part]

    assert found(1) == [0]
    assert found(2) == [0, 1]
