"""What a release answers otherwise to Produce (produce A-30, A-31, A-61, A-65 and table G).

Before KIP-467 (2.4) there was no INVALID_RECORD: what the log found wrong was CORRUPT_MESSAGE, and
what the request's own check found wrong could not even be parsed, which ended the connection.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.emulation.emulated_api import ApiRules
from kafkawire.broker.replicas.record_set import SINGLE_BATCH_SINCE, check_framing, look_at
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError, DecodeError
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.protocol.message import Message

    Answer = ProduceResponse.PartitionProduceResponse

NONE = int(ErrorCode.NONE)
UNKNOWN_SERVER_ERROR = int(ErrorCode.UNKNOWN_SERVER_ERROR)
CORRUPT_MESSAGE = int(ErrorCode.CORRUPT_MESSAGE)
INVALID_TIMESTAMP = int(ErrorCode.INVALID_TIMESTAMP)
UNSUPPORTED_COMPRESSION_TYPE = int(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE)
INVALID_RECORD = int(ErrorCode.INVALID_RECORD)

KEYLESS = "Compacted topic cannot accept message without key"
PLAIN_REFUSAL = "One or more records have been rejected"
NO_OFFSET = -1


class ProduceRules(ApiRules):
    """See the module."""

    __slots__ = ()

    def before(self, broker: Broker, request: Message, context: RequestContext) -> None:
        """See `ApiRules.before`."""
        assert isinstance(request, ProduceRequest)
        version = context.api_version
        if not self.behaviour.unparsed_record_sets or version < SINGLE_BATCH_SINCE:
            return
        for topic in request.topic_data:
            for data in topic.partition_data:
                if data.records is not None and not _is_allowed(data.records, version):
                    raise DecodeError(f"not one batch of records for partition {data.index}")

    def after(
        self, broker: Broker, request: Message, context: RequestContext, response: Message
    ) -> None:
        """See `ApiRules.after`."""
        assert isinstance(response, ProduceResponse)
        for topic in response.responses:
            for answer in topic.partition_responses:
                if answer.error_code:
                    self._change(answer, topic.name, broker)

    def _change(self, answer: Answer, topic: str, broker: Broker) -> None:
        behaviour = self.behaviour
        code = answer.error_code
        if code == UNSUPPORTED_COMPRESSION_TYPE and not behaviour.knows_zstd:
            answer.error_code = UNKNOWN_SERVER_ERROR
            answer.log_start_offset = _log_start(broker, topic, answer)
        elif code in (INVALID_RECORD, INVALID_TIMESTAMP):
            self._change_refusal(answer)

    def _change_refusal(self, answer: Answer) -> None:
        behaviour = self.behaviour
        if answer.error_code == INVALID_RECORD:
            answer.error_code = behaviour.invalid_record_code
        if behaviour.invalid_record_code == CORRUPT_MESSAGE:
            answer.log_start_offset = NO_OFFSET
        if not answer.record_errors:
            return
        if behaviour.ends_texts:
            _end_texts(answer)
        if behaviour.record_errors_max == 1:
            first = answer.record_errors[0]
            answer.error_message = first.batch_index_error_message
            first.batch_index_error_message = None
        elif answer.error_code == INVALID_RECORD and not behaviour.counts_record_errors:
            answer.error_message = PLAIN_REFUSAL
        del answer.record_errors[behaviour.record_errors_max :]


def _end_texts(answer: Answer) -> None:
    for each in answer.record_errors:
        text = each.batch_index_error_message or ""
        if text.startswith(KEYLESS):
            each.batch_index_error_message = f"{text}."
            if answer.error_message is not None:
                answer.error_message = answer.error_message.replace(f"{text}'", f"{text}.'")


def _is_allowed(records: bytes | bytearray | memoryview, version: int) -> bool:
    try:
        code = check_framing(look_at(records, must_be_framed=False), version)
    except ApiError:  # a codec that does not exist was none of the parser's business
        return True
    return code in (NONE, UNSUPPORTED_COMPRESSION_TYPE)


def _log_start(broker: Broker, topic: str, answer: Answer) -> int:
    partition = broker.replicas.get(TopicPartition(topic, answer.index))
    return NO_OFFSET if partition is None else partition.log_start_offset
