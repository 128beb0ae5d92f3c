"""What client and broker agree on at first: versions of APIs, and who the client is (KIP-511).

A client asks in the newest version of ApiVersions that it knows. A broker that knows less answers
in version 0 with UNSUPPORTED_VERSION and the versions it has, and the client asks again. That looks
like an error and is none, so it is said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.dump.state.memory import Conditions, Memory
from kafkawire.dump.state.phrases import error_name
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.since import API_VERSIONS_SOFTWARE_SINCE

if TYPE_CHECKING:
    from kafkawire.dump.model import Connection, Exchange, Message

RANGES_KEPT_MAX = 64
"""Different answers that are kept decoded: brokers of a cluster mostly give the same one."""
CONNECTIONS_MAX = 10_000
NOT_OFFERED_SAID_MAX = 256
"""Of one connection."""

Ranges = dict[int, tuple[int, int]]


class Negotiations:
    """What brokers offered, and what clients said of themselves."""

    def __init__(self) -> None:
        self._ranges: Memory[tuple[int, bytes], Ranges] = Memory(RANGES_KEPT_MAX)
        self._not_offered: Memory[int, Conditions] = Memory(CONNECTIONS_MAX)
        """By connection, what was said of it."""

    def closed(self, connection_number: int) -> None:
        """Forget a connection."""
        self._not_offered.pop(connection_number, None)

    def not_offered(self, exchange: Exchange, request: Message, offered: tuple[int, int]) -> None:
        """Say, once for a connection, that its broker has not offered a request's version."""
        if request.api_key == ApiKey.API_VERSIONS:
            return
        number = exchange.connection.number
        said = self._not_offered.use(number) or Conditions(NOT_OFFERED_SAID_MAX)
        self._not_offered.keep(number, said)
        if said.begins((request.api_key, request.api_version)):
            exchange.notes.append(
                f"the broker has offered versions {offered[0]}-{offered[1]} of "
                f"{exchange.api_name}, not {request.api_version}"
            )

    def seen(self, exchange: Exchange) -> None:
        """A request for versions."""
        request = exchange.request
        if request is not None and request.api_version >= API_VERSIONS_SOFTWARE_SINCE:
            values = request.values
            parts = (values.get("clientSoftwareName"), values.get("clientSoftwareVersion"))
            exchange.connection.software = " ".join(part for part in parts if part)

    def done(self, exchange: Exchange) -> None:
        """An answered request for versions."""
        response = exchange.response
        if response is None:
            return
        code = response.values.get("errorCode")
        if code == ErrorCode.NONE:
            self._offer(exchange.connection, response)
        elif code == ErrorCode.UNSUPPORTED_VERSION and exchange.request is not None:
            exchange.notes.append(_negotiated(exchange.request.api_version, response))
        elif code is not None:
            exchange.notes.append(f"no versions were offered: {error_name(code)}")

    def _offer(self, connection: Connection, response: Message) -> None:
        key = (response.api_version, response.data[response.body_offset :])
        ranges = self._ranges.use(key)
        if ranges is None:
            ranges = {
                each["apiKey"]: (each["minVersion"], each["maxVersion"])
                for each in response.values["apiKeys"]
            }
            self._ranges.keep(key, ranges)
        connection.ranges = ranges


def _negotiated(version: int, response: Message) -> str:
    ranges = {each["apiKey"]: each for each in response.values["apiKeys"]}
    own = ranges.get(ApiKey.API_VERSIONS)
    known = f" (it has {own['minVersion']}-{own['maxVersion']})" if own else ""
    return (
        f"negotiation, no error: the broker does not know version {version}{known} "
        "and answers in version 0, so that the client asks again"
    )
