"""Errors that clients meet over and over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.dump.detectors.detector import (
    ERROR,
    Counted,
    Finding,
    Threshold,
    client_of,
    named,
    who,
)

if TYPE_CHECKING:
    from kafkawire.dump.model import Exchange

ACL_WORDS = {
    29: "topic",
    30: "group",
    31: "the cluster",
    53: "transactional id",
    65: "delegation tokens",
}


class StaleLeader(Counted):
    """Requests to brokers that do not lead."""

    NAME = "stale-leader"
    WHAT = "a client keeps asking a broker that leads the partition no more"
    WHY = "Nothing is written or read until the client learns the leader anew."
    ADVICE = (
        "See whether the client gets metadata from all brokers, through every proxy too, and "
        "whether leadership moves to and fro."
    )
    THRESHOLDS = (
        Threshold("count", 5, "such answers on a connection"),
        Threshold("window_ms", 10_000, "within this time"),
    )
    CODES = frozenset((6, 74))

    def failed(self, exchange: Exchange, code: int, now_ns: int) -> Finding | None:
        """Count such answers."""
        if not self.often_on(exchange.connection, now_ns):
            return None
        text = (
            f"{who(exchange.connection)} asks {exchange.connection.server} for "
            f"{named(exchange.topics, 'topic')}, which it does not lead, {self.often}"
        )
        return self.finding(text, now_ns, exchange)


class AclDenials(Counted):
    """What a client may not do."""

    NAME = "acl-denials"
    SEVERITY = ERROR
    WHAT = "a client is denied what it asks for"
    WHY = "It cannot work, and the tries that follow cost the brokers for nothing."
    ADVICE = "Give its principal the ACL it lacks, or stop it from asking."
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
        facts = None if exchange.request is None else exchange.request.facts
        names = {29: exchange.topics, 30: () if facts is None else facts.groups}.get(code)
        if names is None and facts is not None and word == "transactional id":
            names = facts.transactional_ids
        return word if names is None else named(names, word)


class UnknownTopicLoop(Counted):
    """Topics that are not there."""

    NAME = "unknown-topic-loop"
    SEVERITY = ERROR
    WHAT = "a client asks again and again for a topic that does not exist"
    WHY = "It waits for what never comes, and its requests burden the brokers."
    ADVICE = "Create the topic or correct its name; after a deletion restart clients that keep ids."
    THRESHOLDS = (
        Threshold("count", 5, "such answers to a client"),
        Threshold("window_ms", 30_000, "within this time"),
    )
    CODES = frozenset((3, 100))

    def failed(self, exchange: Exchange, code: int, now_ns: int) -> Finding | None:
        """Count such answers."""
        if not self.repeats.add(client_of(exchange.connection), now_ns):
            return None
        text = (
            f"{who(exchange.connection)} asks for {named(exchange.topics, 'topic')}, unknown to "
            f"the broker, {self.often}"
        )
        return self.finding(text, now_ns, exchange)
