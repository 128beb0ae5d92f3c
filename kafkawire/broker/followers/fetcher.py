"""One fetcher: the partitions that this broker fetches from one leader on one connection.

    lookup      offsets of partitions that are out of range, else epochs of those that truncate
    fetch       what changed in the session since the fetch before

One request is in flight, and the next one follows its response (Kafka's `AbstractFetcherThread`).
A round looks only at partitions that have changed. A lost connection delays all partitions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple, Protocol

from kafkawire.broker.followers.epoch_requests import epoch_ends, epochs_request
from kafkawire.broker.followers.fetch_requests import fetch_request
from kafkawire.broker.followers.fetch_states import FetchState, Reason, next_state
from kafkawire.broker.followers.offset_requests import listed_offsets, offsets_request
from kafkawire.broker.followers.responses import (
    cut,
    diverging_end,
    refusal,
    take_epoch_end,
    take_fetched,
    take_offset,
)
from kafkawire.broker.nodes.purposes import Kind, Purpose
from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.core.sessions import FetchSession, Wanted
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.list_offsets_response import ListOffsetsResponse
from kafkawire.protocol.messages.offset_for_leader_epoch_response import (
    OffsetForLeaderEpochResponse,
)
from kafkawire.timers import NEVER, Timer, Timers

if TYPE_CHECKING:
    from kafkawire.broker.followers.followed_partition import FollowedPartition
    from kafkawire.broker.followers.settings import FollowerSettings, ProtocolVersions
    from kafkawire.broker.followers.throttling import ReplicationQuota
    from kafkawire.broker.replicas.replica_manager import ReplicaManager
    from kafkawire.client.values import TopicPartition
    from kafkawire.protocol.message import Message

    Done = Callable[[Answer, int], None]


class Connections(Protocol):
    """The connections to other nodes; `broker.nodes.Channels` in a broker."""

    def send(self, purpose: Purpose, call: Call, now_ms: int) -> None:
        """Send the call to `call.node`; `call.done` is never called from here."""

    def withdraw(self, call: Call) -> None:
        """Forget the call."""

    def disconnect(self, node_id: int, purpose: Purpose, why: str, now_ms: int) -> None:
        """Close a connection."""


class Surroundings(NamedTuple):
    """What all fetchers of a broker share.

    `versions` and `broker_epoch` return the present ones; both change while a broker runs.
    """

    settings: FollowerSettings
    replicas: ReplicaManager
    connections: Connections
    timers: Timers
    quota: ReplicationQuota
    versions: Callable[[], ProtocolVersions]
    broker_epoch: Callable[[], int]


class Fetcher:
    """The partitions of one leader with one fetcher number."""

    __slots__ = (
        "_call",
        "_changed",
        "_delayed",
        "_holds",
        "_purpose",
        "_searching",
        "_session",
        "_throttled",
        "_timer",
        "_truncating",
        "_with",
        "leader",
        "partitions",
    )

    def __init__(self, leader: int, number: int, surroundings: Surroundings) -> None:
        self.leader = leader
        self.partitions: dict[TopicPartition, FollowedPartition] = {}
        self._with = surroundings
        self._purpose = Purpose(Kind.FETCHER, number)
        self._session = FetchSession()
        """Wants just the partitions in the state FETCHING that are not held back."""
        self._searching: dict[TopicPartition, FollowedPartition] = {}
        self._truncating: dict[TopicPartition, FollowedPartition] = {}
        self._delayed: list[tuple[int, TopicPartition]] = []
        """A heap; entries of partitions that are not delayed any more have no effect."""
        self._throttled: dict[TopicPartition, FollowedPartition] = {}
        """Partitions in the state FETCHING that the replication quota may hold back."""
        self._holds = False
        """True while the throttled partitions are held back."""
        self._changed: dict[TopicPartition, FollowedPartition] = {}
        """Partitions whose log has changed since the request before."""
        self._call: Call | None = None
        self._timer: Timer | None = None

    # For the owner of the fetchers

    def add(self, found: FollowedPartition, now_ms: int) -> None:
        """Fetch a partition from now on; its state may be that of another fetcher."""
        assert found.owner is None, f"{found.key} has a fetcher"
        self.partitions[found.key] = found
        found.owner = self
        found.partition.listen(found)
        if found.due_ms >= now_ms:
            heappush(self._delayed, (found.due_ms, found.key))
        self._enter(found)

    def remove(self, found: FollowedPartition) -> None:
        """Do not fetch a partition any more."""
        self._leave(found)
        self._changed.pop(found.key, None)
        found.owner = None
        del self.partitions[found.key]

    def close(self, now_ms: int) -> None:
        """Forget the request in flight and its connection; all partitions have been removed."""
        assert not self.partitions, "a fetcher with partitions is closed"
        self._arm(NEVER)
        call, self._call = self._call, None
        if call is not None:
            connections = self._with.connections
            connections.withdraw(call)
            connections.disconnect(self.leader, self._purpose, "no partitions are left", now_ms)

    def note_change(self, found: FollowedPartition) -> None:
        """See `Owner.note_change`."""
        self._changed[found.key] = found

    def look_at_quota(self) -> None:
        """Follow a change of the throttled partitions; looks at all of them."""
        for found in self.partitions.values():
            if found.state is FetchState.FETCHING:
                self._want(found)

    def step(self, now_ms: int) -> None:
        """Send the next request, unless one is in flight."""
        if self._call is not None:
            return
        self._arm(NEVER)
        self._end_delays(now_ms)
        self._look_at_changed(now_ms)
        self._truncate(now_ms)
        if self._searching:
            self._search(now_ms)
        elif self._truncating and not self._with.versions().truncates_on_fetch:
            self._look_up_epochs(now_ms)
        else:
            self._fetch(now_ms)

    # States

    def _move(self, found: FollowedPartition, reason: Reason, now_ms: int) -> None:
        before = found.state
        after = next_state(before, reason)
        if after is before and after is not FetchState.FETCHING:
            return
        self._leave(found)
        found.state = after
        if after is FetchState.FAILED:
            found.why = reason
            self.remove(found)
            return
        if after in (FetchState.DELAYED, FetchState.TRUNCATION_DELAYED):
            found.due_ms = now_ms + self._with.settings.fetch_backoff_ms
            heappush(self._delayed, (found.due_ms, found.key))
        elif after is FetchState.SEARCHING:
            found.leader_end = None
        self._enter(found)

    def _enter(self, found: FollowedPartition) -> None:
        if found.state is FetchState.FETCHING:
            self._want(found)
        elif found.state is FetchState.TRUNCATING:
            self._truncating[found.key] = found
        elif found.state is FetchState.SEARCHING:
            self._searching[found.key] = found

    def _leave(self, found: FollowedPartition) -> None:
        self._session.drop(found.key)
        self._throttled.pop(found.key, None)
        self._truncating.pop(found.key, None)
        self._searching.pop(found.key, None)

    def _want(self, found: FollowedPartition) -> None:
        """Have the session fetch a partition, unless the quota holds it back (fetch B-63)."""
        quota = self._with.quota
        if quota.is_throttled(found.partition.topic_partition) and not found.is_in_sync:
            self._throttled[found.key] = found
            if self._holds:
                self._session.drop(found.key)
                return
        else:
            self._throttled.pop(found.key, None)
        self._session.want(found.key, self._wanted(found))

    def _wanted(self, found: FollowedPartition) -> Wanted:
        links = self._with
        return found.wanted(
            links.settings.fetch_max_bytes, truncates_on_fetch=links.versions().truncates_on_fetch
        )

    def _end_delays(self, now_ms: int) -> None:
        while self._delayed and self._delayed[0][0] <= now_ms:
            due_ms, key = heappop(self._delayed)
            found = self.partitions.get(key)
            if found is None or found.due_ms != due_ms:
                continue
            if found.state in (FetchState.DELAYED, FetchState.TRUNCATION_DELAYED):
                self._move(found, Reason.BACKED_OFF, now_ms)

    def _look_at_changed(self, now_ms: int) -> None:
        changed, self._changed = self._changed, {}
        for found in changed.values():
            if found.partition.deleted:
                self._move(found, Reason.BROKEN, now_ms)
                continue
            found.partition.listen(found)
            if found.state is FetchState.FETCHING and found.is_current:
                self._want(found)

    def _refuse_all(self, now_ms: int) -> None:
        for found in list(self.partitions.values()):
            self._move(found, Reason.REFUSED, now_ms)

    # Requests

    def _truncate(self, now_ms: int) -> None:
        """Truncate to the high watermark where no epochs can be compared (replication D-13)."""
        replicas = self._with.replicas
        compares = not self._with.versions().truncates_on_fetch
        for found in list(self._truncating.values()):
            if not found.is_current or (compares and found.last_fetched_epoch >= 0):
                continue
            self._move(found, cut(found, found.fetch_offset, replicas), now_ms)

    def _look_up_epochs(self, now_ms: int) -> None:
        found = list(self._truncating.values())
        request = epochs_request(found, self._with.settings.node_id)
        version = self._with.versions().epochs
        done = partial(self._epochs_found, found)
        self._send(ApiKey.OFFSET_FOR_LEADER_EPOCH, request, version, done, now_ms)

    def _search(self, now_ms: int) -> None:
        found = list(self._searching.values())
        request = offsets_request(found, self._with.settings.node_id)
        version = self._with.versions().list_offsets
        done = partial(self._offsets_found, found)
        self._send(ApiKey.LIST_OFFSETS, request, version, done, now_ms)

    def _fetch(self, now_ms: int) -> None:
        self._hold_or_release(now_ms)
        links, session = self._with, self._session
        if session.is_idle:
            self._wait(now_ms)
            return
        plan = session.plan()
        version = links.versions().fetch_version(has_topic_ids=plan.has_ids)
        request = fetch_request(plan, version, links.settings, links.broker_epoch())
        self._send(ApiKey.FETCH, request, version, self._fetched, now_ms)

    def _hold_or_release(self, now_ms: int) -> None:
        """Leave throttled partitions out while the quota is exceeded (replication D-10)."""
        holds = bool(self._throttled) and self._with.quota.is_exceeded(now_ms)
        if holds == self._holds:
            return
        self._holds = holds
        for found in list(self._throttled.values()):
            self._want(found)

    def _wait(self, now_ms: int) -> None:
        due_ms = self._delayed[0][0] if self._delayed else NEVER
        if self._holds:
            due_ms = min(due_ms, now_ms + self._with.settings.fetch_backoff_ms)
        self._arm(due_ms)

    def _arm(self, due_ms: int) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._with.timers.at(due_ms, self.step) if due_ms < NEVER else None

    def _send(self, api: int, request: Message, version: int, take: Done, now_ms: int) -> None:
        def done(answer: Answer, now_ms: int) -> None:
            self._call = None
            take(answer, now_ms)
            self.step(now_ms)

        self._call = Call(
            api,
            request,
            done,
            node=self.leader,
            timeout_ms=self._with.settings.socket_timeout_ms,
            versions=(version, version),
        )
        self._with.connections.send(self._purpose, self._call, now_ms)

    # Responses

    def _fetched(self, answer: Answer, now_ms: int) -> None:
        """Take the response to a fetch; a refused session begins anew at once (D-8)."""
        response = answer.message
        if not isinstance(response, FetchResponse):
            self._session.lost()
            self._refuse_all(now_ms)
            return
        read = self._session.read(response, answer.version)
        if response.error_code == ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR:
            self._refuse_all(now_ms)
        for key, wanted, data in read or ():
            self._take(key, wanted, data, now_ms)

    def _take(
        self,
        key: TopicPartition,
        wanted: Wanted,
        data: FetchResponse.PartitionData,
        now_ms: int,
    ) -> None:
        """Take one partition, unless it has changed since the request (fetch G-44).

        The leader's session counts a response that is not taken as read: as in Kafka, the high
        watermark of an idle partition then stays behind until it moves again.
        """
        found = self.partitions.get(key)
        if found is None or not _is_expected(found, wanted):
            return
        links = self._with
        leader = diverging_end(data) if links.versions().truncates_on_fetch else None
        if leader is not None:
            cut_reason = take_epoch_end(found, leader, links.replicas)
            self._move(found, cut_reason, now_ms)
            return
        size = len(data.records or b"")
        if size and links.quota.is_throttled(found.partition.topic_partition):
            links.quota.record(size, now_ms)
        taken = take_fetched(found, data, links.replicas, now_ms)
        if taken is not None:
            self._move(found, taken, now_ms)
            return
        if size:  # behind the others, for leaders without sessions (fetch G-48)
            self._session.drop(key)
        self._want(found)

    def _epochs_found(self, asked: list[FollowedPartition], answer: Answer, now_ms: int) -> None:
        response = answer.message
        is_read = isinstance(response, OffsetForLeaderEpochResponse)
        ends = epoch_ends(response) if is_read else {}  # type: ignore[arg-type]
        for found in asked:
            if self._truncating.get(found.key) is not found or not found.is_current:
                continue
            code, leader = ends.get(found.key, (int(ErrorCode.UNKNOWN_SERVER_ERROR), None))
            reason = refusal(code)
            if reason is None and leader is not None:
                reason = take_epoch_end(found, leader, self._with.replicas)
            self._move(found, reason or Reason.REFUSED, now_ms)

    def _offsets_found(self, asked: list[FollowedPartition], answer: Answer, now_ms: int) -> None:
        response = answer.message
        is_read = isinstance(response, ListOffsetsResponse)
        offsets = listed_offsets(response) if is_read else {}  # type: ignore[arg-type]
        for found in asked:
            if self._searching.get(found.key) is not found or not found.is_current:
                continue
            code, offset = offsets.get(found.key, (int(ErrorCode.UNKNOWN_SERVER_ERROR), -1))
            reason = refusal(code) or take_offset(found, offset, self._with.replicas)
            if reason is not None:
                self._move(found, reason, now_ms)


def _is_expected(found: FollowedPartition, wanted: Wanted) -> bool:
    """Return True if a response to `wanted` may change the partition."""
    return (
        found.state is FetchState.FETCHING
        and found.fetch_offset == wanted.offset
        and found.leader_epoch == wanted.leader_epoch
        and found.is_current
    )
