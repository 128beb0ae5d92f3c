"""Requests of a transaction: one at a time, to the coordinator, again until there is an end.

A step is one request. It is sent again after failures that may pass; if the coordinator is unknown,
it is looked up first. The step's owner gets the final outcome.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.core.find_coordinator import find_request, found_by_key
from kafkawire.client.core.producing.transaction_errors import Verdict, verdict
from kafkawire.client.errors import is_retriable, refusal
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.find_coordinator_response import FindCoordinatorResponse

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.client.core.backoff import Backoff
    from kafkawire.client.core.producing.cluster import Cluster
    from kafkawire.client.errors import ClientError
    from kafkawire.protocol.message import Message

GROUP = 0
TRANSACTION = 1
"""Key types of FindCoordinator."""
CONCURRENT_WAIT_MS = 20
"""After so long the first AddPartitionsToTxn comes again while the transaction before it ends."""


class Ended(NamedTuple):
    """The end of a step: a response, or an error."""

    verdict: Verdict
    message: Message | None = None
    error: ClientError | None = None


class Step(NamedTuple):
    """One request of a transaction.

    Attributes:
        api: The api key.
        request: The request, or a function that makes it for a version.
        code_of: Returns the error code of an answer.
        done: Gets how it ended, and now_ms.
        versions: The least and the greatest version that can express the request.
        key: The key of the coordinator: its type, and the transactional id or the group.
    """

    api: ApiKey
    request: Message | Callable[[int], Message]
    code_of: Callable[[Message], int]
    done: Callable[[Ended, int], None]
    key: tuple[int, str]
    versions: tuple[int, int] | None = None


class TransactionCalls:
    """The steps of one producer, one after another."""

    def __init__(self, cluster: Cluster, backoff: Backoff) -> None:
        self._outbox = cluster.outbox
        self._timers = cluster.timers
        self._backoff = backoff
        self._steps: deque[Step] = deque()
        self._coordinators: dict[tuple[int, str], int] = {}
        self._is_busy = False
        self.last_failure: ClientError | None = None
        """Why the last attempt failed."""

    @property
    def is_idle(self) -> bool:
        """Whether no step is under way."""
        return not self._steps

    def ask(self, step: Step, now_ms: int) -> None:
        """Ask, once the steps before it have ended."""
        self._steps.append(step)
        if not self._is_busy:
            self._is_busy = True
            self._next(now_ms)

    def clear(self) -> None:
        """Forget the steps that wait, but for the one that is under way."""
        while len(self._steps) > 1:
            self._steps.pop()

    def _next(self, now_ms: int) -> None:
        if not self._steps:
            self._is_busy = False
            return
        step = self._steps[0]
        node = self._coordinators.get(step.key)
        if node is None:
            self._find(step, now_ms)
            return
        call = Call(
            step.api,
            step.request,
            lambda answer, at_ms: self._answered(step, answer, at_ms),
            node=node,
            versions=step.versions,
        )
        self._outbox.send(call, now_ms)

    def _answered(self, step: Step, answer: Answer, now_ms: int) -> None:
        message = answer.message
        if message is None:
            self._failed(step, answer.failure, now_ms)
            return
        code = step.code_of(message)
        found = verdict(step.api, code)
        error = None
        if code:
            what = f"{_KINDS[step.key[0]]} {step.key[1]!r}"
            error = refusal(code, what, api=step.api, node=answer.node)
            self.last_failure = error
        if found is Verdict.FIND:
            self._coordinators.pop(step.key, None)
        if found in (Verdict.FIND, Verdict.RETRY):
            self._again(step, code, now_ms)
        else:
            self._end(step, Ended(found, message, error), now_ms)

    def _failed(self, step: Step, failure: ClientError | None, now_ms: int) -> None:
        """There was no answer."""
        assert failure is not None
        self.last_failure = failure
        if is_retriable(failure):
            self._coordinators.pop(step.key, None)
            self._again(step, 0, now_ms)
        else:
            self._end(step, Ended(Verdict.FATAL, None, failure), now_ms)

    def _again(self, step: Step, code: int, now_ms: int) -> None:
        is_quick = (
            step.api == ApiKey.ADD_PARTITIONS_TO_TXN
            and code == ErrorCode.CONCURRENT_TRANSACTIONS
            and not self._backoff.attempts
        )
        wait_ms = self._backoff.next_ms()
        if is_quick:
            wait_ms = min(wait_ms, CONCURRENT_WAIT_MS)
        self._timers.at(now_ms + wait_ms, self._next)

    def _end(self, step: Step, ended: Ended, now_ms: int) -> None:
        self._backoff.reset()
        popped = self._steps.popleft()
        assert popped is step
        step.done(ended, now_ms)
        self._next(now_ms)

    # The coordinator

    def _find(self, step: Step, now_ms: int) -> None:
        key_type, key = step.key
        call = Call(
            ApiKey.FIND_COORDINATOR,
            find_request(key_type, [key]),
            lambda answer, at_ms: self._found(step, answer, at_ms),
            versions=(1, FindCoordinatorRequest.VERSIONS[1]),
        )
        self._outbox.send(call, now_ms)

    def _found(self, step: Step, answer: Answer, now_ms: int) -> None:
        message = answer.message
        if message is None:
            self._failed(step, answer.failure, now_ms)
            return
        assert isinstance(message, FindCoordinatorResponse)
        key_type, key = step.key
        told = found_by_key(message, answer.version, [key])[key]
        if not told.code:
            self._coordinators[step.key] = told.node
            self._next(now_ms)
            return
        what = f"{_KINDS[key_type]} {key!r}"
        error = refusal(told.code, what, api=ApiKey.FIND_COORDINATOR, node=answer.node)
        self.last_failure = error
        if is_retriable(error):
            self._again(step, 0, now_ms)
            return
        found = verdict(ApiKey.FIND_COORDINATOR, told.code)
        self._end(step, Ended(found, None, error), now_ms)


_KINDS = {GROUP: "group", TRANSACTION: "transactional id"}
