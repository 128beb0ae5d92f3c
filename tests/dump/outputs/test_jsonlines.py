"""JSON lines, one object for each thing."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

from kafkawire.dump.model import ConnectionOpened, Event, ExchangeDone, RequestSeen
from kafkawire.dump.outputs.jsonlines import JsonLines
from kafkawire.dump.outputs.options import OutputOptions
from kafkawire.protocol.api_keys import ApiKey
from tests.support.dump.exchanges import connection, exchange, facts


def objects_of(*events: Event) -> list[dict[str, Any]]:
    out = StringIO()
    sink = JsonLines(OutputOptions(json=True), out)
    for each in events:
        sink.event(each)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_an_exchange_is_one_object_with_both_messages() -> None:
    made = exchange(
        ApiKey.HEARTBEAT,
        request={"version": 4, "values": {"groupId": "g"}},
        response={"version": 4, "values": {"errorCode": 27}, "facts": facts(error_codes=(27,))},
    )

    (found,) = objects_of(RequestSeen(made), ExchangeDone(made))

    assert found["time"] == "2026-11-18T11:06:40.123456789Z"
    assert found["latencyUs"] == 1000.0
    assert found["api"] == "Heartbeat"
    assert found["version"] == 4
    assert found["request"]["header"]["clientId"] == "billing"
    assert found["request"]["body"] == {"groupId": "g"}
    assert found["response"]["body"] == {"errorCode": 27}
    assert found["errors"] == ["REBALANCE_IN_PROGRESS"]


def test_keys_are_the_same_and_in_the_same_order_whatever_is_missing() -> None:
    whole = exchange(request={"values": {}}, response={"values": {}})
    half = exchange(response={"values": {}})

    first, second = objects_of(ExchangeDone(whole), ExchangeDone(half))

    assert list(first) == list(second)
    assert second["request"] is None
    assert second["latencyUs"] is None


def test_a_connection_says_who_its_ends_are() -> None:
    (found,) = objects_of(ConnectionOpened(connection(2)))

    assert (found["kind"], found["connection"], found["client"], found["server"]) == (
        "opened",
        2,
        "192.0.2.7:51234",
        "192.0.2.1:9092",
    )
