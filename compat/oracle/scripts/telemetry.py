"""Telemetry of clients: what they are to push, and what is refused. Kafka answers it unasked for.

Each case has a client and a connection of its own: who asks or pushes twice within the interval
hears of nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence

from compat.oracle.scripts.configs import SET, Change, alter
from compat.oracle.scripts.kit import Part, World
from compat.oracle.scripts.replacing import METRICS, replace
from compat.oracle.steps import Answer, Ask, Script
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.get_telemetry_subscriptions_request import (
    GetTelemetrySubscriptionsRequest,
)
from kafkawire.protocol.messages.get_telemetry_subscriptions_response import (
    GetTelemetrySubscriptionsResponse,
)
from kafkawire.protocol.messages.push_telemetry_request import PushTelemetryRequest
from kafkawire.records.compression import compress


def client(number: int) -> bytes:
    """The instance id of a client, the same on both sides."""
    return b"\x11" * 14 + number.to_bytes(2, "big")


def get(instance_id: bytes) -> GetTelemetrySubscriptionsRequest:
    """Ask what that client is to push."""
    return GetTelemetrySubscriptionsRequest(client_instance_id=instance_id)


def subscribed(name: str, *changes: Change) -> Part[None]:
    """Change a subscription."""
    yield Ask(alter((METRICS, name, changes)), 1)


def wanted(number: int, metrics: Sequence[str], interval_ms: int) -> Ask:
    """Ask for a client until this is what it hears."""

    def is_known(found: Message) -> bool:
        assert isinstance(found, GetTelemetrySubscriptionsResponse)
        return (sorted(found.requested_metrics), found.push_interval_ms) == (
            sorted(metrics),
            interval_ms,
        )

    return Ask(get(client(number)), 0, f"client {number}", until=is_known)


def subscriptions(world: World) -> Script:
    """Admin D-53, D-54, H 7: metrics, intervals and numbers of subscriptions."""
    yield Ask(get(client(1)), 0, "client 1")
    yield Ask(get(client(1)), 0, "client 1")
    yield Ask(get(client(2)), 0, "client 2")
    yield from subscribed("a", ("metrics", SET, "x.y,z"), ("interval.ms", SET, "100000"))
    yield wanted(3, ["x.y", "z"], 100_000)
    yield from subscribed("b", ("metrics", SET, "z,w"), ("interval.ms", SET, "90000"))
    yield wanted(4, ["x.y", "z", "w"], 90_000)
    yield Ask(get(client(4)), 0, "client 4")
    yield from subscribed("b", ("match", SET, "client_id=nobody"))
    yield wanted(5, ["x.y", "z"], 100_000)
    yield from subscribed("b", ("match", SET, "client_source_address=127\\..*"))
    yield wanted(6, ["x.y", "z", "w"], 90_000)
    yield from subscribed("b", ("metrics", SET, "*,q"))
    yield wanted(7, ["*"], 90_000)
    yield from subscribed("b", ("metrics", SET, ""))
    yield wanted(8, ["x.y", "z"], 90_000)
    yield Ask(replace((METRICS, "a", []), (METRICS, "b", [])), 2)
    yield wanted(9, [], 300_000)


def pushes(world: World) -> Script:
    """Admin D-55: every check of a push, in its order."""
    cases: tuple[tuple[int, int, bytes, bool], ...] = (
        (0, 0, b"", False),
        (0, 0, b"m", False),
        (0, 1, compress(1, b"m" * 99), False),
        (0, 2, compress(2, b"m" * 99), False),
        (0, 3, compress(3, b"m" * 99), False),
        (0, 4, compress(4, b"m" * 99), False),
        (0, 1, b"\xff garbage", False),
        (0, 4, b"\xff garbage", False),
        (0, 5, b"m", False),
        (0, -1, b"m", False),
        (0, 0, b"m" * (1 << 20), False),
        (0, 0, b"m" * ((1 << 20) + 1), False),
        (0, 9, b"m" * ((1 << 20) + 1), False),
        (1, 9, b"m" * ((1 << 20) + 1), False),
        (1, 0, b"m", True),
        (0, 0, b"m", True),
    )
    for number, (off, codec, metrics, terminating) in enumerate(cases, 100):
        name = f"client {number}"
        asked = yield Ask(get(client(number)), 0, name)
        assert isinstance(asked, Answer)
        assert isinstance(asked.message, GetTelemetrySubscriptionsResponse)
        push = PushTelemetryRequest(
            client_instance_id=client(number),
            subscription_id=asked.message.subscription_id + off,
            compression_type=codec,
            metrics=metrics,
            terminating=terminating,
        )
        yield Ask(push, 0, name)
        yield Ask(push, 0, name)
        push.terminating = True
        yield Ask(push, 0, name)
        yield Ask(push, 0, name)
        yield Ask(get(client(number)), 0, name)
    for reserved in (0, 1, 99):
        nobody = PushTelemetryRequest(client_instance_id=reserved.to_bytes(16, "big"))
        yield Ask(nobody, 0)
    yield Ask(PushTelemetryRequest(client_instance_id=client(200), metrics=b"m"), 0)


SCRIPTS = {"admin-telemetry-get": subscriptions, "admin-telemetry-push": pushes}
