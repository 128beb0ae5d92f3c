"""Trees: every byte has its one place, and they say what codec and values say."""

from __future__ import annotations

import tracemalloc
from random import Random
from typing import Any

import pytest

from kafkawire.dump import declarations
from kafkawire.dump.api_names import SASL_TOKEN, UNKNOWN_API
from kafkawire.dump.fields import facts, tree, values
from kafkawire.dump.fields.reading import FAILURES
from kafkawire.dump.fields.tree import Node, read_struct
from kafkawire.dump.model import Header, Message, seen_at
from kafkawire.protocol.errors import DecodeError
from kafkawire.protocol.primitives import varint
from kafkawire.protocol.text import Lenient
from tests.support.dump.declared import body_offset, connection, dumped, frame_of
from tests.support.requests.strategies import SPECS, draw, message_class, versions
from tools.generate.model import MessageSpec

SEEDS = (1, 2)

every_message = pytest.mark.parametrize("spec", SPECS.values(), ids=SPECS)
APIS = [spec for spec in SPECS.values() if spec.kind in ("request", "response")]
every_api = pytest.mark.parametrize("spec", APIS, ids=[spec.name for spec in APIS])


def leaves(node: Node) -> list[Node]:
    if not node.children:
        return [node] if node.end > node.start else []
    return [leaf for child in node.children for leaf in leaves(child)]


def check_ranges(root: Node, size: int) -> None:
    """Leaves follow each other without a gap from 0 to the end; parents span their children."""
    pos = 0
    for leaf in leaves(root):
        assert leaf.start == pos, leaf
        assert leaf.start <= leaf.data_start <= leaf.end
        pos = leaf.end
    assert pos == size
    check_spans(root)


def check_spans(node: Node) -> None:
    for child in node.children:
        assert node.start <= child.start <= child.end <= node.end
        check_spans(child)
    if node.children:
        assert node.children[0].start == node.start
        assert node.children[-1].end == node.end


def values_of(node: Node, names: dict[str, str]) -> Any:
    """What `values` says, from a tree; `names` are the declared ones by ours."""
    if node.kind.startswith("[]"):
        if not node.children:
            return None
        return [values_of(child, names) for child in node.children[1:]]
    if node.kind[0].isupper():
        if not node.children and node.end - node.start == 1:
            return None
        return struct_of(node, names)
    if node.value is None:
        return None
    if node.kind == "uuid":
        assert isinstance(node.value, bytes)
        return values.uuid_text(node.value)
    if node.kind == "bytes":
        assert isinstance(node.value, bytes)
        return values.base64(node.value)
    if node.kind == "records":
        assert node.value == node.end - node.data_start
        return {"sizeInBytes": node.value}
    return values.finite(node.value) if isinstance(node.value, float) else node.value


