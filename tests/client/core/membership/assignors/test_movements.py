"""Moves, and what undoes them."""

from __future__ import annotations

from kafkawire.client.core.membership.assignors.movements import Movements
from tests.client.support.groups import at

A0, A1, A2, B0 = at("a0 a1 a2 b0")


def test_without_moves_a_partition_is_its_own_best() -> None:
    """client G-74."""
    assert Movements().best(A0, "m", "n") == A0


def test_a_move_back_takes_what_moved_the_other_way() -> None:
    """client G-74: of the same topic only."""
    moves = Movements()
    moves.note(A1, "m", "n")
    assert moves.best(A0, "n", "m") == A1
    assert moves.best(A0, "m", "n") == A0
    assert moves.best(B0, "n", "m") == B0


def test_a_partition_that_moved_twice_counts_from_its_first_owner() -> None:
    """client G-74."""
    moves = Movements()
    moves.note(A1, "m", "n")
    moves.note(A1, "n", "o")
    assert moves.best(A0, "o", "m") == A1
    assert moves.best(A0, "n", "m") == A0
    assert moves.best(A1, "o", "m") == A1
    moves.note(A2, "o", "m")
    assert moves.best(A1, "n", "o") == A2


def test_a_partition_that_came_back_has_not_moved() -> None:
    """client G-74."""
    moves = Movements()
    moves.note(A1, "m", "n")
    moves.note(A1, "n", "m")
    assert moves.best(A0, "n", "m") == A0


def test_of_several_the_first_of_a_hash_table_moves_back() -> None:
    """client G-74, groups A-60: partition 2 is in bucket 0, 0 and 1 in buckets 2 and 1."""
    moves = Movements()
    for each in (A0, A1, A2):
        moves.note(each, "m", "n")
    assert moves.best(A0._replace(partition=9), "n", "m") == A2
