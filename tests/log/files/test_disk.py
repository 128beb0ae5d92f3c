"""The real disk; that it does what the simulated one does is shown in `test_simulated_disk`."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest

from kafkawire.log.files import disk as module
from kafkawire.log.files.disk import RealDisk, sync_file, write_all, write_atomically
from tests.support.log.simulated_disk import SimulatedDisk

DISK = RealDisk()

LOCK = """
import sys
from kafkawire.log.files.disk import RealDisk
try:
    RealDisk.lock(sys.argv[1])
except BlockingIOError:
    print("locked")
else:
    print("free")
"""


def seen_by_another(path: Path) -> str:
    command = [sys.executable, "-c", LOCK, str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.process
def test_a_lock_keeps_others_and_oneself_out(tmp_path: Path) -> None:
    """fetch H-4: `.lock`, as Java locks it."""
    path = tmp_path / ".lock"
    fd = DISK.lock(str(path))
    assert seen_by_another(path) == "locked"
    with pytest.raises(BlockingIOError):
        DISK.lock(str(path))
    assert seen_by_another(path) == "locked"  # the attempt has not dropped the lock
    DISK.unlock(fd)
    assert seen_by_another(path) == "free"
    DISK.unlock(DISK.lock(str(path)))


@pytest.mark.process
def test_a_lock_that_another_process_has_is_refused(tmp_path: Path) -> None:
    path = tmp_path / ".lock"
    command = [sys.executable, "-c", LOCK + "sys.stdout.flush(); sys.stdin.read()", str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "free\n"
        before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
        with pytest.raises(BlockingIOError):
            DISK.lock(str(path))
        if before:
            assert len(os.listdir("/proc/self/fd")) == before
        other.communicate("")
    DISK.unlock(DISK.lock(str(path)))


def test_a_refusal_by_permission_is_a_lock_too(tmp_path: Path) -> None:
    """POSIX allows either answer."""
    with (
        mock.patch("fcntl.lockf", side_effect=PermissionError(errno.EACCES, "no")),
        pytest.raises(BlockingIOError),
    ):
        DISK.lock(str(tmp_path / ".lock"))


def test_a_file_that_is_only_read_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        DISK.open(str(tmp_path / "f"), writable=False)
    fd = DISK.open(str(tmp_path / "f"))
    DISK.close(fd)
    fd = DISK.open(str(tmp_path / "f"), writable=False)
    with pytest.raises(OSError):
        DISK.pwrite(fd, b"x", 0)
    DISK.close(fd)


def test_large_files_are_read_whole(tmp_path: Path) -> None:
    data = os.urandom(300_001)
    DISK.write(str(tmp_path / "f"), data)
    assert DISK.read(str(tmp_path / "f")) == data
    DISK.write(str(tmp_path / "f"), b"short")
    assert DISK.read(str(tmp_path / "f")) == b"short"
    sync_file(DISK, str(tmp_path / "f"))


def test_times_are_milliseconds(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"12345")
    os.utime(path, ns=(0, 1_700_000_000_123_999_999))
    assert DISK.status(str(path)) == (5, 1_700_000_000_123)


def test_what_is_written_in_steps_is_written_whole() -> None:
    disk = SimulatedDisk()
    fd = disk.open("/f")
    disk.write_short(3, times=5)
    write_all(disk, fd, b"0123456789", 2)
    assert disk.read("/f") == b"\0\x000123456789"


def test_a_file_is_replaced_in_the_order_that_makes_it_last() -> None:
    """fetch H-5: to a file beside it, synced, renamed, and the directory synced."""
    disk = SimulatedDisk()
    disk.write("/f", b"old")
    disk.write("/f.tmp", b"left over from another time, and longer")
    disk.calls.clear()
    write_atomically(disk, "/f", b"new")
    names = [call.name for call in disk.calls]
    assert names == ["open", "truncate", "pwrite", "sync", "close", "rename", "sync_directory"]
    assert disk.volume.contents() == {"/f": b"new"}


def test_a_replacement_that_fails_leaves_the_old_file_and_no_descriptor() -> None:
    """fetch H-5."""
    for name in ("truncate", "pwrite", "sync", "rename"):
        disk = SimulatedDisk()
        disk.write("/f", b"old")
        disk.fail(name, errno.EIO)
        with pytest.raises(OSError):
            write_atomically(disk, "/f", b"new")
        assert disk.read("/f") == b"old"
        assert disk.open_files == []


def test_where_the_system_lacks_a_call_others_do_the_same(tmp_path: Path) -> None:
    fd = DISK.open(str(tmp_path / "f"))
    assert module._seek_and_write(fd, b"hello", 3) == 5
    assert module._seek_and_write_many(fd, [b"a", b"bc"], 0) == 3
    assert module._seek_and_read(fd, 100, 1) == b"bchello"
    DISK.close(fd)
