"""Incremental fetches: what they list, in which order, and how they wait."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.fetch import incremental
from kafkawire.broker.fetch.cached_partition import CachedPartition
from kafkawire.broker.fetch.partition_read import PartitionRead
from kafkawire.broker.fetch.read import read_partition
from kafkawire.log.producer_state import ProducerState
from tests.support.broker.partitions import reassign
from tests.support.requests.fetching import Fetcher, asked, base_offsets, data_of, entries, sizes


@pytest.fixture
def fetcher() -> Fetcher:
    return Fetcher()


# What is listed


def test_nothing_new_is_an_empty_answer_after_the_wait(fetcher: Fetcher) -> None:
    """fetch E-24, J 121."""
    session = fetcher.open(("t", 0), ("t", 1))
    pending = session.send()
    assert not pending.done
    fetcher.harness.advance(500)
    assert (pending.response.responses, pending.response.error_code) == ([], 0)
    assert pending.response.session_id == session.id


def test_records_are_listed_until_the_client_moves_on(fetcher: Fetcher) -> None:
    """fetch E-18, J 141: the server does not move the offset."""
    session = fetcher.open(("t", 0), ("t", 1))
    fetcher.append(1)
    for _ in range(3):
        assert base_offsets(data_of(session.fetch(), 1).records) == [0]
    assert entries(session.fetch(("t", asked(1, 1)))) == []
    assert entries(session.fetch()) == []


def test_a_high_watermark_is_told_once(fetcher: Fetcher) -> None:
    """fetch E-22, E-23, J 134: with empty records, here for want of room."""
    fetcher.append(0)
    session = fetcher.open(("t", 0), ("t", 1), max_bytes=0)
    fetcher.append(1)
    assert sizes(session.fetch(max_bytes=0)) == {0: 78, 1: 0}
    assert sizes(session.fetch(("t", asked(0, 1)), max_bytes=0)) == {1: 78}


def test_a_last_stable_offset_alone_is_not_told(fetcher: Fetcher) -> None:
    """fetch E-22, J 134."""
    fetcher.append(count=2, producer_id=7, producer_epoch=0, base_sequence=0, transactional=True)
    session = fetcher.open(("t", asked(0, 2)))
    fetcher.partition().log.producer_state = ProducerState()
    fetcher.broker.replicas.changed(fetcher.partition())
    assert fetcher.partition().last_stable_offset == 2
    assert entries(session.fetch()) == []


def test_a_log_start_is_told_once(fetcher: Fetcher) -> None:
    """fetch E-22, E-25, J 135: it completes no wait, but is told when that ends."""
    fetcher.append(count=2)
    session = fetcher.open(("t", asked(0, 2)))
    pending = session.send()
    fetcher.delete_records(1)
    assert not pending.done
    fetcher.harness.advance(500)
    data = data_of(pending.response)
    assert (data.log_start_offset, data.records) == (1, b"")
    assert entries(session.fetch()) == []


def test_an_error_is_told_while_it_lasts_and_once_more(fetcher: Fetcher) -> None:
    """fetch E-23, J 137."""
    session = fetcher.open(("t", asked(0, 1)))
    assert entries(session.fetch()) == [("t", 0, 1)]
    assert entries(session.fetch()) == [("t", 0, 1)]
    assert entries(session.fetch(("t", asked(0, 0)))) == [("t", 0, 0)]
    assert entries(session.fetch()) == []


def test_a_divergence_is_listed_each_time(fetcher: Fetcher) -> None:
    """fetch E-22, J 136."""
    session = fetcher.open(("t", 0))
    diverging = ("t", asked(0, 3, last_fetched_epoch=0))
    assert entries(session.fetch(diverging)) == [("t", 0, 0)]
    assert data_of(session.fetch()).diverging_epoch.end_offset == 0


def test_a_partition_that_comes_to_life_is_listed_once(fetcher: Fetcher) -> None:
    """fetch E-32, J 138: 3 as long as it is unknown, then 0, then nothing."""
    session = fetcher.open(("t", 0), ("new", 0))
    assert entries(session.fetch()) == [("new", 0, 3)]
    fetcher.harness.create_topic("new")
    assert entries(session.fetch()) == [("new", 0, 0)]
    assert entries(session.fetch()) == []


def test_a_new_partition_is_listed_even_if_empty(fetcher: Fetcher) -> None:
    """fetch E-13, E-15, J 130: and stands at the end."""
    session = fetcher.open(("t", 1))
    assert entries(session.fetch(("t", 0))) == [("t", 0, 0)]
    fetcher.append(0)
    fetcher.append(1)
    assert entries(session.fetch()) == [("t", 1, 0), ("t", 0, 0)]


def test_an_epoch_is_checked_each_time(fetcher: Fetcher) -> None:
    """fetch B-17, J 57: a session remembers the epoch that its client gave."""
    session = fetcher.open(("t", asked(0, current_leader_epoch=0)))
    assert entries(session.fetch()) == []
    fetcher.elect()
    assert entries(session.fetch()) == [("t", 0, 74)]
    assert entries(session.fetch(("t", asked(0, current_leader_epoch=1)))) == [("t", 0, 0)]


def test_another_isolation_sees_what_it_may_see(fetcher: Fetcher) -> None:
    """fetch B-4: isolation belongs to the request."""
    fetcher.append(producer_id=7, producer_epoch=0, base_sequence=0, transactional=True)
    session = fetcher.open(("t", 0), isolation_level=1)
    assert entries(session.fetch(isolation_level=1)) == []
    assert base_offsets(data_of(session.fetch()).records) == [0]


def test_an_older_version_fails_where_it_cannot_be_told_of_divergence(fetcher: Fetcher) -> None:
    """fetch A-6: 35 for all of it, seen on 4.4.0; the session lives on without its epoch."""
    fetcher.append()
    fetcher.elect()
    fetcher.append()
    session = fetcher.open(("t", asked(0, 2, last_fetched_epoch=0)))
    assert data_of(session.fetch()).diverging_epoch.end_offset == 1
    response = session.fetch(version=11)
    assert (response.error_code, response.session_id, entries(response)) == (35, session.id, [])
    response = session.fetch(("t", 1), version=11)
    assert entries(response) == [("t", 1, 35)]
    assert data_of(session.fetch()).diverging_epoch.end_offset == 1


# Order


def test_only_who_returned_records_goes_to_the_end(fetcher: Fetcher) -> None:
    """fetch E-29, E-30, J 139."""
    session = fetcher.open(("t", 0), ("t", 1), ("t", 2))
    fetcher.append(1)
    session.fetch()
    fetcher.append(0)
    fetcher.append(2)
    order = entries(session.fetch())
    assert order == [("t", 0, 0), ("t", 2, 0), ("t", 1, 0)]


def test_full_partitions_take_turns(fetcher: Fetcher) -> None:
    """fetch E-28, E-29, C-18, J 140: room for one batch serves 0, 1, 2, 0."""
    for index in range(3):
        fetcher.append(index)
    session = fetcher.open(("t", 0), ("t", 1), ("t", 2), max_bytes=0)
    served = [
        [index for index, size in sizes(session.fetch(max_bytes=0)).items() if size]
        for _ in range(4)
    ]
    assert served == [[0], [1], [2], [0]]


def test_an_update_keeps_the_place(fetcher: Fetcher) -> None:
    """fetch E-15, J 131."""
    session = fetcher.open(("t", 0), ("t", 1))
    fetcher.append(0, count=2)
    fetcher.append(1)
    assert entries(session.fetch(("t", asked(0, 1)))) == [("t", 0, 0), ("t", 1, 0)]


def test_forgetting_wins(fetcher: Fetcher) -> None:
    """fetch E-15, J 132, 153: over naming in the same request; the unknown is passed over."""
    fetcher.append(0)
    session = fetcher.open(("t", 0), ("t", 1))
    forgotten = (("t", 0), ("t", 2), ("no", 7))
    assert entries(session.fetch(("t", 0), forgotten=forgotten)) == []
    assert session.real.partitions.keys() == {("t", 1)}


# Waiting


def test_an_append_completes_the_parked_fetch(fetcher: Fetcher) -> None:
    """fetch D-9, D-16."""
    session = fetcher.open(("t", 0), ("t", 1))
    pending = session.send()
    fetcher.append(1)
    assert entries(pending.response) == [("t", 1, 0)]
    assert sizes(pending.response)[1] == 78


def test_appends_add_up_across_partitions_and_time(fetcher: Fetcher) -> None:
    """fetch D-8: also with what was there when the fetch was parked."""
    fetcher.append(0)
    session = fetcher.open(("t", 0), ("t", 1))
    pending = session.send(min_bytes=250)
    fetcher.append(1)
    fetcher.append(0)
    assert not pending.done
    fetcher.append(1)
    assert sizes(pending.response) == {0: 156, 1: 156}


def test_a_rejected_partition_is_listed_after_the_wait(fetcher: Fetcher) -> None:
    """fetch E-54: it waits while some are idle, and not when all are rejected."""
    session = fetcher.open(("no", 0), ("t", 0))
    pending = session.send()
    assert not pending.done
    fetcher.harness.advance(500)
    assert entries(pending.response) == [("no", 0, 3)]
    assert session.send(forgotten=(("t", 0),)).done


def test_only_a_change_of_the_session_epoch_disowns_a_parked_fetch(fetcher: Fetcher) -> None:
    """fetch D-18, E-50, J 151: 71 with the session's id, and nothing listed."""
    session = fetcher.open(("t", 0))
    parked = session.send()
    duplicate = fetcher.fetch(session=(session.id, 1))
    assert (duplicate.error_code, duplicate.session_id) == (71, 0)
    assert not parked.done
    session.fetch()
    fetcher.append()
    assert (parked.response.error_code, parked.response.session_id) == (71, session.id)
    assert parked.response.responses == []


