"""What is asked of records."""

from __future__ import annotations

import pytest

from kafkawire.dump.filter import Filter
from kafkawire.dump.filter.asking_records import records_in
from kafkawire.dump.model import Exchange
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.records.builder import encode_batch
from tests.support.dump.dialogues import Dialogue


def produced(compression: int, *, spoil: bool = False) -> Exchange:
    records = [
        (0, b"customer-1", b'{"total": 5}', [("traceparent", b"00-ab"), ("empty", None)]),
        (0, None, None, []),
        (0, b"customer-2", b'{"total": 7}' * 50, []),
    ]
    batch = bytearray(encode_batch(records, compression=compression))
    if spoil:
        batch[-20:] = bytes(20)
    partition = ProduceRequest.PartitionProduceData(index=0, records=bytes(batch))
    topic = ProduceRequest.TopicProduceData(name="orders", partition_data=[partition])
    talk = Dialogue()
    return talk.exchange(talk.connect(), ProduceRequest(topic_data=[topic]), version=9)


@pytest.mark.parametrize("compression", range(5))
@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("~key CUSTOMER-2", True),
        ("~key /^customer-\\d$/", True),
        ("~key total", False),
        ('~value "total"', True),
        ("~value /total.: 8/", False),
        ("~header /^traceparent=00-/", True),
        ("~header 'empty='", True),
        ("~header nothing", False),
    ],
)
def test_records_are_searched_whatever_their_codec(
    compression: int, text: str, answer: bool
) -> None:
    assert Filter(text).matches(produced(compression)) is answer


@pytest.mark.parametrize("compression", range(5))
def test_what_cannot_be_opened_holds_nothing_and_does_no_harm(compression: int) -> None:
    assert not Filter("~key /nobody/ | ~value /nothing$/").matches(
        produced(compression, spoil=True)
    )


def test_an_exchange_without_records_holds_none() -> None:
    talk = Dialogue()
    asked = talk.exchange(talk.connect(), ProduceRequest())

    assert list(records_in(asked)) == []
    assert not Filter("~key a").matches(asked)
