"""Habits of clients of any kind: connections, versions, metadata, quotas."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from kafkawire.dump.api_names import api_name
from kafkawire.dump.detectors.counting import KEYS_MAX, MS, Silence
from kafkawire.dump.detectors.detector import (
    INFO,
    LATENCY,
    OF_BROKER,
    Counted,
    Detector,
    Finding,
    Threshold,
    client_of,
    seconds,
    who,
)
from kafkawire.dump.state.memory import Memory
from kafkawire.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kafkawire.dump.model import Connection, Exchange

DIGITS = "0123456789"


class MixedVersions(Detector):
    """One client id, several builds."""

    NAME = "mixed-api-versions"
    SEVERITY = INFO
    SCOPE = OF_BROKER
    WHAT = "instances under one client id speak different versions of an API to one broker"
    WHY = "Some run with another client library, so they behave and fail differently."
    ADVICE = "Finish the rollout, or find the instance with the other library and update it."
    # A client may try an older version once; who has sent three speaks it.
    THRESHOLDS = (
        Threshold("requests", 3, "in each of two versions"),
        Threshold("window_ms", 600_000, "within this time"),
    )
    # Of these the version follows from the library alone, not from what is asked.
    APIS = frozenset(
        key.value
        for key in (
            ApiKey.METADATA,
            ApiKey.FIND_COORDINATOR,
            ApiKey.JOIN_GROUP,
            ApiKey.HEARTBEAT,
            ApiKey.LEAVE_GROUP,
            ApiKey.SYNC_GROUP,
        )
    )

    def start(self) -> None:
        """By client id, broker and API: version, requests in it, connection, time; two of it."""
        self._known: Memory[Hashable, tuple[tuple[int, int, int, int], ...]] = Memory(KEYS_MAX)
        self._window_ns = self.at("window_ms") * MS
        self._enough = self.at("requests")
        self._silence = Silence(3_600_000)

    def exchange(self, exchange: Exchange, now_ns: int) -> Finding | None:
        """Count requests by version."""
        request, connection = exchange.request, exchange.connection
        if request is None or not connection.client_id:
            return None
        key = (connection.client_id, connection.server, request.api_key)
        version, number = request.api_version, connection.number
        count, other = 1, None
        for each in self._known.get(key, ()):
            if each[3] >= now_ns - self._window_ns:
                if each[0] == version:
                    count += each[1]
                elif each[2] != number:
                    other = each
        latest = (version, count, number, now_ns)
        self._known.keep(key, (latest,) if other is None else (other, latest))
        if other is None or min(count, other[1]) < self._enough:
            return None
        if not self._silence.breaks(connection.client_id, now_ns):
            return None
        low, high = sorted((version, other[0]))
        text = (
            f"clients called {connection.client_id} speak {api_name(request.api_key)} in "
            f"versions {low} and {high} to {connection.server}"
        )
        return self.finding(text, now_ns, exchange)


class InstanceLeak(Detector):
    """Clients that are made and not closed."""

    NAME = "instance-leak"
    WHAT = "a host has ever more open connections to a broker under one kind of client id"
    WHY = "Clients that are made and not closed hold threads, buffers, sockets, and quotas."
    ADVICE = "Close clients (try-with-resources), or share one; count them where they are made."
    # A client has two or three to a broker, so that twenty are of seven clients or more.
    THRESHOLDS = (Threshold("connections", 20, "open at once to one broker"),)
    APIS = frozenset((ApiKey.API_VERSIONS.value, ApiKey.METADATA.value))
    SEES_CLOSING = True

    def start(self) -> None:
        """Which connections are open, and how many by client."""
        self._open: Memory[int, Hashable] = Memory(KEYS_MAX)
        self._counts: dict[Hashable, int] = {}
        self._silence = Silence()

    def exchange(self, exchange: Exchange, now_ns: int) -> Finding | None:
        """Count a connection when it begins to talk."""
        connection = exchange.connection
        if connection.number in self._open or connection.closed_ns is not None:
            return None
        key = self._key(connection)
        lost = self._open.keep(connection.number, key)
        if lost is not None:
            self._drop(lost)
        count = self._counts[key] = self._counts.get(key, 0) + 1
        if count < self.at("connections") or not self._silence.breaks(key, now_ns):
            return None
        text = (
            f"{who(connection)} and its like have {count} open connections to {connection.server}"
        )
        return self.finding(text, now_ns, exchange)

    def closed(self, connection: Connection) -> Finding | None:
        """Count it no more."""
        key = self._open.pop(connection.number, None)
        if key is not None:
            self._drop(key)
        return None

    def _drop(self, key: Hashable) -> None:
        self._counts[key] -= 1
        if not self._counts[key]:
            del self._counts[key]

    @staticmethod
    def _key(connection: Connection) -> Hashable:
        """Libraries number the ids that they make up: `producer-1`, `producer-2`."""
        kind = (connection.client_id or "").rstrip(DIGITS)
        return connection.client.host, kind, connection.server


class ShortSaslSession(Detector):
    """Sessions that end soon after they began."""

    NAME = "short-sasl-session"
    WHAT = "a SASL session is so short that the client must log in again all the time"
    WHY = "Each login costs round trips and work at the broker, and a late one cuts connections."
    ADVICE = "Raise connections.max.reauth.ms of the brokers, or the lifetime of the tokens."
    # Tokens live for minutes to hours.
    THRESHOLDS = (Threshold("lifetime_ms", 60_000, "of a session, and less is short"),)
    APIS = frozenset((ApiKey.SASL_AUTHENTICATE.value,))

    def start(self) -> None:
        """Say it once in a while."""
        self._silence = Silence()

    def exchange(self, exchange: Exchange, now_ns: int) -> Finding | None:
        """Look at the lifetime; 0 is for ever."""
        response = exchange.response
        if response is None:
            return None
        lifetime_ms = response.values.get("sessionLifetimeMs", 0)
        if not 0 < lifetime_ms < self.at("lifetime_ms"):
            return None
        if not self._silence.breaks(client_of(exchange.connection), now_ns):
            return None
        text = f"the SASL session of {who(exchange.connection)} lasts {seconds(lifetime_ms)} only"
        return self.finding(text, now_ns, exchange)


class MetadataStorm(Counted):
    """Metadata over and over."""

    NAME = "metadata-storm"
    WHAT = "a client asks for metadata over and over"
    WHY = "Metadata of many topics is dear to make, send and read, for every broker asked."
    ADVICE = (
        "Look for topics that do not exist and for clients made anew; leave metadata.max.age.ms at "
        "minutes."
    )
    # A client that looks for a leader asks some ten times a second, for a second or so.
    THRESHOLDS = (
        Threshold("count", 30, "requests of a client"),
        Threshold("window_ms", 10_000, "within this time"),
    )
    APIS = frozenset((ApiKey.METADATA.value,))

    def exchange(self, exchange: Exchange, now_ns: int) -> Finding | None:
        """Count requests."""
        if not self.repeats.add(client_of(exchange.connection), now_ns):
            return None
        text = f"{who(exchange.connection)} asked for metadata {self.often}"
        return self.finding(text, now_ns, exchange)


class Throttling(Counted):
    """Answers that a quota holds up."""

    NAME = "throttling"
    SUBJECT = LATENCY
    WHAT = "a quota slows a client down"
    WHY = "Its requests wait, so its throughput falls and its lag or its queue grows."
    ADVICE = "Raise the client's quota (kafka-configs), or let it send and fetch less."
    # A burst may pass its quota once.
    THRESHOLDS = (
        Threshold("count", 5, "throttled answers to a client"),
        Threshold("window_ms", 60_000, "within this time"),
    )
    SEES_THROTTLING = True

    def throttled(self, exchange: Exchange, throttle_ms: int, now_ns: int) -> Finding | None:
        """Count answers with a throttle time above 0."""
        if not self.repeats.add(client_of(exchange.connection), now_ns):
            return None
        text = (
            f"{who(exchange.connection)} is throttled {self.often}, now by {seconds(throttle_ms)} "
            f"in {exchange.api_name}"
        )
        return self.finding(text, now_ns, exchange)
