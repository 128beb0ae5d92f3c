"""Calls are taken once, in order."""

from kafkawire.broker.calls import Call, Calls
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest


def test_calls_are_taken_once_and_in_order() -> None:
    calls = Calls()
    first, second = (
        Call(node_id, HeartbeatRequest(), lambda response, now_ms: None) for node_id in (1, 2)
    )
    calls.add(first)
    calls.add(second)
    assert calls.take() == [first, second]
    assert calls.take() == []
