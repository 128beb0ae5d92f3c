"""Full fetches: what they list, when they wait, the sessions they open."""

from __future__ import annotations

import pytest

from tests.support.broker.partitions import reassign
from tests.support.requests.fetching import Fetcher, asked, base_offsets, data_of, entries, sizes


@pytest.fixture
def fetcher() -> Fetcher:
    return Fetcher()


# What is answered


def test_everything_asked_for_is_listed(fetcher: Fetcher) -> None:
    """fetch E-21, C-12: in the order of the request."""
    fetcher.append(1)
    response = fetcher.fetch(("t", 2), ("t", 1), ("t", 0))
    assert entries(response) == [("t", 2, 0), ("t", 1, 0), ("t", 0, 0)]
    assert response.session_id == 0


def test_a_partition_named_twice_keeps_its_place_and_takes_the_last_values(
    fetcher: Fetcher,
) -> None:
    """fetch A-11, J 11."""
    fetcher.append()
    fetcher.append()
    response = fetcher.fetch(("t", asked(0, 99)), ("t", 1), ("t", asked(0, 1)))
    assert entries(response) == [("t", 0, 0), ("t", 1, 0)]
    assert base_offsets(data_of(response).records) == [1]


def test_nothing_asked_for_is_answered_at_once(fetcher: Fetcher) -> None:
    """fetch B-3, A-11: an element without partitions contributes nothing."""
    response = fetcher.fetch(max_wait_ms=1_000)
    assert (response.responses, response.error_code) == ([], 0)


# Waiting


def test_it_waits_no_longer_than_allowed(fetcher: Fetcher) -> None:
    """fetch D-12, D-24, J 102: then it answers with what is there."""
    pending = fetcher.send(("t", 0), max_wait_ms=200)
    fetcher.harness.advance(199)
    was_done = pending.done
    fetcher.harness.advance(1)
    assert (was_done, pending.done) == (False, True)
    assert entries(pending.response) == [("t", 0, 0)]


@pytest.mark.parametrize(
    "fields", [{"max_wait_ms": 0}, {"max_wait_ms": -2_147_483_648}, {"min_bytes": 0}]
)
def test_it_does_not_wait_for_nothing(fetcher: Fetcher, fields: dict[str, int]) -> None:
    """fetch D-1, D-3, D-24, J 105."""
    assert fetcher.send(("t", 0), **fields).done


def test_an_append_completes_it_once_there_is_enough(fetcher: Fetcher) -> None:
    """fetch D-8, D-23, J 103: bytes are counted across partitions; one append wakes all."""
    waiting = [fetcher.send(("t", 0), ("t", 1), min_bytes=200) for _ in range(3)]
    fetcher.append(0)
    fetcher.append(1)
    assert not any(each.done for each in waiting)
    fetcher.append(0)
    assert all(each.done for each in waiting)
    assert base_offsets(data_of(waiting[0].response, 0).records) == [0, 1]
    assert base_offsets(data_of(waiting[0].response, 1).records) == [0]


def test_what_is_there_at_the_end_of_the_wait_is_answered(fetcher: Fetcher) -> None:
    """fetch D-17, J 104: the minimum is a wish."""
    pending = fetcher.send(("t", 0), min_bytes=10_000)
    fetcher.append()
    fetcher.harness.advance(500)
    assert base_offsets(data_of(pending.response).records) == [0]


def test_the_partition_limit_bounds_what_is_counted(fetcher: Fetcher) -> None:
    """fetch D-8: 50 + 50 of 150, though 500 bytes are in each; at the end one whole batch."""
    wanted = [("t", asked(index, max_bytes=50)) for index in (0, 1)]
    pending = fetcher.send(*wanted, min_bytes=150)
    size = fetcher.append(0, size=500)
    fetcher.append(1, size=500)
    assert not pending.done
    fetcher.harness.advance(500)
    assert sizes(pending.response) == {0: size, 1: 0}


def test_one_error_releases_all(fetcher: Fetcher) -> None:
    """fetch D-2, J 119."""
    fetcher.append(1)
    response = fetcher.send(("t", asked(0, 7)), ("t", 1), min_bytes=10_000).response
    assert entries(response) == [("t", 0, 1), ("t", 1, 0)]
    assert sizes(response)[1] > 0


def test_a_divergence_releases_all(fetcher: Fetcher) -> None:
    """fetch D-1, D-2, B-36, J 79."""
    assert fetcher.send(("t", asked(0, 5, last_fetched_epoch=0)), ("t", 1)).done


def test_a_rejection_releases_nobody_else(fetcher: Fetcher) -> None:
    """fetch B-3, B-10: but alone it is answered at once."""
    assert fetcher.send(("no", 0)).done
    pending = fetcher.send(("no", 0), ("t", 0))
    assert not pending.done
    fetcher.harness.advance(500)
    assert entries(pending.response) == [("t", 0, 0), ("no", 0, 3)]


def test_a_rejected_partition_stays_rejected_for_its_request(fetcher: Fetcher) -> None:
    """fetch B-10: classified once, at arrival."""
    pending = fetcher.send(("new", 0), ("t", 0))
    fetcher.harness.create_topic("new")
    fetcher.append()
    assert entries(pending.response) == [("t", 0, 0), ("new", 0, 3)]


def test_beyond_the_bound_nobody_waits(fetcher: Fetcher) -> None:
    """fetch B-23, D-6, J 62: high watermark 1, log end 3: offset 1 waits, 2 and 3 do not."""
    fetcher.append()
    fetcher.hold_back()
    fetcher.append()
    fetcher.append()
    assert [fetcher.send(("t", asked(0, offset))).done for offset in (1, 2, 3)] == [
        False,
        True,
        True,
    ]


