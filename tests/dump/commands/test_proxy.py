"""`wire-dump proxy`, as its user has it."""

from __future__ import annotations

import argparse
import contextlib
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kafkawire.dump.cli import main
from kafkawire.dump.commands.proxy import address, settings_of
from kafkawire.dump.inputs.captures import read_capture
from kafkawire.dump.transport import Data, Endpoint
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.testing import LocalBroker
from tests.support.loopback import RawClient

LIMIT_S = 30.0


@pytest.fixture(scope="module")
def bootstrap() -> Iterator[str]:
    with LocalBroker() as broker:
        yield broker.bootstrap


class Command:
    """The command in a process of its own."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "kafkawire.dump.cli", "proxy", "127.0.0.1:0", *arguments]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
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
def running(*arguments: str) -> Iterator[Command]:
    command = Command(*arguments)
    try:
        yield command
    finally:
        command.process.kill()
        command.process.communicate()


def test_what_passes_is_shown_and_kept(bootstrap: str, tmp_path: Path) -> None:
    path = tmp_path / "traffic.pcapng"
    with running("--to", bootstrap, "--write", str(path)) as proxy:
        with RawClient(proxy.at) as client:
            broker = client.request(MetadataRequest(topics=[]), 12).brokers[0]
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
    with running(*arguments) as proxy:
        with RawClient(proxy.at) as client:
            request = SaslAuthenticateRequest(auth_bytes=b"\0alice\0s3cr3t")
            client.last_words(client.encoded(request, 2))
        _, shown = proxy.end()

    assert "SaslAuthenticate" in shown
    assert "s3cr3t" not in shown + proxy.said
    assert b"s3cr3t" not in path.read_bytes()


def test_requests_of_a_broker_that_is_down_are_shown_as_json() -> None:
    with running("--to", "127.0.0.1:1", "--json") as proxy:
        with RawClient(proxy.at) as client:
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
    assert settings.login == ("SCRAM-SHA-512", "me", "s3cr3t")
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
