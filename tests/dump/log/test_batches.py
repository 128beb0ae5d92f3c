"""Finding batches in a file, and what ends them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kafkawire.dump.log import batches as module
from kafkawire.dump.log.batches import Batch, Entry, Fault, OldMessage, entries_in
from kafkawire.dump.log.files import Window
from kafkawire.records.message_set import encode_message_set
from tests.support.log.batches import NOW_MS, make_batch
from tests.support.log.segments import placed


def found_in(tmp_path: Path, data: bytes) -> list[Entry | Fault]:
    path = tmp_path / "00000000000000000000.log"
    path.write_bytes(data)
    with Window(str(path)) as window:
        return list(entries_in(window))


def test_batches_are_found_one_after_another(tmp_path: Path) -> None:
    """fetch H-3."""
    batches = placed([make_batch(2), make_batch(3, size=500), make_batch()])
    found = found_in(tmp_path, b"".join(batches))

    assert [bytes(entry.data or b"") for entry in found if isinstance(entry, Batch)] == batches
    assert [entry.position for entry in found] == [0, len(batches[0]), sum(map(len, batches[:2]))]
    assert [(e.first_offset, e.last_offset) for e in found if isinstance(e, Batch)] == [
        (0, 1),
        (2, 4),
        (5, 5),
    ]
    assert all(isinstance(entry, Batch) and entry.fault is None for entry in found)


@pytest.mark.parametrize("left", [1, 16, 17, 60, 61, 68])
def test_a_torn_tail_is_pointed_at(tmp_path: Path, left: int) -> None:
    whole = make_batch(3)
    found = found_in(tmp_path, whole + whole[:left])

    assert len(found) == 2
    fault = found[1]
    assert isinstance(fault, Fault)
    assert fault.position == len(whole)
    assert fault.what.startswith("torn: ")
    assert f"{left} " in fault.what


def test_zeros_at_the_end_are_told_from_other_garbage(tmp_path: Path) -> None:
    """What a file system may leave behind after a power failure."""
    whole = make_batch()
    (_, fault) = found_in(tmp_path, whole + bytes(5000))
    assert fault == Fault(len(whole), "torn: the last 5,000 bytes are all zero")
    (_, fault) = found_in(tmp_path, whole + bytes(5000) + b"x")
    assert isinstance(fault, Fault)
    assert fault.what == "no batch has a length of 0; the 5,001 bytes from there on are not read"


@pytest.mark.parametrize(
    ("at", "value", "complaint"),
    [
        (16, 3, "no batch has the magic 3; the 70 bytes from there on are not read"),
        (16, 255, "no batch has the magic -1"),
        (11, 3, "no batch has a length of 3"),
        (11, 20, "no batch has a length of 20"),
        (8, 255, "no batch has a length of -16,777,158"),
        (8, 1, "torn: a batch from offset 0 wants 16,777,286 bytes, 70 are left"),
    ],
)
def test_what_is_no_batch_ends_the_file(
    tmp_path: Path, at: int, value: int, complaint: str
) -> None:
    data = bytearray(make_batch())
    data[at] = value
    (fault,) = found_in(tmp_path, bytes(data))

    assert isinstance(fault, Fault)
    assert fault.what.startswith(complaint)


def test_a_wrong_checksum_spoils_one_batch_only(tmp_path: Path) -> None:
    first, second = placed([make_batch(), make_batch()])
    broken = bytearray(first)
    broken[-1] ^= 1
    found = found_in(tmp_path, bytes(broken) + second)

    assert isinstance(found[0], Batch)
    assert found[0].fault is not None
    assert found[0].fault.what.startswith("the checksum is 0x")
    assert isinstance(found[1], Batch)
    assert found[1].fault is None


def test_a_batch_of_enormous_size_is_not_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BATCH_BYTES_MAX", 100)
    data = make_batch(1, size=3 << 20)
    (entry,) = found_in(tmp_path, data)
    assert isinstance(entry, Batch)
    assert (entry.data, entry.fault, entry.size) == (None, None, len(data))
    (entry,) = found_in(tmp_path, data[:-1] + b"x")
    assert isinstance(entry, Batch)
    assert entry.fault is not None


@pytest.mark.parametrize("magic", [0, 1])
@pytest.mark.parametrize("compression", [0, 1])
def test_old_messages_are_read(tmp_path: Path, magic: int, compression: int) -> None:
    records = [(NOW_MS + i, b"k", b"v", ()) for i in range(3)]
    data = encode_message_set(records, magic=magic, base_offset=10, compression=compression)
    found = found_in(tmp_path, data)

    assert all(isinstance(entry, OldMessage) for entry in found)
    inner = [m.offset for e in found if isinstance(e, OldMessage) for m in e.inner]
    assert inner == [10, 11, 12]
    first, last = found[0], found[-1]
    assert isinstance(first, OldMessage)
    assert isinstance(last, OldMessage)
    assert (first.first_offset, last.last_offset) == (10, 12)
    assert last.max_timestamp == (NOW_MS + 2 if magic else -1)

    broken = bytearray(data)
    broken[-1] ^= 1
    assert isinstance(found_in(tmp_path, bytes(broken))[-1], Fault)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=200), at=st.integers(0, 200), patch=st.binary(max_size=20))
def test_any_bytes_are_read_to_their_end(
    tmp_path: Path, data: bytes, at: int, patch: bytes
) -> None:
    whole = bytearray(make_batch() + make_batch(2))
    whole[at : at + len(patch)] = patch
    for some in (data, bytes(whole) + data):
        found = found_in(tmp_path, some)
        assert bool(found) == bool(some)
