"""Exchanges without bytes, for tests that use only their facts, values and times.

    made = exchange(ApiKey.FETCH, request={}, response={"facts": facts(error_codes=(6,))})

`dialogues` has exchanges of real bytes, for tests that decode them.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from kafkawire.dump.model import Connection, Exchange, Header, Message, seen_at
from kafkawire.dump.transport import Endpoint
from kafkawire.protocol.api_keys import ApiKey

START_NS = 1_795_000_000_123_456_789
CLIENT = Endpoint("192.0.2.7", 51234)
BROKER = Endpoint("192.0.2.1", 9092)


def connection(number: int = 1, **known: Any) -> Connection:
    made = Connection(number, number - 1, CLIENT, BROKER, START_NS)
    made.is_whole = True
    for name, value in known.items():
        setattr(made, name, value)
    return made


def facts(**known: Any) -> Any:
    """Facts with nothing in them but what is said."""
    nothing: dict[str, Any] = {
        "topics": (),
        "topic_ids": (),
        "groups": (),
        "transactional_ids": (),
        "error_codes": (),
        "throttle_time_ms": 0,
        "partitions": 0,
        "records_bytes": 0,
        "damaged_batches": 0,
    }
    return SimpleNamespace(**{**nothing, **known})


def message(
    on: Connection,
    api: ApiKey,
    *,
    is_request: bool,
    data: bytes = b"\0" * 24,
    version: int = 0,
    at_us: int = 0,
    **decoded: Any,
) -> Message:
    """A message whose `facts`, `values` and `tree` are those given, if they are."""
    client_id = on.client_id if is_request else None
    header = Header(api.value, version, 7, min(len(data), 4), client_id)
    made = Message(on, data, header, seen_at(START_NS + at_us * 1000), is_request=is_request)
    decoded.setdefault("facts", facts())
    made.__dict__.update(decoded)
    return made


def exchange(
    api: ApiKey = ApiKey.FETCH,
    *,
    number: int = 1,
    on: Connection | None = None,
    request: dict[str, Any] | None = None,
    response: dict[str, Any] | None = None,
    **known: Any,
) -> Exchange:
    """An exchange of a request and a response, either as `message` takes it; None leaves it out.

    The response comes a millisecond after the request unless it has a time of its own.
    """
    made = Exchange(number, on or connection(client_id="billing"))
    if request is not None:
        made.request = message(made.connection, api, is_request=True, **request)
    if response is not None:
        said = {"at_us": 1000, **response}
        made.response = message(made.connection, api, is_request=False, **said)
    for name, value in known.items():
        setattr(made, name, value)
    return made
