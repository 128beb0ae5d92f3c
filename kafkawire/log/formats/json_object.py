"""A JSON object in one file, as Kafka writes it: without blanks, its names in a given order."""

from __future__ import annotations

from collections.abc import Mapping

from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.text import text_of


def encode_object(values: Mapping[str, object]) -> bytes:
    """The object on one line without an end."""
    from json import dumps

    return dumps(values, separators=(",", ":"), ensure_ascii=False).encode()


def decode_object(data: bytes) -> dict[str, object]:
    """The object; raises CorruptFile."""
    from json import loads

    text = text_of(data)
    try:
        found: object = loads(text)
    except RecursionError:
        raise CorruptFile("its JSON is nested too deeply") from None
    except ValueError as error:
        raise CorruptFile(f"it is no JSON: {error}") from None
    if not isinstance(found, dict):
        raise CorruptFile("it is no JSON object")
    return found


def whole(values: Mapping[str, object], name: str, largest: int) -> int:
    """The number called `name`, from -`largest` - 1 to `largest`; raises CorruptFile."""
    value = values.get(name)
    if type(value) is int and -largest - 1 <= value <= largest:
        return value
    raise CorruptFile(f"{name} is missing" if value is None else f"{name} is no such number")


def string(values: Mapping[str, object], name: str) -> str:
    """The text called `name`; raises CorruptFile."""
    value = values.get(name)
    if isinstance(value, str):
        return value
    raise CorruptFile(f"{name} is missing" if value is None else f"{name} is no text")
