"""Brokers of their own on real disks: killed, out of room, in each other's way.

What is tried here a few times, `python -m tools.crash` does for as long as one likes.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

import pytest

from compat.clients.raw import RawClient
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.records.batch import read_header
from kafkawire.records.builder import encode_batch
from kafkawire.testing import RawConnection
from tests.support.suite.patience import patient
from tools.crash.administrator import create_topic
from tools.crash.ledger import Batch, Ledger, Place
from tools.crash.node import Finding, Node
from tools.crash.producers import PRODUCE_VERSION, produce
from tools.crash.reading import EARLIEST, LATEST, batches, offset_at
from tools.crash.runs import Crashes
from tools.crash.wire import connected
from tools.programs import kafkawire

RUNS = 5
FILE_BYTES_MAX = 1 << 20
"""Less than the files that a broker makes at its start, and than what is produced."""
BATCHES_MAX = 60
VALUE_BYTES = 40_000
FULL, OTHER = Place("full", 0), Place("full", 1)


@pytest.mark.crash
def test_what_was_acknowledged_survives_being_killed(tmp_path: Path) -> None:
    """Nothing lost, doubled or torn, whenever it dies."""
    crashes = Crashes(tmp_path / "data", Random(5))
    crashes.prepare()
    for number in range(RUNS):
        crashes.run(number)
    crashes.finish()
    assert crashes.ledger.findings == []
    assert crashes.ledger.acknowledged > 0


def _produce(wire: RawConnection, ledger: Ledger, place: Place) -> int:
    """Send a batch; the error code."""
    number = ledger.number()
    records = bytes(encode_batch([(number, None, Random(number).randbytes(VALUE_BYTES), ())]))
    batch = Batch(number, place, f"one/{place.partition}", read_header(records))
    ledger.sent(batch)
    answer = wire.ask(produce(place, records), PRODUCE_VERSION)
    (result,) = answer.responses[0].partition_responses
    if not result.error_code:
        ledger.acknowledge(batch, result.base_offset)
    code: int = result.error_code
    return code


@pytest.mark.process
def test_a_file_that_cannot_grow_takes_its_partition_offline_and_nothing_else(
    tmp_path: Path,
) -> None:
    """All that was acknowledged is there after a restart."""
    resource = pytest.importorskip(
        "resource", reason="no limits of resources here: a full disk is not tried"
    )
    ledger = Ledger()
    with Node(tmp_path / "data") as node:
        node.wait()
        wire = connected(node.port)
        assert create_topic(wire, FULL.topic, 2) == 0
        limits = resource.prlimit(node.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(node.process.pid, resource.RLIMIT_FSIZE, (FILE_BYTES_MAX, limits[1]))
        codes = {_produce(wire, ledger, FULL) for _ in range(BATCHES_MAX)}
        assert codes == {ErrorCode.NONE, ErrorCode.KAFKA_STORAGE_ERROR}
        resource.prlimit(node.process.pid, resource.RLIMIT_FSIZE, limits)
        assert _produce(wire, ledger, FULL) == ErrorCode.KAFKA_STORAGE_ERROR
        assert _produce(wire, ledger, OTHER) == ErrorCode.NONE
        with pytest.raises(Finding, match=r"could not be left in order"):
            node.stop()
    with Node(tmp_path / "data") as again:
        again.wait()
        wire = connected(again.port)
        for place in (FULL, OTHER):
            start, end = offset_at(wire, place, EARLIEST), offset_at(wire, place, LATEST)
            ledger.compare(place, start, end, batches(wire, place, start, end))
        assert ledger.findings == []
        assert _produce(wire, ledger, FULL) == ErrorCode.NONE
        again.stop()


def _refusal(directory: Path, *flags: str) -> str:
    """The one line that a broker ends with which will not serve this directory."""
    command = kafkawire("serve", "--listen", "127.0.0.1:0", "--data", str(directory), *flags)
    done = subprocess.run(command, capture_output=True, text=True, timeout=patient(30), check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    return line


@pytest.mark.process
def test_a_directory_that_is_not_ours_to_serve_is_refused_in_one_line(tmp_path: Path) -> None:
    """Another process, another cluster, another node, another release."""
    directory = tmp_path / "data"
    with Node(directory) as node:
        node.wait()
        assert "in use by another process" in _refusal(directory)
        client = RawClient(f"127.0.0.1:{node.port}")
        assert client.topics() == set()
        client.close()
        node.stop()
    assert "cluster" in _refusal(directory, "--cluster-id", "4L6g3nShT-eMCtK--X86sw")
    assert "belongs to node 1, not 7" in _refusal(directory, "--node-id", "7")
    properties = directory / "meta.properties"
    text = properties.read_text()
    properties.write_text(text.replace("version=1", "version=2"))
    assert "version" in _refusal(directory)
    properties.write_text(text)
    with Node(directory) as node:
        node.wait()
        node.stop()
