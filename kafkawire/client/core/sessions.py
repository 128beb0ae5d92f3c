"""The half of fetch sessions (KIP-227) that sends requests, one session for each broker.

Consumers use it, and brokers that follow a leader.

    (0, 0)     a full fetch, and please open a session
    (id, 0)    the same, and close session id
    (id, n)    the nth incremental fetch: only what changed since the one before
    (id, -1)   close session id

`want` and `drop` add and remove partitions; a fetch loops only over partitions that changed since
the fetch before. So an incremental fetch of a thousand idle partitions takes constant time.

Topic ids need version 13, names work up to version 12: a fetch uses ids if every partition that it
wants or forgets has one. A session that was opened in the other way is refused by the broker with
FETCH_SESSION_TOPIC_ID_ERROR, and begins anew (Kafka's `FetchSessionHandler` does the same).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.merging import is_another
from kafkawire.client.core.view import NO_ID
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.since import FETCH_TOPIC_IDS_SINCE

if TYPE_CHECKING:
    from kafkawire.protocol.messages.fetch_response import FetchResponse

FINAL_EPOCH = -1
EPOCH_MAX = (1 << 31) - 1


class Wanted(NamedTuple):
    """The fetch of a partition; sent again only if it differs from the one that was sent last.

    Consumers have neither of the last two: the start of the follower's own log, and the epoch of
    the last record before `offset`, with which the leader detects divergence (KIP-595).
    """

    topic_id: bytes
    offset: int
    leader_epoch: int
    max_bytes: int
    log_start_offset: int = -1
    last_fetched_epoch: int = -1


class Plan(NamedTuple):
    """The contents of the next request of a session.

    Attributes:
        session_id: The session, 0 for none.
        session_epoch: See the module's docstring.
        sent: Partitions that are new or changed, or all.
        forgotten: Partitions to take out of the session, with their topics' ids.
        replaced: The same, of partitions whose topic was recreated: only requests with ids
            distinguish the old topic from the new one.
        has_ids: Whether the request may use topic ids.
    """

    session_id: int
    session_epoch: int
    sent: list[tuple[TopicPartition, Wanted]]
    forgotten: list[tuple[TopicPartition, bytes]]
    replaced: list[tuple[TopicPartition, bytes]]
    has_ids: bool

    def fill(self, request: FetchRequest, version: int) -> None:
        """Write the session's part of a request."""
        request.session_id = self.session_id
        request.session_epoch = self.session_epoch
        request.topics = _topics(self.sent)
        old = self.replaced if version >= FETCH_TOPIC_IDS_SINCE else []
        request.forgotten_topics_data = _forgotten([*self.forgotten, *old])


Found = tuple[TopicPartition, Wanted, "FetchResponse.PartitionData"]
"""A partition of an answer, and what was asked for."""


