"""Messages as a capture again: decrypted, whole, with secrets masked, for Wireshark and for later.

Each message is written at its time, and packets stand in the order of their times, so that no
reader sees time run backwards. Exchanges are told of when they are done, their requests late: a
message waits for `WAIT_NS` in case an earlier one comes, or until too much is waiting. What is
known of an exchange beyond its bytes goes with its response as a comment. There is a handshake
where the connection's beginning was seen. The file gets its name when it is whole.
"""

from __future__ import annotations

from heapq import heappop, heappush
from pathlib import Path
from typing import NamedTuple

from kafkawire.dump.inputs.pcapng_writer import PcapngWriter
from kafkawire.dump.model import (
    Connection,
    ConnectionClosed,
    Event,
    Exchange,
    ExchangeDone,
    Message,
)
from kafkawire.dump.outputs.replacing import Replacing, abandoned
from kafkawire.dump.outputs.steps import steps_of
from kafkawire.protocol.visible_text import visible

WAIT_NS = 60_000_000_000
WAITING_BYTES_MAX = 32 << 20
WAITING_MAX = 100_000
COMMENT_CHARACTERS_MAX = 1000
CLIENT, BROKER = 0, 1


class _Waiting(NamedTuple):
    """A packet to be written, or the end of a connection; ordered by time, then as they came."""

    time_ns: int
    order: int
    connection: Connection
    end: int
    data: bytes | None
    comment: str


class PcapngSink:
    """Writes a pcapng file, under its name when it is whole. Raises OSError."""

    asked_of: frozenset[int] = frozenset()
    """Of no requests: an exchange is shown when it is done."""

    def __init__(self, path: str) -> None:
        self._file = Replacing(Path(path))
        self._writer = PcapngWriter(self._file.binary)
        self._waiting: list[_Waiting] = []
        self._waiting_bytes = 0
        self._order = 0
        self._newest_ns = 0
        self._open: set[int] = set()

    def event(self, event: Event) -> None:
        """Take messages; everything else is in them, or was no message."""
        if isinstance(event, ExchangeDone):
            self._done(event.exchange)
        elif isinstance(event, ConnectionClosed):
            connection = event.connection
            time_ns = max(connection.closed_ns or 0, self._newest_ns)
            self._add(time_ns, connection, CLIENT, None, connection.close_reason)
        self._write_ripe()

    def close(self) -> None:
        """Write what waits, and give the file its name."""
        self._write_all()
        self._file.commit()

    def abandon(self) -> list[str]:
        """Write what waits, and keep the file beside its name; nothing of it if it is empty."""
        return abandoned(self._file, self._write_all, lambda: self._order)

    def _write_all(self) -> None:
        while self._waiting:
            self._write(heappop(self._waiting))

    def _done(self, exchange: Exchange) -> None:
        request = exchange.request
        if request is not None:
            self._add(request.time_ns, exchange.connection, CLIENT, _framed(request), "")
        response = exchange.response
        if response is not None:
            data = _framed(response)
            self._add(response.time_ns, exchange.connection, BROKER, data, _comment(exchange))

    def _add(
        self, time_ns: int, connection: Connection, end: int, data: bytes | None, comment: str
    ) -> None:
        self._order += 1
        self._newest_ns = max(self._newest_ns, time_ns)
        self._waiting_bytes += 0 if data is None else len(data)
        entry = _Waiting(time_ns, self._order, connection, end, data, comment)
        heappush(self._waiting, entry)

    def _write_ripe(self) -> None:
        waiting = self._waiting
        ripe_ns = self._newest_ns - WAIT_NS
        while waiting and (
            waiting[0].time_ns <= ripe_ns
            or self._waiting_bytes > WAITING_BYTES_MAX
            or len(waiting) > WAITING_MAX
        ):
            self._write(heappop(waiting))

    def _write(self, entry: _Waiting) -> None:
        connection, stream = entry.connection, entry.connection.number
        if entry.data is None:
            if stream in self._open:
                self._open.discard(stream)
                self._writer.close(stream, entry.time_ns, how=entry.comment)
            return
        self._waiting_bytes -= len(entry.data)
        if stream not in self._open:
            self._open.add(stream)
            ends = connection.client, connection.server
            opener = CLIENT if connection.is_whole else None
            self._writer.open(stream, ends, entry.time_ns, opener=opener)
        self._writer.send(stream, entry.end, entry.data, entry.time_ns, comment=entry.comment)


def _framed(message: Message) -> bytes:
    return len(message.data).to_bytes(4, "big") + message.data


def _comment(exchange: Exchange) -> str:
    """What Wireshark cannot know: notes, and what a session, group or transaction did."""
    parts = [*exchange.notes, *(step.summary for _, step in steps_of(exchange))]
    return "\n".join(map(visible, parts))[:COMMENT_CHARACTERS_MAX]
