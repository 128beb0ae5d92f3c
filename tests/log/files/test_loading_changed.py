"""A log that was left in order, and that somebody has changed since."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kafkawire.log.partition_log import PartitionLog
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored_logs import (
    PATH,
    content_of,
    fill,
    log_file,
    new_disk,
    new_log,
    opened,
    put,
    store_of,
)

BATCHES = 6
LOG_PATH = f"{PATH}/{log_file(0)}"
SIZE_AT, MAGIC_AT, LAST_OFFSET_DELTA_AT = 8, 16, 23
"""Where the newest batch's head has them."""

CHANGES: dict[str, Callable[[bytes, int], bytes]] = {
    "something behind": lambda data, _: data + b"\0" * 40,
    "less": lambda data, _: data[:-1],
    "another length": lambda data, last: flipped(data, last + SIZE_AT + 2),
    "a length of zero": lambda data, last: flipped(data, last + SIZE_AT + 3, data[last + 11]),
    "another magic": lambda data, last: flipped(data, last + MAGIC_AT, 3),
    "an offset out of reach": lambda data, last: flipped(data, last + LAST_OFFSET_DELTA_AT, 0x80),
    "an offset of before": lambda data, last: flipped(data, last + 7, 7),
}


def flipped(data: bytes, at: int, bits: int = 1) -> bytes:
    return data[:at] + bytes([data[at] ^ bits]) + data[at + 1 :]


@pytest.fixture(params=["looked at whole", "looked at behind its index"])
def stopped(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> PartitionLog:
    """A log of one segment with some batches, closed."""
    log = new_log(new_disk(), index_interval_bytes="150")
    fill(log, BATCHES)
    store_of(log).close(log)
    if request.param != "looked at whole":
        monkeypatch.setattr("kafkawire.log.files.loading.READ_WHOLE_BYTES_MAX", 0)
    return log


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_is_appended_is_never_behind_what_cannot_be_read(
    stopped: PartitionLog, change: Callable[[bytes, int], bytes]
) -> None:
    """fetch H-40, H-41: such a file is cut as after a crash, so nothing acknowledged is lost."""
    disk = store_of(stopped).directory.disk
    assert isinstance(disk, SimulatedDisk)
    whole = content_of(stopped)
    data = change(disk.read(LOG_PATH), sum(map(len, whole[:-1])))
    put(disk, log_file(0), data)
    log = opened(disk)
    kept = content_of(log)
    assert kept == whole[: len(kept)]
    assert len(kept) == log.log_end_offset >= BATCHES - 1
    fill(log, 2)
    store_of(log).close(log)
    again = opened(disk)
    assert content_of(again) == content_of(log)
    assert again.log_end_offset == len(kept) + 2
