"""Fetch at every version, byte by byte: what is sent, what comes back, and in which order."""

from __future__ import annotations

import struct
from typing import Any

import pytest

from kafkawire.broker.api.fetch import VERSIONS
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.records.batch import crc_is_valid, read_header
from tests.support.broker.partitions import reassign
from tests.support.log.batches import make_batch
from tests.support.requests.fetching import (
    Fetcher,
    asked,
    base_offsets,
    data_of,
    entries,
    fetch_request,
)
from tests.support.requests.harness import Pending
from tests.support.requests.produce import produce_request

ALL = range(VERSIONS.min, VERSIONS.max + 1)
NAMES_UP_TO = 12
FETCH = 1


@pytest.fixture
def fetcher() -> Fetcher:
    return Fetcher()


class Topics:
    """The topics `t` and `u` by whatever names them at a version."""

    def __init__(self, fetcher: Fetcher, version: int) -> None:
        by_id = version > NAMES_UP_TO
        self.t: str | bytes = fetcher.topic_id if by_id else "t"
        u_id = fetcher.harness.create_topic("u", 3)
        self.u: str | bytes = u_id if by_id else "u"


class Layout:
    """Reads a response by the tables of fetch A.3, knowing nothing of our codec."""

    def __init__(self, data: bytes, version: int) -> None:
        self.data = data
        self.version = version
        self.at = 0
        self.flexible = version >= 12

    def number(self, form: str) -> Any:
        (value,) = struct.unpack_from(">" + form, self.data, self.at)
        self.at += struct.calcsize(form)
        return value

    def since(self, version: int, form: str) -> Any:
        return self.number(form) if self.version >= version else None

    def varint(self) -> int:
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def length(self, form: str) -> int:
        """-1 for null."""
        return self.varint() - 1 if self.flexible else int(self.number(form))

    def taken(self, size: int) -> bytes:
        self.at += size
        assert self.at <= len(self.data)
        return self.data[self.at - size : self.at]

    def tags(self) -> list[int]:
        found = []
        for _ in range(self.varint() if self.flexible else 0):
            found.append(self.varint())
            self.taken(self.varint())
        assert found == sorted(found)
        return found

    def partition(self) -> dict[str, Any]:
        data: dict[str, Any] = {"index": self.number("i"), "error": self.number("h")}
        data["high_watermark"] = self.number("q")
        data["last_stable"] = self.since(4, "q")
        data["log_start"] = self.since(5, "q")
        if self.version >= 4:
            count = self.length("i")
            data["aborted"] = None if count < 0 else [self.aborted() for _ in range(count)]
        data["preferred"] = self.since(11, "i")
        size = self.length("i")
        assert size >= 0, "records are null"
        data["records"] = self.taken(size)
        data["tags"] = self.tags()
        return data

    def aborted(self) -> tuple[int, int]:
        pair = (self.number("q"), self.number("q"))
        self.tags()
        return pair

    def topic(self) -> tuple[bytes, list[dict[str, Any]]]:
        by_id = self.version > NAMES_UP_TO
        key = self.taken(16) if by_id else self.taken(self.length("h"))
        partitions = [self.partition() for _ in range(self.length("i"))]
        self.tags()
        return key, partitions

    def response(self) -> dict[str, Any]:
        whole: dict[str, Any] = {"correlation_id": self.number("i")}
        self.tags()
        whole["throttle"] = self.since(1, "i")
        whole["error"] = self.since(7, "h")
        whole["session"] = self.since(7, "i")
        whole["topics"] = [self.topic() for _ in range(self.length("i"))]
        whole["tags"] = self.tags()
        assert self.at == len(self.data), "bytes are left over"
        return whole


def laid_out(pending: Pending) -> dict[str, Any]:
    return Layout(pending.raw[4:], pending.version).response()


# The response


