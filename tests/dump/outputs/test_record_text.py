"""Batches and records as lines."""

from __future__ import annotations

from kafkawire.dump.batches import batches_in
from kafkawire.dump.outputs.colour import PLAIN
from kafkawire.dump.outputs.record_text import RecordText
from kafkawire.dump.records.show import ShownBatch
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.records.builder import encode_batch
from kafkawire.records.control import encode_end_transaction_marker
from tests.support.dump.exchanges import connection, message

ROWS = [
    (1_795_000_000_000, b"k", b'{"a": 1}', [("trace", b"x")]),
    (1_795_000_000_001, None, b"\33[2J", []),
]


def lines_of(data: bytes, records_max: int | None = None) -> list[str]:
    made = message(connection(), ApiKey.PRODUCE, is_request=True, data=data)
    (batch,) = batches_in(data, 0, len(data))
    shown = ShownBatch(made, "records", "orders", 3, batch=batch)
    return list(RecordText(PLAIN, records_max).lines(shown, 1))


def test_a_batch_is_a_line_and_so_is_each_record() -> None:
    data = bytes(
        encode_batch(
            ROWS, base_offset=41, producer_id=7, producer_epoch=1, base_sequence=5, compression=1
        )
    )

    head, first, second = lines_of(data)

    assert head == (
        f"  orders-3  offsets 41-42: 2 records, {len(data)} bytes, magic 2, gzip, "
        "producer 7 epoch 1 sequence 5"
    )
    assert first == '          41  2026-11-18 11:06:40.000  k = {"a":1}  trace: x'
    assert "null = " in second
    assert "\33" not in second


def test_markers_are_named() -> None:
    marker = encode_end_transaction_marker(
        producer_id=7, producer_epoch=1, commit=True, coordinator_epoch=3, timestamp=1
    )

    head, record = lines_of(bytes(marker))

    assert "transactional, control" in head
    assert "COMMIT" in record


def test_what_is_wrong_is_said_below_the_records() -> None:
    data = bytearray(encode_batch(ROWS))
    data[17] ^= 1

    assert "!! byte 17: the checksum is" in lines_of(bytes(data))[-1]


def test_a_part_of_a_batch_is_called_that() -> None:
    (line,) = lines_of(bytes(encode_batch(ROWS))[:-5])

    assert "a part of a batch" in line


def test_too_many_records_are_cut() -> None:
    assert lines_of(bytes(encode_batch(ROWS)), 1)[-1].strip() == "... and more"
