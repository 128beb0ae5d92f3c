"""No output lets text from the wire steer a terminal, fake a line, or turn around or hide a name.

Each character that could is put into everything that a client, a broker or a record may name, and
all that `wire-dump` prints and writes is searched for it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import kafkawire.dump
from kafkawire.dump.cli import main
from kafkawire.dump.engine import Engine
from kafkawire.dump.inputs.captures import read_capture
from kafkawire.dump.model import Connection, ConnectionOpened
from kafkawire.dump.outputs.options import OutputOptions
from kafkawire.dump.pipeline import Pipeline
from kafkawire.dump.safe_text import page_text
from kafkawire.dump.sinks import make_sinks
from kafkawire.dump.state import State
from kafkawire.dump.transport import Endpoint
from kafkawire.dump.web.detail import detail_of
from kafkawire.dump.web.store import Store
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.create_topics_response import CreateTopicsResponse
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.protocol.messages.init_producer_id_response import InitProducerIdResponse
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.protocol.messages.sasl_authenticate_response import SaslAuthenticateResponse
from kafkawire.protocol.messages.sasl_handshake_request import SaslHandshakeRequest
from kafkawire.protocol.messages.sasl_handshake_response import SaslHandshakeResponse
from kafkawire.records.builder import encode_batch
from kafkawire.testing.local import LocalBroker
from tests.support.dump.captures import capture_of
from tests.support.dump.dialogues import Dialogue

pytestmark = pytest.mark.slow

CONTROLS = [*range(0x20), *range(0x7F, 0xA0)]
BIDIRECTIONAL = [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
SEPARATORS = [0x2028, 0x2029]
OF_NO_WIDTH = [0x00AD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0x3164, 0xE0041]
SURROGATES = [0xD800, 0xDFFF]
HOSTILE = [chr(code) for code in (*CONTROLS, *BIDIRECTIONAL, *SEPARATORS, *OF_NO_WIDTH)]
FORBIDDEN = re.compile(f"[{re.escape(''.join([*HOSTILE, *map(chr, SURROGATES)]))}]")
FAKE = "FAKED LINE"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def batch(text: str) -> bytes:
    header = (text, text.encode())
    return bytes(encode_batch([(0, text.encode(), text.encode(), [header])]))


def said(text: str) -> Iterator[tuple[Message, Message, int]]:
    """A request and a response each that name something by this text."""
    offered = [
        ApiVersionsResponse.ApiVersion(api_key=key, min_version=0, max_version=9)
        for key in range(60)
    ]
    software = ApiVersionsRequest(client_software_name=text, client_software_version=text)
    yield software, ApiVersionsResponse(api_keys=offered), 3
    yield SaslHandshakeRequest(mechanism="PLAIN"), SaslHandshakeResponse(mechanisms=[text]), 1
    refused = SaslAuthenticateResponse(error_code=58, error_message=text)
    yield SaslAuthenticateRequest(auth_bytes=f"\0{text}\0x".encode()), refused, 2
    topic = MetadataRequest.MetadataRequestTopic(name=text)
    told = MetadataResponse.MetadataResponseTopic(error_code=3, name=text)
    broker = MetadataResponse.MetadataResponseBroker(node_id=1, host=text, port=9092, rack=text)
    answer = MetadataResponse(brokers=[broker], cluster_id=text, topics=[told])
    yield MetadataRequest(topics=[topic]), answer, 9
    made = CreateTopicsRequest.CreatableTopic(name=text, num_partitions=1, replication_factor=1)
    result = CreateTopicsResponse.CreatableTopicResult
    failed = result(name=text, error_code=41, error_message=text)
    yield CreateTopicsRequest(topics=[made]), CreateTopicsResponse(topics=[failed]), 5
    protocol = JoinGroupRequest.JoinGroupRequestProtocol(name=text, metadata=text.encode())
    join = JoinGroupRequest(
        group_id=text, member_id=text, protocol_type="consumer", protocols=[protocol]
    )
    joined = JoinGroupResponse(member_id=text, leader=text, protocol_name=text, generation_id=1)
    yield join, joined, 5
    yield HeartbeatRequest(group_id=text, member_id=text), HeartbeatResponse(error_code=25), 4
    transactional = InitProducerIdRequest(transactional_id=text, transaction_timeout_ms=9)
    yield transactional, InitProducerIdResponse(producer_id=7, producer_epoch=0), 4
    partition = ProduceRequest.PartitionProduceData(index=0, records=batch(text))
    data = ProduceRequest.TopicProduceData(name=text, partition_data=[partition])
    kind = ProduceResponse.TopicProduceResponse
    response = ProduceResponse.PartitionProduceResponse(index=0, error_code=87, error_message=text)
    refusal = ProduceResponse(responses=[kind(name=text, partition_responses=[response])])
    yield ProduceRequest(acks=-1, topic_data=[data]), refusal, 9


def capture_with(texts: list[str], path: Path) -> Path:
    talk = Dialogue()
    exchanges = []
    for text in texts:
        on = talk.connect(text)
        exchanges += [talk.exchange(on, *each) for each in said(text)]
    path.write_bytes(capture_of(exchanges))
    return path


@pytest.fixture(scope="module")
def capture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    texts = [f"n{letter}{FAKE}" for letter in HOSTILE]
    return capture_with(texts, tmp_path_factory.mktemp("hostile") / "hostile.pcapng")


@pytest.fixture(scope="module")
def bytes_that_are_no_text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Bytes of no text, and surrogates as some encoders write them, wherever a name stands."""
    path = capture_with(["AAAAAAAA"], tmp_path_factory.mktemp("bytes") / "bytes.pcapng")
    data = path.read_bytes()
    assert data.count(b"AAAAAAAA") > 10
    path.write_bytes(data.replace(b"AAAAAAAA", b"\xed\xa0\x80\xff\xc0\x9b\x1bm"))
    return path


