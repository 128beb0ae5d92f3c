"""The parts of which readers are made."""

from __future__ import annotations

import pytest

from kafkawire.dump import declarations
from kafkawire.dump.fields.reading import Malformed, Source, explain, malformed, tag_head, varint
from kafkawire.protocol.primitives import varint as encoded
from tests.support.dump.declared import dumped
from tests.support.requests.strategies import SPECS


@pytest.mark.parametrize("value", [128, 300, 16383, 16384, 2**21, 2**28, 2**32 - 1])
def test_varints_of_more_than_a_byte_are_read(value: int) -> None:
    data = encoded(value)

    assert varint(data, 1) == (value, len(data))


def test_longer_varints_are_refused() -> None:
    with pytest.raises(Malformed):
        varint(b"\xff\xff\xff\xff\x10", 1)
    with pytest.raises(Malformed):
        varint(b"\xff\xff\xff\xff\xff\x01", 1)
    with pytest.raises(Malformed):
        malformed()


def test_tags_may_not_be_larger_than_what_is_left() -> None:
    assert tag_head(b"\x85\x01\x01x", 0) == (133, 1, 3)
    with pytest.raises(Malformed):
        tag_head(b"\1\2x", 0)


def test_neighbours_of_fixed_size_are_read_at_once() -> None:
    source = Source(declarations.load("FetchRequest"), 12)
    first = source.take("i", 4)
    source.skip(8)
    second = source.take("h", 2)
    source.after(f"seen = {first}")
    source.flush()

    assert source.lines == [
        f"    {first}, {second}, = unpack_i8xh(buf, pos)",
        "    pos += 14",
        f"    seen = {first}",
    ]
    source.skip(3)
    source.flush()
    assert source.lines[-1] == "    pos += 3"


def test_a_failure_always_has_a_reason() -> None:
    sound = dumped(SPECS["ListGroupsRequest"], 0, b"\0\x10\0\0\0\0\0\7\xff\xff", 10)
    explain(sound)

    assert sound.problem == "ListGroupsRequest v0: it cannot be read"
