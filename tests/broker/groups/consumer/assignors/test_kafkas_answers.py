"""What Kafka 4.4.0's own assignors answered for lives of groups, and what ours answer.

`kafka_4_4_0.txt` is a talk with `compat/oracle/assigning/Assign.java`, which says what its lines
mean: topics and members of a group, the question, then a target for each member and `end`.
`python -m compat.oracle.assigning` asks anew, for as many groups as one likes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kafkawire.broker.groups.consumer.assignors import (
    ASSIGNORS,
    GroupSpec,
    MemberSpec,
    Target,
    TopicSpec,
    is_same,
)

ANSWERS = Path(__file__).with_name("kafka_4_4_0.txt")
QUESTIONS = 144

Question = tuple[str, GroupSpec, list[tuple[str, Target]]]


def questions() -> Iterator[Question]:
    """The assignor, the group, and Kafka's answer in its order."""
    topics: dict[str, TopicSpec] = {}
    members: list[MemberSpec] = []
    lines = iter(ANSWERS.read_text().splitlines())
    for line in lines:
        kind, *words = line.split(" ")
        if kind == "topic":
            topics[words[0]] = TopicSpec(bytes.fromhex(words[1]), int(words[2]))
        elif kind == "member":
            members.append(member(*words))
        else:
            assignor, likeness = words
            answer = [tuple(each.split(" ")) for each in iter(lines.__next__, "end")]
            group = GroupSpec(members, topics, is_homogeneous=likeness == "alike")
            yield assignor, group, [(who, target(text)) for who, text in answer]
            topics, members = {}, []


def member(member_id: str, instance_id: str, topics: str, held: str) -> MemberSpec:
    names = tuple(topics.split(",")) if topics != "-" else ()
    return MemberSpec(member_id, None if instance_id == "-" else instance_id, names, target(held))


def target(text: str) -> Target:
    parts = [part.split(":") for part in text.split(";") if part != "-"]
    return {bytes.fromhex(topic): tuple(map(int, held.split("."))) for topic, held in parts}


def test_ours_answer_as_kafkas() -> None:
    """groups D-38, D-39, D-40, D-41, D-42, D-43, G 121, G 122, G 123: bit by bit.

    A target that stays as it is is not written, so its order does not matter.
    """
    asked = list(questions())
    assert len(asked) == QUESTIONS
    assert {(name, group.is_homogeneous) for name, group, _ in asked} == {
        (name, alike) for name in ASSIGNORS for alike in (True, False)
    }
    for name, group, answer in asked:
        ours = ASSIGNORS[name](group)
        assert list(ours) == [who for who, _ in answer]
        before = {each.member_id: each.target for each in group.members}
        for who, theirs in answer:
            if not (is_same(before[who], theirs) and is_same(before[who], ours[who])):
                assert list(ours[who].items()) == list(theirs.items())
