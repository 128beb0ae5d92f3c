"""What each key of the JSON lines means: one table for each kind of object, in their order.

The JSON Schema of the lines is made from these tables, and so is their documentation; a test holds
what `jsonlines` writes against them. What stands in `body` is Kafka's, message by message, and
described by `kafkawire.dump.fields`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from kafkawire.dump.fields.json_schema import DIALECT


class Key(NamedTuple):
    """A key of an object; each is there in every object of its kind."""

    name: str
    type: str
    """As JSON Schema calls it; a kind of object, `[...]` for arrays, `?` behind what may be null,
    `=...` for a constant, `any` for what its place decides."""
    about: str


EXCHANGE = (
    Key("kind", "=exchange", "A request with its response; either may be missing, not both."),
    Key("number", "integer", "From 1, in the order of requests; lines come as exchanges end."),
    Key("time", "string", "When the first byte was seen: ISO 8601, UTC, with nanoseconds."),
    Key("connection", "integer", "The number of the connection, from 1."),
    Key("client", "string", "The client's address and port."),
    Key("server", "string", "The broker's address and port."),
    Key("api", "string", "Kafka's name of the API."),
    Key("apiKey", "integer", "Kafka's number of the API; -1 a bare SASL token, -2 unknown."),
    Key("version", "integer", "The request's version, or the response's if there is no request."),
    Key("correlationId", "integer", "What pairs the response with the request."),
    Key("clientId", "string?", "What the client calls itself."),
    Key("latencyUs", "number?", "Microseconds from the request's last byte to the first answered."),
    Key("ended", "string?", "Why there will be no response: closed, lost, superseded, end."),
    Key("topics", "[string]", "The topics it is about; an id stands for a name not yet seen."),
    Key("request", "message?", "The request, if it was seen."),
    Key("response", "message?", "The response, if there is one."),
    Key("session", "step?", "What it did to a fetch session (KIP-227) or share session (KIP-932)."),
    Key("group", "step?", "What it did to a group."),
    Key("transaction", "step?", "What it did to a transaction."),
    Key("notes", "[string]", "What other messages say about this one."),
    Key("errors", "[string]", "Names of the errors in the response, each once."),
    Key("problems", "[string]", "Why a message was not decoded, or a batch in it is damaged."),
)
MESSAGE = (
    Key("time", "string", "When its first byte was seen."),
    Key("size", "integer", "Bytes of the frame, without the four of its length."),
    Key("packet", "integer", "The packet with its first byte, from 1; 0 if there are none."),
    Key("header", "header", "The header's fields under Kafka's names."),
    Key("body", "any", "The body's fields under Kafka's names; empty if there is a problem."),
    Key("problem", "string?", "Why it could not be decoded: where, and what was expected."),
    Key("records", "[batch]?", "Its batches, if records were asked for and it may have some."),
    Key("embedded", "[embedded]?", "Likewise what members of groups tell each other in it."),
)
EMBEDDED = (
    Key("path", "string", "The field that it is in."),
    Key("type", "string?", "What it was read as, or null: ConsumerProtocolSubscription and so on."),
    Key("body", "any", "Its version and its fields under Kafka's names; null if it is not read."),
    Key("note", "string?", "Why it was not read."),
)
BATCH = (
    Key("topic", "string", "The topic's name, or its id."),
    Key("partition", "integer", "The partition."),
    Key("path", "string", "The field that it is in."),
    Key("start", "integer", "Where it begins in the frame."),
    Key("size", "integer", "Bytes that it has, or should have if it is a part of a batch."),
    Key("isPartial", "boolean", "Whether its end was not sent, as brokers do with the last one."),
    Key("magic", "integer", "The format: 0, 1 or 2; -1 if it is none."),
    Key("baseOffset", "integer", "The first record's offset."),
    Key("count", "integer", "How many records its head declares."),
    Key("codec", "string?", "none, gzip, snappy, lz4, zstd."),
    Key("producerId", "integer", "-1 if there is none."),
    Key("producerEpoch", "integer", "-1 if there is none."),
    Key("baseSequence", "integer", "-1 if there is none."),
    Key("isTransactional", "boolean", "Whether it belongs to a transaction."),
    Key("isControl", "boolean", "Whether its records are markers and the like."),
    Key("problems", "[string]", "A wrong checksum, records that cannot be read."),
    Key("records", "[record]", "Its records, as far as they can be read."),
)
RECORD = (
    Key("offset", "integer", "Its offset."),
    Key("timestamp", "integer", "Milliseconds since 1970; -1 for none."),
    Key("control", "string?", "COMMIT, ABORT and so on, of a control record."),
    Key("key", "shown", "The key, through its view."),
    Key("value", "shown", "The value, through its view."),
    Key("headers", "[recordHeader]", "Its headers."),
    Key("trace", "step?", "The trace that its headers tell of: W3C traceparent, B3."),
)
SHOWN = (
    Key("kind", "string", "null, json, string, int, hex, avro, protobuf, or a record's type."),
    Key("value", "any", "What the bytes say, read so."),
    Key("note", "string?", "The schema's id, or why the view that was asked for failed."),
)
RECORD_HEADER = (
    Key("name", "string", "The header's name."),
    *SHOWN,
)
DAMAGE = (
    Key("kind", "=damage", "Bytes that could not be read, or that nobody has seen."),
    Key("time", "string", "When it was met."),
    Key("connection", "integer?", "The connection, if it is known."),
    Key("sender", "string?", "client or server: whose bytes, if that is known."),
    Key("streamOffset", "integer", "Where in what the sender has sent."),
    Key("size", "integer", "How many bytes; 0 if that is not known."),
    Key("packet", "integer", "The packet that showed it; 0 if there are none."),
    Key("text", "string", "What happened."),
)
FINDING = (
    Key("kind", "=finding", "What a detector found."),
    Key("time", "string", "When it was found."),
    Key("connection", "integer?", "The connection, if it is one's."),
    Key("exchange", "integer?", "The number of the exchange that showed it."),
    Key("detector", "string", "The detector's name."),
    Key("severity", "string", "How much it matters."),
    Key("text", "string", "What was seen."),
    Key("advice", "string", "What to do about it."),
)
OPENED = (
    Key("kind", "=opened", "A connection was recognised as Kafka's."),
    Key("time", "string", "When."),
    Key("connection", "integer", "Its number, from 1."),
    Key("client", "string", "The client's address and port."),
    Key("server", "string", "The broker's address and port."),
    Key("isWhole", "boolean", "Whether its beginning was seen."),
    Key("isTls", "boolean", "Whether it is encrypted, so that nothing can be decoded."),
)
CLOSED = (
    Key("kind", "=closed", "A connection has ended."),
    Key("time", "string?", "When."),
    Key("connection", "integer", "Its number."),
    Key("reason", "string", "How: FIN, RST, end of the input, evicted."),
    Key("clientId", "string?", "What the client called itself."),
    Key("software", "string?", "The client's name and version, as it says (KIP-511)."),
    Key("saslMechanism", "string?", "How it proved who it is."),
    Key("user", "string?", "Who it said it is, where the mechanism shows that."),
    Key("retransmissions", "integer", "Segments that brought bytes once more, left out."),
    Key("retransmittedBytes", "integer", "How many such bytes."),
)

STREAMS = (
    Key("kind", "=streams", "The last line: TCP streams that had any bytes."),
    Key("shown", "integer", "Streams that are connections of the lines above."),
    Key("notRecognised", "integer", "Streams that were not recognised as Kafka's; try --port."),
    Key("tlsNotShown", "integer", "TLS streams on ports that are not known to be brokers'."),
    Key("retransmissions", "integer", "Segments of connections that brought bytes once more."),
    Key("retransmittedBytes", "integer", "How many such bytes."),
)

LINES = {
    "exchange": EXCHANGE,
    "damage": DAMAGE,
    "finding": FINDING,
    "opened": OPENED,
    "closed": CLOSED,
    "streams": STREAMS,
}
"""The objects that are lines."""
PARTS = {
    "message": MESSAGE,
    "embedded": EMBEDDED,
    "batch": BATCH,
    "record": RECORD,
    "recordHeader": RECORD_HEADER,
    "shown": SHOWN,
}
"""The objects within them that have tables here."""
_OTHER_PARTS: dict[str, dict[str, Any]] = {
    "header": {
        "type": "object",
        "properties": {
            "requestApiKey": {"type": "integer"},
            "requestApiVersion": {"type": "integer"},
            "correlationId": {"type": "integer"},
            "clientId": {"type": ["string", "null"]},
        },
        "required": ["correlationId"],
        "additionalProperties": False,
    },
    "step": {
        "type": "object",
        "description": "Its keys depend on what it is; `summary` is a sentence.",
    },
}
_SIMPLE = ("string", "integer", "number", "boolean")


def envelope_schema() -> dict[str, Any]:
    """A JSON Schema (2020-12) of a line."""
    parts = {name: _object(keys) for name, keys in {**LINES, **PARTS}.items()}
    return {
        "$schema": DIALECT,
        "title": "A line of wire-dump --json",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in LINES],
        "$defs": {**parts, **_OTHER_PARTS},
    }


def _object(keys: tuple[Key, ...]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            key.name: {**_schema_of(key.type), "description": key.about} for key in keys
        },
        "required": [key.name for key in keys],
        "additionalProperties": False,
    }


def _schema_of(kind: str) -> dict[str, Any]:
    """A type of the tables in words of JSON Schema."""
    if kind == "any":
        return {}
    if kind.startswith("="):
        return {"const": kind[1:]}
    if kind.endswith("?"):
        inner = _schema_of(kind[:-1])
        if inner.get("type") in _SIMPLE:
            return {"type": [inner["type"], "null"]}
        return {"anyOf": [inner, {"type": "null"}]}
    if kind.startswith("["):
        return {"type": "array", "items": _schema_of(kind[1:-1])}
    return {"type": kind} if kind in _SIMPLE else {"$ref": f"#/$defs/{kind}"}
