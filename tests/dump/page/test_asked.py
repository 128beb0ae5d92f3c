"""What the filter of an offline page looks at."""

from __future__ import annotations

from kafkawire.dump.page.asked import asked_of_connection, asked_of_exchange
from tests.support.dump.exchanges import connection, exchange, facts
from tests.support.dump.filters import exchange as asked_exchange


def test_names_and_errors_of_both_messages_are_there_once() -> None:
    made = asked_exchange(
        request={}, response={}, topics=("orders",), error_codes=(6, 6, 3), groups=("g",)
    )
    made.notes = ["a note"]

    assert asked_of_exchange(made) == [["orders"], ["g"], [], [6, 3], ["a note"], 0, 0, "app"]


def test_a_request_that_was_given_up_is_marked() -> None:
    made = exchange(request={"facts": facts(), "tree": None, "problem": "cut"}, ended="closed")

    assert asked_of_exchange(made)[5:7] == [1, 1]


def test_a_connection_has_both_ends() -> None:
    on = connection()
    on.user, on.software = "alice", "librdkafka 2"

    hosts, ports, *rest = asked_of_connection(on)

    assert (len(hosts), len(ports), rest) == (2, 2, ["alice", "librdkafka 2"])
