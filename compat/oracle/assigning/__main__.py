"""Assignors of consumer groups: Kafka's own classes and ours, on the same groups.

    python -m compat.oracle.assigning --groups 300
    python -m compat.oracle.assigning --version 4.3.0 --seed 7

A group lives a random life: members come and go, with instance ids or without, subscribe to other
topics, among them such as do not exist; topics are made, deleted and get more partitions. After
each step Kafka's assignor and ours are asked for everybody's target, and the answers must be the
same, the order of topics and partitions included, since records show it. The target is what the
next step begins with.

Kafka's side is `Assign.java`, run from its source with the jars of the release. It reads

    topic NAME ID PARTITIONS
    member ID INSTANCE_ID TOPIC,TOPIC TOPIC_ID:PARTITION.PARTITION;TOPIC_ID:...
    assign range|uniform alike|various

with ids as 32 hex digits and `-` for nothing, and answers each `assign` with a line for each member
and its target, then `end`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

from compat.oracle.commands import ended
from compat.oracle.node import class_path
from kafkawire.broker.groups.consumer.assignors import (
    ASSIGNORS,
    GroupSpec,
    MemberSpec,
    Target,
    TopicSpec,
    is_same,
    subscribed,
)
from tools.programs import piped

STEPS = 12
TOPICS_MAX = 40
PROGRAM = Path(__file__).with_name("Assign.java")


class Group:
    """A group that lives: its topics and members, the latter with their targets."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.alike = random.random() < 0.5
        self.names = [f"topic-{random.randrange(10**6)}" for _ in range(random.randint(1, 20))]
        self.topics: dict[str, TopicSpec] = {}
        self.members: dict[str, MemberSpec] = {}
        self.topics_of_all = self._some_names()
        for name in self.names:
            if random.random() < 0.9:
                self._make_topic(name)

    def _make_topic(self, name: str) -> None:
        count = self.random.choice((1, 2, 3, 5, 12, 50, self.random.randint(1, 200)))
        self.topics[name] = TopicSpec(self.random.randbytes(16), count)

    def _some_names(self) -> tuple[str, ...]:
        few = self.random.randint(0, len(self.names))
        names = self.random.sample(self.names, few)
        return subscribed(names)

    def step(self) -> None:
        """Let one thing happen, or several."""
        moves = [self._join] * 4 + [self._leave] * 2
        moves += [self._change_topic, self._change_names]
        for _ in range(self.random.choice((1, 1, 2, 5))):
            self.random.choice(moves)()

    def _join(self) -> None:
        member_id = f"{self.random.getrandbits(64):x}"
        instance_id = f"i{self.random.randrange(1000)}" if self.random.random() < 0.2 else None
        self.members[member_id] = MemberSpec(member_id, instance_id, self._names(), {})

    def _names(self) -> tuple[str, ...]:
        return self.topics_of_all if self.alike else self._some_names()

    def _leave(self) -> None:
        if self.members:
            del self.members[self.random.choice(list(self.members))]

    def _change_topic(self) -> None:
        name = self.random.choice(self.names)
        if name not in self.topics:
            self._make_topic(name)
        elif self.random.random() < 0.3:
            del self.topics[name]
        else:
            old = self.topics[name]
            more = old.partitions + self.random.randint(1, 9)
            self.topics[name] = TopicSpec(old.topic_id, more)

    def _change_names(self) -> None:
        if self.alike:
            self.topics_of_all = self._some_names()
        for member in list(self.members.values()):
            if self.alike or self.random.random() < 0.4:
                self.members[member.member_id] = member._replace(topics=self._names())

    def spec(self) -> GroupSpec:
        """The group as our assignors see it."""
        return GroupSpec(list(self.members.values()), self.topics, self.alike)

    def lines(self, assignor: str) -> list[str]:
        """The group as Kafka's side reads it."""
        lines = [f"topic {n} {t.topic_id.hex()} {t.partitions}" for n, t in self.topics.items()]
        for member in self.members.values():
            names = ",".join(member.topics) or "-"
            target = shown(member.target)  # type: ignore[arg-type]
            lines.append(f"member {member.member_id} {member.instance_id or '-'} {names} {target}")
        return [*lines, f"assign {assignor} {'alike' if self.alike else 'various'}"]

    def kept(self, member_id: str, target: Target, line: str) -> bool:
        """Whether a member keeps its target, of which no record is written, on both sides."""
        before = self.members[member_id].target
        there, _, theirs = line.partition(" ")
        return there == member_id and is_same(before, target) and is_same(before, read(theirs))

    def take(self, targets: dict[str, Target]) -> None:
        """Begin the next step with these."""
        for member_id, target in targets.items():
            self.members[member_id] = self.members[member_id]._replace(target=target)


def shown(target: Target) -> str:
    """A target as a line has it."""
    parts = [f"{topic.hex()}:{'.'.join(map(str, held))}" for topic, held in target.items()]
    return ";".join(parts) or "-"


def read(text: str) -> Target:
    """The opposite of `shown`."""
    parts = [part.split(":") for part in text.split(";") if ":" in part]
    return {bytes.fromhex(topic): tuple(map(int, held.split("."))) for topic, held in parts}


class Kafka:
    """Kafka's assignors, in a Java of their own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, lines: Sequence[str]) -> list[str]:
        """The answer to some lines."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\n".join(lines) + "\n")
        self._process.stdin.flush()
        answer: list[str] = []
        for line in self._process.stdout:
            if line == "end\n":
                return answer
            answer.append(line.rstrip("\n"))
        raise RuntimeError("Kafka's assignors gave up")


@contextmanager
def kafkas_assignors(version: str, program: Path = PROGRAM) -> Iterator[Kafka]:
    """Java with the jars of a release. Raises OracleUnavailable."""
    quiet = "-Dlog4j2.level=OFF"
    command = ["java", quiet, "-cp", class_path(version), str(program)]
    with piped(command) as process:
        yield Kafka(process)


def compare(kafka: Kafka, seed: int) -> list[str]:
    """Differences of one life of a group; the first step that has one ends it."""
    group = Group(Random(seed))
    for number in range(STEPS):
        group.step()
        assignor = group.random.choice(list(ASSIGNORS))
        theirs = kafka.ask(group.lines(assignor))
        targets = ASSIGNORS[assignor](group.spec())
        found = [
            f"  kafka {line}\n  ours  {member_id} {shown(target)}"
            for line, (member_id, target) in zip(theirs, targets.items(), strict=True)
            if line != f"{member_id} {shown(target)}" and not group.kept(member_id, target, line)
        ]
        if found:
            kind = "alike" if group.alike else "various"
            return [f"step {number}, {assignor} {kind}", *found[:4], f"{len(found)} differ"]
        group.take(targets)
    return []


def main(arguments: Sequence[str] | None = None) -> int:
    """See the module; 0 if both do the same, 2 if there is no real Kafka to be had."""
    parser = argparse.ArgumentParser(prog="python -m compat.oracle.assigning")
    parser.add_argument("--version", default="4.4.0")
    parser.add_argument("--groups", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    return ended(lambda: _compare_groups(options))


def _compare_groups(options: argparse.Namespace) -> int:
    failed = 0
    with kafkas_assignors(options.version) as kafka:
        for seed in range(options.seed, options.seed + options.groups):
            found = compare(kafka, seed)
            failed += bool(found)
            if found:
                sys.stdout.write("\n".join([f"seed {seed}", *found, ""]))
    sys.stdout.write(f"{options.groups - failed} of {options.groups} groups the same\n")
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
