"""Assignors of consumers: the classes of Kafka's client and ours, on the same groups.

    python -m compat.oracle.assigning.clients --cases 10000
    python -m compat.oracle.assigning.clients --version 3.9.2 --seed 7

A group lives a random life (`lives`). In each step, a case, the leader's assignor deals out the
partitions, on both sides, and each member's assignment must be the same to the byte, the order of
topics and partitions included. So must the bytes of a member's next subscription.

Kafka's sticky classes fail in one of some hundred cases, with a NullPointerException, or do not end
(`sticky_general` says when). There ours must give each partition to one member at most, and the
life ends. The last line has the cases that were compared, and apart from them such failures.

Kafka's side is `ClientAssign.java`, run from its source with the jars of the release. It reads

    leader ASSIGNOR                                a new leader, with an assignor of its own
    node ID RACK
    partition TOPIC NUMBER NODE,NODE
    member ID INSTANCE_ID SUBSCRIPTION             the bytes of JoinGroup, as hex digits
    assign
    subscribe ASSIGNOR ASSIGNMENT GENERATION RACK TOPIC,TOPIC

with `-` for nothing, and answers `assign` with a line `ID ASSIGNMENT` for each member or with
`failed CLASS`, and `subscribe` with a subscription; then `end`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from compat.oracle.assigning.__main__ import Kafka, kafkas_assignors
from compat.oracle.assigning.lives import Group
from compat.oracle.commands import add_version, ended
from kafkawire.client.core.membership.assignors import ASSIGNORS
from kafkawire.client.core.membership.assignors.interface import Targets
from kafkawire.client.core.membership.subscription import (
    MemberSubscription,
    decode_subscription,
    encode_assignment,
    encode_subscription,
)

PROGRAM = Path(__file__).with_name("ClientAssign.java")
STEPS = 10
SHOWN_MAX = 4


class Tally:
    """Cases so far, by assignor; those in which Kafka's class failed, and those that differ."""

    def __init__(self) -> None:
        self.cases: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.differ = 0

    def line(self, version: str, seed: int) -> str:
        """Return the last line of the output."""
        total = self.cases.total()
        each = ", ".join(f"{name} {count}" for name, count in sorted(self.cases.items()))
        text = f"{total - self.differ} of {total} cases as Kafka {version}'s ({each}), seed {seed}"
        failures = ", ".join(f"{name} {count}" for name, count in sorted(self.failed.items()))
        return text + (f"; Kafka failed in others: {failures}" if failures else "")


def live(kafka: Kafka, seed: int, tally: Tally, cases: int) -> list[str]:
    """Compare up to so many cases of one life; return the differences of the first bad step."""
    random = Random(seed)
    name = list(ASSIGNORS)[seed % len(ASSIGNORS)]
    ours = ASSIGNORS[name]()
    group = Group(random, name)
    leader = f"leader {name}"
    for number in range(min(STEPS, cases)):
        group.step()
        members = group.subscriptions()
        lines = [*group.cluster_lines(), *member_lines(members), "assign"]
        theirs = dict(line.split(" ") for line in kafka.ask([leader, *lines] if leader else lines))
        leader = ""
        targets = ours.assign(group.view(), received(members))
        if "failed" in theirs:
            tally.failed[f"{name} {theirs['failed']}"] += 1
            assert_no_partition_twice(targets)
            break
        tally.cases[name] += 1
        found = differences(theirs, targets) + subscription_differences(kafka, group)
        if found:
            tally.differ += 1
            return [f"seed {seed}, step {number}, {name}", *found[:SHOWN_MAX]]
        group.take(targets)
    return []


def member_lines(subscriptions: dict[str, MemberSubscription]) -> list[str]:
    """Return the members as Kafka's side reads them."""
    return [
        f"member {member} {each.group_instance_id or '-'} {encode_subscription(each).hex()}"
        for member, each in subscriptions.items()
    ]


def received(members: dict[str, MemberSubscription]) -> dict[str, MemberSubscription]:
    """Return the members as the leader reads them."""
    return {
        member: decode_subscription(encode_subscription(each), each.group_instance_id)
        for member, each in members.items()
    }


def differences(theirs: dict[str, str], targets: Targets) -> list[str]:
    """Return the members that are given something else by Kafka."""
    ours = {member: encode_assignment(target).hex() for member, target in targets.items()}
    return [
        f"  {member}\n    kafka {theirs.get(member)}\n    ours  {ours.get(member)}"
        for member in theirs.keys() | ours.keys()
        if theirs.get(member) != ours.get(member)
    ]


def subscription_differences(kafka: Kafka, group: Group) -> list[str]:
    """Return what Kafka's client writes otherwise for a member that was assigned something."""
    question = group.question()
    assigned = "-" if question.assigned is None else encode_assignment(question.assigned).hex()
    topics = ",".join(question.topics)
    words = (group.assignor, assigned, question.generation, question.rack or "-", topics)
    (theirs,) = kafka.ask([f"subscribe {' '.join(map(str, words))}"])
    ours = question.subscription(ASSIGNORS[group.assignor]()).hex()
    return [] if theirs == ours else [f"  subscription\n    kafka {theirs}\n    ours  {ours}"]


def assert_no_partition_twice(targets: Targets) -> None:
    """Raise AssertionError if two members have a partition."""
    given = [each for target in targets.values() for each in target]
    assert len(given) == len(set(given)), "our assignor gave a partition to two members"


def main(arguments: Sequence[str] | None = None) -> int:
    """See the module; 0 if both do the same, 2 if there is no real Kafka to be had."""
    parser = argparse.ArgumentParser(prog="python -m compat.oracle.assigning.clients")
    add_version(parser)
    parser.add_argument("--cases", type=int, default=1000, help="compared (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first group (%(default)s)")
    options = parser.parse_args(arguments)
    return ended(lambda: _compare(options))


def _compare(options: argparse.Namespace) -> int:
    tally = Tally()
    seed = options.seed
    with kafkas_assignors(options.version, PROGRAM) as kafka:
        while tally.cases.total() < options.cases:
            found = live(kafka, seed, tally, options.cases - tally.cases.total())
            sys.stdout.write("".join(f"{line}\n" for line in found))
            seed += 1
    sys.stdout.write(f"{tally.line(options.version, options.seed)}\n")
    return min(tally.differ, 1)


if __name__ == "__main__":
    sys.exit(main())
