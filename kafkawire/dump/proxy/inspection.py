"""Copies of what passes, handed to whoever looks at it without making traffic wait.

Events go into a queue that a thread of its own empties; nothing that the thread does (decoding, a
terminal that is held) can stop the proxy. The queue is bounded: when it is full, bytes are left
out, and as soon as there is room a `Gap` says how many, so that a loss is never taken for silence.

Both sides run under one interpreter lock, so the thread waits for a moment of silence before it
works: a burst passes first and is looked at after, and a client that waits for each answer rarely
meets it. It does not wait for ever, nor while much has gathered.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from queue import SimpleQueue
from threading import Event

from kafkawire.dump.transport import (
    Data,
    Endpoint,
    Gap,
    Note,
    StreamClosed,
    StreamOpened,
    TransportEvent,
)

HELD_BYTES_MAX = 96 << 20
"""So many bytes may wait to be looked at."""
HELD_EVENTS_MAX = 100_000
UNSEEN = -1
"""The number of a stream that came when there was no room for it."""
SILENCE_S = 0.005
"""After so long without traffic, what has gathered is looked at."""
GATHERING_S = 0.1
"""Or after so long with traffic; a person does not see the difference."""
GATHERED_BYTES_MAX = 52 << 20
"""Or when more has gathered than one answer to a consumer has (`fetch.max.bytes` is 50 MiB)."""
SWITCH_S = 0.0002
"""How long the thread may keep the interpreter while traffic waits (`sys.setswitchinterval`)."""

Ends = tuple[Endpoint, Endpoint]
Feed = Callable[[TransportEvent], None]


class Inspection:
    """The queue between the proxy and `feed`. Times are read here, when events are told.

    All methods but `work` are for the proxy's thread.
    """

    def __init__(self, feed: Feed, *, bytes_max: int = HELD_BYTES_MAX) -> None:
        self.lost_bytes = 0
        """How many bytes nobody looked at."""
        self._feed = feed
        self._bytes_max = bytes_max
        self._queue: SimpleQueue[TransportEvent | None] = SimpleQueue()
        self._streams = 0
        self._ends: dict[int, Ends] = {}
        """Of open streams."""
        self._taken: set[Ends] = set()
        self._put_bytes = 0
        self._taken_bytes = 0
        self._seen_bytes = 0
        self._lost: dict[tuple[int, int], int] = {}
        self._ended = Event()
        self._has_given_up = False

    def opened(self, client: Endpoint, server: Endpoint, listener: Endpoint) -> int:
        """A client has connected; returns the number of the stream, or `UNSEEN`.

        A system gives one port to connections that lead to different listeners, and these may lead
        to one server. No two open streams have the same ends, so that a recording can be read: the
        second one's other end is the listener.
        """
        if self._has_given_up or self._queue.qsize() >= HELD_EVENTS_MAX:
            return UNSEEN
        ends = client, server
        if ends in self._taken:
            ends = client, listener
        number = self._streams
        self._streams += 1
        self._ends[number] = ends
        self._taken.add(ends)
        self._queue.put(StreamOpened(number, ends, 0, time.time_ns()))
        return number

    def data(self, stream: int, end: int, data: bytes) -> None:
        """An end of a stream sends bytes (as the client sees them)."""
        if self._has_given_up:
            self.lost_bytes += len(data)
            return
        now_ns = time.time_ns()
        held = self._put_bytes - self._taken_bytes
        is_full = held + len(data) > self._bytes_max or self._queue.qsize() >= HELD_EVENTS_MAX
        if stream == UNSEEN or is_full:
            self._lose(stream, end, len(data), now_ns)
            return
        if self._lost:
            self._tell_lost(stream, end, now_ns)
        self._put_bytes += len(data)
        self._queue.put(Data(stream, end, data, now_ns, 0))

    def closed(self, stream: int, how: str) -> None:
        """A stream ended: `FIN`, `RST` or `end`."""
        now_ns = time.time_ns()
        if stream == UNSEEN:
            self._lost.pop((stream, 0), 0)
            self._lost.pop((stream, 1), 0)
            return
        self._taken.discard(self._ends.pop(stream))
        if self._has_given_up:
            return
        for end in (0, 1):
            self._tell_lost(stream, end, now_ns)
        self._queue.put(StreamClosed(stream, how, now_ns))

    def note(self, stream: int | None, text: str) -> None:
        """Something that the streams do not say."""
        if not self._has_given_up and self._queue.qsize() < HELD_EVENTS_MAX:
            self._queue.put(Note(stream, text, time.time_ns(), 0))

    def give_up(self) -> None:
        """Nobody looks any more (`feed` failed): nothing is kept, all that passes is counted."""
        self._has_given_up = True
        self.lost_bytes += self._put_bytes - self._taken_bytes
        self._queue = SimpleQueue()

    def end(self) -> None:
        """Nothing more will come: `work` returns when it has looked at all there is."""
        self._ended.set()
        self._queue.put(None)

    def work(self) -> None:
        """Look at events until the end; runs in a thread of its own."""
        queue, feed = self._queue, self._feed
        while True:
            event = queue.get()
            self._gather()
            while event is not None:
                if isinstance(event, Data):
                    self._taken_bytes += len(event.data)
                feed(event)
                if queue.empty():
                    break
                event = queue.get()
            if event is None:
                return

    def _gather(self) -> None:
        """Wait until it is time to look."""
        left_s = GATHERING_S
        while left_s > 0 and not self._ended.wait(SILENCE_S):
            put_bytes = self._put_bytes
            if put_bytes == self._seen_bytes or put_bytes - self._taken_bytes > GATHERED_BYTES_MAX:
                break
            self._seen_bytes = put_bytes
            left_s -= SILENCE_S

    def _lose(self, stream: int, end: int, size: int, now_ns: int) -> None:
        if not self._lost:
            text = "more traffic than can be looked at: what follows is not shown"
            self._queue.put(Note(None, text, now_ns, 0))
        self._lost[stream, end] = self._lost.get((stream, end), 0) + size
        self.lost_bytes += size

    def _tell_lost(self, stream: int, end: int, now_ns: int) -> None:
        size = self._lost.pop((stream, end), 0)
        if size:
            self._queue.put(Gap(stream, end, size, now_ns, 0))
