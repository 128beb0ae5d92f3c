"""`wire-dump read`, as a person meets it."""

from __future__ import annotations

import json
import signal
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from kafkawire.dump.cli import main
from kafkawire.dump.commands.read import EXAMPLES, problems_text
from kafkawire.dump.pipeline import PipelineCounts
from kafkawire.dump.transport import Endpoint
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.exchange import encode_request, encode_response
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from tests.support.dump.captures import Send, make_capture
from tests.support.dump.conversations import conversation
from tests.support.dump.started import started

SENDS = conversation(Random(4), 12, in_flight=1)
COUNT = sum(not end for _, end, _, _ in SENDS)


@pytest.fixture
def capture(tmp_path: Path) -> str:
    path = tmp_path / "traffic.pcapng"
    path.write_bytes(make_capture(SENDS))
    return str(path)


def exchanges_in(text: str) -> list[dict[str, object]]:
    lines = [json.loads(line) for line in text.splitlines()]
    return [line for line in lines if line["kind"] == "exchange"]


def test_without_options_there_is_a_line_for_each_exchange(
    capture: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", capture]) == 0
    shown, errors = capsys.readouterr()
    assert shown.count("#1 client  ") == COUNT
    assert "opened 10.0.0.1:40000 -> 10.0.1.2:9092" in shown
    assert errors == ""


def test_a_filter_chooses(capture: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "--json", "-f", "~api Heartbeat", capture]) == 0
    chosen = exchanges_in(capsys.readouterr().out)
    assert main(["read", "--json", capture]) == 0
    everything = exchanges_in(capsys.readouterr().out)
    assert len(everything) == COUNT
    assert chosen == [each for each in everything if each["api"] == "Heartbeat"] != []


