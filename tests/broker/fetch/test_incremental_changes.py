"""What an incremental answer lists, at every version that has sessions."""

from __future__ import annotations

import pytest

from kafkawire.log.producer_state import ProducerState
from tests.support.requests.fetching import Fetcher, asked, base_offsets, data_of, entries, sizes

VERSIONS = range(7, 19)


@pytest.fixture
def fetcher() -> Fetcher:
    return Fetcher()


def key_of(fetcher: Fetcher, version: int) -> str | bytes:
    return fetcher.topic_id if version >= 13 else "t"


@pytest.mark.parametrize("version", VERSIONS)
def test_nothing_changed(fetcher: Fetcher, version: int) -> None:
    """fetch E-12, E-21, E-24, J 120, 121: all in the first answer, nothing in the next, which
    comes after the wait.
    """
    key = key_of(fetcher, version)
    fetcher.append(1)
    wanted = [(key, index) for index in (2, 0)]
    first = fetcher.fetch(*wanted, version=version, session=(0, 0))
    assert entries(first) == [(key, 2, 0), (key, 0, 0)]
    pending = fetcher.send(version=version, session=(first.session_id, 1))
    assert not pending.done
    fetcher.harness.advance(500)
    response = pending.response
    assert (response.error_code, response.session_id) == (0, first.session_id)
    assert entries(response) == []


@pytest.mark.parametrize("version", VERSIONS)
def test_offsets_that_moved_are_told_once(fetcher: Fetcher, version: int) -> None:
    """fetch E-22, E-23, J 134, 135: high watermark and log start, without records; the stable
    offset alone is not told.
    """
    key = key_of(fetcher, version)
    fetcher.append(count=2, producer_id=7, producer_epoch=0, base_sequence=0, transactional=True)
    session = fetcher.open((key, asked(0, 2)), version=version)
    assert entries(session.fetch()) == []
    fetcher.partition().log.producer_state = ProducerState()
    fetcher.broker.replicas.changed(fetcher.partition())
    assert fetcher.partition().last_stable_offset == 2
    assert entries(session.fetch()) == [], "a stable offset"
    fetcher.delete_records(1)
    data = data_of(session.fetch())
    assert data.records == b""
    if version >= 5:
        assert data.log_start_offset == 1
    assert entries(session.fetch()) == []
    fetcher.append()
    told = session.fetch((key, asked(0, 2, max_bytes=0)), (key, asked(1)), max_bytes=1 << 20)
    assert data_of(told).high_watermark == 3
    assert sizes(session.fetch((key, asked(0, 3)))) == {}


@pytest.mark.parametrize("version", VERSIONS)
def test_an_error_is_told_until_it_clears_and_then_once_more(
    fetcher: Fetcher, version: int
) -> None:
    """fetch E-22, E-23, J 137: each time, at once; -1 was told, so the offsets are news."""
    key = key_of(fetcher, version)
    session = fetcher.open((key, asked(0, 1)), (key, 1), version=version)
    for _ in range(3):
        assert entries(session.send().response) == [(key, 0, 1)]
    cleared = session.fetch((key, asked(0, 0)))
    assert entries(cleared) == [(key, 0, 0)]
    assert data_of(cleared).high_watermark == 0
    assert entries(session.fetch()) == []


@pytest.mark.parametrize("version", range(12, 19))
def test_a_divergence_is_told_each_time(fetcher: Fetcher, version: int) -> None:
    """fetch B-36, E-22, J 136: though no offset has changed."""
    key = key_of(fetcher, version)
    session = fetcher.open((key, 0), (key, 1), version=version)
    wanted = (key, asked(0, 3, last_fetched_epoch=0))
    assert entries(session.send(wanted).response) == [(key, 0, 0)]
    for _ in range(2):
        response = session.send().response
        assert data_of(response).diverging_epoch.end_offset == 0


@pytest.mark.parametrize("version", range(9, 19))
def test_a_leader_epoch_is_held_against_the_log_each_time(fetcher: Fetcher, version: int) -> None:
    """fetch B-17, E-13, J 57: the one the client gave last."""
    key = key_of(fetcher, version)
    session = fetcher.open((key, asked(0, current_leader_epoch=0)), version=version)
    assert entries(session.fetch()) == []
    fetcher.elect()
    assert entries(session.fetch()) == [(key, 0, 74)]
    assert entries(session.fetch((key, asked(0, current_leader_epoch=2)))) == [(key, 0, 75)]
    assert entries(session.fetch((key, asked(0, current_leader_epoch=1)))) == [(key, 0, 0)]
    assert entries(session.fetch()) == []


