"""Reports of statistics."""

from __future__ import annotations

import json

from kafkawire.dump.model import ConnectionOpened, Damage, ExchangeDone
from kafkawire.dump.stats.report import as_json, lines
from kafkawire.dump.stats.statistics import Statistics
from kafkawire.protocol.api_keys import ApiKey
from tests.support.dump.exchanges import connection, exchange, facts


def statistics_of_some() -> Statistics:
    statistics = Statistics(("api",))
    on = connection(client_id="billing")
    statistics.event(ConnectionOpened(on))
    for at_us in range(0, 1_000_000, 100_000):
        statistics.event(
            ExchangeDone(exchange(request={"at_us": at_us}, response={"at_us": at_us + 2000}))
        )
    failing = {"facts": facts(error_codes=(6,), throttle_time_ms=30)}
    statistics.event(ExchangeDone(exchange(ApiKey.PRODUCE, request={}, response=failing)))
    statistics.event(ExchangeDone(exchange(ApiKey.PRODUCE, request={}, ended="closed")))
    return statistics


TABLE = """\
12 exchanges on 1 connection in 902.0ms from 2026-11-18 11:06:40.123456 UTC
1 request never answered
1 response throttled clients, by 30.00ms in all

api      count   /s  sent  received  errors      p50      p90      p99      max  throttled
Fetch       10   11   240       240       -  2.000ms  2.000ms  2.000ms  2.000ms          -
Produce      2  2.2    48        24       1  1.000ms  1.000ms  1.000ms  1.000ms    30.00ms
all         12   13   288       264       1  2.000ms  2.000ms  2.000ms  2.000ms    30.00ms

errors
  1  NOT_LEADER_OR_FOLLOWER (6)
"""


def test_the_table_reads_well() -> None:
    assert "\n".join(lines(statistics_of_some())) + "\n" == TABLE


def test_only_the_rows_that_were_asked_for_are_shown_and_the_rest_is_told() -> None:
    found = list(lines(statistics_of_some(), rows_max=1))

    assert not any(line.startswith("Produce") for line in found)
    assert "and 1 more row; --top shows more" in found


def test_columns_in_which_nothing_stands_are_left_out() -> None:
    statistics = Statistics()
    statistics.event(ExchangeDone(exchange(request={})))
    table = [line for line in lines(statistics) if line.startswith("api")]

    assert table == ["api    count  sent  received"]


def test_nothing_is_said_of_nothing_but_damage() -> None:
    statistics = Statistics()
    statistics.event(Damage(None, None, 0, 2048, "lost", 0, 0))

    assert list(lines(statistics)) == [
        "0 exchanges on 0 connections",
        "damage at 1 place, 2.0K at least",
    ]


def test_json_has_the_same_figures() -> None:
    found = json.loads(json.dumps(as_json(statistics_of_some())))

    assert found["by"] == ["api"]
    assert [row["api"] for row in found["rows"]] == ["Fetch", "Produce"]
    assert found["all"]["exchanges"] == 12
    assert found["all"]["errors"] == {"NOT_LEADER_OR_FOLLOWER": 1}
    assert found["rows"][0]["latencyMs"]["max"] == 2.0
    assert found["rows"][1]["unanswered"] == 1
    assert as_json(Statistics())["all"]
