"""Feature levels (KIP-584): what this broker supports, and what it finalizes in a new cluster.

The values are Apache Kafka 4.4.0's (admin G). The two orders are those of Kafka's answers, which
come out of hash tables of 16 and 8 buckets (admin A-9, A-10).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.java_order import java_hash_order
from kafkawire.protocol.errors import DecodeError

if TYPE_CHECKING:
    from collections.abc import Mapping

METADATA_VERSION = "metadata.version"
GROUP_VERSION = "group.version"
TRANSACTION_VERSION = "transaction.version"
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
    SupportedFeature(GROUP_VERSION, 0, 1),
    SupportedFeature(KRAFT_VERSION, 0, 1),
    SupportedFeature(METADATA_VERSION, 7, METADATA_VERSION_LEVEL),
    SupportedFeature("share.version", 0, 2),
    SupportedFeature("streams.version", 0, 1),
    SupportedFeature(TRANSACTION_VERSION, 0, 2),
    SupportedFeature(ELR_VERSION, 0, 1),
)
"""In the order in which ApiVersions and RegisterController list them."""

BOOTSTRAP_LEVELS = (
    (METADATA_VERSION, METADATA_VERSION_LEVEL),
    (ELR_VERSION, 1),
    (GROUP_VERSION, 1),
    ("share.version", 2),
    ("streams.version", 1),
    (TRANSACTION_VERSION, 2),
)
"""Name and level of each feature of a new cluster, in the order of its log (admin F-4)."""

FINALIZED_ORDER = (
    GROUP_VERSION,
    "streams.version",
    TRANSACTION_VERSION,
    ELR_VERSION,
    "share.version",
    METADATA_VERSION,
    KRAFT_VERSION,
)
"""The order of FinalizedFeatures in ApiVersions, as long as nobody has changed a level."""
FINALIZED_TABLE = 8
"""Buckets of the hash table that Kafka keeps them in, as long as it has no more than six."""

METADATA_CHANGED_WITH = frozenset((7, 8, 11, 13, 14, 15, 17, 23, 30, 32, 33))
"""The metadata.versions that brought other records: below them is no way back (admin G-5)."""

DEPENDENCIES = {
    (ELR_VERSION, 1): ((METADATA_VERSION, ELR_RECORDS_SINCE),),
    (KRAFT_VERSION, 1): ((METADATA_VERSION, 21),),
}
"""What else must be finalized, by feature and level."""


def finalized_order(levels: Mapping[str, int]) -> list[str]:
    """The finalized features in the order in which ApiVersions lists them."""
    names = [name for name in levels if name != METADATA_VERSION]
    names += [METADATA_VERSION] * (METADATA_VERSION in levels)
    return java_hash_order(names, least=FINALIZED_TABLE)


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
