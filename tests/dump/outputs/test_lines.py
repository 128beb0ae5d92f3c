"""Lines for people, column by column."""

from __future__ import annotations

import re
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest

from kafkawire.dump.model import ConnectionClosed, ConnectionOpened, Damage, Event, ExchangeDone
from kafkawire.dump.outputs.colour import COLOURED, PLAIN
from kafkawire.dump.outputs.lines import Lines
from kafkawire.dump.outputs.options import OutputOptions
from kafkawire.protocol.api_keys import ApiKey
from tests.support.dump.exchanges import START_NS, connection, exchange, facts

COLUMNS = 100


def lines_of(*events: Event, **options: Any) -> list[str]:
    out = StringIO()
    palette = options.pop("palette", PLAIN)
    sink = Lines(OutputOptions(**options), out, palette)
    for each in events:
        sink.event(each)
    sink.close()
    return out.getvalue().splitlines()


def fetched(**known: Any) -> ExchangeDone:
    request = {"version": 16, "facts": facts(topics=("orders",), partitions=1), "data": bytes(90)}
    response = {"version": 16, "at_us": 501_234, "data": bytes(2000)}
    response["facts"] = facts(records_bytes=1500, **known.pop("told", {}))
    return ExchangeDone(exchange(ApiKey.FETCH, request=request, response=response, **known))


def test_an_exchange_is_one_line_under_a_heading() -> None:
    heading, line = lines_of(fetched())

    assert "since 2026-11-18 11:06:40.123456 UTC" in heading
    assert line.split() == (
        "0.000000 #1 billing Fetch v16 501.2ms 90 2.0K orders 1.5K of records".split()
    )


def test_figures_stand_under_their_headings() -> None:
    heading, *lines = lines_of(fetched(), fetched(told={"error_codes": (6,)}))

    for line in lines:
        assert heading.index("latency") + 7 == line.index("501.2ms") + 7
        assert heading.index("client") == line.index("billing")
        assert heading.index("api") == line.index("Fetch")
        assert heading.index("back") + 4 == line.index("2.0K") + 4


def test_errors_and_oddities_come_before_what_it_is_about() -> None:
    told = {"error_codes": (6, 6, 1), "throttle_time_ms": 312}

    line = lines_of(fetched(told=told))[1]

    about = line[line.index("2.0K") + 4 :]
    assert about == (
        "  NOT_LEADER_OR_FOLLOWER  OFFSET_OUT_OF_RANGE  throttled 312.0ms  orders 1.5K of records"
    )


def test_what_cannot_be_decoded_is_marked_with_its_reason() -> None:
    done = fetched()
    assert done.exchange.response is not None
    done.exchange.response.problem = "FetchResponse v17: byte 133, in responses[0].topic_id: cut"

    assert lines_of(done)[1].endswith(
        "!! FetchResponse v17: byte 133, in responses[0].topic_id: cut"
    )


@pytest.mark.parametrize(
    ("known", "mark"),
    [
        ({"ended": "closed"}, "no reply (closed)"),
        ({"expects_response": False}, "acks=0"),
        ({}, "no reply yet"),
    ],
)
def test_a_request_without_a_reply_says_why(known: dict[str, Any], mark: str) -> None:
    done = ExchangeDone(exchange(ApiKey.PRODUCE, request={"version": 9}, **known))

    assert mark in lines_of(done)[1]


def test_a_reply_without_its_request_is_shown_as_such() -> None:
    line = lines_of(ExchangeDone(exchange(ApiKey.FETCH, response={"version": 3})))[1]

    assert "request not seen" in line
    assert "billing" in line


def test_times_of_day_can_be_asked_for() -> None:
    heading, line = lines_of(fetched(), times="absolute")

    assert line.startswith("11:06:40.123456 ")
    assert "UTC, on 2026-11-18" in heading


def test_connections_and_damage_have_lines_of_their_own() -> None:
    on = connection(3, closed_ns=START_NS + 5_000_000_000, close_reason="FIN")
    damage = Damage(on, False, 12345, 1448, "bytes that nobody has seen", START_NS + 1000, 341)

    _, opened, damaged, closed = lines_of(ConnectionOpened(on), damage, ConnectionClosed(on))

    assert opened.endswith("#3 opened 192.0.2.7:51234 -> 192.0.2.1:9092")
    assert damaged.endswith(
        "   0.000001    #3 !! bytes that nobody has seen"
        " (broker's side, byte 12,345, 1,448 bytes, packet 341)"
    )
    assert closed.endswith("5.000000    #3 closed after 5.000s (FIN)")


def test_a_finding_is_marked_and_gives_its_advice() -> None:
    out = StringIO()
    sink = Lines(OutputOptions(), out, PLAIN)
    done = fetched()
    sink.event(done)
    sink.finding(
        SimpleNamespace(
            detector="tight-polling",
            severity="warning",
            connection=done.exchange.connection,
            exchange=done.exchange,
            text="40 empty fetches a second",
            advice="raise fetch.max.wait.ms",
            time_ns=START_NS + 1000,
        )
    )

    found, advice = out.getvalue().splitlines()[2:]
    assert found.endswith("#1 ** tight-polling: 40 empty fetches a second")
    assert advice.strip() == "raise fetch.max.wait.ms"
    assert found.index("tight") == advice.index("raise")


def test_colour_changes_nothing_but_colour() -> None:
    events = (ConnectionOpened(connection()), fetched(told={"error_codes": (6,)}))
    coloured = lines_of(*events, palette=COLOURED)

    assert [re.sub("\033\\[[0-9;]*m", "", line) for line in coloured] == lines_of(*events)
    assert all(line.count("\033[0m") for line in coloured)


def test_a_line_of_common_traffic_fits_a_terminal_of_100_columns() -> None:
    line = lines_of(fetched(told={"error_codes": (6,)}))[1]

    assert line.index("NOT_LEADER_OR_FOLLOWER") + len("NOT_LEADER_OR_FOLLOWER") <= COLUMNS


def test_names_cannot_speak_to_the_terminal() -> None:
    evil = "x\033[2Jy"
    done = ExchangeDone(
        exchange(on=connection(client_id=evil), request={"facts": facts(topics=(evil,))})
    )

    assert "\033" not in "".join(lines_of(done))


def test_connections_that_outlive_the_input_are_not_said_to_close() -> None:
    assert lines_of(ConnectionClosed(connection(close_reason="end"))) == []
    assert len(lines_of(ConnectionClosed(connection(close_reason="RST", closed_ns=START_NS)))) == 2


def test_what_was_found_in_all_stands_at_the_end() -> None:
    out = StringIO()
    Lines(OutputOptions(), out, PLAIN).summary(["tiny-batches: 4 times", "x: once"])

    assert out.getvalue() == "\n** tiny-batches: 4 times\n** x: once\n"


def test_the_time_of_a_line_is_that_of_the_request_and_never_below_zero() -> None:
    """Also of one that is earlier than the first line, as packets out of order are."""
    slow = fetched()
    assert slow.exchange.response is not None
    quick = ExchangeDone(
        exchange(ApiKey.HEARTBEAT, request={"at_us": 100}, response={"at_us": 200})
    )
    unanswered = ExchangeDone(exchange(request={"at_us": 300}, ended="closed"))

    times = [line.split()[0] for line in lines_of(quick, slow, unanswered)[1:]]

    assert times == ["0.000000", "0.000000", "0.000200"]