@pytest.mark.parametrize("version", ALL)
def test_every_version_ends_with_its_last_byte(fetcher: Fetcher, version: int) -> None:
    """fetch A-3, A-4, A-8, A-17, A-23, A-60, J 14: read by the table of fields alone."""
    fetcher.append(count=2)
    key = Topics(fetcher, version).t
    pending = fetcher.send((key, 0), (key, 1), (key, 9), version=version, max_wait_ms=0)
    whole = laid_out(pending)
    assert whole["throttle"] == (0 if version >= 1 else None)
    assert (whole["error"], whole["session"]) == ((0, 0) if version >= 7 else (None, None))
    assert whole["tags"] == []
    ((name, (full, empty, unknown)),) = whole["topics"]
    assert name == (key if isinstance(key, bytes) else key.encode())
    assert [each["index"] for each in (full, empty, unknown)] == [0, 1, 9]
    assert [each["error"] for each in (full, empty, unknown)] == [0, 0, 3]
    assert [each["high_watermark"] for each in (full, empty, unknown)] == [2, 0, -1]
    if version >= 4:
        assert [each["last_stable"] for each in (full, empty, unknown)] == [2, 0, -1]
        assert [each["aborted"] for each in (full, empty, unknown)] == [None, None, []]
    if version >= 5:
        assert [each["log_start"] for each in (full, empty, unknown)] == [0, 0, -1]
    assert full["preferred"] == (-1 if version >= 11 else None)
    assert full["records"]
    assert (empty["records"], unknown["records"]) == (b"", b"")
    assert full["tags"] == empty["tags"] == unknown["tags"] == []


@pytest.mark.parametrize("version", range(7, 19))
def test_a_session_error_is_four_fields(fetcher: Fetcher, version: int) -> None:
    """fetch A-20, E-11, J 123: throttle time, code, session 0, no topics."""
    key = Topics(fetcher, version).t
    pending = fetcher.send((key, 0), version=version, session=(5, 1))
    tags = "00" if version >= 12 else ""
    topics = "01" if version >= 12 else "00000000"
    assert pending.raw[8:].hex() == f"{tags}00000000004600000000{topics}{tags}"


@pytest.mark.parametrize("version", ALL)
def test_duplicates_keep_the_first_place_and_the_last_values(
    fetcher: Fetcher, version: int
) -> None:
    """fetch A-11, A-12, J 11, 12: told apart by topic and number, whatever their elements."""
    for _ in range(3):
        fetcher.append(0)
    topics = Topics(fetcher, version)
    wanted = [
        (topics.t, asked(0, 99)),
        (topics.u, asked(0, 0)),
        (topics.t, asked(1, 0)),
        (topics.t, asked(0, 2)),
        (topics.u, asked(0, 0)),
    ]
    response = fetcher.fetch(*wanted, version=version)
    assert entries(response) == [(topics.t, 0, 0), (topics.u, 0, 0), (topics.t, 1, 0)]
    assert data_of(fetcher.fetch(*wanted[-2:-1], version=version)).records == (
        response.responses[0].partitions[0].records
    )


@pytest.mark.parametrize("version", ALL)
def test_neighbours_share_an_element(fetcher: Fetcher, version: int) -> None:
    """fetch A-15, J 12, 13: two elements of one topic side by side become one."""
    topics = Topics(fetcher, version)
    wanted = [(topics.t, 0), (topics.t, 1), (topics.u, 0), (topics.t, 2)]
    response = fetcher.fetch(*wanted, version=version)
    found = [
        (topic.topic or topic.topic_id, [each.partition_index for each in topic.partitions])
        for topic in response.responses
    ]
    assert found == [(topics.t, [0, 1]), (topics.u, [0]), (topics.t, [2])]


@pytest.mark.parametrize("version", ALL)
@pytest.mark.parametrize("replica_id", [-1, 5])
def test_refusals_come_behind_what_was_read(
    fetcher: Fetcher, version: int, replica_id: int
) -> None:
    """fetch A-16, B-7, B-10: consumers at v13 and up hear of unresolved ids first; all others
    in the order met.
    """
    reassign(fetcher.partition(), replicas=(1, 5))
    key = Topics(fetcher, version).t
    strange: str | bytes = b"\x09" * 16 if version > NAMES_UP_TO else "x"
    unknown = 100 if version > NAMES_UP_TO else 3
    request = fetch_request((key, 9), (strange, 0), (key, 0), (key, 8), (strange, 3))
    if version >= 15:
        request.replica_state = FetchRequest.ReplicaState(replica_id=replica_id)
    else:
        request.replica_id = replica_id
    response = fetcher.client.request(request, version)
    rejected = [(key, 9, 3), (strange, 0, unknown), (key, 8, 3), (strange, 3, unknown)]
    if version > NAMES_UP_TO and replica_id < 0:
        rejected = [rejected[1], rejected[3], rejected[0], rejected[2]]
    assert entries(response) == [(key, 0, 0), *rejected]


