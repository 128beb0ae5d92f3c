"""Directories between Apache Kafka and kafkawire, and Kafka's tool over ours.

Kafka runs twice for each release here, and ours a few times; `python -m compat.interchange` makes
longer exchanges. A copy of the files of a node that runs and rests is what a kill leaves of them.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from compat.interchange import handover, inventory, loaded, rewriting, tools
from compat.interchange.exchange import Directory
from compat.interchange.inventory import Inventory
from compat.interchange.nodes import new_home
from compat.oracle.node import OracleUnavailable
from compat.oracle.sides import OLD_VERSION, VERSION
from tests.support.rings.skips import skip_without

pytestmark = pytest.mark.oracle

ROUNDS = 2
ENDS = ["stopped", "killed"]
UNCHECKED = "data directories are not exchanged with Apache Kafka"


class Written:
    """What a node left behind, stopped and killed, and what it served before."""

    def __init__(self, home: Path, served: Inventory) -> None:
        self.home = home
        self._served = served

    def copy(self, how: str, home: Path) -> Directory:
        """A copy of it in another home."""
        shutil.copytree(self.home / how, home / "data")
        served = self._served if how == "stopped" else inventory.after_a_kill(self._served)
        return Directory(home, served=served, round_number=ROUNDS)


@contextlib.contextmanager
def written_by(kind: str) -> Iterator[Written]:
    """Two rounds by a node of that kind; skips where it cannot be had."""
    try:
        with new_home() as home:
            directory = Directory(home)
            directory.write(kind)
            killed = home / "killed"
            directory.visit(kind, at_rest=lambda: shutil.copytree(directory.data, killed))
            shutil.copytree(directory.data, home / "stopped")
            yield Written(home, directory.served)
    except OracleUnavailable as missing:
        skip_without(missing, UNCHECKED)


@pytest.fixture(scope="module", autouse=True)
def only_against_ours(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--against") != "kafkawire":
        skip_without("--against is another broker than kafkawire", UNCHECKED)


@pytest.fixture(scope="module", params=[VERSION, OLD_VERSION])
def by_kafka(request: pytest.FixtureRequest) -> Iterator[Written]:
    with written_by(request.param) as found:
        yield found


@pytest.fixture(scope="module")
def by_us() -> Iterator[Written]:
    with written_by("ours") as found:
        yield found


def test_every_small_file_of_kafkas_comes_out_of_our_codecs_again(by_kafka: Written) -> None:
    """Fetch H-2, H-4, H-10, H-13, H-14, admin F-34, F-37, F-38: byte by byte."""
    assert not list(rewriting.differences(by_kafka.home / "stopped"))


@pytest.mark.parametrize("how", ENDS)
def test_ours_serves_what_kafka_wrote(by_kafka: Written, how: str, tmp_path: Path) -> None:
    """Fetch H-1 to H-4, H-40, H-41, H-44, admin H 136, F-1, F-34, F-36: batch by batch.

    Log starts, lookups by time, aborted transactions, producers, epochs, ids, configs, quotas,
    groups and features, too; only after a kill need ours look for torn batches.
    """
    directory = by_kafka.copy(how, tmp_path)
    assert not directory.visit("ours", writes=False)
    assert not directory.complaints


def test_our_dump_finds_nothing_wrong_with_what_kafka_wrote(by_kafka: Written) -> None:
    assert not list(tools.own_complaints(by_kafka.home / "stopped"))


def test_kafkas_dump_finds_nothing_wrong_with_what_we_wrote(by_us: Written) -> None:
    """Fetch H-3, H-10, H-13, H-14, admin F-2: every file, by every check and decoder it has."""
    try:
        assert not list(tools.complaints(by_us.home / "stopped"))
    except OracleUnavailable as missing:
        skip_without(missing, UNCHECKED)


def test_our_dump_finds_nothing_wrong_with_what_we_wrote(by_us: Written) -> None:
    assert not list(tools.own_complaints(by_us.home / "stopped"))


@pytest.mark.parametrize("how", ENDS)
def test_kafka_goes_on_with_what_we_wrote_and_we_with_that(by_us: Written, how: str) -> None:
    """Fetch H-40, H-41, H-44, admin H 136, F-34, F-36 to F-38: there and back, nothing differs."""
    try:
        with new_home() as home:
            directory = by_us.copy(how, home)
            assert not directory.visit(VERSION)
            assert not directory.visit("ours", writes=how == "stopped")
            assert not directory.complaints
    except OracleUnavailable as missing:
        skip_without(missing, UNCHECKED)


def test_what_was_acknowledged_before_a_kill_under_load_is_found_by_the_other() -> None:
    """Fetch H-41, H-44: each begins with torn files of the other, and writes until it is killed."""
    try:
        with new_home() as home:
            count, missing = loaded.exchange(home, [VERSION, "ours", VERSION, "ours"], 1.0)
            assert count > 100
            assert not missing, missing[:5]
    except OracleUnavailable as missing_kafka:
        skip_without(missing_kafka, UNCHECKED)


@pytest.mark.parametrize("kills", [False, True], ids=ENDS)
def test_what_one_has_begun_the_other_ends(kills: bool) -> None:
    """Groups A-25, produce C-10: open transactions, groups with members, pending offsets."""
    try:
        with new_home() as home:
            found = handover.exchange(home, [VERSION, "ours", VERSION, "ours"], kills=kills)
            assert not found, found
    except OracleUnavailable as missing:
        skip_without(missing, UNCHECKED)
