"""Who is to read which partitions: Kafka's two assignors, range and uniform, as pure functions.

An assignor sees the whole group at once: every member with its subscription and its present
target, and the topics that exist. It gives every member a new target. What it answers equals
Kafka's answer to the byte, so the order of Java's hash tables is part of it (`java_order`):
both the order in which things are dealt out, and the order in which they stand in the answer
and so in the records of a group. Racks are ignored, as Kafka's own assignors ignore them.

`ASSIGNORS` are the names that a member may ask for; the first is used when nobody asks.
"""

from __future__ import annotations

from kafkawire.broker.groups.consumer.assignors.range import assign_ranges
from kafkawire.broker.groups.consumer.assignors.specs import (
    GroupSpec,
    MemberSpec,
    Target,
    TopicSpec,
    is_same,
    subscribed,
)
from kafkawire.broker.groups.consumer.assignors.uniform import assign_uniformly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "ASSIGNORS",
    "GroupSpec",
    "MemberSpec",
    "Target",
    "TopicSpec",
    "is_same",
    "subscribed",
]

ASSIGNORS: dict[str, Callable[[GroupSpec], dict[str, Target]]] = {
    "uniform": assign_uniformly,
    "range": assign_ranges,
}
"""The assignors by name, in the order of `group.consumer.assignors`.

The answer has every member, in the order in which records of changed targets are written.
"""
