"""The closing line names what is not shown, and what to do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kafkawire.dump.cli import main
from kafkawire.dump.commands.streams import streams_text
from kafkawire.dump.model import Streams
from kafkawire.dump.transport import Repeats
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from tests.support.dump.captures import capture_of, frames_of, pcap
from tests.support.dump.dialogues import Dialogue


@pytest.mark.parametrize(
    ("streams", "text"),
    [
        ((0, 0, 0), "no Kafka in 0 TCP streams"),
        ((0, 1, 0), "no Kafka in 1 TCP stream; try --port"),
        ((0, 1, 2), "no Kafka in 3 TCP streams; try --port"),
        ((5, 0, 0), ""),
        ((5, 1, 0), "1 stream not recognised; try --port"),
        ((5, 0, 2), "2 TLS streams not shown; try --port"),
        ((5, 2, 1), "2 streams not recognised and 1 TLS stream not shown; try --port"),
    ],
)
def test_what_was_not_recognised_is_said(streams: tuple[int, int, int], text: str) -> None:
    assert streams_text(Streams(*streams)) == text


def test_retransmissions_are_counted_beside_them() -> None:
    repeats = Repeats(3, 4000)
    assert streams_text(Streams(5, 0, 0, repeats)) == "3 retransmissions left out"
    said = "1 stream not recognised; try --port; 3 retransmissions left out"
    assert streams_text(Streams(5, 1, 0, repeats)) == said


def test_a_port_that_was_named_is_not_asked_for_again() -> None:
    assert streams_text(Streams(5, 1, 0), can_name_port=False) == "1 stream not recognised"


def test_retransmissions_of_a_capture_are_counted_everywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    talk = Dialogue()
    on = talk.connect()
    request, response = HeartbeatRequest(group_id="g" * 50), HeartbeatResponse()
    made = capture_of([talk.exchange(on, request, response, 3) for _ in range(9)])
    frames = [(time_ns, frame) for time_ns, frame in frames_of(made) for _ in range(2)]
    path = tmp_path / "twice.pcap"
    path.write_bytes(pcap(frames))

    assert main(["read", str(path)]) == 0
    shown = capsys.readouterr()
    assert "(FIN), 18 retransmissions left out" in shown.out
    assert shown.err == "wire-dump: 18 retransmissions left out\n"
    assert main(["stats", str(path)]) == 0
    assert "18 retransmissions with " in capsys.readouterr().out
    assert main(["stats", "--json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["retransmissions"] == 18
    assert main(["read", "--json", str(path)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["retransmissions"] for each in lines if "retransmissions" in each] == [18, 18]
