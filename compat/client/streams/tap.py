"""Records the requests of one driver: wire-dump's proxy in front of the brokers, and its engine.

A workload goes on with its next step when the consumers are quiet. A consumer is quiet if all its
requests but fetches and heartbeats have their responses, and it has sent `QUIET_FETCHES` fetches to
each broker that changed nothing, or nothing at all for `SILENCE_S`. So both clients meet each step
in the same state, and their requests can be compared one by one.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import NamedTuple

from compat.client.streams.quiet import QUIET_APIS, is_quiet
from compat.tapped import Tapped
from kafkawire.dump.model import Event, Exchange, ExchangeDone, RequestSeen
from kafkawire.protocol.api_keys import ApiKey
from tests.support.suite.patience import patient

QUIET_FETCHES = 2
SILENCE_S = patient(0.6)
SETTLE_S_MAX = patient(30.0)
FETCH = ApiKey.FETCH.value


class NotQuiet(Exception):
    """Consumers did not become quiet in time."""


class Session(NamedTuple):
    """A fetch session as its newest request shows it."""

    session_id: int
    epoch: int
    port: int
    """Of the proxy's listener for this broker."""


class Seen(NamedTuple):
    """A request, and when the tap saw it."""

    exchange: Exchange
    at_s: float


class Tap(Tapped):
    """The proxy before brokers, and all exchanges that passed, for as long as a block lasts."""

    def __init__(self, brokers: Sequence[str]) -> None:
        super().__init__(*brokers)
        self._lock = threading.Lock()
        self._seen: list[Seen] = []
        self._open: set[int] = set()
        """Numbers of exchanges that may still be answered."""

    @property
    def exchanges(self) -> list[Exchange]:
        """All requests so far, in the order in which they passed."""
        with self._lock:
            return [each.exchange for each in self._seen]

    def settle(self, clients: Sequence[str]) -> None:
        """Wait until these consumers are quiet. Raises NotQuiet."""
        begun_s = time.monotonic()
        while not all(self._is_quiet(client, begun_s) for client in clients):
            if time.monotonic() - begun_s > SETTLE_S_MAX:
                raise NotQuiet(f"{', '.join(clients)}: still sending after {SETTLE_S_MAX:.0f} s")
            time.sleep(0.01)

    def session(self, client: str) -> Session:
        """Return the session of a consumer that fetches from one broker."""
        with self._lock:
            found = [each.exchange for each in self._seen if _is_of(each, client, FETCH)]
        newest = found[-1]
        request = newest.request
        assert request is not None
        session_id = request.values.get("sessionId", 0)
        if newest.response is not None:
            session_id = newest.response.values["sessionId"]
        return Session(session_id, request.values["sessionEpoch"], newest.connection.server.port)

    def _is_quiet(self, client: str, begun_s: float) -> bool:
        with self._lock:
            seen = [each for each in self._seen if each.exchange.client_id == client]
            is_open = any(
                each.exchange.number in self._open
                for each in seen
                if each.exchange.message.api_key not in QUIET_APIS
            )
        loud = [each for each in seen if not _is_quiet(each)]
        since_s = max(begun_s, loud[-1].at_s if loud else 0.0)
        ports = {each.exchange.connection.server.port for each in seen if _is_fetch(each)}
        return not is_open and all(_is_idle(seen, port, since_s) for port in ports or {0})

    def _take(self, event: Event) -> None:
        with self._lock:
            if isinstance(event, RequestSeen):
                self._seen.append(Seen(event.exchange, time.monotonic()))
                self._open.add(event.exchange.number)
            if isinstance(event, ExchangeDone):
                self._open.discard(event.exchange.number)


def _is_idle(seen: Sequence[Seen], port: int, since_s: float) -> bool:
    """Whether a consumer has gone round in its session with a broker, or sends it nothing."""
    at_s = [
        each.at_s
        for each in seen
        if _is_fetch(each) and each.exchange.connection.server.port == port
    ]
    if sum(1 for each in at_s if each > since_s) >= QUIET_FETCHES:
        return True
    return time.monotonic() - max([since_s, *at_s]) > SILENCE_S


def _is_of(seen: Seen, client: str, api_key: int) -> bool:
    return seen.exchange.client_id == client and seen.exchange.message.api_key == api_key


def _is_fetch(seen: Seen) -> bool:
    return seen.exchange.message.api_key == FETCH


def _is_quiet(seen: Seen) -> bool:
    request = seen.exchange.request
    return request is None or is_quiet(request)
