"""What goes wrong between a task and a cluster, said so that one knows where to look.

Each text names the host, the request and Kafka's name of the error, as far as there are any. A task
fails with the text alone, since that is what Spark carries to the driver.
"""

from __future__ import annotations

from kafkawire.protocol.api_keys import API_NAMES
from kafkawire.protocol.error_codes import ErrorCode


class ClusterError(Exception):
    """Nothing more can be done about it here."""


class OptionError(ValueError):
    """An option that makes no sense, or that must not be given."""


class Unreachable(ClusterError):
    """No connection, or one that broke; worth another attempt."""


class LoginRefused(ClusterError):
    """TLS or SASL failed; another attempt would fail as well."""


class OutOfTime(ClusterError):
    """A limit has passed; the text has the last failure before that."""


class Refused(ClusterError):
    """A broker's answer has an error code, which is `code`."""

    def __init__(self, where: str, code: int, message: str | None = None) -> None:
        super().__init__(where, code, message)
        self.where = where
        self.code = code
        self.message = message

    def __str__(self) -> str:
        text = f"{self.where}: {code_name(self.code)} ({self.code})"
        return text if not self.message else f"{text}: {self.message}"


class FetchRangeError(Refused):
    """OFFSET_OUT_OF_RANGE: what is asked for is not in the log, any more or yet."""


class TopicGone(Refused):
    """The topic is not there any more, or another one has its name."""


class EndNotReached(OutOfTime):
    """The log did not get to the asked-for end in time; `position` is how far it went.

    `empty_until` is an offset below which, from there on, a broker has said that it has no records;
    None if it has not answered.
    """

    def __init__(self, text: str, position: int, empty_until: int | None = None) -> None:
        super().__init__(text, position, empty_until)
        self.position = position
        self.empty_until = empty_until

    def __str__(self) -> str:
        return str(self.args[0])


def code_name(code: int) -> str:
    """Kafka's name of an error code; the number itself where there is none."""
    known = ErrorCode._value2member_map_.get(code)
    return known.name if isinstance(known, ErrorCode) else str(code)


def place(address: str, api_key: int) -> str:
    """Which request to whom: `127.0.0.1:9092 Fetch`."""
    return f"{address} {API_NAMES.get(api_key, api_key)}"
