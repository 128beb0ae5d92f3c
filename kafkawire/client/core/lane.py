"""A way to one broker: the connection that is there, or is being made, and the calls that wait.

    IDLE        not wanted
    RESOLVING   the shell looks up the name
    CONNECTING  the shell connects to one of the addresses, TLS included
    CONNECTED   there is a connection (`connection` has its states)
    THROTTLED   connected, and silent as long as the broker asked for (KIP-219)
    BACKOFF     the last attempt failed; the next one has to wait

A lane puts work for the shell into `wishes`, and finished calls into `ended`; its network takes
both. If an attempt to connect fails, the calls that waited for it fail, too: metadata may name
another broker meanwhile. Their owners try again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.backoff import Backoff
from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.core.connection import Connection, Identity, Sent, State
from kafkawire.client.core.throttling import throttle_ms
from kafkawire.client.core.wire import Link, Login, Wire
from kafkawire.client.errors import (
    AuthenticationError,
    ClientError,
    ConnectionLost,
    RequestTimedOut,
    UnreadableAnswer,
    UnsupportedVersion,
)
from kafkawire.protocol.errors import EncodeError
from kafkawire.timers import NEVER

if TYPE_CHECKING:
    from random import Random

    from kafkawire.client.core.wire import Watcher

Address = tuple[str, int]


class Phase(Enum):
    """See the module's docstring."""

    IDLE = "idle"
    RESOLVING = "resolving"
    CONNECTING = "connecting"
    CONNECTED = "connected"
    THROTTLED = "throttled"
    BACKOFF = "backing off"


class Wish(Enum):
    """Work of the shell for a lane."""

    RESOLVE = "resolve"
    CONNECT = "connect"
    CLOSE = "close"


class LaneOptions(NamedTuple):
    """Kafka's options of the same names, in milliseconds."""

    request_timeout_ms: int = 30_000
    connections_max_idle_ms: int = 540_000
    socket_connection_setup_timeout_ms: int = 10_000
    socket_connection_setup_timeout_max_ms: int = 30_000
    reconnect_backoff_ms: int = 50
    reconnect_backoff_max_ms: int = 1000
    in_flight_max: int = 1 << 30
    """Requests without an answer on a connection (max.in.flight.requests.per.connection)."""