def check(text: str, *, coloured: bool = False) -> None:
    assert text
    plain = COLOUR.sub("", text) if coloured else text
    lines = plain.split("\n")
    for line in lines:
        assert FORBIDDEN.search(line) is None, repr(line)
        assert not line.startswith(FAKE), line


PRINTED = {
    **{f"read, level {level}": ["read", *["-" + "v" * level][: level and 1]] for level in range(5)},
    "read, coloured": ["read", "-vvvv", "-r", "--color=always"],
    "read, records": ["read", "-r"],
    "read, json": ["read", "--json", "-r"],
    "stats, json": ["stats", "--json", "--by=topic,group,client"],
    **{
        f"stats by {by}": ["stats", "--top=1000", f"--by={by}"]
        for by in ("client", "topic", "group", "software", "user", "broker", "outcome")
    },
}


@pytest.mark.parametrize("name", PRINTED)
def test_nothing_that_is_printed_has_such_a_character(
    name: str, capture: Path, bytes_that_are_no_text: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in (capture, bytes_that_are_no_text):
        main([*PRINTED[name], "--port=9092", str(path)])
        printed = capsys.readouterr()
        check(printed.out, coloured="coloured" in name)
        check(printed.err + " ")
        if "--json" in PRINTED[name]:
            assert printed.out.isascii()


def test_the_names_are_printed_as_escapes(
    capture: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for by in ("topic", "group", "client", "software"):
        main(["stats", "--port=9092", "--top=1000", f"--by={by}", str(capture)])
        out = capsys.readouterr().out
        assert f"n\\x1b{FAKE}" in out, by
        assert f"n\\x0a{FAKE}" in out, by
        assert f"n\\u202e{FAKE}" in out, by


def test_differences_have_none(
    capture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = capture_with(["billing"], tmp_path / "other.pcapng")
    changed = capture_with(
        [f"n{letter}{FAKE}" for letter in reversed(HOSTILE)], tmp_path / "changed.pcapng"
    )
    for paths in ([capture, other], [other, capture], [capture, changed]):
        main(["diff", "--port=9092", "--strict", *map(str, paths)])
        check(capsys.readouterr().out)


def test_a_replay_has_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = capture_with([f"n{letter}{FAKE}" for letter in "\x1b\n\u202e"], tmp_path / "few.pcapng")
    with LocalBroker() as broker:
        chosen = "~api Metadata | ~api CreateTopics"
        main(["replay", str(path), "--port=9092", "--to", broker.bootstrap, "-f", chosen])
    printed = capsys.readouterr()
    assert "\\x1b" in printed.out
    check(printed.out)
    check(printed.err + " ")


def test_a_broker_that_a_proxy_was_told_of_cannot_either(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from io import StringIO

    from kafkawire.dump.commands import say

    for letter in HOSTILE:
        out = StringIO()
        to = Endpoint(f"n{letter}{FAKE}", 9092)
        on = Connection(1, 0, Endpoint("10.0.0.1", 4000), to, 1)
        for sink in make_sinks(OutputOptions(), out):
            sink.event(ConnectionOpened(on))
        check(out.getvalue())
        say(f"broker 1, {to}, is 127.0.0.1:9093 here")
        check(capsys.readouterr().err)


def test_pages_keep_names_that_run_to_the_left_from_turning_their_neighbours() -> None:
    text = (Path(kafkawire.dump.__file__).parent / "page/static/page.css").read_text()
    assert "* { box-sizing: border-box; unicode-bidi: isolate; }" in text


@pytest.mark.parametrize("is_json", [False, True])
def test_frames_have_none(is_json: bool, capsys: pytest.CaptureFixture[str]) -> None:
    talk = Dialogue()
    for letter in HOSTILE:
        on = talk.connect(f"n{letter}{FAKE}")
        for request, response, version in said(f"n{letter}{FAKE}"):
            made = talk.exchange(on, request, response, version)
            assert made.request is not None
            main(["frame", "--json" if is_json else "-v", made.request.data.hex()])
            check(capsys.readouterr().out)


def strings_of(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from strings_of(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings_of(each)


def check_page(text: str) -> None:
    assert text.isascii()
    assert text.replace("\n", "").isprintable()
    for each in strings_of(json.loads(text)):
        assert FORBIDDEN.search(each.replace("\n", "").replace("\t", "")) is None, repr(each)


def test_a_page_that_is_kept_has_none(capture: Path, tmp_path: Path) -> None:
    page = tmp_path / "page"
    main(["read", "-q", "-r", "--port=9092", "--html", str(page), str(capture)])
    data = page / "data"
    scripts = [data / "meta.js", *data.glob("list-*.js"), *data.glob("detail-*.js")]
    assert len(scripts) > 3
    for script in scripts:
        text = script.read_text()
        if script.name.startswith("detail"):
            numbered = text[text.index("{") : text.rindex("}") + 1]
            check_page(re.sub(r"(?<=[{,])(\d+):\{\"notes", r'"\1":{"notes', numbered))
            continue
        found = json.loads(text[text.index("(") + 1 : text.rindex(")")])
        if script.name.startswith("list"):
            # What the page's filter compares with is last but one, and never shown.
            found = [[*row[:-2], row[-1]] if row[1] == 0 else row for row in found]
        check_page(json.dumps(found))


def test_a_page_that_is_served_has_none(capture: Path) -> None:
    store = Store()
    pipeline = Pipeline(Engine(ports=[9092]), State(), None, [store])
    for event in read_capture(str(capture)):
        pipeline.feed(event)
    pipeline.close()
    rows = store.rows(0, 10_000)
    assert len(rows) > len(HOSTILE)
    for row in rows:
        check_page(row.json())
        if row.exchange is not None:
            check_page(page_text(detail_of(row.exchange, None)))


def test_a_capture_that_is_written_has_none_in_its_comments(capture: Path, tmp_path: Path) -> None:
    written = tmp_path / "written.pcapng"
    main(["read", "-q", "--port=9092", "--write", str(written), str(capture)])
    comments = re.findall(rb"[\x20-\x7e]*group n[^\0]*", written.read_bytes())
    assert len(comments) >= len(HOSTILE) - 1
    for each in comments:
        check(each.decode(errors="replace"))


def test_what_is_wrong_with_a_command_is_said_without_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for letter in HOSTILE[1:]:
        path = tmp_path / f"n{letter}{FAKE}"
        for given in (["read"], ["stats"], ["log"], ["diff", str(tmp_path)]):
            assert main([*given, str(path)]) == 2
            check(capsys.readouterr().err)
    for letter in HOSTILE:
        for given in (["read", "x", "-f"], ["filter"]):
            main([*given, f'~t "a" ~nope {letter}{FAKE}'])
            printed = capsys.readouterr()
            check(printed.out + printed.err)
