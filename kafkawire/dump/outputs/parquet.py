"""Tables for analysis: `exchanges.parquet` and `messages.parquet` in a directory.

Columns are declared below; what each means goes into the files as its description. Rows are written
in groups, so that memory stays the same however many there are, and files get their names when they
are whole. Times have nanoseconds; bodies are JSON text under Kafka's names, for the JSON functions
that every query engine has.
"""

from __future__ import annotations

from collections.abc import Callable
from json import JSONEncoder
from pathlib import Path
from typing import Any, NamedTuple

from kafkawire.dump.api_names import api_name
from kafkawire.dump.model import Event, Exchange, ExchangeDone, Message
from kafkawire.dump.outputs.replacing import Replacing, abandoned
from kafkawire.dump.outputs.steps import step_text
from kafkawire.dump.outputs.summary import errors_of, problems_of

ROWS_MAX = 20_000
"""Rows of a group."""
ROW_GROUP_BYTES_MAX = 16 << 20
"""Bytes of frames whose rows wait to be written."""

_encode = JSONEncoder(separators=(",", ":"), check_circular=False, ensure_ascii=False).encode


class Column(NamedTuple):
    """A column: `type` in the words of `_arrow_type`."""

    name: str
    type: str
    value: Callable[[Any], object]
    """Of an exchange, or of an exchange and a message of it."""
    about: str


class Row(NamedTuple):
    """What a row of `messages` is about."""

    exchange: Exchange
    message: Message


def _of_facts(name: str) -> Callable[[Exchange], list[str]]:
    """Names in both messages, each once."""

    def value(exchange: Exchange) -> list[str]:
        both = (exchange.request, exchange.response)
        names = [getattr(each.facts, name) for each in both if each is not None]
        return list(dict.fromkeys(name for found in names for name in found))

    return value


def _most(name: str) -> Callable[[Exchange], int]:
    def value(exchange: Exchange) -> int:
        both = (exchange.request, exchange.response)
        found: list[int] = [getattr(each.facts, name) for each in both if each is not None]
        return max(found)

    return value


def _size(message: Message | None) -> int | None:
    return None if message is None else len(message.data)


def _step(name: str) -> Callable[[Exchange], str | None]:
    def value(exchange: Exchange) -> str | None:
        step = getattr(exchange, name)
        return None if step is None else step_text(step)

    return value


EXCHANGES = (
    Column("number", "int64", lambda of: of.number, "From 1, in the order of requests."),
    Column("time", "time", lambda of: of.message.time_ns, "When its first byte was seen."),
    Column("connection", "int64", lambda of: of.connection.number, "The connection, from 1."),
    Column("client", "string", lambda of: str(of.connection.client), "The client's address."),
    Column("server", "string", lambda of: str(of.connection.server), "The broker's address."),
    Column("api", "string", lambda of: of.api_name, "Kafka's name of the API."),
    Column("api_key", "int32", lambda of: of.message.api_key, "Kafka's number of the API."),
    Column("version", "int32", lambda of: of.message.api_version, "The version of the API."),
    Column("correlation_id", "int32", lambda of: of.message.correlation_id, "Pairs messages."),
    Column("client_id", "string", lambda of: of.client_id, "What the client calls itself."),
    Column("latency_ns", "int64", lambda of: of.latency_ns, "Null without both messages."),
    Column("request_bytes", "int64", lambda of: _size(of.request), "The frame's size."),
    Column("response_bytes", "int64", lambda of: _size(of.response), "The frame's size."),
    Column("topics", "strings", lambda of: list(of.topics), "Topics that it is about."),
    Column("partitions", "int64", _most("partitions"), "How many partitions it names."),
    Column("groups", "strings", _of_facts("groups"), "Groups that it is about."),
    Column("transactional_ids", "strings", _of_facts("transactional_ids"), "Of producers."),
    Column("records_bytes", "int64", _most("records_bytes"), "Bytes of batches in it."),
    Column("throttle_time_ms", "int64", _most("throttle_time_ms"), "What the broker asked for."),
    Column("errors", "strings", errors_of, "Names of the errors in the response, each once."),
    Column("ended", "string", lambda of: of.ended or None, "Why there will be no response."),
    Column("notes", "strings", lambda of: list(of.notes), "What other messages say about it."),
    Column("session", "string", _step("session"), "What it did to a fetch session."),
    Column("group_step", "string", _step("group"), "What it did to a group."),
    Column("transaction", "string", _step("transaction"), "What it did to a transaction."),
    Column("problems", "strings", problems_of, "Messages not decoded, damaged batches."),
)
MESSAGES = (
    Column("exchange", "int64", lambda row: row.exchange.number, "The exchange's number."),
    Column("time", "time", lambda row: row.message.time_ns, "When its first byte was seen."),
    Column("end_time", "time", lambda row: row.message.end_ns, "When its last byte was seen."),
    Column("connection", "int64", lambda row: row.exchange.connection.number, "From 1."),
    Column("is_request", "bool", lambda row: row.message.is_request, "Or it is a response."),
    Column("api", "string", lambda row: api_name(row.message.api_key), "Kafka's name."),
    Column("api_key", "int32", lambda row: row.message.api_key, "Kafka's number of the API."),
    Column("version", "int32", lambda row: row.message.api_version, "Of the bytes' layout."),
    Column("correlation_id", "int32", lambda row: row.message.correlation_id, "Pairs messages."),
    Column("bytes", "int64", lambda row: len(row.message.data), "The frame's size."),
    Column("packet", "int64", lambda row: row.message.packet, "From 1; 0 if there are none."),
    Column("stream_offset", "int64", lambda row: row.message.stream_offset, "Of its length."),
    Column("body", "string", lambda row: _encode(row.message.values), "The body as JSON."),
    Column("problem", "string", lambda row: row.message.problem, "Why it was not decoded."),
)