class Lane:
    """One target. `node_id` is negative for a bootstrap address."""

    def __init__(
        self,
        target: Address,
        node_id: int,
        identity: Identity,
        options: LaneOptions,
        random: Random,
        watchers: Sequence[Watcher] = (),
    ) -> None:
        self.target = target
        self.node_id = node_id
        self.phase = Phase.IDLE
        self.connection: Connection | None = None
        self.wishes: list[Wish] = []
        self.ended: list[tuple[Call, Answer]] = []
        self.failure: ClientError | None = None
        """Why the last attempt failed; None once one succeeded."""
        self.is_unresolvable = False
        """Whether the name had no addresses at the last attempt."""
        self.was_lost = False
        """Whether a connection that was established has failed; its network resets it."""
        self.tried_ms = -1
        """Time at which the last attempt began."""
        self._identity = identity
        self._options = options
        self._watchers = watchers
        self._wire: Wire | None = None
        """The connection as watchers see it; None without a connection."""
        self._backoff = Backoff(
            options.reconnect_backoff_ms, options.reconnect_backoff_max_ms, random
        )
        self._setup = Backoff(
            options.socket_connection_setup_timeout_ms,
            options.socket_connection_setup_timeout_max_ms,
            random,
        )
        self._waiting: deque[Call] = deque()
        self._addresses: deque[Address] = deque()
        self._until_ms = NEVER
        """Time at which the phase ends without an event."""
        self._used_ms = 0
        self._began_again_ms = 0
        """When the last authentication of a connection that was authenticated before began."""

    # What the network looks at

    @property
    def is_ready(self) -> bool:
        """Whether a call would be written at once."""
        connection = self.connection
        return (
            self.phase is Phase.CONNECTED
            and connection is not None
            and connection.state is State.READY
            and len(connection.in_flight) < self._options.in_flight_max
        )

    @property
    def load(self) -> int:
        """The number of calls of the lane, written or not."""
        written = 0 if self.connection is None else len(self.connection.in_flight)
        return written + len(self._waiting)

    def is_blacked_out(self, now_ms: int) -> bool:
        """Return whether no attempt may begin yet."""
        return self.phase is Phase.BACKOFF and now_ms < self._until_ms

    def next_deadline_ms(self) -> int:
        """Return when `tick` has something to do."""
        found = self._until_ms
        connection = self.connection
        if connection is not None:
            found = min(found, connection.next_timeout_ms() or NEVER)
            if not self.load:
                found = min(found, self._used_ms + self._options.connections_max_idle_ms)
        return found

    # Calls

    def send(self, call: Call, now_ms: int) -> None:
        """Write the call, or have it wait for the connection."""
        self._waiting.append(call)
        if self.connection is not None:
            self._write(now_ms)
        elif not self.is_blacked_out(now_ms):
            self._open(now_ms)

    def close(self, now_ms: int) -> None:
        """Close the connection; calls end as lost."""
        self._end(ConnectionLost(f"the connection to {self._name()} was closed"), now_ms)
        self.phase, self._until_ms = Phase.IDLE, NEVER

    # Doors for the shell

    def resolved(self, addresses: Sequence[Address], why: str, now_ms: int) -> None:
        """Take the addresses of the name, or the reason why there are none."""
        if self.phase is not Phase.RESOLVING:
            return
        self.is_unresolvable = not addresses
        if not addresses:
            self._failed(ConnectionLost(f"{self._name()} cannot be resolved: {why}"), now_ms)
            return
        self._addresses = deque(addresses)
        self._connect(now_ms)

    def address(self) -> Address:
        """Return the address that the shell is to connect to."""
        return self._addresses[0]

    def connected(self, now_ms: int) -> None:
        """Begin to negotiate on a connection that the shell has made."""
        if self.phase is Phase.CONNECTING:
            self.phase, self._until_ms = Phase.CONNECTED, NEVER
            self._used_ms = now_ms
            self._setup.reset()
            self._wire = Wire(Link(self.node_id, *self.target), self._watchers)
            self._wire.opened(now_ms)
            self.connection = Connection(
                self._identity, self._options.request_timeout_ms, now_ms, self._wire
            )
            if self.is_ready:
                self._became_ready(State.NEGOTIATING, now_ms)
                self._write(now_ms)

    def lost(self, why: str, now_ms: int) -> None:
        """End the connection, or the attempt to connect, as failed; unless it has ended already."""
        if self.phase in (Phase.IDLE, Phase.BACKOFF):
            return
        if self.phase is Phase.CONNECTING:
            self._addresses.popleft()
            if self._addresses:
                self._connect(now_ms)
                return
        self._failed(ConnectionLost(f"{self._name()}: {why}"), now_ms)

    def refused(self, error: ClientError, now_ms: int) -> None:
        """End the connection: what came cannot be read, or one side does not accept the other."""
        if self.phase in (Phase.IDLE, Phase.BACKOFF):
            return
        lost = error
        if isinstance(error, UnreadableAnswer):
            lost = ConnectionLost(f"{self._name()}: {error}")
            lost.__cause__ = error
        self._failed(lost, now_ms)

    def came(self, now_ms: int) -> None:
        """Read the answers that have come; the shell has fed the connection."""
        connection = self.connection
        if connection is None:
            return
        before = connection.state
        try:
            for sent, message in connection.answers(now_ms):
                assert sent.call is not None
                self.ended.append((sent.call, Answer(self.node_id, sent.version, message)))
                self._throttle(throttle_ms(message, sent.version), now_ms)
        except ClientError as error:
            self.refused(error, now_ms)
            return
        self._used_ms = now_ms
        if before is not State.READY and connection.state is State.READY:
            self._became_ready(before, now_ms)
        self._write(now_ms)

    def take(self) -> list[bytes]:
        """Return the bytes to send on the connection, and forget them."""
        return [] if self.connection is None else self.connection.take()

    def tick(self, now_ms: int) -> None:
        """Do what is due: time-outs, the end of a back-off, an idle connection."""
        if now_ms >= self._until_ms:
            self._phase_over(now_ms)
        connection = self.connection
        if connection is None:
            return
        late_ms = connection.next_timeout_ms()
        if late_ms is not None and now_ms >= late_ms:
            self._failed(RequestTimedOut(f"{self._name()} did not answer in time"), now_ms)
        elif not self.load and now_ms >= self._used_ms + self._options.connections_max_idle_ms:
            self.close(now_ms)

    # Inside

    def _name(self) -> str:
        host, port = self.target
        return f"{host}:{port}"

    def _open(self, now_ms: int) -> None:
        if self.phase in (Phase.IDLE, Phase.BACKOFF):
            self.tried_ms = now_ms
            self.phase, self._until_ms = Phase.RESOLVING, NEVER
            self.wishes.append(Wish.RESOLVE)

    def _connect(self, now_ms: int) -> None:
        self.phase = Phase.CONNECTING
        self._until_ms = now_ms + self._setup.next_ms()
        self.wishes.append(Wish.CONNECT)

    def _phase_over(self, now_ms: int) -> None:
        phase, self._until_ms = self.phase, NEVER
        if phase is Phase.CONNECTING:
            self.lost("no connection in time", now_ms)
        elif phase is Phase.THROTTLED:
            self.phase = Phase.CONNECTED
            self._write(now_ms)
        elif phase is Phase.BACKOFF:
            self.phase = Phase.IDLE
            if self._waiting:
                self._open(now_ms)

    def _became_ready(self, before: State, now_ms: int) -> None:
        """Forget failures; call the watchers if this client authenticates."""
        self._backoff.reset()
        self.failure = None
        if self._wire is not None and self._identity.authenticates:
            is_again = before is State.REAUTHENTICATING
            took_ms = now_ms - self._began_again_ms if is_again else 0
            self._wire.authenticated(Login(True, is_again, took_ms), now_ms)

    def _throttle(self, wait_ms: int, now_ms: int) -> None:
        if wait_ms > 0:
            until_ms = now_ms + wait_ms
            if self.phase is Phase.THROTTLED:
                until_ms = max(until_ms, self._until_ms)
            self.phase, self._until_ms = Phase.THROTTLED, until_ms

    def _write(self, now_ms: int) -> None:
        """Write calls as long as the connection takes some."""
        while self._waiting and self.is_ready:
            connection = self.connection
            assert connection is not None
            if connection.reauthenticate_ms is not None and now_ms >= connection.reauthenticate_ms:
                self._began_again_ms = now_ms
                connection.reauthenticate(now_ms)
                return
            call = self._waiting.popleft()
            if not call.is_withdrawn:
                self._used_ms = now_ms
                self._write_one(call, connection, now_ms)

    def _write_one(self, call: Call, connection: Connection, now_ms: int) -> None:
        try:
            version = connection.version(call)
            connection.send(call, version, now_ms)
        except (UnsupportedVersion, EncodeError) as error:
            failure = error if isinstance(error, ClientError) else UnreadableAnswer(str(error))
            self._finish(call, failure, was_written=False)
            return
        if not call.has_answer:
            self.ended.append((call, Answer(self.node_id, version, None)))

    def _failed(self, failure: ClientError, now_ms: int) -> None:
        self.failure = failure
        self.was_lost = self.was_lost or self.connection is not None
        wire = self._wire or Wire(Link(self.node_id, *self.target), self._watchers)
        if isinstance(failure, AuthenticationError):
            connection = self.connection
            is_again = connection is not None and connection.state is State.REAUTHENTICATING
            wire.authenticated(Login(is_success=False, is_again=is_again), now_ms)
        if self._wire is None:
            wire.failed(str(failure), now_ms)
        self._end(failure, now_ms)
        self.phase = Phase.BACKOFF
        self._until_ms = now_ms + self._backoff.next_ms()

    def _end(self, failure: ClientError, now_ms: int) -> None:
        """Give up the connection or the attempt; all calls end."""
        if self.phase in (Phase.CONNECTING, Phase.CONNECTED, Phase.THROTTLED):
            self.wishes.append(Wish.CLOSE)
        connection, self.connection = self.connection, None
        wire, self._wire = self._wire, None
        if wire is not None:
            wire.closed(str(failure), now_ms)
        written: Sequence[Sent] = () if connection is None else connection.in_flight
        waiting, self._waiting = self._waiting, deque()
        for sent in written:
            if sent.call is not None:
                self._finish(sent.call, failure, was_written=True, version=sent.version)
        for call in waiting:
            self._finish(call, failure, was_written=False)

    def _finish(
        self, call: Call, failure: ClientError, *, was_written: bool, version: int = -1
    ) -> None:
        answer = Answer(self.node_id, version, None, failure, was_written)
        self.ended.append((call, answer))
