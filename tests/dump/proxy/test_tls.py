"""TLS on either side of the proxy, with certificates of its own and of others."""

from __future__ import annotations

import os
import socket
import ssl
from pathlib import Path

import pytest
import trustme
from confluent_kafka.admin import AdminClient

from kafkawire.dump.proxy.server import Settings
from kafkawire.dump.proxy.tls import (
    CERTIFICATE,
    KEY,
    NoTls,
    broker_context,
    given_context,
    made_context,
    names_of,
)
from kafkawire.dump.transport import Endpoint, StreamClosed
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.testing import LocalBroker
from tests.support.dump.proxied import Proxied, endpoint
from tests.support.requests.loopback import connected
from tests.support.suite.patience import patient

pytestmark = pytest.mark.clients

LIMIT_S = patient(20.0)


def settings(
    to: str, *, client: ssl.SSLContext | None = None, broker: ssl.SSLContext | None = None
) -> Settings:
    return Settings(Endpoint("127.0.0.1", 0), (endpoint(to),), client_tls=client, broker_tls=broker)


def test_an_authority_is_made_once_and_only_its_owner_reads_its_key(tmp_path: Path) -> None:
    directory = tmp_path / "new" / "proxy"
    made_context(directory, names_of("proxy.invalid"))
    first = (directory / CERTIFICATE).read_bytes()
    made_context(directory, names_of("proxy.invalid"))

    assert (directory / CERTIFICATE).read_bytes() == first
    if os.name == "posix":
        assert (directory / KEY).stat().st_mode & 0o777 == 0o600
        assert directory.stat().st_mode & 0o777 == 0o700


def test_a_stock_client_that_trusts_the_authority_is_served(tmp_path: Path) -> None:
    context = made_context(tmp_path, names_of("127.0.0.1"))
    with LocalBroker() as broker, Proxied(settings=settings(broker.bootstrap, client=context)) as p:
        client = AdminClient(
            {
                "bootstrap.servers": p.bootstrap,
                "security.protocol": "ssl",
                "ssl.ca.location": str(tmp_path / CERTIFICATE),
            }
        )
        brokers = client.list_topics(timeout=LIMIT_S).brokers
        assert [f"{each.host}:{each.port}" for each in brokers.values()] != [broker.bootstrap]

    assert any(b"confluent" in data for data in p.sent(0).values())


def test_tls_leads_to_a_broker_whose_certificate_is_trusted(tmp_path: Path) -> None:
    context = made_context(tmp_path, names_of("127.0.0.1"))
    trusting = broker_context(tmp_path / CERTIFICATE, insecure=False)
    with (
        LocalBroker() as broker,
        Proxied(settings=settings(broker.bootstrap, client=context)) as inner,
        Proxied(settings=settings(inner.bootstrap, broker=trusting)) as outer,
        connected(outer.bootstrap) as client,
    ):
        assert client.last_words(client.encoded(ApiVersionsRequest(), 0))

    assert outer.sent(1) == inner.sent(1)
    assert [event.how for event in outer.events if isinstance(event, StreamClosed)] == ["FIN"]


def test_an_end_is_told_in_the_way_of_tls(tmp_path: Path) -> None:
    context = made_context(tmp_path, names_of("127.0.0.1"))
    trusting = broker_context(tmp_path / CERTIFICATE, insecure=False)
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        Proxied(settings=settings(f"127.0.0.1:{server.getsockname()[1]}", client=context)) as proxy,
        socket.create_connection(("127.0.0.1", proxy.proxy.port), LIMIT_S) as plain,
        trusting.wrap_socket(
            plain, server_hostname="127.0.0.1", suppress_ragged_eofs=False
        ) as client,
    ):
        served, _ = server.accept()
        served.sendall(b"\0\0\0\4\0\0\0\1")
        served.close()
        assert client.recv(8) == b"\0\0\0\4\0\0\0\1"
        assert client.recv(8) == b""


@pytest.mark.parametrize("insecure", [False, True])
def test_a_stranger_is_only_served_by_who_is_careless(tmp_path: Path, insecure: bool) -> None:
    context = made_context(tmp_path, names_of("127.0.0.1"))
    careless = broker_context(None, insecure=insecure)
    with (
        LocalBroker() as broker,
        Proxied(settings=settings(broker.bootstrap, client=context)) as inner,
        Proxied(settings=settings(inner.bootstrap, broker=careless)) as outer,
        connected(outer.bootstrap) as client,
    ):
        if insecure:
            assert client.is_served()
        else:
            client.send_bytes(bytes(4))
            assert client.is_closed()

    assert insecure or any("certificate" in said.lower() for said in outer.said)


def test_a_plain_client_is_told_apart_from_tls(tmp_path: Path) -> None:
    context = made_context(tmp_path, names_of("127.0.0.1"))
    with (
        LocalBroker() as broker,
        Proxied(settings=settings(broker.bootstrap, client=context)) as proxy,
        connected(proxy.bootstrap) as client,
    ):
        client.send_bytes(b"\0\0\0\x0a" + bytes(10))
        assert client.is_closed()

    assert any("TLS" in getattr(event, "text", "") for event in proxy.events)
    assert isinstance(proxy.events[-1], StreamClosed)


def test_a_certificate_of_ones_own_does_as_well(tmp_path: Path) -> None:
    issued = trustme.CA().issue_cert("proxy.invalid")
    both = tmp_path / "both.pem"
    issued.private_key_and_cert_chain_pem.write_to_path(str(both))

    assert given_context(both, None).get_ca_certs() == []
    with pytest.raises(NoTls, match="missing"):
        given_context(tmp_path / "missing.pem", None)


def test_what_is_no_certificate_is_said(tmp_path: Path) -> None:
    (tmp_path / CERTIFICATE).write_text("nothing")
    (tmp_path / KEY).write_text("nothing")
    with pytest.raises(NoTls):
        made_context(tmp_path, ["localhost"])
    with pytest.raises(NoTls):
        broker_context(tmp_path / CERTIFICATE, insecure=False)


def test_names_are_those_of_hosts_that_can_be_called() -> None:
    assert names_of("", "0.0.0.0", "proxy.invalid")[0] == "proxy.invalid"
    assert "localhost" in names_of()
