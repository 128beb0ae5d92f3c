"""All connections of a client: which broker a call goes to, and over which of its lanes.

A broker has at most two lanes: one for Fetch and Produce, where a request may wait behind a long
poll, and one for everything else, which is opened when something would have to wait. Bootstrap
addresses are brokers without an id, asked as long as no others are known.

The shell has these doors: `send` and `withdraw` for calls, those of each `Lane`, `tick`, and
`take_lanes`, which has the lanes that want something: to be resolved, connected, closed, or bytes
to be sent. After each of them the shell calls `settle`, in which calls end.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.calls import ANY, BULK, CONTROLLER, COORDINATOR, Answer, Call
from kafkawire.client.core.connection import REAUTHENTICATE_WITHIN, Conversation, Identity
from kafkawire.client.core.lane import Address, Lane, LaneOptions, Phase
from kafkawire.client.core.metrics.samples import DEFAULT, Windows
from kafkawire.client.core.metrics.traffic import Traffic
from kafkawire.client.core.versions import Features
from kafkawire.client.core.view import ClusterView
from kafkawire.client.errors import ConnectionLost, ServerError
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.framing import SPARE_BYTES_MAX
from kafkawire.timers import NEVER, Timer, Timers

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from kafkawire.client.core.wire import Watcher

BOOTSTRAP_IDS = -10
"""Bootstrap addresses have the ids from here downwards."""

Key = tuple[int, int]
"""The id of a broker, and BULK or COORDINATOR."""

ANEW_EVERY_MS = 1000
"""The least time between two times that the client begins anew since a broker has another id, or
is of another cluster, than metadata named."""


class NetworkOptions(NamedTuple):
    """Shared options of all connections of a client.

    Attributes:
        bootstrap: The addresses to begin with.
        client_id: The name of the client in its requests.
        lane: Time limits, under Kafka's names.
        rebootstraps: Whether the client begins with the bootstrap addresses anew when no broker
            can be reached (metadata.recovery.strategy).
        checks_cluster: Whether requests have the node and cluster that the client means, so that
            another broker refuses them (metadata.cluster.check.enable, KIP-1242).
        authentication: Makes the conversation that authenticates a connection; None: none is
            asked for.
        frame_bytes_max: The greatest answer that is accepted.
        windows: How long rates and averages of metrics go back.
        spare_bytes_max: The greatest answer whose memory is used again for later ones.
        has_tls: Whether the shell's connections are encrypted, so that the broker is authenticated.
    """

    bootstrap: Sequence[Address]
    client_id: str
    lane: LaneOptions = LaneOptions()
    rebootstraps: bool = True
    checks_cluster: bool = True
    authentication: Callable[[], Conversation] | None = None
    frame_bytes_max: int = 100 << 20
    windows: Windows = DEFAULT
    spare_bytes_max: int = SPARE_BYTES_MAX
    has_tls: bool = False


class Network:
    """The lanes of a client; an `Outbox`."""

    def __init__(self, options: NetworkOptions, timers: Timers, random: Random) -> None:
        self._options = options
        self._timers = timers
        self._random = random
        self._view = ClusterView()
        self._lanes: dict[Key, Lane] = {}
        self._changed: dict[Lane, None] = {}
        """Lanes that may want something of the shell."""
        self._anew_ms = 0
        """Before this time a broker of another cluster or id is no reason to begin anew."""
        self._homeless: deque[Call] = deque()
        """Calls for which there is no broker at the moment."""
        self._ended: list[tuple[Call, Answer]] = []
        """Calls that could not be sent at all."""
        self._timer: Timer | None = None
        self._is_closed = False
        self.features = Features(-1, {})
        """The newest finalized features that a broker told of."""
        self.windows = options.windows
        """How long rates and averages of metrics go back."""
        self.traffic = Traffic(options.windows)
        """Counts connections, requests and responses; metrics are made of it."""
        self.watchers: list[Watcher] = [self.traffic]
        """Watchers of all connections, those included that are there already."""
        self.on_rebootstrap: Callable[[int], None] = lambda now_ms: None
        """Called when no known broker can be reached: `Metadata.start_over`."""
        self.on_stale: Callable[[int], None] = lambda now_ms: None
        """Called when a broker is not known or was lost: `Metadata.request_update`."""

    # Calls

    def send(self, call: Call, now_ms: int) -> None:
        """Send the call as soon as its connection is ready."""
        if self._is_closed:
            self._homeless.append(call)
            return
        if call.node >= 0 and call.node not in self._view.nodes:
            failure = ConnectionLost(f"the metadata has no broker {call.node}")
            self._ended.append((call, Answer(call.node, -1, None, failure, was_written=False)))
            self.on_stale(now_ms)
            return
        lane = self._lane_for(call, now_ms)
        if lane is None:
            self._homeless.append(call)
        else:
            lane.send(call, now_ms)
            self._changed[lane] = None

    def withdraw(self, call: Call) -> None:
        """Forget the call; an answer that comes all the same is read and dropped."""
        call.is_withdrawn = True

    def on_view(self, older: ClusterView, newer: ClusterView, now_ms: int) -> None:
        """Take new addresses of brokers; a listener of `Metadata`."""
        self._view = newer
        for (node_id, _), lane in list(self._lanes.items()):
            node = newer.nodes.get(node_id)
            if node_id >= 0 and (node is None or (node.host, node.port) != lane.target):
                self._drop(node_id, now_ms)
        self._send_homeless(now_ms)

    def close(self, now_ms: int) -> None:
        """Close all connections; calls end as lost. Those that are made later wait for ever."""
        self._is_closed = True
        for key in list(self._lanes):
            self._drop(key[0], now_ms)

    # Doors for the shell

    def take_lanes(self) -> list[Lane]:
        """Return the lanes that may want something since the last time."""
        taken, self._changed = self._changed, {}
        return list(taken)

    def touched(self, lane: Lane) -> None:
        """Note that the shell has used a door of the lane."""
        self._changed[lane] = None

    def settle(self, now_ms: int) -> None:
        """End calls whose answers have come, and see to it that `tick` is called in time.

        Owners of calls make new ones meanwhile; theirs end in the same loop.
        """
        while ended := self._take_ended(now_ms):
            for call, answer in ended:
                if not call.is_withdrawn:
                    call.is_withdrawn = True
                    call.done(answer, now_ms)
        self._send_homeless(now_ms)
        if any(lane.node_id >= 0 and lane.is_ready for lane in self._changed):
            self._drop_bootstrap(now_ms)
        self._arm(self._changed)

    def tick(self, now_ms: int) -> None:
        """Let lanes do what is due; `Timers` calls it."""
        for lane in list(self._lanes.values()):
            if lane.next_deadline_ms() <= now_ms:
                lane.tick(now_ms)
                self._changed[lane] = None
        self._arm(self._lanes.values())

    @property
    def is_unresolvable(self) -> bool:
        """Whether no name of a bootstrap address could be resolved."""
        lanes = [self._lanes.get((node_id, BULK)) for node_id in self._bootstrap_ids()]
        return all(lane is not None and lane.is_unresolvable for lane in lanes)

    @property
    def bootstrap(self) -> Sequence[Address]:
        """The addresses to begin with."""
        return self._options.bootstrap

    def begin_with(self, addresses: Sequence[Address]) -> None:
        """Begin with these addresses; before anything was sent."""
        self._options = self._options._replace(bootstrap=addresses)

    @property
    def in_flight(self) -> int:
        """The number of requests without a response."""
        connections = (lane.connection for lane in self._lanes.values())
        return sum(len(each.in_flight) for each in connections if each is not None)

    def failures(self) -> dict[str, str]:
        """Return why each address could not be reached, by `HOST:PORT`."""
        found = {f"{host}:{port}": "not tried yet" for host, port in self._options.bootstrap}
        for lane in self._lanes.values():
            if lane.failure is not None:
                found["{}:{}".format(*lane.target)] = str(lane.failure)
        return found

    def lanes(self) -> Iterable[Lane]:
        """Return all lanes, to count connections."""
        return self._lanes.values()

    # Which lane

    def _lane_for(self, call: Call, now_ms: int) -> Lane | None:
        node_id = call.node
        if node_id == CONTROLLER:
            node_id = self._view.controller if self._view.controller in self._view.nodes else ANY
        if node_id == ANY:
            return self._least_loaded(now_ms)
        return self._of_node(node_id, call.lane)

    def _of_node(self, node_id: int, kind: int) -> Lane:
        """The lane of a broker for calls of a kind."""
        if kind == COORDINATOR:
            return self._lane(node_id, COORDINATOR)
        bulk = self._lane(node_id, BULK)
        if kind == BULK or node_id <= BOOTSTRAP_IDS or not bulk.load:
            return bulk
        return self._lane(node_id, COORDINATOR)

    def _lane(self, node_id: int, kind: int) -> Lane:
        lane = self._lanes.get((node_id, kind))
        if lane is None:
            lane = self._lanes[node_id, kind] = self._made(node_id)
        return lane

    def _made(self, node_id: int) -> Lane:
        options = self._options
        cluster_id, meant = None, -1
        if node_id <= BOOTSTRAP_IDS:
            target = options.bootstrap[BOOTSTRAP_IDS - node_id]
        else:
            node = self._view.nodes.get(node_id)
            target = ("", 0) if node is None else (node.host, node.port)
            if options.checks_cluster:
                cluster_id, meant = self._view.cluster_id, node_id
        identity = Identity(
            options.client_id,
            cluster_id,
            meant if cluster_id is not None else -1,
            options.authentication,
            options.frame_bytes_max,
            self._random.uniform(*REAUTHENTICATE_WITHIN),
            options.spare_bytes_max,
            options.authentication is not None or options.has_tls,
        )
        return Lane(target, max(node_id, -1), identity, options.lane, self._random, self.watchers)

    def _least_loaded(self, now_ms: int) -> Lane | None:
        """The broker that has least to do, None if none can be asked now."""
        nodes = list(self._view.nodes) or self._bootstrap_ids()
        chosen = self._best_of(nodes, now_ms)
        if chosen is None and self._view.nodes and self._options.rebootstraps:
            self.on_rebootstrap(now_ms)
            chosen = self._best_of(list(self._view.nodes) or self._bootstrap_ids(), now_ms)
        return chosen

    def _bootstrap_ids(self) -> list[int]:
        return [BOOTSTRAP_IDS - number for number in range(len(self._options.bootstrap))]

    def _best_of(self, nodes: list[int], now_ms: int) -> Lane | None:
        self._random.shuffle(nodes)
        ranked = [(self._rank(node_id, now_ms), node_id) for node_id in nodes]
        usable = [each for each in ranked if each[0] is not None]
        if not usable:
            return None
        return self._of_node(min(usable, key=lambda each: each[0] or ())[1], kind=ANY)

    def _rank(self, node_id: int, now_ms: int) -> tuple[int, int] | None:
        """Return the rank of a broker: the least is used; None if it cannot be used now."""
        lanes = [lane for kind in (BULK, COORDINATOR) if (lane := self._lanes.get((node_id, kind)))]
        if not lanes:
            return (2, -1)
        if any(lane.connection is not None for lane in lanes):
            return (0, min(lane.load for lane in lanes))
        # The call would wait in the first lane, although another lane has no backoff to wait for.
        if lanes[0].is_blacked_out(now_ms):
            return None
        if any(lane.phase in (Phase.RESOLVING, Phase.CONNECTING) for lane in lanes):
            return (1, 0)
        return (2, max(lane.tried_ms for lane in lanes))

    # Inside

    def _send_homeless(self, now_ms: int) -> None:
        for _ in range(len(self._homeless)):
            call = self._homeless.popleft()
            if not call.is_withdrawn:
                self.send(call, now_ms)

    def _drop(self, node_id: int, now_ms: int) -> None:
        """Close the lanes of a broker that is gone, or is somewhere else now."""
        for kind in (BULK, COORDINATOR):
            lane = self._lanes.pop((node_id, kind), None)
            if lane is not None:
                lane.close(now_ms)
                self._changed[lane] = None

    def _drop_bootstrap(self, now_ms: int) -> None:
        """Close idle bootstrap connections, since a broker's own connection is ready."""
        for node_id in self._bootstrap_ids():
            lane = self._lanes.get((node_id, BULK))
            if lane is not None and not lane.load:
                self._drop(node_id, now_ms)

    def _take_ended(self, now_ms: int) -> list[tuple[Call, Answer]]:
        taken, self._ended = self._ended, []
        lost = foreign = False
        for lane in self._changed:
            if lane.ended:
                ended, lane.ended = lane.ended, []
                taken += ended
            if lane.was_lost:
                lane.was_lost = False
                lost |= lane.node_id >= 0
                foreign |= _is_foreign(lane)
            connection = lane.connection
            if connection is not None and connection.features.epoch > self.features.epoch:
                self.features = connection.features
        if foreign:
            self._begin_anew(now_ms)
        if lost:
            self.on_stale(now_ms)
        return taken

    def _begin_anew(self, now_ms: int) -> None:
        """Begin with the bootstrap addresses: a broker is not the one that metadata named."""
        if self._options.rebootstraps and now_ms >= self._anew_ms:
            self._anew_ms = now_ms + ANEW_EVERY_MS
            self.on_rebootstrap(now_ms)

    def _arm(self, lanes: Iterable[Lane]) -> None:
        """See to it that `tick` is called when the first of these lanes needs it."""
        due_ms = min((lane.next_deadline_ms() for lane in lanes), default=NEVER)
        timer = self._timer
        if timer is not None and timer.callback is not None:
            if timer.deadline_ms <= due_ms:
                return
            timer.cancel()
        self._timer = self._timers.at(due_ms, self.tick)


def _is_foreign(lane: Lane) -> bool:
    """Whether the broker behind the lane's address is another one than was meant (KIP-1242)."""
    failure = lane.failure
    return isinstance(failure, ServerError) and failure.code == ErrorCode.REBOOTSTRAP_REQUIRED
