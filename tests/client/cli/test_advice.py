"""Errors say what is wrong and what to do."""

from __future__ import annotations

from kafkawire.client.cli.advice import advice, reason
from kafkawire.client.errors import ClientError, TimedOut, refusal
from kafkawire.protocol.api_keys import ApiKey


def test_a_reason_is_the_code_and_the_text_without_the_request() -> None:
    error = refusal(37, "It has 4.", api=ApiKey.CREATE_PARTITIONS, node=1)
    assert reason(error) == "INVALID_PARTITIONS: It has 4"
    assert reason(refusal(36)) == "TOPIC_ALREADY_EXISTS"
    assert reason(refusal(9999, "new")) == "error code 9999: new"
    assert reason(TimedOut("no answer")) == "no answer"


def test_advice_names_a_command_where_there_is_one() -> None:
    assert "kafkawire topics list" in advice(refusal(3))
    assert "stop its members" in advice(refusal(68))
    assert "topics describe" in advice(refusal(1))
    assert advice(refusal(87)) == ""
    assert "--timeout" in advice(TimedOut("x"))
    assert advice(refusal(-1)) == ""
    assert advice(ClientError("x")) == ""
