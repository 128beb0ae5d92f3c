"""The APIs on the listener of a controller (the listener `controller` of Kafka's declarations)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import Versions
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse

if TYPE_CHECKING:
    from collections.abc import Callable

_RANGES = (
    "1:4-18 17:0-1 18:0-5 19:2-7 20:1-6 29:1-3 30:1-3 31:1-3 32:1-4 33:0-2 36:0-2 37:0-3 38:1-3 "
    "39:1-2 40:1-2 41:1-3 43:0-2 44:0-1 45:0-1 46:0-0 49:0-1 50:0-0 51:0-0 52:0-2 53:0-1 54:0-1 "
    "55:0-2 56:2-3 57:0-2 58:0-0 59:0-1 60:0-2 62:0-4 63:0-2 64:0-0 67:0-0 70:0-0 73:0-0 80:0-1 "
    "81:0-0 82:0-0 94:0-0"
)
"""Key, least and greatest version of each API in Apache Kafka 4.4.0."""


def _versions(text: str) -> Versions:
    least, greatest = text.split("-")
    return Versions(int(least), int(greatest))


CONTROLLER_APIS = {
    int(key): _versions(versions)
    for key, versions in (entry.split(":") for entry in _RANGES.split())
}
"""The versions of each API, by its key."""


def listed(is_served: Callable[[int], bool]) -> list[ApiVersionsResponse.ApiVersion]:
    """Return the entries of ApiVersions: the APIs of a controller that this node serves."""
    return [
        ApiVersionsResponse.ApiVersion(api_key=key, min_version=least, max_version=greatest)
        for key, (least, greatest) in CONTROLLER_APIS.items()
        if is_served(key)
    ]
