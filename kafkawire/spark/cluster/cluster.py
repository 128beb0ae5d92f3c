"""A Kafka cluster as a task needs it: blocking, with retries, and with one limit per operation.

Nothing happens when one is made. Connections come from the process's pool when first needed and go
back to it at the end of the `with` block; those that something was still awaited on are closed, so
Ctrl-C and failures leave nothing half-read. One `Cluster` is for one thread.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar

from kafkawire.protocol.error_codes import INVALID_METADATA, RETRIABLE, ErrorCode
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.spark.cluster import pool
from kafkawire.spark.cluster.connection import Connection
from kafkawire.spark.cluster.deadline import Deadline
from kafkawire.spark.cluster.errors import ClusterError, OutOfTime, Refused, Unreachable, place
from kafkawire.spark.cluster.metadata import (
    NO_LEADER,
    Snapshot,
    TopicInfo,
    TopicPartition,
    metadata_request,
    read_metadata,
)
from kafkawire.spark.cluster.settings import Settings

if TYPE_CHECKING:
    from kafkawire.spark.cluster.coordinating import Coordinator
    from kafkawire.spark.cluster.fetching import Fetched, FetchLimits
    from kafkawire.spark.cluster.groups import Committed
    from kafkawire.spark.cluster.producing import Producer
    from kafkawire.spark.cluster.transactions import Identity, Transaction

ANSWERS = TypeVar("ANSWERS", bound=Message)
T = TypeVar("T")
Address = tuple[str, int]


class Cluster:
    """What `settings` lead to. All methods raise ClusterError, of which OutOfTime is one."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._snapshot = Snapshot({}, {}, -1)
        self._used: dict[Address, Connection] = {}
        self._coordinators: dict[tuple[str, int], Coordinator] = {}
        self._answered = settings.bootstrap[0]
        """Who answered the latest question that anybody may answer."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the connections back; the cluster may be used again."""
        for connection in self._used.values():
            pool.give_back(self.settings, connection)
        self._used.clear()

    def deadline(self, limit_ms: int | None = None) -> Deadline:
        """For an operation that begins now; `default.api.timeout.ms` unless told."""
        return Deadline(self.settings.api_timeout_ms if limit_ms is None else limit_ms)

    # What topics there are

    def topics(
        self,
        names: Iterable[str] | None = None,
        *,
        creates: bool = False,
        deadline: Deadline | None = None,
    ) -> dict[str, TopicInfo]:
        """The named topics or all of them, as a broker says; `error` tells of what is missing.

        With `creates` a broker that is configured so makes those that are missing.
        """
        request = metadata_request(names, creates=creates)
        answer = self.ask_any(request, MetadataResponse, deadline or self.deadline())
        found = read_metadata(answer)
        topics = {**self._snapshot.topics, **found.topics}
        self._snapshot = Snapshot(found.nodes, topics, found.controller_id)
        return found.topics

    def nodes(self, deadline: Deadline) -> list[Address]:
        """Where all brokers are."""
        self.topics([], deadline=deadline)
        return list(self._snapshot.nodes.values())

    def topic(self, name: str, deadline: Deadline, *, creates: bool = False) -> TopicInfo:
        """One topic of which some partition has a leader; waits for that. Raises Refused."""
        return self.retried(lambda: self._led_topic(name, deadline, creates), deadline)

    def _led_topic(self, name: str, deadline: Deadline, creates: bool) -> TopicInfo:
        info = self.topics([name], creates=creates, deadline=deadline)[name]
        code = info.error or (
            0 if {*info.partitions.values()} - {NO_LEADER} else ErrorCode.LEADER_NOT_AVAILABLE
        )
        if code:
            raise Refused(f"{self._told_by()} Metadata of topic {name}", code)
        return info

    def leader(self, found: TopicPartition, deadline: Deadline) -> Address:
        """Where a partition's leader is, as was told last. Raises a Refused worth retrying."""
        info = self._snapshot.topics.get(found.topic)
        if info is None or info.partitions.get(found.partition, NO_LEADER) == NO_LEADER:
            info = self.topics([found.topic], deadline=deadline)[found.topic]
        where = f"{self._told_by()} Metadata of {found}"
        if info.error:
            raise Refused(where, info.error)
        if found.partition not in info.partitions:
            raise Refused(where, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        address = self._snapshot.nodes.get(info.partitions[found.partition])
        if address is None:
            raise Refused(where, ErrorCode.LEADER_NOT_AVAILABLE)
        return address

    def known(self, name: str) -> TopicInfo | None:
        """The topic as was told last."""
        return self._snapshot.topics.get(name)

    def forget_leaders(self, names: Iterable[str]) -> None:
        """What is known of these topics is wrong: ask again when it is needed."""
        for name in names:
            self._snapshot.topics.pop(name, None)

    # Offsets and records

    def list_offsets(
        self,
        wanted: Mapping[TopicPartition, int],
        is_committed: bool = False,
        *,
        deadline: Deadline | None = None,
    ) -> dict[TopicPartition, int]:
        """Offsets by -1 latest, -2 earliest or a timestamp in ms; -1 where none is that late.

        One request for each leader, all at once; with `is_committed` latest is the last stable one.
        """
        from kafkawire.spark.cluster.offsets import list_offsets

        return list_offsets(self, wanted, is_committed, deadline or self.deadline())

    def fetch(
        self,
        found: TopicPartition,
        topic_id: bytes,
        start: int,
        end: int,
        *,
        is_committed: bool = False,
        limits: FetchLimits | None = None,
    ) -> Iterator[Fetched]:
        """Record batches from `start` until `end` (exclusive) is reached; see `fetching`."""
        from kafkawire.spark.cluster.fetching import Fetching, FetchLimits, Range

        asked = Range(found, topic_id, start, end, is_committed)
        limits = limits or FetchLimits.of(self.settings)
        return Fetching(self, asked, limits).answers()

    # Writing, and offsets of groups

    def init_producer_id(
        self, transactional_id: str | None = None, *, deadline: Deadline | None = None
    ) -> Identity:
        """A producer id; fences whoever has the transactional id and aborts what is open of it."""
        from kafkawire.spark.cluster.transactions import init_producer_id

        timeout_ms = self.settings.producer.transaction_timeout_ms
        return init_producer_id(self, transactional_id, timeout_ms, deadline or self.deadline())

    def transaction(self, identity: Identity) -> Transaction:
        """An identity's transaction: `add_partitions`, `add_offsets`, `commit_offsets`, `end`."""
        from kafkawire.spark.cluster.transactions import Transaction

        return Transaction(self, identity)

    def producer(self, identity: Identity | None = None) -> Producer:
        """Sends batches as the settings say; see `producing`."""
        from kafkawire.spark.cluster.producing import Producer

        return Producer(self, identity)

    def offset_fetch(
        self, group_id: str, *, is_stable: bool = True, deadline: Deadline | None = None
    ) -> dict[TopicPartition, Committed]:
        """All offsets of a group; with `is_stable` none that an open transaction may replace."""
        from kafkawire.spark.cluster.groups import offset_fetch

        return offset_fetch(self, group_id, deadline or self.deadline(), is_stable=is_stable)

    def offset_commit(
        self,
        group_id: str,
        offsets: Mapping[TopicPartition, Committed],
        *,
        deadline: Deadline | None = None,
    ) -> None:
        """Commit offsets of a group that has no members."""
        from kafkawire.spark.cluster.groups import offset_commit

        offset_commit(self, group_id, offsets, deadline or self.deadline())

    # Requests

    def connection(self, address: Address, deadline: Deadline) -> Connection:
        """The one connection that this cluster's questions to a broker go over."""
        found = self._used.get(address)
        if found is not None and found.is_idle and not found.is_alive():
            found.close()
        if found is None or not found.is_usable:
            found = self._used[address] = pool.borrow(self.settings, address, deadline)
        return found

    def ask(
        self, address: Address, request: Message, kind: type[ANSWERS], deadline: Deadline
    ) -> ANSWERS:
        """A request and its answer, once."""
        return self.connection(address, deadline).ask(request, kind, deadline)

    def ask_any(self, request: Message, kind: type[ANSWERS], deadline: Deadline) -> ANSWERS:
        """Ask whichever broker answers: known ones, then those of bootstrap.servers."""
        return self.retried(lambda: self._ask_around(request, kind, deadline), deadline)

    def coordinator(self, key: str, key_type: int) -> Coordinator:
        """Of a group or a transactional id (`coordinating`); remembered."""
        from kafkawire.spark.cluster.coordinating import Coordinator

        found = self._coordinators.get((key, key_type))
        if found is None:
            found = self._coordinators[key, key_type] = Coordinator(self, key, key_type)
        return found

    def any_connection(self, deadline: Deadline) -> Connection:
        """To whichever broker can be reached. Raises Unreachable."""
        failure: Unreachable | None = None
        for address in self._candidates():
            try:
                return self.connection(address, deadline)
            except Unreachable as error:
                failure = error
        assert failure is not None
        raise failure

    def _ask_around(self, request: Message, kind: type[ANSWERS], deadline: Deadline) -> ANSWERS:
        failure: Unreachable | None = None
        for address in self._candidates():
            try:
                answer = self.ask(address, request, kind, deadline)
                self._answered = address
                return answer
            except Unreachable as error:
                failure = error
        assert failure is not None
        raise failure

    def _candidates(self) -> list[Address]:
        """Connected ones first, so that a question costs no connection."""
        connected = [address for address, each in self._used.items() if each.is_usable]
        others = list({*self._snapshot.nodes.values()} - {*connected})
        random.shuffle(others)
        bootstrap = list(self.settings.bootstrap)
        random.shuffle(bootstrap)
        return list(dict.fromkeys([*connected, *others, *bootstrap]))

    def retried(self, attempt: Callable[[], T], deadline: Deadline) -> T:
        """Until it succeeds: what may pass, passes; raises OutOfTime with the last failure."""
        while True:
            try:
                return attempt()
            except (Unreachable, Refused) as error:
                if not is_retriable(error):
                    raise
                failure: ClusterError = error
            if not deadline.pause():
                raise OutOfTime(f"after {deadline.limit_ms} ms: {failure}") from None

    def _told_by(self) -> str:
        host, port = self._answered
        return f"{host}:{port}"


def is_retriable(error: ClusterError) -> bool:
    """Whether the same request may well succeed later."""
    if isinstance(error, Refused):
        return error.code in RETRIABLE
    return isinstance(error, Unreachable)


def is_stale(code: int) -> bool:
    """Whether the leader has to be asked for again."""
    return code in INVALID_METADATA


def refuse(address: Address, api_key: int, code: int, detail: str = "") -> None:
    """Raise Refused unless the code is 0. `detail` says what the request was about."""
    if code:
        where = place(address, api_key)
        raise Refused(f"{where} of {detail}" if detail else where, code)
