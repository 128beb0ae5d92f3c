"""What versions 0 to 3 get."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.read import LogRead
from kafkawire.protocol.buffers import joined
from kafkawire.records.builder import encode_batch
from kafkawire.records.compression import GZIP, ZSTD
from kafkawire.records.control import encode_end_transaction_marker
from kafkawire.records.legacy import down_convert
from kafkawire.records.message_set import iter_deep, read_message
from tests.support.broker.partitions import reassign
from tests.support.log.files import BrokenFile, TestFile
from tests.support.requests.fetching import (
    Fetcher,
    asked,
    base_offsets,
    data_of,
    entries,
    fetch_request,
)

DOWN_CONVERTED_BYTES_MAX = 4 << 20


@pytest.fixture
def fetcher() -> Fetcher:
    return Fetcher()


def offsets_and_magics(records: bytes) -> list[tuple[int, int]]:
    """Of the whole messages in a message set; what is cut at its end does not count."""
    found, position = [], 0
    while position + 12 <= len(records):
        offset = int.from_bytes(records[position : position + 8], "big", signed=True)
        size = int.from_bytes(records[position + 8 : position + 12], "big")
        if position + 12 + size > len(records):
            break
        read_message(records, position)
        found.append((offset, records[position + 16]))
        position += 12 + size
    return found


@pytest.mark.parametrize(("version", "magic"), [(0, 0), (1, 0), (2, 1), (3, 1)])
def test_old_versions_get_message_sets(fetcher: Fetcher, version: int, magic: int) -> None:
    """fetch A-53, A-55, J 36: format 0 up to v1, format 1 for v2 and v3; from the offset on."""
    fetcher.append(count=10, size=200)
    fetcher.append(count=15, size=200)
    records = data_of(fetcher.fetch(("t", asked(0, 3)), version=version)).records
    assert offsets_and_magics(records) == [(offset, magic) for offset in range(3, 25)]


def test_version_4_gets_what_is_stored(fetcher: Fetcher) -> None:
    """fetch A-53, A-59, J 37."""
    fetcher.append(count=10)
    records = data_of(fetcher.fetch(("t", asked(0, 3)), version=4)).records
    assert base_offsets(records) == [0]


def test_compressed_batches_stay_whole(fetcher: Fetcher) -> None:
    """fetch A-45, A-55: one wrapper with all records, whichever of them is asked for."""
    fetcher.append(count=10, compression=GZIP)
    for version, magic in ((0, 0), (1, 0), (2, 1), (3, 1)):
        for offset in range(10):
            records = data_of(fetcher.fetch(("t", asked(0, offset)), version=version)).records
            assert offsets_and_magics(records) == [(9, magic)]
            assert [each.offset for each in iter_deep(records)] == list(range(10))


def test_the_size_is_that_of_what_was_read(fetcher: Fetcher) -> None:
    """fetch A-56: converted, then padded by a message that nobody can read."""
    size = fetcher.append(count=3, size=5)
    records = data_of(fetcher.fetch(("t", 0), version=2)).records
    log = fetcher.partition().log
    stored = joined(log.read(0, max_bytes=10_000, upper_bound=3, minimum_one=True).buffers)
    assert records == down_convert(stored, 1, 0)
    assert len(records) >= size


def test_a_cut_first_batch_converts_to_nothing(fetcher: Fetcher) -> None:
    """fetch C-7, A-56, J 39: at once, as its bytes were counted."""
    fetcher.append(size=500)
    pending = fetcher.send(("t", asked(0, max_bytes=100)), version=2, min_bytes=100)
    assert data_of(pending.response).records == b""
    at_version_3 = fetcher.fetch(("t", asked(0, max_bytes=100)), version=3)
    assert offsets_and_magics(data_of(at_version_3).records) == [(0, 1)]


def test_control_batches_are_left_out(fetcher: Fetcher) -> None:
    """fetch A-55."""
    fetcher.append(producer_id=7, producer_epoch=0, base_sequence=0, transactional=True)
    marker = encode_end_transaction_marker(
        producer_id=7, producer_epoch=0, commit=True, coordinator_epoch=0, timestamp=1
    )
    fetcher.append_trusted(marker)
    records = data_of(fetcher.fetch(("t", 0), version=3)).records
    assert offsets_and_magics(records) == [(0, 1)]


@pytest.mark.parametrize("version", [0, 3])
def test_a_topic_for_zstd_is_refused_whatever_was_read(fetcher: Fetcher, version: int) -> None:
    """fetch A-51, A-17, J 33, 35: also an empty read and an offset out of range."""
    fetcher.append(0)
    fetcher.configure(0, compression_type="zstd")
    fetcher.configure(1, compression_type="zstd")
    wanted = [("t", 0), ("t", asked(1, 9)), ("t", 2)]
    response = fetcher.fetch(*wanted, version=version)
    assert entries(response) == [("t", 0, 76), ("t", 1, 76), ("t", 2, 0)]
    data = data_of(response)
    assert (data.high_watermark, data.records) == (-1, b"")


@pytest.mark.parametrize("version", [4, 9, 10])
def test_zstd_goes_to_newer_versions_as_it_is(fetcher: Fetcher, version: int) -> None:
    """fetch A-51, A-52: as Kafka 4.x does."""
    fetcher.configure(compression_type="zstd")
    fetcher.append(compression=ZSTD)
    data = data_of(fetcher.fetch(("t", 0), version=version))
    assert (data.error_code, base_offsets(data.records)) == (0, [0])


def test_stored_zstd_cannot_be_converted(fetcher: Fetcher) -> None:
    """fetch A-52, J 34: as the first batch it is 76, as a later one it ends the conversion."""
    fetcher.append()
    fetcher.append(compression=ZSTD)
    records = data_of(fetcher.fetch(("t", 0), version=2)).records
    assert offsets_and_magics(records) == [(0, 1)]
    assert entries(fetcher.fetch(("t", asked(0, 1)), version=2)) == [("t", 0, 76)]


def test_conversion_can_be_forbidden(fetcher: Fetcher) -> None:
    """fetch A-54, J 38: 35 for consumers below v4, also for an empty read."""
    reassign(fetcher.partition(), replicas=(1, 5))
    fetcher.configure(message_downconversion_enable="false")
    assert entries(fetcher.fetch(("t", 0), version=1)) == [("t", 0, 35)]
    fetcher.append()
    assert entries(fetcher.fetch(("t", 0), version=3)) == [("t", 0, 35)]
    assert entries(fetcher.fetch(("t", 0), version=4)) == [("t", 0, 0)]
    assert entries(fetcher.fetch(("t", 0), version=3, replica_id=5)) == [("t", 0, 0)]


def test_unknown_partitions_need_no_conversion(fetcher: Fetcher) -> None:
    assert entries(fetcher.fetch(("no", 0), version=0)) == [("no", 0, 3)]


def test_what_is_converted_for_one_answer_is_bounded(fetcher: Fetcher) -> None:
    """The rest comes with the next fetches, and nothing is left out."""
    for _ in range(12):
        fetcher.append(count=10, size=90_000)
    found: list[int] = []
    rounds = 0
    while len(found) < 120:
        start = found[-1] + 1 if found else 0
        answer = fetcher.fetch(("t", asked(0, start, 1 << 30)), version=2)
        records = data_of(answer).records
        assert 0 < len(records) <= DOWN_CONVERTED_BYTES_MAX
        found += [offset for offset, _ in offsets_and_magics(records)]
        rounds += 1
    assert found == list(range(120))
    assert rounds > 2


def test_a_batch_above_the_bound_is_still_converted(
    fetcher: Fetcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kafkawire.broker.fetch.down_conversion.DOWN_CONVERTED_BYTES_MAX", 100)
    fetcher.append(count=3, size=200)
    records = data_of(fetcher.fetch(("t", asked(0, 0)), version=2)).records
    assert [offset for offset, _ in offsets_and_magics(records)] == [0, 1, 2]


def with_timestamps(*timestamps: int) -> bytes:
    return bytes(encode_batch([(timestamp, b"k", b"v", ()) for timestamp in timestamps]))


@pytest.mark.parametrize("version", [0, 2, 3])
def test_a_negative_timestamp_cannot_be_converted_and_fails_the_request(version: int) -> None:
    """fetch A-24, A-55: seen on 3.9.2; the first batch of a partition is converted at once."""
    fetcher = Fetcher()
    fetcher.append()
    fetcher.append_trusted(with_timestamps(1000, -5), index=1)
    found = fetcher.client.request(fetch_request(("t", 0), ("t", 1)), version)
    assert entries(found) == [("t", 0, -1), ("t", 1, -1)]
    found = fetcher.client.request(fetch_request(("t", 0)), version)
    assert entries(found) == [("t", 0, 0)]


@pytest.mark.parametrize("waits", [False, True])
def test_a_later_batch_that_cannot_be_converted_ends_the_connection(waits: bool) -> None:
    """fetch A-55: Kafka is sending already."""
    fetcher = Fetcher()
    fetcher.append_trusted(with_timestamps(-1))
    if not waits:
        fetcher.append_trusted(with_timestamps(-5))
    fields: dict[str, Any] = {"max_wait_ms": 1000, "min_bytes": 100} if waits else {}
    fetcher.client.send(fetch_request(("t", 0), **fields), 1)
    if waits:
        fetcher.append_trusted(with_timestamps(-5))
        fetcher.harness.advance(1000)
    assert fetcher.client.closed


@pytest.fixture(params=[TestFile, BrokenFile])
def file(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[TestFile]:
    """Where all that is read lies, as a slice each."""
    found: TestFile = request.param(tmp_path / "file", b"")
    read = PartitionLog.read

    def read_slices(log: PartitionLog, *arguments: int, **limits: int) -> LogRead:
        result = read(log, *arguments, **limits)  # type: ignore[arg-type]
        data = joined(result.buffers)
        (tmp_path / "file").write_bytes(data)
        return result._replace(buffers=[found.slice(0, len(data))] if data else [])

    monkeypatch.setattr(PartitionLog, "read", read_slices)
    yield found
    found.close()


@pytest.mark.parametrize("version", [0, 3])
def test_what_lies_in_a_file_is_read_to_be_converted(
    fetcher: Fetcher, file: TestFile, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """fetch A-55, A-58: no more is read than is converted, and a file that fails is told."""
    monkeypatch.setattr("kafkawire.broker.fetch.down_conversion.DOWN_CONVERTED_BYTES_MAX", 3000)
    for _ in range(30):
        fetcher.append(count=10, size=50)
    data = data_of(fetcher.fetch(("t", asked(0, 0)), version=version))
    if isinstance(file, BrokenFile):
        assert data.error_code == 6
        assert len(file.failures) == 1
    else:
        found = offsets_and_magics(data.records)
        assert found == [(offset, version and 1) for offset in range(len(found))]
        assert 10 <= len(found) < 100
        assert file.pieces == [3000]
