"""The store: a ring of rows whose changes readers can follow without missing any."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.model import (
    ConnectionClosed,
    ConnectionOpened,
    Damage,
    Event,
    ExchangeDone,
    RequestSeen,
)
from kafkawire.dump.model import Exchange as ModelExchange
from kafkawire.dump.page.columns import CLOSED, DAMAGE, OPENED
from kafkawire.dump.web import store as module
from kafkawire.dump.web.store import Store
from tests.support.dump.exchanges import connection, exchange


def made(number: int, size: int = 10) -> ModelExchange:
    return exchange(number=number, request={"data": bytes(size)})


def test_a_request_is_there_before_its_response_and_is_the_same_row_with_it() -> None:
    store = Store()
    one = made(1)
    store.event(RequestSeen(one))
    assert [(row.number, row.is_changed) for row in store.rows(1, store.end)] == [(1, False)]

    one.response = exchange(response={"data": bytes(70)}).response
    store.event(ExchangeDone(one))

    assert store.held_bytes == 80 + 2_000
    assert [(row.number, row.is_changed) for row in store.rows(1, store.end)] == [(1, True)]
    assert (store.exchanges, store.sequence) == (1, 2)


def test_what_is_no_exchange_is_there_too_except_the_end_of_the_input() -> None:
    store = Store()
    on = connection(close_reason="FIN", closed_ns=5)
    store.event(ConnectionOpened(on))
    store.event(Damage(on, True, 0, 7, "lost", 3, 1))
    store.event(ConnectionClosed(on))
    store.event(ConnectionClosed(connection(close_reason="end")))

    rows = store.rows(1, store.end)

    assert [row.kind for row in rows] == [OPENED, DAMAGE, CLOSED]


def test_the_oldest_go_when_there_are_too_many_and_are_counted() -> None:
    store = Store(rows_max=3)
    for number in range(1, 6):
        store.event(ExchangeDone(made(number)))

    assert [row.number for row in store.rows(0, store.end)] == [3, 4, 5]
    assert (store.first, store.evicted, store.exchanges) == (3, 2, 5)


def test_the_oldest_go_when_they_take_too_much_room() -> None:
    store = Store(bytes_max=3 * 2_000 + 50_000)
    for number in range(1, 6):
        store.event(ExchangeDone(made(number, 20_000)))

    assert [row.number for row in store.rows(0, store.end)] == [4, 5]
    assert store.held_bytes == 2 * (20_000 + 2_000)


def test_a_response_to_what_is_no_longer_kept_is_a_row_of_its_own() -> None:
    store = Store(rows_max=1)
    first, second = made(1), made(2)
    store.event(RequestSeen(first))
    store.event(RequestSeen(second))
    store.event(ExchangeDone(first))

    assert [row.exchange for row in store.rows(0, store.end)] == [first]
    assert store.held_bytes == 10 + 2_000


steps = st.lists(st.tuples(st.sampled_from("request done row read".split()), st.integers(1, 12)))


@given(steps, st.integers(2, 6))
def test_a_reader_of_changes_has_the_rows_as_they_are_or_knows_that_it_missed_some(
    taken: list[tuple[str, int]], rows_max: int
) -> None:
    store = Store(rows_max=rows_max)
    exchanges = {number: made(number) for number in range(1, 13)}
    state: dict[int, bool] = {}
    cursor = 0

    def read(count_max: int) -> None:
        nonlocal cursor
        found = store.changes(cursor, count_max)
        assert not found.lost
        cursor = found.sequence
        state.update((row.number, row.is_changed) for row in found.rows)

    for what, number in taken:
        if what == "read":
            read(number)
        else:
            store.event(_event(what, exchanges[number]))
    while cursor < store.sequence:
        read(3)

    rows = store.rows(0, store.end)
    assert store.held_bytes == sum(row.size + 2_000 for row in rows)
    kept = {number: state[number] for number in state if number >= store.first}
    assert kept == {row.number: row.is_changed for row in store.rows(0, store.end)}


def _event(what: str, about: ModelExchange) -> Event:
    if what == "request":
        return RequestSeen(about)
    return ExchangeDone(about) if what == "done" else ConnectionOpened(about.connection)


def test_who_lags_behind_what_is_remembered_is_told_how_much_he_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "CHANGES_MAX", 4)
    store = Store()
    for number in range(1, 11):
        store.event(ExchangeDone(made(number)))

    assert store.changes(2, 500) == ([], 10, 4)
    assert store.changes(5, 2).lost == 1
    assert [row.number for row in store.changes(6, 500).rows] == [7, 8, 9, 10]


def test_who_listens_is_told_of_every_change_and_of_the_end() -> None:
    store, told = Store(), []
    store.listen(lambda: told.append(store.sequence))
    store.event(ExchangeDone(made(1)))
    store.failed("it is no capture")

    assert told == [1, 1]
    assert store.is_done
    assert store.problem == "it is no capture"
