"""The readers need nothing of a message but its bytes and its header."""

from __future__ import annotations

from dataclasses import dataclass

from kafkawire.dump.fields.facts import read_facts
from kafkawire.dump.fields.tree import Node, read_tree
from kafkawire.dump.fields.undecoded import Undecoded
from kafkawire.dump.fields.values import read_values
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest


@dataclass
class Frame:
    """A heartbeat of version 0, behind its header."""

    data: bytes
    name: str = "HeartbeatRequest"
    is_request: bool = True
    api_key: int = 12
    api_version: int = 0
    body_offset: int = 10
    protocol_type: str = ""
    problem: str | None = None

    @property
    def tree(self) -> Node:
        return read_tree(self)


HEADER = b"\0\x0c\0\0\0\0\0\7\xff\xff"


def test_all_readers_take_a_frame_that_is_no_message_of_the_model() -> None:
    frame: Undecoded = Frame(HEADER + HeartbeatRequest(group_id="g", member_id="m").encode(0))

    assert read_values(frame) == {"groupId": "g", "generationId": 0, "memberId": "m"}
    assert read_facts(frame).groups == ("g",)
    assert [child.name for child in read_tree(frame).children] == ["header", "body"]
    assert frame.problem is None


def test_the_tree_tells_a_frame_why_it_cannot_be_read() -> None:
    frame: Undecoded = Frame(HEADER + b"\0\7g")

    assert read_values(frame) == {}
    assert frame.problem is not None
    assert "group_id" in frame.problem
