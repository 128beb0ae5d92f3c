"""Ids, room and eviction of fetch sessions."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.fetch.cached_partition import CachedPartition
from kafkawire.broker.fetch.session import FetchSession
from kafkawire.broker.fetch.session_cache import FetchSessionCache, SessionShard, Worth, WorthHeap
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.fetch_request import FetchRequest

EVICTION_MS = 120_000
ID_MAX = 2_147_483_647
SHARDS = 8

UNIT = EVICTION_MS // 100
"""fetch E-47 is told with a limit of 100 ms."""


def resize(session: FetchSession, size: int) -> None:
    session.partitions = {
        ("t", index): CachedPartition("t", bytes(16), FetchRequest.FetchPartition())
        for index in range(size)
    }


def a_session(size: int = 1, *, privileged: bool = False) -> FetchSession:
    session = FetchSession(is_privileged=privileged, uses_topic_ids=False, wake=lambda key: None)
    resize(session, size)
    return session


def add(
    cache: FetchSessionCache, size: int, now_ms: int, *, privileged: bool = False
) -> FetchSession:
    """The new session, which the cache takes."""
    session = a_session(size, privileged=privileged)
    assert cache.add(session, now_ms)
    return session


def takes(cache: FetchSessionCache, size: int, now_ms: int, *, privileged: bool = False) -> bool:
    """Whether the cache takes a new session."""
    return cache.add(a_session(size, privileged=privileged), now_ms)


def one_shard(slots: int) -> FetchSessionCache:
    return FetchSessionCache(slots, Random(0), shards=1)


def test_the_example_of_three_slots_goes_as_kafka_has_it() -> None:
    """fetch E-47, J 145: the worked example."""
    cache = one_shard(3)
    a = add(cache, 10, 0)
    b = add(cache, 20, 10 * UNIT)
    c = add(cache, 30, 20 * UNIT)
    assert not takes(cache, 40, 30 * UNIT)
    assert not takes(cache, 5, 40 * UNIT)
    cache.touch(a, 200 * UNIT)
    d = add(cache, 11, 210 * UNIT)
    assert d is not None
    assert not b.is_cached, "the least recently used one is stale"
    for session, when in ((c, 390), (a, 400), (d, 400)):
        cache.touch(session, when * UNIT)
    assert not takes(cache, 5, 410 * UNIT)
    e = add(cache, 50, 410 * UNIT)
    assert e is not None
    assert not a.is_cached, "the smallest aged one"
    assert not takes(cache, 5, 410 * UNIT)
    assert takes(cache, 5, 410 * UNIT, privileged=True)
    assert not d.is_cached
    assert cache.evictions == 3


def test_a_session_is_stale_only_beyond_the_limit() -> None:
    """fetch E-39, J 146: 120000 ms of rest are not enough, 120001 are."""
    cache = one_shard(1)
    first = add(cache, 5, 0)
    assert not takes(cache, 1, EVICTION_MS)
    assert takes(cache, 1, EVICTION_MS + 1)
    assert not first.is_cached


def test_the_lowest_id_goes_first_among_sessions_used_at_once() -> None:
    """fetch E-39: Kafka orders uses by time, then id."""
    cache = one_shard(3)
    sessions = [add(cache, 1, 0) for _ in range(3)]
    assert takes(cache, 1, EVICTION_MS + 1)
    gone = [session.id for session in sessions if not session.is_cached]
    assert gone == [min(session.id for session in sessions)]


def test_an_aged_session_gives_way_to_strictly_more_partitions() -> None:
    """fetch E-41: aged entries of 3 and 5 refuse a candidate of 3, a candidate of 4 evicts 3."""
    cache = one_shard(2)
    three, five = add(cache, 3, 0), add(cache, 5, 0)
    now_ms = EVICTION_MS + 1
    cache.touch(three, now_ms)
    cache.touch(five, now_ms)
    assert not takes(cache, 3, now_ms)
    assert takes(cache, 4, now_ms)
    assert not three.is_cached
    assert five.is_cached


def test_a_follower_displaces_the_smallest_consumer_at_once() -> None:
    """fetch E-41, E-42, J 147: whatever their sizes and ages."""
    cache = one_shard(2)
    small, large = add(cache, 3, 0), add(cache, 9, 0)
    assert takes(cache, 1, 0, privileged=True)
    assert not small.is_cached
    assert large.is_cached


def test_a_follower_displaces_an_aged_smaller_follower_only() -> None:
    """fetch E-41, J 147: size 2 evicts 1, size 2 against 2 is refused."""
    cache = one_shard(1)
    one = add(cache, 1, 0, privileged=True)
    assert not takes(cache, 2, 0, privileged=True)
    now_ms = EVICTION_MS + 1
    cache.touch(one, now_ms)
    two = add(cache, 2, now_ms, privileged=True)
    cache.touch(two, 2 * now_ms + 1)
    assert not takes(cache, 2, 2 * now_ms + 1, privileged=True)


def test_a_consumer_never_displaces_a_follower_by_size() -> None:
    """fetch E-43, J 147."""
    cache = one_shard(1)
    follower = add(cache, 1, 0, privileged=True)
    cache.touch(follower, EVICTION_MS + 1)
    assert not takes(cache, 1000, EVICTION_MS + 1)
    assert takes(cache, 1000, 2 * EVICTION_MS + 2), "by staleness it does"


def test_age_is_looked_at_only_when_a_session_is_used() -> None:
    """fetch E-44: last used 60 s after creation, it is neither aged nor stale at 121 s."""
    cache = one_shard(1)
    session = add(cache, 3, 0)
    cache.touch(session, 60_000)
    assert not takes(cache, 8, 121_000)
    cache.touch(session, 121_000)
    assert takes(cache, 8, 121_000)


def test_a_session_is_aged_only_beyond_the_limit() -> None:
    """fetch E-44: in use 120000 ms after its creation is not enough, 120001 is."""
    cache = one_shard(1)
    session = add(cache, 3, 0)
    cache.touch(session, 120_000)
    assert not takes(cache, 8, 120_000)
    cache.touch(session, 120_001)
    assert takes(cache, 8, 120_001)


def test_size_is_that_of_the_latest_use() -> None:
    """fetch E-45: a session that grew in use is worth what it is now."""
    cache = one_shard(1)
    session = add(cache, 3, 0)
    resize(session, 6)
    cache.touch(session, EVICTION_MS + 1)
    assert cache.partitions_cached == 6
    assert not takes(cache, 6, EVICTION_MS + 1)
    assert takes(cache, 7, EVICTION_MS + 1)
    assert cache.partitions_cached == 7


def test_closing_is_no_eviction() -> None:
    """fetch E-46: the meter counts evictions only; the gauges follow everything."""
    cache = one_shard(2)
    session = add(cache, 4, 0)
    assert (cache.sessions_count, cache.partitions_cached) == (1, 4)
    cache.remove(session)
    cache.remove(session)
    assert (cache.sessions_count, cache.partitions_cached, cache.evictions) == (0, 0, 0)
    assert cache.get(session.id) is None


@pytest.mark.parametrize(("slots", "room"), [(0, 0), (7, 0), (8, 8), (16, 16), (17, 16)])
def test_slots_are_shared_out_evenly_among_the_shards(slots: int, room: int) -> None:
    """fetch E-37: fewer slots than shards mean no sessions at all."""
    cache = FetchSessionCache(slots, Random(0))
    for _ in range(3 * SHARDS):
        takes(cache, 1, 0, privileged=True)
    assert cache.sessions_count == room


def test_new_sessions_go_round_the_shards_and_refused_ones_count() -> None:
    """fetch E-37, E-53: the pointer moves on with every attempt."""
    cache = FetchSessionCache(8, Random(0))
    ids_per_shard = ID_MAX // SHARDS
    sessions = [add(cache, 1, 0) for _ in range(8)]
    assert [session.id // ids_per_shard for session in sessions] == list(range(8))
    assert not takes(cache, 1, 0), "shard 0 is full"
    cache.remove(sessions[0])
    assert not takes(cache, 1, 0), "it is shard 1's turn, whatever room shard 0 has"
    cache.remove(sessions[2])
    assert add(cache, 1, 0).id // ids_per_shard == 2


def test_ids_are_positive_and_found_again() -> None:
    """fetch E-35."""
    cache = FetchSessionCache(800, Random(3))
    sessions = [add(cache, 1, 0) for _ in range(800)]
    assert len({session.id for session in sessions}) == 800
    assert all(session.id >= 1 and cache.get(session.id) is session for session in sessions)


def test_ids_fall_into_the_range_of_their_shard() -> None:
    """fetch E-35, J 150: two shards halve the positive numbers, and go by turns."""
    cache = FetchSessionCache(20, Random(5), shards=2)
    half = ID_MAX // 2
    sessions = [add(cache, 1, 0) for _ in range(20)]
    for index, session in enumerate(sessions):
        assert max(1, index % 2 * half) <= session.id < (index % 2 + 1) * half
        assert cache.shard_of(session.id) is cache.shards[index % 2]
        assert cache.get(session.id) is session


def test_an_id_in_use_is_not_given_twice() -> None:
    """fetch E-35: ids are unique among the living."""
    shard = SessionShard(3, first_id=1, end_id=4)
    random = Random(0)
    sessions = [a_session() for _ in range(3)]
    assert all(shard.add(session, random, 0) for session in sessions)
    assert sorted(session.id for session in sessions) == [1, 2, 3]


@pytest.mark.parametrize("session_id", [2_147_483_640, ID_MAX, -268_435_455, -2_147_483_648])
def test_an_id_beyond_all_shards_is_a_failure(session_id: int) -> None:
    """fetch E-35."""
    with pytest.raises(ApiError) as caught:
        FetchSessionCache(8, Random(0)).get(session_id)
    assert caught.value.code == ErrorCode.UNKNOWN_SERVER_ERROR


@pytest.mark.parametrize("session_id", [0, 1, -1, -268_435_454, 2_147_483_639])
def test_any_other_id_is_merely_unknown(session_id: int) -> None:
    """fetch E-35: small negative ones map to the first shard."""
    assert FetchSessionCache(8, Random(0)).get(session_id) is None


class NaiveShard:
    """Step 1 and 2 of the eviction by looking at every session."""

    def __init__(self, slots: int) -> None:
        self.slots = slots
        self.sessions: list[FetchSession] = []
        self.aged: dict[int, bool] = {}
        self.used: dict[int, tuple[int, int]] = {}
        self.size: dict[int, int] = {}
        self.created: dict[int, int] = {}

    def touch(self, session: FetchSession, now_ms: int) -> None:
        self.used[session.id] = (now_ms, session.id)
        self.aged[session.id] = now_ms - self.created[session.id] > EVICTION_MS
        self.size[session.id] = len(session.partitions)

    def victim(self, newcomer: FetchSession, now_ms: int) -> FetchSession | None:
        oldest = min(self.sessions, key=lambda session: self.used[session.id])
        if now_ms - self.used[oldest.id][0] > EVICTION_MS:
            return oldest
        candidates = [
            session
            for session in self.sessions
            if self.aged[session.id] or (newcomer.is_privileged and not session.is_privileged)
        ]
        if not candidates:
            return None
        first = min(candidates, key=self.worth)
        offer = (newcomer.is_privileged, len(newcomer.partitions), 0)
        return first if offer >= self.worth(first) else None

    def worth(self, session: FetchSession) -> tuple[bool, int, int]:
        return session.is_privileged, self.size[session.id], session.id


steps = st.lists(
    st.tuples(
        st.sampled_from(["add", "add follower", "touch", "touch", "resize", "remove"]),
        st.integers(0, 9),
        st.sampled_from([0, 0, 1, 40_000, 70_000, 120_001]),
    ),
    max_size=60,
)


@given(st.integers(1, 4), steps)
def test_it_evicts_whom_a_look_at_every_session_would(
    slots: int, history: list[tuple[str, int, int]]
) -> None:
    """fetch E-38 to E-45: against the three steps done without heaps."""
    cache = one_shard(slots)
    naive = NaiveShard(slots)
    now_ms = 0
    for what, number, pause in history:
        now_ms += pause
        if what.startswith("add"):
            session = a_session(number, privileged=what == "add follower")
            full = len(naive.sessions) == slots
            victim = naive.victim(session, now_ms) if full else None
            assert cache.add(session, now_ms) == (victim is not None or not full)
            if victim is not None:
                naive.sessions.remove(victim)
            if session.is_cached:
                naive.sessions.append(session)
                naive.created[session.id] = now_ms
                naive.touch(session, now_ms)
        elif naive.sessions:
            session = naive.sessions[number % len(naive.sessions)]
            if what == "remove":
                cache.remove(session)
                naive.sessions.remove(session)
                continue
            if what == "resize":
                resize(session, number)
            cache.touch(session, now_ms)
            naive.touch(session, now_ms)
        assert {id(session) for session in naive.sessions} == {
            id(session) for session in cache.shards[0].sessions.values()
        }


def test_each_shard_has_its_range_of_ids() -> None:
    """fetch E-35: from max(1, k R) up to (k + 1) R."""
    ids = 268_435_455
    shards = FetchSessionCache(8, Random(0)).shards
    assert [(shard.first_id, shard.end_id) for shard in shards] == [
        (max(1, k * ids), (k + 1) * ids) for k in range(8)
    ]


@given(st.integers(0, 2**32))
def test_the_least_is_known_after_any_number_of_changes(seed: int) -> None:
    """fetch E-41, E-45: also when what no longer holds has been swept away."""
    random, heap = Random(seed), WorthHeap()
    worths: dict[int, Worth] = {}
    for _ in range(300):
        session_id = random.randrange(10)
        worth = worths[session_id] = Worth(False, random.randrange(1_000), session_id)
        heap.push(worth, lambda each: worths[each.session_id] == each, len(worths))
        if not random.randrange(20):
            assert heap.least(lambda each: worths[each.session_id] == each) == min(worths.values())


def test_the_heaps_do_not_grow_with_use() -> None:
    """Rule 5 of the architecture: what is kept is bounded by what exists."""
    cache = one_shard(2)
    session = add(cache, 1, 0)
    for size in range(5_000):
        resize(session, size % 7)
        cache.touch(session, EVICTION_MS + 1 + size)
    shard = cache.shards[0]
    for _ in range(500):
        cache.remove(add(cache, 1, 0))
    assert len(shard._uses) < 200
    assert len(shard.aged._heap) < 200
    assert len(shard.for_followers._heap) < 200
