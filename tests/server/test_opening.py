"""`kafkawire serve --data`: what is made, found again and refused, and how it is said."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from kafkawire.broker.broker import Broker
from kafkawire.broker.config import BrokerConfig
from kafkawire.log.formats import meta_properties
from kafkawire.server import opening
from kafkawire.server.errors import UsageError
from kafkawire.server.opening import much_is_made, open_storage, progress_shown
from tests.support.broker.metadata import apply, topic
from tests.support.suite.patience import patient
from tools.programs import kafkawire, running

ENDS_AFTER_S = patient(20)


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """A server process and the lines of its banner; it is stopped at the end."""
    command = kafkawire("serve", "--listen", "127.0.0.1:0", *arguments)
    pipe = subprocess.PIPE
    with running(command, limit_s=ENDS_AFTER_S, stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline().rstrip() for _ in range(3)]
        yield process, lines


def run(*arguments: str) -> tuple[int, str]:
    """Exit code and stderr of a server that does not begin."""
    command = kafkawire("serve", "--listen", "127.0.0.1:0", *arguments)
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=ENDS_AFTER_S, check=False
    )
    assert done.stdout == ""
    return done.returncode, done.stderr


def test_a_new_directory_is_formatted_as_kafka_does(tmp_path: Path) -> None:
    """admin F-34, F-35: ids of its own, unless somebody has said them."""
    for number, (node_id, cluster_id) in enumerate(((None, None), (5, "4L6g3nShT-eMCtK--X86sw"))):
        path = tmp_path / f"data{number}"
        storage = open_storage(str(path), node_id=node_id, cluster_id=cluster_id)
        storage.directory.close()
        found = meta_properties.decode((path / "meta.properties").read_bytes())
        assert (found.version, found.node_id) == (1, node_id or 1)
        assert cluster_id in (None, found.cluster_id)
        assert len(found.cluster_id or "") == 22
        assert (path / "__cluster_metadata-0" / f"{0:020}-{0:010}.checkpoint").stat().st_size == 411


@pytest.mark.process
def test_a_server_says_where_its_data_is_and_finds_it_again(tmp_path: Path) -> None:
    """admin F-9, F-34: stopped by a signal, it leaves everything in order."""
    data = str(tmp_path / "data")
    with serving("--data", data, "--node-id", "3", "--topic", "kept:2") as (_, lines):
        assert lines[0].endswith(f"(node 3, data in {data})")
        assert lines[2] == f"  Ctrl-C stops it; the data stays in {data}"
        assert not os.path.exists(f"{data}/.kafka_cleanshutdown")
        code, said = run("--data", data)
        assert (code, said) == (2, f"kafkawire: {data} is in use by another process\n")
    assert os.path.exists(f"{data}/.kafka_cleanshutdown")
    with serving("--data", data, "--topic", "kept:2", "--topic", "kept:5") as (process, lines):
        assert "(node 3," in lines[0]
        assert process.stderr is not None
        assert process.stderr.readline() == (
            "kafkawire: --topic kept:5: it is there already, with 2 partitions\n"
        )


@pytest.mark.process
@pytest.mark.parametrize(
    ("flags", "reason"),
    [
        (["--node-id", "8"], "belongs to node 7, not 8"),
        (["--set", "broker.id=8"], "belongs to node 7, not 8"),
        (["--cluster-id", "other"], "belongs to the cluster 4L6g3nShT-eMCtK--X86sw, not other"),
    ],
)
def test_anothers_directory_is_refused_in_one_line(
    tmp_path: Path, flags: list[str], reason: str
) -> None:
    """admin F-34."""
    data = str(tmp_path / "data")
    open_storage(data, node_id=7, cluster_id="4L6g3nShT-eMCtK--X86sw").directory.close()
    code, said = run("--data", data, *flags)
    assert (code, said) == (2, f"kafkawire: {data} {reason}\n")


@pytest.mark.process
def test_what_cannot_be_followed_is_refused_in_one_line(tmp_path: Path) -> None:
    """replication A-70: exit code 2, the lock given back."""
    data = str(tmp_path / "data")
    open_storage(data, node_id=7, cluster_id=None).directory.close()
    log = Path(data) / "__cluster_metadata-0" / "00000000000000000007-0000000001.checkpoint"
    log.write_bytes(b"x" * 99)
    code, said = run("--data", data)
    assert code == 2
    assert said.startswith(f"kafkawire: {data}/__cluster_metadata-0 cannot be followed: ")
    assert said.count("\n") == 1
    open_storage(data, node_id=7, cluster_id=None).directory.close()


@pytest.mark.process
def test_a_setting_that_is_wrong_makes_no_directory(tmp_path: Path) -> None:
    data = tmp_path / "data"
    code, _ = run("--data", str(data), "--set", "num.partitions=x")
    assert code == 2
    assert not data.exists()


def test_a_directory_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="is not a directory"):
        open_storage(str(tmp_path / "file"), node_id=None, cluster_id=None)


def test_a_long_start_is_heard_of(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Once it has taken a second; a short one says nothing."""
    broker = Broker(BrokerConfig({}), random=Random(1), now_ms=1)
    with progress_shown(broker, "here"):
        pass
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(opening, "SILENCE_S", 0.0)
    said = threading.Event()
    monkeypatch.setattr(sys.stderr, "flush", said.set, raising=False)
    shown = opening._progress

    def progress(broker: Broker) -> str:
        said.set()
        return shown(broker)

    monkeypatch.setattr(opening, "_progress", progress)
    with progress_shown(broker, "here"):
        assert said.wait(ENDS_AFTER_S)
    assert capsys.readouterr().err.startswith("kafkawire: loading here\n")


def test_the_collector_waits_for_the_end_of_a_start() -> None:
    with much_is_made():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_progress_is_counted_in_partitions() -> None:
    broker = Broker(BrokerConfig({}), random=Random(1), now_ms=1)
    broker.start(1, "127.0.0.1", 9092)
    broker.controller.commit(topic("t", [1], [1], [1]), 2)
    apply(broker.metadata, *topic("u", [1]))
    assert opening._progress(broker) == ": 3 of 4 partitions"
