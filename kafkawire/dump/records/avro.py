"""The view `avro`, with a schema from a file or a registry; reading is fastavro's (extra `dump`).

What stands before the data is left out, whichever of these it is: a schema registry's head (see
`wire_format`), or the ten bytes of Avro's own single-object encoding.
"""

from __future__ import annotations

from datetime import date, datetime, time
from io import BytesIO
from struct import error as StructError
from typing import Any

from kafkawire.dump.records.shown import Shown
from kafkawire.dump.records.views import View
from kafkawire.dump.records.wire_format import HEAD_BYTES, schema_id_of

SINGLE_OBJECT_MAGIC = b"\xc3\x01"
SINGLE_OBJECT_HEAD_BYTES = 10
SCHEMA_BYTES_MAX = 4 << 20

Schema = str | list[Any] | dict[Any, Any]
"""A schema as fastavro has it."""
UNREADABLE = (ValueError, EOFError, IndexError, KeyError, TypeError, OverflowError, StructError)
"""What fastavro raises on bytes that are not what the schema says."""


class MissingLibrary(ValueError):
    """A view needs a library that is not installed."""

    def __init__(self, library: str) -> None:
        super().__init__(f"{library} is not installed: pip install 'kafkawire[dump]' has it")


def avro_view(path: str) -> View:
    """The view with the schema in a file, which may name others beside it.

    Raises ValueError that says what is wrong with the file.
    """
    schema = _schema_of_file(path)

    def show(data: bytes) -> Shown:
        return Shown("avro", decode_avro(schema, body_of(data)))

    return show


def body_of(data: bytes) -> bytes:
    """The data without what stands before it."""
    if data[:2] == SINGLE_OBJECT_MAGIC and len(data) > SINGLE_OBJECT_HEAD_BYTES:
        return data[SINGLE_OBJECT_HEAD_BYTES:]
    return data if schema_id_of(data) is None else data[HEAD_BYTES:]


def _schema_of_file(path: str) -> Schema:
    try:
        from fastavro.repository.base import SchemaRepositoryError
        from fastavro.schema import SchemaParseException, UnknownType, load_schema
    except ImportError:
        raise MissingLibrary("fastavro") from None
    try:
        with open(path, "rb") as file:
            if len(file.read(SCHEMA_BYTES_MAX + 1)) > SCHEMA_BYTES_MAX:
                raise ValueError(f"it has more than {SCHEMA_BYTES_MAX:,} bytes")
        return load_schema(path)
    except OSError as error:
        raise ValueError(f"cannot read the schema {path}: {error.strerror or error}") from None
    except (SchemaParseException, SchemaRepositoryError, UnknownType, *UNREADABLE) as error:
        raise ValueError(f"{path} is no Avro schema: {reason(error)}") from None


def parse_avro(definition: Any, named: dict[str, dict[Any, Any]]) -> Schema:
    """A schema as `decode_avro` takes it; `named` are those known, and get those it defines."""
    try:
        from fastavro.schema import SchemaParseException, UnknownType, parse_schema
    except ImportError:
        raise MissingLibrary("fastavro") from None
    try:
        return parse_schema(definition, named_schemas=named)
    except (SchemaParseException, UnknownType, *UNREADABLE) as error:
        raise ValueError(f"no Avro schema: {reason(error)}") from None


def reason(error: Exception) -> str:
    """What an error says, or its kind where it says nothing."""
    return str(error) or type(error).__name__


def decode_avro(schema: Schema, data: bytes) -> object:
    """The value of `data` under a schema, as JSON has it. Raises ValueError."""
    from fastavro import schemaless_reader

    file = BytesIO(data)
    try:
        value = schemaless_reader(file, schema, None)
    except UNREADABLE as error:
        raise ValueError(f"not of the Avro schema: {reason(error)}") from None
    left = len(data) - file.tell()
    if left:
        raise ValueError(f"not of the Avro schema: {left} bytes are left")
    return json_value_of(value)


def json_value_of(value: object) -> object:
    """A value of Python's as one of JSON: bytes as digits, times as ISO 8601, others as text."""
    if isinstance(value, dict):
        return {str(name): json_value_of(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [json_value_of(each) for each in value]
    if isinstance(value, bytes | bytearray):
        return value.hex()
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return str(value)
    return value if isinstance(value, str | int | float | None) else str(value)
