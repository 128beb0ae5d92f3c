"""Aborted transactions of a segment."""

from __future__ import annotations

from kafkawire.log.transaction_index import AbortedTransaction, TransactionIndex

INDEX = (AbortedTransaction(1, 0, 29, 8), AbortedTransaction(2, 8, 74, 36))
"""fetch H-15."""


def collected(fetch_offset: int, upper_bound: int) -> tuple[list[tuple[int, int]], bool]:
    index = TransactionIndex()
    for aborted in INDEX:
        index.append(aborted)
    found: list[tuple[int, int]] = []
    return found, index.collect(fetch_offset, upper_bound, found)


def test_what_overlaps_the_read_is_listed_in_the_order_of_the_markers() -> None:
    """fetch B-53, B-55."""
    assert collected(0, 100) == ([(1, 0), (2, 8)], False)
    assert collected(29, 100) == ([(1, 0), (2, 8)], False)
    assert collected(30, 100) == ([(2, 8)], False)
    assert collected(75, 100) == ([], False)


def test_the_scan_ends_where_nothing_later_can_reach_below_the_bound() -> None:
    """fetch B-53."""
    assert collected(0, 8) == ([(1, 0)], True)
    assert collected(0, 9) == ([(1, 0), (2, 8)], True)
    assert collected(0, 36) == ([(1, 0), (2, 8)], True)
    assert collected(0, 37) == ([(1, 0), (2, 8)], False)


def test_a_transaction_that_begins_at_the_end_of_the_read_is_not_listed() -> None:
    """fetch B-53: the upper bound is the first offset that is not returned any more."""
    index = TransactionIndex()
    index.append(AbortedTransaction(3, 8, 9, 5))
    found: list[tuple[int, int]] = []

    assert not index.collect(0, 8, found)
    assert found == []
    assert not index.collect(0, 9, found)
    assert found == [(3, 8)]


def test_truncation_forgets_transactions_whose_markers_are_gone() -> None:
    index = TransactionIndex()
    index.append(INDEX[0])
    index.append(INDEX[1])
    index.truncate(74)

    assert index.entries == [INDEX[0]]
