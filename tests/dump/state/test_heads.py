"""Who sends a heartbeat or commit, read in place, is whom the decoder reads."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.model import Connection, Header, Message, seen_at
from kafkawire.dump.state.heads import Head, head_of
from kafkawire.dump.transport import Endpoint
from tests.support.requests.strategies import SPECS, draw

END = Endpoint("192.0.2.1", 9092)
VERSIONS = {8: (2, 10), 12: (0, 4)}
SPECS_BY_KEY: dict[int, Any] = {8: SPECS["OffsetCommitRequest"], 12: SPECS["HeartbeatRequest"]}


def message(api_key: int, body: bytes, version: int) -> Message:
    connection = Connection(1, 0, END, END, 0)
    header = Header(api_key, version, 7, 9)
    return Message(connection, bytes(9) + body, header, seen_at(0), is_request=True)


def expected(request: Message) -> Head:
    values = request.values
    generation = values["generationId" if request.api_key == 12 else "generationIdOrMemberEpoch"]
    instance_id = values.get("groupInstanceId") if request.api_key == 12 else None
    return Head(values["groupId"], generation, values["memberId"], instance_id)


def encoded(api_key: int, seed: int) -> tuple[bytes, int]:
    first, last = VERSIONS[api_key]
    version = first + seed % (last - first + 1)
    return draw(SPECS_BY_KEY[api_key], version, seed).encode(version), version


@given(api_key=st.sampled_from((8, 12)), seed=st.integers(0, 1 << 32))
def test_the_head_is_what_the_decoder_reads(api_key: int, seed: int) -> None:
    request = message(api_key, *encoded(api_key, seed))
    assert head_of(request) == expected(request)


@given(api_key=st.sampled_from((8, 12)), seed=st.integers(0, 1 << 32), size=st.integers(1, 9))
def test_what_is_cut_off_has_no_head(api_key: int, seed: int, size: int) -> None:
    body, version = encoded(api_key, seed)
    cut = message(api_key, body[:-size], version)
    assert head_of(cut) is None
    assert cut.problem is not None


def test_a_commit_of_version_0_says_only_its_group() -> None:
    request = message(8, b"\0\5bills" + bytes(4), 0)
    assert head_of(request) == Head("bills", -1, "", None)


def test_text_that_is_none_is_shown_as_the_decoder_does() -> None:
    request = message(12, b"\0\2\xff\xfe" + bytes(3) + b"\7" + b"\0\1m", 0)
    assert head_of(request) == expected(request)
    assert expected(request).generation == 7
