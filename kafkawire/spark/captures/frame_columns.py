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

from kafkawire.dump.api_names import SASL_TOKEN, api_name
from kafkawire.dump.model import Connection, Event, ExchangeDone, Message
from kafkawire.spark.captures.layout import Ints
from kafkawire.spark.tables.declared import FRAMES
from kafkawire.spark.tables.identity import MICROSECOND, connection_name

ROWS_MAX = 50_000
Short = npt.NDArray[np.signedinteger]


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


class _Frame(NamedTuple):
    """One frame, and the connection's number in the sink."""

    number: int
    is_request: bool
    offset: int
    time_ns: int
    end_ns: int
    size: int
    api_key: int
    api_version: int
    correlation_id: int
    client_id: str | None


class FrameSink:
    """A sink of the dump that gives batches of the table."""

    def __init__(self, write: Callable[[pa.RecordBatch], None]) -> None:
        self._write = write
        self._single: list[_Frame] = []
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
        self._single.append(_frame(self._number(message.connection), message))
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
    is_token = frames.api_key == SASL_TOKEN
    return FRAMES.batch_of(
        {
            "connection": names.take(pa.array(number)),
            "is_request": pa.array(is_request),
            "stream_offset": pa.array(frames.offset),
            "time": pa.array(frames.time_ns // MICROSECOND).cast(pa.timestamp("us", tz="UTC")),
            "time_ns": pa.array(frames.time_ns),
            "end_ns": pa.array(frames.end_ns),
            "bytes": pa.array(frames.size.astype(np.int64)),
            "api_key": pa.array(frames.api_key.astype(np.int32), mask=~is_request),
            "api": apis.take(pa.array(which.reshape(-1), mask=~is_request)),
            "version": pa.array(frames.api_version.astype(np.int32), mask=~is_request),
            "correlation_id": pa.array(frames.correlation_id.astype(np.int32), mask=is_token),
            "client_id": pa.array(frames.client_id, pa.string()),
            "client": clients.take(pa.array(number)),
            "server": servers.take(pa.array(number)),
        }
    )


def _together(rows: list[_Rows]) -> _Rows:
    number, is_request, frames = zip(*rows, strict=True)
    columns: Iterator[Any] = map(np.concatenate, zip(*frames, strict=True))
    return _Rows(np.concatenate(number), np.concatenate(is_request), Frames(*columns))


def _rows_of(single: list[_Frame]) -> _Rows:
    values = dict(zip(_Frame._fields, zip(*single, strict=True), strict=True))
    client_id = np.array(values.pop("client_id"), object)
    columns: dict[str, Any] = {name: np.array(each) for name, each in values.items()}
    number, is_request = columns.pop("number"), columns.pop("is_request")
    return _Rows(number, is_request, Frames(**columns, client_id=client_id))


def _frame(number: int, message: Message) -> _Frame:
    return _Frame(
        number=number,
        is_request=message.is_request,
        offset=message.stream_offset,
        time_ns=message.time_ns,
        end_ns=message.end_ns,
        size=len(message.data),
        api_key=message.api_key,
        api_version=message.api_version,
        correlation_id=message.correlation_id,
        client_id=message.client_id,
    )