def struct_of(node: Node, names: dict[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for child in node.children:
        if child.name.startswith("(tag "):
            assert isinstance(child.value, bytes)
            tags = found.setdefault("_unknownTaggedFields", {})
            tags[child.name[5:-1]] = values.base64(child.value)
        elif not child.name.startswith("("):
            found[names[child.name]] = values_of(child, names)
    return found


def names_of(declaration: declarations.MessageDeclaration) -> dict[str, str]:
    return {field.snake: field.camel for fields in declaration.structs.values() for field in fields}


@every_message
def test_trees_say_what_values_say_and_leave_no_byte_out(spec: MessageSpec) -> None:
    declaration = declarations.load(spec.name)
    names = names_of(declaration)
    for version in versions(spec):
        read = values.compile_reader(declaration, version)
        for seed in SEEDS:
            data = draw(spec, version, seed).encode(version)

            root, problem = read_struct(declaration, data, version)

            assert problem == ""
            check_ranges(root, len(data))
            assert struct_of(root, names) == read(data, 0)[0]


@every_api
def test_a_frame_is_its_header_and_its_body(spec: MessageSpec) -> None:
    for version in versions(spec):
        frame = frame_of(spec, version, draw(spec, version, 5))
        offset = body_offset(spec, version, frame)
        message = dumped(spec, version, frame, offset)

        header, body = message.tree.children

        assert message.problem is None
        check_ranges(message.tree, len(frame))
        assert (header.name, header.start, header.end) == ("header", 0, offset)
        assert (body.name, body.kind, body.start) == ("body", spec.name, offset)
        (correlation,) = [node for node in header.children if node.name == "correlation_id"]
        assert correlation.value == 7


@every_message
def test_readers_refuse_what_the_codec_refuses(spec: MessageSpec) -> None:
    """Text that is no UTF-8 is no reason; facts go over tagged fields that tell nothing."""
    declaration, random = declarations.load(spec.name), Random(spec.name)
    for version in versions(spec):
        of_values = values.compile_reader(declaration, version)
        of_facts = facts.compile_reader(declaration, version)
        for data in damaged(draw(spec, version, 4).encode(version), random):
            is_read = can_be_decoded(spec, version, data)

            root, problem = read_struct(declaration, data, version)

            check_ranges(root, len(data))
            assert (problem == "") == is_read, problem
            assert can_be_read(of_values, data) == is_read
            if is_read:
                assert can_be_read(of_facts, data)
                assert struct_of(root, names_of(declaration)) == of_values(Lenient(data), 0)[0]
            else:
                assert problem.startswith(f"{spec.name} v{version}: byte ")


def can_be_decoded(spec: MessageSpec, version: int, data: bytes) -> bool:
    try:
        message_class(spec).decode(Lenient(data), version)
    except DecodeError:
        return False
    return True


def is_understood(spec: MessageSpec, version: int, data: bytes) -> bool:
    """By whom it is for: brokers do not look behind a request's last field."""
    if spec.kind == "response":
        return can_be_decoded(spec, version, data)
    try:
        message_class(spec).decode_from(Lenient(data), version)
    except DecodeError:
        return False
    return True


def can_be_read(read: Any, data: bytes) -> bool:
    try:
        return bool(read(Lenient(data), 0)[1] == len(data))
    except FAILURES:
        return False


def damaged(data: bytes, random: Random) -> list[bytes]:
    """Cut, longer, changed in a byte, or made of nothing."""
    cuts = [data[: random.randrange(len(data) + 1)] for _ in range(2)]
    changed = []
    for _ in range(5 if data else 0):
        at = random.randrange(len(data))
        byte = bytes((random.choice((0, 1, 2, 0x7F, 0x80, 0xFF)),))
        changed.append(data[:at] + byte + data[at + 1 :])
    return [*cuts, *changed, data + b"\0", random.randbytes(random.randrange(60))]


@every_api
def test_every_damage_is_explained_and_none_raises(spec: MessageSpec) -> None:
    random = Random(spec.name)
    version = spec.versions.last
    frame = frame_of(spec, version, draw(spec, version, 6))
    offset = body_offset(spec, version, frame)
    for body in damaged(frame[offset:], random):
        message = dumped(spec, version, frame[:offset] + body, offset)
        is_read = is_understood(spec, version, body)

        found = message.values, message.facts

        assert (message.problem is None) == is_read
        assert is_read or found == ({}, facts.Facts())
        check_ranges(message.tree, len(message.data))


@every_api
def test_frames_of_any_bytes_are_read_somehow(spec: MessageSpec) -> None:
    random = Random(spec.name)
    version = spec.versions.last
    frame = frame_of(spec, version, draw(spec, version, 6))
    offset = body_offset(spec, version, frame)
    for data in damaged(frame, random):
        message = dumped(spec, version, data, random.choice((offset, 0, len(data), len(data) + 5)))

        for _ in (message.values, message.facts):
            check_ranges(message.tree, len(data))


def refused(name: str, version: int, data: bytes) -> str:
    """Why the tree refuses bytes that codec, values and facts refuse too."""
    declaration = declarations.load(name)
    assert not can_be_decoded(SPECS[name], version, data)
    assert not can_be_read(values.compile_reader(declaration, version), data)
    root, problem = read_struct(declaration, data, version)
    check_ranges(root, len(data))
    return problem


def test_a_tagged_field_has_to_fill_its_size() -> None:
    """The last field of a FetchRequest is its cluster id, in the tag section."""
    data = message_class(SPECS["FetchRequest"])(cluster_id="ab").encode(12)  # type: ignore[call-arg]
    assert data.endswith(b"\1\0\3\3ab")

    for size, string, more in ((4, 3, b"x"), (3, 2, b""), (2, 3, b"")):
        changed = data[:-4] + bytes((size, string)) + b"ab" + more
        assert "tag 0 does not fill its " in refused("FetchRequest", 12, changed)


def test_compact_strings_are_as_long_as_others_can_be() -> None:
    for size in (0x7FFF, 0x8000):
        data = varint(size + 1) + b"a" * size + b"\0\0\0\1" + b"\2m" + b"\0" + b"\0"
        if size == 0x7FFF:
            assert read_struct(declarations.load("HeartbeatRequest"), data, 4)[1] == ""
        else:
            assert "string of 32,768 bytes" in refused("HeartbeatRequest", 4, data)
            assert not can_be_read(
                facts.compile_reader(declarations.load("HeartbeatRequest"), 4), data
            )


@pytest.mark.parametrize("name", ["MetadataRequest", "FetchResponse", "CreateTopicsRequest"])
def test_counts_that_lie_cost_nothing(name: str) -> None:
    spec, declaration = SPECS[name], declarations.load(name)
    version = spec.versions.last
    data = draw(spec, version, 3).encode(version)
    readers = [module.compile_reader(declaration, version) for module in (values, facts)]
    tracemalloc.start()
    try:
        for at in range(0, len(data), max(1, len(data) // 20)):
            frame = data[:at] + b"\xff\xff\xff\xff\x07" + data[at:]
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
            for read in readers:
                can_be_read(read, frame)
            read_struct(declaration, frame, version)
            assert tracemalloc.get_traced_memory()[1] - before < 100_000 + 1000 * len(frame)
    finally:
        tracemalloc.stop()


def test_the_problem_says_where() -> None:
    spec = SPECS["FetchResponse"]
    cls: Any = message_class(spec)
    topic = cls.FetchableTopicResponse(topic_id=bytes(16), partitions=[])
    frame = frame_of(spec, 17, cls(responses=[topic, topic]))
    message = dumped(spec, 17, frame[:40], 5)

    root = message.tree

    assert message.problem == (
        "FetchResponse v17: byte 34, in responses[1].topic_id: 16 bytes wanted, and 6 are left"
    )
    assert root.children[-1].name == "(rest)"
    assert (root.children[-1].start, root.children[-1].end) == (34, 40)


def test_a_message_has_no_more_nodes_than_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "NODES_MAX", 10)
    declaration = declarations.load("FetchRequest")
    data = draw(SPECS["FetchRequest"], 12, 4).encode(12)

    root, problem = read_struct(declaration, data, 12)

    assert "more than 10 fields" in problem
    check_ranges(root, len(data))


def test_a_token_is_one_node_and_an_unknown_answer_a_header() -> None:
    token = Message(connection(), b"pw", Header(SASL_TOKEN, 0, 0, 0), seen_at(0), is_request=True)
    assert [(node.name, node.value) for node in token.tree.children] == [("token", b"pw")]
    assert token.problem is None

    header = Header(UNKNOWN_API, 0, 7, 4)
    answer = Message(connection(), b"\0\0\0\7abc", header, seen_at(0), is_request=False)
    assert [node.name for node in answer.tree.children] == ["header", "(rest)"]
    assert answer.problem == "UnknownResponse v0: byte 4: the request that it answers was not seen"


def test_an_unknown_api_has_a_header_too() -> None:
    frame = b"\0\x63\0\1\0\0\0\7\0\2me\1\2\3"
    header = Header(99, 1, 7, 12)
    message = Message(connection(), frame, header, seen_at(0), is_request=True)

    assert [node.name for node in message.tree.children] == ["header", "(rest)"]
    assert message.tree.children[0].children[-1].value == "me"
    check_ranges(message.tree, len(frame))
