"""A shell for the channels of a node, in simulated time; a test plays the other nodes."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from kafkawire.broker.nodes.channels import Channels, Endpoint
from kafkawire.broker.nodes.purposes import NodeSettings
from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.core.lane import Lane, Wish
from kafkawire.protocol.exchange import decode_request_header, encode_response
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.registry import request_class
from kafkawire.timers import Timers

if TYPE_CHECKING:
    from kafkawire.broker.nodes.purposes import Purpose
    from kafkawire.client.core.calls import Outbox

API_VERSIONS = 18
SERVED = {
    API_VERSIONS: (0, 5),
    1: (4, 18),
    16: (0, 5),
    17: (0, 1),
    56: (2, 3),
    58: (0, 0),
    63: (0, 2),
}


class Request:
    """A request that another node has received."""

    def __init__(self, lane: Lane, frame: bytes) -> None:
        self.lane = lane
        self.frame = frame
        header = decode_request_header(frame)
        self.api, self.version = header.api_key, header.api_version
        self.number, self.client_id = header.correlation_id, header.client_id
        kind = request_class(self.api)
        self.body: Any = kind.decode(frame, self.version, header.body_offset)

    @property
    def node(self) -> int:
        """The id of the node."""
        return self.lane.node_id


class NodeShell:
    """Moves bytes and time.

    Connections are made at once. They fail to nodes in `down`, and never end to those in `silent`.
    """

    def __init__(self, settings: NodeSettings | None = None, **options: Any) -> None:
        self.now_ms = 0
        self.timers = Timers()
        self.addresses = {
            (node_id, listener): Endpoint(f"host{node_id}", port)
            for node_id in (1, 2, 3)
            for listener, port in (("PLAINTEXT", 9092), ("CONTROLLER", 9093))
        }
        self.channels = Channels(
            settings or NodeSettings(1), self, self.timers, Random(1), **options
        )
        self.down: set[int] = set()
        self.silent: set[int] = set()
        self.opened: list[tuple[int, int, str, int]] = []
        """Time, node and address of each attempt to connect."""
        self.closed: list[int] = []
        """The node of each connection that was closed."""
        self.requests: list[Request] = []
        """The requests without a response; ApiVersions is answered at once."""
        self.seen: list[int] = []
        """The api keys of all requests."""

    def endpoint(self, node_id: int, listener: str) -> Endpoint | None:
        """Return an address of `addresses`."""
        return self.addresses.get((node_id, listener))

    def settle(self) -> None:
        """Do all that can be done without the passing of time."""
        self.channels.settle(self.now_ms)
        while changed := self.channels.take_lanes():
            for lane in changed:
                self._serve(lane)
            self.channels.settle(self.now_ms)

    def run_until(self, now_ms: int) -> None:
        """Let time pass, with a stop at each deadline."""
        while (due_ms := self.timers.next_deadline_ms()) <= now_ms:
            self.now_ms = max(self.now_ms, due_ms)
            self.timers.run(self.now_ms, 100)
            self.settle()
        self.now_ms = now_ms

    def answer(self, message: Message, request: Request | None = None) -> None:
        """Answer a request, the first one without a response by default."""
        request = request or self.requests[0]
        self.requests.remove(request)
        self._answer(request, message)
        self.settle()

    def answer_frame(self, request: Request, data: bytes) -> None:
        """Answer a request with the bytes of a response, its length included."""
        self.requests.remove(request)
        self._feed(request, data)
        self.settle()

    def lose(self, node_id: int) -> None:
        """Lose all connections to a node."""
        for lane in list(self.channels._lanes.values()):
            if lane.node_id == node_id:
                lane.lost("lost", self.now_ms)
                self.channels.touched(lane)
        self.requests = [each for each in self.requests if each.node != node_id]
        self.settle()

    def _serve(self, lane: Lane) -> None:
        node_id = lane.node_id
        wishes, lane.wishes = lane.wishes, []
        for wish in wishes:
            if wish is Wish.RESOLVE:
                lane.resolved([lane.target], "", self.now_ms)
            elif wish is Wish.CLOSE:
                self.closed.append(node_id)
            else:
                self.opened.append((self.now_ms, node_id, *lane.address()))
                if node_id in self.down:
                    lane.lost("refused", self.now_ms)
                elif node_id not in self.silent:
                    lane.connected(self.now_ms)
            self.channels.touched(lane)
        for data in lane.take():
            request = Request(lane, data[4:])
            self.seen.append(request.api)
            if request.api == API_VERSIONS:
                self._answer(request, versions())
            else:
                self.requests.append(request)

    def _answer(self, request: Request, message: Message) -> None:
        frame = encode_response(request.number, request.api, request.version, message)
        self._feed(request, b"".join(map(bytes, frame)))  # type: ignore[arg-type]

    def _feed(self, request: Request, data: bytes) -> None:
        lane = request.lane
        assert lane.connection is not None
        lane.connection.feed(data)
        lane.came(self.now_ms)
        self.channels.touched(lane)


def versions() -> ApiVersionsResponse:
    """Return the response of a node that serves the APIs of `SERVED`."""
    return ApiVersionsResponse(
        api_keys=[
            ApiVersionsResponse.ApiVersion(api_key=key, min_version=low, max_version=high)
            for key, (low, high) in SERVED.items()
        ]
    )


class Caller:
    """Makes calls, and keeps how they ended: time, number of the call, answer."""

    def __init__(self, shell: NodeShell) -> None:
        self.shell = shell
        self.ended: list[tuple[int, int, Answer]] = []
        self._count = 0

    def call(self, request: Message, node: int = -2, **options: Any) -> Call:
        """Return a call that nothing has sent yet."""
        number, self._count = self._count, self._count + 1

        def done(answer: Answer, now_ms: int) -> None:
            self.ended.append((now_ms, number, answer))

        return Call(request.API_KEY, request, done, node=node, **options)

    def send(self, purpose: Purpose, request: Message, node: int, **options: Any) -> Call:
        """Send a request to a node."""
        call = self.call(request, node, **options)
        self.shell.channels.send(purpose, call, self.shell.now_ms)
        self.shell.settle()
        return call

    def ask(self, outbox: Outbox, request: Message) -> Call:
        """Send a request to the active controller."""
        call = self.call(request)
        outbox.send(call, self.shell.now_ms)
        self.shell.settle()
        return call

    def answers(self) -> list[Answer]:
        """Return how the calls ended."""
        return [answer for _, _, answer in self.ended]

    def numbers(self) -> list[int]:
        """Return the numbers of the calls that ended, in this order."""
        return [number for _, number, _ in self.ended]
