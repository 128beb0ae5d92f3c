"""The version of a request: the highest that both sides support."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.errors import UnsupportedVersion
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.registry import request_class

if TYPE_CHECKING:
    from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse

Range = tuple[int, int]


class Features(NamedTuple):
    """The feature levels that a cluster runs at, and the epoch at which they were read."""

    epoch: int
    levels: Mapping[str, int]


def ranges_of(answer: ApiVersionsResponse) -> dict[int, Range]:
    """Return the least and the greatest version that a broker serves, by api key."""
    return {each.api_key: (each.min_version, each.max_version) for each in answer.api_keys}


def features_of(answer: ApiVersionsResponse) -> Features:
    """Return the finalized features of a broker's response."""
    levels = {each.name: each.max_version_level for each in answer.finalized_features}
    return Features(answer.finalized_features_epoch, levels)


def agreed(api: int, theirs: Mapping[int, Range], wanted: Range | None) -> int:
    """Return the highest version that a broker serves and that can express a request.

    Args:
        api: The api key.
        theirs: What the broker serves, by api key.
        wanted: The least and the greatest version that can express the request; None: any.

    Raises:
        UnsupportedVersion: There is none.
    """
    first, last = request_class(api).VERSIONS
    if wanted is not None:
        first, last = max(first, wanted[0]), min(last, wanted[1])
    offered = theirs.get(api)
    if offered is None or min(last, offered[1]) < max(first, offered[0]):
        raise UnsupportedVersion(ApiKey(api), (first, last), offered)
    return min(last, offered[1])
