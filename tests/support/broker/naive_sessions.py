"""Fetch sessions and their cache as Kafka has them, in plain lists (fetch E.6 and E.7).

Every question is answered by looking at every session. Ids alone are not made here: they are
random, so the test hands over the one that the real broker drew (`adopt`).
"""

from __future__ import annotations

from typing import Any

from kafkawire.protocol.primitives import ZERO_UUID

SHARDS = 8
IDS_PER_SHARD = 268_435_455
IDLE_MS_MAX = 120_000


class NaivePartition:
    """What was asked of one partition and told about it."""

    def __init__(self, name: str | None, topic_id: bytes, asked: Any) -> None:
        self.name = name
        self.topic_id = topic_id
        self.asked = asked
        self.high_watermark = -1
        self.log_start_offset = -1

    @property
    def key(self) -> tuple[str | bytes | None, int]:
        topic = self.topic_id if self.topic_id != ZERO_UUID else self.name
        return topic, self.asked.partition


class NaiveSession:
    """The partitions of a session in their order, and what its cache notes of it."""

    def __init__(
        self, partitions: list[NaivePartition], uses_topic_ids: bool, is_privileged: bool
    ) -> None:
        self.id = 0
        self.epoch = 1
        self.partitions = partitions
        self.uses_topic_ids = uses_topic_ids
        self.is_privileged = is_privileged
        self.shard = -1
        self.created_ms = self.used_ms = 0
        self.size = 0

    @property
    def worth(self) -> tuple[bool, int, int]:
        return self.is_privileged, self.size, self.id

    @property
    def is_aged(self) -> bool:
        """As of its latest use (E-44)."""
        return self.used_ms - self.created_ms > IDLE_MS_MAX


class NaiveCache:
    """All sessions of a broker, in no order."""

    def __init__(self, slots: int) -> None:
        self.slots_per_shard = slots // SHARDS
        self.sessions: list[NaiveSession] = []
        self.turn = 0
        self.evictions = 0

    @property
    def partitions_cached(self) -> int:
        return sum(session.size for session in self.sessions)

    def can_find(self, session_id: int) -> bool:
        """Whether that id falls into the range of a shard at all (E-35)."""
        return -IDS_PER_SHARD < session_id < SHARDS * IDS_PER_SHARD

    def get(self, session_id: int) -> NaiveSession | None:
        return next((each for each in self.sessions if each.id == session_id), None)

    def add(self, session: NaiveSession, now_ms: int) -> bool:
        """Whether there is room for it; `adopt` has to follow then."""
        shard, self.turn = self.turn, (self.turn + 1) % SHARDS
        neighbours = [each for each in self.sessions if each.shard == shard]
        if len(neighbours) >= self.slots_per_shard:
            victim = _victim(neighbours, session, now_ms)
            if victim is None:
                return False
            self.sessions.remove(victim)
            self.evictions += 1
        session.shard = shard
        session.created_ms = now_ms
        self.sessions.append(session)
        self.touch(session, now_ms)
        return True

    def adopt(self, session: NaiveSession, session_id: int) -> None:
        assert self.get(session_id) is None, "an id of the living was given again"
        first = max(1, session.shard * IDS_PER_SHARD)
        assert first <= session_id < (session.shard + 1) * IDS_PER_SHARD
        session.id = session_id

    def touch(self, session: NaiveSession, now_ms: int) -> None:
        session.used_ms = now_ms
        session.size = len(session.partitions)

    def remove(self, session_id: int) -> None:
        self.sessions = [each for each in self.sessions if each.id != session_id]


def _victim(
    neighbours: list[NaiveSession], newcomer: NaiveSession, now_ms: int
) -> NaiveSession | None:
    """Who has to go for the newcomer: the stale one first, then one that is worth less."""
    if not neighbours:
        return None
    oldest = min(neighbours, key=lambda each: (each.used_ms, each.id))
    if now_ms - oldest.used_ms > IDLE_MS_MAX:
        return oldest
    candidates = [
        each
        for each in neighbours
        if each.is_aged or (newcomer.is_privileged and not each.is_privileged)
    ]
    least = min(candidates, key=lambda each: each.worth, default=None)
    offer = (newcomer.is_privileged, len(newcomer.partitions), 0)
    return least if least is not None and offer >= least.worth else None
