"""What a message is about: topics, groups, errors and the like, without all the rest.

A reader is generated for each message and version when one is first met. It goes over the bytes of
fields that nobody asked for, so that a summary line costs a few microseconds. What a field tells is
known from its declaration: what entity it names, or its own name.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.dump.declarations import MessageDeclaration, for_api
from kafkawire.dump.fields.facts_source import FactsSource
from kafkawire.dump.fields.reading import FAILURES, explain
from kafkawire.dump.model import SASL_TOKEN
from kafkawire.protocol.text import Lenient

if TYPE_CHECKING:
    from kafkawire.dump.model import Message


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


NOTHING = Facts()

Reader = Callable[[bytes, int], tuple[Facts, int]]


def read_facts(message: Message) -> Facts:
    """What is named in the body; nothing, and `problem` set, if it cannot be read. Never raises."""
    data = message.data
    try:
        reader = reader_for(message.api_key, message.api_version, message.is_request)
        if reader is not None:
            found, end = reader(data, message.body_offset)
            if end == len(data) or (message.is_request and end < len(data)):
                return found
    except UnicodeDecodeError:
        return _read_leniently(message)
    except FAILURES:
        pass
    return _not_read(message)


def _read_leniently(message: Message) -> Facts:
    """The same where text is none."""
    reader = reader_for(message.api_key, message.api_version, message.is_request)
    assert reader is not None, "it has met the text"
    try:
        found, end = reader(Lenient(message.data), message.body_offset)
        if end == len(message.data) or (message.is_request and end < len(message.data)):
            return found
    except FAILURES:
        pass
    return _not_read(message)


def _not_read(message: Message) -> Facts:
    if message.api_key != SASL_TOKEN:
        explain(message)
    return NOTHING


@cache
def reader_for(api_key: int, version: int, is_request: bool) -> Reader | None:
    """The generated reader, or None where there is no such API or version."""
    declaration = for_api(api_key, is_request)
    if declaration is None or not declaration.versions.has(version):
        return None
    return compile_reader(declaration, version)


def compile_reader(declaration: MessageDeclaration, version: int) -> Reader:
    """A reader of any declared message: `(bytes, position)` to `(facts, position behind)`.

    It raises what `reading.FAILURES` lists, and UnicodeDecodeError for text that is none.
    """
    source = FactsSource(declaration, version)
    source.names["Facts"] = Facts
    source.write(declaration.name)
    return source.compiled("read")