def test_two_parked_fetches_of_one_session_are_both_answered(fetcher: Fetcher) -> None:
    """fetch D-18, D-19: the older one with 71 at the end of its wait."""
    session = fetcher.open(("t", 0), ("t", 1))
    old, new = session.send(max_wait_ms=100), session.send(min_bytes=100)
    fetcher.harness.advance(100)
    assert (old.response.error_code, new.done) == (71, False)
    fetcher.append(0)
    assert not new.done
    fetcher.append(1)
    assert sizes(new.response) == {0: 78, 1: 78}


def test_an_older_parked_fetch_hears_of_appends_too(fetcher: Fetcher) -> None:
    """fetch D-9, D-18: by its own minimum, whatever came after it."""
    session = fetcher.open(("t", 0))
    old, new = session.send(min_bytes=100), session.send(min_bytes=1_000)
    fetcher.append()
    assert not old.done
    fetcher.append()
    assert (old.response.error_code, new.done) == (71, False)


def test_an_older_parked_fetch_goes_on_counting(fetcher: Fetcher) -> None:
    """fetch D-8, D-18: also what a later one was told without moving on."""
    session = fetcher.open(("t", 0))
    old = session.send(min_bytes=200)
    fetcher.append()
    assert entries(session.fetch()) == [("t", 0, 0)]
    fetcher.append()
    assert not old.done
    fetcher.append()
    assert old.response.error_code == 71


