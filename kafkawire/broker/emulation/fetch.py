"""What a release answers otherwise to Fetch, once the answer is made (fetch A.8, A-17, A-18).

The zstd gate is of this kind: Kafka looked at the topic's configuration when all else was done,
so the refusal replaces data, errors and emptiness alike, and the session hears nothing of it.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from kafkawire.broker.emulation.emulated_api import ApiRules
from kafkawire.broker.fetch.opening import FULL_EPOCHS, INITIAL_EPOCH, checked, take_over
from kafkawire.broker.fetch.partition_read import rejection
from kafkawire.broker.fetch.view import READ_COMMITTED
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.primitives import ZERO_UUID
from kafkawire.protocol.since import FETCH_TOPIC_IDS_SINCE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeVar

    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.protocol.message import Message

    Named = TypeVar("Named", FetchRequest.FetchTopic, FetchRequest.ForgottenTopic)

UNSUPPORTED_COMPRESSION_TYPE = int(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE)
UNSUPPORTED_VERSION = int(ErrorCode.UNSUPPORTED_VERSION)


class FetchRules(ApiRules):
    """See the module."""

    __slots__ = ()

    def before(self, broker: Broker, request: Message, context: RequestContext) -> None:
        """See `ApiRules.before`."""
        assert isinstance(request, FetchRequest)
        if context.api_version >= FETCH_TOPIC_IDS_SINCE and not self.behaviour.keeps_zero_ids:
            _refuse_zero_ids(broker, request)

    def after(
        self, broker: Broker, request: Message, context: RequestContext, response: Message
    ) -> None:
        """See `ApiRules.after`."""
        assert isinstance(request, FetchRequest)
        assert isinstance(response, FetchResponse)
        if context.api_version >= FETCH_TOPIC_IDS_SINCE and not self.behaviour.keeps_zero_ids:
            _undo_zero_ids(broker, request, response)
        is_gated = context.api_version < self.behaviour.zstd_gate_below
        for topic in response.responses:
            for at, data in enumerate(topic.partitions):
                if is_gated and _is_zstd(broker, topic.topic, data.partition_index):
                    topic.partitions[at] = rejection(
                        data.partition_index, UNSUPPORTED_COMPRESSION_TYPE
                    )
                self._shape(topic.partitions[at], request)

    def refused(self, request: Message, context: RequestContext, response: Message) -> None:
        """See `ApiRules.refused`."""
        assert isinstance(response, FetchResponse)
        for topic in response.responses:
            for data in topic.partitions:
                if self.behaviour.has_null_records and context.api_version < FETCH_TOPIC_IDS_SINCE:
                    data.records = None
                if self.behaviour.has_null_aborted:
                    data.aborted_transactions = None

    def _shape(self, data: FetchResponse.PartitionData, request: FetchRequest) -> None:
        behaviour = self.behaviour
        if data.error_code:
            if behaviour.has_null_aborted:
                data.aborted_transactions = None
            if behaviour.has_null_records and data.error_code in (
                UNSUPPORTED_COMPRESSION_TYPE,
                UNSUPPORTED_VERSION,
            ):
                data.records = None
        if behaviour.hides_stable_offset and request.isolation_level != READ_COMMITTED:
            data.last_stable_offset = -1


def _until_zero(topics: Sequence[Named]) -> list[Named]:
    """Those that stand before the id zero."""
    return list(
        takewhile(lambda topic: topic.topic_id != ZERO_UUID or not topic.partitions, topics)
    )


def _refuse_zero_ids(broker: Broker, request: FetchRequest) -> None:
    """An incremental fetch fails at the id zero, when its session has taken over what is before.

    The session does not count it as used. Raises `ApiError` with UNKNOWN_SERVER_ERROR, and what
    refuses the session.
    """
    topics, forgotten = request.topics, request.forgotten_topics_data
    if request.session_epoch in FULL_EPOCHS:
        return
    known, dropped = _until_zero(topics), _until_zero(forgotten)
    if len(known) < len(topics):
        dropped = []
    elif len(dropped) == len(forgotten):
        return
    session = checked(broker.fetch_sessions.get(request.session_id), request, uses_topic_ids=True)
    start = FetchRequest(topics=known, forgotten_topics_data=dropped)
    take_over(session, start, uses_topic_ids=True)
    raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)


def _undo_zero_ids(broker: Broker, request: FetchRequest, response: FetchResponse) -> None:
    """No session is made that would have to hold the id zero: the fetch fails instead."""
    if request.session_epoch != INITIAL_EPOCH or len(_until_zero(request.topics)) == len(
        request.topics
    ):
        return
    session = broker.fetch_sessions.get(response.session_id)
    if session is not None:
        broker.fetch_sessions.remove(session)
        raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)


def _is_zstd(broker: Broker, topic: str, index: int) -> bool:
    partition = broker.replicas.get(TopicPartition(topic, index))
    return partition is not None and partition.log.config.compression_type == "zstd"
