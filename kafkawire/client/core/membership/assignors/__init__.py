"""Kafka's four assignors of classic groups, by name; each consumer makes its own objects.

    range, round_robin         deal out partitions anew each time
    sticky, cooperative        members keep what they had
      claims                   what members own, where two claim the same partition
      sticky_equal             all members subscribe to the same topics
      sticky_general           they do not; shares, movements: what members have, what moved
    orders, racks              Java's orders of members and topics; racks that matter
    interface                  what an assignor is

An assignor answers as Kafka 4.4.0's class of the same name does, the order in each target
included. `python -m compat.oracle.assigning.clients` compares them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from kafkawire.client.core.membership.assignors.cooperative import CooperativeStickyAssignor
from kafkawire.client.core.membership.assignors.range import RangeAssignor
from kafkawire.client.core.membership.assignors.round_robin import RoundRobinAssignor
from kafkawire.client.core.membership.assignors.sticky import StickyAssignor

if TYPE_CHECKING:
    from kafkawire.client.core.membership.assignors.interface import Assignor

ASSIGNORS: Mapping[str, Callable[[], Assignor]] = MappingProxyType(
    {
        "range": RangeAssignor,
        "roundrobin": RoundRobinAssignor,
        "sticky": StickyAssignor,
        "cooperative-sticky": CooperativeStickyAssignor,
    }
)
"""Makes an assignor, by the name that it has in JoinGroup."""
