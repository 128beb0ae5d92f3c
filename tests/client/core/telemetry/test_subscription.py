"""A client's subscription: against a broker's core, and against answers of every kind."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kafkawire.broker.metadata.config_changes import SET, Alteration, Operation
from kafkawire.broker.telemetry.pushed import Pushed
from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.core.metrics.readings import Reading
from kafkawire.client.core.telemetry.otlp import metrics_data
from kafkawire.client.core.telemetry.readings import Points
from kafkawire.client.core.telemetry.subscription import State, Telemetry, Wanted
from kafkawire.client.errors import ClientError, ConnectionLost, UnsupportedVersion
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.get_telemetry_subscriptions_response import (
    GetTelemetrySubscriptionsResponse,
)
from kafkawire.protocol.messages.push_telemetry_response import PushTelemetryResponse
from kafkawire.records.compression import compress
from kafkawire.timers import Timers
from tests.client.support.world import World

ASK, PUSH = 71, 72
ME = bytes(range(16))
INTERVAL_MS = 10_000


class Client:
    """A subscription whose calls the test answers. Time is simulated."""

    def __init__(self) -> None:
        self.now_ms = 0
        self.calls: list[Call] = []
        self.withdrawn: list[Call] = []
        self.wanted: list[Wanted] = []
        self.metrics = b"metrics"
        self.ended = 0
        self.timers = Timers()
        self.telemetry = Telemetry(self, self.timers, Random(1), self.collect)
        self.telemetry.on_end = self.end
        self.telemetry.begin(0)
        self.advance(0)

    def collect(self, wanted: Wanted, now_ms: int) -> bytes:
        self.wanted.append(wanted)
        return self.metrics

    def end(self) -> None:
        self.ended += 1

    def send(self, call: Call, now_ms: int) -> None:
        self.calls.append(call)

    def withdraw(self, call: Call) -> None:
        self.withdrawn.append(call)

    def advance(self, ms: int) -> None:
        self.now_ms += ms
        self.timers.run(self.now_ms, 10)

    @property
    def last(self) -> Any:
        """The request that was sent last."""
        return self.calls[-1].request

    def answer(self, message: Message | None, failure: ClientError | None = None) -> None:
        call = self.calls[-1]
        call.done(Answer(1, 0, message, failure), self.now_ms)
        self.advance(0)

    def subscribe(self, **fields: Any) -> None:
        """Answer that metrics are wanted."""
        given = {
            "client_instance_id": ME,
            "subscription_id": 7,
            "accepted_compression_types": [],
            "push_interval_ms": INTERVAL_MS,
            "telemetry_max_bytes": 1_000,
            "requested_metrics": ["*"],
            **fields,
        }
        self.answer(GetTelemetrySubscriptionsResponse(**given))

    def apis(self) -> list[int]:
        return [call.api for call in self.calls]


def pushing() -> Client:
    """A client whose push waits for its answer."""
    client = Client()
    client.subscribe()
    client.advance(15_000)
    assert client.apis() == [ASK, PUSH]
    return client


def test_the_first_push_comes_at_random_and_the_others_after_an_interval() -> None:
    """client K-20."""
    client = Client()
    assert client.last.client_instance_id == bytes(16)
    client.subscribe()
    client.advance(4_999)
    assert client.apis() == [ASK]
    client.advance(10_001)
    assert client.apis() == [ASK, PUSH]
    assert (client.last.client_instance_id, client.last.subscription_id) == (ME, 7)
    assert (client.last.terminating, client.last.metrics) == (False, b"metrics")
    client.answer(PushTelemetryResponse())
    client.advance(9_999)
    assert client.apis() == [ASK, PUSH]
    client.advance(1)
    assert client.apis() == [ASK, PUSH, PUSH]


def test_metrics_are_collected_as_they_are_wanted() -> None:
    """client K-20."""
    client = Client()
    client.subscribe(requested_metrics=["a.", "b."], delta_temporality=True)
    client.advance(15_000)
    assert client.wanted == [(("a.", "b."), True, 1_000)]


@pytest.mark.parametrize(("accepted", "codec"), [([], 0), ([4, 1], 4), ([9, 2], 2), ([9], 0)])
def test_the_first_accepted_codec_that_is_known_is_used(accepted: list[int], codec: int) -> None:
    """client K-20."""
    client = Client()
    client.metrics = b"metrics" * 50
    client.subscribe(accepted_compression_types=accepted)
    client.advance(15_000)
    assert client.last.compression_type == codec
    assert client.last.metrics == compress(codec, b"metrics" * 50)


@pytest.mark.parametrize("accepted", [[], [1]])
def test_what_is_too_large_is_not_sent(accepted: list[int]) -> None:
    client = Client()
    client.metrics = Random(1).randbytes(1_001)
    client.subscribe(accepted_compression_types=accepted)
    client.advance(15_000)
    assert client.last.metrics == b""
    assert client.last.compression_type == 0


@pytest.mark.parametrize("interval_ms", [0, -1])
def test_an_interval_that_is_none_is_five_minutes(interval_ms: int) -> None:
    client = Client()
    client.subscribe(push_interval_ms=interval_ms)
    client.advance(149_999)
    assert client.apis() == [ASK]
    client.advance(300_001)
    assert client.apis() == [ASK, PUSH]


def test_a_cluster_that_wants_nothing_is_asked_again() -> None:
    client = Client()
    client.subscribe(requested_metrics=[])
    client.advance(9_999)
    assert client.apis() == [ASK]
    client.advance(1)
    assert client.apis() == [ASK, ASK]
    assert client.last.client_instance_id == ME


@pytest.mark.parametrize("code", [117, 76])
def test_a_subscription_that_changed_is_asked_for_at_once(code: int) -> None:
    """client K-20."""
    client = pushing()
    client.answer(PushTelemetryResponse(error_code=code))
    assert client.apis() == [ASK, PUSH, ASK]
    assert client.last.client_instance_id == ME


@pytest.mark.parametrize("code", [118, 89])
def test_too_much_is_tried_again_after_an_interval(code: int) -> None:
    """client K-20."""
    client = pushing()
    client.answer(PushTelemetryResponse(error_code=code))
    client.advance(9_999)
    assert client.apis() == [ASK, PUSH]
    client.advance(1)
    assert client.apis() == [ASK, PUSH, ASK]


@pytest.mark.parametrize("code", [35, 42, 87, -1, 999])
def test_other_refusals_end_it(code: int) -> None:
    """client K-20."""
    client = pushing()
    client.answer(PushTelemetryResponse(error_code=code))
    assert client.telemetry.state is State.TERMINATED
    asking = Client()
    asking.answer(GetTelemetrySubscriptionsResponse(error_code=code))
    assert asking.telemetry.state is State.TERMINATED
    for each in (client, asking):
        each.advance(1_000_000)
        assert each.apis() in ([ASK], [ASK, PUSH])
        assert each.ended == 1


def test_brokers_without_telemetry_are_not_asked_again() -> None:
    client = Client()
    client.answer(None, UnsupportedVersion(71, (0, 0), None))
    client.advance(1_000_000)
    assert (client.apis(), client.telemetry.state) == ([ASK], State.TERMINATED)


def test_an_answer_that_did_not_come_is_waited_for_later() -> None:
    asking = Client()
    asking.answer(None, ConnectionLost("gone"))
    asking.advance(299_999)
    assert asking.apis() == [ASK]
    asking.advance(1)
    assert asking.apis() == [ASK, ASK]
    client = pushing()
    client.answer(None, ConnectionLost("gone"))
    client.advance(INTERVAL_MS)
    assert client.apis() == [ASK, PUSH, PUSH]


def test_closing_pushes_for_the_last_time() -> None:
    """client K-20."""
    client = Client()
    client.subscribe()
    client.telemetry.close(client.now_ms)
    assert client.apis() == [ASK, PUSH]
    assert client.last.terminating is True
    assert client.ended == 0
    client.answer(None, ConnectionLost("gone"))
    assert (client.telemetry.state, client.ended) == (State.TERMINATED, 1)
    client.telemetry.close(client.now_ms)
    client.advance(1_000_000)
    assert (client.apis(), client.ended) == ([ASK, PUSH], 1)


def test_closing_withdraws_what_waits_for_an_answer() -> None:
    client = pushing()
    client.telemetry.close(client.now_ms)
    assert client.apis() == [ASK, PUSH, PUSH]
    assert client.withdrawn == [client.calls[1]]
    asking = Client()
    asking.telemetry.close(0)
    assert (asking.telemetry.state, asking.ended) == (State.TERMINATED, 1)
    assert asking.withdrawn == asking.calls


def test_metrics_arrive_at_a_broker_and_the_last_push_says_so() -> None:
    """client K-20, N 139: what a subscription names, by the first codec that the broker accepts."""
    world = World()
    received: list[Pushed] = []
    world.harness.broker.telemetry = received.append
    operations = [
        Operation("metrics", SET, "org.apache.kafka.producer."),
        Operation("interval.ms", SET, "5000"),
    ]
    world.harness.broker.controller.alter_configs(
        [Alteration(16, "mine", operations)], validate_only=False, now_ms=world.now_ms
    )
    points = Points(world.now_ms)

    def collect(wanted: Wanted, now_ms: int) -> bytes:
        readings = [
            Reading("producer-metrics", "record-send-total", {}, 7.0, is_sum=True),
            Reading("consumer-metrics", "lag", {}, 3.0),
        ]
        found = points.of(readings, wanted.metrics, now_ms, is_delta=wanted.is_delta)
        return metrics_data(found, now_ms, {})

    telemetry = Telemetry(world.network, world.timers, world.random, collect)
    telemetry.begin(world.now_ms)
    world.advance(30_000)
    telemetry.close(world.now_ms)
    world.advance(1_000)
    assert 5 <= len(received) <= 7
    assert [each.terminating for each in received] == [False] * (len(received) - 1) + [True]
    assert all(b"org.apache.kafka.producer.record.send.total" in each.metrics for each in received)
    assert not any(b"lag" in each.metrics for each in received)
    assert {each.client_instance_id for each in received} == {telemetry.client_instance_id}
    pushes = [request for api, _, request, _ in world.requests if api == PUSH]
    assert {push.compression_type for push in pushes} == {4}
