"""What is sent comes back: every codec, acknowledgement, shape of record and limit."""

from __future__ import annotations

import contextlib
import time

import pytest

from compat.clients import Client, OutOfRange, Reader, Received, ToSend
from tests.support.suite.patience import patient

WAIT_SECONDS_MAX = patient(20.0)
OUT_OF_RANGE = 1000


def a_minute_ago_ms() -> int:
    """Old, but not so old that retention would take it away while a scenario runs."""
    return int(time.time() * 1000) - 60_000


CODECS = ("none", "gzip", "snappy", "lz4", "zstd")


@pytest.mark.parametrize("codec", CODECS)
def test_every_codec_round_trips(client: Client, topic: str, codec: str) -> None:
    values = [b"%d " % number * 40 for number in range(100)]
    offsets = client.send(topic, [ToSend(value) for value in values], codec=codec)

    assert offsets == list(range(100))
    assert [record.value for record in client.read(topic, 0, 0, 100)] == values


@pytest.mark.parametrize("acks", [0, 1, -1])
def test_every_acknowledgement_stores(client: Client, topic: str, acks: int) -> None:
    client.send(topic, [ToSend(b"a"), ToSend(b"b")], acks=acks)

    assert [record.value for record in client.read(topic, 0, 0, 2)] == [b"a", b"b"]


def test_reading_starts_at_the_offset_asked_for(client: Client, topic: str) -> None:
    client.send(topic, [ToSend(b"%d" % number) for number in range(50)])

    records = client.read(topic, 0, 37, 5)
    assert [(record.offset, record.value) for record in records] == [
        (offset, b"%d" % offset) for offset in range(37, 42)
    ]


def test_headers_keys_and_timestamps_survive(client: Client, topic: str) -> None:
    headers: tuple[tuple[str, bytes | None], ...]
    headers = (("trace", b"\x00\xff"), ("trace", b"again"), ("empty", b""))
    if client.sends_null_headers:
        headers += (("null", None),)
    timestamp = a_minute_ago_ms()
    client.send(topic, [ToSend(b"v", b"k", headers, timestamp)])

    (record,) = client.read(topic, 0, 0, 1)
    assert record == (0, 0, b"k", b"v", headers, timestamp)


def test_null_and_empty_are_different_things(client: Client, topic: str) -> None:
    client.send(topic, [ToSend(None, b"k"), ToSend(b"", b"k"), ToSend(b"v"), ToSend(b"v", b"")])

    found = [(record.key, record.value) for record in client.read(topic, 0, 0, 4)]
    assert found == [(b"k", None), (b"k", b""), (None, b"v"), (b"", b"v")]


def test_a_record_of_900_kb_passes(client: Client, topic: str) -> None:
    large = bytes(range(256)) * 3516
    client.send(topic, [ToSend(large), ToSend(b"after")])

    assert [record.value for record in client.read(topic, 0, 0, 2)] == [large, b"after"]


def test_fetch_max_bytes_300_still_reads_everything(client: Client, topic: str) -> None:
    """A batch larger than every limit is served whole when it is the first (fetch C-5)."""
    values = [b"%04d" % number * 100 for number in range(20)]
    for value in values:
        client.send(topic, [ToSend(value)])

    records = client.read(topic, 0, 0, 20, fetch_max_bytes=300)
    assert [record.value for record in records] == values


def test_an_offset_out_of_range_is_an_error_where_no_reset_is_wanted(
    client: Client, topic: str
) -> None:
    client.send(topic, [ToSend(b"v")])

    with pytest.raises(OutOfRange):
        client.read(topic, 0, OUT_OF_RANGE, 1)


def _first(reader: Reader) -> Received:
    """The first record that comes."""
    deadline = time.monotonic() + WAIT_SECONDS_MAX
    while not (found := reader.poll(0.2)):
        assert time.monotonic() < deadline, "no record came"
    return found[0]


def test_an_offset_out_of_range_is_reset_to_the_earliest(client: Client, topic: str) -> None:
    client.send(topic, [ToSend(b"first"), ToSend(b"second")])

    with contextlib.closing(client.reader(topic, OUT_OF_RANGE, "earliest")) as reader:
        record = _first(reader)
    assert (record.offset, record.value) == (0, b"first")


def test_an_offset_out_of_range_is_reset_to_the_latest(client: Client, topic: str) -> None:
    """What is there already does not come; what is sent after the reset does."""
    client.send(topic, [ToSend(b"first"), ToSend(b"second")])

    with contextlib.closing(client.reader(topic, OUT_OF_RANGE, "latest")) as reader:
        deadline = time.monotonic() + WAIT_SECONDS_MAX
        while reader.position() != 2:
            assert time.monotonic() < deadline, f"the position is {reader.position()}"
            assert reader.poll(0.2) == []
        client.send(topic, [ToSend(b"third")])
        record = _first(reader)
    assert (record.offset, record.value) == (2, b"third")


def test_offsets_for_times(client: Client, topic: str) -> None:
    base = a_minute_ago_ms()
    client.send(topic, [ToSend(b"v", timestamp=base + 1000 * number) for number in range(10)])

    assert client.offsets_for_time(topic, 0, base) == 0
    assert client.offsets_for_time(topic, 0, base + 3500) == 4
    assert client.offsets_for_time(topic, 0, base + 9000) == 9
    assert client.offsets_for_time(topic, 0, base + 9001) is None
