"""What the group coordinator counts: groups by protocol and state, offsets, rebalances.

Kafka has the classic groups twice, under the name that they had before KIP-848 and beside the
others in `group-coordinator-metrics`, whose metrics are attributes.
"""

from __future__ import annotations

from kafkawire.broker.metrics.families import Family, Reading, gauge, single

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kafkawire.broker.metrics.observed import HasGroups

_CLASSIC = "kafka.coordinator.group:GroupMetadataManager"
_DOMAIN, _TYPE = "kafka.server", "group-coordinator-metrics"

# A group's `group_type`, which is also the value of the label.
_CLASSIC_TYPE, _CONSUMER_TYPE = "classic", "consumer"
_CLASSIC_STATES = ("PreparingRebalance", "CompletingRebalance", "Stable", "Empty", "Dead")
_CONSUMER_STATES = ("Empty", "Assigning", "Reconciling", "Stable", "Dead")


def _count(broker: HasGroups, group_type: str, state: str | None = None) -> int:
    """The groups of a type, in a state or in any."""
    return sum(
        group.group_type == group_type and (state is None or group.state_name == state)
        for shard in broker.groups.shards.values()
        for group in shard.groups.values()
    )


def _in_state(group_type: str, state: str | None = None) -> Callable[[HasGroups], int]:
    return lambda broker: _count(broker, group_type, state)


def _offsets(broker: HasGroups) -> int:
    return sum(shard.offsets.count() for shard in broker.groups.shards.values())


def _rebalances(broker: HasGroups) -> int:
    return sum(shard.rebalances for shard in broker.groups.shards.values())


def _by_protocol(broker: HasGroups) -> Iterable[Reading]:
    for protocol in (_CLASSIC_TYPE, _CONSUMER_TYPE):
        yield (("protocol", protocol),), _count(broker, protocol)


def _by_state(group_type: str, states: Iterable[str]) -> Callable[[HasGroups], Iterable[Reading]]:
    def read(broker: HasGroups) -> Iterable[Reading]:
        for state in states:
            yield (("state", state),), _count(broker, group_type, state)

    return read


GROUP_FAMILIES = (
    gauge(_CLASSIC, "NumGroups", "Classic consumer groups", single(_in_state(_CLASSIC_TYPE))),
    *(
        gauge(
            _CLASSIC,
            f"NumGroups{state}",
            f"Classic consumer groups in the state {state}",
            single(_in_state(_CLASSIC_TYPE, state)),
        )
        for state in _CLASSIC_STATES
    ),
    gauge(_CLASSIC, "NumOffsets", "Committed offsets", single(_offsets)),
    Family(
        _DOMAIN,
        _TYPE,
        "",
        "group-count",
        False,
        "Groups of a protocol",
        ("protocol",),
        _by_protocol,
    ),
    Family(
        _DOMAIN,
        _TYPE,
        "",
        "classic-group-count",
        False,
        "Classic groups in a state",
        ("state",),
        _by_state(_CLASSIC_TYPE, _CLASSIC_STATES),
    ),
    Family(
        _DOMAIN,
        _TYPE,
        "",
        "consumer-group-count",
        False,
        "Consumer groups (KIP-848) in a state",
        ("state",),
        _by_state(_CONSUMER_TYPE, _CONSUMER_STATES),
    ),
    Family(
        _DOMAIN,
        _TYPE,
        "",
        "consumer-group-rebalance-count",
        True,
        "Times that a consumer group (KIP-848) had reason for another assignment",
        (),
        single(_rebalances),
    ),
)
