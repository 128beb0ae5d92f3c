"""Lookups find the broker to ask about a key: the first stage of an operation.

A lookup returns the brokers that it has already found. For other keys it asks the cluster, and
calls back. `wrong` is called when a broker answers that it is not the right one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Protocol, TypeVar

from kafkawire.client.core.calls import ANY, CONTROL, CONTROLLER, COORDINATOR, Answer, Call, Outbox
from kafkawire.client.core.find_coordinator import find_request, found_by_key
from kafkawire.client.core.view import ClusterView
from kafkawire.client.errors import ClientError, RefreshError, refusal
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.find_coordinator_response import FindCoordinatorResponse

if TYPE_CHECKING:
    from kafkawire.client.values import TopicPartition

K = TypeVar("K")
Listener = Callable[[ClusterView, ClusterView, int], None]
Found = Mapping[K, "int | ClientError"]
"""By key: the id of a broker, or why there is none."""


class Lookup(Protocol[K]):
    """Finds the brokers of keys."""

    lane: int = CONTROL
    """The connection of the requests to those brokers (`kafkawire.client.core.calls`)."""

    def find(self, keys: Iterable[K], now_ms: int, found: Callable[[Found[K], int], None]) -> None:
        """Call `found` once, now or later, with the broker of each key, or why it has none.

        A RetriableError of a key means that looking again later may help.
        """

    def wrong(self, key: K, now_ms: int) -> None:
        """Forget the broker of a key."""

    def cancel(self) -> None:
        """Do not call back any more."""
        return

    def end(self) -> None:
        """Give back what was asked for: the operation is over."""
        return


class ByKey(Lookup[K]):
    """Brokers that follow from the keys alone: ids of brokers, ANY or CONTROLLER."""

    def __init__(
        self, node_of: Callable[[K], int], on_wrong: Callable[[int], None] = lambda now_ms: None
    ) -> None:
        self._node_of = node_of
        self._on_wrong = on_wrong

    def find(self, keys: Iterable[K], now_ms: int, found: Callable[[Found[K], int], None]) -> None:
        """Find the brokers at once."""
        found({key: self._node_of(key) for key in keys}, now_ms)

    def wrong(self, key: K, now_ms: int) -> None:
        """Have the controller looked up anew. A broker stays itself."""
        self._on_wrong(now_ms)


def anyone() -> ByKey[K]:
    """Return the lookup of operations that every broker answers."""
    return ByKey(lambda key: ANY)


def controller(metadata: ClusterSource) -> ByKey[K]:
    """Return the lookup of operations that the controller answers."""
    return ByKey(lambda key: CONTROLLER, metadata.request_update)


class ClusterSource(Protocol):
    """The part of `Metadata` that lookups use."""

    view: ClusterView

    def want(self, topics: Iterable[str], now_ms: int) -> None:
        """Keep asking for topics."""

    def forget(self, topics: Iterable[str]) -> None:
        """Give back what `want` was told."""

    def request_update(self, now_ms: int) -> None:
        """Ask anew."""

    def listen(self, listener: Listener) -> None:
        """Call with each new view."""

    def unlisten(self, listener: Listener) -> None:
        """Do not call any more."""


FoundLeaders = Callable[["Found[TopicPartition]", int], None]


class Leaders(Lookup["TopicPartition"]):
    """The leaders of keys that are partitions."""

    def __init__(self, metadata: ClusterSource) -> None:
        self._metadata = metadata
        self._waiting: tuple[list[TopicPartition], FoundLeaders] | None = None
        self._wanted: set[str] = set()

    def find(self, keys: Iterable[TopicPartition], now_ms: int, found: FoundLeaders) -> None:
        """Find leaders in the view, or in the next one if the view lacks some."""
        wanted = list(keys)
        known = self._known(wanted)
        if not any(isinstance(each, RefreshError) for each in known.values()):
            found(known, now_ms)
            return
        self._waiting = wanted, found
        self._metadata.listen(self._on_view)
        topics = {key.topic for key in wanted}
        if topics <= self._metadata.view.topics.keys():
            self._metadata.request_update(now_ms)
        self._metadata.want(topics - self._wanted, now_ms)
        self._wanted |= topics

    def wrong(self, key: TopicPartition, now_ms: int) -> None:
        """Have the leaders looked up anew."""
        self._metadata.request_update(now_ms)

    def cancel(self) -> None:
        """Do not call back any more."""
        if self._waiting is not None:
            self._waiting = None
            self._metadata.unlisten(self._on_view)

    def end(self) -> None:
        """Ask for the topics of the keys no more."""
        self.cancel()
        wanted, self._wanted = self._wanted, set()
        self._metadata.forget(wanted)

    def _on_view(self, older: ClusterView, newer: ClusterView, now_ms: int) -> None:
        if self._waiting is not None:
            keys, found = self._waiting
            self.cancel()
            found(self._known(keys), now_ms)

    def _known(self, keys: Iterable[TopicPartition]) -> dict[TopicPartition, int | ClientError]:
        return {key: self._leader(key) for key in keys}

    def _leader(self, found: TopicPartition) -> int | ClientError:
        view = self._metadata.view
        topic = view.topics.get(found.topic)
        if topic is None or (not topic.error and found.partition not in topic.partitions):
            return refusal(3, str(found), api=ApiKey.METADATA)
        if topic.error:
            return refusal(topic.error, f"topic {found.topic}", api=ApiKey.METADATA)
        node = view.leader(found)
        return refusal(5, str(found), api=ApiKey.METADATA) if node is None else node.id


class Coordinators(Lookup[str]):
    """The coordinators of groups (key type 0) or transactional ids (1); remembered."""

    lane = COORDINATOR

    def __init__(self, outbox: Outbox, key_type: int, known: dict[str, int]) -> None:
        self._outbox = outbox
        self._key_type = key_type
        self._known = known
        self._call: Call | None = None

    def find(
        self, keys: Iterable[str], now_ms: int, found: Callable[[Found[str], int], None]
    ) -> None:
        """Find coordinators that are known, and ask for all others in one request."""
        wanted = list(keys)
        missing = [key for key in wanted if key not in self._known]
        if not missing:
            found({key: self._known[key] for key in wanted}, now_ms)
            return

        def done(answer: Answer, at_ms: int) -> None:
            told = _places(answer, missing)
            self._known.update({key: node for key, node in told.items() if isinstance(node, int)})
            found({key: told[key] if key in told else self._known[key] for key in wanted}, at_ms)

        self._call = Call(ApiKey.FIND_COORDINATOR, find_request(self._key_type, missing), done)
        self._outbox.send(self._call, now_ms)

    def wrong(self, key: str, now_ms: int) -> None:
        """Ask for this coordinator anew the next time."""
        self._known.pop(key, None)

    def cancel(self) -> None:
        """Withdraw the request that is under way."""
        if self._call is not None:
            self._outbox.withdraw(self._call)


def _places(answer: Answer, keys: list[str]) -> dict[str, int | ClientError]:
    """Return the coordinator of each key, or why it has none."""
    message = answer.message
    if message is None:
        assert answer.failure is not None
        return dict.fromkeys(keys, answer.failure)
    assert isinstance(message, FindCoordinatorResponse)
    return {
        key: found.node
        if not found.code
        else refusal(found.code, found.text or key, api=ApiKey.FIND_COORDINATOR, node=answer.node)
        for key, found in found_by_key(message, answer.version, keys).items()
    }
