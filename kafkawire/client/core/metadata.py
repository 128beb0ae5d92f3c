"""The newest view of the cluster, and the requests for a newer one.

At most one request is in flight. New topics are requested at once and alone; all others with the
next full update, which comes on request and when the view is `max_age_ms` old. A request is
answered by whichever broker has least to do. After a failure, and after an answer that changed
nothing although a change was expected, the next request waits for a back-off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.backoff import Backoff
from kafkawire.client.core.calls import Answer, Call, Outbox
from kafkawire.client.core.controllers import VERSIONS as CONTROLLER_VERSIONS
from kafkawire.client.core.controllers import as_metadata, controllers_request
from kafkawire.client.core.merging import Hint, is_same, merged, with_leaders
from kafkawire.client.core.view import NO_NODE, ClusterView, Node
from kafkawire.client.errors import RefreshError, refusal
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.describe_cluster_response import DescribeClusterResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.timers import Timer, Timers

if TYPE_CHECKING:
    from random import Random

    from kafkawire.client.values import TopicPartition

Listener = Callable[[ClusterView, ClusterView, int], None]
"""Gets the view before, the view now, and now_ms."""


class MetadataOptions(NamedTuple):
    """Kafka's options of the same names."""

    metadata_max_age_ms: int = 300_000
    retry_backoff_ms: int = 100
    retry_backoff_max_ms: int = 1000
    allow_auto_create_topics: bool = True
    metadata_recovery_rebootstrap_trigger_ms: int | None = None
    """None: the client never begins anew since metadata does not come."""
    asks_controllers: bool = False
    """Whether the bootstrap addresses are controllers, which describe themselves."""


