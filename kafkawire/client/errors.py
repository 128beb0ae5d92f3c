"""Errors of the client, as exceptions to catch by category (KIP-1050).

    ClientError
        ServerError             a broker's error code; raised as itself: never worth another attempt
            RetriableError      tried again by the client; seen as the cause of TimedOut
                RefreshError    the same, after metadata or a coordinator were looked up again
            AbortableError      abort the transaction, then go on with this producer
            RecoverableError    out of date: begin anew (rejoin the group, make a new producer)
            ConfigurationError  needs a person: rights, names, limits, versions
        BootstrapError, TimedOut, ConnectionLost, UnreadableAnswer, Closed ...

`refusal` makes the exception of an error code. A code that is new to this client is a ServerError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode

if TYPE_CHECKING:
    from kafkawire.client.values import TopicPartition


class ClientError(Exception):
    """Root of all exceptions that the client raises by itself."""


class ServerError(ClientError):
    """A broker answered with an error code.

    Attributes:
        code: The code; an int if this client has no name for it.
        message: The message of the broker, or the object of the request.
        api: The API of the request, or None.
        node: The id of the broker that answered, -1 if it has none.
    """

    def __init__(
        self, code: int, what: str = "", *, api: ApiKey | None = None, node: int = -1
    ) -> None:
        self.code: ErrorCode | int = ErrorCode(code) if code in _KNOWN else code
        self.message = what
        self.api = api
        self.node = node
        name = self.code.name if isinstance(self.code, ErrorCode) else f"error code {code}"
        at = "" if node < 0 else f" of broker {node}"
        asked = "" if api is None else f"{api.name}{at}: "
        super().__init__(f"{asked}{name}{': ' if what else ''}{what}")


class RetriableError(ServerError):
    """The same request may succeed later."""


class RefreshError(RetriableError):
    """The same request may succeed after metadata or the coordinator were looked up again."""


class AbortableError(ServerError):
    """The transaction has to be aborted; the producer may go on with another one."""


class RecoverableError(ServerError):
    """The client's place in the group or its producer id is out of date: begin anew."""


class ConfigurationError(ServerError):
    """A person has to change something: rights, names, limits or versions.

    Options that are wrong by themselves raise this, too, with code INVALID_CONFIG.
    """

    def __init__(
        self,
        code: int | str,
        what: str = "",
        *,
        api: ApiKey | None = None,
        node: int = -1,
    ) -> None:
        if isinstance(code, str):
            what, code = code, ErrorCode.INVALID_CONFIG
        super().__init__(code, what, api=api, node=node)


class TopicAuthorizationFailed(ConfigurationError):
    """The principal may not do this with the topic."""


class GroupAuthorizationFailed(ConfigurationError):
    """The principal may not do this with the group."""


class ClusterAuthorizationFailed(ConfigurationError):
    """The principal may not do this with the cluster."""


class TransactionalIdAuthorizationFailed(ConfigurationError):
    """The principal may not use the transactional id."""


class InvalidTopic(ConfigurationError):
    """No topic can have this name."""


class AuthenticationError(ConfigurationError):
    """The broker does not accept the credentials of the client."""


class RecordTooLarge(ServerError):
    """A record exceeds max.request.size, buffer.memory or the topic's max.message.bytes."""


class CommitFailed(RecoverableError):
    """The group has given the partitions to another member; the offsets were not committed."""


class RebalanceInProgress(RetriableError):
    """The group rebalances: commit again after the next ask."""


class FencedInstance(ServerError):
    """Another consumer with the same group.instance.id has taken this one's place."""


class GroupMaxSizeReached(ServerError):
    """The group has as many members as it may have."""


class ProducerFenced(RecoverableError):
    """Another producer with the same transactional.id has taken this one's place."""


class UnknownTopic(RefreshError):
    """The broker has no metadata of the topic or partition."""