def test_a_closed_session_answers_its_parked_fetch(fetcher: Fetcher) -> None:
    """fetch E-51: with its dead id; nothing is kept of it afterwards."""
    session = fetcher.open(("t", 0), ("t", 1))
    real = session.real
    pending = session.send()
    fetcher.fetch(session=(session.id, -1))
    fetcher.append(1)
    assert sizes(pending.response) == {1: 78}
    assert pending.response.session_id == session.id
    assert (real.partitions, real.dirty) == ({}, [])
    assert session.fetch().error_code == 70


def test_a_session_is_used_from_any_connection(fetcher: Fetcher) -> None:
    """fetch E-4, J 154."""
    session = fetcher.open(("t", 0))
    assert session.fetch().session_id == session.id
    assert session.send(max_wait_ms=0).response.session_id == session.id


# What it costs


def test_an_idle_session_reads_nothing(fetcher: Fetcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty incremental fetch touches nothing, an append what changed."""
    session = fetcher.open(*[("t", index) for index in range(3)])
    session.fetch()
    looked_at: list[int] = []

    def counting(cached: CachedPartition, *args: Any) -> PartitionRead:
        looked_at.append(cached.asked.partition)
        return read_partition(cached, *args)

    monkeypatch.setattr(incremental, "read_partition", counting)
    session.fetch()
    session.fetch(max_wait_ms=-1)
    assert looked_at == []
    fetcher.append(2)
    session.fetch()
    assert looked_at == [2]


def test_what_there_is_no_room_for_is_not_read_again(
    fetcher: Fetcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a budget of bytes only the front of the session's order is read."""
    for index in range(3):
        fetcher.append(index)
    session = fetcher.open(*[("t", index) for index in range(3)], max_bytes=10)
    session.fetch(max_bytes=10)
    looked_at: list[int] = []

    def counting(cached: CachedPartition, *args: Any) -> PartitionRead:
        looked_at.append(cached.asked.partition)
        return read_partition(cached, *args)

    monkeypatch.setattr(incremental, "read_partition", counting)
    session.fetch(max_bytes=10)
    session.fetch(max_bytes=10)
    assert looked_at == [1, 2]


def test_errors_are_told_where_there_is_no_room(fetcher: Fetcher) -> None:
    """fetch E-22, E-23: want of room hides neither a new leader epoch nor another asker."""
    fetcher.append(0)
    fetcher.append(1)
    session = fetcher.open(("t", 0), ("t", asked(1, current_leader_epoch=0)), max_bytes=10)
    for _ in range(2):
        session.fetch(max_bytes=10)
    fetcher.elect(1)
    response = session.fetch(max_bytes=10)
    assert [error for _, index, error in entries(response) if index == 1] == [74]


def test_another_asker_is_refused_where_there_is_no_room(fetcher: Fetcher) -> None:
    """fetch B-4, B-19."""
    for index in range(2):
        fetcher.append(index)
    reassign(fetcher.partition(0), replicas=(1, 5))
    session = fetcher.open(("t", 0), ("t", 1), max_bytes=10)
    for _ in range(2):
        session.fetch(max_bytes=10)
    response = session.fetch(max_bytes=10, replica_id=5)
    assert entries(response) == [("t", 0, 0), ("t", 1, 6)]
