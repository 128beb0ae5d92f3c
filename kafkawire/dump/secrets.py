"""Passwords, proofs and tokens are masked where bytes come in, so that no output has them.

`mask` keeps a frame's length and layout: a secret string or byte array becomes as many `*`, and
everything else stays readable. Messages that carry secrets are few, so each is decoded, changed and
encoded anew. If that would change anything but the secret (an unknown version, a broken body,
a number in a longer form than needed), the whole body is masked: there is no telling where its
secrets are. For the same reason so is a response whose request was not seen.

    SaslAuthenticate, bare SASL tokens               what `sasl_text` calls secret
    (Incremental)AlterConfigs, CreateTopics,         values of sensitive configs
    DescribeConfigs
    AlterUserScramCredentials                        salts and salted passwords
    Create-, Renew-, Expire-, DescribeDelegationToken  hmacs: whoever has one is the token's owner
    Envelope                                         secrets of the request within; the response
    Fetch, FetchSnapshot of the metadata log         configs and SCRAM credentials in its records
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kafkawire.dump import sasl_text
from kafkawire.dump.api_names import SASL_TOKEN, UNKNOWN_API
from kafkawire.dump.model import Header, HeaderFields
from kafkawire.dump.secret_values import is_sensitive, star_text, stars
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.exchange import decode_request_header
from kafkawire.protocol.registry import request_class, response_class

METADATA_NAME = b"__cluster_metadata"
METADATA_ID = bytes(15) + b"\x01"
METADATA_NEAR_BYTES = 96
"""So near the beginning of a response it says that it is about the metadata log, if it is."""


def mask(data: bytes, header: HeaderFields, is_request: bool) -> bytes:
    """The frame with its secrets masked, of the same length; the same object if it has none."""
    masking = (_REQUESTS if is_request else _RESPONSES).get(header[0])
    if masking is None:
        return data
    named = Header._make(header)
    try:
        return masking(data, named)
    except ProtocolError:
        return _all(data, named)


def _all(data: bytes, header: Header) -> bytes:
    return data[: header.body_offset] + stars(data[header.body_offset :])


def _token(data: bytes, header: Header) -> bytes:
    return data[: header.body_offset] + sasl_text.mask(data[header.body_offset :])


def _recoded(change: Callable[[Any], None], is_request: bool) -> Callable[[bytes, Header], bytes]:
    """A masking that changes the decoded message. It raises `ProtocolError` where it cannot."""

    def masking(data: bytes, header: Header) -> bytes:
        find = request_class if is_request else response_class
        message = find(header.api_key).decode(data, header.api_version, header.body_offset)
        if message.encode(header.api_version) != data[header.body_offset :]:
            return _all(data, header)
        change(message)
        return data[: header.body_offset] + message.encode(header.api_version)

    return masking


def _sasl(message: Any) -> None:
    message.auth_bytes = sasl_text.mask(message.auth_bytes)


def _resources(message: Any) -> None:
    _configs(message.resources)


def _topics(message: Any) -> None:
    _configs(message.topics)


def _results(message: Any) -> None:
    _configs(message.results)


def _configs(owners: list[Any]) -> None:
    for owner in owners:
        for config in owner.configs or ():
            # What a broker calls sensitive it sends as null, but that is its promise, not ours.
            if getattr(config, "is_sensitive", False) or is_sensitive(config.name):
                for each in (config, *getattr(config, "synonyms", ())):
                    each.value = each.value and star_text(each.value)


def _scram(message: Any) -> None:
    for upsertion in message.upsertions:
        upsertion.salt = stars(upsertion.salt)
        upsertion.salted_password = stars(upsertion.salted_password)


def _hmac(message: Any) -> None:
    message.hmac = stars(message.hmac)


def _tokens(message: Any) -> None:
    for token in message.tokens:
        _hmac(token)


def _envelope(message: Any) -> None:
    frame = bytes(message.request_data)
    try:
        head = decode_request_header(frame)
    except ProtocolError:
        message.request_data = stars(frame)
        return
    header = Header(head.api_key, head.api_version, head.correlation_id, head.body_offset)
    # Kafka never puts one into another, and whoever does could do it without end.
    is_nested = header.api_key == ApiKey.ENVELOPE
    message.request_data = stars(frame) if is_nested else mask(frame, header, True)


def _answer(message: Any) -> None:
    message.response_data = message.response_data and stars(message.response_data)


def _metadata_log(data: bytes, header: Header) -> bytes:
    start = header.body_offset
    near = start + METADATA_NEAR_BYTES
    if data.find(METADATA_ID, start, near) < 0 and data.find(METADATA_NAME, start, near) < 0:
        return data
    # Hardly any capture has these, so what they need is imported for them only.
    from kafkawire.dump.records.masking import mask_metadata_records

    message: Any = response_class(header.api_key).decode(data, header.api_version, start)
    for records, is_aligned in _metadata_parts(message):
        at = data.index(records, start)
        end = at + len(records)
        if is_aligned:
            data = mask_metadata_records(data, at, end, is_sensitive)
        else:
            data = data[:at] + stars(records) + data[end:]
    return data


def _metadata_parts(message: Any) -> Iterator[tuple[bytes, bool]]:
    """Records of the metadata log, and whether they begin with a batch."""
    if message.API_KEY == ApiKey.FETCH:
        for topic in message.responses:
            if topic.topic_id == METADATA_ID or topic.topic == METADATA_NAME.decode():
                for partition in topic.partitions:
                    yield bytes(partition.records or b""), True
        return
    for topic in message.topics:
        for partition in topic.partitions:
            yield bytes(partition.unaligned_records or b""), partition.position == 0


_REQUESTS: dict[int, Callable[[bytes, Header], bytes]] = {
    SASL_TOKEN: _token,
    ApiKey.SASL_AUTHENTICATE: _recoded(_sasl, True),
    ApiKey.ALTER_CONFIGS: _recoded(_resources, True),
    ApiKey.INCREMENTAL_ALTER_CONFIGS: _recoded(_resources, True),
    ApiKey.CREATE_TOPICS: _recoded(_topics, True),
    ApiKey.ALTER_USER_SCRAM_CREDENTIALS: _recoded(_scram, True),
    ApiKey.RENEW_DELEGATION_TOKEN: _recoded(_hmac, True),
    ApiKey.EXPIRE_DELEGATION_TOKEN: _recoded(_hmac, True),
    ApiKey.ENVELOPE: _recoded(_envelope, True),
}
_RESPONSES: dict[int, Callable[[bytes, Header], bytes]] = {
    SASL_TOKEN: _token,
    UNKNOWN_API: _all,
    ApiKey.SASL_AUTHENTICATE: _recoded(_sasl, False),
    ApiKey.CREATE_TOPICS: _recoded(_topics, False),
    ApiKey.DESCRIBE_CONFIGS: _recoded(_results, False),
    ApiKey.CREATE_DELEGATION_TOKEN: _recoded(_hmac, False),
    ApiKey.DESCRIBE_DELEGATION_TOKEN: _recoded(_tokens, False),
    ApiKey.ENVELOPE: _recoded(_answer, False),
    ApiKey.FETCH: _metadata_log,
    ApiKey.FETCH_SNAPSHOT: _metadata_log,
}
