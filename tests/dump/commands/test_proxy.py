"""`wire-dump proxy`, as its user has it."""

from __future__ import annotations

import argparse
import contextlib
import json
import signal
import socket
import struct
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kafkawire.dump.cli import main
from kafkawire.dump.commands.proxy import address, settings_of
from kafkawire.dump.inputs.captures import read_capture
from kafkawire.dump.transport import Data, Endpoint
from kafkawire.protocol.exchange import encode_request
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.sasl.conversation import Login
from kafkawire.testing import LocalBroker
from tests.support.requests.loopback import connected, framed
from tests.support.suite.patience import patient
from tools.programs import running, wire_dump

LIMIT_S = patient(30.0)


@pytest.fixture(scope="module")
def bootstrap() -> Iterator[str]:
    with LocalBroker() as broker:
        yield broker.bootstrap


class Command:
    """The command in a process of its own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert self.process.stderr is not None
        self.said = ""
        self.at = ""
        while not self.at:
            line = self.process.stderr.readline()
            assert line, "ended before it listened"
            self.said += line
            if "listening on " in line:
                self.at = line.split()[3]

    def end(self) -> tuple[int, str]:
        """End it by Ctrl-C; its exit code and what it showed."""
        self.process.send_signal(signal.SIGINT)
        shown, said = self.process.communicate(timeout=LIMIT_S)
        self.said += said
        return self.process.returncode, shown


@contextlib.contextmanager
def proxying(*arguments: str) -> Iterator[Command]:
    command = wire_dump("proxy", "127.0.0.1:0", *arguments)
    pipe = subprocess.PIPE
    with running(command, by=signal.SIGKILL, stdout=pipe, stderr=pipe) as process:
        yield Command(process)


def test_what_passes_is_shown_and_kept(bootstrap: str, tmp_path: Path) -> None:
    path = tmp_path / "traffic.pcapng"
    with proxying("--to", bootstrap, "--write", str(path)) as proxy:
        with connected(proxy.at) as client:
            broker = client.ask(MetadataRequest(topics=[]), 12).brokers[0]
            assert f"{broker.host}:{broker.port}" != bootstrap
        code, shown = proxy.end()

    assert code == 0, proxy.said
    assert "Metadata v12" in shown
    assert f"broker {broker.node_id}, {bootstrap}, is" in proxy.said
    kept = b"".join(event.data for event in read_capture(str(path)) if isinstance(event, Data))
    assert str(broker.port).encode() not in kept
    assert broker.port.to_bytes(4, "big") in kept


def test_passwords_are_in_no_output(bootstrap: str, tmp_path: Path) -> None:
    path = tmp_path / "traffic.pcapng"
    arguments = ("--to", bootstrap, "--write", str(path), "-vvvv")
    with proxying(*arguments) as proxy:
        with connected(proxy.at) as client:
            request = SaslAuthenticateRequest(auth_bytes=b"\0alice\0s3cr3t")
            client.last_words(client.encoded(request, 2))
        _, shown = proxy.end()

    assert "SaslAuthenticate" in shown
    assert "s3cr3t" not in shown + proxy.said
    assert b"s3cr3t" not in path.read_bytes()


@pytest.mark.process
def test_requests_of_a_broker_that_is_down_are_shown_as_json() -> None:
    with proxying("--to", "127.0.0.1:1", "--json") as proxy:
        with connected(proxy.at) as client:
            client.last_words(client.encoded(MetadataRequest(topics=[]), 12))
        _, shown = proxy.end()

    found = [json.loads(line) for line in shown.splitlines()]
    assert any("Metadata" in json.dumps(each) for each in found)
    assert "Connection refused" in proxy.said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--sasl-user", "me"], "given together"),
        (["--sasl-user", "me", "--sasl-password-file", "missing"], "missing: No such file"),
        (["--ca", "ca.pem"], "without --to-tls"),
        (["--insecure"], "without --to-tls"),
        (["--tls-key", "key.pem"], "without --tls-cert"),
        (["--tls-cert", "missing.pem"], "missing.pem: No such file"),
        (["--to-tls", "--ca", "missing.pem"], "missing.pem: No such file"),
        (["-f", "~nothing"], "~nothing"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["proxy", "127.0.0.1:0", "--to", "127.0.0.1:1", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_options_become_settings(tmp_path: Path) -> None:
    password = tmp_path / "password"
    password.write_text("s3cr3t\r\nmore")
    arguments = parsed(
        *("--advertise", "here", "--listen-brokers", "7000", "--to", "[::1]:9093"),
        *("--sasl-user", "me", "--sasl-password-file", str(password)),
        *("--sasl-mechanism", "SCRAM-SHA-512", "--to-tls", "--insecure"),
    )
    settings = settings_of(arguments)

    assert settings.listen == Endpoint("127.0.0.1", 19092)
    assert settings.brokers == (Endpoint("a", 9092), Endpoint("::1", 9093))
    assert (settings.advertise, settings.base_port) == ("here", 7000)
    assert settings.login == Login("SCRAM-SHA-512", "me", "s3cr3t")
    assert settings.broker_tls is not None
    assert settings.client_tls is None


def test_tls_for_clients_says_what_they_must_trust(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = settings_of(parsed("--tls", "--tls-dir", str(tmp_path)))

    assert settings.client_tls is not None
    assert str(tmp_path / "ca.pem") in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("broker:9093", Endpoint("broker", 9093)),
        ("broker", Endpoint("broker", 9092)),
        (":19092", Endpoint("", 19092)),
        ("[::1]:1", Endpoint("::1", 1)),
        ("[::1]", Endpoint("::1", 9092)),
    ],
)
def test_addresses_are_written_as_usual(text: str, found: Endpoint) -> None:
    assert address(text) == found


@pytest.mark.parametrize("text", ["broker:", "broker:http", "broker:99999"])
def test_what_is_no_port_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        address(text)


def parsed(*arguments: str) -> argparse.Namespace:
    from kafkawire.dump.cli import parser

    return parser(["proxy"]).parse_args(["proxy", "127.0.0.1:19092", "--to", "a", *arguments])


def answering(listener: socket.socket) -> None:
    """A broker that answers every request of one client with its correlation id and zeros."""
    connection, _ = listener.accept()
    with connection, connection.makefile("rb") as file:
        while len(size := file.read(4)) == 4:
            frame = file.read(int.from_bytes(size, "big"))
            connection.sendall(framed(frame[4:8] + bytes(6)))


@pytest.mark.process
def test_requests_that_kafka_does_not_have_hide_nothing() -> None:
    """As first frame, after ApiVersions, and of versions that an API does not have."""
    head = struct.Struct(">hhih").pack
    beat = encode_request(12, 0, 9, "", HeartbeatRequest(group_id="g"))
    sent = [(10_000, 1), (12, 0), (18, 0), (99, 0), (12, 0), (1, 300), (1, 40), (-1, -1), (12, 0)]
    with socket.create_server(("127.0.0.1", 0)) as listener:
        broker = threading.Thread(target=answering, args=(listener,), daemon=True)
        broker.start()
        with proxying("--to", f"127.0.0.1:{listener.getsockname()[1]}", "--json") as proxy:
            with connected(proxy.at) as client:
                for key, version in sent:
                    frame = framed(head(key, version, 9, 2) + b"me")
                    client.send_bytes(beat if key == 12 else frame)
                    assert client.sock.recv(14, socket.MSG_WAITALL)[4:8] == b"\0\0\0\x09"
            _, shown = proxy.end()
        broker.join(LIMIT_S)

    found = [json.loads(line) for line in shown.splitlines()]
    exchanges = [each for each in found if each["kind"] == "exchange"]
    assert [(each["apiKey"], each["version"]) for each in exchanges] == [
        (key & 0xFFFF, version) for key, version in sent
    ]
    assert {each["clientId"] for each in exchanges} == {"me", ""}
    assert all(each["response"]["size"] == 10 for each in exchanges)
    assert (found[-1]["kind"], found[-1]["shown"], found[-1]["notRecognised"]) == ("streams", 1, 0)
    assert not any(each["kind"] == "damage" for each in found)
