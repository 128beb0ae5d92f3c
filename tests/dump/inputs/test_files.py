"""Files as bytes: packed or not, cut or not, grown or not."""

from __future__ import annotations

import gzip
import os
import zlib
from io import BytesIO

import cramjam
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.inputs import files
from kafkawire.dump.inputs.files import chunks_of, open_file, wait_for_growth
from kafkawire.dump.inputs.packets import Complaints

CHUNK_BYTES = 1 << 16

LONG = bytes(range(256)) * 4096


def unpacked(content: bytes, complaints: Complaints | None = None) -> bytes:
    return b"".join(chunks_of(BytesIO(content), complaints or Complaints()))


@given(st.binary(max_size=2000), st.integers(1, 3))
def test_gzip_of_any_number_of_members_is_unpacked(content: bytes, members: int) -> None:
    complaints = Complaints()
    assert unpacked(gzip.compress(content) * members, complaints) == content * members
    assert not complaints.waiting


@given(st.binary(max_size=2000), st.integers(1, 3))
def test_zstd_of_any_number_of_frames_is_unpacked(content: bytes, frames: int) -> None:
    packed = bytes(cramjam.zstd.compress(content))
    assert unpacked(packed * frames) == content * frames


PACKED = (files.GZIP_MAGIC, files.ZSTD_MAGIC)


@given(st.binary(max_size=50).filter(lambda content: not content.startswith(PACKED)))
def test_anything_else_is_left_as_it_is(content: bytes) -> None:
    assert unpacked(content) == content


@pytest.mark.parametrize("pack", [gzip.compress, cramjam.zstd.compress])
def test_no_piece_is_longer_than_a_chunk_however_well_it_was_packed(pack: object) -> None:
    assert callable(pack)
    content = bytes(8 * CHUNK_BYTES)
    sizes = [len(chunk) for chunk in chunks_of(BytesIO(bytes(pack(content))), Complaints())]
    assert sum(sizes) == len(content)
    assert max(sizes) <= CHUNK_BYTES


@pytest.mark.parametrize("pack", [gzip.compress, cramjam.zstd.compress])
def test_a_packed_file_that_was_cut_gives_what_there_is(pack: object) -> None:
    assert callable(pack)
    packed = bytes(pack(os.urandom(3 * CHUNK_BYTES)))
    complaints = Complaints()
    found = unpacked(packed[: len(packed) // 2], complaints)
    assert len(found) > CHUNK_BYTES // 2
    assert "cut off" in complaints.waiting[0].text


def test_damage_within_gzip_is_complained_of() -> None:
    packed = bytearray(gzip.compress(os.urandom(50_000)))
    packed[-8:-4] = bytes(4)
    complaints = Complaints()
    unpacked(bytes(packed), complaints)
    assert "damaged" in complaints.waiting[0].text


def test_the_first_piece_has_the_magic_even_of_a_pipe_that_trickles() -> None:
    class Trickling(BytesIO):
        def read1(self, size: int | None = -1) -> bytes:
            return super().read1(1)

    pieces = list(chunks_of(Trickling(b"abcdefgh"), Complaints()))
    assert pieces == [b"abcd", b"e", b"f", b"g", b"h"]
    packed = zlib.compress(LONG, wbits=31)
    assert b"".join(chunks_of(Trickling(packed), Complaints())) == LONG


def test_progress_is_told_in_bytes_of_the_file() -> None:
    told: list[int] = []
    content = os.urandom(2 * CHUNK_BYTES)
    list(chunks_of(BytesIO(content), Complaints(), progress=told.append))
    assert told == [CHUNK_BYTES, 2 * CHUNK_BYTES]


def test_a_growing_file_is_read_until_nobody_waits_any_more() -> None:
    file = BytesIO(b"what is there")
    growth = [b" and more", b" and the last"]

    def wait() -> bool:
        if not growth:
            return False
        at = file.tell()
        file.write(growth.pop(0))
        file.seek(at)
        return True

    pieces = b"".join(chunks_of(file, Complaints(), wait=wait))
    assert pieces == b"what is there and more and the last"


def test_waiting_for_growth_never_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "GROWTH_S", 0)
    assert wait_for_growth()


def test_a_file_that_is_not_there_raises() -> None:
    with pytest.raises(FileNotFoundError):
        open_file("no such file")
