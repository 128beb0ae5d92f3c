"""The `replay` command against a broker of ours."""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kafkawire.dump.cli import main
from kafkawire.dump.commands.options import at_least_one
from kafkawire.dump.commands.replay import address, mapped, speed
from kafkawire.dump.transport import Endpoint
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.create_topics_response import CreateTopicsResponse
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.protocol.messages.init_producer_id_response import InitProducerIdResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.protocol.messages.sasl_handshake_request import SaslHandshakeRequest
from kafkawire.protocol.messages.sasl_handshake_response import SaslHandshakeResponse
from kafkawire.records.builder import encode_batch
from kafkawire.testing.local import LocalBroker
from tests.support.dump.captures import capture_of
from tests.support.dump.dialogues import Dialogue
from tests.support.suite.patience import patient

LIMIT_S = patient(30.0)


@pytest.fixture
def capture(tmp_path: Path) -> str:
    """A client that makes a topic and writes to it; what it was told is not true."""
    talk = Dialogue()
    on = talk.connect()
    topic = CreateTopicsRequest.CreatableTopic(name="orders", num_partitions=1)
    topic.replication_factor = 1
    batch = encode_batch([(0, b"k", b"v", [])], producer_id=4000, producer_epoch=0, base_sequence=0)
    partition = ProduceRequest.PartitionProduceData(index=0, records=bytes(batch))
    data = ProduceRequest.TopicProduceData(name="orders", partition_data=[partition])
    told = InitProducerIdResponse(producer_id=4000, producer_epoch=0)
    made = [
        talk.exchange(on, ApiVersionsRequest(), ApiVersionsResponse(), 3),
        talk.exchange(on, SaslHandshakeRequest(mechanism="PLAIN"), SaslHandshakeResponse(), 1),
        talk.exchange(on, CreateTopicsRequest(topics=[topic]), CreateTopicsResponse(), 5),
        talk.exchange(on, InitProducerIdRequest(transaction_timeout_ms=9), told, 4),
        talk.exchange(on, ProduceRequest(acks=-1, topic_data=[data]), ProduceResponse(), 9),
    ]
    path = tmp_path / "traffic.pcapng"
    path.write_bytes(capture_of(made))
    return str(path)


@pytest.fixture
def silent() -> Iterator[socket.socket]:
    """A broker that takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(LIMIT_S)
        yield listening


def test_a_recording_of_a_broker_replays_alike_on_a_fresh_one(
    capture: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = str(tmp_path / "first"), str(tmp_path / "second")

    with LocalBroker() as broker:
        assert main(["replay", capture, "--to", broker.bootstrap, "--write", first]) == 1
    shown = capsys.readouterr()
    assert "1 request will not be sent: authentication, which is masked" in shown.err
    assert "response.responses[orders]: nothing -> " in shown.out
    assert "4 of 4 requests on 1 connection in " in shown.out
    assert "baseOffset" in shown.out

    with LocalBroker({"node.id": "1"}) as broker:
        assert main(["replay", first, "--to", broker.bootstrap, "--write", second]) == 0
    assert "answers: 4 alike, 0 differ" in capsys.readouterr().out
    assert main(["diff", first, second]) == 0


def test_what_is_chosen_and_shown(capture: str, capsys: pytest.CaptureFixture[str]) -> None:
    with LocalBroker() as broker:
        given = ["replay", capture, "--to", broker.bootstrap, "-q", "-f", "~api ApiVersions"]
        main([*given, "--speed", "1000", "--in-flight", "1"])

    shown = capsys.readouterr()
    assert shown.out.startswith("1 of 1 requests")
    assert shown.err == ""


def test_ctrl_c_ends_it_with_what_came_of_it(
    capture: str, silent: socket.socket, capsys: pytest.CaptureFixture[str]
) -> None:
    accepted: list[socket.socket] = []

    def interrupt() -> None:
        connection, _ = silent.accept()
        accepted.append(connection)
        connection.settimeout(LIMIT_S)
        assert connection.recv(1, socket.MSG_PEEK)
        os.kill(os.getpid(), signal.SIGINT)

    interrupting = threading.Thread(target=interrupt, daemon=True)
    interrupting.start()
    code = main(["replay", capture, "--to", f"127.0.0.1:{silent.getsockname()[1]}"])
    interrupting.join(LIMIT_S)
    accepted[0].close()

    assert code == 130
    assert "1 of 4 requests on 1 connection" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["-f", "~nope"], "there is no operator"),
        (["-f", "~g nope"], "there is nothing to be sent"),
        (["--ca", "missing.pem"], "missing.pem"),
        (["--write", "missing/file"], "cannot write missing/file"),
    ],
)
def test_a_wrong_command_line_is_complained_of(
    capture: str, capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    assert main(["replay", capture, "--to", "127.0.0.1:1", *arguments]) == 2
    assert complaint in capsys.readouterr().err


def test_what_went_to_a_recorded_broker_goes_to_the_one_it_is_mapped_to(
    capture: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with LocalBroker() as broker:
        given = ["replay", capture, "-q", "--to", "127.0.0.1:1"]
        main([*given, "--map", f"10.0.1.2:9092={broker.bootstrap}"])
        assert "4 of 4 requests" in capsys.readouterr().out
        main([*given, "--map", f"10.0.1.3:9092={broker.bootstrap}"])
        assert "cannot reach 127.0.0.1:1: Connection refused" in capsys.readouterr().err


def test_a_broker_that_is_not_there_is_complained_of_and_no_file_replaced(
    capture: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = tmp_path / "again.pcapng"
    written.write_bytes(b"an earlier run")
    assert main(["replay", capture, "--to", "127.0.0.1:1", "--write", str(written)]) == 2
    said = capsys.readouterr()
    assert said.err.endswith("wire-dump: cannot reach 127.0.0.1:1: Connection refused\n")
    assert said.out == ""
    assert written.read_bytes() == b"an earlier run"
    assert not list(tmp_path.glob("*.partial"))


@pytest.mark.process
def test_a_reader_that_has_seen_enough_is_no_failure(capture: str) -> None:
    with LocalBroker() as broker:
        command = [sys.executable, "-u", "-m", "kafkawire.dump.cli", "replay", capture]
        reading, writing = os.pipe()
        os.close(reading)
        ended = subprocess.run(
            [*command, "--to", broker.bootstrap], stdout=writing, stderr=subprocess.PIPE, text=True
        )
        os.close(writing)

    assert ended.returncode == 0
    assert "Traceback" not in ended.stderr


def test_arguments_are_read() -> None:
    assert address("[::1]:9093") == Endpoint("::1", 9093)
    assert address("[::1]") == Endpoint("::1", 9092)
    assert address("broker") == Endpoint("broker", 9092)
    assert (speed("0.5"), at_least_one("3")) == (0.5, 3)
    for read, text in ((address, ":1"), (speed, "0"), (speed, "x"), (speed, "inf")):
        with pytest.raises(argparse.ArgumentTypeError):
            read(text)
    assert mapped("a=b:1") == (Endpoint("a", 9092), Endpoint("b", 1))
    with pytest.raises(argparse.ArgumentTypeError):
        mapped("a")
    with pytest.raises(argparse.ArgumentTypeError):
        at_least_one("0")
