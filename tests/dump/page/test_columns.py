"""What the lists of both pages have in common."""

from __future__ import annotations

from kafkawire.dump.outputs.api_kinds import WRITING
from kafkawire.dump.page.columns import columns_of
from kafkawire.protocol.api_keys import ApiKey
from tests.support.dump.exchanges import exchange, facts


def test_an_exchange_has_a_value_in_each_column() -> None:
    response = {"facts": facts(error_codes=(6, 6), throttle_time_ms=5)}
    made = exchange(ApiKey.PRODUCE, number=7, request={"version": 9}, response=response)
    made.topics = ("orders",)
    assert made.response is not None
    made.response.problem = "cut"
    assert columns_of(made) == [
        *(1, 7, "billing", "Produce", 9, WRITING, 1_000_000, 24, 24),
        ["NOT_LEADER_OR_FOLLOWER"],
        ["throttled 5.000ms", "cut"],
        "orders",
    ]


def test_of_a_message_that_was_not_seen_there_is_nothing() -> None:
    columns = columns_of(exchange(request={}))
    assert columns[6:11] == [None, 24, None, [], ["no reply yet"]]
