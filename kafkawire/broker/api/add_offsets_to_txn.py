"""AddOffsetsToTxn (key 25): a group's offsets are to be committed with the transaction (KIP-98).

v2  the client understands PRODUCER_FENCED
v3  flexible
v4  the client understands TRANSACTION_ABORTABLE

What is added is the partition of `__consumer_offsets` in which the group lives. Clients of KIP-890
do not ask: TxnOffsetCommit adds it. Specification: produce C-50.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import Versions
from kafkawire.broker.coordinator import Producer
from kafkawire.broker.metadata.topic_names import CONSUMER_OFFSETS
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.broker.transactions.adding import CLIENTS_OWN, Addition, add
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.add_offsets_to_txn_response import AddOffsetsToTxnResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.delayed import Delayed
    from kafkawire.protocol.message import Message
    from kafkawire.protocol.messages.add_offsets_to_txn_request import AddOffsetsToTxnRequest

VERSIONS = Versions(0, 4)
FENCED_SINCE = 2


def handle(
    broker: Broker, request: AddOffsetsToTxnRequest, context: RequestContext
) -> Message | Delayed:
    """The group need not exist, nor have a name."""
    access = access_of(broker, context)
    name = request.transactional_id
    if access is not None:
        if not access.to_transactional_id(Operation.WRITE, name):
            raise ApiError(ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED)
        if not access.to_group(Operation.READ, request.group_id):
            raise ApiError(ErrorCode.GROUP_AUTHORIZATION_FAILED)
    shard = broker.transactions.shard_for(name)
    index = broker.groups.partition_of(request.group_id)
    producer = Producer(request.producer_id, request.producer_epoch)
    partitions = (TopicPartition(CONSUMER_OFFSETS, index),)
    add(shard, Addition(name, producer, partitions, CLIENTS_OWN), context.now_ms)
    return shard.log.released(AddOffsetsToTxnResponse(), context.now_ms)


def error_response(
    request: AddOffsetsToTxnRequest, context: RequestContext, error: ApiError
) -> AddOffsetsToTxnResponse:
    """The code that the client's version knows."""
    del request
    code = error.code
    if code == ErrorCode.PRODUCER_FENCED and context.api_version < FENCED_SINCE:
        code = ErrorCode.INVALID_PRODUCER_EPOCH
    return AddOffsetsToTxnResponse(error_code=int(code))
