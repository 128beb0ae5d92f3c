"""One event after another, handed to the parts that know what it means.

What cannot be decoded is explained by no part: it has a problem, which is said, and sessions that
it may be about are no longer known for sure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from kafkawire.dump.api_names import SASL_TOKEN
from kafkawire.dump.model import ConnectionClosed, ExchangeDone, RequestSeen
from kafkawire.dump.state import sasl
from kafkawire.dump.state.clusters import Clusters
from kafkawire.dump.state.groups import Groups
from kafkawire.dump.state.member_groups import MemberGroups
from kafkawire.dump.state.negotiation import Negotiations
from kafkawire.dump.state.sessions import FetchSessions
from kafkawire.dump.state.share_sessions import ShareSessions
from kafkawire.dump.state.topics import NO_TOPICS, TopicNames
from kafkawire.dump.state.transactions import Transactions
from kafkawire.dump.state.waiting import Waiting
from kafkawire.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kafkawire.dump.model import Connection, Event, Exchange

    Part = Callable[[Exchange], None]


BY_VALUES = frozenset(
    (
        SASL_TOKEN,
        ApiKey.API_VERSIONS.value,
        ApiKey.SASL_HANDSHAKE.value,
        ApiKey.SASL_AUTHENTICATE.value,
        ApiKey.JOIN_GROUP.value,
        ApiKey.SYNC_GROUP.value,
        ApiKey.LEAVE_GROUP.value,
        ApiKey.INIT_PRODUCER_ID.value,
        ApiKey.ADD_OFFSETS_TO_TXN.value,
        ApiKey.END_TXN.value,
    )
)
"""APIs that parts read by all values; to make readers of facts as well costs a start a moment."""


class State:
    """What is known so far; `observe` annotates exchanges and connections in place."""

    def __init__(self, topic_names: Mapping[bytes, str] | None = None) -> None:
        self.topics = TopicNames(topic_names)
        self.negotiations = Negotiations()
        self.sessions = FetchSessions(self.topics)
        self.share_sessions = ShareSessions(self.topics)
        self.clusters = Clusters()
        self.groups = Groups(self.clusters)
        self.transactions = Transactions(self.topics, self.clusters)
        self.waiting = Waiting(self.topics, self.sessions, self.transactions)
        member_groups = MemberGroups(self.groups, self.topics)
        self._on_seen: dict[int, Part] = {
            ApiKey.API_VERSIONS.value: self.negotiations.seen,
            ApiKey.SASL_HANDSHAKE.value: sasl.handshake_seen,
            ApiKey.SASL_AUTHENTICATE.value: sasl.message_seen,
            SASL_TOKEN: sasl.message_seen,
            ApiKey.JOIN_GROUP.value: self.groups.join_seen,
            ApiKey.SYNC_GROUP.value: self.groups.sync_seen,
        }
        self._on_done: dict[int, Part] = {
            ApiKey.API_VERSIONS.value: self.negotiations.done,
            ApiKey.SASL_HANDSHAKE.value: sasl.handshake_done,
            ApiKey.SASL_AUTHENTICATE.value: sasl.message_done,
            SASL_TOKEN: sasl.message_done,
            ApiKey.FETCH.value: self._fetched,
            ApiKey.SHARE_FETCH.value: self.share_sessions.done,
            ApiKey.SHARE_ACKNOWLEDGE.value: self.share_sessions.done,
            ApiKey.METADATA.value: self._looked_up,
            ApiKey.DESCRIBE_CLUSTER.value: self.clusters.answered,
            ApiKey.OFFSET_FETCH.value: self.waiting.offsets_fetched,
            ApiKey.JOIN_GROUP.value: self.groups.join_done,
            ApiKey.SYNC_GROUP.value: self.groups.sync_done,
            ApiKey.HEARTBEAT.value: self.groups.heartbeat_done,
            ApiKey.LEAVE_GROUP.value: self.groups.leave_done,
            ApiKey.OFFSET_COMMIT.value: self.groups.commit_done,
            ApiKey.CONSUMER_GROUP_HEARTBEAT.value: member_groups.done,
            ApiKey.SHARE_GROUP_HEARTBEAT.value: member_groups.done,
            ApiKey.STREAMS_GROUP_HEARTBEAT.value: member_groups.done,
            ApiKey.INIT_PRODUCER_ID.value: self.transactions.init_done,
            ApiKey.ADD_PARTITIONS_TO_TXN.value: self.transactions.add_done,
            ApiKey.ADD_OFFSETS_TO_TXN.value: self.transactions.offsets_added,
            ApiKey.TXN_OFFSET_COMMIT.value: self.transactions.offsets_done,
            ApiKey.PRODUCE.value: self._produced,
            ApiKey.END_TXN.value: self.transactions.end_done,
        }

    @property
    def asked_of(self) -> frozenset[int]:
        """APIs whose requests tell it something before they are answered."""
        return frozenset(self._on_seen)

    def observe(self, event: Event) -> None:
        """Take the next event, before anybody else sees it."""
        kind = type(event)
        if kind is ExchangeDone:
            self._done(event.exchange)  # type: ignore[union-attr]  # `kind` says what it is
        elif kind is RequestSeen:
            self._seen(event.exchange)  # type: ignore[union-attr]
        elif kind is ConnectionClosed:
            self._closed(event.connection)  # type: ignore[union-attr,arg-type]

    def _seen(self, exchange: Exchange) -> None:
        request = exchange.request
        if request is None:
            return
        api_key = request.api_key
        if api_key not in NO_TOPICS:
            self.topics.annotate(exchange)
        part = self._on_seen.get(api_key)
        if part is not None:
            part(exchange)

    def _done(self, exchange: Exchange) -> None:
        message = exchange.request or exchange.message
        api_key = message.api_key
        if api_key not in NO_TOPICS:
            self.topics.annotate(exchange)
        offered = exchange.connection.ranges.get(api_key)
        if offered is not None and not offered[0] <= message.api_version <= offered[1]:
            self.negotiations.not_offered(exchange, message, offered)
        part = self._on_done.get(api_key)
        if part is None:
            return
        if not _is_decoded(exchange, api_key):
            self._not_decoded(exchange)
            return
        part(exchange)
        if exchange.group is not None:
            self.waiting.grouped(exchange)

    def _not_decoded(self, exchange: Exchange) -> None:
        """What it may have done is not known."""
        if exchange.message.api_key == ApiKey.FETCH:
            self.sessions.not_decoded(exchange)
        elif exchange.message.api_key == ApiKey.END_TXN:
            self.transactions.not_decoded(exchange)

    def _fetched(self, exchange: Exchange) -> None:
        self.sessions.done(exchange)
        self.waiting.fetched(exchange)

    def _looked_up(self, exchange: Exchange) -> None:
        self.clusters.answered(exchange)
        self.waiting.looked_up(exchange)

    def _produced(self, exchange: Exchange) -> None:
        self.transactions.produce_done(exchange)
        self.waiting.throttled(exchange)

    def _closed(self, connection: Connection) -> None:
        self.negotiations.closed(connection.number)
        self.waiting.closed(connection.number)


def _is_decoded(exchange: Exchange, api_key: int) -> bool:
    """Whether all of it that was seen could be decoded, which is tried here."""
    is_by_values = api_key in BY_VALUES
    request, response = exchange.request, exchange.response
    if request is not None:
        _ = request.values if is_by_values else request.facts
        if request.problem is not None:
            return False
    if response is not None:
        _ = response.values if is_by_values else response.facts
        return response.problem is None
    return True
