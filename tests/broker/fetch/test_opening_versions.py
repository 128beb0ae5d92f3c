"""Sessions from their first to their last request, at every version that has them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.requests.fetching import (
    Fetcher,
    Session,
    asked,
    base_offsets,
    data_of,
    entries,
    sizes,
)

EPOCH_MAX = 2_147_483_647

VERSIONS = range(7, 19)
UNKNOWN, WRONG_EPOCH, WRONG_NAMING, FAILED = 70, 71, 106, -1


@pytest.fixture
def fetcher() -> Fetcher:
    return Fetcher()


def key_of(fetcher: Fetcher, version: int) -> str | bytes:
    return fetcher.topic_id if version >= 13 else "t"


def alive(fetcher: Fetcher) -> int:
    return fetcher.broker.fetch_sessions.sessions_count


# Ids and epochs


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("session_id", ["none", "the session's", "unknown", "impossible"])
@pytest.mark.parametrize("epoch", [-2_147_483_648, -2, -1, 0, 1, 2, EPOCH_MAX])
def test_what_each_pair_means(fetcher: Fetcher, version: int, session_id: str, epoch: int) -> None:
    """fetch E-1, E-2, E-3, E-6, E-7, E-8, E-35, J 120, 124, 125, 126: every row of the table."""
    key = key_of(fetcher, version)
    session = fetcher.open((key, 0), version=version)
    ids = {"none": 0, "the session's": session.id, "unknown": session.id ^ 1}
    ids["impossible"] = 2_147_483_640
    given = ids[session_id]
    response = fetcher.fetch((key, 1), version=version, session=(given, epoch))
    listed = [(key, 1, 0)]
    is_ours = given == session.id
    if session_id == "impossible":
        expected: Any = (FAILED, given, [(key, 1, FAILED)] if version <= 12 else [])
    elif epoch == -1:
        expected = (0, 0, listed)
    elif epoch == 0:
        expected = (0, response.session_id, listed)
        assert response.session_id > 0
        assert response.session_id != given
    elif not is_ours:
        expected = (UNKNOWN, 0, [])
    elif epoch == 1:
        expected = (0, given, listed)
    else:
        expected = (WRONG_EPOCH, 0, [])
    assert (response.error_code, response.session_id, entries(response)) == expected
    is_closed = is_ours and epoch in (-1, 0)
    following = fetcher.fetch(
        version=version, session=(session.id, 2 if is_ours and epoch == 1 else 1)
    )
    assert following.error_code == (UNKNOWN if is_closed else 0)
    assert fetcher.broker.fetch_sessions.evictions == 0


@pytest.mark.parametrize("first", VERSIONS)
@pytest.mark.parametrize("second", VERSIONS)
def test_names_mix_with_names_and_ids_with_ids(fetcher: Fetcher, first: int, second: int) -> None:
    """fetch E-9, E-10, E-11, J 128, 129: else 106, and the session goes on as it was."""
    session = fetcher.open((key_of(fetcher, first), 0), version=first)
    response = fetcher.fetch(version=second, session=(session.id, 1))
    mixes = (first >= 13) == (second >= 13)
    assert response.error_code == (0 if mixes else WRONG_NAMING)
    assert response.session_id == (session.id if mixes else 0)
    wrong = fetcher.fetch(version=second, session=(session.id, 9))
    assert wrong.error_code == WRONG_EPOCH
    following = fetcher.fetch(version=first, session=(session.id, 2 if mixes else 1))
    assert following.error_code == 0


@pytest.mark.parametrize("version", VERSIONS)
def test_a_session_error_comes_before_all_else(fetcher: Fetcher, version: int) -> None:
    """fetch B-1, A-20, E-11: before the isolation level, before topics, before any wait."""
    session = fetcher.open((key_of(fetcher, version), 0), version=version)
    strange: str | bytes = b"\x09" * 16 if version >= 13 else "no"
    for given, code in (((session.id ^ 1, 1), UNKNOWN), ((session.id, 7), WRONG_EPOCH)):
        pending = fetcher.send(
            (strange, 0), version=version, session=given, isolation_level=9, max_wait_ms=10_000
        )
        assert (pending.response.error_code, entries(pending.response)) == (code, [])
    assert session.fetch().error_code == 0


@pytest.mark.parametrize("version", VERSIONS)
def test_epochs_count_up_and_wrap(fetcher: Fetcher, version: int) -> None:
    """fetch E-2, E-8, E-12, J 122, 127: each is taken once; 1 follows the greatest."""
    session = fetcher.open((key_of(fetcher, version), 0), version=version)
    for _ in range(3):
        assert session.fetch().error_code == 0
        repeated = fetcher.fetch(version=version, session=(session.id, session.epoch - 1))
        assert repeated.error_code == WRONG_EPOCH
    session.real.epoch = session.epoch = EPOCH_MAX
    assert session.fetch().error_code == 0
    for epoch, code in ((0, None), (EPOCH_MAX, WRONG_EPOCH), (1, 0)):
        if code is not None:
            response = fetcher.fetch(version=version, session=(session.id, epoch))
            assert response.error_code == code


@pytest.mark.parametrize("version", VERSIONS)
def test_a_failed_request_has_used_its_epoch(fetcher: Fetcher, version: int) -> None:
    """fetch A-24, E-52: and what it asked for stays with the session."""
    key = key_of(fetcher, version)
    session = fetcher.open((key, 0), version=version)
    assert session.fetch((key, 1), isolation_level=2).error_code == FAILED
    assert entries(session.fetch()) == [(key, 1, 0)]


# What a session knows


@pytest.mark.parametrize("version", VERSIONS)
def test_what_was_not_mentioned_is_fetched_as_before(fetcher: Fetcher, version: int) -> None:
    """fetch B-2, E-13, E-18, J 141: with the offset and the limit that it was given last."""
    key = key_of(fetcher, version)
    for _ in range(3):
        fetcher.append(0)
    fetcher.append(1)
    session = fetcher.open((key, asked(0, 1, max_bytes=100)), (key, 1), version=version)
    for _ in range(2):
        response = session.fetch()
        assert sizes(response) == {0: 100, 1: 78} or sizes(response) == {1: 78, 0: 100}
        assert base_offsets(data_of(response).records) == [1]
    response = session.fetch((key, asked(0, 2)))
    assert base_offsets(data_of(response).records) == [2]
    assert base_offsets(data_of(session.fetch()).records) == [2]


@pytest.mark.parametrize("version", VERSIONS)
def test_waits_and_limits_belong_to_one_request(fetcher: Fetcher, version: int) -> None:
    """fetch B-4, E-25: neither wait nor minimum, limit or isolation are remembered."""
    key = key_of(fetcher, version)
    session = fetcher.open(
        (key, 0), version=version, max_bytes=0, min_bytes=0, max_wait_ms=0, isolation_level=1
    )
    fetcher.append(producer_id=7, producer_epoch=0, base_sequence=0, transactional=True)
    fetcher.append()
    pending = session.send(isolation_level=1)
    assert not pending.done, "a high watermark alone is no reason to answer"
    fetcher.harness.advance(500)
    assert sizes(pending.response) == {0: 0}
    assert sizes(session.fetch()) == {0: fetcher.partition().log.size}
    parked = session.send(min_bytes=10_000, max_wait_ms=700)
    fetcher.harness.advance(699)
    was_done = parked.done
    fetcher.harness.advance(1)
    assert (was_done, parked.done) == (False, True)
    assert session.send(max_wait_ms=0, min_bytes=10_000).done


@pytest.mark.parametrize("version", VERSIONS)
def test_changes_are_applied_in_order(fetcher: Fetcher, version: int) -> None:
    """fetch E-14, E-15, J 130, 131, 132, 153: updated in place, added at the end, then
    forgotten; the unknown is passed over.
    """
    key = key_of(fetcher, version)
    other_id = fetcher.harness.create_topic("u", 2)
    other: str | bytes = other_id if version >= 13 else "u"
    strange: str | bytes = b"\x09" * 16 if version >= 13 else "no"
    session = fetcher.open((key, 1), (key, 2), version=version)
    response = session.fetch(
        (other, 1),
        (key, asked(1, 99)),
        (key, 0),
        (key, asked(1, 0)),
        (other, 0),
        forgotten=((key, 2), (other, 0), (strange, 3), (key, 77)),
    )
    assert entries(response) == [(other, 1, 0), (key, 0, 0)]
    assert list(session.real.partitions) == [(key, 1), (other, 1), (key, 0)]
    for topic, index in (("t", 0), ("t", 1), ("u", 1)):
        fetcher.append(index, topic=topic)
    assert entries(session.fetch()) == [(key, 1, 0), (other, 1, 0), (key, 0, 0)]


@pytest.mark.parametrize("version", VERSIONS)
def test_who_gave_records_goes_to_the_end(fetcher: Fetcher, version: int) -> None:
    """fetch C-12, E-28, E-29, E-30, J 139, 140: nobody else; full ones take turns."""
    key = key_of(fetcher, version)
    session = fetcher.open(*[(key, index) for index in range(3)], version=version)
    fetcher.append(1)
    session.fetch((key, asked(2, 9)))
    session.fetch((key, asked(2, 0)), (key, asked(1, 1)))
    fetcher.append(0)
    fetcher.append(1)
    fetcher.append(2)
    served = [
        [index for index, size in sizes(session.fetch(max_bytes=0)).items() if size]
        for _ in range(5)
    ]
    assert served == [[0], [2], [1], [0], [2]]


def test_without_a_session_the_first_is_always_first(fetcher: Fetcher) -> None:
    """fetch E-31: who does not rotate is served the same."""
    for index in range(3):
        fetcher.append(index)
    wanted = [("t", index) for index in range(3)]
    for session in ((0, -1), (0, -1), (0, 0), (0, 0)):
        assert sizes(fetcher.fetch(*wanted, max_bytes=0, session=session)) == {0: 78, 1: 0, 2: 0}


@pytest.mark.slow
def test_an_idle_session_stays_while_there_is_room() -> None:
    """fetch E-48: for weeks; a newcomer that needs its place gets it."""
    fetcher = Fetcher(max_incremental_fetch_session_cache_slots="16")
    session = fetcher.open(("t", 0))
    fetcher.harness.advance(30 * 24 * 3_600_000)
    for _ in range(15):
        fetcher.open(("t", 0))
    assert session.fetch().error_code == 0, "there was room for one more in each shard"
    fetcher.harness.advance(120_001)
    for _ in range(16):
        fetcher.open(("t", 0))
    assert alive(fetcher) == 16
    assert session.fetch().error_code == UNKNOWN


def test_a_replaced_session_may_be_lost() -> None:
    """fetch E-38, E-53: its place is free, but it is the turn of another shard."""
    fetcher = Fetcher(max_incremental_fetch_session_cache_slots="8")
    held: list[Session] = [fetcher.open(("t", 0)) for _ in range(8)]
    response = fetcher.fetch(("t", 0), session=(held[3].id, 0))
    assert (response.error_code, response.session_id) == (0, 0)
    assert held[3].fetch().error_code == UNKNOWN
    assert alive(fetcher) == 7


def test_only_the_least_of_the_others_is_looked_at() -> None:
    """fetch E-40, E-41: a larger one that could go does not, while the least is worth more."""
    fetcher = Fetcher(3, max_incremental_fetch_session_cache_slots="16")
    small: list[Session] = []
    large: list[Session] = []
    for at in range(16):
        held = small if at < 8 else large
        held.append(fetcher.open(*[("t", index) for index in range(1 + at // 8)]))
    fetcher.harness.advance(120_001)
    for session in small + large:
        session.fetch()
    assert fetcher.fetch(("t", 0), session=(0, 0)).session_id == 0, "as large as the least"
    assert fetcher.open(("t", 0), ("t", 1)).id
    assert [session.fetch().error_code for session in small] == [0, UNKNOWN] + [0] * 6
    assert [session.fetch().error_code for session in large] == [0] * 8


@pytest.mark.parametrize("version", VERSIONS)
def test_sessions_of_refusals(fetcher: Fetcher, version: int) -> None:
    """fetch E-21, E-32, E-54: sessions like any other; they answer at once while all is refused,
    and wait while something is idle.
    """
    strange: str | bytes = b"\x09" * 16 if version >= 13 else "no"
    code = 100 if version >= 13 else 3
    session = fetcher.open((strange, 0), version=version)
    for _ in range(2):
        assert entries(session.send().response) == [(strange, 0, code)]
    key = key_of(fetcher, version)
    session.fetch((key, 0))
    pending = session.send()
    assert not pending.done
    fetcher.harness.advance(500)
    assert entries(pending.response) == [(strange, 0, code)]
