"""Records of many batches in one piece of memory."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.batch import read_header
from kafkawire.records.builder import encode_batch
from kafkawire.records.compression import compress, decompress
from kafkawire.records.errors import UnreadableRecords
from kafkawire.spark.columns import inflating
from kafkawire.spark.columns.frames import all_frames
from kafkawire.spark.columns.inflating import sections
from tests.support.log.record_strategies import CODECS
from tests.support.spark.columns import logs

HEADER_BYTES = 61


def contents(data: bytes) -> list[bytes]:
    found = []
    for section in sections(data, list(all_frames(data))):
        for begin, end in zip(section.begins.tolist(), section.ends.tolist(), strict=True):
            found.append(section.data[begin:end].tobytes())
    return found


def expected(data: bytes) -> list[bytes]:
    return [
        decompress(
            frame.header.compression,
            data[frame.position + HEADER_BYTES : frame.position + frame.size],
        )
        for frame in all_frames(data)
        if frame.header is not None
    ]


def around(content: bytes, codec: int) -> bytes:
    batch = encode_batch([]) + content
    batch[8:12] = (len(batch) - 12).to_bytes(4, "big")
    batch[22] |= codec
    return bytes(batch)


@given(logs())
def test_each_batch_has_the_bytes_that_its_codec_gives(data: bytes) -> None:
    assert contents(data) == expected(data)


@pytest.mark.parametrize("codec", CODECS)
def test_more_than_the_memory_at_hand_comes_in_several_sections(codec: int) -> None:
    plain = bytes(range(256)) * 12_000
    data = around(compress(codec, plain), codec) * 9
    frames = list(all_frames(data))

    found = [(len(each.frames), len(each.data)) for each in sections(data, frames)]
    assert contents(data) == [plain] * 9
    if codec:
        assert max(size for _, size in found) <= (8 << 20) + len(plain)
        assert sum(count for count, _ in found) == 9


@pytest.mark.parametrize("codec", range(1, 5))
def test_a_batch_larger_than_the_memory_has_it_grow(codec: int) -> None:
    plain = bytes((20 << 20) + 5)
    data = around(compress(codec, plain), codec)

    assert contents(data) == [plain]
    assert all(len(each) <= 32 << 20 for each in inflating._scratches)


@given(st.integers(1, 7), st.binary(max_size=60), st.integers(0, 8))
def test_what_is_broken_is_refused_just_where_the_core_refuses_it(
    codec: int, noise: bytes, kept: int
) -> None:
    good = compress(codec, b"records" * 9) if codec < 5 else b""
    data = around(good[: kept * 5] + noise, codec)
    try:
        whole = expected(data)
    except UnreadableRecords:
        with pytest.raises(UnreadableRecords):
            contents(data)
    else:
        assert contents(data) == whole


def test_a_bare_block_of_snappy_is_read_too() -> None:
    import cramjam

    data = around(bytes(cramjam.snappy.compress_raw(b"abc" * 50)), 2)

    assert contents(data) == [b"abc" * 50]
    assert read_header(data).compression == 2


@pytest.mark.parametrize("codec", range(1, 5))
def test_bombs_are_refused(codec: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inflating, "DECOMPRESSED_BYTES_MAX", 1000)
    original = decompress
    monkeypatch.setattr(
        inflating, "decompress", lambda kind, data: original(kind, data, max_bytes=1000)
    )
    with pytest.raises(UnreadableRecords, match=r"more than 1000|zstd"):
        contents(around(compress(codec, bytes(200_000)), codec))
