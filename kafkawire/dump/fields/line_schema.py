"""The JSON Schema of JSON lines: the envelope of each kind of line, and the bodies in it.

The envelope is the same for all APIs; `apiKey` says which bodies an exchange has. A message that
could not be decoded has an empty body and a `problem`.
"""

from __future__ import annotations

from collections.abc import Iterable

from kafkawire.dump.declarations import for_api
from kafkawire.dump.fields.json_schema import DIALECT, Schema, body_schema
from kafkawire.dump.model import api_name
from kafkawire.protocol.api_keys import API_NAMES

_TEXT: Schema = {"type": "string"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_NUMBER: Schema = {"type": "integer", "minimum": 1}
_TIME: Schema = {
    "description": "UTC, to the nanosecond.",
    "type": "string",
    "pattern": r"^-?\d+-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$",
}
_MESSAGE_HEADER: Schema = {
    "type": "object",
    "properties": {
        "requestApiKey": {"type": "integer"},
        "requestApiVersion": {"type": "integer"},
        "correlationId": {"type": "integer"},
        "clientId": {"type": ["string", "null"]},
    },
    "required": ["correlationId"],
}


def line_schema() -> Schema:
    """The document: what every line of `--json` is."""
    bodies = {}
    for api_key in API_NAMES:
        for is_request in (True, False):
            declaration = for_api(api_key, is_request)
            assert declaration is not None
            bodies[declaration.name] = body_schema(declaration)
    envelopes = {
        "exchange": _exchange(),
        "damage": _damage(),
        "finding": _finding(),
        "opened": _opened(),
        "closed": _closed(),
    }
    return {
        "$schema": DIALECT,
        "title": "A line of wire-dump's JSON lines",
        "description": "`kind` says which of them a line is.",
        "oneOf": [{"$ref": f"#/$defs/{kind}"} for kind in envelopes],
        "$defs": {**envelopes, "message": _message(), **bodies},
    }


def api_schema(api_key: int, version: int | None, which: Iterable[bool]) -> Schema:
    """The document of an API's bodies: requests (True), responses (False) or both of them."""
    declarations = [for_api(api_key, is_request) for is_request in which]
    found = {each.name: body_schema(each, version) for each in declarations if each is not None}
    return {
        "$schema": DIALECT,
        "title": f"Bodies of {api_name(api_key)}",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in found],
        "$defs": found,
    }


def _line(kind: str, about: str, properties: Schema) -> Schema:
    """A line of a kind: all of its keys are always there."""
    return {
        "description": about,
        "type": "object",
        "properties": {"kind": {"const": kind}, **properties},
        "required": ["kind", *properties],
    }


def _maybe(schema: Schema, about: str = "") -> Schema:
    found = {"anyOf": [schema, {"type": "null"}]}
    return {"description": about, **found} if about else found


def _exchange() -> Schema:
    about = "A request and its response, once nothing more will come to it."
    message: Schema = {"$ref": "#/$defs/message"}
    known = {"description": "What other messages say about it.", "type": ["object", "null"]}
    envelope = _line(
        "exchange",
        about,
        {
            "number": {"description": "From 1, in the order of requests.", **_NUMBER},
            "time": _TIME,
            "connection": _NUMBER,
            "client": _TEXT,
            "server": _TEXT,
            "api": {"description": "Kafka's name, as `Fetch`.", **_TEXT},
            "apiKey": {"type": "integer"},
            "version": {"type": "integer"},
            "correlationId": {"type": "integer"},
            "clientId": {"type": ["string", "null"]},
            "latencyUs": {
                "description": "From the request's last byte to the response's first.",
                "type": ["number", "null"],
            },
            "ended": {"description": "Why there is no response.", "type": ["string", "null"]},
            "topics": {"type": "array", "items": _TEXT},
            "request": _maybe(message),
            "response": _maybe(message),
            "session": known,
            "group": known,
            "transaction": known,
            "notes": {"type": "array", "items": _TEXT},
            "errors": {
                "description": "Names of the errors in the response, each once.",
                "type": "array",
                "items": _TEXT,
            },
        },
    )
    return {**envelope, "allOf": [_bodies_of(api_key) for api_key in API_NAMES]}


def _bodies_of(api_key: int) -> Schema:
    """What `apiKey` says of the bodies of an exchange."""
    name = API_NAMES[api_key]
    bodies = {}
    for key, suffix in (("request", "Request"), ("response", "Response")):
        body = {"anyOf": [{"$ref": f"#/$defs/{name}{suffix}"}, {"maxProperties": 0}]}
        bodies[key] = {"properties": {"body": body}}
    condition = {"properties": {"apiKey": {"const": api_key}}}
    return {"if": condition, "then": {"properties": bodies}}


def _message() -> Schema:
    properties: Schema = {
        "time": _TIME,
        "size": {"description": "Bytes of the frame after its length.", **_COUNT},
        "packet": {"description": "The packet with its first byte, 0 for none.", **_COUNT},
        "header": _MESSAGE_HEADER,
        "body": {"description": "Empty if there is a problem.", "type": "object"},
        "problem": {"description": "Why it could not be decoded.", "type": ["string", "null"]},
    }
    return {
        "description": "A request or a response.",
        "type": "object",
        "properties": properties,
        "required": list(properties),
    }


def _damage() -> Schema:
    return _line(
        "damage",
        "Bytes that could not be read as messages, or that nobody has seen.",
        {
            "time": _TIME,
            "connection": _maybe(_NUMBER),
            "sender": {"enum": ["client", "server", None]},
            "streamOffset": {"type": "integer"},
            "size": {"description": "0 if it is not known.", **_COUNT},
            "packet": _COUNT,
            "text": _TEXT,
        },
    )


def _finding() -> Schema:
    return _line(
        "finding",
        "What a detector has found.",
        {
            "time": _maybe(_TIME),
            "connection": _maybe(_NUMBER),
            "exchange": _maybe(_NUMBER),
            "detector": _TEXT,
            "severity": _TEXT,
            "text": _TEXT,
            "advice": {"description": "What to do about it.", **_TEXT},
        },
    )


def _opened() -> Schema:
    return _line(
        "opened",
        "A connection was recognised as Kafka's.",
        {
            "time": _TIME,
            "connection": _NUMBER,
            "client": _TEXT,
            "server": _TEXT,
            "isWhole": {"description": "Whether its beginning was seen.", "type": "boolean"},
            "isTls": {"type": "boolean"},
        },
    )


def _closed() -> Schema:
    return _line(
        "closed",
        "A connection's end.",
        {
            "time": _maybe(_TIME),
            "connection": _NUMBER,
            "reason": _TEXT,
            "clientId": {"type": ["string", "null"]},
            "software": {"type": ["string", "null"]},
            "saslMechanism": {"type": ["string", "null"]},
            "user": {"type": ["string", "null"]},
        },
    )
