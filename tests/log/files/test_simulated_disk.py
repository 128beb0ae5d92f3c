"""The double of the disk: that it is like the real one, and what it forgets."""

from __future__ import annotations

import errno
import shutil
import tempfile
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from kafkawire.log.files.disk import Disk, RealDisk, write_all, write_atomically
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.volume import EVERYTHING, NAMES, NOTHING, ZEROS, Drawn, Fixed, Luck

LUCKS = [Fixed(a, b, c) for a in (False, True) for b in (False, True) for c in (False, True)]
NAMES_OF_FILES = st.sampled_from(["/a", "/b", "/d", "/d/a", "/d/b", "/e", "/e/d", "/no/a", "/a/b"])
DRAWS = 40


class AgainstTheRealOne(RuleBasedStateMachine):
    """The same calls give the same results, or fail with the same number."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.mkdtemp()
        self.simulated = SimulatedDisk()
        self.fds: list[tuple[int, int]] = []

    def teardown(self) -> None:
        for real, _ in self.fds:
            RealDisk.close(real)
        shutil.rmtree(self.folder)

    def both(self, call: Callable[[Any, str, int], Any], fd: tuple[int, int] = (0, 0)) -> Any:
        results = []
        for disk, prefix, number in (
            (RealDisk(), self.folder, fd[0]),
            (self.simulated, "", fd[1]),
        ):
            try:
                results.append(call(disk, prefix, number))
            except OSError as error:
                results.append(error.errno)
        return results

    def same(self, call: Callable[[Any, str, int], Any], fd: tuple[int, int] = (0, 0)) -> None:
        real, simulated = self.both(call, fd)
        assert real == simulated

    @rule(path=NAMES_OF_FILES, writable=st.booleans())
    def open(self, path: str, writable: bool) -> None:
        real, simulated = self.both(lambda disk, root, _: disk.open(root + path, writable=writable))
        if simulated < 1000 or real < 5:
            assert real == simulated
        else:
            self.fds.append((real, simulated))

    @rule(data=st.data())
    def close(self, data: st.DataObject) -> None:
        if self.fds:
            fd = data.draw(st.sampled_from(self.fds))
            self.fds.remove(fd)
            self.same(lambda disk, _, number: disk.close(number), fd)

    @rule(data=st.data(), kind=st.sampled_from(["pwrite", "pwritev"]), written=st.binary())
    def write(self, data: st.DataObject, kind: str, written: bytes) -> None:
        if self.fds:
            fd = data.draw(st.sampled_from(self.fds))
            position = data.draw(st.integers(0, 50))
            given_ = written if kind == "pwrite" else [written[:3], written[3:]]
            self.same(lambda disk, _, number: getattr(disk, kind)(number, given_, position), fd)

    @rule(data=st.data(), position=st.integers(-1, 40), size=st.integers(0, 40))
    def read_or_truncate(self, data: st.DataObject, position: int, size: int) -> None:
        if self.fds:
            fd = data.draw(st.sampled_from(self.fds))
            self.same(lambda disk, _, number: disk.pread(number, size, position), fd)
            if data.draw(st.booleans()):
                self.same(lambda disk, _, number: disk.truncate(number, position), fd)
                self.same(lambda disk, _, number: disk.sync(number), fd)

    @rule(path=NAMES_OF_FILES, data=st.binary(max_size=20))
    def write_small(self, path: str, data: bytes) -> None:
        self.same(lambda disk, root, _: disk.write(root + path, data))

    @rule(
        path=NAMES_OF_FILES,
        name=st.sampled_from(["make_directory", "remove", "remove_directory", "read"]),
    )
    def by_name(self, path: str, name: str) -> None:
        self.same(lambda disk, root, _: getattr(disk, name)(root + path))

    @rule(old=NAMES_OF_FILES, new=NAMES_OF_FILES)
    def rename(self, old: str, new: str) -> None:
        self.same(lambda disk, root, _: disk.rename(root + old, root + new))

    @invariant()
    def the_same_is_there(self) -> None:
        def tree(disk: Disk, path: str) -> Any:
            return {
                name: tree(disk, f"{path}/{name}")
                if is_directory
                else (disk.read(f"{path}/{name}"), disk.status(f"{path}/{name}").size)
                for name, is_directory in sorted(disk.entries(path))
            }

        disk = RealDisk()
        assert tree(disk, self.folder) == tree(self.simulated, "")
        disk.sync_directory(self.folder)


TestAgainstTheRealOne = pytest.mark.slow(AgainstTheRealOne.TestCase)


def drawn(disk: SimulatedDisk, draws: int = DRAWS) -> list[dict[str, bytes | None]]:
    """What is there after a power failure now, for many kinds of luck."""
    *_, last = disk.moments()
    lucks: list[Luck | Random] = [*LUCKS, *(Drawn(Random(seed)) for seed in range(draws))]
    return [last.power_failed(luck).volume.contents() for luck in lucks]


def test_what_was_synced_survives_whatever_happens() -> None:
    disk = SimulatedDisk()
    fd = disk.open("/a")
    disk.pwrite(fd, b"sure", 0)
    disk.sync(fd)
    disk.sync_directory("/")
    assert all(found == {"/a": b"sure"} for found in drawn(disk))


def test_bytes_that_were_not_synced_are_lost_torn_or_there_sector_by_sector() -> None:
    disk = SimulatedDisk()
    fd = disk.open("/a")
    disk.pwrite(fd, b"0" * 1200, 0)
    disk.sync(fd)
    disk.sync_directory("/")
    disk.pwrite(fd, b"1" * 1000, 400)
    found = {each["/a"] or b"" for each in drawn(disk, 300)}
    for first, second, third in product(b"01", repeat=3):
        kept = bytes([first]) * 112 + bytes([second]) * 512 + bytes([third])
        assert any(each[400:1025] == kept for each in found)
    for each in found:
        assert each[:400] == b"0" * 400
        torn = [each[400:512], each[512:1024], each[1024:1200]]
        assert all(len(set(sector)) == 1 for sector in torn)
        assert each[1200:] in (b"", b"1" * 200 if each[1024:1025] == b"1" else bytes(200))


def test_a_file_may_have_grown_without_its_bytes() -> None:
    disk = SimulatedDisk()
    fd = disk.open("/a")
    disk.sync_directory("/")
    disk.pwrite(fd, b"new", 0)
    *_, last = disk.moments()
    assert last.power_failed(ZEROS).volume.contents() == {"/a": b"\0\0\0"}
    assert last.power_failed(NOTHING).volume.contents() == {"/a": b""}
    assert last.power_failed(EVERYTHING).volume.contents() == {"/a": b"new"}


def test_a_cut_that_was_not_synced_may_not_have_happened() -> None:
    disk = SimulatedDisk()
    fd = disk.open("/a")
    disk.pwrite(fd, b"0123456789", 0)
    disk.sync(fd)
    disk.sync_directory("/")
    disk.truncate(fd, 4)
    disk.pwrite(fd, b"ab", 4)
    found = {each["/a"] for each in drawn(disk)}
    assert found <= {b"0123456789", b"0123", b"0123ab", b"0123\0\0", b"\0\0\0\0\0\0"}
    assert {b"0123456789", b"0123ab"} <= found


@given(st.lists(st.tuples(st.integers(0, 1500), st.integers(1, 700)), max_size=8), st.randoms())
def test_only_what_was_written_comes_back(writes: list[tuple[int, int]], random: Random) -> None:
    disk = SimulatedDisk()
    fd = disk.open("/a")
    disk.sync_directory("/")
    versions = [bytes(3000)]
    for number, (position, size) in enumerate(writes, 1):
        disk.pwrite(fd, bytes([number]) * size, position)
        if random.random() < 0.2:
            disk.sync(fd)
            versions = []
        versions.append(bytes(disk.volume.file("/a").data).ljust(3000, b"\0"))
    *_, last = disk.moments()
    found = last.power_failed(random).volume.file("/a").data
    for start in range(0, len(found), 512):
        sector = bytes(found[start : start + 512])
        assert any(each[start : start + len(sector)] == sector for each in versions)


def test_names_are_kept_or_lost_as_a_whole_and_not_without_what_they_build_upon() -> None:
    disk = SimulatedDisk()
    disk.write("/a", b"")
    disk.sync_directory("/")
    disk.rename("/a", "/b")
    disk.write("/a", b"")
    disk.make_directory("/d")
    found = [sorted(each) for each in drawn(disk)]
    for names in (["/a"], ["/b"], ["/a", "/b"], ["/a", "/d"], ["/b", "/d"], ["/a", "/b", "/d"]):
        assert names in found
    assert ["/d"] not in found


def test_a_file_that_was_removed_may_come_back_as_it_was_synced() -> None:
    disk = SimulatedDisk()
    fd = disk.open("/a")
    disk.pwrite(fd, b"old", 0)
    disk.sync(fd)
    disk.sync_directory("/")
    disk.write("/b", b"new")
    disk.rename("/b", "/a")
    *_, last = disk.moments()
    assert last.power_failed(NOTHING).volume.contents() == {"/a": b"old"}
    assert last.power_failed(NAMES).volume.contents() == {"/a": b""}
    disk.remove("/a")
    disk.sync_directory("/")
    assert all(found == {} for found in drawn(disk))


def test_what_lies_in_a_directory_that_was_lost_is_lost() -> None:
    disk = SimulatedDisk()
    disk.make_directory("/d")
    fd = disk.open("/d/a")
    disk.pwrite(fd, b"x", 0)
    disk.sync(fd)
    disk.sync_directory("/d")
    assert {tuple(each) for each in drawn(disk)} == {(), ("/d", "/d/a")}


def test_a_killed_process_loses_nothing_but_the_end_of_the_write_it_was_in() -> None:
    disk = SimulatedDisk()
    fd = disk.open("/a")
    disk.pwrite(fd, b"first", 0)
    disk.pwrite(fd, b"second", 5)
    found = {
        bytes(moment.killed(Random(seed)).volume.file("/a").data)
        for moment in disk.moments()
        if moment.number > 0
        for seed in range(DRAWS)
    }
    whole = b"firstsecond"
    assert found == {whole[:size] for size in range(len(whole) + 1)}


def test_what_a_killed_process_wrote_is_still_in_doubt() -> None:
    disk = SimulatedDisk()
    disk.write("/a", b"x")
    *_, last = disk.moments()
    again = last.killed(Random(0))
    assert again.read("/a") == b"x"
    again.write("/b", b"y")
    *_, last = again.moments()
    assert last.power_failed(NOTHING).volume.contents() == {}


def test_after_a_sync_that_failed_the_next_one_saves_nothing() -> None:
    disk = SimulatedDisk()
    fd = disk.open("/a")
    disk.sync_directory("/")
    disk.pwrite(fd, b"lost", 0)
    fault = disk.fail("sync", errno.EIO, times=1)
    with pytest.raises(OSError, match="Input/output"):
        disk.sync(fd)
    disk.sync(fd)
    assert fault.hits == 1
    assert disk.pread(fd, 9, 0) == b"lost"
    assert all(found == {"/a": b"\0\0\0\0"} for found in drawn(disk))


def test_calls_fail_where_they_are_told_to_and_change_nothing() -> None:
    disk = SimulatedDisk()
    fd = disk.open("/a.log")
    other = disk.open("/b")
    fault = disk.fail("pwrite", errno.ENOSPC, path="*.log", after=1, times=2)
    results: list[int | None] = []
    for _ in range(4):
        try:
            results.append(disk.pwrite(fd, b"x", len(disk.read("/a.log"))))
        except OSError as error:
            results.append(error.errno)
        disk.pwrite(other, b"y", 0)
    assert results == [1, errno.ENOSPC, errno.ENOSPC, 1]
    assert (disk.read("/a.log"), fault.hits) == (b"xx", 2)


def test_a_short_write_is_finished_by_who_cares() -> None:
    disk = SimulatedDisk()
    fd = disk.open("/a")
    disk.write_short(3)
    write_all(disk, fd, b"0123456789", 0)
    assert disk.read("/a") == b"0123456789"
    assert [call.detail for call in disk.calls if call.name == "pwrite"] == [0, 3]


def test_a_full_disk_takes_what_fits_and_then_nothing() -> None:
    disk = SimulatedDisk()
    fd = disk.open("/a")
    disk.capacity = 4
    assert disk.pwrite(fd, b"012345", 0) == 4
    assert disk.pwrite(fd, b"ab", 0) == 2
    with pytest.raises(OSError, match="No space"):
        disk.pwrite(fd, b"4", 4)
    with pytest.raises(OSError, match="No space"):
        disk.open("/b")
    assert disk.volume.contents() == {"/a": b"ab23"}


def test_a_read_only_disk_is_read() -> None:
    disk = SimulatedDisk()
    disk.write("/a", b"x")
    disk.read_only = True
    assert disk.pread(disk.open("/a", writable=False), 5, 0) == b"x"
    for change in (
        lambda: disk.open("/a"),
        lambda: disk.open("/b"),
        lambda: disk.write("/a", b""),
        lambda: disk.remove("/a"),
        lambda: disk.rename("/a", "/b"),
        lambda: disk.make_directory("/d"),
    ):
        with pytest.raises(OSError, match="Read-only"):
            change()


def crashes_of_a_replacement(
    replace: Callable[[Disk, str, bytes], None],
) -> set[tuple[bool, bytes | None]]:
    """Whether it had returned, and what is found then."""
    disk = SimulatedDisk()
    disk.make_directory("/d")
    disk.sync_directory("/")
    write_atomically(disk, "/d/f", b"old" * 400)
    begun = len(disk.changes)
    replace(disk, "/d/f", b"new" * 500)
    found = set()
    for moment in disk.moments():
        if moment.number >= begun:
            lucks: list[Luck | Random] = [*LUCKS, *(Drawn(Random(seed)) for seed in range(DRAWS))]
            for luck in lucks:
                content = moment.power_failed(luck).volume.contents().get("/d/f")
                found.add((moment.following is None, content))
    return found


def test_a_file_that_is_replaced_is_the_old_or_the_new_one_at_every_moment() -> None:
    """fetch H-5: written to a temporary file, synced, renamed, the directory synced."""
    old, new = b"old" * 400, b"new" * 500
    assert crashes_of_a_replacement(write_atomically) == {(False, old), (False, new), (True, new)}


def test_a_replacement_without_its_syncs_is_found_out() -> None:
    def carelessly(disk: Disk, path: str, data: bytes) -> None:
        disk.write(path + ".tmp", data)
        disk.rename(path + ".tmp", path)

    def in_place(disk: Disk, path: str, data: bytes) -> None:
        disk.write(path, data)

    for replace in (carelessly, in_place):
        found = crashes_of_a_replacement(replace)
        assert (True, b"old" * 400) in found
        assert any(content not in (b"old" * 400, b"new" * 500) for _, content in found)


def test_a_change_that_waits_for_nothing_is_noted_once() -> None:
    disk = SimulatedDisk()
    disk.make_directory("/d")
    write_atomically(disk, "/d/f", b"x")
    assert [change.name for change in disk.changes] == [
        "make_directory",
        *("create", "truncate", "write", "sync", "rename", "sync_directory"),
    ]
    assert [call.name for call in disk.calls] == [
        "make_directory",
        *("open", "truncate", "pwrite", "sync", "close", "rename", "sync_directory"),
    ]
    assert disk.open_files == []