class ParquetSink:
    """Writes both tables. Raises ImportError that says what to install, and OSError."""

    asked_of: frozenset[int] = frozenset()
    """Of no requests: an exchange is shown when it is done."""

    def __init__(self, directory: str) -> None:
        path = Path(directory)
        path.mkdir(parents=True, exist_ok=True)
        self._exchanges = _Table(path / "exchanges.parquet", EXCHANGES)
        try:
            self._messages = _Table(path / "messages.parquet", MESSAGES)
        except OSError:
            self._exchanges.abandon()
            raise

    def event(self, event: Event) -> None:
        """Take exchanges that are done."""
        if not isinstance(event, ExchangeDone):
            return
        exchange = event.exchange
        for message in (exchange.request, exchange.response):
            if message is not None:
                self._messages.add(Row(exchange, message), len(message.data))
        # After the messages, which find problems when their bodies are read.
        self._exchanges.add(exchange, 0)

    def close(self) -> None:
        """Write what is left, and give the files their names."""
        self._messages.close()
        self._exchanges.close()

    def abandon(self) -> list[str]:
        """Write what is left, and keep the files beside their names; nothing if they are empty."""
        return [*self._messages.abandon(), *self._exchanges.abandon()]


class _Table:
    """A file with rows that wait to be its next group."""

    def __init__(self, path: Path, columns: tuple[Column, ...]) -> None:
        self._arrow, parquet = _pyarrow()
        self._columns = columns
        fields = [
            self._arrow.field(
                column.name,
                _arrow_type(self._arrow, column.type),
                metadata={"description": column.about},
            )
            for column in columns
        ]
        self._schema = self._arrow.schema(fields)
        self._file = Replacing(path)
        self._writer = parquet.ParquetWriter(self._file.binary, self._schema, compression="zstd")
        self._values: list[list[object]] = [[] for _ in columns]
        self._waiting_bytes = 0
        self._rows = 0

    def add(self, row: object, size: int) -> None:
        """A row; `size` is what it may need in memory, roughly."""
        self._rows += 1
        for column, values in zip(self._columns, self._values, strict=True):
            values.append(column.value(row))
        self._waiting_bytes += size
        if len(self._values[0]) >= ROWS_MAX or self._waiting_bytes >= ROW_GROUP_BYTES_MAX:
            self._write()

    def close(self) -> None:
        self._finish()
        self._file.commit()

    def abandon(self) -> list[str]:
        # Without rows no table is worth keeping; without its end none can be read.
        return abandoned(self._file, self._finish, lambda: self._rows)

    def _finish(self) -> None:
        if self._values[0]:
            self._write()
        self._writer.close()

    def _write(self) -> None:
        arrays = [
            self._arrow.array(values, type=field.type)
            for values, field in zip(self._values, self._schema, strict=True)
        ]
        self._writer.write_table(self._arrow.table(arrays, schema=self._schema))
        self._values = [[] for _ in self._columns]
        self._waiting_bytes = 0


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        text = "--parquet needs pyarrow: pip install 'kafkawire[parquet]'"
        raise ImportError(text) from error
    return pyarrow, pyarrow.parquet


def _arrow_type(arrow: Any, name: str) -> Any:
    types = {
        "time": lambda: arrow.timestamp("ns", tz="UTC"),
        "strings": lambda: arrow.list_(arrow.string()),
        "bool": arrow.bool_,
    }
    found = types.get(name)
    return getattr(arrow, name)() if found is None else found()
