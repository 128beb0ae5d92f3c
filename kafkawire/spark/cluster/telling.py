"""Errors of the client as Spark's tasks tell them: host, request and Kafka's name of the code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.client.core.calls import ANY
from kafkawire.client.errors import (
    AuthenticationError,
    ClientError,
    ConnectionLost,
    ServerError,
    TimedOut,
    UnreadableAnswer,
    UnsupportedVersion,
)
from kafkawire.spark.cluster.errors import ClusterError, LoginRefused, Refused, Unreachable, place

if TYPE_CHECKING:
    from kafkawire.client.blocking import Client


class told_by:
    """Raise the client's errors in the block as ClusterErrors."""

    __slots__ = ("_client",)

    def __init__(self, client: Client) -> None:
        self._client = client

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: object
    ) -> None:
        if isinstance(error, ClientError):
            raise told(self._client, error) from None


def told(client: Client, error: ClientError) -> ClusterError:
    """An error of the client as a ClusterError."""
    if isinstance(error, AuthenticationError):
        login = "" if error.api is None else "SASL: "
        return LoginRefused(f"{client.runtime.address_of(error)}: {login}{error.message}")
    if isinstance(error, ServerError):
        where = place(client.address(error.node), error.api or 0)
        return Refused(f"{where} of {error.message}", error.code)
    if isinstance(error, TimedOut):
        return Unreachable(str(error.last_error or error))
    if isinstance(error, ConnectionLost):
        is_final = isinstance(error.__cause__, UnreadableAnswer)
        return (ClusterError if is_final else Unreachable)(str(error))
    if isinstance(error, UnsupportedVersion):
        return ClusterError(_unsupported(client, error))
    return ClusterError(str(error))


def _unsupported(client: Client, error: UnsupportedVersion) -> str:
    first, last = error.ours
    offered = "does not offer it"
    if error.theirs is not None:
        offered = "offers {} to {}".format(*error.theirs)
    where = place(client.address(ANY), error.api)
    return f"{where}: the broker {offered}, and versions {first} to {last} are known here"