class UnsupportedVersion(ClientError):
    """Client and broker have no version of an API in common that can express the request."""

    def __init__(
        self,
        api: ApiKey | int,
        ours: tuple[int, int],
        theirs: tuple[int, int] | None,
        what: str = "",
    ) -> None:
        self.api, self.ours, self.theirs = api, ours, theirs
        name = api.name if isinstance(api, ApiKey) else f"api {api}"
        offered = "does not offer it" if theirs is None else "offers {} to {}".format(*theirs)
        purpose = f" {what}" if what else ""
        super().__init__(f"{name}{purpose} needs versions {ours[0]} to {ours[1]}; broker {offered}")


class BootstrapError(ClientError):
    """No broker could be reached. `failures` has the reason of each address, `HOST:PORT`."""

    def __init__(self, failures: Mapping[str, str]) -> None:
        self.failures = dict(failures)
        told = "; ".join(
            why if why.startswith(f"{address}: ") else f"{address}: {why}"
            for address, why in failures.items()
        )
        super().__init__(f"no broker could be reached: {told or 'no addresses'}")


class TimedOut(ClientError):
    """Something did not happen in time.

    Attributes:
        what: What was waited for.
        last_error: The failure of the last attempt, or None.
    """

    def __init__(self, what: str, last_error: BaseException | None = None) -> None:
        self.what = what
        self.last_error = last_error
        super().__init__(what if last_error is None else f"{what}; the last attempt: {last_error}")
        self.__cause__ = last_error


class ConnectionLost(ClientError):
    """A connection ended before the answer came; seen as a cause only."""


class RequestTimedOut(ConnectionLost):
    """No answer came within request.timeout.ms, which ends the connection; seen as a cause only."""


class UnreadableAnswer(ClientError):
    """A broker sent bytes that are no answer to what was asked."""


class Closed(ClientError):
    """The client is closed, or was closed meanwhile."""


class OffsetOutOfRange(ClientError):
    """The log has no such offsets. `partitions` has the offset by partition."""

    def __init__(self, partitions: Mapping[TopicPartition, int]) -> None:
        self.partitions = dict(partitions)
        super().__init__(f"offsets are out of range: {_listed(partitions)}")


class NoOffsetForPartition(ClientError):
    """No offset is committed, and auto.offset.reset is none."""

    def __init__(self, partitions: Iterable[TopicPartition]) -> None:
        self.partitions = frozenset(partitions)
        names = ", ".join(map(str, sorted(self.partitions)))
        super().__init__(f"no offset is committed and auto.offset.reset is none: {names}")


class LogTruncation(ClientError):
    """Records that were read are no longer in the log (an unclean election).

    Attributes:
        partitions: The offset that would have been read next, by partition.
        diverging: The first offset at which the log differs, by partition; None if unknown.
    """

    def __init__(
        self,
        partitions: Mapping[TopicPartition, int],
        diverging: Mapping[TopicPartition, int | None],
    ) -> None:
        self.partitions, self.diverging = dict(partitions), dict(diverging)
        super().__init__(f"logs were truncated below what was read: {_listed(partitions)}")


class CorruptRecords(ClientError):
    """Records at an offset cannot be read; `seek` to a later offset passes them.

    Attributes:
        partition: The partition.
        offset: The first offset that cannot be read.
        next_offset: Where the batch ends, by what is left of its head; `offset` + 1 if unknown.
    """

    def __init__(
        self, partition: TopicPartition, offset: int, why: str, next_offset: int | None = None
    ) -> None:
        self.partition, self.offset = partition, offset
        self.next_offset = offset + 1 if next_offset is None else max(next_offset, offset + 1)
        passing = f"seek to {self.next_offset} to pass it"
        super().__init__(f"{partition} offset {offset} cannot be read: {why}; {passing}")


class SerializationError(ClientError):
    """A serializer failed with a key or value; the record was not accepted.

    Attributes:
        topic: The topic that the record was for.
        part: "key" or "value".
    """

    def __init__(self, topic: str, part: str, why: BaseException) -> None:
        self.topic, self.part = topic, part
        super().__init__(f"{topic}: the serializer of the {part} failed: {why!r}")
        self.__cause__ = why


