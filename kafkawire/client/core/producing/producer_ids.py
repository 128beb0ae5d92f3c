"""The producer id of an idempotent producer: how it is obtained, and when its epoch grows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.client.core.calls import Answer, Call, Outbox
from kafkawire.client.core.producing.batch import NO_PRODUCER, ProducerId
from kafkawire.client.errors import is_retriable, refusal
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.protocol.messages.init_producer_id_response import InitProducerIdResponse

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.client.core.backoff import Backoff
    from kafkawire.client.errors import ClientError
    from kafkawire.timers import Timers

EPOCH_MAX = (1 << 15) - 1
NO_TIMEOUT = (1 << 31) - 1
"""The time-out of transactions where there are none, as Kafka's producer sends it."""


class ProducerIds:
    """The present id and epoch, NO_PRODUCER while there are none."""

    def __init__(self, outbox: Outbox, timers: Timers, backoff: Backoff) -> None:
        self.current = NO_PRODUCER
        self.on_ready: Callable[[int], None] = lambda now_ms: None
        """Called when there is an id."""
        self.on_failed: Callable[[ClientError, int], None] = lambda error, now_ms: None
        """Called when no broker gives one out, with the reason."""
        self._outbox = outbox
        self._timers = timers
        self._backoff = backoff
        self._is_busy = False
        """Whether a call, or a wait before the next one, is under way."""

    def obtain(self, now_ms: int) -> None:
        """Ask for a new id, unless that is under way."""
        if not self._is_busy:
            self._is_busy = True
            self._ask(now_ms)

    def bump(self) -> None:
        """Let the epoch grow; after the greatest one a new id is needed."""
        number, epoch = self.current
        self.current = NO_PRODUCER if epoch >= EPOCH_MAX else ProducerId(number, epoch + 1)

    def reset(self) -> None:
        """Forget the id: a new one is needed."""
        self.current = NO_PRODUCER

    def _ask(self, now_ms: int) -> None:
        request = InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=NO_TIMEOUT)
        self._outbox.send(Call(ApiKey.INIT_PRODUCER_ID, request, self._answered), now_ms)

    def _answered(self, answer: Answer, now_ms: int) -> None:
        error = answer.failure
        message = answer.message
        if message is not None:
            assert isinstance(message, InitProducerIdResponse)
            if not message.error_code:
                self._is_busy = False
                self._backoff.reset()
                self.current = ProducerId(message.producer_id, message.producer_epoch)
                self.on_ready(now_ms)
                return
            error = refusal(message.error_code, api=ApiKey.INIT_PRODUCER_ID, node=answer.node)
        assert error is not None
        if is_retriable(error):
            self._timers.at(now_ms + self._backoff.next_ms(), self._ask)
            return
        self._is_busy = False
        self.on_failed(error, now_ms)
