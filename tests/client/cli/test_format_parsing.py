"""client O-3: the same format that shows records reads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.client.cli.format_parsing import FormatError, Parsed, Parser
from kafkawire.client.cli.formats import render, tokens_of
from kafkawire.client.cli.output import UsageError
from kafkawire.client.record import ConsumerRecord
from kafkawire.client.values import TopicPartition

maybe = st.none() | st.binary(max_size=20)
headers = st.lists(st.tuples(st.text(max_size=5), maybe), max_size=3)
UNAMBIGUOUS = [
    "%K{big4}%V{big4}%k%v%H{big2}%h{%K{big2}%V{big2}%k%v}",
    r"%k{json} %v{json}%H %h{%k{json}%v{json}}\n",
    r"%v{json}%K|%k{hex}\0%H,%h{%V %k{base64};%v{base64},}",
    r"%p %T %o %t{base64}:%V{hex} %v{hex}%K{big8}%k{base64}|%h{%k{hex}=%v{json};}\n",
]


def parsed(text: str, data: bytes, sizes: list[int] | None = None) -> list[Parsed]:
    """Read data that comes in pieces of these sizes, and then all the rest."""
    parser = Parser(tokens_of(text))
    found: list[Parsed] = []
    for size in [*(sizes or []), len(data)]:
        part, data = data[:size], data[size:]
        if part:
            parser.feed(part)
            while (record := parser.take()) is not None:
                found.append(record)
    parser.feed(b"")
    while (record := parser.take()) is not None:
        found.append(record)
    return found


@pytest.mark.parametrize("text", UNAMBIGUOUS)
@given(st.lists(st.tuples(maybe, maybe, headers), max_size=4), st.lists(st.integers(1, 9)))
def test_what_was_written_is_read_back(
    text: str,
    given: list[tuple[bytes | None, bytes | None, list[tuple[str, bytes | None]]]],
    sizes: list[int],
) -> None:
    records: list[ConsumerRecord[bytes, bytes]] = [
        ConsumerRecord(TopicPartition("t", 3), 9, key, value, timestamp=5, headers=more)
        for key, value, more in given
    ]
    data = b"".join(render(tokens_of(text), record) for record in records)
    found = parsed(text, data, sizes)
    assert [(each.key, each.value, each.headers) for each in found] == given


@pytest.mark.parametrize(
    ("text", "data", "records"),
    [
        (r"%v\n", b"a\nb\n\nc", [(None, b"a"), (None, b"b"), (None, b""), (None, b"c")]),
        (r"%k\t%v\n", b"k\tv\n\t\n", [(b"k", b"v"), (b"", b"")]),
        ("%v", b"all\nof it", [(None, b"all\nof it")]),
        ("%k{hex}=%v{base64};", b"6bff=a/8=;", [(b"k\xff", b"k\xff")]),
        ("%V{big2}%v", b"\0\1a\xff\xff\0\0", [(None, b"a"), (None, None), (None, b"")]),
        (r"%K %k%v\n", b"-1 x\n2 abx", [(None, b"x"), (b"ab", b"x")]),
        (r"%v\r\n", b"a\r\nb\r\n", [(None, b"a"), (None, b"b")]),
        ("%v{json}", b'"a" ', None),
        ("%v{json} ", b'{"base64": "/w=="} null ', [(None, b"\xff"), (None, None)]),
    ],
)
def test_records_are_read(
    text: str, data: bytes, records: list[tuple[bytes | None, bytes | None]] | None
) -> None:
    if records is None:
        with pytest.raises(FormatError, match="JSON was expected"):
            parsed(text, data)
        return
    for sizes in ([], [1] * len(data)):
        assert [(each.key, each.value) for each in parsed(text, data, sizes)] == records


def test_partition_time_and_headers_are_read() -> None:
    (found,) = parsed(r"%p %T{iso} %h{%k=%v;} %v\n", b"3 1970-01-01T00:00:01Z a=1;b=; x\n")
    assert (found.partition, found.timestamp, found.value) == (3, 1000, b"x")
    assert found.headers == [("a", b"1"), ("b", b"")]
    (found,) = parsed(r"%T{iso} %v\n", b"-1 x\n")
    assert found.timestamp is None


@pytest.mark.parametrize(
    ("text", "data", "why"),
    [
        (r"%p %v\n", b"x y\n", "a number was expected where b'x y"),
        (r"%k\t%v\n", b"a b\n", "expected where the input ends"),
        ("%V{big4}%v", b"\0\0\0\5abc", "5 bytes were announced"),
        (r"%v{hex}\n", b"zz\n", r"%v{hex} was expected"),
        (r"%T{iso} %v\n", b"2026-13-01T00:00:00 x\n", "no time"),
    ],
)
def test_what_is_not_in_the_format_is_named(text: str, data: bytes, why: str) -> None:
    with pytest.raises(FormatError, match=why):
        parsed(text, data)


@pytest.mark.parametrize("text", ["%k%v", "%v%p", r"%v{hex}%h{%k=%v;}", "%h{%k%v}", "%h{%v}"])
def test_a_format_that_cannot_be_read_back_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="needs text behind it, or its length before"):
        Parser(tokens_of(text))
