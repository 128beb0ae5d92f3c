"""Exchanges without their records, to be carried to where they are put in order, and opened there.

What fetch sessions and groups are, only the order of all messages of a broker or a group tells, and
so do most habits of clients. None of it needs records. So a digest has both frames with *holes*
where records are (of produced ones the first batch's head stays, which tells codec and producer),
some hundred bytes for an exchange of any size. `exchange_of` makes an exchange of it again whose
frames have zeros there, at the old places, so that all that reads messages reads these too.
"""

from __future__ import annotations

from collections.abc import Iterator
from struct import Struct
from typing import Any, NamedTuple

from kafkawire.dump.api_names import SASL_TOKEN
from kafkawire.dump.detectors.catalogue import DETECTORS
from kafkawire.dump.model import Connection, Exchange, Header, Message
from kafkawire.dump.transport import Endpoint
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.records.batch import HEADER_BYTES
from kafkawire.spark.tables.column import Row
from kafkawire.spark.tables.identity import connection_name
from kafkawire.spark.tables.placed import PRODUCE, WITH_PARTITIONS, entries_of
from kafkawire.spark.tables.steps_declared import DIGESTS, message_columns

_HOLE = Struct(">II")
_NO_RESPONSE = dict.fromkeys(column.name for column in message_columns("response"))
_TELLING = (
    ApiKey.API_VERSIONS,
    ApiKey.FETCH,
    ApiKey.METADATA,
    ApiKey.DESCRIBE_CLUSTER,
    ApiKey.JOIN_GROUP,
    ApiKey.SYNC_GROUP,
    ApiKey.HEARTBEAT,
    ApiKey.LEAVE_GROUP,
    ApiKey.OFFSET_COMMIT,
    ApiKey.CONSUMER_GROUP_HEARTBEAT,
    ApiKey.SHARE_GROUP_HEARTBEAT,
    ApiKey.STREAMS_GROUP_HEARTBEAT,
)
NEEDED = frozenset(map(int, _TELLING)).union(*[each.APIS for each in DETECTORS])
"""APIs whose exchanges the second stage asks for; of others, those that fail or are throttled."""


def digest_rows(exchange: Exchange) -> Iterator[Row]:
    """Of `digests`: one, or none if nothing would be told by it."""
    request, response = exchange.request, exchange.response
    if request is None or request.api_key == SASL_TOKEN:
        return
    if request.api_key not in NEEDED:
        facts = None if response is None else response.facts
        if facts is None or not (facts.error_codes or facts.throttle_time_ms):
            return
    names = request.facts.groups + request.facts.transactional_ids
    yield DIGESTS.row(
        **_connection(exchange.connection),
        **_columns(request, "request"),
        **(_NO_RESPONSE if response is None else _columns(response, "response")),
        group=names[0] if names else None,
        order_ns=request.end_ns,
        api_key=request.api_key,
        ended=exchange.ended,
        expects_response=exchange.expects_response,
    )


def closing_row(connection: Connection) -> Row | None:
    """Of `digests`: a connection's end, if that was seen."""
    if connection.closed_ns is None:
        return None
    values = dict.fromkeys(DIGESTS.names) | _connection(connection)
    values |= {"order_ns": connection.closed_ns, "ended": connection.close_reason}
    return DIGESTS.row(**values)


def _connection(connection: Connection) -> dict[str, object]:
    return {
        "connection": connection_name(connection),
        "opened_ns": connection.opened_ns,
        "is_whole": connection.is_whole,
        "client": str(connection.client),
        "server": str(connection.server),
        "client_host": connection.client.host,
    }


def _columns(message: Message, which: str) -> dict[str, object]:
    """Return the columns of a message by name; `which` is `request` or `response`."""
    frame, holes = _without_records(message)
    return {
        f"{which}_api_key": message.api_key,
        f"{which}_version": message.api_version,
        f"{which}_correlation_id": message.correlation_id,
        f"{which}_body_offset": message.body_offset,
        f"{which}_client_id": message.client_id,
        f"{which}_offset": message.stream_offset,
        f"{which}_ns": message.time_ns,
        f"{which}_end_ns": message.end_ns,
        f"{which}_frame": frame,
        f"{which}_holes": holes,
        f"{which}_damaged_batches": message.facts.damaged_batches if holes else 0,
        f"{which}_problem": message.problem,
    }


def _without_records(message: Message) -> tuple[bytes, bytes]:
    data, key = message.data, message.api_key
    if key not in WITH_PARTITIONS or message.is_request != (key == PRODUCE):
        return data, b""
    if not message.facts.records_bytes:
        return data, b""
    kept, holes, at = [], [], 0
    for entry in entries_of(message):
        start, end = entry.place or (0, 0)
        start += HEADER_BYTES if message.is_request else 0
        if start < end:
            kept.append(data[at:start])
            holes.append(_HOLE.pack(start, end - start))
            at = end
    return b"".join([*kept, data[at:]]), b"".join(holes)


def _with_holes(frame: bytes, holes: bytes) -> bytes:
    parts, at, taken = [], 0, 0
    for start, size in _HOLE.iter_unpack(holes):
        parts += [frame[taken : taken + start - at], bytes(size)]
        taken += start - at
        at = start + size
    return b"".join([*parts, frame[taken:]])


class Digest(NamedTuple):
    """A row of `digests`, read."""

    values: dict[str, Any]

    @property
    def order(self) -> tuple[int, str, int]:
        """When it begins, then whose it is and where."""
        values = self.values
        return values["order_ns"], values["connection"], values["request_offset"] or 0

    @property
    def done_ns(self) -> int:
        """When it ends, as far as that is known."""
        order_ns: int = self.values["order_ns"]
        return max(order_ns, self.values["response_end_ns"] or order_ns)

    @property
    def is_closing(self) -> bool:
        """Whether it is the end of a connection."""
        return self.values["api_key"] is None

    def connect(self, number: int) -> Connection:
        """A connection that it may be on."""
        values = self.values
        client, server = _endpoint(values["client"]), _endpoint(values["server"])
        made = Connection(number, number, client, server, values["opened_ns"])
        made.is_whole = values["is_whole"]
        return made

    def exchange(self, number: int, connection: Connection) -> Exchange:
        """The exchange, with zeros for records."""
        values = self.values
        made = Exchange(number, connection)
        made.request = _message(connection, values, "request")
        if values["response_api_key"] is not None:
            made.response = _message(connection, values, "response")
        made.ended = values["ended"]
        made.expects_response = values["expects_response"]
        return made


def _message(connection: Connection, values: dict[str, Any], which: str) -> Message:
    def of(name: str) -> Any:
        return values[f"{which}_{name}"]

    header = Header(
        of("api_key"), of("version"), of("correlation_id"), of("body_offset"), of("client_id")
    )
    data = _with_holes(of("frame"), of("holes"))
    place = of("offset"), of("ns"), of("end_ns"), 0
    made = Message(connection, data, header, place, which == "request")
    made.problem = of("problem")
    if of("holes"):
        # Zeros have no right checksum, so what was found of the records comes with the digest.
        made.facts = made.facts._replace(damaged_batches=of("damaged_batches"))
    return made


def _endpoint(text: str) -> Endpoint:
    host, _, port = text.rpartition(":")
    return Endpoint(host.removeprefix("[").removesuffix("]"), int(port))
