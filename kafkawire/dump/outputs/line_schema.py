"""The JSON Schema of JSON lines in full: the envelope of each kind of line, and the bodies in it.

The envelope is the same for all APIs, `envelope` has it; the bodies come from the declarations. The
`apiKey` of an exchange says which bodies it has. A message that could not be decoded has an empty
body and a `problem`.
"""

from __future__ import annotations

from collections.abc import Iterable

from kafkawire.dump.api_names import api_name
from kafkawire.dump.declarations import for_api
from kafkawire.dump.fields.json_schema import DIALECT, Schema, body_schema
from kafkawire.dump.outputs.envelope import envelope_schema
from kafkawire.protocol.api_keys import API_NAMES

_EMPTY: Schema = {"maxProperties": 0}


def line_schema() -> Schema:
    """The document: what every line of `--json` is."""
    document = envelope_schema()
    definitions = document["$defs"]
    exchange = {**definitions["exchange"], "allOf": [_bodies_of(key) for key in API_NAMES]}
    bodies: dict[str, Schema] = {}
    for api_key in API_NAMES:
        bodies |= _bodies(api_key, None, (True, False))
    return {**document, "$defs": {**definitions, "exchange": exchange, **bodies}}


def api_schema(api_key: int, version: int | None, which: Iterable[bool]) -> Schema:
    """The document of an API's bodies: requests (True), responses (False) or both of them."""
    bodies = _bodies(api_key, version, which)
    return {
        "$schema": DIALECT,
        "title": f"Bodies of {api_name(api_key)}",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in bodies],
        "$defs": bodies,
    }


def _bodies(api_key: int, version: int | None, which: Iterable[bool]) -> dict[str, Schema]:
    declarations = [for_api(api_key, is_request) for is_request in which]
    return {each.name: body_schema(each, version) for each in declarations if each is not None}


def _bodies_of(api_key: int) -> Schema:
    """What an exchange's `apiKey` says of its bodies."""
    name = API_NAMES[api_key]
    bodies = {}
    for key, suffix in (("request", "Request"), ("response", "Response")):
        body = {"anyOf": [{"$ref": f"#/$defs/{name}{suffix}"}, _EMPTY]}
        bodies[key] = {"properties": {"body": body}}
    condition = {"properties": {"apiKey": {"const": api_key}}}
    return {"if": condition, "then": {"properties": bodies}}
