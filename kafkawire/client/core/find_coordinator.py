"""FindCoordinator for any version: the request for some keys, and what the answer has of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.since import FIND_COORDINATOR_SEVERAL_KEYS_SINCE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kafkawire.protocol.messages.find_coordinator_response import FindCoordinatorResponse


class Found(NamedTuple):
    """The result of one key in a response.

    Attributes:
        code: The error code, 0 if there is a coordinator.
        node: The id of the coordinator.
        text: The broker's explanation of the error, empty if it gives none.
    """

    code: int
    node: int
    text: str


def find_request(key_type: int, keys: Sequence[str]) -> Callable[[int], FindCoordinatorRequest]:
    """Return what makes the request; versions below 4 ask for the first key only."""

    def make(version: int) -> FindCoordinatorRequest:
        if version < FIND_COORDINATOR_SEVERAL_KEYS_SINCE:
            return FindCoordinatorRequest(key_type=key_type, key=keys[0])
        return FindCoordinatorRequest(key_type=key_type, coordinator_keys=list(keys))

    return make


def found_by_key(
    message: FindCoordinatorResponse, version: int, keys: Sequence[str]
) -> dict[str, Found]:
    """Return what an answer has of each key of its request.

    A key that the answer lacks has no coordinator yet: COORDINATOR_NOT_AVAILABLE.
    """
    if version < FIND_COORDINATOR_SEVERAL_KEYS_SINCE:
        found = {keys[0]: Found(message.error_code, message.node_id, message.error_message or "")}
    else:
        found = {
            each.key: Found(each.error_code, each.node_id, each.error_message or "")
            for each in message.coordinators
        }
    missing = Found(ErrorCode.COORDINATOR_NOT_AVAILABLE, -1, "")
    return {key: found.get(key, missing) for key in keys}
