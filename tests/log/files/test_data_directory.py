"""Whose a data directory is, and what makes it unusable."""

from __future__ import annotations

import errno
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.files.data_directory import (
    METADATA_DIRECTORY,
    Expected,
    Formatting,
    Unusable,
    cannot_be_used,
    open_directory,
)
from kafkawire.log.files.disk import RealDisk
from kafkawire.log.formats import meta_properties
from tests.support.log.simulated_disk import SimulatedDisk

DATA = "/data"
PROPERTIES = f"{DATA}/meta.properties"
MADE = Formatting("cluster", 3, bytes(range(16)), b"first snapshot", "a day")
ANYONES = Expected()

LOCKED_BY_ANOTHER = """
import fcntl, sys
file = open(sys.argv[1], "r+")
fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
print("locked", flush=True)
sys.stdin.read()
"""


def formatting() -> Formatting:
    return MADE


def no_formatting() -> Formatting:
    raise AssertionError("it is formatted already")


def opened(disk: SimulatedDisk, expected: Expected = ANYONES) -> None:
    open_directory(disk, DATA, expected, formatting).close()


def refusal(disk: SimulatedDisk, expected: Expected = ANYONES) -> str:
    with pytest.raises(Unusable) as refused:
        open_directory(disk, DATA, expected, formatting)
    assert disk.locked == {}
    return str(refused.value)


def test_an_empty_or_missing_directory_is_formatted() -> None:
    """admin F-34, F-35: properties, and the snapshot that a new log begins with."""
    for is_there in (False, True):
        disk = SimulatedDisk()
        if is_there:
            disk.make_directory(DATA)
            disk.make_directory(f"{DATA}/lost+found")
        opened(disk)
        assert disk.read(PROPERTIES).decode() == (
            "#\n#a day\nnode.id=3\ndirectory.id=AAECAwQFBgcICQoLDA0ODw\nversion=1\n"
            "cluster.id=cluster\n"
        )
        name = "00000000000000000000-0000000000.checkpoint"
        assert disk.read(f"{DATA}/{METADATA_DIRECTORY}/{name}") == b"first snapshot"
        found = open_directory(disk, f"{DATA}/", ANYONES, no_formatting)
        assert (found.path, found.cluster_id, found.node_id) == (DATA, "cluster", 3)
        assert found.directory_id == MADE.directory_id


def test_directories_above_are_made_too() -> None:
    disk = SimulatedDisk()
    assert open_directory(disk, "/a/b/c", ANYONES, formatting).path == "/a/b/c"


def test_a_format_that_was_interrupted_is_begun_again() -> None:
    """admin F-34: until the properties are there, it is no data directory."""
    disk = SimulatedDisk()
    opened(disk)
    random = Random(5)
    for moment in disk.moments():
        for survivor in (moment.power_failed(random), moment.killed(random)):
            opened(survivor)
            assert meta_properties.decode(survivor.read(PROPERTIES)).node_id == 3


def test_only_one_may_work_in_a_directory() -> None:
    """admin F-34: `.lock` is locked until `close`."""
    disk = SimulatedDisk()
    held = open_directory(disk, DATA, ANYONES, formatting)
    with pytest.raises(Unusable, match="data is in use by another process"):
        opened(disk)
    held.close()
    held.close()
    opened(disk)


