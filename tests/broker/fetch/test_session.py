"""Sessions answer as if every partition were read at every fetch: `support.broker.naive_fetch`."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kafkawire.broker.fetch.cached_partition import CachedPartition
from kafkawire.broker.fetch.session import FetchSession, next_epoch
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.primitives import ZERO_UUID
from tests.support.broker.fetch_history import History
from tests.support.requests.fetching import Fetcher, asked

EPOCH_MAX = 2_147_483_647

SLOTS = [16, 16, 8, 8, 24, 64, 7]


@pytest.mark.slow
@given(st.integers(0, 2**32), st.integers(1, 250), st.sampled_from(SLOTS))
@example(519, 182, 16)  # a follower's own fetch moves the high watermark that it is answered with
def test_sessions_answer_as_the_naive_reading_does(seed: int, steps: int, slots: int) -> None:
    """fetch E-1 to E-25, E-27 to E-46, E-48, E-50 to E-54, D-1 to D-4, D-9 to D-14, D-16 to D-19,
    D-24: over random histories; the naive side shares the reading of
    one partition and how many bytes it has ready, and nothing else."""
    History(Random(seed), slots).go(steps)


@pytest.mark.parametrize(
    ("epoch", "following"), [(0, 1), (1, 2), (EPOCH_MAX, 1), (-1, -1), (-5, -1)]
)
def test_epochs_wrap_past_zero(epoch: int, following: int) -> None:
    """fetch E-2."""
    assert next_epoch(epoch) == following


def a_session() -> FetchSession:
    return FetchSession(is_privileged=False, uses_topic_ids=False, wake=lambda key: None)


def cached(partition: int = 0) -> CachedPartition:
    return CachedPartition("t", ZERO_UUID, FetchRequest.FetchPartition(partition=partition))


def test_dirty_partitions_come_in_the_order_of_the_session() -> None:
    """fetch E-28, E-29."""
    session = a_session()
    a, b, c = cached(0), cached(1), cached(2)
    for each in (a, b, c):
        session.add(("t", each.asked.partition), each)
    session.move_to_end(a)
    assert session.take_dirty() == [b, c, a]


def test_a_dropped_partition_is_not_looked_at() -> None:
    """fetch E-15: forgotten, and taken up again at the end of the order."""
    session = a_session()
    first, other, second = cached(0), cached(1), cached(0)
    session.add(("t", 0), first)
    session.add(("t", 1), other)
    session.drop(("t", 0))
    session.drop(("t", 9))
    session.add(("t", 0), second)
    assert session.take_dirty() == [other, second]


def test_a_parked_fetch_is_answered_at_just_as_many_bytes_as_it_wants() -> None:
    """fetch D-1: the response is due when the minimum is reached, not when it is exceeded."""
    fetcher = Fetcher()
    size = fetcher.append()
    session = fetcher.open(("t", asked(0, 1)))
    waiting = session.send(min_bytes=size)
    one_more = fetcher.open(("t", asked(0, 1))).send(min_bytes=size + 1)
    assert fetcher.append() == size
    fetcher.harness.settle()
    assert (waiting.done, one_more.done) == (True, False)
