"""Statistics by whatever exchanges have in common."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.model import ConnectionClosed, ConnectionOpened, Damage, Exchange, ExchangeDone
from kafkawire.dump.stats import statistics as statistics_module
from kafkawire.dump.stats.statistics import DIMENSIONS, OTHERS, Statistics
from kafkawire.protocol.api_keys import ApiKey
from tests.support.dump.exchanges import BROKER, connection, exchange, facts


def counted(by: tuple[str, ...], *exchanges: Exchange) -> dict[tuple[str, ...], int]:
    statistics = Statistics(by)
    for each in exchanges:
        statistics.event(ExchangeDone(each))
    return {key: tally.exchanges for key, tally in statistics.rows.items()}


def both(api: ApiKey = ApiKey.FETCH, **known: Any) -> Exchange:
    return exchange(api, request={"version": 13}, response={}, **known)


def test_rows_are_by_api_or_by_several_things() -> None:
    made = [both(), both(), both(ApiKey.PRODUCE)]

    assert counted(("api",), *made) == {("Fetch",): 2, ("Produce",): 1}
    assert counted(("client", "version"), *made) == {
        ("billing", "Fetch v13"): 2,
        ("billing", "Produce v13"): 1,
    }


def test_by_topic_an_exchange_counts_for_each() -> None:
    made = [both(topics=("a", "b")), both(topics=("a",)), both()]

    assert counted(("topic",), *made) == {("a",): 2, ("b",): 1, ("-",): 1}


def test_topics_that_state_does_not_know_are_those_of_the_messages() -> None:
    made = exchange(request={"facts": facts(topics=("a",), groups=("g",))}, response={})

    assert counted(("topic", "group"), made) == {("a", "g"): 1}


@pytest.mark.parametrize("name", DIMENSIONS)
def test_every_dimension_has_a_value_for_every_exchange(name: str) -> None:
    on = connection(user="alice", software="librdkafka 2.4")
    made = [
        both(on=on),
        exchange(request={}, ended="closed"),
        exchange(request={}, expects_response=False),
        exchange(response={"facts": facts(error_codes=(6,))}),
    ]

    assert sum(counted((name,), *made).values()) == 4


def test_outcomes_and_ends() -> None:
    made = [
        both(),
        exchange(request={}, ended="closed"),
        exchange(request={}, expects_response=False),
        exchange(response={"facts": facts(error_codes=(6,))}),
    ]

    assert counted(("outcome",), *made) == {
        ("ok",): 1,
        ("closed",): 1,
        ("no reply due",): 1,
        ("error",): 1,
    }
    assert counted(("broker",), *made) == {(str(BROKER),): 4}


def test_connections_damage_and_times_are_counted() -> None:
    statistics = Statistics()
    on = connection(is_tls=True)
    statistics.event(ConnectionOpened(on))
    statistics.event(ConnectionClosed(on))
    statistics.event(Damage(on, True, 0, 100, "lost", 0, 0))
    statistics.event(ExchangeDone(exchange(request={"at_us": 5}, response={"at_us": 1005})))
    statistics.event(ExchangeDone(exchange(request={"at_us": 0}, response=None)))
    statistics.close()

    assert (statistics.connections, statistics.connections_closed) == (1, 1)
    assert (statistics.connections_encrypted, statistics.damages) == (1, 1)
    assert statistics.damaged_bytes == 100
    assert statistics.duration_ns == 1_005_000


def test_rows_are_bounded_and_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics_module, "ROWS_MAX", 3)
    made = [both(topics=(f"t{number}",)) for number in range(10)]

    found = counted(("topic", "api"), *made)

    assert len(found) == 4
    assert found[OTHERS, OTHERS] == 7


@given(st.lists(st.sampled_from([ApiKey.FETCH, ApiKey.PRODUCE, ApiKey.METADATA]), max_size=20))
def test_rows_without_topics_add_up_to_all(apis: list[ApiKey]) -> None:
    statistics = Statistics(("api",))
    for api in apis:
        statistics.event(ExchangeDone(both(api)))

    assert sum(tally.exchanges for tally in statistics.rows.values()) == len(apis)
    assert statistics.total.exchanges == len(apis)
    counts = [tally.exchanges for _, tally in statistics.sorted_rows()]
    assert counts == sorted(counts, reverse=True)
