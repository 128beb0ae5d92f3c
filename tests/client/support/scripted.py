"""An admin client's cluster with answers that a test writes: for APIs that our broker lacks.

Requests and answers are encoded and decoded on their way, in the newest version.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.core.operations.running import Running, Tools
from kafkawire.client.core.operations.sources import Plan, Sources
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.find_coordinator_response import FindCoordinatorResponse
from kafkawire.timers import Timers

FIND_COORDINATOR = 10
COORDINATOR_NODE = 7


class Asked(NamedTuple):
    """A request as a broker got it."""

    api: int
    node: int
    lane: int
    request: Any


class Scripted:
    """An outbox whose calls are answered at once by functions of the test, by api key.

    The coordinator of all groups and transactional ids is broker 7.
    """

    def __init__(self, answers: Mapping[int, Callable[[Any], Message]]) -> None:
        self.asked: list[Asked] = []
        """All requests, without those for coordinators."""
        self.timers = Timers()
        self._answers = {FIND_COORDINATOR: _coordinators, **answers}
        self._waiting: list[Call] = []

    def send(self, call: Call, now_ms: int) -> None:
        """Keep the call: it is answered by `run`."""
        self._waiting.append(call)

    def withdraw(self, call: Call) -> None:
        """Forget the call."""
        self._waiting.remove(call)

    @property
    def sources(self) -> Sources:
        """The sources of operations; metadata is not asked for by those of coordinators."""
        metadata: Any = None
        return Sources(metadata, Tools(self, self.timers, random.Random(7)), {}, {})

    def run(self, plan: Plan[Any, Any], ms: int = 5000) -> Running[Any, Any]:
        """Run a plan made of `sources` for some simulated time."""
        running = Running(plan.operation, plan.keys, self.sources.tools, lambda: None)
        running.begin(0)
        now_ms = 0
        while self._waiting or (now_ms := self.timers.next_deadline_ms()) <= ms:
            self.timers.run(now_ms, 1000)
            while self._waiting:
                self._answer(self._waiting.pop(0), now_ms)
        return running

    def _answer(self, call: Call, now_ms: int) -> None:
        made: Any = call.request
        version = _newest(call)
        request = made(version) if callable(made) else made
        request = type(request).decode(request.encode(version), version)
        if call.api != FIND_COORDINATOR:
            self.asked.append(Asked(call.api, call.node, call.lane, request))
        answer = self._answers[call.api](request)
        answer = type(answer).decode(answer.encode(version), version)
        call.done(Answer(call.node, version, answer), now_ms)


def _newest(call: Call) -> int:
    made: Any = call.request
    newest = int((type(made(0)) if callable(made) else type(made)).VERSIONS[1])
    return newest if call.versions is None else min(newest, call.versions[1])


def _coordinators(request: Any) -> Message:
    found = [
        FindCoordinatorResponse.Coordinator(key=key, node_id=COORDINATOR_NODE)
        for key in request.coordinator_keys
    ]
    return FindCoordinatorResponse(coordinators=found)
