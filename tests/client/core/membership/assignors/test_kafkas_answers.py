"""What Kafka 4.4.0's own assignors answered for lives of groups, and what ours answer.

`kafka_4_4_0.txt` is a talk with `compat/oracle/assigning/ClientAssign.java`; `clients.py` beside it
says what its lines mean. `python -m compat.oracle.assigning.clients` asks anew, for as many groups
as one likes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from kafkawire.client.core.membership.assignors import ASSIGNORS
from kafkawire.client.core.membership.assignors.interface import Assignor
from kafkawire.client.core.membership.subscription import (
    MemberSubscription,
    decode_assignment,
    decode_subscription,
    encode_assignment,
    encode_subscription,
)
from kafkawire.client.core.view import ClusterView, Node, PartitionView, TopicView

ANSWERS = Path(__file__).with_name("kafka_4_4_0.txt")


class Talk:
    """The group so far, and the leader's assignor."""

    def __init__(self) -> None:
        self.leader: Assignor = ASSIGNORS["range"]()
        self.begin()

    def begin(self) -> None:
        self.nodes: dict[int, Node] = {}
        self.topics: dict[str, dict[int, PartitionView]] = {}
        self.members: dict[str, MemberSubscription] = {}

    def take(self, kind: str, *words: str) -> None:
        """Read a fact."""
        if kind == "leader":
            self.leader = ASSIGNORS[words[0]]()
        elif kind == "node":
            node = int(words[0])
            self.nodes[node] = Node(node, "host", 9092, given(words[1]))
        elif kind == "partition":
            replicas = tuple(map(int, words[2].split(",")))
            topic = self.topics.setdefault(words[0], {})
            topic[int(words[1])] = PartitionView(replicas[0], 0, replicas)
        else:
            data = bytes.fromhex(words[2])
            self.members[words[0]] = decode_subscription(data, given(words[1]))

    def assigned(self) -> set[str]:
        """Return what the leader gives to each member, as Kafka's side shows it."""
        topics = {name: TopicView(name, bytes(16), each) for name, each in self.topics.items()}
        view = ClusterView(nodes=self.nodes, topics=topics)
        targets = self.leader.assign(view, self.members)
        self.begin()
        return {f"{who} {encode_assignment(target).hex()}" for who, target in targets.items()}


def given(word: str) -> str | None:
    return None if word == "-" else word


def subscription(assignor: str, held: str, generation: str, rack: str, topics: str) -> str:
    """Return the subscription of a member that was assigned something."""
    member = ASSIGNORS[assignor]()
    owned = () if held == "-" else decode_assignment(bytes.fromhex(held)).partitions
    if held != "-":
        member.on_assignment(owned, int(generation))
    names = tuple(topics.split(","))
    user_data = member.user_data(names)
    return encode_subscription(
        MemberSubscription(names, owned, int(generation), given(rack), user_data)
    ).hex()


def exchanges(lines: Iterator[str]) -> Iterator[tuple[str, set[str], set[str]]]:
    """Return each question's kind, Kafka's answer and ours."""
    talk = Talk()
    for line in lines:
        kind, *words = line.split(" ")
        if kind in ("assign", "subscribe"):
            theirs = set(iter(lines.__next__, "end"))
            asked = f"{kind} {talk.leader.name}"
            yield asked, theirs, {subscription(*words)} if words else talk.assigned()
        else:
            talk.take(kind, *words)


def test_ours_answer_as_kafkas() -> None:
    """client G-40, G-70, G-71, G-72, G-73, G-74, G-75: byte by byte."""
    asked: Counter[str] = Counter()
    for question, theirs, ours in exchanges(iter(ANSWERS.read_text().splitlines())):
        assert ours == theirs
        asked[question] += 1
    assert len(asked) == 8
    assert min(asked.values()) >= 30
