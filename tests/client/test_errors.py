"""Error codes by category, and what the texts of exceptions have to tell."""

from __future__ import annotations

import pytest

from kafkawire.client import errors
from kafkawire.client.errors import (
    AbortableError,
    BootstrapError,
    ConfigurationError,
    ConnectionLost,
    RecoverableError,
    RefreshError,
    RetriableError,
    ServerError,
    TimedOut,
    is_retriable,
    refusal,
)
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.api_keys import ApiKey

ORDERS = TopicPartition("orders", 3)


@pytest.mark.parametrize(
    ("category", "codes"),
    [
        (
            RetriableError,
            {2, 7, 14, 19, 20, 27, 41, 51, 70, 71, 75, 78, 88, 89, 106, 122, 123, 133},
        ),
        (RefreshError, {3, 5, 6, 9, 13, 15, 16, 56, 72, 74, 80, 83, 84, 100, 103}),
        (AbortableError, {120}),
        (RecoverableError, {22, 25, 47, 49, 82, 90} - {82}),
        (ConfigurationError, {17, 21, 29, 30, 31, 33, 34, 35, 38, 40, 43, 53, 58, 65, 87}),
    ],
)
def test_each_code_has_one_category(category: type[ServerError], codes: set[int]) -> None:
    """client B-60: the category of a code is a class to catch."""
    others = {RefreshError} if category is RetriableError else set()
    found = {
        code
        for code in range(-1, 140)
        if isinstance(refusal(code), category) and not isinstance(refusal(code), tuple(others))
    }
    assert found == codes


def test_the_text_names_api_broker_code_and_object() -> None:
    """client B-63."""
    error = refusal(29, "topic orders", api=ApiKey.FETCH, node=2)
    assert str(error) == "FETCH of broker 2: TOPIC_AUTHORIZATION_FAILED: topic orders"
    assert (error.code, error.api, error.node) == (29, ApiKey.FETCH, 2)


def test_a_code_of_the_future_is_a_plain_server_error() -> None:
    """client B-60: others are never tried again."""
    error = refusal(999)
    assert type(error) is ServerError
    assert str(error) == "error code 999"
    assert not is_retriable(error)


def test_what_may_pass_is_retriable() -> None:
    assert is_retriable(ConnectionLost("gone"))
    assert is_retriable(refusal(6))
    assert not is_retriable(refusal(29))


def test_an_option_that_is_wrong_is_a_configuration_error() -> None:
    assert str(ConfigurationError("acks is wrong")) == "INVALID_CONFIG: acks is wrong"


def test_time_outs_have_their_cause() -> None:
    """client B-62, B-63: the last real cause is `__cause__`."""
    last = refusal(6)
    error = TimedOut("no metadata of orders within 60000 ms", last)
    assert error.__cause__ is last
    assert str(error).startswith(
        "no metadata of orders within 60000 ms; the last attempt: NOT_LEADER"
    )
    assert TimedOut("nothing").__cause__ is None


def test_partitions_are_listed() -> None:
    assert str(errors.OffsetOutOfRange({ORDERS: 5})) == "offsets are out of range: orders-3 at 5"
    assert "orders-3" in str(errors.NoOffsetForPartition([ORDERS]))
    truncated = errors.LogTruncation({ORDERS: 9}, {ORDERS: 4})
    assert (truncated.partitions, truncated.diverging) == ({ORDERS: 9}, {ORDERS: 4})
    assert "broker offers 0 to 3" in str(errors.UnsupportedVersion(ApiKey.FETCH, (4, 17), (0, 3)))
    assert "does not offer it" in str(errors.UnsupportedVersion(99, (0, 0), None))
    bootstrap = errors.BootstrapError({"a:1": "refused", "b:2": "no such host"})
    assert str(bootstrap) == "no broker could be reached: a:1: refused; b:2: no such host"
    corrupt = errors.CorruptRecords(ORDERS, 7, "the checksum does not match")
    assert str(corrupt) == (
        "orders-3 offset 7 cannot be read: the checksum does not match; seek to 8 to pass it"
    )
    assert errors.CorruptRecords(ORDERS, 7, "", 12).next_offset == 12
    assert errors.CorruptRecords(ORDERS, 7, "", -3).next_offset == 8


def test_an_address_that_cannot_be_reached_is_named_once() -> None:
    """client B-2: the reason may be about an address that the name stands for."""
    error = BootstrapError(
        {"a:1": "a:1: connection refused", "b:2": "10.0.0.1:2: timed out", "c:3": "not tried yet"}
    )
    assert str(error) == (
        "no broker could be reached: a:1: connection refused; b:2: 10.0.0.1:2: timed out; "
        "c:3: not tried yet"
    )
