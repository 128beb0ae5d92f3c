"""Streams of changes for pages, as server-sent events.

    event: rows     {"rows", "marked", "gone", "sequence", "first", "evicted", ...}
    event: reset    {"lost"}: all rows that the page has are void, and come again
    event: ready    the rows that were there when the stream began have been sent

Events after `ready` have an id, with which a browser comes back when its connection breaks.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any

import trio

from kafkawire.dump.page.rows import Row
from kafkawire.dump.safe_text import page_text
from kafkawire.dump.web.choosing import Choice
from kafkawire.dump.web.store import Store

ROWS_IN_EVENT = 500
COALESCE_S = 0.05
"""How long changes gather before they are sent."""
KEEPALIVE_S = 15.0
"""A stream with nothing to say says so, so that both ends notice when the other is gone."""

Put = Callable[[bytes], Awaitable[None]]


class Bell:
    """Wakes tasks of trio when another thread rings; ringing often costs little."""

    def __init__(self) -> None:
        self._token = trio.lowlevel.current_trio_token()
        self._event = trio.Event()
        self._is_rung = False

    def ring(self) -> None:
        """Wake all that wait; from any thread."""
        if not self._is_rung:
            self._is_rung = True
            try:
                self._token.run_sync_soon(self._wake)
            except trio.RunFinishedError:
                pass  # nobody waits any more

    def _wake(self) -> None:
        self._is_rung = False
        self._event.set()
        self._event = trio.Event()

    @property
    def next(self) -> trio.Event:
        """What is set when it rings next."""
        return self._event


class Stream:
    """One page's stream."""

    def __init__(self, store: Store, bell: Bell, choice: Choice, run: str) -> None:
        self._store = store
        self._bell = bell
        self._choice = choice
        self._run = run
        """Tells one run of the program from another in ids of events."""
        self._said = ""

    async def run(self, put: Put, last_id: str = "") -> None:
        """Send until it is cancelled; `last_id` is that of the last event that the page has had."""
        cursor = self._resumed(last_id)
        if cursor is None:
            cursor = await self._snapshot(put)
        while True:
            ring = self._bell.next
            cursor = await self._follow(put, cursor)
            with trio.move_on_after(KEEPALIVE_S) as waiting:
                await ring.wait()
            if waiting.cancelled_caught:
                await put(b": still here\n\n")
            await trio.sleep(COALESCE_S)

    def _resumed(self, last_id: str) -> int | None:
        run, _, number = last_id.rpartition("-")
        if run != self._run or not (number.isascii() and number.isdigit()):
            return None
        return min(int(number), self._store.sequence)

    async def _snapshot(self, put: Put) -> int:
        """All rows as they are; returns the number of the last change that is in them for sure."""
        store = self._store
        sequence, end = store.sequence, store.end
        await put(event("reset", page_text({"lost": 0})))
        for first in range(store.first, end, ROWS_IN_EVENT):
            rows = store.rows(first, min(first + ROWS_IN_EVENT, end))
            await put(event("rows", self._rows(rows, sequence)))
            await trio.lowlevel.checkpoint()
        await put(event("ready", "{}", f"{self._run}-{sequence}"))
        return sequence

    async def _follow(self, put: Put, cursor: int) -> int:
        """All that changed; returns the number of the last change."""
        store = self._store
        while cursor < store.sequence:
            changes = store.changes(cursor, ROWS_IN_EVENT)
            if changes.lost:
                await put(event("reset", page_text({"lost": changes.lost})))
                cursor = await self._snapshot(put)
                continue
            cursor = changes.sequence
            await put(event("rows", self._rows(changes.rows, cursor), f"{self._run}-{cursor}"))
            await trio.lowlevel.checkpoint()
        if page_text(self._state()) != self._said:
            await put(event("rows", self._rows((), cursor)))
        return cursor

    def _rows(self, rows: Iterable[Row], sequence: int) -> str:
        shows, marks = self._choice.shows, self._choice.marks
        shown, gone = [], []
        for row in rows:
            if shows(row):
                shown.append(row)
            elif row.is_changed:
                gone.append(row.number)
        self._said = page_text(self._state())
        changed = {
            "sequence": sequence,
            "gone": gone,
            "marked": [row.number for row in shown if marks(row)],
        }
        return f'{page_text(changed)[:-1]},{self._said[1:-1]},"rows":[{",".join(_jsons(shown))}]}}'

    def _state(self) -> dict[str, Any]:
        store = self._store
        return {
            "first": store.first,
            "evicted": store.evicted,
            "rowsMax": store.rows_max,
            "exchanges": store.exchanges,
            "startNs": str(store.start_ns or 0),
            "isDone": store.is_done,
            "problem": store.problem,
        }


def _jsons(rows: Iterable[Row]) -> Iterator[str]:
    for row in rows:
        yield row.json()


def event(name: str, data: str, number: str = "") -> bytes:
    """A server-sent event; `data` is JSON in one line."""
    head = f"id: {number}\n" if number else ""
    return f"{head}event: {name}\ndata: {data}\n\n".encode()
