"""The codecs, against other libraries' and against hostile bytes."""

from __future__ import annotations

import contextlib
import gzip
import struct
import zlib

import pytest
import snappy
import zstandard
from hypothesis import given
from hypothesis import strategies as st
from kafka import codec as theirs

from kafkawire.records.compression import (
    CODECS,
    GZIP,
    LZ4,
    NONE,
    SNAPPY,
    ZSTD,
    compress,
    decompress,
)
from kafkawire.records.errors import UnreadableRecords
from kafkawire.records.snappy_blocks import XERIAL_HEAD

XERIAL_BLOCK_BYTES = 32 << 10

contents = st.binary(max_size=300) | st.builds(
    lambda piece, count: piece * count, st.binary(min_size=1, max_size=20), st.integers(0, 20_000)
)
bombs = {
    GZIP: lambda size: gzip.compress(bytes(size)),
    SNAPPY: lambda size: compress(SNAPPY, bytes(size)),
    LZ4: lambda size: compress(LZ4, bytes(size)),
    ZSTD: lambda size: zstandard.compress(bytes(size)),
}


@given(st.sampled_from(CODECS), contents, st.sampled_from((None, 1, 6, 9)))
def test_decompressing_inverts_compressing(codec: int, data: bytes, level: int | None) -> None:
    for kind in (bytes, bytearray, memoryview):
        assert decompress(codec, compress(codec, kind(data), level)) == data


@given(contents)
def test_what_others_write_is_read(data: bytes) -> None:
    """fetch A-46, A-47, A-48, A-50, J 29."""
    assert decompress(GZIP, theirs.gzip_encode(data)) == data
    assert decompress(LZ4, theirs.lz4_encode(data)) == data
    assert decompress(ZSTD, zstandard.compress(data)) == data
    assert decompress(SNAPPY, theirs.snappy_encode(data)) == data
    assert decompress(SNAPPY, snappy.compress(data)) == data


@given(contents)
def test_others_read_what_we_write(data: bytes) -> None:
    """fetch A-46, A-47, A-48, A-50."""
    assert gzip.decompress(compress(GZIP, data)) == data
    assert bytes(theirs.lz4_decode(compress(LZ4, data))) == data
    assert zstandard.ZstdDecompressor().decompressobj().decompress(compress(ZSTD, data)) == data
    if data:  # it takes a head without blocks for a bare block
        assert theirs.snappy_decode(compress(SNAPPY, data)) == data


def test_the_heads_are_those_that_java_writes() -> None:
    """produce A-59."""
    assert compress(GZIP, b"x")[:10].hex() == "1f8b08000000000000ff"
    assert compress(SNAPPY, b"x")[:16].hex() == "82534e415050590000000001" + "00000001"
    assert compress(LZ4, b"x")[:7].hex() == "04224d18604082"
    assert compress(ZSTD, b"x")[:4].hex() == "28b52ffd"


def test_snappy_blocks_are_of_32_kib_with_their_length_before_them() -> None:
    """fetch A-47."""
    data = bytes(range(256)) * 256
    blocks = []
    rest = compress(SNAPPY, data)[len(XERIAL_HEAD) :]
    while rest:
        size = struct.unpack(">i", rest[:4])[0]
        blocks.append(snappy.decompress(rest[4 : 4 + size]))
        rest = rest[4 + size :]

    assert [len(block) for block in blocks] == [XERIAL_BLOCK_BYTES, XERIAL_BLOCK_BYTES]
    assert b"".join(blocks) == data


@pytest.mark.parametrize("level", [None, *range(1, 10)])
def test_gzip_is_one_plain_stream(level: int | None) -> None:
    """fetch A-46: one member of RFC 1952 at every level, none by default."""
    data = b"hello, " * 5_000
    packed = compress(GZIP, data, level)
    reader = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)

    assert packed[:4] == bytes.fromhex("1f8b0800")
    assert reader.decompress(packed) == data
    assert reader.eof
    assert reader.unused_data == b""


