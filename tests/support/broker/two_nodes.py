"""A broker that forwards the requests of its clients, and its controller, in simulated time."""

from __future__ import annotations

from typing import Any

from kafkawire.broker import controller_listener
from kafkawire.broker.forwarding_listener import ForwardingListener
from kafkawire.broker.nodes.controller_channel import ControllerChannel
from kafkawire.broker.nodes.forwarding import Forwarding
from kafkawire.broker.nodes.purposes import Kind, NodeSettings, Purpose
from kafkawire.protocol.messages.envelope_request import EnvelopeRequest
from tests.support.broker.node_shell import NodeShell, Request
from tests.support.requests.harness import BrokerHarness, HarnessClient, Pending

BROKER_ADDRESS = "10.0.0.4"
BROKER_PRINCIPAL = "User:broker"


class TwoNodes:
    """Node 4 forwards to node 1. Both have metadata of their own; node 1 begins with seed 0."""

    def __init__(self, settings: NodeSettings | None = None) -> None:
        self.broker = BrokerHarness(seed=4)
        self.controller = BrokerHarness()
        self.shell = NodeShell(settings or NodeSettings(4))
        self.shell.now_ms = self.broker.now_ms
        self.active: int | None = 1
        channel = ControllerChannel(
            Purpose(Kind.FORWARDING), self.shell.channels, lambda: self.active
        )
        self.listener = ForwardingListener(self.broker.broker, Forwarding(channel))
        self.link = self.controller.connect("unused", BROKER_ADDRESS)
        """The connection between the two, as the controller has it."""
        self.link.context.principal = BROKER_PRINCIPAL
        self.link.handle = controller_listener.handle
        self.envelopes: list[EnvelopeRequest] = []
        """All envelopes that the controller has received."""
        self._served: dict[Request, Pending] = {}

    def connect(self, host: str = "10.0.0.7", principal: str = "User:alice") -> HarnessClient:
        """Return a connection of a client to the broker."""
        client = self.broker.connect("app", host)
        client.handle = lambda broker, *rest: self.listener.handle(*rest)
        client.context.principal = principal
        return client

    def settle(self) -> None:
        """Carry everything that is under way."""
        self.shell.settle()
        while self._serve() or self._answer():
            self.shell.settle()
            self.broker.settle()

    def request(self, client: HarnessClient, *request: Any) -> Pending:
        """Send a request, and carry it to its end as far as no time has to pass."""
        pending = client.send(*request)
        self.settle()
        return pending

    def advance(self, ms: int) -> None:
        """Let time pass."""
        for _ in range(ms // 100):
            self.broker.advance(100)
            self.controller.advance(100)
            self.shell.run_until(self.broker.now_ms)
            self.settle()
            self.broker.settle()

    def _serve(self) -> bool:
        """Have the controller serve requests that are new."""
        new = [each for each in self.shell.requests if each not in self._served]
        for request in new:
            assert isinstance(request.body, EnvelopeRequest)
            self.envelopes.append(request.body)
            self._served[request] = self.link.send_frame(request.frame)
        return bool(new)

    def _answer(self) -> bool:
        """Carry responses to the broker."""
        done = [each for each in self.shell.requests if self._served[each].done]
        for request in done:
            self.shell.answer_frame(request, self._served.pop(request).raw)
        return bool(done)
