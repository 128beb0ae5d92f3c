"""An operation: its requests, and the reading of the responses.

An operation is about keys: topics, partitions, groups, brokers. Each key ends with a result or an
error of its own, so one that fails never hides the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from kafkawire.client.core.operations.lookups import Lookup
    from kafkawire.client.errors import ClientError
    from kafkawire.protocol.message import Message

K = TypeVar("K")
R = TypeVar("R")
GREATEST = 32_767
"""The greatest version that a request header can carry."""


class Paged(Enum):
    """What `Operation.read` returns for a key that a later page of the answer ends."""

    MORE = "more"


@dataclass(frozen=True, slots=True)
class Operation(Generic[K, R]):
    """One kind of question.

    Attributes:
        api: The api key.
        what: What is done, for texts of errors: "create topics".
        lookup: Finds the broker to ask about a key.
        ask: Makes the request about keys that one broker answers, for the agreed version.
        read: Reads the answer to the request about these keys: a result or an error for each, or
            MORE for keys that go into another request at once. A key without any of them ends as
            unanswered.
        least: The least version that can express the request.
        most: The greatest version that can express the request.
        again: Error codes of one key that are worth another attempt; None: all retriable ones.
    """

    api: int
    what: str
    lookup: Lookup[K]
    ask: Callable[[Sequence[K], int], Message]
    read: Callable[[Any, Sequence[K], int], Mapping[K, R | ClientError | Paged]]
    least: int = 0
    most: int = GREATEST
    again: frozenset[int] | None = None
