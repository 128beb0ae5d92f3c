"""Feature levels (KIP-584): what this broker supports, and what it finalizes in a new cluster.

The values are Apache Kafka 4.4.0's (admin G). The two orders are those of Kafka's answers, which
come out of hash tables of 16 and 8 buckets (admin A-9, A-10).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.protocol.errors import DecodeError

if TYPE_CHECKING:
    from collections.abc import Mapping

METADATA_VERSION = "metadata.version"
KRAFT_VERSION = "kraft.version"
ELR_VERSION = "eligible.leader.replicas.version"
METADATA_VERSION_LEVEL = 33
"""4.4-IV2."""
ELR_RECORDS_SINCE = 23
"""The metadata.version from which on records speak of eligible leader replicas."""


class SupportedFeature(NamedTuple):
    """A feature and the levels of it that this broker knows, both included."""

    name: str
    min: int
    max: int


SUPPORTED = (
    SupportedFeature("group.version", 0, 1),
    SupportedFeature(KRAFT_VERSION, 0, 1),
    SupportedFeature(METADATA_VERSION, 7, METADATA_VERSION_LEVEL),
    SupportedFeature("share.version", 0, 2),
    SupportedFeature("streams.version", 0, 1),
    SupportedFeature("transaction.version", 0, 2),
    SupportedFeature(ELR_VERSION, 0, 1),
)
"""In the order in which ApiVersions and RegisterController list them."""

BOOTSTRAP_LEVELS = (
    (METADATA_VERSION, METADATA_VERSION_LEVEL),
    (ELR_VERSION, 1),
    ("group.version", 1),
    ("share.version", 2),
    ("streams.version", 1),
    ("transaction.version", 2),
)
"""Name and level of each feature of a new cluster, in the order of its log (admin F-4)."""

FINALIZED_ORDER = (
    "group.version",
    "streams.version",
    "transaction.version",
    ELR_VERSION,
    "share.version",
    METADATA_VERSION,
    KRAFT_VERSION,
)
"""The order of FinalizedFeatures in ApiVersions."""


def check_levels(levels: Mapping[str, int]) -> None:
    """Raise `DecodeError` for finalized levels that mean something unknown here (admin G)."""
    known = {each.name: each for each in SUPPORTED}
    for name, level in levels.items():
        feature = known.get(name)
        if feature is None:
            raise DecodeError(f"the feature {name}, finalized at {level}, is unknown")
        if not feature.min <= level <= feature.max:
            raise DecodeError(
                f"{name} is finalized at {level}, and only {feature.min} to {feature.max} are known"
            )
