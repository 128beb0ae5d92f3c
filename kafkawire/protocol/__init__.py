"""Bytes to messages and back. Pure: no I/O, no clock.

`messages` holds one generated module per Kafka message, `message` what such a class is made
of, `exchange` the headers around a body, `framing` the cutting of a byte stream into frames,
`errors` and `error_codes` what can go wrong.

The names below are promised, and so is each class in a module of `messages`. Nothing is imported
before it is asked for: a message costs what it costs, and only when it is used (`registry` imports
by api key).
"""

from __future__ import annotations

from kafkawire.lazy_names import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.protocol.api_keys import ApiKey
    from kafkawire.protocol.error_codes import ErrorCode
    from kafkawire.protocol.errors import (
        ApiError,
        DecodeError,
        EncodeError,
        ProtocolError,
        UnsupportedVersion,
    )
    from kafkawire.protocol.exchange import (
        RequestHeader,
        decode_request_header,
        decode_response,
        encode_request,
        encode_response,
    )
    from kafkawire.protocol.framing import FrameBuffer
    from kafkawire.protocol.message import Message
    from kafkawire.protocol.registry import request_class, response_class

__all__ = [
    "ApiError",
    "ApiKey",
    "DecodeError",
    "EncodeError",
    "ErrorCode",
    "FrameBuffer",
    "Message",
    "ProtocolError",
    "RequestHeader",
    "UnsupportedVersion",
    "decode_request_header",
    "decode_response",
    "encode_request",
    "encode_response",
    "request_class",
    "response_class",
]

_HOMES = {
    "api_keys": ("ApiKey",),
    "error_codes": ("ErrorCode",),
    "errors": ("ApiError", "DecodeError", "EncodeError", "ProtocolError", "UnsupportedVersion"),
    "exchange": (
        "RequestHeader",
        "decode_request_header",
        "decode_response",
        "encode_request",
        "encode_response",
    ),
    "framing": ("FrameBuffer",),
    "message": ("Message",),
    "registry": ("request_class", "response_class"),
}

__getattr__ = lazy_names(__name__, _HOMES)