class Metadata:
    """Owns the view of the cluster."""

    def __init__(
        self, options: MetadataOptions, outbox: Outbox, timers: Timers, random: Random
    ) -> None:
        self.view = ClusterView()
        self._options = options
        self._outbox = outbox
        self._timers = timers
        self._backoff = Backoff(options.retry_backoff_ms, options.retry_backoff_max_ms, random)
        self._listeners: list[Listener] = []
        self._wanted: dict[str, int] = {}
        """The number of `want` calls of each topic without a `forget`."""
        self._new: dict[str, None] = {}
        """Topics that were never asked for."""
        self._wants_all = False
        self._is_stale = False
        """Whether a full update was asked for and has not come."""
        self._call: Call | None = None
        self._earliest_ms = 0
        """Before it no request is sent."""
        self._updated_ms = 0
        """Time of the last full update."""
        self._timer: Timer | None = None
        self._missing_since_ms: int | None = None
        """Time of the first request after the last response; None if there is no such request."""
        self.on_rebootstrap: Callable[[int], None] = lambda now_ms: None
        """Called when the client has to begin again with the bootstrap addresses."""
        self.last_failure: Exception | None = None
        """Why the last request failed; None after a response."""

    @property
    def asks_controllers(self) -> bool:
        """Whether the nodes of the view are controllers."""
        return self._options.asks_controllers

    def age_ms(self, now_ms: int) -> int:
        """Return how old the newest full update is."""
        return now_ms - self._updated_ms

    # What is wanted

    def want(self, topics: Iterable[str], now_ms: int) -> None:
        """Keep asking for these topics, at once for those that are new.

        Each topic is requested until `forget` was called for it as often as `want`.
        """
        for topic in topics:
            if topic not in self._wanted:
                self._new[topic] = None
            self._wanted[topic] = self._wanted.get(topic, 0) + 1
        self._ask(now_ms)

    def want_all(self, now_ms: int) -> None:
        """Ask for all topics from now on: a pattern is matched against their names."""
        if not self._wants_all:
            self._wants_all = True
            self.request_update(now_ms)

    def want_named(self) -> None:
        """Ask for the topics of `want` only, from the next request on."""
        self._wants_all = False

    def forget(self, topics: Iterable[str]) -> None:
        """End `want` of these topics; the next full update leaves out topics without a `want`."""
        for topic in topics:
            self._wanted[topic] -= 1
            if not self._wanted[topic]:
                del self._wanted[topic]
                self._new.pop(topic, None)

    def request_update(self, now_ms: int) -> None:
        """Ask anew, since the view is wrong; after a back-off if that was so before."""
        self._is_stale = True
        self._ask(now_ms)

    def listen(self, listener: Listener) -> None:
        """Call the listener with each new view, after those that listen already."""
        self._listeners.append(listener)

    def unlisten(self, listener: Listener) -> None:
        """Do not call the listener any more."""
        self._listeners.remove(listener)

    # What others have learned

    def leader_hints(self, hints: Iterable[Hint], nodes: Iterable[Node], now_ms: int) -> None:
        """Apply newer leaders that an answer names (KIP-951); ask for an update all the same."""
        newer = with_leaders(self.view, hints, nodes)
        if newer is not self.view:
            self._replace(newer, now_ms)
            self.request_update(now_ms)

    def seen_epoch(self, partition: TopicPartition, epoch: int, now_ms: int) -> None:
        """Ask for an update if the epoch is newer; until it comes there is no usable leader."""
        newer = with_leaders(self.view, [Hint(partition, NO_NODE, epoch)])
        if newer is not self.view:
            self._replace(newer, now_ms)
            self.request_update(now_ms)

    def start_over(self, now_ms: int) -> None:
        """Forget brokers and leaders and ask the bootstrap addresses (KIP-899)."""
        if self._call is not None:
            self._outbox.withdraw(self._call)
            self._call = None
        self._backoff.reset()
        self._earliest_ms = 0
        self._missing_since_ms = None
        self._replace(ClusterView(self.view.version + 1), now_ms)
        self.request_update(now_ms)

    # Asking

    def _ask(self, now_ms: int) -> None:
        """Send the request that is due, or set a timer for it."""
        if self._call is not None:
            return
        due_ms = self._due_ms()
        if due_ms > now_ms:
            self._ask_at(due_ms)
            return
        is_partial = not self._is_stale and bool(self._new) and not self._is_old(now_ms)
        names = (
            None
            if self._wants_all and not is_partial
            else list(self._new if is_partial else self._wanted)
        )
        self._is_stale = False
        self._new.clear()
        if self._missing_since_ms is None:
            self._missing_since_ms = now_ms
        self._call = self._made(names, is_partial=is_partial)
        self._outbox.send(self._call, now_ms)

    def _made(self, names: list[str] | None, *, is_partial: bool) -> Call:
        def done(answer: Answer, now_ms: int) -> None:
            self._answered(answer, now_ms, names, is_partial=is_partial)

        if self._options.asks_controllers:
            request = controllers_request()
            return Call(ApiKey.DESCRIBE_CLUSTER, request, done, versions=CONTROLLER_VERSIONS)
        creates = self._options.allow_auto_create_topics
        versions = (0 if creates else 4, 13)
        return Call(ApiKey.METADATA, _request(names, creates=creates), done, versions=versions)

    def _ask_at(self, due_ms: int) -> None:
        timer = self._timer
        if timer is not None and timer.callback is not None:
            if timer.deadline_ms == due_ms:
                return
            timer.cancel()
        self._timer = self._timers.at(due_ms, self._ask)

    def _due_ms(self) -> int:
        if self._is_stale or self._new:
            return self._earliest_ms
        return max(self._earliest_ms, self._updated_ms + self._options.metadata_max_age_ms)

    def _is_old(self, now_ms: int) -> bool:
        return now_ms >= self._updated_ms + self._options.metadata_max_age_ms

    def _answered(
        self, answer: Answer, now_ms: int, names: list[str] | None, *, is_partial: bool
    ) -> None:
        self._call = None
        message = answer.message
        if isinstance(message, DescribeClusterResponse):
            message = as_metadata(message)
        if message is None:
            self.last_failure = answer.failure
            self._again(names, now_ms, is_partial=is_partial)
            self._begin_anew(now_ms)
            return
        assert isinstance(message, MetadataResponse)
        self.last_failure = None
        self._missing_since_ms = None
        if message.error_code == ErrorCode.REBOOTSTRAP_REQUIRED:
            self._again(names, now_ms, is_partial=is_partial)
            self.on_rebootstrap(now_ms)
            return
        if not is_partial:
            self._updated_ms = now_ms
        newer = merged(self.view, message, answer.version, is_partial=is_partial)
        is_same_as_before = is_same(self.view, newer)
        if not is_same_as_before:
            self._backoff.reset()
        has_trouble = _has_trouble(message)
        if is_same_as_before or has_trouble:
            self._earliest_ms = now_ms + self._backoff.next_ms()
        self._is_stale = has_trouble or self._is_stale
        self._replace(newer, now_ms)
        self._ask(now_ms)

    def _again(self, names: list[str] | None, now_ms: int, *, is_partial: bool) -> None:
        """Ask for the same after a back-off."""
        if is_partial:
            self._new.update(dict.fromkeys(each for each in names or () if each in self._wanted))
        else:
            self._is_stale = True
        self._earliest_ms = now_ms + self._backoff.next_ms()
        self._ask(now_ms)

    def _begin_anew(self, now_ms: int) -> None:
        """Ask the bootstrap addresses if metadata does not come for too long (KIP-1102)."""
        since_ms = self._missing_since_ms
        limit_ms = self._options.metadata_recovery_rebootstrap_trigger_ms
        if since_ms is not None and limit_ms is not None and now_ms - since_ms >= limit_ms:
            self.on_rebootstrap(now_ms)

    def _replace(self, newer: ClusterView, now_ms: int) -> None:
        older, self.view = self.view, newer
        if newer is not older:
            for listener in tuple(self._listeners):
                listener(older, newer, now_ms)


def _request(names: list[str] | None, *, creates: bool) -> Callable[[int], MetadataRequest]:
    def make(version: int) -> MetadataRequest:
        topics = (
            None
            if names is None
            else [MetadataRequest.MetadataRequestTopic(name=name) for name in names]
        )
        return MetadataRequest(topics=topics, allow_auto_topic_creation=creates)

    return make


def _has_trouble(answer: MetadataResponse) -> bool:
    """Whether a topic or a partition has an error that a newer answer may not have."""
    return any(
        _may_pass(topic.error_code) or any(_may_pass(each.error_code) for each in topic.partitions)
        for topic in answer.topics
    )


def _may_pass(code: int) -> bool:
    return bool(code) and isinstance(refusal(code), RefreshError)
