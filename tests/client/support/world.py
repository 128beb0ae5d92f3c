"""A client's network and metadata with a broker's core at the other end: bytes, but no sockets.

Time is simulated and moves by `advance` only, for the client and the broker alike. Connections are
made at once, unless `is_down`. `edit` may change what the broker answers, `delay` may have an
answer wait, `swallow` may keep it from coming, and `instead` may answer without the broker.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from kafkawire.client.core.lane import Lane, LaneOptions, Wish
from kafkawire.client.core.metadata import Metadata, MetadataOptions
from kafkawire.client.core.network import Network, NetworkOptions
from kafkawire.protocol.buffers import joined
from kafkawire.protocol.exchange import decode_request_header, encode_response
from kafkawire.protocol.framing import FrameBuffer
from kafkawire.protocol.message import Message
from kafkawire.protocol.registry import request_class
from kafkawire.timers import Timers
from tests.support.requests.harness import BrokerHarness, HarnessClient, Pending

FRAME_BYTES_MAX = 100 << 20
TICKS_MAX = 100_000


class Wire:
    """One connection between a lane of the client and the broker."""

    def __init__(self, world: World, lane: Lane) -> None:
        self.world, self.lane = world, lane
        self.client: HarnessClient = world.harness.connect()
        self.frames = FrameBuffer(FRAME_BYTES_MAX)
        self.pending: deque[tuple[Pending, int]] = deque()
        """Requests in order, with their correlation ids."""

    def carry(self) -> bool:
        """Carry bytes both ways; False if there were none."""
        moved = False
        for data in self.lane.take():
            self.frames.feed(data)
            moved = True
        for frame in self.frames.cut(1 << 20):
            self._serve(bytes(frame))
        while self._has_answer():
            pending, number = self.pending.popleft()
            moved = True
            if pending.raw and not self.world.swallow(pending.api_key):
                assert self.lane.connection is not None
                self.lane.connection.feed(self._answer(pending, number))
                self.lane.came(self.world.now_ms)
                self.world.network.touched(self.lane)
        return moved

    def _has_answer(self) -> bool:
        if not self.pending or self.lane.connection is None:
            return False
        first = self.pending[0][0]
        return first.done and not self.world.delay(first.api_key)

    def _serve(self, frame: bytes) -> None:
        header = decode_request_header(frame)
        request = request_class(header.api_key).decode(
            frame, header.api_version, header.body_offset
        )
        self.world.requests.append((header.api_key, header.api_version, request, self.lane))
        answer = self.world.instead(header.api_key, request)
        if answer is None:
            pending = self.client.send_frame(frame, header.api_key, header.api_version)
        else:
            pending = Pending(header.api_key, header.api_version, frame)
            pending.done, pending.response = True, answer
            pending.raw = joined(
                encode_response(header.correlation_id, header.api_key, header.api_version, answer)
            )
        self.pending.append((pending, header.correlation_id))

    def _answer(self, pending: Pending, number: int) -> bytes:
        edited = self.world.edit(pending.api_key, pending.response)
        if edited is None:
            return pending.raw
        buffers = encode_response(number, pending.api_key, pending.version, edited)
        return joined(buffers)


class World:
    """One client and one broker. `now_ms` begins where the harness begins.

    A world `beside` another one has a client of its own, and shares the other one's broker: time
    passes for both by `advance_together` only.
    """

    def __init__(
        self,
        overrides: Mapping[str, str] | None = None,
        *,
        lane: LaneOptions | None = None,
        metadata: MetadataOptions | None = None,
        seed: int = 0,
        emulate: str | None = None,
        beside: World | None = None,
    ) -> None:
        self.harness: BrokerHarness = (
            BrokerHarness(overrides, seed, emulate) if beside is None else beside.harness
        )
        self.random = Random(seed)
        self.timers = Timers()
        options = NetworkOptions([("127.0.0.1", 9092)], "test", lane or LaneOptions())
        self.network = Network(options, self.timers, self.random)
        self.metadata = Metadata(
            metadata or MetadataOptions(), self.network, self.timers, self.random
        )
        self.metadata.listen(self.network.on_view)
        self.network.on_rebootstrap = self.metadata.start_over
        self.network.on_stale = self.metadata.request_update
        self.metadata.on_rebootstrap = self.metadata.start_over
        self.requests: list[tuple[int, int, Any, Lane]] = []
        """Api key, version, request and lane of all that the broker was sent."""
        self.is_down = False
        """Whether connections are refused, and those that are there are lost."""
        self.edit: Callable[[int, Any], Message | None] = lambda api, answer: None
        self.swallow: Callable[[int], bool] = lambda api: False
        self.instead: Callable[[int, Any], Message | None] = lambda api, request: None
        """Answers requests in the place of the broker, which does not see them."""
        self.delay: Callable[[int], bool] = lambda api: False
        """Whether an answer, and those behind it, have to wait."""
        self.actor: Callable[[int], bool] = lambda now_ms: False
        """Stands for the shell: does what it finds to do, False if there is nothing."""
        self._wires: dict[Lane, Wire] = {}

    @property
    def now_ms(self) -> int:
        """The time of client and broker."""
        return self.harness.now_ms

    def create_topic(self, name: str, partitions: int = 1) -> None:
        """Create a topic at the broker."""
        self.harness.create_topic(name, partitions)

    def apis(self) -> list[int]:
        """The api keys of all requests that were sent."""
        return [api for api, *_ in self.requests]

    def settle(self) -> None:
        """Do everything that is due now, without moving the clock."""
        for _ in range(TICKS_MAX):
            self.timers.run(self.now_ms, 1000)
            self.harness.settle()
            self.network.settle(self.now_ms)
            moved = self._grant()
            moved |= any([wire.carry() for wire in list(self._wires.values())])
            moved |= self.actor(self.now_ms)
            if not moved and self.timers.next_deadline_ms() > self.now_ms:
                return
        raise AssertionError("client and broker are never done")

    def advance(self, ms: int) -> None:
        """Let `ms` milliseconds pass, stopping at each deadline on the way."""
        end_ms = self.now_ms + ms
        self.settle()
        while True:
            due_ms = min(self.timers.next_deadline_ms(), self.harness.broker.next_deadline_ms())
            if due_ms > end_ms:
                break
            self.harness.advance(max(0, due_ms - self.now_ms))
            self.settle()
        self.harness.advance(end_ms - self.now_ms)
        self.settle()

    def next_deadline_ms(self) -> int:
        """Return when the client has something to do."""
        return self.timers.next_deadline_ms()

    def drop_connections(self, why: str = "connection reset") -> None:
        """Lose all connections."""
        for lane in list(self._wires):
            self._lose(lane, why)
        self.settle()

    def _lose(self, lane: Lane, why: str) -> None:
        self._wires.pop(lane).client.close()
        lane.lost(why, self.now_ms)
        self.network.touched(lane)

    def _grant(self) -> bool:
        """Do what lanes wish; False if there was nothing to do."""
        lanes = self.network.take_lanes()
        moved = False
        for lane in lanes:
            wishes, lane.wishes = lane.wishes, []
            for wish in wishes:
                moved = True
                self._do(lane, wish)
            if lane in self._wires:
                moved |= self._wires[lane].carry()
            self.network.touched(lane)
        return moved

    def _do(self, lane: Lane, wish: Wish) -> None:
        if wish is Wish.CLOSE:
            wire = self._wires.pop(lane, None)
            if wire is not None:
                wire.client.close()
        elif wish is Wish.RESOLVE:
            lane.resolved([lane.target], "", self.now_ms)
        elif self.is_down:
            lane.lost("connection refused", self.now_ms)
        else:
            self._wires[lane] = Wire(self, lane)
            lane.connected(self.now_ms)


def advance_together(worlds: Sequence[World], ms: int) -> None:
    """Let `ms` milliseconds pass for clients that share a broker."""
    harness = worlds[0].harness
    end_ms = harness.now_ms + ms
    settle_together(worlds)
    while True:
        due_ms = min(world.next_deadline_ms() for world in worlds)
        due_ms = min(due_ms, harness.broker.next_deadline_ms())
        if due_ms > end_ms:
            break
        harness.advance(max(0, due_ms - harness.now_ms))
        settle_together(worlds)
    harness.advance(end_ms - harness.now_ms)
    settle_together(worlds)


def settle_together(worlds: Sequence[World]) -> None:
    """Do everything that is due now: what one client sends may answer another one."""
    for _ in range(TICKS_MAX):
        sent = sum(len(world.requests) for world in worlds)
        for world in worlds:
            world.settle()
        if sent == sum(len(world.requests) for world in worlds):
            return
    raise AssertionError("clients and broker are never done")
