"""Damaged batches: described where there are some, and seen by every command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kafkawire.dump.cli import main
from kafkawire.dump.model import Exchange
from kafkawire.dump.records.damage import damage_of, has_damaged_batches
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.builder import encode_batch
from tests.support.dump.captures import capture_of
from tests.support.dump.dialogues import Dialogue


def batch(*, is_damaged: bool = False) -> bytes:
    made = bytearray(encode_batch([(0, b"key", b"value", [])]))
    if is_damaged:
        made[-2] ^= 1
    return bytes(made)


GOOD, BAD = batch(), batch(is_damaged=True)


def produce(talk: Dialogue, *batches: bytes) -> Exchange:
    partitions = [
        ProduceRequest.PartitionProduceData(index=at, records=each)
        for at, each in enumerate(batches)
    ]
    data = ProduceRequest.TopicProduceData(name="orders", partition_data=partitions)
    return talk.exchange(
        talk.connect(), ProduceRequest(acks=1, topic_data=[data]), ProduceResponse(), 9
    )


def fetch(talk: Dialogue, records: bytes) -> Exchange:
    partition = FetchResponse.PartitionData(partition_index=0, records=records)
    topic = FetchResponse.FetchableTopicResponse(topic="orders", partitions=[partition])
    return talk.exchange(talk.connect(), FetchRequest(), FetchResponse(responses=[topic]), 12)


def test_a_description_names_the_partition_the_offset_and_both_checksums() -> None:
    (text,) = damage_of(produce(Dialogue(), GOOD, BAD))

    assert text.startswith("orders-1, the batch at offset 0: byte ")
    assert "the checksum is 0x" in text
    assert not has_damaged_batches(produce(Dialogue(), GOOD))
    assert damage_of(produce(Dialogue(), GOOD)) == []


def test_of_many_a_few_are_described() -> None:
    found = damage_of(produce(Dialogue(), *[BAD] * 9))

    assert len(found) == 4
    assert found[-1] == "and more batches that are damaged"


@pytest.fixture
def capture(tmp_path: Path) -> str:
    talk = Dialogue()
    path = tmp_path / "damaged.pcapng"
    exchanges = [produce(talk, GOOD), produce(talk, BAD), fetch(talk, GOOD + BAD)]
    path.write_bytes(capture_of(exchanges))
    return str(path)


def test_a_line_shows_it_without_being_asked_for_records(
    capture: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", capture]) == 1
    marked = [line for line in capsys.readouterr().out.splitlines() if "!!" in line]
    assert len(marked) == 2
    assert "Produce" in marked[0]
    assert "!! orders-0, the batch at offset 0: byte " in marked[0]
    assert "Fetch" in marked[1]


def test_the_filter_for_problems_finds_it(capture: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "--json", "-f", "~problem", capture]) == 1
    lines = map(json.loads, capsys.readouterr().out.splitlines())
    found = [line for line in lines if line["kind"] == "exchange"]
    assert [line["api"] for line in found] == ["Produce", "Fetch"]
    assert all("the checksum is" in line["problems"][0] for line in found)


def test_statistics_count_it(capture: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", capture]) == 1
    assert "2 damaged batches, as a wrong checksum shows" in capsys.readouterr().out
    assert main(["stats", "--json", capture]) == 1
    assert json.loads(capsys.readouterr().out)["all"]["damagedBatches"] == 2


def test_the_exit_code_is_the_same_when_nothing_looks_at_messages(
    capture: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", "-q", "--write", str(tmp_path / "again.pcapng"), capture]) == 1
    assert "2 damaged batches; without -q they are shown" in capsys.readouterr().err
