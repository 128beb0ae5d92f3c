"""Streams: what was there, then what changes, and never less than both."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from kafkawire.dump.model import ExchangeDone, RequestSeen
from kafkawire.dump.outputs.summary import marks_of
from kafkawire.dump.web import store as store_module
from kafkawire.dump.web import stream as module
from kafkawire.dump.web.choosing import Choice
from kafkawire.dump.web.store import Store
from kafkawire.dump.web.stream import Bell, Stream
from tests.support.dump.asgi import Event, parsed
from tests.support.dump.exchanges import exchange
from tests.support.suite.patience import patient


class Reader:
    """A page: rows as it knows them, from what a stream puts."""

    def __init__(self, slowness: Callable[[], Awaitable[None]] | None = None) -> None:
        self.rows: dict[int, Any] = {}
        self.seen: list[Event] = []
        self.lost = 0
        self._slowness = slowness

    async def put(self, data: bytes) -> None:
        if self._slowness is not None:
            await self._slowness()
        if data.startswith(b":"):
            return
        event = parsed(data.decode())
        self.seen.append(event)
        if event.name == "reset":
            self.lost += event.data["lost"]
            self.rows.clear()
        elif event.name == "rows":
            self.rows.update((row[0], row) for row in event.data["rows"])
            for number in event.data["gone"]:
                self.rows.pop(number, None)
            for number in [number for number in self.rows if number < event.data["first"]]:
                del self.rows[number]


def follow(
    store: Store, reader: Reader, act: Callable[[], Awaitable[None]], *choice: str, last: str = ""
) -> None:
    """Have a reader follow the store while something is done to it, and a while longer."""

    async def main() -> None:
        bell = Bell()
        store.listen(bell.ring)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Stream(store, bell, Choice(*choice), "run").run, reader.put, last)
            await act()
            await trio.sleep(60)
            nursery.cancel_scope.cancel()

    trio.run(main, clock=MockClock(autojump_threshold=0))


@pytest.mark.parametrize("seed", range(8))
def test_what_a_page_has_is_what_the_store_has_whatever_happens_in_between(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ROWS_IN_EVENT", 3)
    random = Random(seed)
    # So few that a slow reader has to begin again, or so many that it never has to.
    monkeypatch.setattr(store_module, "CHANGES_MAX", random.choice((40, 10_000)))
    store = Store(rows_max=random.choice((5, 15, 1000)))
    pending = []

    async def pause() -> None:
        await trio.sleep(random.choice((0, 0, 0.01, 0.1)))

    async def act() -> None:
        for number in range(1, 150):
            made = exchange(number=number, request={})
            store.event(RequestSeen(made))
            pending.append(made)
            if random.random() < 0.7:
                done = pending.pop(random.randrange(len(pending)))
                done.ended = "closed"
                store.event(ExchangeDone(done))
            if random.random() < 0.3:
                await pause()

    for number in range(1001, 1001 + random.randrange(30)):
        store.event(ExchangeDone(exchange(number=number, request={})))
    reader = Reader(pause)
    follow(store, reader, act)

    rows = store.rows(0, store.end)
    assert sorted(reader.rows) == [row.number for row in rows]
    marks = {row.number: marks_of(row.exchange) for row in rows if row.exchange is not None}
    assert {number: row[13] for number, row in reader.rows.items()} == marks


def test_what_comes_between_any_two_events_of_the_beginning_is_not_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "ROWS_IN_EVENT", 2)
    store = Store()
    coming = [exchange(number=number, request={}) for number in range(1, 30)]

    async def more() -> None:
        if coming:
            store.event(ExchangeDone(coming.pop()))

    for number in range(100, 107):
        store.event(ExchangeDone(exchange(number=number, request={})))
    reader = Reader(more)
    follow(store, reader, trio.lowlevel.checkpoint)

    assert reader.lost == 0
    assert sorted(reader.rows) == list(range(1, 7 + 29 + 1))


def test_the_beginning_is_told_apart_from_what_follows() -> None:
    store = Store()
    store.event(ExchangeDone(exchange(number=1, request={})))
    reader = Reader()

    async def act() -> None:
        await trio.sleep(1)
        store.event(ExchangeDone(exchange(number=2, request={})))

    follow(store, reader, act)

    names = [event.name for event in reader.seen]
    assert names[:3] == ["reset", "rows", "ready"]
    assert reader.seen[2].number == "run-1"
    last = reader.seen[-1]
    assert (last.number, [row[0] for row in last.data["rows"]]) == ("run-2", [2])


def test_a_page_that_comes_back_gets_only_what_it_has_missed() -> None:
    store = Store()
    for number in range(1, 6):
        store.event(ExchangeDone(exchange(number=number, request={})))
    reader = Reader()

    follow(store, reader, trio.lowlevel.checkpoint, last="run-3")

    assert [event.name for event in reader.seen] == ["rows"]
    assert sorted(reader.rows) == [4, 5]


def test_a_page_of_another_run_begins_again() -> None:
    store = Store()
    store.event(ExchangeDone(exchange(number=1, request={})))
    reader = Reader()

    follow(store, reader, trio.lowlevel.checkpoint, last="other-1")

    assert sorted(reader.rows) == [1]


def test_a_page_too_slow_for_what_is_remembered_is_told_how_much_and_begins_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(store_module, "CHANGES_MAX", 10)
    store = Store()
    reader = Reader()

    async def act() -> None:
        await trio.sleep(1)
        for number in range(1, 31):
            store.event(ExchangeDone(exchange(number=number, request={})))

    follow(store, reader, act)

    assert reader.lost == 20
    assert sorted(reader.rows) == list(range(1, 31))


def test_a_row_that_fits_no_longer_goes_and_marks_come_with_rows() -> None:
    store = Store()
    made = exchange(number=1, request={})
    store.event(RequestSeen(made))
    reader = Reader()

    async def act() -> None:
        await trio.sleep(1)
        assert list(reader.rows) == [1]
        made.response = exchange(response={}).response
        store.event(ExchangeDone(made))

    follow(store, reader, act, "~q", "~api Fetch")

    assert reader.rows == {}
    assert any(event.data.get("marked") == [1] for event in reader.seen)
    assert reader.seen[-1].data["gone"] == [1]


def test_the_end_of_the_input_is_told_though_no_row_changes() -> None:
    store = Store()
    reader = Reader()

    async def act() -> None:
        await trio.sleep(1)
        store.failed("cannot be read")

    follow(store, reader, act)

    assert reader.seen[-1].data["isDone"]
    assert reader.seen[-1].data["problem"] == "cannot be read"


def test_a_bell_that_another_thread_rings_wakes_who_waits() -> None:
    async def main() -> None:
        bell = Bell()
        waiting = bell.next

        def ring() -> None:
            for _ in range(100):
                bell.ring()

        thread = threading.Thread(target=ring)
        thread.start()
        with trio.fail_after(patient(20)):
            await waiting.wait()
        thread.join()

    trio.run(main)
