"""Kafka is recognised by its bytes, for every kind of client; other protocols are not taken for it.

The shapes of clients are those of captures that are met in the wild; the captures are made here.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count, pairwise
from pathlib import Path
from random import Random
from struct import pack

import pytest

from kafkawire.dump.cli import main
from kafkawire.dump.engine import Engine
from kafkawire.dump.inputs.captures import read_capture
from kafkawire.dump.model import Event, Exchange
from kafkawire.dump.pipeline import Pipeline
from kafkawire.dump.state import State
from kafkawire.dump.transport import Endpoint, StreamClosed, StreamOpened
from kafkawire.dump.web.store import Store
from kafkawire.protocol.exchange import encode_request, encode_response
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from tests.support.dump.captures import Send, ends_of, make_capture
from tests.support.dump.conversations import damage_of, exchanges_of, fed, transport
from tests.support.requests.loopback import framed

Said = tuple[bytes, bytes]
"""A request and its response, each with its length."""
CLIENT_IDS = ("rdkafka", "", None)


def spoken(
    request: Message, response: Message, version: int, correlation_id: int, client_id: str | None
) -> Said:
    asked = encode_request(request.API_KEY, version, correlation_id, client_id, request)
    parts = encode_response(correlation_id, request.API_KEY, version, response)
    return asked, b"".join(bytes(part) for part in parts)  # type: ignore[arg-type]  # no file


def ordinary(client_id: str | None, first_id: int = 1, size: int = 4) -> list[Said]:
    """Two kinds of requests by turns, all answered."""
    topics = [MetadataRequest.MetadataRequestTopic(name="orders")]
    kinds: list[tuple[Message, Message, int]] = [
        (MetadataRequest(topics=topics), MetadataResponse(cluster_id="c"), 5),
        (HeartbeatRequest(group_id="g", member_id="m"), HeartbeatResponse(), 2),
    ]
    return [spoken(*kinds[number % 2], first_id + number, client_id) for number in range(size)]


def header(key: int, version: int, correlation_id: int, client_id: str | None) -> bytes:
    name = b"" if client_id is None else client_id.encode()
    size = -1 if client_id is None else len(name)
    return pack(">hhih", key, version, correlation_id, size) + name


def old_list_offsets(client_id: str | None, correlation_id: int) -> Said:
    """ListOffsets version 0: one topic, one partition, the latest offset."""
    asked = header(2, 0, correlation_id, client_id) + pack(
        ">iih1siiqi", -1, 1, 1, b"t", 1, 0, -1, 1
    )
    answer = pack(">iih1siihiq", correlation_id, 1, 1, b"t", 1, 0, 0, 1, 42)
    return framed(asked), framed(answer)


def old_api_versions(client_id: str | None, correlation_id: int) -> Said:
    """ApiVersions version 0 as librdkafka sent it: an array of nothing behind the header."""
    asked = header(18, 0, correlation_id, client_id) + bytes(4)
    keys = [ApiVersionsResponse.ApiVersion(api_key=key, max_version=2) for key in range(19)]
    (answer,) = encode_response(correlation_id, 18, 0, ApiVersionsResponse(api_keys=keys))
    return framed(asked), bytes(answer)  # type: ignore[arg-type]  # no file is sent


def malformed(key: int, client_id: str | None) -> Said:
    """A request whose body is none, and an answer that says so."""
    return framed(header(key, 2, 90, client_id) + b"\x7f\xff\xff"), framed(pack(">ih", 90, 42))


SHAPES: dict[str, Callable[[str | None], list[Said]]] = {
    "ordinary": ordinary,
    "correlation id 0": lambda name: ordinary(name, 0),
    "one request, correlation id 0": lambda name: ordinary(name, 0, 1),
    "one ListOffsets v0": lambda name: [old_list_offsets(name, 5)],
    "one ListOffsets v0, correlation id 0": lambda name: [old_list_offsets(name, 0)],
    "a malformed first request": lambda name: [malformed(12, name), *ordinary(name)],
    "a first request with key 10000": lambda name: [malformed(10_000, name), *ordinary(name)],
    "a first request with key 99": lambda name: [malformed(99, name), *ordinary(name)],
    "an unknown key later": lambda name: [*ordinary(name), malformed(10_000, name)],
    "an unknown key between": lambda name: [
        *ordinary(name), malformed(99, name), *ordinary(name, 100),
    ],
    "one old ApiVersions": lambda name: [old_api_versions(name, 3)],
    "old ApiVersions first": lambda name: [old_api_versions(name, 3), *ordinary(name, 4)],
    "old ApiVersions between": lambda name: [
        *ordinary(name), old_api_versions(name, 5), *ordinary(name, 6),
    ],
}  # fmt: skip


def sends_of(said: list[Said], stream: int = 0) -> list[Send]:
    time_ns = count(1_700_000_000_000_000_000 + stream, 1_000_000)
    return [(stream, end, data, next(time_ns)) for both in said for end, data in enumerate(both)]


def read(path: Path, capture: bytes, engine: Engine) -> list[Event]:
    path.write_bytes(capture)
    return fed(engine, read_capture(str(path)))


def whole(exchanges: list[Exchange]) -> list[tuple[bytes, bytes]]:
    return [
        (framed(each.request.data), framed(each.response.data))
        for each in exchanges
        if each.request is not None and each.response is not None
    ]


@pytest.mark.parametrize("client_id", CLIENT_IDS)
@pytest.mark.parametrize("is_opened", [True, False], ids=["from its SYN", "in the middle"])
@pytest.mark.parametrize("shape", SHAPES)
def test_all_exchanges_are_read(
    shape: str, is_opened: bool, client_id: str | None, tmp_path: Path
) -> None:
    said = SHAPES[shape](client_id)
    engine = Engine(secrets=True)
    capture = make_capture(sends_of(said), is_opened=is_opened)
    events = read(tmp_path / "c.pcapng", capture, engine)
    assert damage_of(events) == []
    assert whole(exchanges_of(events)) == said
    assert (engine.counts.kafka, engine.counts.not_recognised) == (1, 0)


@pytest.mark.parametrize("client_id", CLIENT_IDS)
@pytest.mark.parametrize("segment_bytes", [30, 9, 4])
def test_segments_may_be_of_any_size(
    client_id: str | None, segment_bytes: int, tmp_path: Path
) -> None:
    said = ordinary(client_id, size=8)
    capture = make_capture(sends_of(said), segment_bytes=segment_bytes)
    events = read(tmp_path / "c.pcapng", capture, Engine())
    assert whole(exchanges_of(events)) == said


@pytest.mark.parametrize("client_id", CLIENT_IDS)
@pytest.mark.parametrize("lost", range(1, 9))
@pytest.mark.parametrize("ports", [(), (9092,)])
def test_what_follows_a_missing_beginning_is_read(
    client_id: str | None, lost: int, ports: tuple[int, ...], tmp_path: Path
) -> None:
    said = ordinary(client_id, size=10)
    capture = make_capture(sends_of(said)[lost:], is_opened=False)
    events = read(tmp_path / "c.pcapng", capture, Engine(ports=ports))
    assert whole(exchanges_of(events)) == said[(lost + 1) // 2 :]
    assert len(exchanges_of(events)) == 10 - lost // 2


def test_a_request_alone_in_the_middle_is_believed_where_its_port_is_named(tmp_path: Path) -> None:
    """Nothing answers it, it has no name, and its body does not decode."""
    (asked, _) = malformed(12, "")
    capture = make_capture(sends_of([(asked, b"")]), is_opened=False)
    for ports, expected in (((), []), ((9092,), [asked])):
        engine = Engine(ports=ports, secrets=True)
        events = read(tmp_path / "c.pcapng", capture, engine)
        assert [framed(each.message.data) for each in exchanges_of(events)] == expected
        assert engine.counts.not_recognised == (0 if expected else 1)


def test_all_that_is_relayed_is_kafka() -> None:
    junk = b"\0\0\0\x10" + b"\x7f" * 16
    engine = Engine(are_relayed=True)
    events = fed(engine, transport([(0, 0, junk, 1), *sends_of(ordinary(""))]))
    assert whole(exchanges_of(events)) == ordinary("")
    assert engine.counts.kafka == 1


# What is not Kafka.


def http(random: Random) -> list[Said]:
    body = random.randbytes(random.randrange(3_000))
    answer = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    return [(b"GET /%d HTTP/1.1\r\nHost: x\r\n\r\n" % number, answer) for number in range(3)]


def tls(random: Random) -> list[Said]:
    hello = b"\x16\x03\x01\0\xa5\x01\0\0\xa1\x03\x03" + random.randbytes(154)
    records = [b"\x17\x03\x03\x04\0" + random.randbytes(1_024) for _ in range(4)]
    return [(hello, b"\x16\x03\x03\0\x40\x02" + random.randbytes(63)), *pairwise(records)]


def postgres(random: Random) -> list[Said]:
    start = pack(">ii", 84, 196_608) + b"user\0me\0database\0orders\0".ljust(76, b"\0")
    row = b"D" + pack(">ihi", 10 + 60, 1, 60) + random.randbytes(60)
    query = b"Q" + pack(">i", 24) + b"select * from orders"
    return [(start, b"R" + pack(">ii", 8, 0) + b"Z\0\0\0\5I"), (query, row * 20), (query, row)]


def redis(random: Random) -> list[Said]:
    value = random.randbytes(200)
    return [(b"*2\r\n$3\r\nGET\r\n$1\r\nk\r\n", b"$200\r\n" + value + b"\r\n")] * 5


def mysql(random: Random) -> list[Said]:
    query = b"\3select * from orders"
    row = random.randbytes(random.randrange(1, 250))
    asked = len(query).to_bytes(3, "little") + b"\0" + query
    answer = b"".join(
        len(row).to_bytes(3, "little") + bytes([number]) + row for number in range(1, 9)
    )
    return [(asked, answer)] * 4


def zookeeper(random: Random) -> list[Said]:
    zxid = random.choice([0, 5 << 32 | 77, 1])
    session = random.getrandbits(60)
    connect = pack(">iqiqi", 0, zxid, 30_000, 0, 16) + bytes(17)
    connected = pack(">iiqi", 0, 30_000, session, 16) + random.randbytes(16) + b"\0"
    said = [(framed(connect), framed(connected))]
    for xid in range(1, 12):
        asked = pack(">iii", xid, random.choice([1, 3, 4, 8, 12]), 7) + b"/orders\0"
        answer = pack(">iqi", xid, zxid + xid, 0) + random.randbytes(random.choice([0, 68]))
        said.append((framed(asked), framed(answer)))
    ping = pack(">ii", -2, 11), pack(">iqi", -2, 9, 0)
    return [*said, (framed(ping[0]), framed(ping[1]))]


def numbers(random: Random) -> list[Said]:
    """A protocol of lengths and small numbers, in which an answer repeats the number asked."""
    said = []
    for number in range(30):
        parts = [random.choice((0, 0, 0, 1, 2, 255)) for _ in range(random.randrange(60))]
        asked = pack(">ii", random.choice((0, 1, 18 << 16)), number) + bytes(parts)
        said.append((framed(asked), framed(pack(">i", number) + bytes(reversed(parts)))))
    return said


def echoed(random: Random) -> list[Said]:
    """Frames that come back as they are."""
    frames = [framed(bytes(random.choices((0, 0, 1, 3), k=random.randrange(4, 80))))]
    return [(frame, frame) for frame in frames * 10]


def noise(random: Random) -> list[Said]:
    return [(random.randbytes(random.randrange(1, 2_000)),) * 2 for _ in range(6)]


def zeros(random: Random) -> list[Said]:
    return [(bytes(random.randrange(1, 200)), bytes(random.randrange(1, 200))) for _ in range(9)]


STRANGERS = (http, tls, postgres, redis, mysql, zookeeper, numbers, echoed, noise, zeros)


@pytest.mark.slow
@pytest.mark.parametrize("is_opened", [True, False], ids=["from its SYN", "in the middle"])
@pytest.mark.parametrize("stranger", STRANGERS)
def test_another_protocol_is_never_taken_for_kafka(
    stranger: Callable[[Random], list[Said]], is_opened: bool, tmp_path: Path
) -> None:
    for seed in range(30):
        engine = Engine()
        sends = sends_of(stranger(Random(seed)))
        skipped = Random(seed).randrange(3) if not is_opened else 0
        capture = make_capture(sends[skipped:], is_opened=is_opened)
        events = read(tmp_path / "c.pcapng", capture, engine)
        assert exchanges_of(events) == [], seed
        counts = engine.counts
        assert (counts.kafka, counts.not_recognised + counts.tls) == (0, 1), seed


@pytest.mark.parametrize("is_opened", [True, False], ids=["from its SYN", "in the middle"])
def test_streams_of_all_kinds_are_told_apart(is_opened: bool, tmp_path: Path) -> None:
    sends: list[Send] = []
    expected = []
    for number, shape in enumerate(SHAPES):
        said = SHAPES[shape](CLIENT_IDS[number % 3])
        expected += said
        sends += sends_of(said, number)
    for number, stranger in enumerate(STRANGERS, len(SHAPES)):
        sends += sends_of(stranger(Random(number)), number)
    sends.sort(key=lambda send: send[3])
    engine = Engine(secrets=True)
    ends = {
        number: (ends_of(number)[0], ends_of(number)[1]._replace(port=5_000 + number))
        for number in range(len(SHAPES) + len(STRANGERS))
    }
    capture = make_capture(sends, is_opened=is_opened, ends=ends)
    events = read(tmp_path / "c.pcapng", capture, engine)
    assert sorted(whole(exchanges_of(events))) == sorted(expected)
    counts = engine.counts
    assert (counts.kafka, counts.not_recognised, counts.tls) == (len(SHAPES), 9, 1)


def test_a_stream_without_bytes_is_not_counted() -> None:
    engine = Engine()
    ends = Endpoint("a", 1), Endpoint("b", 2)
    fed(engine, (StreamOpened(0, ends, 0, 1), StreamClosed(0, "FIN", 2)))
    assert engine.counts.not_recognised == 0


def test_every_output_shows_what_kafka_does_not_have_and_what_follows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    strange = [(10_000, 1), (99, 0), (1, 300), (1, 40), (-1, -1)]
    said = [ordinary("me", 1, 1)[0]]
    for number, (key, version) in enumerate(strange, 2):
        asked = framed(header(key, version, 10 * number, "me"))
        said.append((asked, framed(pack(">i", 10 * number) + bytes(6))))
        said += ordinary("me", 10 * number + 1, 1)
    path, page, again = tmp_path / "c.pcapng", tmp_path / "page", tmp_path / "again.pcapng"
    path.write_bytes(make_capture(sends_of(said)))
    names = ["Api10000 v1", "Api99 v0", "Fetch v300", "Fetch v40", "Api65535 v-1"]

    assert main(["read", "-vvvv", "--html", str(page), "--write", str(again), str(path)]) == 1
    shown = capsys.readouterr().out
    assert shown.count("Metadata v5 ") == 6
    assert [shown.count(f"me             {name} ") for name in names[:4]] == [1] * 4
    assert "nothing new" not in shown
    details = (page / "data" / "detail-0.js").read_text()
    assert [details.count(f"{name.split()[0]}Request") > 0 for name in names] == [True] * 5
    engine = Engine()
    assert len(exchanges_of(fed(engine, read_capture(str(again))))) == 11
    assert main(["stats", "--by", "version", "--json", str(path)]) == 1
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert {row["version"]: row["exchanges"] for row in rows} == {
        "Metadata v5": 6, **dict.fromkeys(names, 1),
    }  # fmt: skip
    store = Store()
    pipeline = Pipeline(Engine(), State(), None, [store])
    pipeline.run(read_capture(str(path)))
    pipeline.close()
    assert store.exchanges == 11