@pytest.mark.process
@pytest.mark.skipif(
    sys.platform == "win32",
    reason="no POSIX record locks on Windows: locks of other processes are not tried",
)
def test_another_process_is_kept_out_and_keeps_out(tmp_path: Path) -> None:
    """admin F-34: a POSIX record lock, as Java's `FileChannel` takes it."""
    path = str(tmp_path / "data")
    disk = RealDisk()
    held = open_directory(disk, path, ANYONES, formatting)
    other = [sys.executable, "-c", LOCKED_BY_ANOTHER, f"{path}/.lock"]
    refused = subprocess.run(other, capture_output=True, text=True, check=False)
    assert "BlockingIOError" in refused.stderr
    with pytest.raises(Unusable, match="in use by another process"):
        open_directory(disk, path, ANYONES, formatting)
    # That attempt must not have cost the first one its lock.
    refused = subprocess.run(other, capture_output=True, text=True, check=False)
    assert "BlockingIOError" in refused.stderr
    held.close()
    process = subprocess.Popen(other, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "locked\n"
        with pytest.raises(Unusable, match="in use by another process"):
            open_directory(disk, path, ANYONES, formatting)
        process.communicate("")
    open_directory(disk, path, ANYONES, formatting).close()


def test_something_else_is_left_alone() -> None:
    """admin F-34: a directory with other things in it is nobody's data directory."""
    disk = SimulatedDisk()
    disk.make_directory(DATA)
    disk.write(f"{DATA}/thesis.tex", b"x")
    disk.write(f"{DATA}/zebra.png", b"x")
    assert refusal(disk) == (
        "/data is no data directory: it holds thesis.tex, but no meta.properties; "
        "give an empty directory"
    )
    assert {each.name for each in disk.entries(DATA)} == {"thesis.tex", "zebra.png"}


def test_a_metadata_log_without_properties_is_left_alone() -> None:
    """admin F-34: somebody has lost meta.properties; formatting would lose the rest."""
    disk = SimulatedDisk()
    disk.make_directory(DATA)
    disk.make_directory(f"{DATA}/{METADATA_DIRECTORY}")
    disk.write(f"{DATA}/{METADATA_DIRECTORY}/00000000000000000000.log", b"x")
    assert "it holds __cluster_metadata-0, but no meta.properties" in refusal(disk)


@pytest.mark.parametrize(
    ("expected", "reason"),
    [
        (Expected(cluster_id="other"), "/data belongs to the cluster cluster, not other"),
        (Expected(node_id=4), "/data belongs to node 3, not 4"),
    ],
)
def test_anothers_directory_is_refused(expected: Expected, reason: str) -> None:
    """admin F-34: cluster and node, where they are known."""
    disk = SimulatedDisk()
    opened(disk)
    assert refusal(disk, expected) == reason
    opened(disk, Expected("cluster", 3))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("version=2\nnode.id=3\ncluster.id=c\n", "/data/meta.properties: there is no version '2'"),
        ("version=0\nbroker.id=3\n", "version 0 is of a Kafka that worked with ZooKeeper"),
        ("broker.id=3\n", "version 0 is of a Kafka that worked with ZooKeeper"),
        ("version=1\ncluster.id=c\n", "/data/meta.properties: node.id is missing"),
        ("version=1\nnode.id=3\n", "/data/meta.properties: cluster.id is missing"),
        ("version=1\nnode.id=x\ncluster.id=c\n", "/data/meta.properties: 'x' is no node.id"),
        ("", "/data/meta.properties says nothing of a node or a cluster"),
    ],
)
def test_properties_that_cannot_be_followed_are_refused(text: str, reason: str) -> None:
    """admin F-34: version 1, with node and cluster."""
    disk = SimulatedDisk()
    opened(disk)
    disk.write(PROPERTIES, text.encode())
    assert reason in refusal(disk)
    assert disk.read(PROPERTIES) == text.encode()


def test_an_older_directory_gets_an_id() -> None:
    """replication A-36: directories have ids since 3.7."""
    disk = SimulatedDisk()
    opened(disk)
    disk.write(PROPERTIES, b"version=1\nnode.id=3\ncluster.id=old\n")
    found = open_directory(disk, DATA, ANYONES, formatting)
    assert (found.cluster_id, found.directory_id) == ("old", MADE.directory_id)
    assert meta_properties.decode(disk.read(PROPERTIES)).directory_id == MADE.directory_id


def test_the_file_that_is_in_the_way_is_named() -> None:
    about = PermissionError(errno.EACCES, "Permission denied", "/data/t-0/x.log")
    assert cannot_be_used("/data", about) == (
        "/data cannot be used: Permission denied (/data/t-0/x.log)"
    )
    about = PermissionError(errno.EACCES, "Permission denied", "/data")
    assert cannot_be_used("/data", about) == "/data cannot be used: Permission denied"


def test_a_disk_that_cannot_be_written_to_is_named() -> None:
    disk = SimulatedDisk()
    opened(disk)
    disk.fail("open", errno.EROFS, path="*/.lock")
    assert refusal(disk) == "/data cannot be used: Read-only file system (/data/.lock)"
    disk = SimulatedDisk()
    disk.fail("pwrite", errno.ENOSPC)
    assert re.fullmatch(
        "/data cannot be used: No space left on device \\(/data/.+\\)", refusal(disk)
    )


def test_a_file_is_no_directory(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("x")
    for name in (path, path / "below"):
        with pytest.raises(Unusable, match="is not a directory"):
            open_directory(RealDisk(), str(name), ANYONES, formatting)


@given(st.binary(max_size=200))
def test_whatever_the_properties_say_there_is_one_line(data: bytes) -> None:
    disk = SimulatedDisk()
    opened(disk)
    disk.write(PROPERTIES, data)
    said = ""
    try:
        opened(disk)
    except Unusable as refused:
        said = str(refused)
    assert "\n" not in said
    assert disk.locked == {}
