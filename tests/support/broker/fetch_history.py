"""Random histories of a broker and its fetch sessions, every answer compared with the naive one.

Sessions are shared: any connection may use any of them, also while a fetch of it is parked, which
then loses it: it is answered with 71 (fetch D-18), or with nothing if nothing is left in the
session (D-19). When exactly, between now and the end of its wait, is the one thing that is not
compared.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from kafkawire.broker.fetch.session import next_epoch
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from tests.support.broker.fetch_world import FOLLOWER, HAPPENINGS, NAMES, PARTITIONS, World
from tests.support.broker.naive_fetch import MAX32, NaiveFetch, NaiveFetcher
from tests.support.broker.naive_sessions import IDLE_MS_MAX
from tests.support.requests.harness import Pending

NAME_VERSIONS = [7, 10, 11, 12]
ID_VERSIONS = [13, 15, 16, 18]
WHERE = ["end"] * 12 + ["start", "start", "back", "back", "ahead", "beyond", "before"]
IMPOSSIBLE_IDS = [2_147_483_640, -268_435_455]
UNKNOWN_IDS = [1, -1, 268_435_460]
EXACT_SIZES = [69, 98, 160]
"""Of batches of one record, as `World.append` makes them."""
INTERRUPTIONS = ["append", "append", "elect", "delete_records", "truncate"]
REQUESTS = {
    "fetch_changes": 12,
    "fetch_at_the_ends": 5,
    "fetch_all": 2,
    "crowd_in": 0.4,
    "drain_with_little_room": 0.4,
    "jump_to_last_epoch": 0.1,
    "come_to_an_age_limit": 0.6,
}


class Waiting:
    """A real request that is parked and its naive twin."""

    def __init__(self, pending: Pending, naive: NaiveFetch, version: int) -> None:
        self.pending = pending
        self.naive = naive
        self.version = version

    @property
    def has_lost(self) -> bool:
        """Whether another request took its session away."""
        return self.naive.is_disowned or self.naive.is_bereft


class History(World):
    """A broker, clients that share its sessions, and what happens to them."""

    def __init__(self, random: Random, slots: int = 16) -> None:
        super().__init__(random, slots)
        self.naive = NaiveFetcher(self.broker, slots)
        self.waiting: list[Waiting] = []
        self.epochs: dict[int, int] = {}
        """The next epoch of each session as clients have it, those that are gone included."""
        self.versions: dict[int, list[int]] = {}

    def go(self, steps: int) -> None:
        operations = REQUESTS | HAPPENINGS
        names = self.random.choices(list(operations), list(operations.values()), k=steps)
        for name in names:
            self.step(name)

    def go_until(self, is_enough: Callable[[], bool]) -> None:
        """Go on until what a history is about, and is rare, has happened often enough."""
        self.go(80)
        for _ in range(20):
            if is_enough():
                return
            self.go(40)
        raise AssertionError("what this history is about hardly happened")

    def step(self, name: str) -> None:
        """Let one thing happen, and compare all that there is to see."""
        getattr(self, name)()
        self._compare_waiting()
        self._compare_sessions()

    # What clients do

    def fetch_all(self) -> None:
        random = self.random
        version = random.choice(random.choice([ID_VERSIONS, NAME_VERSIONS]))
        replica_id = random.choice([-1] * 8 + [1, FOLLOWER, FOLLOWER])
        wanted = [self._wish() for _ in range(random.randint(0, 8))]
        ignored = [self._place() for _ in range(random.choice([0, 0, 0, 2]))]
        request = self._request(wanted, ignored, version, replica_id)
        request.session_epoch = random.choice([0, 0, 0, 0, -1])
        strange = [*IMPOSSIBLE_IDS, *UNKNOWN_IDS] if random.random() < 0.05 else []
        request.session_id = random.choice(strange or [0, 0, 0, *list(self.epochs)[-12:]])
        self._send(request, version)

    def fetch_changes(self) -> None:
        random = self.random
        session_id = self._some_session()
        if session_id is None:
            return
        version = random.choice(self.versions[session_id])
        if random.random() < 0.02:
            version = random.choice(NAME_VERSIONS + ID_VERSIONS)
        wanted = [self._wish() for _ in range(random.choice([0, 0, 0, 1, 1, 2]))]
        forgotten = [self._place() for _ in range(random.choice([0] * 8 + [1, 2]))]
        if random.random() < 0.02:
            forgotten = self._everything_in(session_id)
        request = self._request(wanted, forgotten, version, self._asker(session_id))
        request.isolation_level = self._isolation(session_id, request.isolation_level)
        request.session_id = session_id
        epoch = self.epochs[session_id] + random.choice([0] * 20 + [1, -2])
        request.session_epoch = min(epoch, MAX32)
        if random.random() < 0.02:
            request.session_id = random.choice(IMPOSSIBLE_IDS + UNKNOWN_IDS)
        self._send(request, version)

    def fetch_at_the_ends(self) -> None:
        """What a consumer that keeps up does: move every offset to the end."""
        session_id = self._some_session()
        session = self.naive.cache.get(session_id or 0)
        if session is None:
            return
        version = self.versions[session.id][1]
        asker = self._asker(session.id)
        request = self._request([], [], version, asker)
        request.isolation_level = self._isolation(session.id, request.isolation_level)
        request.session_id, request.session_epoch = session.id, self.epochs[session.id]
        for partition in session.partitions:
            name, index = partition.name or NAMES[2], partition.asked.partition
            asked = FetchRequest.FetchPartition(
                partition=index,
                fetch_offset=self._offset((name, index), "end" if asker < 0 else "ahead"),
                partition_max_bytes=1_000,
            )
            request.topics.append(
                FetchRequest.FetchTopic(topic=name, topic_id=partition.topic_id, partitions=[asked])
            )
        self._send(request, version)

    def crowd_in(self) -> None:
        """More sessions than there may be room for; some are closed by those that follow."""
        for _ in range(self.random.randint(2, 10)):
            self.fetch_all()
            self._compare_waiting()

    def drain_with_little_room(self) -> None:
        """A new session that has much to read and little room, and what happens meanwhile."""
        random = self.random
        version = random.choice([12, 15])
        places = [(name, index) for name in NAMES[:2] for index in range(PARTITIONS)]
        wanted = [(place, "start", 1_000_000, "current", -1) for place in places]
        request = self._request(wanted, [], version, -1)
        request.session_epoch, request.isolation_level, request.max_wait_ms = 0, 0, 0
        known = set(self.epochs)
        self._send(request, version)
        for session_id in set(self.epochs) - known:
            for _ in range(6):
                self.step(random.choice(INTERRUPTIONS))
                request = self._request([], [], version, -1)
                request.session_id, request.session_epoch = session_id, self.epochs[session_id]
                request.max_bytes, request.isolation_level = random.choice([0, 10, 150]), 0
                self._send(request, version)

    def come_to_an_age_limit(self) -> None:
        """Newcomers when a session has been idle, or old, as long as it may, or a moment more."""
        sessions = self.naive.cache.sessions
        if sessions:
            session = self.random.choice(sessions)
            since_ms = self.random.choice([session.used_ms, session.created_ms])
            limit_ms = since_ms + IDLE_MS_MAX + self.random.choice([0, 1])
            self.harness.advance(max(0, limit_ms - self.harness.now_ms))
            self._compare_waiting()
            self.crowd_in()

    def jump_to_last_epoch(self) -> None:
        """As if the session had been used two thousand million times."""
        session_id = self._some_session()
        session, twin = None, self.naive.cache.get(session_id or 0)
        if session_id is not None and twin is not None and session_id not in self._parked():
            session = self.broker.fetch_sessions.get(session_id)
            assert session is not None
            session.epoch = twin.epoch = self.epochs[session_id] = MAX32

    def _parked(self) -> set[int]:
        return {each.naive.session.id for each in self.waiting if each.naive.session}

    def _some_session(self) -> int | None:
        """Mostly one that lives and for which no fetch waits."""
        sessions = list(self.epochs)[-24:]
        if self.random.random() < 0.95:
            parked = self._parked()
            sessions = [session_id for session_id in sessions if session_id not in parked]
        living = [each for each in sessions if self.naive.cache.get(each) is not None]
        if living and self.random.random() < 0.9:
            sessions = living
        return self.random.choice(sessions) if sessions else None

    def _asker(self, session_id: int) -> int:
        """Mostly of the kind that made the session."""
        session = self.naive.cache.get(session_id)
        usual = FOLLOWER if session is not None and session.is_privileged else -1
        return self.random.choice([usual] * 20 + [-1, 1, FOLLOWER])

    def _isolation(self, session_id: int, other: int) -> int:
        """Mostly the same for one session, whose quiet partitions stay so only then."""
        return session_id % 2 if self.random.random() < 0.9 else other

    def _place(self) -> tuple[str, int]:
        name = self.random.choices(NAMES, [5, 5, 1])[0]
        return name, self.random.randint(0, self.random.choice([PARTITIONS - 1] * 8 + [PARTITIONS]))

    def _everything_in(self, session_id: int) -> list[tuple[str, int]]:
        session = self.naive.cache.get(session_id)
        partitions = session.partitions if session is not None else []
        return [(each.name or NAMES[2], each.asked.partition) for each in partitions]

    def _wish(self) -> tuple[Any, ...]:
        random = self.random
        return (
            self._place(),
            random.choice(WHERE),
            random.choice([-1, 0, 50, 100, 200, *[1_000_000] * 4]),
            random.choice(["none"] * 7 + ["current", "current", "0", "1"]),
            random.choice([-1] * 9 + [0, 1]),
        )

    def _limits(self) -> dict[str, Any]:
        random = self.random
        return {
            "max_bytes": random.choice([-5, 0, 90, 150, 300, 1_000_000, 1_000_000, MAX32]),
            "min_bytes": random.choice([-1, 0, 1, 1, 1, 1, 1, *EXACT_SIZES, 100, 250, 1_000]),
            "max_wait_ms": random.choice([-1, 0, 100, 100, 100, 1_000, MAX32]),
            "isolation_level": random.choice([0] * 10 + [1] * 5 + [2]),
        }

    # What must be

    def _compare_waiting(self) -> None:
        self.harness.settle()
        waiting = {id(each.pending): each for each in self.waiting}
        for pending, now_ms in self.answered:
            each = waiting.pop(id(pending))
            is_due = now_ms >= each.naive.deadline_ms or each.naive.is_ready()
            assert is_due or each.has_lost, "answered too early"
            self._compare(pending, each.naive.answer(now_ms), each.version, each.naive)
        self.answered.clear()
        for each in waiting.values():
            assert self.harness.now_ms < each.naive.deadline_ms, "not answered in time"
            was_woken = each.naive.hears() and not each.has_lost
            assert not (was_woken and each.naive.is_ready()), "not woken"
        self.waiting = list(waiting.values())

    def _compare_sessions(self) -> None:
        cache, twins = self.broker.fetch_sessions, self.naive.cache
        alive = {id_: each for shard in cache.shards for id_, each in shard.sessions.items()}
        assert set(alive) == {each.id for each in twins.sessions}
        assert cache.evictions == twins.evictions
        assert cache.sessions_count == len(twins.sessions)
        assert cache.partitions_cached == twins.partitions_cached
        for twin in twins.sessions:
            session = alive[twin.id]
            assert session.epoch == twin.epoch
            ranked = sorted(session.partitions.items(), key=lambda item: item[1].rank)
            assert [key for key, _ in ranked] == [each.key for each in twin.partitions]
            assert len(session.dirty) <= 100

    # Requests

    def _offset(self, place: tuple[str, int], where: str) -> int:
        partition = self.hosted(*place)
        if partition is None:
            return 0
        places: dict[str, int] = {
            "end": partition.high_watermark,
            "start": partition.log_start_offset,
            "back": max(partition.log_start_offset, partition.high_watermark - 2),
            "ahead": partition.log_end_offset,
            "beyond": partition.log_end_offset + 2,
            "before": partition.log_start_offset - 1,
        }
        return places[where]

    def _request(
        self, wanted: list[Any], forgotten: list[Any], version: int, replica_id: int
    ) -> FetchRequest:
        request = FetchRequest(**self._limits())
        if version >= 15:
            request.replica_state = FetchRequest.ReplicaState(replica_id=replica_id)
        else:
            request.replica_id = replica_id
        for place, where, max_bytes, leader_epoch, last_fetched in wanted:
            asked = FetchRequest.FetchPartition(
                partition=place[1],
                fetch_offset=self._offset(place, where),
                partition_max_bytes=max_bytes,
                current_leader_epoch=self._leader_epoch(place, leader_epoch, version),
                last_fetched_epoch=last_fetched if version >= 12 else -1,
            )
            request.topics.append(FetchRequest.FetchTopic(partitions=[asked]))
            self._name(request.topics[-1], place[0], version)
        for name, index in forgotten:
            request.forgotten_topics_data.append(FetchRequest.ForgottenTopic(partitions=[index]))
            self._name(request.forgotten_topics_data[-1], name, version)
        return request

    def _leader_epoch(self, place: tuple[str, int], what: str, version: int) -> int:
        partition = self.hosted(*place)
        if version < 9 or what == "none":
            return -1
        if what == "current":
            return partition.leader_epoch if partition is not None else 0
        return int(what)

    def _name(self, topic: Any, name: str, version: int) -> None:
        if version >= 13:
            topic.topic_id = self.id_of(name)
        else:
            topic.topic = name

    def _send(self, request: FetchRequest, version: int) -> None:
        now_ms = self.harness.now_ms
        expected: Any = None
        read = FetchRequest.decode(request.encode(version), version)
        epoch = self._expected_epoch(request.session_id)
        naive = self.naive.serve(read, version, now_ms)
        if self._expected_epoch(request.session_id) != epoch:
            self.epochs[request.session_id] = next_epoch(request.session_epoch)
        if isinstance(naive, FetchResponse):
            expected = naive
        elif naive.is_enough():
            expected = naive.answer(now_ms)
        is_ready = expected is None and isinstance(naive, NaiveFetch) and naive.is_ready()
        pending = self.some_client().send(request, version)
        if isinstance(naive, NaiveFetch):
            if is_ready:  # read again: a follower's first read has moved the high watermark (D-13)
                expected = naive.answer(now_ms)
            if expected is None:
                self.waiting.append(Waiting(pending, naive, version))
                return
        assert self.answered[:1] == [(pending, now_ms)], "not answered at once"
        del self.answered[0]
        self._compare(pending, expected, version, naive)

    def _expected_epoch(self, session_id: int) -> int | None:
        session = self.naive.cache.get(session_id)
        return session.epoch if session is not None else None

    def _compare(self, pending: Pending, naive: FetchResponse, version: int, fetch: Any) -> None:
        real = pending.response
        wants_session = (
            isinstance(fetch, NaiveFetch)
            and not fetch.is_incremental
            and fetch.request.session_epoch == 0
        )
        session = self.naive.created if wants_session else None
        if session is not None:
            self.naive.created = None
            self.naive.cache.adopt(session, real.session_id)
            self.epochs[real.session_id] = 1
            self.versions[real.session_id] = ID_VERSIONS if version >= 13 else NAME_VERSIONS
            naive.session_id = real.session_id
        assert real == FetchResponse.decode(naive.encode(version), version)
