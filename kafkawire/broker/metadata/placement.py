"""Which brokers get the replicas of a new partition: asked for, or chosen.

Chosen replicas go round the usable brokers from a random start, so that leaders are spread
(admin B-22); unfenced brokers come first, and with racks the round alternates between them.
Asked-for ones are checked in Kafka's order and refused in its words (B-13).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.broker.metadata.parts import BrokerImage


def place(
    image: MetadataImage, random: Random, *, partitions: int, replication_factor: int
) -> list[list[int]]:
    """Replica lists of `partitions` new partitions; equal ones may be one object.

    Raises `ApiError(INVALID_REPLICATION_FACTOR)`.
    """
    usable = [broker for broker in image.brokers.values() if not broker.cordoned]
    unfenced = _round([broker for broker in usable if not broker.fenced])
    if usable and not unfenced:
        raise _not_replicated(
            replication_factor,
            "All brokers are currently fenced, or have all their log directories cordoned.",
        )
    if replication_factor > len(usable):
        raise _not_replicated(
            replication_factor,
            f"The target replication factor of {replication_factor} cannot be reached because "
            f"only {len(usable)} broker(s) are registered or some brokers have all their log "
            "directories cordoned.",
        )
    fenced = _round([broker for broker in usable if broker.fenced])
    start = random.randrange(len(unfenced))
    lists = [
        (unfenced[at:] + unfenced[:at] + fenced)[:replication_factor] for at in range(len(unfenced))
    ]
    return [lists[(start + index) % len(lists)] for index in range(partitions)]


def _not_replicated(replication_factor: int, why: str) -> ApiError:
    return ApiError(
        ErrorCode.INVALID_REPLICATION_FACTOR,
        f"Unable to replicate the partition {replication_factor} time(s): {why}",
    )


def _round(brokers: list[BrokerImage]) -> list[int]:
    """Node ids, ascending within a rack, racks taking turns."""
    racks: dict[str, list[int]] = {}
    for broker in sorted(brokers, key=lambda broker: broker.node_id):
        racks.setdefault(broker.rack or "", []).append(broker.node_id)
    found = []
    for turn in range(max(map(len, racks.values()), default=0)):
        found += [ids[turn] for ids in racks.values() if turn < len(ids)]
    return found


def check_assignment(
    image: MetadataImage, replicas: Sequence[int], expected_size: int | None
) -> None:
    """Refuse a replica list that cannot be: `ApiError(INVALID_REPLICA_ASSIGNMENT)`.

    `expected_size` is that of the topic's other partitions, None for the first.
    """
    begin = "The manual partition assignment includes"
    if not replicas:
        raise _bad_assignment(f"{begin} an empty replica list.")
    previous = None
    for node_id in sorted(replicas):
        broker = image.brokers.get(node_id)
        if broker is None:
            raise _bad_assignment(f"{begin} broker {node_id}, but no such broker is registered.")
        if broker.cordoned:
            raise _bad_assignment(
                f"{begin} broker {node_id}, but all its log directories are cordoned."
            )
        if node_id == previous:
            raise _bad_assignment(f"{begin} the broker {node_id} more than once.")
        previous = node_id
    if expected_size is not None and len(replicas) != expected_size:
        raise _bad_assignment(
            f"{begin} a partition with {len(replicas)} replica(s), but this is not consistent "
            f"with previous partitions, which have {expected_size} replica(s)."
        )


def active_replicas(image: MetadataImage, replicas: Sequence[int], partition: int) -> list[int]:
    """The first in-sync replicas: those of `replicas` that are active, in order (admin B-16).

    Raises `ApiError(INVALID_REPLICA_ASSIGNMENT)` if there is none.
    """
    isr = [node_id for node_id in replicas if image.brokers[node_id].active]
    if not isr:
        raise _bad_assignment(
            "All brokers specified in the manual partition assignment for partition "
            f"{partition} are fenced or in controlled shutdown."
        )
    return isr


def _bad_assignment(message: str) -> ApiError:
    return ApiError(ErrorCode.INVALID_REPLICA_ASSIGNMENT, message)
