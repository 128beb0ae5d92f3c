"""Who coordinates a group or a transactional id, and questions to it.

Coordinators move, load and are busy with the end of the transaction before; all of that passes, and
a question is put again until its deadline. Each question here may be put twice without harm.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.find_coordinator_response import FindCoordinatorResponse
from kafkawire.spark.cluster.deadline import Deadline
from kafkawire.spark.cluster.errors import Refused, Unreachable, place

if TYPE_CHECKING:
    from kafkawire.spark.cluster.cluster import Address, Cluster

GROUP = 0
TRANSACTION = 1
SEVERAL_KEYS_SINCE = 4
_MOVED = (ErrorCode.NOT_COORDINATOR, ErrorCode.COORDINATOR_NOT_AVAILABLE)

ANSWERS = TypeVar("ANSWERS", bound=Message)
T = TypeVar("T")


class Coordinator:
    """Of one group or transactional id; its address is looked up when first needed."""

    def __init__(self, cluster: Cluster, key: str, key_type: int) -> None:
        self._cluster = cluster
        self._key = key
        self._key_type = key_type
        self._address: Address | None = None

    def ask(
        self,
        request: Message,
        kind: type[ANSWERS],
        codes: Callable[[ANSWERS], list[int]],
        deadline: Deadline,
    ) -> ANSWERS:
        """The answer, once none of its error `codes` is left. Raises Refused and OutOfTime."""
        return self._cluster.retried(lambda: self._once(request, kind, codes, deadline), deadline)

    def version(self, api_key: int, deadline: Deadline) -> int:
        """Which version it speaks, asked for with the patience of `ask`."""
        return self._cluster.retried(lambda: self._version(api_key, deadline), deadline)

    def _version(self, api_key: int, deadline: Deadline) -> int:
        return self._cluster.connection(self._found(deadline), deadline).version(api_key)

    def _once(
        self,
        request: Message,
        kind: type[ANSWERS],
        codes: Callable[[ANSWERS], list[int]],
        deadline: Deadline,
    ) -> ANSWERS:
        address = self._found(deadline)
        try:
            answer = self._cluster.ask(address, request, kind, deadline)
        except Unreachable:
            self._address = None
            raise
        code = next((code for code in codes(answer) if code), 0)
        if code in _MOVED:
            self._address = None
        if code:
            raise Refused(f"{place(address, request.API_KEY)} for {self._key}", code)
        return answer

    def _found(self, deadline: Deadline) -> Address:
        if self._address is None:
            self._address = self._look_up(deadline)
        return self._address

    def settle(self, address: Address) -> None:
        """Somebody else has looked it up."""
        self._address = address

    def _look_up(self, deadline: Deadline) -> Address:
        # The old layout has the fields of the new one empty, and the other way round.
        request = FindCoordinatorRequest(key_type=self._key_type)
        cluster = self._cluster
        connection = cluster.any_connection(deadline)
        version = connection.version(ApiKey.FIND_COORDINATOR)
        if version >= SEVERAL_KEYS_SINCE:
            request.coordinator_keys = [self._key]
        else:
            request.key = self._key
        answer = connection.ask(request, FindCoordinatorResponse, deadline)
        found = answer.coordinators[0] if version >= SEVERAL_KEYS_SINCE else answer
        if found.error_code:
            where = f"{place(connection.address, ApiKey.FIND_COORDINATOR)} for {self._key}"
            raise Refused(where, found.error_code, found.error_message)
        return found.host, found.port


def locate(cluster: Cluster, keys: Sequence[str], key_type: int, deadline: Deadline) -> None:
    """Look up many coordinators at once where brokers can (KIP-699).

    What goes wrong with one of them is told when it is asked something. Raises Unreachable.
    """
    connection = cluster.any_connection(deadline)
    if connection.version(ApiKey.FIND_COORDINATOR) < SEVERAL_KEYS_SINCE or not keys:
        return
    request = FindCoordinatorRequest(key_type=key_type, coordinator_keys=list(keys))
    answer = connection.ask(request, FindCoordinatorResponse, deadline)
    for found in answer.coordinators:
        if not found.error_code:
            cluster.coordinator(found.key, key_type).settle((found.host, found.port))