@pytest.mark.parametrize("version", ALL)
def test_an_isolation_that_does_not_exist_fails_the_request(fetcher: Fetcher, version: int) -> None:
    """fetch A-13, A-24, J 15: all that was asked for with the code, or only the code; the
    connection goes on. Before v4 there is no such field.
    """
    topics = Topics(fetcher, version)
    wanted = [(topics.u, 2), (topics.t, 0), (topics.u, 1)]
    if version < 4:
        assert [error for _, _, error in entries(fetcher.fetch(*wanted, version=version))] == [
            0
        ] * 3
        return
    session = (77, -1) if version >= 7 else (0, -1)
    pending = fetcher.client.send(
        fetch_request(*wanted, isolation_level=2, session=session, max_wait_ms=500), version
    )
    whole = laid_out(pending)
    assert (whole["error"], whole["session"]) == ((-1, 77) if version >= 7 else (None, None))
    listed = [
        (partition["index"], partition["error"], partition["high_watermark"], partition["aborted"])
        for _, partitions in whole["topics"]
        for partition in partitions
    ]
    by_name: list[tuple[object, ...]] = [(2, -1, -1, []), (0, -1, -1, []), (1, -1, -1, [])]
    assert listed == (by_name if version <= NAMES_UP_TO else [])
    assert fetcher.fetch(*wanted, version=version).responses


# The request


@pytest.mark.parametrize("version", ALL)
def test_a_request_that_is_cut_short_closes(fetcher: Fetcher, version: int) -> None:
    """fetch A-28: at any byte of its body, without an answer; bytes left over are ignored."""
    key = Topics(fetcher, version).t
    frame = fetcher.client.send(fetch_request((key, 0)), version).frame
    whole = fetcher.client.send_frame(frame + b"\0left over", FETCH, version)
    assert entries(whole.response) == [(key, 0, 0)]
    for cut in range(15, len(frame)):
        client = fetcher.harness.connect()
        pending = client.send_frame(frame[:cut], FETCH, version)
        assert client.closed
        assert not pending.raw


BEFORE_ARRAYS = "ffffffff 00000000 00000001 03200000 00"
SESSIONLESS = "00000000 ffffffff"
BODIES = {
    4: BEFORE_ARRAYS + "{topics}",
    7: BEFORE_ARRAYS + SESSIONLESS + "{topics} {forgotten}",
    12: BEFORE_ARRAYS + SESSIONLESS + "{topics} {forgotten} 01 00",
}


@pytest.mark.parametrize("version", BODIES)
def test_a_null_where_an_array_has_to_be_closes(fetcher: Fetcher, version: int) -> None:
    """fetch A-28: topics and forgotten topics."""
    none, null = ("01", "00") if version >= 12 else ("00000000", "ffffffff")
    header = f"0001 {version:04x} 00000007 0001 63" + (" 00" if version >= 12 else "")

    def answer(**arrays: str) -> Pending | None:
        body = BODIES[version].format(**{"topics": none, "forgotten": none, **arrays})
        client = fetcher.harness.connect()
        pending = client.send_frame(bytes.fromhex(header + body), FETCH, version)
        return None if client.closed else pending

    good = answer()
    assert good is not None
    assert good.response.responses == []
    assert answer(topics=null) is None
    assert version < 7 or answer(forgotten=null) is None


@pytest.mark.parametrize("version", [19, 20, 99, 32_767, -1])
def test_a_version_that_does_not_exist_closes(fetcher: Fetcher, version: int) -> None:
    """fetch A-9, A-28, J 4: no bytes at all."""
    header = b"\0\1" + version.to_bytes(2, "big", signed=True) + b"\0\0\0\7\xff\xff\0"
    pending = fetcher.client.send_frame(header + bytes(40))
    assert fetcher.client.closed
    assert not pending.raw


