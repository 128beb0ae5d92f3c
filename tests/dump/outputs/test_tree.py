"""Trees as lines."""

from __future__ import annotations

import re

import pytest

from kafkawire.dump.fields.tree import Node
from kafkawire.dump.outputs.colour import COLOURED, PLAIN
from kafkawire.dump.outputs.tree import TreeText
from tests.support.dump.declared import dumped, frame_of
from tests.support.requests.strategies import SPECS, draw, versions

WIDTH = 100


def leaf(name: str, value: object, kind: str = "int32") -> Node:
    made = Node(name, kind, 0)
    made.value = value  # type: ignore[assignment]
    return made


def parent(name: str, kind: str, *children: Node) -> Node:
    made = Node(name, kind, 0)
    made.children = list(children)
    return made


def array(name: str, *elements: Node) -> Node:
    return parent(name, "[]Thing", leaf("(count)", len(elements), "count"), *elements)


def lines_of(node: Node, **how: int) -> list[str]:
    return list(TreeText(PLAIN, **how).lines(node, 1))


def test_what_fits_on_one_line_stands_on_one() -> None:
    thing = parent("[0]", "Thing", leaf("partition", 3), leaf("error_code", 6))
    body = parent("body", "Body", leaf("acks", -1), array("things", thing), array("none"))

    assert lines_of(body) == [
        "  acks: -1",
        "  things: 1",
        "    [0]: partition: 3, error_code: 6 NOT_LEADER_OR_FOLLOWER",
        "  none: none",
    ]


def test_arrays_of_plain_values_are_lists() -> None:
    replicas = array("replicas", *(leaf(f"[{at}]", at) for at in range(3)))

    assert lines_of(parent("body", "Body", replicas)) == ["  replicas: [0, 1, 2]"]


def test_long_elements_are_wrapped_and_structs_in_them_go_below() -> None:
    fields = [leaf(f"a_rather_long_name_{at}", at) for at in range(12)]
    inner = array("inner", parent("[0]", "Inner", leaf("x", 1)))
    thing = parent("[0]", "Thing", *fields[:6], inner, *fields[6:])

    lines = lines_of(parent("body", "Body", array("things", thing)))

    assert all(len(line) <= WIDTH for line in lines)
    assert lines[1].startswith("    [0]: a_rather_long_name_0: 0, a_rather")
    assert lines[1].endswith(",")
    assert "      inner: 1" in lines
    assert "        [0]: x: 1" in lines
    assert lines[-1].startswith("      a_rather")


def test_abridged_arrays_say_how_much_is_missing() -> None:
    things = [parent(f"[{at}]", "Thing", leaf("x", at)) for at in range(9)]

    lines = lines_of(parent("body", "Body", array("things", *things)), elements_max=4)

    assert lines[0] == "  things: 9"
    assert lines[-1] == "    ... and 5 elements more"
    assert len(lines) == 6


def test_what_cannot_be_read_and_unknown_tags_are_shown_framing_is_not() -> None:
    rest = leaf("(rest)", b"\1\2", "rest")
    tags = [leaf("(tags)", 1, "count"), leaf("(tag)", 9, "tag"), leaf("(size)", 2, "size")]
    body = parent("body", "Body", *tags, leaf("(tag 9)", b"\1", "bytes"), rest)

    assert lines_of(body) == ["  (tag 9): 1 byte: 01", "  (rest): 2 bytes: 0102"]


@pytest.mark.parametrize("name", ["FetchResponse", "MetadataResponse", "DescribeAclsResponse"])
def test_colour_changes_nothing_but_colour(name: str) -> None:
    spec = SPECS[name]
    version = versions(spec)[-1]
    for seed in range(5):
        frame = frame_of(spec, version, draw(spec, version, seed))
        root = dumped(spec, version, frame).tree
        coloured = TreeText(COLOURED).lines(root, 1)
        plain = [re.sub("\033\\[[0-9;]*m", "", line) for line in coloured]

        assert plain == lines_of(root)
