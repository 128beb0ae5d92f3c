"""The bytes of a snapshot of the metadata log."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.metadata import snapshot
from kafkawire.broker.metadata.bootstrap import default_levels
from kafkawire.broker.metadata.snapshot import Voting, control_values
from kafkawire.log.formats.errors import CorruptFile
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.no_op_record import NoOpRecord
from kafkawire.protocol.messages.topic_record import TopicRecord
from kafkawire.records.batch import iter_headers
from kafkawire.records.control import ControlType

RECORDS_PER_BATCH = 1024

KRAFT_VERSION = bytes.fromhex("0000000100")
VOTERS = bytes.fromhex(
    "000002000000071354ab1b6b82459d95394bc72dab250c020b434f4e54524f4c4c45520a"
    "3132372e302e302e314c900000000001000000"
)
"""The control records of a directory that 4.4.0 formatted for node 7 alone (`--standalone`)."""

FORMATTED = bytes.fromhex(
    "0000000000000000000000470000000002"
    "8cba867b0020000000000000 01a1ff0dd39000 0001a1ff0dd390ffffffffffffffffffffffffffff00000001"
    "2a00000008000000031600 00000001a1ff0dd3740000".replace(" ", "")
)
"""The first batch of the snapshot that 4.4.0 formats a directory with."""


def encoded(records: list[Message], voting: Voting | None = None, epoch: int = 3) -> bytes:
    batches = snapshot.encode(
        records, metadata_version=33, epoch=epoch, last_timestamp=7, now_ms=9, voting=voting
    )
    return b"".join(batches)


def test_the_header_is_kafkas() -> None:
    """admin F-35: byte for byte the one of a running 4.4.0."""
    batches = snapshot.encode(
        default_levels(),
        metadata_version=33,
        epoch=0,
        last_timestamp=0x1A1FF0DD374,
        now_ms=0x1A1FF0DD390,
    )
    assert bytes(batches[0]).hex() == FORMATTED.hex()
    assert len(b"".join(batches)) == 411  # The other batches differ by their times.


@given(st.lists(st.text(max_size=5), max_size=8), st.booleans())
def test_what_was_written_is_read(names: list[str], votes: bool) -> None:
    """admin F-35, replication A-27: the quorum, too, where the log keeps it."""
    records: list[Message] = [TopicRecord(name=name) for name in names]
    voting = Voting(KRAFT_VERSION, VOTERS) if votes else Voting()
    found = snapshot.decode(encoded(records, voting))
    assert [record for record, _ in found.records] == records
    assert found.voting == voting


def test_offsets_count_from_zero_and_batches_have_the_epoch() -> None:
    """replication A-27: they mean nothing, but that is how Kafka writes them."""
    data = encoded([NoOpRecord()] * (RECORDS_PER_BATCH + 1))
    headers = [header for _, header in iter_headers(data)]
    assert [header.base_offset for header in headers] == [0, 1, 1025, 1026]
    assert [header.is_control for header in headers] == [True, False, False, True]
    assert {header.partition_leader_epoch for header in headers} == {3}


def test_control_records_say_what_they_are() -> None:
    """replication A-27, A-2: header, version and voters in one batch, the footer in the last."""
    data = encoded([], Voting(KRAFT_VERSION, VOTERS))
    [(first, header), (last, footer)] = iter_headers(data)
    assert [kind for kind, _ in control_values(data, first, header)] == [
        ControlType.SNAPSHOT_HEADER,
        ControlType.KRAFT_VERSION,
        ControlType.KRAFT_VOTERS,
    ]
    assert list(control_values(data, last, footer)) == [(ControlType.SNAPSHOT_FOOTER, bytes(3))]


@given(st.data())
def test_part_of_a_snapshot_is_none(data: st.DataObject) -> None:
    """admin F-36: by its footer a whole one is known; a bit that turned is found."""
    whole = encoded([TopicRecord(name="a"), TopicRecord(name="b")])
    cut = data.draw(st.integers(0, len(whole) - 1))
    with pytest.raises(CorruptFile):
        snapshot.decode(whole[:cut])
    broken = bytearray(whole)
    at = data.draw(st.integers(21, len(whole) - 1))
    broken[at] ^= 1 << data.draw(st.integers(0, 7))
    try:
        found = snapshot.decode(bytes(broken))
    except CorruptFile:
        return
    # The place in the log that a batch claims is not under its checksum, and means nothing.
    assert found == snapshot.decode(whole)


@given(st.binary(max_size=200))
def test_any_bytes_are_told_apart(data: bytes) -> None:
    with pytest.raises(CorruptFile):
        snapshot.decode(data)


def test_a_later_word_of_the_quorum_counts() -> None:
    """replication A-59."""
    voting = Voting().after(ControlType.KRAFT_VERSION, b"a").after(ControlType.KRAFT_VOTERS, b"b")
    assert voting == Voting(b"a", b"b")
    assert voting.after(ControlType.LEADER_CHANGE, b"c") == voting
    assert Voting(KRAFT_VERSION, VOTERS).voter_ids() == {7}
    assert Voting(KRAFT_VERSION, VOTERS).level() == 1
    assert (Voting().voter_ids(), Voting().level()) == (set(), 0)