class RecordDeserializationError(ClientError):
    """A deserializer failed with a record; `seek` to `offset` + 1 passes it (KIP-1036).

    Attributes:
        partition: The partition.
        offset: The offset of the record.
        part: "key" or "value".
        key: The key as it was read, undecoded.
        value: The value as it was read, undecoded.
        headers: The headers of the record.
        timestamp: The timestamp of the record, in milliseconds.
    """

    key: bytes | None
    value: bytes | None
    headers: list[tuple[str, bytes | None]]
    timestamp: int

    def __init__(
        self, partition: TopicPartition, offset: int, part: str, why: BaseException
    ) -> None:
        self.partition, self.offset, self.part = partition, offset, part
        super().__init__(
            f"{partition} offset {offset}: the deserializer of the {part} failed: {why!r}; "
            f"seek to {offset + 1} to pass it"
        )
        self.__cause__ = why


class NotAssigned(ClientError):
    """A partition is not assigned to this consumer."""


class MetadataMissing(ClientError):
    """Metadata of a topic or partition is missing, or the producer cannot wait for it now."""


class BufferFull(ClientError):
    """Memory for records did not become free within max.block.ms."""


class TransactionAborted(ClientError):
    """The transaction was aborted; nothing of it was committed. The producer may begin another."""


class TransactionRequired(ClientError):
    """A transactional producer sends within a transaction only."""


class TransactionUnresolved(ClientError):
    """The outcome of the transaction is unknown; the next transaction resolves it first."""


class DeliveryFailed(ClientError):
    """Records failed, and the application has not looked at their deliveries.

    Attributes:
        count: How many records.
        failures: Partition and error of the first of them, 100 at most.
    """

    def __init__(self, count: int, failures: Iterable[tuple[TopicPartition, ClientError]]) -> None:
        self.count, self.failures = count, list(failures)
        told = "; ".join(f"{error}" for _, error in self.failures[:3])
        super().__init__(f"{count} records were not delivered: {told}")


def refusal(code: int, what: str = "", *, api: ApiKey | None = None, node: int = -1) -> ServerError:
    """Return the exception of a broker's error code. `what` names the topic, the group ..."""
    return _CLASSES.get(code, ServerError)(code, what, api=api, node=node)


def is_retriable(error: BaseException) -> bool:
    """Return whether the same request may well succeed later."""
    return isinstance(error, RetriableError | ConnectionLost)


def _listed(offsets: Mapping[TopicPartition, int]) -> str:
    return ", ".join(f"{found} at {offset}" for found, offset in sorted(offsets.items()))


_KNOWN = frozenset(ErrorCode)
_RETRIABLE = (2, 7, 14, 19, 20, 41, 51, 70, 71, 75, 78, 88, 89, 106, 122, 123, 133)
_REFRESH = (3, 5, 6, 9, 13, 15, 16, 56, 72, 74, 80, 83, 84, 100, 103)
_RECOVERABLE = (22, 25, 47, 49, 82, 90)
_CONFIGURATION = (17, 18, 21, 29, 30, 31, 33, 34, 35, 38, 40, 43, 53, 58, 65, 87)
_CLASSES: dict[int, Callable[..., ServerError]] = {
    **dict.fromkeys(_RETRIABLE, RetriableError),
    **dict.fromkeys(_REFRESH, RefreshError),
    120: AbortableError,
    **dict.fromkeys(_RECOVERABLE, RecoverableError),
    **dict.fromkeys(_CONFIGURATION, ConfigurationError),
    3: UnknownTopic,
    10: RecordTooLarge,
    17: InvalidTopic,
    18: RecordTooLarge,
    27: RebalanceInProgress,
    29: TopicAuthorizationFailed,
    30: GroupAuthorizationFailed,
    31: ClusterAuthorizationFailed,
    33: AuthenticationError,
    34: AuthenticationError,
    53: TransactionalIdAuthorizationFailed,
    58: AuthenticationError,
    81: GroupMaxSizeReached,
    82: FencedInstance,
    90: ProducerFenced,
}
"""By error code; all others are a plain ServerError."""