class FetchSession:
    """The session with one broker."""

    def __init__(self) -> None:
        self.wanted: dict[TopicPartition, Wanted] = {}
        """What the next fetch is to get, in the order in which it became wanted."""
        self.session_id = 0
        self.session_epoch = 0
        """Id and epoch of the next request."""
        self._sent: dict[TopicPartition, Wanted] = {}
        """What the broker has of the session, or was sent last."""
        self._changed: dict[TopicPartition, None] = {}
        """Partitions that were wanted or dropped since the last request."""
        self._names: dict[bytes, str] = {}
        """Topics by id, for answers that have no names."""
        self._nameless = 0
        """The number of wanted partitions whose topic has no id."""

    def want(self, found: TopicPartition, wanted: Wanted) -> None:
        """Fetch a partition from now on, or fetch it otherwise than before."""
        before = self.wanted.get(found)
        if before != wanted:
            self._nameless += (wanted.topic_id == NO_ID) - _lacks_id(before)
            self.wanted[found] = wanted
            self._changed[found] = None

    def drop(self, found: TopicPartition) -> None:
        """Do not fetch a partition any more."""
        before = self.wanted.pop(found, None)
        if before is not None:
            self._nameless -= _lacks_id(before)
            self._changed[found] = None

    # Requests

    @property
    def is_idle(self) -> bool:
        """True if the next request would neither fetch nor forget a partition."""
        return not self.wanted and (self.session_epoch == 0 or not self._sent)

    def plan(self) -> Plan:
        """Return what the next request has; it counts as sent from now on."""
        made = self._incremental() if self.session_epoch > 0 else self._full()
        self._changed.clear()
        self._names.update((wanted.topic_id, found.topic) for found, wanted in made.sent)
        return made

    def closing(self) -> Plan | None:
        """Return the request that closes the session, None if there is no session."""
        if self.session_id == 0:
            return None
        return Plan(self.session_id, FINAL_EPOCH, [], [], [], has_ids=True)

    def _full(self) -> Plan:
        self._sent = dict(self.wanted)
        self._names.clear()
        sent = list(self._sent.items())
        return Plan(self.session_id, 0, sent, [], [], has_ids=not self._nameless)

    def _incremental(self) -> Plan:
        added: list[tuple[TopicPartition, Wanted]] = []
        altered: list[tuple[TopicPartition, Wanted]] = []
        forgotten: list[tuple[TopicPartition, bytes]] = []
        replaced: list[tuple[TopicPartition, bytes]] = []
        for found in self._changed:
            wanted, before = self.wanted.get(found), self._sent.get(found)
            if wanted is None:
                if before is not None:
                    forgotten.append((found, before.topic_id))
                    del self._sent[found]
                continue
            if before is None:
                added.append((found, wanted))
            elif wanted != before:
                altered.append((found, wanted))
                if is_another(before.topic_id, wanted.topic_id):
                    replaced.append((found, before.topic_id))
            self._sent[found] = wanted
        has_ids = not self._nameless and all(topic_id != NO_ID for _, topic_id in forgotten)
        return Plan(
            self.session_id,
            self.session_epoch,
            added + altered,
            forgotten,
            replaced,
            has_ids,
        )

    # Answers

    def read(self, answer: FetchResponse, version: int) -> list[Found] | None:
        """Take an answer; returns its partitions, None if it must not be used."""
        if answer.error_code:
            is_gone = answer.error_code == ErrorCode.FETCH_SESSION_ID_NOT_FOUND
            self._begin_anew(0 if is_gone else self.session_id)
            return None
        was_full = self.session_epoch == 0
        found = self._found(answer, version)
        if was_full:
            is_throttled = not answer.responses and answer.throttle_time_ms > 0
            if is_throttled or found is None or len(found) != len(self._sent):
                self._begin_anew(0)
                return None
            self._go_on(answer.session_id, 1)
        elif found is None:
            self._begin_anew(self.session_id)
        else:
            following = 1 if self.session_epoch == EPOCH_MAX else self.session_epoch + 1
            self._go_on(answer.session_id, following)
        return found

    def lost(self) -> None:
        """Note that no answer came: whether the broker counted the request is unknown."""
        self._begin_anew(self.session_id)

    def _found(self, answer: FetchResponse, version: int) -> list[Found] | None:
        """The partitions of an answer, None if one of them was never asked for."""
        found: list[Found] = []
        for topic in answer.responses:
            name = (
                self._names.get(topic.topic_id) if version >= FETCH_TOPIC_IDS_SINCE else topic.topic
            )
            for data in topic.partitions:
                key = TopicPartition(name or "", data.partition_index)
                wanted = self._sent.get(key)
                if wanted is None or (
                    version >= FETCH_TOPIC_IDS_SINCE and wanted.topic_id != topic.topic_id
                ):
                    return None
                found.append((key, wanted, data))
        return found

    def _go_on(self, session_id: int, session_epoch: int) -> None:
        if session_id == 0:
            self._begin_anew(0)
        else:
            self.session_id, self.session_epoch = session_id, session_epoch

    def _begin_anew(self, session_id: int) -> None:
        self.session_id, self.session_epoch = session_id, 0


def _lacks_id(wanted: Wanted | None) -> bool:
    return wanted is not None and wanted.topic_id == NO_ID


def _topics(sent: Iterable[tuple[TopicPartition, Wanted]]) -> list[FetchRequest.FetchTopic]:
    """Group neighbours of a topic; the order of partitions is kept."""
    topics: list[FetchRequest.FetchTopic] = []
    last: tuple[str, bytes] | None = None
    for found, wanted in sent:
        if last != (found.topic, wanted.topic_id):
            last = (found.topic, wanted.topic_id)
            topics.append(FetchRequest.FetchTopic(topic=found.topic, topic_id=wanted.topic_id))
        topics[-1].partitions.append(
            FetchRequest.FetchPartition(
                partition=found.partition,
                current_leader_epoch=wanted.leader_epoch,
                fetch_offset=wanted.offset,
                last_fetched_epoch=wanted.last_fetched_epoch,
                log_start_offset=wanted.log_start_offset,
                partition_max_bytes=wanted.max_bytes,
            )
        )
    return topics


def _forgotten(
    forgotten: Iterable[tuple[TopicPartition, bytes]],
) -> list[FetchRequest.ForgottenTopic]:
    by_topic: dict[tuple[str, bytes], list[int]] = {}
    for found, topic_id in forgotten:
        by_topic.setdefault((found.topic, topic_id), []).append(found.partition)
    return [
        FetchRequest.ForgottenTopic(topic=name, topic_id=topic_id, partitions=partitions)
        for (name, topic_id), partitions in by_topic.items()
    ]
