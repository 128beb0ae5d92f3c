"""Calls as their owners make them."""

from __future__ import annotations

from kafkawire.client.core.calls import Answer, Call
from kafkawire.protocol.messages.metadata_request import MetadataRequest


def test_a_call_goes_to_any_broker_beside_the_bulk_unless_told() -> None:
    answers: list[Answer] = []
    call = Call(3, MetadataRequest(), lambda answer, now_ms: answers.append(answer))
    assert (call.node, call.lane, call.timeout_ms, call.versions) == (-1, 1, None, None)
    assert call.has_answer
    assert not call.is_withdrawn
    call.done(Answer(3, 12, None), 5)
    assert answers == [(3, 12, None, None, True)]
