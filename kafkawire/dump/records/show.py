"""The batches of an exchange and their records, ready for any output.

Records travel in produce requests, and in the responses to Fetch, ShareFetch and FetchSnapshot.
Where they stand is known from the declarations. Records of internal topics are shown by their
declarations, control records by their names, all others through views. Everything is made one at
a time, so who stops asking has paid for what was seen only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.dump.batches import WireBatch, batches_in
from kafkawire.dump.records.internal import (
    TOPICS,
    Declared,
    control_name,
    read_control,
    read_record,
)
from kafkawire.dump.records.shown import NULL, Shown
from kafkawire.dump.records.tracing import show_trace_header, trace_of
from kafkawire.dump.records.views import AUTO, Views, plain
from kafkawire.log.topic_partition import CLUSTER_METADATA
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.uuids import uuid_text

if TYPE_CHECKING:
    from kafkawire.dump.model import Exchange, Message
    from kafkawire.records.record import Record

REQUESTS_WITH_RECORDS = frozenset((ApiKey.PRODUCE.value,))
RESPONSES_WITH_RECORDS = frozenset(
    (ApiKey.FETCH.value, ApiKey.SHARE_FETCH.value, ApiKey.FETCH_SNAPSHOT.value)
)
METADATA_TOPIC_ID = bytes(15) + b"\1"
"""The one topic id that all clusters share."""
NO_NAMES: Mapping[bytes, str] = {}


class ShownHeader(NamedTuple):
    """A record's header."""

    name: str
    value: Shown


class ShownRecord(NamedTuple):
    """A record; `timestamp` in milliseconds since 1970, -1 for none."""

    offset: int
    timestamp: int
    key: Shown
    value: Shown
    headers: tuple[ShownHeader, ...]
    control: str | None
    """COMMIT, ABORT and so on, if it is a control record."""
    trace: dict[str, object] | None
    """`format`, `traceId`, `spanId` and more, if its headers say so."""
    size: int
    """Bytes of its key and value."""


class ShownBatch:
    """A batch in a message, whose records are read when they are asked for."""

    __slots__ = ("batch", "message", "partition", "path", "topic", "views")

    def __init__(
        self, message: Message, path: str, topic: str, partition: int, *, batch: WireBatch
    ) -> None:
        self.message = message
        self.path = path
        """Of its field, as the declarations have it: `responses[0].partitions[1].records`."""
        self.topic = topic
        """The topic's name, or its id as text where no message has told the name."""
        self.partition = partition
        self.batch = batch
        """Its head, codec, ranges of `message.data`, and what is wrong with it."""
        self.views = AUTO

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong; of the records only if they were asked for before."""
        found = (self.batch.wrong_crc, self.batch.problem)
        return tuple(str(each) for each in found if each is not None)

    def records(self) -> Iterator[ShownRecord]:
        """Its records, as far as they can be read."""
        for record in self.batch.records():
            yield self._shown(record)

    def _shown(self, record: Record) -> ShownRecord:
        control, key, value = self._parts(record)
        headers = tuple(_header(name, data) for name, data in record.headers)
        return ShownRecord(
            offset=record.offset,
            timestamp=record.timestamp,
            key=key,
            value=value,
            headers=headers,
            control=control,
            trace=trace_of(record.headers) if headers else None,
            size=len(record.key or b"") + len(record.value or b""),
        )

    def _parts(self, record: Record) -> tuple[str | None, Shown, Shown]:
        """The name of a control record, then the key and the value of any."""
        key, value = record.key, record.value
        try:
            if self.batch.is_control:
                name = control_name(key)
                return name, _bytes(key), _declared(read_control(key, value), value)
            if self.topic in TOPICS:
                declared = read_record(self.topic, key, value)
                return None, _declared(declared[0], key), _declared(declared[1], value)
        except ProtocolError as error:
            return None, _bytes(key, str(error)), _bytes(value, str(error))
        return None, self.views.key(self.topic, key), self.views.value(self.topic, value)


def _header(name: str, data: bytes | None) -> ShownHeader:
    return ShownHeader(name, show_trace_header(name, data) or _bytes(data))


def _bytes(data: bytes | None, note: str = "") -> Shown:
    return NULL if data is None else plain(data)._replace(note=note)


def _declared(found: Declared | None, data: bytes | None) -> Shown:
    if found is None:
        return _bytes(data)
    return Shown(found.name, found.fields, f"v{found.version}")


def message_with_records(exchange: Exchange) -> Message | None:
    """The message of an exchange that may have records."""
    request, response = exchange.request, exchange.response
    if request is not None and request.api_key in REQUESTS_WITH_RECORDS:
        return request
    if response is not None and response.api_key in RESPONSES_WITH_RECORDS:
        return response
    return None


def records_of_exchange(
    exchange: Exchange, views: Views = AUTO, names: Mapping[bytes, str] = NO_NAMES
) -> Iterator[ShownBatch]:
    """The batches of an exchange, in the order of its message; none if it carries none.

    `names` are of topic ids, for messages that have only those.
    """
    message = message_with_records(exchange)
    if message is None:
        return
    for each in batches_of_message(message, {**topic_names_of(exchange), **names}):
        each.views = views
        yield each


def batches_of_message(
    message: Message, names: Mapping[bytes, str] = NO_NAMES
) -> Iterator[ShownBatch]:
    """As `records_of_exchange`, of one message."""
    from kafkawire.dump.records.records_fields import records_of

    for path, topic, partition, start, end in records_of(message):
        name = _topic_name(topic, names)
        for batch in batches_in(message.data, start, end):
            yield ShownBatch(message, path, name, partition, batch=batch)


def topic_names_of(exchange: Exchange) -> dict[bytes, str]:
    """Names of the topic ids in an exchange: `topics` has them in the order of the ids.

    None where that is not sure: ids of topics with one name, names beside ids.
    """
    facts = [each.facts for each in (exchange.request, exchange.response) if each is not None]
    ids = dict.fromkeys(each for found in facts for each in found.topic_ids)
    if len(ids) != len(exchange.topics) or any(found.topics for found in facts):
        return {}
    return dict(zip(ids, exchange.topics, strict=True))


def _topic_name(topic: str | bytes, names: Mapping[bytes, str]) -> str:
    if isinstance(topic, str):
        return topic
    if topic in names:
        return names[topic]
    return CLUSTER_METADATA if topic == METADATA_TOPIC_ID else uuid_text(topic)