@pytest.mark.parametrize("version", range(7, 13))
def test_a_partition_made_after_its_session(fetcher: Fetcher, version: int) -> None:
    """fetch E-27, E-32, J 138: 3 each time, 0 once; and behind those that could be read."""
    session = fetcher.open(("new", 0), ("t", 0), version=version)
    for _ in range(2):
        assert entries(session.fetch()) == [("new", 0, 3)]
    fetcher.harness.create_topic("new")
    assert entries(session.fetch()) == [("new", 0, 0)]
    assert entries(session.fetch()) == []
    fetcher.append(topic="new")
    fetcher.append(0)
    assert entries(session.fetch()) == [("t", 0, 0), ("new", 0, 0)]


@pytest.mark.parametrize("version", VERSIONS)
def test_what_is_added_is_told_though_it_is_empty(fetcher: Fetcher, version: int) -> None:
    """fetch E-13, E-15, J 130: its offsets were never told."""
    key = key_of(fetcher, version)
    session = fetcher.open((key, 0), version=version)
    assert entries(session.fetch((key, 1))) == [(key, 1, 0)]
    assert entries(session.fetch()) == []


@pytest.mark.parametrize("version", VERSIONS)
def test_with_its_last_partition_a_session_ends(fetcher: Fetcher, version: int) -> None:
    """fetch E-16, J 133: the request is answered in full, without a session."""
    key = key_of(fetcher, version)
    fetcher.append(0)
    session = fetcher.open((key, 0), (key, 1), version=version)
    last = session.fetch((key, 0), forgotten=((key, 0), (key, 1)))
    assert (last.error_code, last.session_id) == (0, 0)
    assert base_offsets(data_of(last).records) == [0]
    assert session.fetch().error_code == 70


@pytest.mark.parametrize("version", VERSIONS)
def test_a_session_is_made_with_its_first_answer(fetcher: Fetcher, version: int) -> None:
    """fetch E-13, E-33: after the wait, and knowing what that answer told."""
    key = key_of(fetcher, version)
    pending = fetcher.send((key, 0), version=version, session=(0, 0), min_bytes=10_000)
    assert fetcher.broker.fetch_sessions.sessions_count == 0
    fetcher.append()
    fetcher.harness.advance(500)
    session_id = pending.response.session_id
    assert sizes(pending.response) == {0: 78}
    following = fetcher.fetch((key, asked(0, 1)), version=version, session=(session_id, 1))
    assert entries(following) == []


@pytest.mark.parametrize("version", VERSIONS)
def test_of_two_requests_with_one_epoch_one_is_served(fetcher: Fetcher, version: int) -> None:
    """fetch D-18, E-8, E-50, J 151: the later one is refused at once and disturbs nobody; one
    with the next epoch disowns what is parked.
    """
    key = key_of(fetcher, version)
    session = fetcher.open((key, 0), version=version)
    parked = session.send()
    repeated = fetcher.fetch(version=version, session=(session.id, 1))
    assert (repeated.error_code, repeated.session_id) == (71, 0)
    assert not parked.done
    assert session.fetch().error_code == 0
    fetcher.append()
    assert (parked.response.error_code, parked.response.session_id) == (71, session.id)
    assert entries(parked.response) == []


@pytest.mark.parametrize("version", VERSIONS)
def test_a_session_that_is_closed_answers_what_is_parked(fetcher: Fetcher, version: int) -> None:
    """fetch E-4, E-51, J 125, 154: closed from another connection, under its dead id; with what
    was there before, too.
    """
    key = key_of(fetcher, version)
    session = fetcher.open((key, 0), (key, 1), version=version)
    parked = session.send(min_bytes=100)
    fetcher.append(1)
    closing = fetcher.send(version=version, session=(session.id, -1)).response
    assert (closing.error_code, closing.session_id, entries(closing)) == (0, 0, [])
    fetcher.append()
    assert (parked.response.error_code, parked.response.session_id) == (0, session.id)
    assert sizes(parked.response) == {0: 78, 1: 78}
    assert session.fetch().error_code == 70


def test_a_log_start_that_moves_wakes_no_session(fetcher: Fetcher) -> None:
    """fetch D-25, E-25: it is told when the wait ends; past the fetch offset that is error 1."""
    fetcher.append(0)
    for _ in range(3):
        fetcher.append(1)
    session = fetcher.open(("t", asked(0, 1)), ("t", asked(1, 3)))
    pending = session.send(max_wait_ms=500)
    fetcher.delete_records(2, 1)
    assert not pending.done
    fetcher.harness.advance(500)
    assert entries(pending.response) == [("t", 1, 0)]
    assert data_of(pending.response, 1).log_start_offset == 2
    pending = session.send(("t", asked(1, 2)), max_wait_ms=500, min_bytes=10_000)
    fetcher.delete_records(3, 1)
    assert not pending.done
    fetcher.harness.advance(500)
    assert entries(pending.response) == [("t", 1, 1)]