@pytest.mark.parametrize("version", range(12, 19))
def test_unknown_tags_are_passed_over_everywhere(fetcher: Fetcher, version: int) -> None:
    """fetch A-4, J 7: in every struct of a request."""
    key = Topics(fetcher, version).t
    request = fetch_request((key, 0), forgotten=((key, 1),))
    if version >= 15:
        request.replica_state = FetchRequest.ReplicaState(replica_id=-2)
        request.replica_state.unknown_tags = {60: b"in a tag"}
    for each in (
        request,
        request.topics[0],
        request.topics[0].partitions[0],
        request.forgotten_topics_data[0],
    ):
        each.unknown_tags = {50: b"", 51: b"new"}
    assert entries(fetcher.client.request(request, version)) == [(key, 0, 0)]


def test_unknown_tags_may_descend(fetcher: Fetcher) -> None:
    """fetch A-28: Kafka does not mind their order."""
    header = "0001 000c 00000007 0001 63 00"
    body = "ffffffff 00000000 00000001 03200000 00 00000000 ffffffff 01 01 01 02 09 01 aa 08 01 bb"
    pending = fetcher.client.send_frame(bytes.fromhex(header + body), FETCH, 12)
    assert pending.response.responses == []


@pytest.mark.parametrize("version", ALL)
@pytest.mark.parametrize("client_id", [None, "", "a" * 300])
def test_any_client_id_will_do(fetcher: Fetcher, version: int, client_id: str | None) -> None:
    """fetch A-2, J 8: of classic length, null included, under both headers."""
    client = fetcher.harness.connect(client_id)
    key = Topics(fetcher, version).t
    pending = client.send(fetch_request((key, 0)), version)
    raw = b"\xff\xff" if client_id is None else len(client_id).to_bytes(2, "big")
    assert pending.frame[8:10] == raw
    assert entries(pending.response) == [(key, 0, 0)]


@pytest.mark.parametrize("version", ALL)
def test_who_asks_stands_where_the_version_has_it(fetcher: Fetcher, version: int) -> None:
    """fetch A-10, J 9: a field up to v14, a tag from v15; without either a consumer."""
    key = Topics(fetcher, version).t
    request = fetch_request((key, 0))
    assert data_of(fetcher.client.request(request, version)).error_code == 0
    if version >= 15:
        request.replica_state = FetchRequest.ReplicaState(replica_id=5, replica_epoch=1)
    else:
        request.replica_id = 5
    assert data_of(fetcher.client.request(request, version)).error_code == 6
    reassign(fetcher.partition(), replicas=(1, 5))
    assert data_of(fetcher.client.request(request, version)).error_code == 0


# Stored bytes


@pytest.mark.parametrize("version", range(4, 19))
def test_what_was_produced_comes_back(fetcher: Fetcher, version: int) -> None:
    """fetch A-32, A-59, J 18, 19: but for base offset and leader epoch, which no checksum has."""
    fetcher.append()
    fetcher.elect()
    sent = make_batch(3, compression=1 if version % 2 else 0)
    fetcher.client.request(produce_request(("t", 0, sent), acks=1), 9)
    key = Topics(fetcher, version).t
    records = bytes(data_of(fetcher.fetch((key, asked(0, 1)), version=version)).records)
    assert records[:8] == (1).to_bytes(8, "big")
    assert records[12:16] == (1).to_bytes(4, "big")
    assert records[8:12] + records[16:] == sent[8:12] + sent[16:]


def test_append_time_changes_head_and_checksum(fetcher: Fetcher) -> None:
    """fetch A-35, J 18, 19: the timestamp type, the greatest timestamp, nothing else."""
    fetcher.configure(message_timestamp_type="LogAppendTime")
    fetcher.harness.advance(5_000)
    sent = make_batch(3)
    fetcher.client.request(produce_request(("t", 0, sent), acks=1), 9)
    records = bytes(data_of(fetcher.fetch(("t", 0))).records)
    header, before = read_header(records), read_header(sent)
    assert base_offsets(records) == [0]
    assert crc_is_valid(records, 0, header)
    assert header.crc != before.crc
    assert (header.timestamp_type, header.max_timestamp) == (1, fetcher.harness.now_ms)
    same = {"attributes": 0, "max_timestamp": 0, "crc": 0, "partition_leader_epoch": 0}
    assert header._replace(**same) == before._replace(**same)
    assert records[61:] == sent[61:]