@pytest.mark.parametrize(
    ("codec", "level"), [*((LZ4, level) for level in (1, 9, 17)), (ZSTD, -131_072), (ZSTD, 22)]
)
def test_levels_that_topics_may_ask_for(codec: int, level: int) -> None:
    """fetch A-50: from the fastest to the smallest."""
    data = b"hello, " * 5_000
    assert decompress(codec, compress(codec, data, level)) == data


def test_several_gzip_members_and_zstd_frames_are_one_content() -> None:
    frame = zstandard.ZstdCompressor(write_content_size=False).compress(b"c" * 1000)

    assert decompress(GZIP, gzip.compress(b"a") + gzip.compress(b"b")) == b"ab"
    assert decompress(ZSTD, compress(ZSTD, b"a" * 9) + frame) == b"a" * 9 + b"c" * 1000
    assert decompress(ZSTD, struct.pack("<II", 0x184D2A53, 3) + b"???" + frame) == b"c" * 1000


@pytest.mark.parametrize("codec", [GZIP, SNAPPY, LZ4, ZSTD])
def test_every_prefix_is_refused(codec: int) -> None:
    whole = compress(codec, b"hello, hello, hello, " * 9)
    complete = {len(XERIAL_HEAD)} if codec == SNAPPY else set()
    for size in range(len(whole)):
        if size in complete:
            assert decompress(codec, whole[:size]) == b""
            continue
        with pytest.raises(UnreadableRecords):
            decompress(codec, whole[:size])


@given(st.sampled_from(CODECS), st.binary(max_size=60), contents, st.data())
def test_any_bytes_are_decompressed_or_refused(
    codec: int, junk: bytes, data: bytes, draw: st.DataObject
) -> None:
    changed = bytearray(compress(codec, data))
    if changed:
        changed[draw.draw(st.integers(0, len(changed) - 1))] ^= 1 << draw.draw(st.integers(0, 7))
    for each in (junk, bytes(changed), XERIAL_HEAD + junk):
        with contextlib.suppress(UnreadableRecords):
            assert len(decompress(codec, each, max_bytes=1 << 20)) <= 1 << 20


@pytest.mark.parametrize("codec", [GZIP, SNAPPY, LZ4, ZSTD])
def test_the_bound_is_exact(codec: int) -> None:
    packed = bombs[codec](300_000)

    assert decompress(codec, packed, max_bytes=300_000) == bytes(300_000)
    for bound in (0, 1, 65_536, 299_999):
        with pytest.raises(UnreadableRecords):
            decompress(codec, packed, max_bytes=bound)


def test_a_declared_size_takes_no_memory() -> None:
    """Four gigabytes announced by a few bytes."""
    with pytest.raises(UnreadableRecords, match="more than"):
        decompress(SNAPPY, b"\xff\xff\xff\xff\x0f" + bytes(20))
    with pytest.raises(UnreadableRecords, match="cannot become"):
        decompress(SNAPPY, b"\xff\xff\xff\x0f" + bytes(20))
    with pytest.raises(UnreadableRecords):
        decompress(ZSTD, bytes.fromhex("28b52ffd e0 ffffffff00000000 010000"))


def test_what_follows_the_last_gzip_member_is_ignored_if_it_is_none() -> None:
    assert decompress(GZIP, gzip.compress(b"a") + b"\0\0") == b"a"


@pytest.mark.parametrize("codec", [5, 6, 7])
def test_other_codec_ids_are_refused(codec: int) -> None:
    """produce A-42, row 4."""
    with pytest.raises(UnreadableRecords):
        decompress(codec, b"")


def test_zstd_is_for_magic_2_only() -> None:
    """fetch A-50."""
    with pytest.raises(UnreadableRecords):
        decompress(ZSTD, compress(ZSTD, b"a"), magic=1)


def test_no_codec_copies() -> None:
    assert compress(NONE, bytearray(b"a")) == decompress(NONE, memoryview(b"a")) == b"a"


def test_a_wrong_gzip_checksum_is_refused() -> None:
    packed = bytearray(compress(GZIP, b"abc"))
    packed[-8] ^= 1
    with pytest.raises(UnreadableRecords):
        decompress(GZIP, packed)
