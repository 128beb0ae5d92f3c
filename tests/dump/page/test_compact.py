"""Trees in few characters say as much as leaves do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafkawire.dump.model import Message
from kafkawire.dump.outputs.leaves import leaves_of
from kafkawire.dump.page.compact import CompactTree, Row
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.builder import encode_batch
from tests.support.dump.declared import NAMES, random_message
from tests.support.dump.dialogues import Dialogue
from tests.support.requests.produce import produce_request


def produced(records: bytes) -> Message:
    request = produce_request(("orders", 3, records), acks=1, timeout_ms=1)
    talk = Dialogue()
    found = talk.exchange(talk.connect(), request, ProduceResponse(), 9).request
    assert found is not None
    return found


def expanded(rows: list[Row], path: str = "") -> Iterator[tuple[str, str, int]]:
    """The leaves, as the page makes them: path, name, end."""
    for name, _, _, end, *children in rows:
        joint = "" if path in ("", "body") else path + ("" if name.startswith("[") else ".")
        if children:
            yield from expanded(children[0], joint + name)
        else:
            yield path, name, end


def check(message: Message) -> None:
    rows = CompactTree(message.data, 10_000).rows(message.tree)

    leaves = leaves_of(message.data, message.tree)
    assert list(expanded(rows)) == [(leaf.path, leaf.name, leaf.end) for leaf in leaves]


@settings(max_examples=40)
@given(st.sampled_from(NAMES), st.integers(0, 1 << 30))
def test_rows_that_say_only_their_ends_say_all_that_leaves_say(name: str, seed: int) -> None:
    check(random_message(name, seed))


@pytest.mark.parametrize("compression", [0, 4])
def test_batches_stand_below_their_field(compression: int) -> None:
    batch = bytes(encode_batch([(1, b"k", b"v", [])] * 2, compression=compression))

    check(produced(batch + batch[:40]))


@pytest.mark.parametrize("rows_max", range(12))
def test_what_is_cut_is_covered_by_a_row_that_says_so(rows_max: int) -> None:
    message = produced(bytes(encode_batch([(1, b"k", b"v", [])])))

    ends = list(expanded(CompactTree(message.data, rows_max).rows(message.tree)))

    assert ends[-1][2] == len(message.data)
    assert [end for _, _, end in ends] == sorted(end for _, _, end in ends)
    assert "..." in [name for _, name, _ in ends]


def test_records_count_among_the_rows() -> None:
    message = produced(bytes(encode_batch([(1, b"k", b"v", [])] * 500)))

    ends = list(expanded(CompactTree(message.data, 100).rows(message.tree)))

    assert len(ends) < 150
    assert ("topic_data[0].partition_data[0].records", "...") in [each[:2] for each in ends]
