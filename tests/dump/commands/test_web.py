"""`wire-dump web` as a user starts it."""

from __future__ import annotations

import argparse
import http.client
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest

from kafkawire.dump.cli import main
from kafkawire.dump.commands import options
from kafkawire.dump.commands.options import UsageError, endpoint
from tests.support.dump.captures import make_capture
from tests.support.dump.conversations import conversation
from tests.support.suite.patience import patient
from tools.programs import printed, running, wire_dump

LIMIT_S = patient(60.0)


@pytest.fixture
def capture(tmp_path: Path) -> str:
    path = tmp_path / "some.pcapng"
    path.write_bytes(make_capture(conversation(Random(3), 20)))
    return str(path)


@pytest.mark.process
def test_it_prints_an_address_and_serves_until_it_is_told_to_end(capture: str) -> None:
    with running(wire_dump("web", capture), stderr=subprocess.PIPE) as process:
        parts = urlsplit(printed(process.stderr, r"http://\S+")[0])
        connection = http.client.HTTPConnection("127.0.0.1", parts.port, timeout=LIMIT_S)
        connection.request("GET", f"/?{parts.query}")
        answer = connection.getresponse()
        answer.read()
        cookie = (answer.getheader("set-cookie") or "").partition(";")[0]
        connection.request("GET", "/api/stream", headers={"Cookie": cookie})
        answer = connection.getresponse()
        while b'"isDone":true' not in (line := answer.readline()):
            assert line
        process.send_signal(signal.SIGINT)
        connection.close()
        assert process.wait(LIMIT_S) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["no-such-file"], "cannot read no-such-file"),
        (["--secrets", __file__], "shows no secrets"),
        (["-f", "~nonsense", __file__], "column 1"),
        (["--follow", __file__, __file__], "one file"),
        (["--detect", "nonsense=off", __file__], "nonsense"),
        ([__file__], "neither a pcap nor a pcapng file"),
    ],
)
def test_what_cannot_be_is_said_at_once(given: list[str], said: str, capsys: Any) -> None:
    assert main(["web", *given]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("where", "why"),
    [
        ("{taken}", "Address already in use"),
        ("192.0.2.1:0", "Cannot assign requested address"),
        ("..:0", "Name or service not known"),
    ],
)
def test_where_it_cannot_listen_is_said_with_the_reason_and_what_to_do(
    where: str, why: str, capture: str, capsys: Any
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        given = where.format(taken=f"127.0.0.1:{taken.getsockname()[1]}")
        assert main(["web", "--listen", given, capture]) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"wire-dump: cannot listen on {given}: {why}")
        assert said.endswith("; --listen names another, its port 0 any that is free\n")


def test_without_its_extra_it_says_what_to_install(
    capture: str, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr(options, "find_spec", lambda name: None)

    assert main(["web", capture]) == 2
    assert "pip install 'kafkawire[web]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("127.0.0.1:80", ("127.0.0.1", 80)),
        ("localhost", ("localhost", 0)),
        (":8080", ("127.0.0.1", 8080)),
        ("[::1]:8080", ("::1", 8080)),
        ("[::1]", ("::1", 0)),
    ],
)
def test_addresses_are_of_this_host_alone_unless_they_say_otherwise(
    text: str, expected: tuple[str, int]
) -> None:
    assert endpoint(text) == expected


def test_other_commands_show_the_page_as_traffic_passes(capsys: Any) -> None:
    parser = argparse.ArgumentParser()
    options.add_web_option(parser)
    options.add_options(parser)

    pipeline = options.make_pipeline(parser.parse_args(["--web", "-q"]), sys.stdout)
    pipeline.close()

    assert re.search(r"http://127.0.0.1:\d+/\?token=", capsys.readouterr().err)
    with pytest.raises(UsageError, match="no secrets"):
        options.make_pipeline(parser.parse_args(["--web", "--secrets"]), sys.stdout)
    with pytest.raises(UsageError, match=r"cannot listen on 192.0.2.1:1: .*; --web names another"):
        options.make_pipeline(parser.parse_args(["-q", "--web", "192.0.2.1:1"]), sys.stdout)
