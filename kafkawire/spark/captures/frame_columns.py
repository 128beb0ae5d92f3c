"""The table of frames, by columns: what `tables` makes row by row, in a fourth of the time.

There is a row for each message, and little in it; what all messages of a connection share is made
once and taken from there. Messages come one by one from the engine, or many at once (`leapt`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from kafkawire.dump.model import SASL_TOKEN, Connection, Event, ExchangeDone, Message, api_name
from kafkawire.spark.captures.layout import Ints
from kafkawire.spark.tables.declared import FRAMES
from kafkawire.spark.tables.identity import MICROSECOND, connection_name

ROWS_MAX = 50_000
Short = npt.NDArray[np.signedinteger]
_Bare = tuple[int, bool, int, int, int, int, int, int, int, str | None]


class Frames(NamedTuple):
    """Frames that one end of a connection has sent, as columns."""

    offset: Ints
    """Where each begins in its stream."""
    time_ns: Ints
    end_ns: Ints
    size: Short
    """In bytes, without the length in front."""
    api_key: Short
    """Of responses, this and the version mean nothing."""
    api_version: Short
    correlation_id: Short
    client_id: npt.NDArray[np.object_]


class _Rows(NamedTuple):
    """Frames, and which connection of the sink's each is of."""

    number: Ints
    is_request: npt.NDArray[np.bool_]
    frames: Frames


class FrameSink:
    """A sink of the dump that gives batches of the table."""

    def __init__(self, write: Callable[[pa.RecordBatch], None]) -> None:
        self._write = write
        self._single: list[_Bare] = []
        self._many: list[_Rows] = []
        self._size = 0
        self._numbers: dict[int, int] = {}
        """Where each connection is in the list, by its number."""
        self._connections: list[Connection] = []

    def event(self, event: Event) -> None:
        """Take one."""
        if type(event) is not ExchangeDone:
            return
        exchange = event.exchange
        if exchange.request is not None:
            self.message(exchange.request)
        if exchange.response is not None:
            self.message(exchange.response)
        self._end_batch()

    def message(self, message: Message) -> None:
        """Take the frame of one message."""
        self._single.append(_bare(self._number(message.connection), message))
        self._size += 1

    def frames(self, connection: Connection, frames: Frames, *, is_request: bool) -> None:
        """Take frames of one end."""
        count = len(frames.offset)
        if count:
            number = np.full(count, self._number(connection))
            self._many.append(_Rows(number, np.full(count, is_request), frames))
            self._size += count
            self._end_batch()

    def _number(self, connection: Connection) -> int:
        number = self._numbers.get(connection.number)
        if number is None:
            number = self._numbers[connection.number] = len(self._connections)
            self._connections.append(connection)
        return number

    def _end_batch(self) -> None:
        if self._size >= ROWS_MAX:
            self.close()

    def close(self) -> None:
        """Give out what is there."""
        if not self._size:
            return
        if self._single:
            self._many.append(_rows_of(self._single))
        rows = _together(self._many)
        self._single, self._many, self._size = [], [], 0
        self._write(_batch(self._connections, rows))


def _batch(connections: list[Connection], rows: _Rows) -> pa.RecordBatch:
    number, is_request, frames = rows
    names = pa.array([connection_name(each) for each in connections], pa.string())
    clients = pa.array([str(each.client) for each in connections], pa.string())
    servers = pa.array([str(each.server) for each in connections], pa.string())
    keys, which = np.unique(frames.api_key, return_inverse=True)
    apis = pa.array([api_name(int(each)) for each in keys], pa.string())
    arrays = [
        names.take(pa.array(number)),
        pa.array(is_request),
        pa.array(frames.offset),
        pa.array(frames.time_ns // MICROSECOND).cast(pa.timestamp("us", tz="UTC")),
        pa.array(frames.time_ns),
        pa.array(frames.end_ns),
        pa.array(frames.size.astype(np.int64)),
        pa.array(frames.api_key.astype(np.int32), mask=~is_request),
        apis.take(pa.array(which.reshape(-1), mask=~is_request)),
        pa.array(frames.api_version.astype(np.int32), mask=~is_request),
        pa.array(frames.correlation_id.astype(np.int32), mask=frames.api_key == SASL_TOKEN),
        pa.array(frames.client_id, pa.string()),
        clients.take(pa.array(number)),
        servers.take(pa.array(number)),
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=FRAMES.arrow)


def _together(rows: list[_Rows]) -> _Rows:
    number, is_request, frames = zip(*rows, strict=True)
    columns: Iterator[Any] = map(np.concatenate, zip(*frames, strict=True))
    return _Rows(np.concatenate(number), np.concatenate(is_request), Frames(*columns))


def _rows_of(single: list[_Bare]) -> _Rows:
    *numbers, client_ids = zip(*single, strict=True)
    number, is_request, *columns = map(np.array, numbers)
    columns.append(np.array(client_ids, object))
    return _Rows(number, is_request, Frames._make(columns))


def _bare(number: int, message: Message) -> _Bare:
    return (
        number,
        message.is_request,
        message.stream_offset,
        message.time_ns,
        message.end_ns,
        len(message.data),
        message.api_key,
        message.api_version,
        message.correlation_id,
        message.client_id,
    )
