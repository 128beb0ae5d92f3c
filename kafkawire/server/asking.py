"""Asking a broker from inside its own process, by real requests without a socket."""

from kafkawire.broker import dispatch
from kafkawire.broker.broker import Broker
from kafkawire.broker.context import ConnectionContext
from kafkawire.broker.served_api import load
from kafkawire.protocol.buffers import Sendable, joined
from kafkawire.protocol.exchange import decode_response, encode_request
from kafkawire.protocol.message import Message

_LENGTH_BYTES = 4


def ask(broker: Broker, request: Message, version: int, now_ms: int) -> Message:
    """The broker's answer to a request that it answers at once.

    Any version will do that this broker knows, whichever release it emulates for its clients.
    """
    answers: list[Sendable] = []
    frame = encode_request(request.API_KEY, version, 0, "kafkawire", request)
    body = frame[_LENGTH_BYTES:]
    dispatch.handle(broker, ConnectionContext(), body, answers.extend, now_ms, load_api=load)
    answer = joined(answers)
    assert answer, f"{type(request).__name__} was not answered at once"
    return decode_response(answer[_LENGTH_BYTES:], request.API_KEY, version)[1]
