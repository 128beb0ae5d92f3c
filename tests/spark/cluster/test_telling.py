"""Errors of the client, as tasks tell them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kafkawire.client.blocking import Client
from kafkawire.client.core.network import NetworkOptions
from kafkawire.client.errors import (
    AuthenticationError,
    ClientError,
    ConnectionLost,
    RequestTimedOut,
    TimedOut,
    UnreadableAnswer,
    UnsupportedVersion,
    refusal,
)
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.spark.cluster import ClusterError, LoginRefused, Refused, Unreachable
from kafkawire.spark.cluster.telling import told, told_by

LOST = ConnectionLost("one:9092: reset")


@pytest.fixture
def client() -> Iterator[Client]:
    with Client(NetworkOptions([("one", 9092)], "test")) as found:
        yield found


def unreadable() -> ConnectionLost:
    error = ConnectionLost("one:9092: answer 7 came to request 3")
    error.__cause__ = UnreadableAnswer("answer 7 came to request 3")
    return error


@pytest.mark.parametrize(
    ("error", "kind", "text"),
    [
        (LOST, Unreachable, "one:9092: reset"),
        (RequestTimedOut("one:9092 did not answer"), Unreachable, "one:9092 did not answer"),
        (TimedOut("no answer within 9 ms"), Unreachable, "no answer within 9 ms"),
        (TimedOut("no answer within 9 ms", LOST), Unreachable, "one:9092: reset"),
        (unreadable(), ClusterError, "one:9092: answer 7 came to request 3"),
        (AuthenticationError("TLS: bad certificate"), LoginRefused, ": TLS: bad certificate"),
        (
            AuthenticationError(58, "PLAIN: wrong", api=ApiKey.SASL_AUTHENTICATE),
            LoginRefused,
            ": SASL: PLAIN: wrong",
        ),
        (
            refusal(3, "t-0", api=ApiKey.METADATA),
            Refused,
            "one:9092 Metadata of t-0: UNKNOWN_TOPIC_OR_PARTITION (3)",
        ),
        (
            UnsupportedVersion(ApiKey.FETCH, (4, 17), (0, 3)),
            ClusterError,
            "one:9092 Fetch: the broker offers 0 to 3, and versions 4 to 17 are known here",
        ),
        (
            UnsupportedVersion(ApiKey.FETCH, (4, 17), None),
            ClusterError,
            "one:9092 Fetch: the broker does not offer it, and versions 4 to 17 are known here",
        ),
    ],
)
def test_each_error_has_its_kind_and_text(
    client: Client, error: ClientError, kind: type[ClusterError], text: str
) -> None:
    found = told(client, error)
    assert (type(found), str(found)) == (kind, text)


def test_what_is_raised_in_the_block_comes_out_as_a_cluster_error(client: Client) -> None:
    with pytest.raises(Unreachable, match="one:9092: reset"), told_by(client):
        raise LOST
