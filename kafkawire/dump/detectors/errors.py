"""Errors that clients meet over and over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.dump.detectors.detector import (
    ERROR,
    RETRIES,
    Counted,
    Finding,
    Threshold,
    client_of,
    named,
    who,
)
from kafkawire.dump.detectors.naming import topics_with
from kafkawire.dump.fields.facts import NOTHING
from kafkawire.protocol.error_codes import ErrorCode

if TYPE_CHECKING:
    from kafkawire.dump.model import Exchange

ACL_WORDS: dict[int, str] = {
    ErrorCode.TOPIC_AUTHORIZATION_FAILED: "topic",
    ErrorCode.GROUP_AUTHORIZATION_FAILED: "group",
    ErrorCode.CLUSTER_AUTHORIZATION_FAILED: "the cluster",
    ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED: "transactional id",
    ErrorCode.DELEGATION_TOKEN_AUTHORIZATION_FAILED: "delegation tokens",
}

STALE: dict[int, str] = {
    ErrorCode.NOT_LEADER_OR_FOLLOWER: "which it does not lead",
    ErrorCode.FENCED_LEADER_EPOCH: "by the epoch of a leader before it",
}


class StaleLeader(Counted):
    """Requests to brokers that do not lead."""

    NAME = "stale-leader"
    SUBJECT = RETRIES
    WHAT = "a client keeps asking a broker that leads the partition no more"
    WHY = "Nothing is written or read until the client learns the leader anew."
    ADVICE = (
        "See whether the client gets metadata from all brokers, through every proxy too, and "
        "whether leadership moves to and fro."
    )
    # One or two show a client that its metadata is old; then it asks for new.
    THRESHOLDS = (
        Threshold("count", 5, "such answers on a connection"),
        Threshold("window_ms", 10_000, "within this time"),
    )
    CODES = frozenset(STALE)

    def failed(self, exchange: Exchange, code: int, now_ns: int) -> Finding | None:
        """Count such answers."""
        if not self.often_on(exchange.connection, now_ns):
            return None
        text = (
            f"{who(exchange.connection)} asks {exchange.connection.server} for "
            f"{named(topics_with(exchange, code), 'topic')}, {STALE[code]}, {self.often}"
        )
        return self.finding(text, now_ns, exchange)


class AclDenials(Counted):
    """What a client may not do."""

    NAME = "acl-denials"
    SEVERITY = ERROR
    SUBJECT = RETRIES
    WHAT = "a client is denied what it asks for"
    WHY = "It cannot work, and the tries that follow cost the brokers for nothing."
    ADVICE = "Give its principal the ACL it lacks, or stop it from asking."
    # One may be a client that tries what it may do; three a minute are tries over and over.
    THRESHOLDS = (
        Threshold("count", 3, "denials of a client"),
        Threshold("window_ms", 60_000, "within this time"),
    )
    CODES = frozenset(ACL_WORDS)

    def failed(self, exchange: Exchange, code: int, now_ns: int) -> Finding | None:
        """Count denials."""
        connection = exchange.connection
        if not self.repeats.add((*client_of(connection), code), now_ns):
            return None
        user = f" as {connection.user}" if connection.user else ""
        text = (
            f"{who(connection)}{user} is denied {exchange.api_name} of "
            f"{self._what(exchange, code)}, {self.often}"
        )
        return self.finding(text, now_ns, exchange)

    @staticmethod
    def _what(exchange: Exchange, code: int) -> str:
        word = ACL_WORDS[code]
        facts = NOTHING if exchange.request is None else exchange.request.facts
        if code == ErrorCode.TOPIC_AUTHORIZATION_FAILED:
            return named(topics_with(exchange, code), word)
        if code == ErrorCode.GROUP_AUTHORIZATION_FAILED:
            return named(facts.groups, word)
        if code == ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED:
            return named(facts.transactional_ids, word)
        return word


class UnknownTopicLoop(Counted):
    """Topics that are not there."""

    NAME = "unknown-topic-loop"
    SEVERITY = ERROR
    SUBJECT = RETRIES
    WHAT = "a client asks again and again for a topic that does not exist"
    WHY = "It waits for what never comes, and its requests burden the brokers."
    ADVICE = "Create the topic or correct its name; after a deletion restart clients that keep ids."
    # A topic that was just made is not known everywhere for a moment.
    THRESHOLDS = (
        Threshold("count", 5, "such answers to a client"),
        Threshold("window_ms", 30_000, "within this time"),
    )
    CODES = frozenset((ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.UNKNOWN_TOPIC_ID))

    def failed(self, exchange: Exchange, code: int, now_ns: int) -> Finding | None:
        """Count such answers."""
        if not self.repeats.add(client_of(exchange.connection), now_ns):
            return None
        text = (
            f"{who(exchange.connection)} asks for {named(topics_with(exchange, code), 'topic')}, "
            f"unknown to the broker, {self.often}"
        )
        return self.finding(text, now_ns, exchange)