def test_the_place_compared_is_that_of_the_batch(fetcher: Fetcher) -> None:
    """fetch B-23: last stable offset 1 begins a batch of two: offset 2 waits, 3 does not."""
    fetcher.append()
    fetcher.append(count=2, producer_id=7, producer_epoch=0, base_sequence=0, transactional=True)
    done = [fetcher.send(("t", asked(0, offset)), isolation_level=1).done for offset in (1, 2, 3)]
    assert done == [False, False, True]


def test_an_append_that_is_not_replicated_wakes_followers_only(fetcher: Fetcher) -> None:
    """fetch D-9, D-10: the consumer waits for the high watermark."""
    reassign(fetcher.partition(), replicas=(1, 5))
    fetcher.hold_back()
    consumer, follower = fetcher.send(("t", 0)), fetcher.send(("t", 0), replica_id=5)
    fetcher.append()
    assert (consumer.done, follower.done) == (False, True)
    fetcher.catch_up()
    assert consumer.done


def test_a_roll_completes_it_whatever_the_minimum(fetcher: Fetcher) -> None:
    """fetch D-7, D-26, J 108: parked at the end, the append that rolls answers at once."""
    fetcher.configure(segment_bytes="200")
    fetcher.append(size=50)
    pending = fetcher.send(("t", asked(0, 1)), min_bytes=10_000)
    fetcher.append(size=50)
    assert pending.done
    assert base_offsets(data_of(pending.response).records) == [1]


def test_deleting_records_past_it_completes_nothing(fetcher: Fetcher) -> None:
    """fetch D-25: it waits on, and then answers 1."""
    fetcher.append()
    pending = fetcher.send(("t", 0), min_bytes=10_000)
    fetcher.delete_records(1)
    assert not pending.done
    fetcher.harness.advance(500)
    assert entries(pending.response) == [("t", 0, 1)]


def test_a_deleted_topic_completes_it(fetcher: Fetcher) -> None:
    """fetch D-5, D-15, J 110: 3 for the topic, the others have what they have."""
    fetcher.harness.create_topic("gone")
    fetcher.append()
    pending = fetcher.send(("gone", 0), ("t", 0), min_bytes=10_000)
    fetcher.delete_topic("gone")
    assert entries(pending.response) == [("gone", 0, 3), ("t", 0, 0)]
    assert pending.response.responses[1].partitions[0].records


def test_losing_leadership_completes_who_needs_it(fetcher: Fetcher) -> None:
    """fetch D-5, D-15: 74 for an old epoch, 6 below v11; v11 without an epoch waits on."""
    old_epoch = fetcher.send(("t", asked(0, current_leader_epoch=0)))
    old_version = fetcher.send(("t", 0), version=10)
    patient = fetcher.send(("t", 0), version=11)
    fetcher.elect(leader_id=2)
    assert entries(old_epoch.response) == [("t", 0, 74)]
    assert entries(old_version.response) == [("t", 0, 6)]
    assert not patient.done
    fetcher.harness.advance(500)
    assert entries(patient.response) == [("t", 0, 0)]


def test_a_new_epoch_of_the_same_leader_wakes_nobody_without_an_epoch(fetcher: Fetcher) -> None:
    """fetch D-11."""
    pending = fetcher.send(("t", 0))
    fetcher.elect()
    assert not pending.done


def test_limits_are_fresh_at_completion(fetcher: Fetcher) -> None:
    """fetch C-16, D-13: what had data at first is read again."""
    fetcher.append(1)
    pending = fetcher.send(("t", 0), ("t", 1), min_bytes=100, max_bytes=100)
    assert not pending.done
    fetcher.append(0, size=30)
    assert sizes(pending.response) == {0: 98, 1: 0}


# Opening sessions


def test_a_session_is_opened_when_the_answer_is_made(fetcher: Fetcher) -> None:
    """fetch E-33: after the wait."""
    pending = fetcher.send(("t", 0), session=(0, 0))
    assert fetcher.broker.fetch_sessions.sessions_count == 0
    fetcher.harness.advance(500)
    assert fetcher.broker.fetch_sessions.sessions_count == 1
    assert pending.response.session_id > 0


def test_a_session_may_be_empty(fetcher: Fetcher) -> None:
    """fetch E-34: the next request with nothing closes it."""
    session = fetcher.open()
    assert session.fetch().session_id == 0
    assert session.fetch().error_code == 70


def test_a_session_is_in_the_order_of_its_first_answer(fetcher: Fetcher) -> None:
    """fetch E-27: what was unknown at first stays behind."""
    session = fetcher.open(("new", 0), ("t", 1), ("t", 0))
    fetcher.harness.create_topic("new")
    fetcher.append(0)
    fetcher.append(0, topic="new")
    fetcher.append(1)
    assert entries(session.fetch()) == [("t", 1, 0), ("t", 0, 0), ("new", 0, 0)]


def test_without_room_there_is_an_answer_and_no_session() -> None:
    """fetch E-37, E-38, J 149."""
    fetcher = Fetcher(max_incremental_fetch_session_cache_slots="7")
    fetcher.append()
    response = fetcher.fetch(("t", 0), session=(0, 0))
    assert response.session_id == 0
    assert data_of(response).records


def test_a_session_knows_what_its_first_answer_told(fetcher: Fetcher) -> None:
    """fetch E-13: the high watermark of the creating answer is not told again."""
    fetcher.append()
    session = fetcher.open(("t", asked(0, 1)), ("t", asked(1, 7)))
    assert entries(session.fetch(("t", asked(1, 0)))) == [("t", 1, 0)], "an error was told: -1"
    assert entries(session.fetch()) == []
