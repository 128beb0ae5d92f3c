"""Batches and records as JSON."""

from __future__ import annotations

from kafkawire.dump.outputs.record_objects import batch_objects
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.builder import encode_batch
from tests.support.dump.dialogues import Dialogue
from tests.support.requests.produce import produce_request

ROWS = [(1_795_000_000_000, b"k", b'{"a": 1}', [("trace", b"x")]), (1, None, b"\xff", [])]


def test_a_batch_has_its_records_as_their_views_show_them() -> None:
    batch = bytes(encode_batch(ROWS, base_offset=41, compression=4, producer_id=7))
    request = produce_request(("orders", 3, batch), acks=1, timeout_ms=1)
    talk = Dialogue()
    made = talk.exchange(talk.connect(), request, ProduceResponse(), 9)
    assert made.request is not None
    assert made.response is not None

    (found,) = batch_objects(made, made.request, None) or []

    assert (found["topic"], found["partition"], found["codec"]) == ("orders", 3, "zstd")
    assert (found["baseOffset"], found["count"], found["producerId"]) == (41, 2, 7)
    first, second = found["records"]
    assert first["offset"] == 41
    assert first["value"] == {"kind": "json", "value": {"a": 1}, "note": None}
    assert first["headers"] == [{"name": "trace", "kind": "string", "value": "x", "note": None}]
    assert second["key"] == {"kind": "null", "value": None, "note": None}
    assert second["value"]["kind"] == "hex"
    assert batch_objects(made, made.response, None) is None


def test_what_is_wrong_is_known_when_the_records_are() -> None:
    batch = bytearray(encode_batch(ROWS))
    batch[-1] ^= 1
    talk = Dialogue()
    request = produce_request(("orders", 3, bytes(batch)), acks=0, timeout_ms=1)
    made = talk.exchange(talk.connect(), request, None, 9)
    assert made.request is not None

    (found,) = batch_objects(made, made.request, None) or []

    assert "the checksum is" in found["problems"][0]
