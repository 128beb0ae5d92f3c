"""The headers of requests and responses, read leniently: what cannot be right is None.

`kafkawire.protocol.exchange` has the table of header versions; a broker must refuse what it does
not know, while a dump shows it. A request of an unknown key has its header read in version 1.
"""

from __future__ import annotations

from struct import Struct as Format
from typing import NamedTuple

from kafkawire.dump.model import Header, HeaderFields
from kafkawire.protocol.api_keys import FLEXIBLE_SINCE, REQUEST_VERSIONS
from kafkawire.protocol.since import PRODUCE_TRANSACTIONS_SINCE

API_KEY_MAX = 1_000
"""Keys above are nobody's, and no request begins so."""
API_VERSION_MAX = 100
CLIENT_ID_BYTES_MAX = 2_000
HEADER_BYTES_MIN = 8
"""Of a request: ControlledShutdown version 0 has no client id."""

API_VERSIONS = 18
CONTROLLED_SHUTDOWN = 7
PRODUCE = 0
SASL_HANDSHAKE = 17
UNSUPPORTED_VERSION = 35

_NEVER = 1 << 15

read_head = Format(">hhih").unpack_from
read_int32 = Format(">i").unpack_from
read_int16 = Format(">h").unpack_from

make = tuple.__new__
"""Makes a `NamedTuple` in half the time that calling it takes."""

Bytes = bytes | bytearray


class ClientId(NamedTuple):
    """A client id and the bytes it was read from: nearly every request repeats it."""

    raw: bytes
    text: str


NO_CLIENT_ID = ClientId(b"", "")


def request_header(data: Bytes) -> Header | None:
    """The header that a request's frame begins with; None if no request begins so."""
    found = request_fields(data)
    return None if found is None else Header._make(found)


def request_fields(data: Bytes, known: ClientId = NO_CLIENT_ID) -> HeaderFields | None:
    """The same without names.

    `known` spares decoding a client id that is the same as before.
    """
    if len(data) < 10:
        return _without_client_id(data)
    api_key, api_version, correlation_id, size = read_head(data, 0)
    if not (0 <= api_key <= API_KEY_MAX and 0 <= api_version <= API_VERSION_MAX):
        return None
    if api_key == CONTROLLED_SHUTDOWN and not api_version:
        return api_key, api_version, correlation_id, 8, None
    client_id = None
    end = 10
    if size >= 0:
        end += size
        if size > CLIENT_ID_BYTES_MAX or end > len(data):
            return None
        raw = data[10:end]
        # Kafka reads text that is no UTF-8 with replacement characters, and answers.
        client_id = known.text if raw == known.raw else raw.decode(errors="replace")
    elif size != -1:
        return None
    if api_version >= FLEXIBLE_SINCE.get(api_key, _NEVER):
        end = after_tags(data, end)
    return api_key, api_version, correlation_id, end, client_id


def lenient_fields(data: Bytes) -> HeaderFields:
    """What can be read of a header that no client of Kafka's writes; all behind it is the body.

    A negative key is given as unsigned, since negative ones are the dump's own names.
    """
    api_key, api_version = read_int16(data, 0)[0] & 0xFFFF, read_int16(data, 2)[0]
    (correlation_id,) = read_int32(data, 4)
    (size,) = read_int16(data, 8) if len(data) >= 10 else (-1,)
    end = 10 + size
    if 0 <= size <= CLIENT_ID_BYTES_MAX and end <= len(data):
        text = bytes(data[10:end]).decode(errors="replace")
        if text.isprintable() and "\N{REPLACEMENT CHARACTER}" not in text:
            return api_key, api_version, correlation_id, end, text
    return api_key, api_version, correlation_id, HEADER_BYTES_MIN, None


def _without_client_id(data: Bytes) -> HeaderFields | None:
    if len(data) < HEADER_BYTES_MIN:
        return None
    api_key, api_version = read_int16(data, 0)[0], read_int16(data, 2)[0]
    if api_key == CONTROLLED_SHUTDOWN and not api_version:
        return api_key, api_version, read_int32(data, 4)[0], 8, None
    return None


def after_tags(data: Bytes, pos: int) -> int:
    """The position after a section of tagged fields; the end of `data` if it is cut."""
    end = len(data)
    if pos < end and not data[pos]:
        return pos + 1
    count, pos = _uvarint(data, pos)
    # Each field takes two bytes at least, so a count that lies ends with the bytes.
    while count and pos < end:
        _, pos = _uvarint(data, pos)
        size, pos = _uvarint(data, pos)
        pos += size
        count -= 1
    return min(pos, end)


def _uvarint(data: Bytes, pos: int) -> tuple[int, int]:
    value = shift = 0
    while pos < len(data) and shift < 35:
        byte = data[pos]
        value |= (byte & 127) << shift
        pos += 1
        shift += 7
        if byte < 128:
            break
    return value, pos


def response_header(data: Bytes, api_key: int, api_version: int) -> Header:
    """The header of a response to that request, of which at least the id must be there.

    A refused ApiVersions request is answered in version 0, whatever was asked (KIP-511).
    """
    return Header._make(response_fields(data, api_key, api_version))


def response_fields(data: Bytes, api_key: int, api_version: int) -> HeaderFields:
    """The same without names."""
    (correlation_id,) = read_int32(data, 0)
    body = 4
    if api_key == API_VERSIONS:
        if api_version and len(data) >= 6 and read_int16(data, 4)[0] == UNSUPPORTED_VERSION:
            api_version = 0
    elif api_version >= FLEXIBLE_SINCE.get(api_key, _NEVER):
        body = 5 if len(data) > 4 and not data[4] else after_tags(data, 4)
    return api_key, api_version, correlation_id, body, None


def wants_no_response(data: Bytes, header: HeaderFields) -> bool:
    """Whether this is a Produce request with acks=0, the one request that is never answered."""
    api_key, api_version, _, pos, _ = header
    if api_key != PRODUCE or api_version > REQUEST_VERSIONS[PRODUCE][1]:
        return False
    if api_version >= FLEXIBLE_SINCE[PRODUCE]:
        size, pos = _uvarint(data, pos)
        pos += max(0, size - 1)
    elif api_version >= PRODUCE_TRANSACTIONS_SINCE:
        if pos + 2 > len(data):
            return False
        pos += 2 + max(0, read_int16(data, pos)[0])
    return data[pos : pos + 2] == b"\0\0"
