"""The values of a message, with the places of its records in the frame instead of their sizes.

One reading gives both what stands beside the records of a partition and where they are. A topic is
its name, or its id as text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from kafkawire.dump.declarations import FieldDeclaration, MessageDeclaration
from kafkawire.dump.fields.reading import Reader, kept, read
from kafkawire.dump.fields.values import ValuesSource
from kafkawire.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kafkawire.dump.model import Message

PRODUCE, FETCH, SHARE_FETCH = (
    ApiKey.PRODUCE.value,
    ApiKey.FETCH.value,
    ApiKey.SHARE_FETCH.value,
)
WITH_PARTITIONS = frozenset((PRODUCE, FETCH, SHARE_FETCH))
"""APIs whose messages are told partition by partition."""
_KEPT_AS = "placed_values"
_TOPICS = ("topicData", "responses", "topics")
_PARTITIONS = ("partitionData", "partitionResponses", "partitions")
_NUMBERS = ("partition", "partitionIndex", "index")
_NAMES = ("topicId", "topic", "name")

Place = tuple[int, int]
"""Where records begin and end in their frame."""


class Entry(NamedTuple):
    """What a message says of a partition."""

    topic: str
    partition: int
    values: dict[str, Any]
    """Under Kafka's names; `records` is a `Place` or None."""

    @property
    def place(self) -> Place | None:
        """Where its records are, if there are some."""
        place: Place | None = self.values.get("records")
        return place if place is not None and place[0] < place[1] else None


class PlacedSource(ValuesSource):
    """Writes a reader of values that tells where records are."""

    def sized(self, field: FieldDeclaration) -> str:
        """Records are a place; all else is as it was."""
        if field.type != "records":
            return super().sized(field)
        length, is_compact = self.length(field, is_array=False)
        target = self.new()
        with self.block(f"if {length}:" if is_compact else f"if {length} >= 0:"):
            self.add(f"end = pos + {length} - 1" if is_compact else f"end = pos + {length}")
            self.add(f"{target} = (pos, end)")
            self.add("pos = end")
        with self.block("else:"):
            self.null(field, target)
        return target


def compile_reader(declaration: MessageDeclaration, version: int) -> Reader:
    """As `fields.values.compile_reader`."""
    source = PlacedSource(declaration, version)
    source.function("read", declaration.name)
    return source.compiled("read")


_readers = kept(compile_reader)


def placed(message: Message) -> dict[str, Any]:
    """The fields of the body; empty if it cannot be read. Never raises; read once."""
    found: dict[str, Any] | None = getattr(message, _KEPT_AS, None)
    if found is None:
        found = read(message, _readers) or {}
        setattr(message, _KEPT_AS, found)
    return found


def entries_of(message: Message) -> Iterator[Entry]:
    """What a message of `WITH_PARTITIONS` says of each partition, in its order."""
    values = placed(message)
    for topic in _first(values, _TOPICS) or ():
        name = _first(topic, _NAMES) or ""
        for partition in _first(topic, _PARTITIONS) or ():
            yield Entry(name, _first(partition, _NUMBERS), partition)


def _first(values: dict[str, Any], names: tuple[str, ...]) -> Any:
    for name in names:
        if name in values:
            return values[name]
    return None
