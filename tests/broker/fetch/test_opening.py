"""Session id and epoch: which kind of fetch a request is."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from kafkawire.broker.fetch.opening import SessionRefused, open_session
from kafkawire.protocol.messages.fetch_request import FetchRequest
from tests.support.requests.fetching import Fetcher, asked, entries

EPOCH_MAX = 2_147_483_647
NOW_MS = 1_700_000_000_000


@pytest.fixture
def fetcher() -> Fetcher:
    return Fetcher()


def alive(fetcher: Fetcher) -> int:
    return fetcher.broker.fetch_sessions.sessions_count


def test_without_session_or_with_a_new_one(fetcher: Fetcher) -> None:
    """fetch E-3, E-12, J 120: (0, -1) and (0, 0); the session then expects epoch 1."""
    assert fetcher.fetch(("t", 0)).session_id == 0
    session = fetcher.open(("t", 0))
    assert session.real.epoch == 1
    assert session.fetch().session_id == session.id


@pytest.mark.parametrize("version", range(7))
def test_old_versions_are_sessionless(fetcher: Fetcher, version: int) -> None:
    """fetch A-8, E-3."""
    assert fetcher.fetch(("t", 0), version=version, session=(0, -1)).responses
    assert alive(fetcher) == 0


def test_a_full_fetch_replaces_its_session(fetcher: Fetcher) -> None:
    """fetch E-3, E-6, J 124: (S, 0) with any epoch there; a new id; no eviction."""
    session = fetcher.open(("t", 0))
    response = fetcher.fetch(("t", 1), session=(session.id, 0))
    assert response.session_id not in (0, session.id)
    assert session.fetch().error_code == 70
    assert (alive(fetcher), fetcher.broker.fetch_sessions.evictions) == (1, 0)


def test_a_final_fetch_closes_its_session(fetcher: Fetcher) -> None:
    """fetch E-3, J 125: (S, -1) answers what it lists, with id 0."""
    session = fetcher.open(("t", 0))
    response = fetcher.fetch(("t", 1), session=(session.id, -1))
    assert (response.session_id, entries(response)) == (0, [("t", 1, 0)])
    assert alive(fetcher) == 0
    assert fetcher.fetch(session=(session.id, -1)).error_code == 0, "closing twice is no error"


@pytest.mark.parametrize("version", range(7, 19))
@pytest.mark.parametrize("epoch", [0, -1])
def test_a_full_fetch_forgets_nothing(fetcher: Fetcher, version: int, epoch: int) -> None:
    """fetch E-5."""
    key = fetcher.topic_id if version >= 13 else "t"
    response = fetcher.fetch(
        (key, 0), version=version, session=(0, epoch), forgotten=((key, 0), (key, 9))
    )
    assert entries(response) == [(key, 0, 0)]


@pytest.mark.parametrize("version", [7, 12, 13, 18])
@pytest.mark.parametrize(
    ("session", "code"), [((123, 1), 70), ((0, 5), 70), ((0, -2), 70), ((-1, 1), 70)]
)
def test_an_unknown_session_lists_nothing(
    fetcher: Fetcher, version: int, session: tuple[int, int], code: int
) -> None:
    """fetch A-20, E-7, J 123, 126: nor does it wait."""
    topic = fetcher.topic_id if version >= 13 else "t"
    response = fetcher.send((topic, 0), version=version, session=session).response
    assert (response.error_code, response.session_id, response.responses) == (code, 0, [])


@pytest.mark.parametrize("epoch", [2, 1_000, -2, EPOCH_MAX])
def test_a_wrong_epoch_changes_nothing(fetcher: Fetcher, epoch: int) -> None:
    """fetch E-8, E-11, J 126: the session still expects its epoch."""
    session = fetcher.open(("t", 0))
    used_ms = session.real.last_used_ms
    fetcher.harness.advance(10)
    response = fetcher.fetch(("t", 1), session=(session.id, epoch))
    assert (response.error_code, response.session_id, response.responses) == (71, 0, [])
    assert (session.real.epoch, session.real.last_used_ms) == (1, used_ms)
    assert session.fetch().error_code == 0


def test_a_repeated_request_is_refused(fetcher: Fetcher) -> None:
    """fetch E-8, J 122: and the session goes on."""
    session = fetcher.open(("t", 0))
    session.fetch()
    assert fetcher.fetch(session=(session.id, 1)).error_code == 71
    assert session.fetch().error_code == 0


def test_names_and_ids_do_not_mix(fetcher: Fetcher) -> None:
    """fetch E-9, J 128: 106, the epoch stays; a wrong epoch at the wrong version is 71."""
    session = fetcher.open(("t", 0))
    assert fetcher.fetch(session=(session.id, 1), version=13).error_code == 106
    assert fetcher.fetch(session=(session.id, 2), version=13).error_code == 71
    assert session.fetch().error_code == 0
    by_id = fetcher.open((fetcher.topic_id, 0), version=13)
    assert fetcher.fetch(session=(by_id.id, 1), version=12).error_code == 106
    assert by_id.fetch().error_code == 0


def test_versions_of_one_naming_mix(fetcher: Fetcher) -> None:
    """fetch E-10, J 129."""
    session = fetcher.open(("t", 0), version=7)
    assert [session.fetch(version=version).error_code for version in (7, 12, 9, 11)] == [0] * 4
    by_id = fetcher.open((fetcher.topic_id, 0), version=13)
    assert [by_id.fetch(version=version).error_code for version in (18, 13, 16)] == [0] * 3


def test_epochs_wrap_to_one(fetcher: Fetcher) -> None:
    """fetch E-2, J 127."""
    session = fetcher.open(("t", 0))
    session.real.epoch = session.epoch = EPOCH_MAX
    assert session.fetch().error_code == 0
    assert session.real.epoch == 1


def test_a_session_with_nothing_left_is_closed(fetcher: Fetcher) -> None:
    """fetch E-16, J 133: its request is answered in full, with id 0."""
    session = fetcher.open(("t", 0), ("t", 1))
    response = session.fetch(("t", 0), forgotten=(("t", 0), ("t", 1)))
    assert (response.session_id, entries(response)) == (0, [("t", 0, 0)])
    assert alive(fetcher) == 0
    assert session.fetch().error_code == 70


def test_a_use_is_noted(fetcher: Fetcher) -> None:
    """fetch E-17, E-45: time and size."""
    session = fetcher.open(("t", 0))
    fetcher.harness.advance(10)
    session.fetch(("t", 1))
    assert session.real.last_used_ms == fetcher.harness.now_ms
    assert fetcher.broker.fetch_sessions.partitions_cached == 2


def test_a_failed_request_has_used_its_epoch(fetcher: Fetcher) -> None:
    """fetch A-13, A-24, E-52: the session lives on and expects the next one."""
    session = fetcher.open(("t", 0))
    response = session.fetch(isolation_level=2)
    assert (response.error_code, response.session_id) == (-1, session.id)
    assert session.fetch().error_code == 0


def test_only_followers_are_privileged(fetcher: Fetcher) -> None:
    """fetch E-36."""
    assert not fetcher.open(("t", 0)).real.is_privileged
    assert fetcher.open(("t", asked(0)), replica_id=3).real.is_privileged


class Interrupted(list[FetchRequest.FetchTopic]):
    """A list of topics, before whose second something else happens."""

    def __init__(self, topics: list[FetchRequest.FetchTopic], work: Callable[[], object]) -> None:
        super().__init__(topics)
        self._work = work

    def __iter__(self) -> Iterator[FetchRequest.FetchTopic]:
        topics = list(super().__iter__())
        yield topics[0]
        self._work()
        yield from topics[1:]


def interrupted(session_id: int, work: Callable[[], object]) -> FetchRequest:
    partition = FetchRequest.FetchPartition(partition=0)
    topics = [FetchRequest.FetchTopic(topic=name, partitions=[partition]) for name in ("t", "u")]
    return FetchRequest(session_id=session_id, session_epoch=1, topics=Interrupted(topics, work))


def test_a_request_that_comes_while_another_is_taken_over_has_missed_its_turn(
    fetcher: Fetcher,
) -> None:
    session = fetcher.open(("t", 0))
    codes: list[int] = []
    request = interrupted(session.id, lambda: codes.append(session.fetch().error_code))
    cache = fetcher.broker.fetch_sessions
    found = open_session(cache, request, uses_topic_ids=False, now_ms=NOW_MS)
    assert codes == [71]
    assert found is session.real
    assert found.epoch == 2


def test_a_session_that_is_closed_while_a_request_is_taken_over_is_unknown(
    fetcher: Fetcher,
) -> None:
    session = fetcher.open(("t", 0))
    request = interrupted(session.id, lambda: fetcher.fetch(session=(session.id, -1)))
    cache = fetcher.broker.fetch_sessions
    with pytest.raises(SessionRefused) as refused:
        open_session(cache, request, uses_topic_ids=False, now_ms=NOW_MS)
    assert refused.value.code == 70
    assert alive(fetcher) == 0
