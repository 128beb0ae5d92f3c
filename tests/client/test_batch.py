"""Records of one partition as they are handed out."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.client.batch import SKIP, Batch, Skip
from kafkawire.client.codecs import INT64, JSON, UTF8, Codec, Deserializers
from kafkawire.client.core.collecting import CollectOptions, Completed
from kafkawire.client.errors import CorruptRecords, RecordDeserializationError
from kafkawire.client.record import ConsumerRecord
from kafkawire.client.values import TopicPartition
from kafkawire.records.builder import encode_batch
from tests.client.support.answers import Written, logs
from tests.support.log.record_strategies import CONTRADICTIONS, with_section

PARTITION = TopicPartition("orders", 3)
BYTE_TOO_MANY = "0e0000000102610000"
UNCHECKED = CollectOptions(check_crcs=False)


def handed_out(data: bytes, position: int = 0, count: int = 500) -> Batch:
    batch = Completed(PARTITION, data, position, options=UNCHECKED).next_batch(count)
    assert batch is not None
    return batch


def batch_of(*values: bytes | None, key: bytes | None = b"1", base: int = 0) -> Batch:
    rows = [(1000 + at, key, value, [("at", b"%d" % at)]) for at, value in enumerate(values)]
    return handed_out(bytes(encode_batch(rows, base_offset=base)))


@pytest.mark.slow
@given(logs(), st.integers(1, 9), st.data())
def test_all_ways_to_read_a_batch_agree(
    log: Written, max_records: int, data: st.DataObject
) -> None:
    """client N 56, B-10."""
    answer = Completed(PARTITION, log.data, 0)
    while (batch := answer.next_batch(max_records)) is not None:
        records = list(batch)
        assert list(batch) == records
        assert len(batch) == len(records)
        assert batch.values() == [record.value for record in records]
        assert batch.keys() == [record.key for record in records]
        assert [batch[index] for index in range(len(batch))] == records
        assert [batch[index] for index in range(-len(batch), 0)] == records
        part = data.draw(st.slices(len(batch)))
        assert batch[part] == records[part]
        assert list(reversed(batch)) == records[::-1]
        assert records[0] in batch
        assert batch.stopped_at is None


@pytest.mark.parametrize("index", [3, -4, 1 << 40])
def test_an_index_beyond_the_batch_is_refused(index: int) -> None:
    with pytest.raises(IndexError, match="of 3 records"):
        batch_of(b"a", b"b", b"c")[index]


def test_records_share_their_origin() -> None:
    """client B-11."""
    first, second = batch_of(b"a", b"b")
    assert (first.topic, first.partition) == ("orders", 3)
    assert first._origin is second._origin
    assert first.leader_epoch is None
    assert first.timestamp_type == 0


@pytest.mark.parametrize("section", [each for each in CONTRADICTIONS if each != BYTE_TOO_MANY])
def test_a_record_that_is_none_comes_after_the_good_ones(section: str) -> None:
    """client F-20: without a checksum to find it before."""
    good = encode_batch([(5, None, b"a", ()), (6, None, b"b", ()), (7, None, b"c", ())])
    third = len(good) - 8

    def spoil(records: bytearray) -> None:
        records[third - 61 :] = bytes.fromhex(section)

    batch = handed_out(with_section(bytes(good), spoil))
    found: list[ConsumerRecord] = []
    with pytest.raises(CorruptRecords) as caught:
        found.extend(iter(batch))

    assert [record.value for record in found] == [b"a", b"b"]
    assert (caught.value.partition, caught.value.offset) == (PARTITION, 2)
    assert batch.stopped_at == 2
    for read in (lambda: batch[2], lambda: list(batch)):
        with pytest.raises(CorruptRecords):
            read()
    assert batch.stopped_at == 2


def test_bytes_behind_the_last_record_are_found_behind_it() -> None:
    """client F-20."""

    def spoil(records: bytearray) -> None:
        records += b"more"

    batch = handed_out(with_section(bytes(encode_batch([(5, None, b"a", ())])), spoil))
    found: list[ConsumerRecord] = []
    with pytest.raises(CorruptRecords, match="4 bytes are left"):
        found.extend(iter(batch))
    assert ([record.value for record in found], batch.stopped_at) == ([b"a"], 1)


def test_a_record_that_is_none_stops_every_way_to_read() -> None:
    """client F-20: through codecs, too."""
    good = encode_batch([(5, b"k", b"a", ()), (6, b"k", b"b", ())])

    def spoil(records: bytearray) -> None:
        records[-3] = 0x70  # the length of the last value

    raw = handed_out(with_section(bytes(good), spoil))
    codecs = Deserializers(UTF8, UTF8)
    batches: list[Batch[str, str]] = [raw.through(codecs), raw.through(codecs, lambda _: SKIP)]
    for batch in batches:
        for read in (lambda at=batch: list(at), batch.values, batch.columns):
            batch.stopped_at = None
            with pytest.raises(CorruptRecords):
                read()
            assert batch.stopped_at == 1


@pytest.mark.parametrize("field", ["values", "keys"])
def test_values_that_do_not_fit_their_records_raise_as_the_records_do(field: str) -> None:
    """client F-20."""
    good = encode_batch([(5, b"", b"a", ()), (6, b"", b"b", ())])

    def spoil(records: bytearray) -> None:
        records[-4 if field == "keys" else -3] = 0x70

    batch = handed_out(with_section(bytes(good), spoil), 1)
    with pytest.raises(CorruptRecords) as caught:
        getattr(batch, field)()
    assert (caught.value.offset, batch.stopped_at) == (1, 1)


def test_keys_and_values_are_deserialized() -> None:
    """client B-40."""
    batch = batch_of(b"[1]", None, b'"x"').through(Deserializers(UTF8, JSON))

    assert [(record.key, record.value) for record in batch] == [("1", [1]), ("1", None), ("1", "x")]
    assert batch.values() == [[1], None, "x"]
    assert batch.keys() == ["1", "1", "1"]
    assert batch[2].value == "x"
    assert (len(batch), batch.first_offset, batch.next_offset) == (3, 0, 3)


def test_a_deserializer_gets_topic_and_headers() -> None:
    """client B-40."""

    class Telling:
        def deserialize(
            self, topic: str, headers: Sequence[tuple[str, bytes | None]], data: bytes | None
        ) -> object:
            return topic, list(headers), data

    batch = batch_of(b"a", None).through(Deserializers(value=Telling()))
    assert batch.values() == [
        ("orders", [("at", b"0")], b"a"),
        ("orders", [("at", b"1")], None),
    ]


@given(logs(), st.sampled_from((UTF8, bytes.hex)))
def test_all_ways_to_read_through_a_codec_agree(log: Written, codec: Codec[str]) -> None:
    """client N 56, B-41: with the same values, or the same failure at the same record."""
    answer = Completed(PARTITION, log.data, 0)
    while (raw := answer.next_batch(5)) is not None:
        batch = raw.through(Deserializers(value=codec))
        values: list[str | None] = []
        failed = None
        try:
            values.extend(record.value for record in batch)
        except RecordDeserializationError as error:
            failed = error.offset
            with pytest.raises(RecordDeserializationError) as caught:
                batch.values()
            assert (caught.value.offset, caught.value.part) == (failed, "value")
        else:
            assert batch.values() == values
            assert [record.value for record in batch[:]] == values
        assert batch.stopped_at == failed
        assert batch.keys() == raw.keys()
        assert values == [batch[index].value for index in range(len(values))]


def test_bytes_are_not_copied_into_another_batch() -> None:
    batch = batch_of(b"a")
    assert batch.through(Deserializers()) is batch


def test_a_deserializer_that_fails_comes_after_the_good_records() -> None:
    """client N 53, B-41."""
    batch = batch_of(b"0", b"1", b"2", b"3", b"4", b"{", b"6").through(Deserializers(UTF8, JSON))
    found: list[object] = []
    with pytest.raises(RecordDeserializationError, match="orders-3 offset 5") as caught:
        found.extend(record.value for record in batch)
    error = caught.value

    assert found == [0, 1, 2, 3, 4]
    assert (error.partition, error.offset, error.part) == (PARTITION, 5, "value")
    assert (error.key, error.value, error.timestamp) == (b"1", b"{", 1005)
    assert error.headers == [("at", b"5")]
    assert isinstance(error.__cause__, ValueError)
    assert batch.stopped_at == 5
    assert batch[6].value == 6
    for read in (batch.values, lambda: batch[5]):
        with pytest.raises(RecordDeserializationError):
            read()


def test_a_key_that_fails_is_told_from_a_value() -> None:
    """client B-41."""
    with pytest.raises(RecordDeserializationError) as caught:
        batch_of(b"a").through(Deserializers(INT64))[0]
    assert caught.value.part == "key"


def test_bad_records_are_skipped_or_replaced() -> None:
    """client B-41: `on_bad_record`. Length and index are those of what is left."""
    told: list[int] = []

    def on_bad(error: RecordDeserializationError) -> tuple[str, str] | Skip:
        told.append(error.offset)
        return SKIP if error.value == b"\xff" else ("?", "replaced")

    values = (b"a", b"\xff", b"\xfe", b"b")
    batch = batch_of(*values).through(Deserializers(UTF8, UTF8), on_bad)

    assert len(batch) == 3
    assert [(record.offset, record.key, record.value) for record in batch] == [
        (0, "1", "a"),
        (2, "?", "replaced"),
        (3, "1", "b"),
    ]
    assert batch.values() == ["a", "replaced", "b"]
    assert batch[1].value == "replaced"
    assert batch[-1:] == [batch[2]]
    assert told == [1, 2]
    assert batch.stopped_at is None


def test_what_on_bad_record_raises_is_raised() -> None:
    """client B-41."""

    def on_bad(error: RecordDeserializationError) -> Skip:
        raise error

    batch = batch_of(b"a", b"\xff").through(Deserializers(UTF8, UTF8), on_bad)
    with pytest.raises(RecordDeserializationError):
        list(batch)
    assert batch.stopped_at == 1


def test_a_batch_shows_where_it_is() -> None:
    assert repr(batch_of(b"a", b"b", base=7)) == "Batch(orders-3 from 7 to 9, 2)"


def test_the_time_of_the_log_is_that_of_every_record() -> None:
    """client B-11, produce A-54: message.timestamp.type=LogAppendTime."""
    data = encode_batch([(5, None, b"a", ()), (9, None, b"b", ())], timestamp_type=1)
    batch = Completed(TopicPartition("orders", 3), bytes(data), 0).next_batch(500)
    assert batch is not None
    assert [(each.timestamp, each.timestamp_type) for each in batch] == [(9, 1), (9, 1)]
    assert batch[0].timestamp == 9
    assert [each.timestamp for each in batch[:2]] == [9, 9]
