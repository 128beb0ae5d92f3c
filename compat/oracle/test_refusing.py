"""What is taken out of an answer for a script that says what both sides must show."""

from __future__ import annotations

import pytest

from compat.oracle.scripts.refusing import Told, shows, told
from compat.oracle.steps import Answer, Ask
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse

RECORD = ProduceResponse.BatchIndexAndErrorMessage(batch_index=3, batch_index_error_message="this")
PARTITION = ProduceResponse.PartitionProduceResponse(
    error_code=87, base_offset=-1, record_errors=[RECORD], error_message="one of them"
)
REFUSED = ProduceResponse(
    responses=[ProduceResponse.TopicProduceResponse(name="log", partition_responses=[PARTITION])]
)


def _answer(message: Message) -> Answer:
    return Answer(message.API_KEY, 11, message, b"", 0.0)


def test_an_answer_is_unwrapped_to_its_code_its_closest_message_and_what_else_it_says() -> None:
    assert told(_answer(REFUSED)) == Told(ErrorCode.INVALID_RECORD, "this", {"batch_index": 3})


@pytest.mark.parametrize(
    ("text", "is_right"), [("this", True), ("th...", True), ("that", False), (None, False)]
)
def test_what_is_not_as_expected_is_told(text: str | None, is_right: bool) -> None:
    ask = Ask(MetadataRequest(), 9)
    script = shows("a case", ask, ErrorCode.INVALID_RECORD, text, batch_index=3)
    assert next(script) is ask
    with pytest.raises(StopIteration if is_right else AssertionError):
        script.send(_answer(REFUSED))
