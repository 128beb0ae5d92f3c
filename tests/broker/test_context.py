"""Contexts say what Kafka assumes of a client that said nothing."""

from kafkawire.broker.context import ConnectionContext, RequestContext, Versions


def test_a_connection_is_anonymous_until_it_says_otherwise() -> None:
    connection = ConnectionContext()
    assert connection.principal == "User:ANONYMOUS"
    assert connection.client_software_name == "unknown"
    connection.close()  # does nothing without a socket


def test_a_request_knows_its_connection() -> None:
    connection = ConnectionContext(3, client_host="1.2.3.4")
    context = RequestContext(
        api_key=1,
        api_version=2,
        correlation_id=3,
        client_id="c",
        connection=connection,
        now_ms=4,
    )
    assert context.connection.client_host == "1.2.3.4"


def test_versions_are_a_range() -> None:
    assert Versions(1, 3) == (1, 3)
