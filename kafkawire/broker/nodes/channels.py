"""One connection for each pair of node and purpose.

The shell has the doors of a client's network: those of each `Lane`, `tick` by way of `Timers`, and
`take_channels`, which returns the channels whose lanes may have wishes or bytes. After each use of
a lane's door the shell calls `touched`. After each door, and after `Timers.run`, it calls `settle`,
in which calls end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from kafkawire.broker.nodes.purposes import NodeSettings, Purpose, Way, way_of
from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.core.connection import REAUTHENTICATE_WITHIN, Conversation, Identity
from kafkawire.client.core.lane import Lane
from kafkawire.client.errors import ConnectionLost
from kafkawire.timers import NEVER, Timer, Timers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

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


class Channel:
    """The connection to one node for one purpose."""

    __slots__ = ("key", "lane", "way")

    def __init__(self, key: tuple[int, Purpose], way: Way, lane: Lane) -> None:
        self.key = key
        self.way = way
        self.lane = lane


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
        self._channels: dict[tuple[int, Purpose], Channel] = {}
        self._changed: dict[Channel, None] = {}
        """Channels that may have something for the shell."""
        self._ended: list[tuple[Call, Answer]] = []
        """Calls that could not be sent at all."""
        self._timer: Timer | None = None
        self._is_closed = False

    # Calls

    def send(self, purpose: Purpose, call: Call, now_ms: int) -> None:
        """Send the call to `call.node` as soon as the connection is ready."""
        if self._is_closed:
            return
        channel = self._channel(call.node, purpose, now_ms)
        if channel is None:
            failure = ConnectionLost(f"node {call.node} has no endpoint for {purpose.kind.value}")
            self._ended.append((call, Answer(call.node, -1, None, failure, was_written=False)))
            return
        channel.lane.send(call, now_ms)
        self._changed[channel] = None

    def withdraw(self, call: Call) -> None:
        """Forget the call; a response that comes all the same is read and dropped."""
        call.is_withdrawn = True

    def has_endpoint(self, node_id: int, purpose: Purpose) -> bool:
        """Return True if the address of the node is known."""
        return self._endpoint(node_id, purpose) is not None

    def ready_ms(self, node_id: int, purpose: Purpose, now_ms: int) -> int:
        """Return when a connection may be opened: `now_ms`, or the end of the back-off."""
        channel = self._channels.get((node_id, purpose))
        if channel is None or not channel.lane.is_blacked_out(now_ms):
            return now_ms
        return channel.lane.next_deadline_ms()

    def disconnect(self, node_id: int, purpose: Purpose, why: str, now_ms: int) -> None:
        """Close a connection as failed, so that the next one to the node has to back off."""
        channel = self._channels.get((node_id, purpose))
        if channel is not None:
            channel.lane.lost(why, now_ms)
            self._changed[channel] = None

    def refresh(self, now_ms: int) -> None:
        """Close the connections of nodes that are gone or have another address."""
        for channel in list(self._channels.values()):
            if self._endpoint(*channel.key) != channel.lane.target:
                self._drop(channel, now_ms)

    def close(self, now_ms: int) -> None:
        """Close all connections; calls end as lost. Later calls are not sent and do not end."""
        self._is_closed = True
        for channel in list(self._channels.values()):
            self._drop(channel, now_ms)

    # Doors for the shell

    def take_channels(self) -> list[Channel]:
        """Return the channels that may have something for the shell since the last time."""
        taken, self._changed = self._changed, {}
        return list(taken)

    def touched(self, channel: Channel) -> None:
        """Note that the shell has used a door of the channel's lane."""
        self._changed[channel] = None

    def settle(self, now_ms: int) -> None:
        """End calls that have an answer, and arm the timer.

        The owners of calls send new ones meanwhile; those may end in the same loop.
        """
        while ended := self._take_ended():
            for call, answer in ended:
                finish(call, answer, now_ms)
        self._arm()

    def tick(self, now_ms: int) -> None:
        """Let lanes do what is due; `Timers` calls it."""
        for channel in self._channels.values():
            if channel.lane.next_deadline_ms() <= now_ms:
                channel.lane.tick(now_ms)
                self._changed[channel] = None
        self._arm()

    # Inside

    def _endpoint(self, node_id: int, purpose: Purpose) -> Endpoint | None:
        return self._endpoints.endpoint(node_id, way_of(purpose, self.settings).listener)

    def _channel(self, node_id: int, purpose: Purpose, now_ms: int) -> Channel | None:
        endpoint = self._endpoint(node_id, purpose)
        channel = self._channels.get((node_id, purpose))
        if channel is not None and channel.lane.target != endpoint:
            self._drop(channel, now_ms)
            channel = None
        if channel is None and endpoint is not None:
            channel = self._made((node_id, purpose), endpoint)
            self._channels[channel.key] = channel
        return channel

    def _made(self, key: tuple[int, Purpose], endpoint: Endpoint) -> Channel:
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
        return Channel(key, way, Lane(endpoint, key[0], identity, way.lane, self._random))

    def _drop(self, channel: Channel, now_ms: int) -> None:
        del self._channels[channel.key]
        channel.lane.close(now_ms)
        self._changed[channel] = None

    def _take_ended(self) -> list[tuple[Call, Answer]]:
        taken, self._ended = self._ended, []
        for channel in self._changed:
            taken += channel.lane.ended
            channel.lane.ended.clear()
        return taken

    def _arm(self) -> None:
        """See to it that `tick` is called when the first lane needs it."""
        lanes = (channel.lane for channel in self._channels.values())
        due_ms = min((lane.next_deadline_ms() for lane in lanes), default=NEVER)
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.timers.at(due_ms, self.tick)


def finish(call: Call, answer: Answer, now_ms: int) -> None:
    """End a call, unless it has ended or was withdrawn."""
    if not call.is_withdrawn:
        call.is_withdrawn = True
        call.done(answer, now_ms)
