"""Captures, read back by ourselves and by Wireshark."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from kafkawire.dump.inputs.captures import read_capture
from kafkawire.dump.model import ConnectionClosed, Event, Exchange, ExchangeDone, RequestSeen
from kafkawire.dump.outputs import pcapng as module
from kafkawire.dump.outputs.pcapng import PcapngSink
from kafkawire.dump.transport import Data, Note, StreamClosed, StreamOpened
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from tests.support.dump.dialogues import Dialogue

WAITING_BYTES_MAX = 32 << 20


def written(path: Path, *events: Event) -> bytes:
    sink = PcapngSink(str(path))
    for each in events:
        sink.event(each)
    assert not path.exists()
    sink.close()
    return path.read_bytes()


def talked() -> tuple[list[Exchange], list[Event]]:
    """Two connections, of which the first waits long for its second answer."""
    talk = Dialogue()
    one, two = talk.connect(), talk.connect("ledger")
    first = talk.exchange(one, MetadataRequest(), MetadataResponse(), 1)
    talk.wait(1)
    slow = talk.exchange(one, HeartbeatRequest(group_id="g"), HeartbeatResponse(), 3)
    talk.wait(1)
    quick = talk.exchange(two, HeartbeatRequest(group_id="h"), HeartbeatResponse(), 3)
    assert slow.response is not None
    assert quick.response is not None
    slow.response.time_ns = quick.response.time_ns + 5_000_000
    talk.wait(10)
    events = [ExchangeDone(each) for each in (first, quick, slow)]
    return [first, slow, quick], [*events, talk.close(one), talk.close(two)]


def sent(path: Path) -> list[tuple[int, int, bytes, int]]:
    found = [each for each in read_capture(str(path)) if isinstance(each, Data)]
    return [(each.stream, each.end, each.data, each.time_ns) for each in found]


def test_every_message_is_read_back_at_its_time(tmp_path: Path) -> None:
    exchanges, events = talked()
    path = tmp_path / "out.pcapng"
    written(path, *events)

    messages = [each for made in exchanges for each in (made.request, made.response) if each]
    assert {(data, time_ns) for _, _, data, time_ns in sent(path)} == {
        (len(each.data).to_bytes(4, "big") + each.data, each.time_ns) for each in messages
    }
    told = list(read_capture(str(path)))
    opened = [each for each in told if isinstance(each, StreamOpened)]
    assert [str(each.ends[0]) for each in opened] == ["192.0.2.7:50001", "192.0.2.7:50002"]
    assert [each.opener for each in opened] == [0, 0]
    assert [each.how for each in told if isinstance(each, StreamClosed)] == ["FIN", "FIN"]


def test_time_does_not_run_backwards_though_exchanges_end_in_another_order(tmp_path: Path) -> None:
    exchanges, events = talked()
    early: list[Event] = [RequestSeen(each) for each in exchanges]
    path = tmp_path / "out"
    whole = written(path, *events)

    times = [time_ns for _, _, _, time_ns in sent(path)]
    assert times == sorted(times)
    assert not [each for each in read_capture(str(path)) if isinstance(each, Note)]
    path.unlink()
    assert written(path, *early, *events) == whole


def test_packets_are_in_order_too_that_are_written_long_before_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "WAIT_NS", 20_000_000)
    sink = PcapngSink(str(tmp_path / "out"))
    talk = Dialogue()
    on = talk.connect()
    for _ in range(30):
        slow, quick = (talk.exchange(on, MetadataRequest(), None, 1) for _ in range(2))
        sink.event(ExchangeDone(quick))
        sink.event(ExchangeDone(slow))
        talk.wait(4)
    assert len(sink._waiting) < 10
    sink.close()

    times = [time_ns for _, _, _, time_ns in sent(tmp_path / "out")]
    assert times == sorted(times)
    assert len(times) == 60


@pytest.mark.slow
def test_little_is_kept_waiting(tmp_path: Path) -> None:
    sink = PcapngSink(str(tmp_path / "out"))
    talk = Dialogue()
    on = talk.connect()
    size = WAITING_BYTES_MAX // 4
    for _ in range(12):
        made = talk.exchange(on, MetadataRequest(), None, 1)
        assert made.request is not None
        made.request.data = bytes(size)
        sink.event(ExchangeDone(made))
        assert sink._waiting_bytes <= WAITING_BYTES_MAX
    sink.close()


def test_what_is_known_goes_along_as_a_comment(tmp_path: Path) -> None:
    exchanges, events = talked()
    exchanges[1].group = SimpleNamespace(summary="generation 5 of billing")

    assert b"generation 5 of billing" in written(tmp_path / "out", *events)


def test_a_connection_that_said_nothing_is_left_out(tmp_path: Path) -> None:
    talk = Dialogue()
    closed: ConnectionClosed = talk.close(talk.connect())
    written(tmp_path / "out", closed)

    assert not list(read_capture(str(tmp_path / "out")))


@pytest.mark.process
@pytest.mark.skipif(
    shutil.which("tshark") is None,
    reason="tshark is not installed: what it reads of wire-dump's captures is not checked",
)
def test_wireshark_decodes_it(tmp_path: Path) -> None:
    path = tmp_path / "out.pcapng"
    written(path, *talked()[1])

    command = ["tshark", "-r", str(path), "-d", "tcp.port==9092,kafka", "-Y", "kafka"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout

    for words in ("Metadata v1 Request", "Metadata v1 Response", "Heartbeat v3 Response"):
        assert words in shown
    assert "Malformed" not in shown