def test_a_filter_that_chooses_nothing_is_told_of(
    capture: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", "-f", "~g nobody", capture]) == 0
    shown, errors = capsys.readouterr()
    assert shown == ""
    assert errors == f"wire-dump: the filter chooses none of {COUNT} exchanges\n"


def test_damage_is_told_and_is_the_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cut.pcapng"
    path.write_bytes(make_capture(SENDS[:3] + SENDS[5:]).replace(b"member", b"", 1)[:-30])
    assert main(["read", str(path)]) == 1
    whole = make_capture(SENDS)
    path.write_bytes(whole[: len(whole) // 2])
    assert main(["read", str(path)]) == 1
    assert "!!" in capsys.readouterr().out


def test_who_is_shown_nothing_is_told_of_damage_in_a_line(
    tmp_path: Path, capture: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cut.pcapng"
    whole = make_capture(SENDS)
    path.write_bytes(whole[: len(whole) // 2])
    assert main(["read", "-q", str(path)]) == 1
    shown, errors = capsys.readouterr()
    assert shown == ""
    assert errors == (
        "wire-dump: 1 place with bytes lost or not to be read; without -q they are shown\n"
    )
    assert main(["read", "-q", capture]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("damage", "problems", "text"),
    [
        (2, 1, "2 places with bytes lost or not to be read and 1 message not to be decoded; "),
        (0, 3, "3 messages not to be decoded; "),
    ],
)
def test_places_and_messages_are_counted(damage: int, problems: int, text: str) -> None:
    counts = PipelineCounts()
    counts.damage, counts.problems = damage, problems
    assert problems_text(counts) == f"{text}without -q they are shown"


def test_the_standard_input_is_a_capture_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stdin:
        buffer = BytesIO(make_capture(SENDS))

    monkeypatch.setattr("sys.stdin", Stdin())
    assert main(["read", "--json", "-"]) == 0
    assert len(exchanges_in(capsys.readouterr().out)) == COUNT


def test_traffic_without_kafka_is_said_to_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "web.pcapng"
    path.write_bytes(make_capture([(0, 0, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", 5)]))
    assert main(["read", str(path)]) == 0
    assert "wire-dump: no Kafka in 1 TCP stream; try --port\n" in capsys.readouterr().err


def test_streams_that_were_not_recognised_are_counted_beside_kafka(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hello = b"\x16\x03\x01\0\xa5\x01\0\0\xa1\x03\x03" + bytes(154)
    end_ns = SENDS[-1][3]
    strange = ((7, b"GET / HTTP/1.1\r\n\r\n"), (8, hello), (9, bytes(50)))
    others = [(stream, 0, data, end_ns) for stream, data in strange]
    ends = {
        stream: (Endpoint("10.0.0.9", 1), Endpoint("10.0.0.8", 443 + stream))
        for stream in (7, 8, 9)
    }
    path = tmp_path / "mixed.pcapng"
    path.write_bytes(make_capture([*SENDS, *others], ends=ends))
    said = "2 streams not recognised and 1 TLS stream not shown"
    for options, advice in (([], "; try --port"), (["--port", "9092"], "")):
        assert main(["read", *options, str(path)]) == 0
        assert capsys.readouterr().err == f"wire-dump: {said}{advice}\n"
    assert main(["read", "--json", str(path)]) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    expected = {"kind": "streams", "shown": 1, "notRecognised": 2, "tlsNotShown": 1}
    assert last == expected | {"retransmissions": 0, "retransmittedBytes": 0}
    assert main(["stats", "--json", str(path)]) == 0
    found = capsys.readouterr()
    counts = json.loads(found.out)
    assert (counts["streamsNotRecognised"], counts["tlsStreamsNotShown"]) == (2, 1)
    assert said in found.err
    assert main(["diff", str(path), str(path)]) == 0
    assert capsys.readouterr().err.count(f"mixed.pcapng: {said}") == 2


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["absent.pcap"], "absent.pcap"),
        (["-f", "~api", "{capture}"], "~api"),
        (["--topic-map", "absent.txt", "{capture}"], "cannot read absent.txt"),
        (["--value", "morse", "{capture}"], "there is no view 'morse'"),
        (["{text}"], "neither"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_shown(
    arguments: list[str], complaint: str, capture: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = Path(capture).with_name("notes.txt")
    text.write_text("no capture at all, but long enough to be one\n")
    given = [each.format(capture=capture, text=text) for each in arguments]
    assert main(["read", *given]) == 2
    shown, errors = capsys.readouterr()
    assert shown == ""
    assert errors.startswith("wire-dump: ")
    assert complaint in errors or "is not a" in errors


@pytest.mark.process
def test_an_interrupt_shows_what_there_is() -> None:
    """The last request has no response yet: its exchange ends with the input."""
    process = started("read", "--json", "-")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(make_capture(SENDS[:1], is_closed=False))
    process.stdin.flush()
    first = json.loads(process.stdout.readline())
    process.send_signal(signal.SIGINT)
    rest, errors = process.communicate()
    assert (process.returncode, errors) == (130, b"")
    assert first["kind"] != "exchange"
    (exchange,) = exchanges_in(rest.decode())
    assert exchange["ended"] == "end"


@pytest.mark.process
def test_who_has_seen_enough_may_leave(capture: str) -> None:
    process = started("read", "-vvvv", *[capture] * 20)
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.wait() == 0
    assert process.stderr is not None
    with process.stderr as errors:
        assert errors.read() == b""
    assert process.stdin is not None
    process.stdin.close()


def test_the_help_has_examples_and_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["read", "--help"])
    shown = capsys.readouterr().out
    assert EXAMPLES in shown
    assert shown.count("Decode As...") == 2
    assert "exit codes:\n  0  " in shown


def test_a_capture_is_not_written_to_a_file_called_minus(
    capture: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", "-q", "--write", "-", capture]) == 2
    assert "/dev/stdout" in capsys.readouterr().err


def test_a_capture_is_not_replaced_by_what_is_shown_of_it(
    capture: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = Path(capture).read_bytes()
    other = Path(capture).with_name("same.pcapng")
    other.symlink_to(capture)
    for command in (["read"], ["replay", "--to", "127.0.0.1:1"]):
        assert main([*command, capture, "--write", str(other)]) == 2
        assert f"--write {other} would replace what is read" in capsys.readouterr().err
    assert Path(capture).read_bytes() == before


def test_what_cannot_be_written_has_the_users_name(
    capture: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = tmp_path / "absent" / "x.pcapng"
    assert main(["read", "--write", str(wanted), capture]) == 2
    assert f"cannot write {wanted}: No such file or directory\n" in capsys.readouterr().err


def test_a_filter_may_ask_what_detectors_find_in_all_traffic(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each of many requests fails alike: only the one that is once too often is chosen."""
    path = tmp_path / "denied.pcapng"
    path.write_bytes(make_capture(denied(12)))
    assert main(["read", "--json", str(path)]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    (number,) = [each["exchange"] for each in told if each["kind"] == "finding"]
    assert main(["read", "--json", "-f", "~detector acl-denials", str(path)]) == 0
    chosen = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["number"] for each in chosen if each["kind"] == "exchange"] == [number]
    assert [each["exchange"] for each in chosen if each["kind"] == "finding"] == [number]
    assert main(["stats", "--json", "-f", "~detector acl-denials", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["rows"][0]["exchanges"] == 1
    assert main(["read", "--detect", "acl-denials=off", "-f", "~detector", str(path)]) == 0
    assert "chooses none of 12" in capsys.readouterr().err


def denied(times: int) -> list[Send]:
    """Requests that are not allowed, and their answers."""
    topic = MetadataResponse.MetadataResponseTopic(
        name="t", error_code=ErrorCode.TOPIC_AUTHORIZATION_FAILED
    )
    answer = MetadataResponse(topics=[topic])
    sends: list[Send] = []
    for at in range(times):
        asked = encode_request(3, 9, at, "client", MetadataRequest())
        told = b"".join(map(bytes, encode_response(at, 3, 9, answer)))  # type: ignore[arg-type]
        sends += [(0, 0, asked, 2_000_000 * at), (0, 1, told, 2_000_000 * at + 1_000_000)]
    return sends
