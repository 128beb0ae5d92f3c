"""Consumer groups of KIP-848: how members come to their partitions, step by step.

Groups read one topic where it matters who gets what; see `consumer_groups`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compat.oracle.scripts.consumer_groups import at_once, beat, enter, own, show, told, until_epoch
from compat.oracle.scripts.groups import coordinator_ready
from compat.oracle.scripts.kit import TIMEOUT_MS, Part, World, create, delete, until_there
from compat.oracle.steps import Ask, InForce, Script
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest

FULL: Mapping[str, Any] = {
    "rebalance_timeout_ms": 5,
    "subscribed_topic_names": ["one"],
    "topic_partitions": [],
}


def epochs(world: World) -> Script:
    """Epochs that are too great, too small, just lost; full requests and others (G 103 to 109)."""
    one = yield from create(world, "one", 3)
    yield from at_once("epochs", "none", "later")
    yield enter("epochs", "a", "one")
    yield enter("none", "a")
    yield enter("later", "a", "missing")
    yield from show("epochs", "none", "later")
    for epoch in (1, 2, 3):
        for owned in (None, [], own(one, 0, 1), own(one, 0, 3), own(bytes(16), 0)):
            yield beat("epochs", "a", epoch, topic_partitions=owned)
    yield beat("epochs", "b", 2)
    yield beat(
        "epochs", "a", 0, rebalance_timeout_ms=5, topic_partitions=[], subscribed_topic_names=[]
    )
    yield enter("epochs", "a", "one", "one")
    yield from show("epochs")
    epoch = told((yield beat("epochs", "a", 0, **FULL))).member_epoch
    for missing in (None, *FULL):
        fields = {name: value for name, value in FULL.items() if name != missing}
        yield beat("epochs", "a", epoch, **fields)
    yield beat("epochs", "a", epoch, **{**FULL, "subscribed_topic_regex": ""})
    yield from create(world, "missing", 2)
    yield until_epoch("later", "a", 2)
    yield from show("later")


def walk(world: World) -> Script:
    """Two members, step by step (G 110, 113, 119)."""
    one = yield from create(world, "one", 4)
    yield from at_once("walk")
    yield enter("walk", "a", "one")
    yield enter("walk", "b", "one")
    yield from show("walk")
    yield beat("walk", "a", 2)
    yield from show("walk")
    for owned in (None, own(one, 0, 1, 2, 3), own(one, 0, 3)):
        yield beat("walk", "a", 2, topic_partitions=owned)
        yield beat("walk", "b", 3)
        yield from show("walk")
    yield beat("walk", "a", 2, topic_partitions=own(one, 0, 1))
    yield beat("walk", "b", 3)
    yield from show("walk")
    yield beat("walk", "a", 2, topic_partitions=own(one, 0, 1))
    yield beat("walk", "a", 2, topic_partitions=own(one, 2))
    yield beat("walk", "a", 2)
    yield beat("walk", "a", 3)
    yield beat("walk", "b", 3, topic_partitions=own(one, 2, 3))
    yield from show("walk")
    yield enter("walk", "c", "one")
    yield beat("walk", "c", 4)
    yield beat("walk", "a", -1)
    yield from show("walk")
    yield beat("walk", "b", 3, topic_partitions=own(one, 2, 3))
    yield beat("walk", "c", 5)
    yield from show("walk")


def intervals(world: World) -> Script:
    """Assignments are a second apart, and nothing happens by itself (G 111)."""
    yield from create(world, "one", 4)
    yield from coordinator_ready("apart")
    yield enter("apart", "a", "one")
    yield enter("apart", "b", "one")
    yield from show("apart")
    yield until_epoch("apart", "b", 2)
    yield from show("apart")
    yield beat("apart", "a", 2)
    yield from show("apart")


def grow(name: str, partitions: int) -> Part[None]:
    """Give a topic more partitions, and wait until it has them."""
    topic = CreatePartitionsRequest.CreatePartitionsTopic(
        name=name, count=partitions, assignments=None
    )
    yield Ask(CreatePartitionsRequest(topics=[topic], timeout_ms=TIMEOUT_MS), 3)
    yield from until_there(name, partitions)
    yield InForce()


def subscriptions(world: World) -> Script:
    """Topics that members no longer read, that grow, and that are gone (G 116 to 118)."""
    one = yield from create(world, "one", 2)
    two = yield from create(world, "two", 2)
    yield from at_once("subs", "subs-h", "subs-i")
    yield enter("subs", "a", "one", "two")
    yield beat("subs", "a", 2, subscribed_topic_names=["one"])
    yield from show("subs")
    yield beat("subs", "a", 2, topic_partitions=own(one, 0, 1))
    yield from show("subs")
    yield beat("subs", "a", 3, subscribed_topic_names=[])
    yield beat("subs", "a", 3, topic_partitions=[])
    yield from show("subs")
    yield beat("subs", "a", 4, subscribed_topic_names=["two", "one", "two"], topic_partitions=[])
    yield from show("subs")
    yield enter("subs-h", "a", "one")
    yield from grow("one", 4)
    yield until_epoch("subs-h", "a", 2)
    yield from show("subs-h")
    yield enter("subs-i", "a", "one", "two")
    yield from delete(world, "two")
    yield InForce()
    yield beat("subs-i", "a", 2)
    yield from show("subs-i")
    yield beat("subs-i", "a", 2, topic_partitions=own(one, 0, 1, 2, 3))
    yield from show("subs-i")
    del two


def profiles(world: World) -> Script:
    """Racks, timeouts and assignors, and what of it counts (G 117)."""
    yield from create(world, "one", 5)
    yield from at_once("profiles")
    yield enter("profiles", "a", "one", rack_id="r1")
    yield beat("profiles", "a", 2, rack_id="r2", rebalance_timeout_ms=77)
    yield from show("profiles")
    yield enter("profiles", "b", "one", server_assignor="range")
    yield beat("profiles", "a", 2)
    yield from show("profiles")
    yield beat("profiles", "a", 2, server_assignor="uniform")
    yield from show("profiles")
    yield beat("profiles", "a", 2, server_assignor="range", topic_partitions=[])
    yield from show("profiles")
    yield beat("profiles", "b", -1)
    yield from show("profiles")


SCRIPTS = {
    "consumer-group-epochs": epochs,
    "consumer-group-walk": walk,
    "consumer-group-intervals": intervals,
    "consumer-group-subscriptions": subscriptions,
    "consumer-group-profiles": profiles,
}
