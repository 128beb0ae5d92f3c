"""One connection for each pair of node and purpose.

The shell has the doors of a client's network: those of each `Lane`, `tick` by way of `Timers`, and
`take_lanes`, which returns the lanes that may have wishes or bytes. After each use of a lane's door
the shell calls `touched`. After each door, and after `Timers.run`, it calls `settle`, in which
calls end.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple, Protocol
from weakref import WeakKeyDictionary

from kafkawire.broker.nodes.purposes import NodeSettings, Purpose, Way, way_of
from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.core.connection import REAUTHENTICATE_WITHIN, Conversation, Identity
from kafkawire.client.core.lane import Lane
from kafkawire.client.errors import ConnectionLost
from kafkawire.timers import NEVER, Timer, Timers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

Key = tuple[int, Purpose]
"""The id of a node, negative for a bootstrap server of the quorum; and a purpose."""

FRAME_BYTES_MAX = (1 << 31) - 1
"""Kafka's nodes accept each other's responses of any size."""


class Endpoint(NamedTuple):
    """An address of a node."""

    host: str
    port: int


class Endpoints(Protocol):
    """The addresses of the nodes of a cluster: registrations, or voters."""

    def endpoint(self, node_id: int, listener: str) -> Endpoint | None:
        """Return the address of a node's listener; None if it has none."""


class Channels:
    """All connections of a node to other nodes.

    `logins` has the conversation that authenticates a connection, by listener (SASL). Calls are
    sent once. A call ends as lost if its node has no endpoint, or if the endpoint changes.
    """

    def __init__(
        self,
        settings: NodeSettings,
        endpoints: Endpoints,
        timers: Timers,
        random: Random,
        logins: Mapping[str, Callable[[], Conversation]] | None = None,
    ) -> None:
        self.settings = settings
        self.timers = timers
        self._endpoints = endpoints
        self._random = random
        self._logins = logins or {}
        self._named: dict[Key, Endpoint] = {}
        """Addresses that came with calls; at most one for each voter and bootstrap server."""
        self._lanes: dict[Key, Lane] = {}
        self._ways: WeakKeyDictionary[Lane, Way] = WeakKeyDictionary()
        self._changed: dict[Lane, None] = {}
        """Lanes that may have something for the shell."""
        self._ended: deque[tuple[Call, Answer]] = deque()
        """Calls that have an answer or could not be sent, and whose owners do not have it yet."""
        self._timer: Timer | None = None
        self._is_closed = False

    # Calls

    def send(
        self, purpose: Purpose, call: Call, now_ms: int, endpoint: Endpoint | None = None
    ) -> None:
        """Send the call to `call.node` as soon as the connection is ready.

        `endpoint` is the address of the node from then on, in the place of that of `Endpoints`.
        The quorum names addresses itself: those of bootstrap servers belong to no registered node.
        """
        if self._is_closed:
            return
        if endpoint is not None:
            self._named[call.node, purpose] = endpoint
        lane = self._lane((call.node, purpose), now_ms)
        if lane is None:
            failure = ConnectionLost(f"node {call.node} has no endpoint for {purpose.kind.value}")
            self._ended.append((call, Answer(call.node, -1, None, failure, was_written=False)))
            return
        lane.send(call, now_ms)
        self._changed[lane] = None

    def withdraw(self, call: Call) -> None:
        """Forget the call; a response that comes all the same is read and dropped."""
        call.is_withdrawn = True

    def has_endpoint(self, node_id: int, purpose: Purpose) -> bool:
        """Return True if the address of the node is known."""
        return self._endpoint((node_id, purpose)) is not None

    def ready_ms(self, node_id: int, purpose: Purpose, now_ms: int) -> int:
        """Return when a connection may be opened: `now_ms`, or the end of the back-off."""
        lane = self._lanes.get((node_id, purpose))
        if lane is None or not lane.is_blacked_out(now_ms):
            return now_ms
        return lane.next_deadline_ms()

    def disconnect(self, node_id: int, purpose: Purpose, why: str, now_ms: int) -> None:
        """Close a connection as failed, so that the next one to the node has to back off."""
        lane = self._lanes.get((node_id, purpose))
        if lane is not None:
            lane.lost(why, now_ms)
            self._changed[lane] = None

    def refresh(self, now_ms: int) -> None:
        """Close the connections of nodes that are gone or have another address."""
        for key, lane in list(self._lanes.items()):
            if self._endpoint(key) != lane.target:
                self._drop(key, now_ms)

    def close(self, now_ms: int) -> None:
        """Close all connections; calls end as lost. Later calls are not sent and do not end."""
        self._is_closed = True
        for key in list(self._lanes):
            self._drop(key, now_ms)

    # Doors for the shell

    def take_lanes(self) -> list[Lane]:
        """Return the lanes that may have something for the shell since the last time."""
        taken, self._changed = self._changed, {}
        return list(taken)

    def touched(self, lane: Lane) -> None:
        """Note that the shell has used a door of the lane."""
        self._changed[lane] = None

    def way(self, lane: Lane) -> Way:
        """Return how the connection of a lane is made."""
        return self._ways[lane]

    def settle(self, now_ms: int) -> None:
        """End calls that have an answer, and arm the timer.

        The owners of calls send new ones meanwhile; those may end in the same loop. If an owner
        raises, the other calls end the next time.
        """
        self._collect_ended()
        while self._ended:
            finish(*self._ended.popleft(), now_ms)
            self._collect_ended()
        self._arm()

    def tick(self, now_ms: int) -> None:
        """Let lanes do what is due; `Timers` calls it."""
        for lane in self._lanes.values():
            if lane.next_deadline_ms() <= now_ms:
                lane.tick(now_ms)
                self._changed[lane] = None
        self._arm()

    # Inside

    def _endpoint(self, key: Key) -> Endpoint | None:
        if key in self._named:
            return self._named[key]
        node_id, purpose = key
        return self._endpoints.endpoint(node_id, way_of(purpose, self.settings).listener)

    def _lane(self, key: Key, now_ms: int) -> Lane | None:
        endpoint = self._endpoint(key)
        lane = self._lanes.get(key)
        if lane is not None and lane.target != endpoint:
            self._drop(key, now_ms)
            lane = None
        if lane is None and endpoint is not None:
            lane = self._lanes[key] = self._made(key, endpoint)
        return lane

    def _made(self, key: Key, endpoint: Endpoint) -> Lane:
        way = way_of(key[1], self.settings)
        login = self._logins.get(way.listener)
        identity = Identity(
            way.client_id,
            authentication=login,
            frame_bytes_max=FRAME_BYTES_MAX,
            reauthenticate_after=self._random.uniform(*REAUTHENTICATE_WITHIN),
            authenticates=login is not None,
            negotiates=way.negotiates,
        )
        lane = Lane(endpoint, key[0], identity, way.lane, self._random)
        self._ways[lane] = way
        return lane

    def _drop(self, key: Key, now_ms: int) -> None:
        lane = self._lanes.pop(key)
        lane.close(now_ms)
        self._changed[lane] = None

    def _collect_ended(self) -> None:
        for lane in self._changed:
            self._ended += lane.ended
            lane.ended.clear()

    def _arm(self) -> None:
        """See to it that `tick` is called when the first lane needs it."""
        lanes = self._lanes.values()
        due_ms = min((lane.next_deadline_ms() for lane in lanes), default=NEVER)
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.timers.at(due_ms, self.tick)


def finish(call: Call, answer: Answer, now_ms: int) -> None:
    """End a call, unless it has ended or was withdrawn."""
    if not call.is_withdrawn:
        call.is_withdrawn = True
        call.done(answer, now_ms)
