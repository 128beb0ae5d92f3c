"""Members that come and go, lose answers, lag behind and change their minds, by seed.

At every moment no partition has two owners among the clients; and when everybody has calmed down,
the group is stable within a few rounds of heartbeats, with every partition in somebody's hands.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.support.requests.consumer_groups import (
    SILENT,
    ConsumerHarness,
    ConsumerHeartbeat,
    Partitions,
)

STEPS = 250
MEMBERS = 6
HEARTBEAT_MS = 1_000
ROUNDS_TO_SETTLE = 12
SESSION_MS = 45_000


class SimulatedMember:
    """A client whose answers may be lost, and which takes its time to do as it is told."""

    def __init__(self, harness: ConsumerHarness, name: str, random: Random) -> None:
        self.harness = harness
        self.name = name
        self.random = random
        self.instance_id = f"i-{name}" if random.random() < 0.3 else None
        self.connection = harness.connect(name)
        self.is_up = False
        self.generation = 0
        self.topics: list[str] = []
        self.assignor: str | None = None
        self.reset()

    def reset(self) -> None:
        """Own nothing, and begin anew."""
        self.epoch = 0
        self.owned: Partitions = {}
        self.assigned: Partitions = {}
        self.must_say_all = True
        self.last_heard_ms = self.harness.now_ms

    def start(self) -> None:
        if self.is_up:
            return
        self.is_up = True
        self.generation += self.instance_id is not None
        self.topics = self.random.choice([["t1"], ["t1", "t2"], ["t2", "t3"], ["t1", "t2", "t3"]])
        self.assignor = self.random.choice([None, None, "range", "uniform"])
        self.reset()

    @property
    def member_id(self) -> str:
        return f"{self.name}-{self.generation}"

    def stop(self, epoch: int | None) -> None:
        """Leave with that epoch, or crash without a word; either way nothing is owned then."""
        if not self.is_up:
            return
        self.is_up = False
        self.owned, self.assigned = {}, {}
        if epoch is not None:
            self.send(member_epoch=epoch)

    def send(self, **fields: Any) -> Any:
        said = {
            **SILENT,
            "group_id": "g",
            "member_id": self.member_id,
            "member_epoch": self.epoch,
            "instance_id": self.instance_id,
            **fields,
        }
        return self.connection.request(ConsumerHeartbeat(**said), 1)

    def beat(self, *, loses_answer: bool = False) -> None:
        if not self.is_up:
            return
        fields: dict[str, Any] = {"topic_partitions": self.harness.listed_existing(self.owned)}
        if self.epoch == 0 or self.must_say_all:
            fields.update(
                rebalance_timeout_ms=300_000,
                subscribed_topic_names=self.topics,
                server_assignor=self.assignor,
            )
        answer = self.send(**fields)
        if loses_answer:
            # What it was told before may not hold any more: it has said that it does not own it.
            self.must_say_all = True
            self.assigned = {topic: set(found) for topic, found in self.owned.items()}
            return
        self.last_heard_ms = self.harness.now_ms
        if answer.error_code in (25, 110, 82):
            self.reset()
            return
        if answer.error_code == 111:
            return  # its former self is still there
        assert answer.error_code == 0, answer
        self.epoch = answer.member_epoch
        self.must_say_all = False
        if answer.assignment is not None:
            self.assigned = self.harness.named(answer.assignment.topic_partitions)

    def reconcile(self) -> None:
        """Give back and take what the broker said."""
        self.owned = {topic: set(found) for topic, found in self.assigned.items()}


class Simulation:
    """The members of one group, and what happens to them."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.harness = ConsumerHarness(seed=seed)
        self.harness.create_topic("t3", 4)
        self.members = [
            SimulatedMember(self.harness, f"m{index}", self.random) for index in range(MEMBERS)
        ]
        self.partitions = {"t1": 3, "t2": 2, "t3": 4}

    def step(self) -> None:
        random, member = self.random, self.random.choice(self.members)
        roll = random.random()
        if roll < 0.12:
            member.start()
        elif roll < 0.16:
            member.stop(random.choice([-1, None, -2 if member.instance_id else -1]))
        elif roll < 0.20:
            member.topics = random.choice([["t1"], ["t2", "t3"], ["t1", "t2", "t3"]])
            member.must_say_all = True
        elif roll < 0.23:
            topic = random.choice(list(self.partitions))
            self.partitions[topic] += 1
            self.harness.grow(topic, self.partitions[topic])
        elif roll < 0.25:
            self.harness.restart_groups()
        elif roll < 0.55:
            member.beat(loses_answer=random.random() < 0.2)
        elif roll < 0.75:
            member.reconcile()
        else:
            self.harness.advance(random.choice([1, 100, 1_000, 5_000]))
        self.keep_alive()

    def keep_alive(self) -> None:
        """Nobody is silent for so long that it would be taken for dead."""
        for member in self.members:
            if member.is_up and self.harness.now_ms - member.last_heard_ms > SESSION_MS - 6_000:
                member.beat()

    def check(self) -> None:
        owners: dict[tuple[str, int], str] = {}
        for member in self.members:
            for topic, indexes in member.owned.items():
                for index in indexes:
                    assert (topic, index) not in owners, (topic, index, member.name, owners)
                    owners[topic, index] = member.name

    def settle(self) -> int:
        """Rounds in which everybody heartbeats and does as it is told, until all is done."""
        for round_ in range(ROUNDS_TO_SETTLE):
            for member in self.members:
                member.beat()
                self.check()
                member.reconcile()
                self.check()
            if self.is_settled():
                return round_
            self.harness.advance(HEARTBEAT_MS)
        raise AssertionError(f"not settled: {self.harness.group().state_name}")

    def is_settled(self) -> bool:
        if self.harness.group().state_name != "Stable":
            return False
        return self.wanted() == {
            (topic, index)
            for member in self.members
            for topic, indexes in member.owned.items()
            for index in indexes
        }

    def wanted(self) -> set[tuple[str, int]]:
        topics = {topic for member in self.members if member.is_up for topic in member.topics}
        return {(topic, index) for topic in topics for index in range(self.partitions[topic])}


@pytest.mark.parametrize("seed", range(25))
def test_no_partition_has_two_owners_and_the_group_comes_to_rest(seed: int) -> None:
    """groups D-16, D-31, D-56, D-57, D-62: whatever happens to its members."""
    simulation = Simulation(seed)
    for _ in range(STEPS):
        simulation.step()
        simulation.check()
    simulation.members[0].start()
    # Who crashed is found out by its silence.
    for _ in range(SESSION_MS // 5_000 + 1):
        simulation.harness.advance(5_000)
        for member in simulation.members:
            member.beat()
    assert simulation.settle() < ROUNDS_TO_SETTLE
    live = {member.member_id for member in simulation.members if member.is_up}
    assert set(simulation.harness.group().members) == live
    group = simulation.harness.group()
    owned = {
        member_id: {
            (topic_id, index)
            for topic_id, indexes in member.current.assigned.items()
            for index in indexes
        }
        for member_id, member in group.members.items()
    }
    targets = {
        member_id: {(topic_id, index) for topic_id, found in target.items() for index in found}
        for member_id, target in group.targets.items()
    }
    assert owned == targets
