"""The two families of failure that the protocol layer knows.

A `ProtocolError` says that bytes cannot be what the peer claims: its connection is dropped. An
`ApiError` says that a request was understood and is refused: it is answered with its code.
They are never mixed, and neither wraps a failure of the network.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.protocol.error_codes import ErrorCode


class ProtocolError(Exception):
    """The wire protocol is broken; the connection cannot go on."""


class DecodeError(ProtocolError):
    """Bytes that are not what they claim to be."""


class MalformedText(DecodeError):
    """A string that is no UTF-8; all else may be well (see `kafkawire.protocol.text`)."""


class UnknownApiKey(DecodeError):
    """A request header with an api key that Kafka does not have.

    Its fields stand in `header`, as far as a version 1 header has them.
    """

    def __init__(self, message: str, header: object = None) -> None:
        super().__init__(message)
        self.header = header


class EncodeError(ProtocolError):
    """A message that cannot be written in the asked-for version."""


class UnsupportedVersion(ProtocolError):
    """A version that the message's declaration does not list."""


class ApiError(Exception):
    """A request that was understood and is refused with `code`.

    `message` goes into the response where it has room for one; None where Kafka sends null.
    """

    def __init__(self, code: ErrorCode | int, message: str | None = None) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        name = getattr(self.code, "name", None) or str(self.code)
        return name if self.message is None else f"{name}: {self.message}"


def invalid_request(message: str) -> ApiError:
    """Return the refusal of a request whose content is wrong."""
    from kafkawire.protocol.error_codes import ErrorCode

    return ApiError(ErrorCode.INVALID_REQUEST, message)
