"""A Kafka cluster as a task needs it: blocking, with retries, and with one limit per operation.

Nothing happens when one is made. Its client comes from the process's pool when first needed and
goes back to it at the end of the `with` block, unless something is still awaited on it, so Ctrl-C
and failures leave nothing half-read. One `Cluster` is for one thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Self, TypeVar

from kafkawire.client.blocking import Client, Deadline, Pending, pool
from kafkawire.client.core.calls import ANY, BULK, CONTROL
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import RETRIABLE, ErrorCode
from kafkawire.protocol.message import Message
from kafkawire.spark.cluster.errors import ClusterError, OutOfTime, Refused, Unreachable, place
from kafkawire.spark.cluster.metadata import NO_LEADER, TopicInfo, TopicPartition, topic_info
from kafkawire.spark.cluster.opening import make_client
from kafkawire.spark.cluster.settings import Settings
from kafkawire.spark.cluster.telling import told_by

if TYPE_CHECKING:
    from kafkawire.spark.cluster.fetching import Fetched, FetchLimits
    from kafkawire.spark.cluster.groups import Committed
    from kafkawire.spark.cluster.producing import Producer
    from kafkawire.spark.cluster.transactions import Identity, Transaction

ANSWERS = TypeVar("ANSWERS", bound=Message)
T = TypeVar("T")
GROUP = 0
TRANSACTION = 1
_MOVED = (ErrorCode.NOT_COORDINATOR, ErrorCode.COORDINATOR_NOT_AVAILABLE)

VERSIONS: dict[int, tuple[int, int]] = {
    ApiKey.PRODUCE: (3, 11),
    ApiKey.FETCH: (4, 17),
    ApiKey.LIST_OFFSETS: (1, 9),
    ApiKey.OFFSET_COMMIT: (2, 9),
    ApiKey.OFFSET_FETCH: (2, 9),
    ApiKey.INIT_PRODUCER_ID: (0, 4),
    ApiKey.ADD_PARTITIONS_TO_TXN: (0, 3),
    ApiKey.ADD_OFFSETS_TO_TXN: (0, 3),
    ApiKey.TXN_OFFSET_COMMIT: (2, 3),
    ApiKey.END_TXN: (0, 3),
    ApiKey.LIST_TRANSACTIONS: (0, 1),
}
"""What is spoken here. Later versions of the transaction APIs belong to KIP-890's second protocol,
in which each transaction has an epoch of its own; brokers that know it serve the first as well."""


class Cluster:
    """What `settings` lead to. All methods raise ClusterError, of which OutOfTime is one."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._client: Client | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the client back; the cluster may be used again."""
        client, self._client = self._client, None
        if client is not None:
            pool.give_back(self.settings, client)

    @property
    def client(self) -> Client:
        """The client that asks the brokers; a new one if the last was interrupted."""
        if self._client is None or not self._client.runtime.is_usable:
            self._client = pool.borrow(self.settings, lambda: make_client(self.settings))
        return self._client

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
        limit = deadline or self.deadline()
        asked = None if names is None else list(names)
        return self.retried(lambda: self._topics(asked, limit, creates), limit)

    def _topics(
        self, names: list[str] | None, deadline: Deadline, creates: bool
    ) -> dict[str, TopicInfo]:
        with told_by(self.client):
            found = self.client.topics(names, deadline, creates=creates)
        return {name: topic_info(each) for name, each in found.items()}

    def nodes(self, deadline: Deadline) -> list[int]:
        """The ids of all brokers."""
        self.topics([], deadline=deadline)
        return list(self.client.view.nodes)

    def topic(self, name: str, deadline: Deadline, *, creates: bool = False) -> TopicInfo:
        """One topic of which some partition has a leader; waits for that. Raises Refused."""
        return self.retried(lambda: self._led_topic(name, deadline, creates), deadline)

    def _led_topic(self, name: str, deadline: Deadline, creates: bool) -> TopicInfo:
        info = self._topics([name], deadline, creates)[name]
        code = info.error or (
            0 if {*info.partitions.values()} - {NO_LEADER} else ErrorCode.LEADER_NOT_AVAILABLE
        )
        if code:
            raise Refused(f"{self.place(ANY, ApiKey.METADATA)} of topic {name}", code)
        return info

    def leader(self, found: TopicPartition, deadline: Deadline) -> int:
        """A partition's leader, as was told last. Raises a Refused worth retrying."""
        with told_by(self.client):
            return self.client.leader(found, deadline)

    def known(self, name: str) -> TopicInfo | None:
        """The topic as was told last."""
        found = self.client.view.topics.get(name)
        return None if found is None else topic_info(found)

    def forget_leaders(self, names: Iterable[str]) -> None:
        """Ask for these topics again when they are needed: their metadata is outdated."""
        self.client.forget(names)

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
        """A producer id; fences producers of the transactional id and aborts their transaction."""
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

    def start(  # noqa: PLR0913 - as `Call`
        self,
        request: Message | Callable[[int], Message],
        api_key: int,
        node: int,
        *,
        is_bulk: bool = False,
        has_answer: bool = True,
        timeout_ms: int | None = None,
        versions: tuple[int, int] | None = None,
    ) -> Pending:
        """Send a request to a broker and do not wait; `receive` has its answer."""
        return self.client.runtime.start(
            request,
            api_key,
            node=node,
            lane=BULK if is_bulk else CONTROL,
            versions=versions or VERSIONS[api_key],
            timeout_ms=timeout_ms,
            has_answer=has_answer,
        )

    def receive(self, pending: Pending, kind: type[ANSWERS], deadline: Deadline) -> ANSWERS:
        """The answer to what was started. Raises Unreachable and other ClusterErrors."""
        message = self.wait(pending, deadline)
        assert isinstance(message, kind)
        return message

    def wait(self, pending: Pending, deadline: Deadline) -> Message | None:
        """As `receive`; None once a request is written that has no answer."""
        with told_by(self.client):
            return self.client.runtime.wait(pending, deadline).message

    def abandon(self, pending: Pending) -> None:
        """Drop a request, or its answer."""
        self.client.runtime.abandon(pending)

    def drain(self, deadline: Deadline) -> None:
        """Wait until all requests are written. Raises Unreachable."""
        with told_by(self.client):
            self.client.runtime.drain(deadline)

    def ask(self, node: int, request: Message, kind: type[ANSWERS], deadline: Deadline) -> ANSWERS:
        """A request and its answer, once."""
        return self.receive(self.start(request, request.API_KEY, node), kind, deadline)

    def ask_coordinator(
        self,
        of: tuple[str, int],
        request: Message | Callable[[int], Message],
        kind: type[ANSWERS],
        codes: Callable[[ANSWERS], list[int]],
        deadline: Deadline,
    ) -> ANSWERS:
        """Ask the coordinator of a (key, GROUP or TRANSACTION) until no error `codes` are left.

        Coordinators move, load and are busy with the end of the transaction before; all of that
        passes. Each question here may be put twice without harm. Raises Refused and OutOfTime.
        """
        api_key = kind.API_KEY

        def ask_once() -> ANSWERS:
            with told_by(self.client):
                node = self.client.coordinator(*of, deadline)
            try:
                answer = self.receive(self.start(request, api_key, node), kind, deadline)
            except Unreachable:
                self.client.forget_coordinator(*of)
                raise
            code = next((code for code in codes(answer) if code), 0)
            if code in _MOVED:
                self.client.forget_coordinator(*of)
            if code:
                raise Refused(f"{self.place(node, api_key)} for {of[0]}", code)
            return answer

        return self.retried(ask_once, deadline)

    def locate(self, keys: list[str], key_type: int, deadline: Deadline) -> None:
        """Look up many coordinators at once where brokers can (KIP-699).

        What goes wrong with one of them is told when it is asked something. Raises Unreachable.
        """
        if keys:
            with told_by(self.client):
                self.client.locate(keys, key_type, deadline)

    def place(self, node: int, api_key: int) -> str:
        """Which request to which broker, for texts."""
        return place(self.client.address(node), api_key)

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


def is_retriable(error: ClusterError) -> bool:
    """Whether the same request may well succeed later."""
    if isinstance(error, Refused):
        return error.code in RETRIABLE
    return isinstance(error, Unreachable)
