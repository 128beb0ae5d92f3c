"""What a message is about: topics, groups, errors and the like, without all the rest.

A reader is generated for each message and version when one is first met. It goes over the bytes of
fields that nobody asked for, so that a summary line costs a few microseconds. What a field tells is
known from its declaration: what entity it names, or its own name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.dump.api_names import SASL_TOKEN
from kafkawire.dump.declarations import MessageDeclaration
from kafkawire.dump.fields.facts_source import FactsSource
from kafkawire.dump.fields.reading import Reader, explain, kept, read

if TYPE_CHECKING:
    from kafkawire.dump.fields.undecoded import Undecoded


class Facts(NamedTuple):
    """What is named in a message; names and ids once each, in the order of their first place."""

    topics: tuple[str, ...] = ()
    topic_ids: tuple[bytes, ...] = ()
    """16 bytes each, none of zeros."""
    groups: tuple[str, ...] = ()
    """Of every kind of group, those too whose coordinator is looked for."""
    transactional_ids: tuple[str, ...] = ()
    error_codes: tuple[int, ...] = ()
    """Each that is not 0, as often as it is there."""
    throttle_time_ms: int = 0
    partitions: int = 0
    """How many partitions are named."""
    records_bytes: int = 0
    damaged_batches: int = 0
    """Batches with a wrong checksum, and what stands in a batch's place and is none."""


NOTHING = Facts()


def read_facts(message: Undecoded) -> Facts:
    """What is named in the body; nothing, and `problem` set, if it cannot be read. Never raises."""
    found: Facts | None = read(message, reader_for)
    if found is not None:
        return found
    if message.api_key != SASL_TOKEN:
        explain(message)
    return NOTHING


def compile_reader(declaration: MessageDeclaration, version: int) -> Reader:
    """A reader of any declared message: `(bytes, position)` to `(facts, position behind)`.

    It raises what `reading.FAILURES` lists, and UnicodeDecodeError for text that is none.
    """
    source = FactsSource(declaration, version)
    source.names["Facts"] = Facts
    source.write(declaration.name)
    return source.compiled("read")


reader_for = kept(compile_reader)
