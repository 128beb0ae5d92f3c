"""Long polls: who waits, for what, how long, and what the end of the wait shows."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.fetch import full, incremental
from tests.support.requests.fetching import (
    MAX32,
    Fetcher,
    Session,
    asked,
    base_offsets,
    data_of,
    entries,
    fetch_request,
    sizes,
)
from tests.support.requests.harness import Pending

BATCH = 78
VERSIONS = range(4, 19)


@pytest.fixture
def fetcher() -> Fetcher:
    return Fetcher()


def key_of(fetcher: Fetcher, version: int) -> str | bytes:
    return fetcher.topic_id if version >= 13 else "t"


# How long


@pytest.mark.parametrize("version", range(19))
def test_nothing_comes_when_its_time_is_up(fetcher: Fetcher, version: int) -> None:
    """fetch D-4, D-12, J 102: empty, without error, not a millisecond sooner."""
    pending = fetcher.send((key_of(fetcher, version), 0), version=version, max_wait_ms=200)
    fetcher.harness.advance(199)
    assert not pending.done
    fetcher.harness.advance(1)
    data = data_of(pending.response)
    assert (data.error_code, data.records) == (0, b"")


@pytest.mark.parametrize("version", range(19))
def test_less_than_the_minimum_comes_when_time_is_up(fetcher: Fetcher, version: int) -> None:
    """fetch D-17, J 104: and more than was there at first."""
    fetcher.append()
    key = key_of(fetcher, version)
    pending = fetcher.send((key, 0), version=version, min_bytes=10_000)
    fetcher.append(count=2)
    fetcher.harness.advance(500)
    data = data_of(pending.response)
    assert data.high_watermark == 3
    if version >= 4:
        assert base_offsets(data.records) == [0, 1]


@pytest.mark.parametrize("version", range(19))
@pytest.mark.parametrize("fields", [{"min_bytes": 0}, {"min_bytes": -5}, {"max_wait_ms": 0}])
def test_without_minimum_or_wait_it_is_answered_at_once(
    fetcher: Fetcher, version: int, fields: dict[str, int]
) -> None:
    """fetch D-1, D-3, D-24, J 105."""
    assert fetcher.send((key_of(fetcher, version), 0), version=version, **fields).done


@pytest.mark.slow
def test_the_longest_wait_is_waited(fetcher: Fetcher) -> None:
    """fetch D-24: nothing clamps it; an append still ends it."""
    pending = fetcher.send(("t", 0), max_wait_ms=MAX32)
    fetcher.harness.advance(7 * 24 * 3_600_000)
    assert not pending.done
    fetcher.append()
    assert pending.done


def test_a_wait_begins_when_the_request_is_served(fetcher: Fetcher) -> None:
    """fetch D-20, D-22: not when its bytes arrived."""
    first, second = [
        fetcher.client.send(fetch_request(("t", 0), max_wait_ms=500), 12) for _ in range(2)
    ]
    fetcher.harness.advance(500)
    assert (first.done, second.done) == (True, False)
    fetcher.harness.advance(499)
    assert not second.done
    fetcher.harness.advance(1)
    assert second.done


# What wakes it


@pytest.mark.parametrize("version", VERSIONS)
def test_appends_add_up_to_the_minimum(fetcher: Fetcher, version: int) -> None:
    """fetch D-8, J 103: one byte is reached by the first append, 1000 by the thirteenth batch,
    whatever partitions they go to.
    """
    key = key_of(fetcher, version)
    wanted = [(key, index) for index in range(3)]
    one = fetcher.send(*wanted, version=version)
    many = fetcher.send(*wanted, version=version, min_bytes=1_000)
    done = []
    for at in range(13):
        assert fetcher.append(at % 3) == BATCH
        done.append(many.done)
    assert sizes(one.response) == {0: BATCH, 1: 0, 2: 0}
    assert done == [False] * 12 + [True]
    assert sizes(many.response) == {0: 5 * BATCH, 1: 4 * BATCH, 2: 4 * BATCH}


@pytest.mark.parametrize("in_session", [False, True])
def test_bytes_count_from_where_the_fetch_stands(fetcher: Fetcher, in_session: bool) -> None:
    """fetch D-8: in the middle of a segment, which began long before; from the batch that holds
    the offset, whichever record of it is asked for.
    """
    for _ in range(10):
        fetcher.append(count=3, size=500)
    wanted = ("t", asked(0, 30))
    pending = (
        fetcher.open(wanted).send(min_bytes=2 * BATCH + 1)
        if in_session
        else fetcher.send(wanted, min_bytes=2 * BATCH + 1)
    )
    for _ in range(2):
        fetcher.append()
    assert not pending.done
    fetcher.append()
    assert sizes(pending.response) == {0: 3 * BATCH}
    size = fetcher.append(1, count=3)
    within = fetcher.send(("t", asked(1, 2)), min_bytes=size + 1)
    fetcher.append(1)
    assert base_offsets(data_of(within.response, 1).records) == [0, 3]


def test_the_limit_of_the_whole_counts_for_the_minimum_only(fetcher: Fetcher) -> None:
    """fetch B-12, D-8: 300 bytes of 2000 are waited for, not 100 in each partition."""
    wanted = [("t", asked(index, max_bytes=200)) for index in range(2)]
    pending = fetcher.send(*wanted, max_bytes=300, min_bytes=2_000)
    fetcher.append(0, size=1_000)
    assert not pending.done
    fetcher.append(1, size=20)
    assert not pending.done
    fetcher.append(1, size=20)
    assert pending.done


def test_ten_who_wait_are_answered_by_one_append(fetcher: Fetcher) -> None:
    """fetch D-9, D-16, D-23, J 116: each once, sessions among them."""
    waiting = [fetcher.send(("t", 0)) for _ in range(10)]
    waiting += [fetcher.open(("t", 0)).send() for _ in range(10)]
    elsewhere = fetcher.send(("t", 1))
    assert not any(each.done for each in waiting)
    fetcher.append()
    assert [sizes(each.response) for each in waiting] == [{0: BATCH}] * 20
    assert not elsewhere.done


@pytest.mark.parametrize("in_session", [False, True])
def test_an_append_between_the_read_and_the_wait_is_not_missed(
    fetcher: Fetcher, monkeypatch: pytest.MonkeyPatch, in_session: bool
) -> None:
    """fetch D-4, J 118: what is there is looked at once more before anybody waits."""
    module: Any = incremental if in_session else full
    name = "read_partition" if in_session else "read_in_order"
    original = getattr(module, name)
    raced: list[bool] = []

    def racing(*args: Any) -> Any:
        found = original(*args)
        if not raced:
            raced.append(True)
            fetcher.append()
        return found

    session = fetcher.open(("t", 0), ("t", 1))
    monkeypatch.setattr(module, name, racing)
    pending = session.send() if in_session else fetcher.send(("t", 0), ("t", 1))
    assert raced
    assert sizes(pending.response)[0] == BATCH


def test_an_append_at_the_deadline_answers_once(fetcher: Fetcher) -> None:
    """fetch D-16: the harness would not take a second answer."""
    waiting = [fetcher.send(("t", 0), max_wait_ms=100) for _ in range(3)]
    waiting.append(fetcher.open(("t", 0)).send(max_wait_ms=100))
    fetcher.harness.now_ms += 100
    fetcher.append()
    fetcher.harness.advance(1_000)
    assert all(each.done for each in waiting)


def test_a_roll_while_behind_answers_at_once(fetcher: Fetcher) -> None:
    """fetch D-7, D-26, J 108: bytes in an older segment are enough, whatever the minimum."""
    fetcher.configure(segment_bytes="200")
    fetcher.append(size=20)
    waiting = [
        fetcher.send(("t", 0), min_bytes=10_000),
        fetcher.open(("t", 0)).send(min_bytes=10_000),
        fetcher.send(("t", asked(0, 1)), min_bytes=10_000),
    ]
    fetcher.append(size=20)
    assert [each.done for each in waiting] == [False] * 3
    fetcher.append(size=20)
    assert [base_offsets(data_of(each.response).records) for each in waiting] == [
        [0, 1],
        [0, 1],
        [1],
    ]


def test_truncation_below_the_fetch_offset_ends_the_wait(fetcher: Fetcher) -> None:
    """fetch D-6, D-15, J 111: with error 1, or the divergence of who gave an epoch."""
    fetcher.append(count=2)
    fetcher.append()
    plain = fetcher.send(("t", asked(0, 3)), ("t", 1))
    with_epoch = fetcher.send(("t", asked(0, 3, last_fetched_epoch=0)))
    in_session = fetcher.open(("t", asked(0, 3))).send()
    partition = fetcher.partition()
    partition.log.truncate_to(2)
    fetcher.broker.replicas.changed(partition)
    fetcher.harness.settle()
    assert entries(plain.response) == [("t", 0, 1), ("t", 1, 0)]
    assert entries(in_session.response) == [("t", 0, 1)]
    data = data_of(with_epoch.response)
    assert (data.error_code, data.diverging_epoch.end_offset) == (0, 2)


@pytest.mark.parametrize("version", VERSIONS)
def test_beyond_the_stable_offset_nobody_waits(fetcher: Fetcher, version: int) -> None:
    """fetch B-23, D-6, J 111: empty, at once, whatever wait and minimum."""
    for sequence in range(3):
        fetcher.append(producer_id=7, producer_epoch=0, base_sequence=sequence, transactional=True)
    key = key_of(fetcher, version)
    done = [
        fetcher.send(
            (key, asked(0, offset)),
            version=version,
            isolation_level=1,
            max_wait_ms=300,
            min_bytes=10_000,
        ).done
        for offset in range(4)
    ]
    assert done == [False, True, True, True]
    response = fetcher.fetch((key, asked(0, 3)), version=version, isolation_level=1)
    data = data_of(response)
    assert (data.error_code, data.records, data.last_stable_offset) == (0, b"", 0)


# What the end of the wait shows


@pytest.mark.parametrize("version", VERSIONS)
def test_a_topic_that_is_deleted_meanwhile(fetcher: Fetcher, version: int) -> None:
    """fetch D-5, D-9, D-15, J 110: 3 at once, and the others have what they have."""
    gone_id = fetcher.harness.create_topic("gone")
    gone: str | bytes = gone_id if version >= 13 else "gone"
    key = key_of(fetcher, version)
    fetcher.append()
    pending = fetcher.send((gone, 0), (key, 0), version=version, min_bytes=10_000)
    fetcher.delete_topic("gone")
    assert entries(pending.response) == [(gone, 0, 3), (key, 0, 0)]
    assert base_offsets(pending.response.responses[1].partitions[0].records) == [0]


def test_one_error_answers_the_others_with_nothing(fetcher: Fetcher) -> None:
    """fetch D-1, D-2, J 119: empty ones, full or in a session."""
    wanted = [("t", 0), ("t", asked(1, 7)), ("t", 2)]
    response = fetcher.send(*wanted).response
    assert entries(response) == [("t", 0, 0), ("t", 1, 1), ("t", 2, 0)]
    session = fetcher.open(("t", 0), ("t", 2))
    assert entries(session.send(("t", asked(1, 7))).response) == [("t", 1, 1)]


def test_the_answer_is_read_when_it_is_due(fetcher: Fetcher) -> None:
    """fetch D-13, C-16: not what the first read gave, nor with what it left of the budget."""
    fetcher.append(0)
    pending = fetcher.send(("t", 0), ("t", 1), min_bytes=1_000, max_bytes=1_000)
    fetcher.delete_records(1)
    size = fetcher.append(1, size=920)
    assert entries(pending.response) == [("t", 0, 1), ("t", 1, 0)]
    assert sizes(pending.response) == {0: 0, 1: size}


def test_a_session_filters_when_it_answers(fetcher: Fetcher) -> None:
    """fetch D-14, E-25, E-26: against what it was told before, with what holds at the end."""
    fetcher.append(0)
    session = fetcher.open(("t", asked(0, 1)), ("t", 1))
    pending = session.send(min_bytes=10_000)
    fetcher.append(0)
    fetcher.append(1)
    fetcher.delete_records(1, 1)
    assert not pending.done
    fetcher.harness.advance(500)
    assert entries(pending.response) == [("t", 0, 0), ("t", 1, 1)]
    assert data_of(pending.response, 0).high_watermark == 2
    cached = session.real.partitions[("t", 0)]
    assert (cached.high_watermark, cached.log_start_offset) == (2, 0)


def test_conversion_is_that_of_the_end(fetcher: Fetcher) -> None:
    """fetch A-54, D-14: a topic that forbids it meanwhile."""
    pending = fetcher.send(("t", 0), version=2)
    fetcher.configure(message_downconversion_enable="false")
    fetcher.append()
    assert entries(pending.response) == [("t", 0, 35)]


def test_a_partition_forgotten_meanwhile_is_not_missed(fetcher: Fetcher) -> None:
    """fetch D-18, D-19: by another request of the session; the parked one ends with 71."""
    session = fetcher.open(("t", 0), ("t", 1))
    parked = session.send()
    assert entries(session.fetch(forgotten=(("t", 0),))) == []
    fetcher.append(0)
    fetcher.append(1)
    fetcher.harness.advance(500)
    assert (parked.response.error_code, parked.response.session_id) == (71, session.id)
    assert parked.response.responses == []
    assert sizes(session.fetch()) == {1: BATCH}


def test_who_waits_hinders_nobody(fetcher: Fetcher) -> None:
    """fetch D-23: others fetch, and wait, as if nobody did."""
    waiting: list[Pending] = [fetcher.send(("t", 0), min_bytes=10_000) for _ in range(20)]
    session: Session = fetcher.open(("t", 0))
    fetcher.append()
    assert sizes(session.fetch()) == {0: BATCH}
    assert sizes(fetcher.fetch(("t", 0))) == {0: BATCH}
    assert not any(each.done for each in waiting)
