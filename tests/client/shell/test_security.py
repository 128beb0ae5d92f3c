"""Connections of a client to listeners that ask for TLS and logins."""

from __future__ import annotations

import re
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio
import trustme

from kafkawire.client.core.metadata import MetadataOptions
from kafkawire.client.core.metrics.readings import Scope
from kafkawire.client.core.network import NetworkOptions
from kafkawire.client.errors import AuthenticationError, BootstrapError, ConfigurationError
from kafkawire.client.options import CommonSettings, settings
from kafkawire.client.shell.line import LineOptions
from kafkawire.client.shell.runtime import Runtime
from kafkawire.client.shell.security import Security, security_of, tls_context_of
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.protocol.messages.sasl_handshake_response import SaslHandshakeResponse
from kafkawire.sasl.oauthbearer import Token, unsecured
from kafkawire.testing import LocalBroker
from tests.support.dump.guarded import Guarded
from tests.support.suite.patience import patient

LIMIT_MS = int(patient(30.0) * 1000)
ALICE = {"sasl_username": "alice", "sasl_password": "wonderland"}


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(scope="module")
def broker() -> Iterator[LocalBroker]:
    with LocalBroker() as found:
        yield found


def made(**options: Any) -> CommonSettings:
    return settings(CommonSettings, {"bootstrap_servers": "a:1", **options})


@asynccontextmanager
async def connected(port: int, security: Security) -> AsyncIterator[Runtime]:
    """A client's runtime that has read the cluster's metadata."""
    network = NetworkOptions([("localhost", port)], "test", authentication=security.authentication)
    runtime = Runtime(network, MetadataOptions(), LineOptions(tls=security.context), seed=1)
    await runtime.open()
    try:
        await runtime.bootstrap(LIMIT_MS)
        yield runtime
    finally:
        await runtime.close()


@pytest.mark.parametrize("mechanism", ["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"])
async def test_a_client_logs_in_through_tls(
    broker: LocalBroker, authority: trustme.CA, mechanism: str
) -> None:
    """client K-1, K-2, K-3, N 136, N 137."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost").configure_cert(context)
    found = made(
        security_protocol="SASL_SSL",
        sasl_mechanism=mechanism,
        ssl_truststore_certificates=authority.cert_pem.bytes().decode(),
        **ALICE,
    )
    with Guarded(broker.bootstrap, tls=context, users={"alice": "wonderland"}) as guard:
        async with connected(guard.port, security_of(found, Random(1))) as runtime:
            assert runtime.metadata.view.nodes
    assert guard.asked[:3] == [(18, 5), (17, 1), (36, 2)]


def listener(authority: trustme.CA, *names: str, version: int | None = None) -> ssl.SSLContext:
    """The side of a listener with a certificate for these names."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(*names).configure_cert(context)
    if version is not None:
        context.maximum_version = ssl.TLSVersion(version)
    return context


async def refused_by_tls(
    bootstrap: str, context: ssl.SSLContext, authority: trustme.CA
) -> tuple[str, dict[str, float]]:
    """Connect to a listener; returns why that fails for good, and the failures that count."""
    found = made(
        security_protocol="SSL",
        ssl_truststore_certificates=authority.cert_pem.bytes().decode(),
    )
    with Guarded(bootstrap, tls=context) as guard:
        network = NetworkOptions([("localhost", guard.port)], "test")
        options = LineOptions(tls=security_of(found, Random(1)).context)
        runtime = Runtime(network, MetadataOptions(), options, seed=1)
        await runtime.open()
        try:
            with pytest.raises(AuthenticationError) as error:
                await runtime.bootstrap(LIMIT_MS)
        finally:
            await runtime.close()
        readings = runtime.network.traffic.readings(Scope("m", {}), runtime.now_ms())
        return str(error.value), {each.name: each.value for each in readings}


async def test_a_certificate_of_another_authority_ends_the_client(
    broker: LocalBroker, authority: trustme.CA
) -> None:
    """client K-1, K-2, N 136: Kafka's SslAuthenticationException is not tried again."""
    other = trustme.CA()
    why, counts = await refused_by_tls(broker.bootstrap, listener(other, "localhost"), authority)
    assert re.search(r"localhost:\d+: TLS: ", why)
    assert "CERTIFICATE_VERIFY_FAILED" in why
    assert (counts["failed-authentication-total"], counts["connection-creation-total"]) == (1, 0)


async def test_a_certificate_for_another_host_ends_the_client(
    broker: LocalBroker, authority: trustme.CA
) -> None:
    """client K-1, N 136."""
    context = listener(authority, "elsewhere")
    why, counts = await refused_by_tls(broker.bootstrap, context, authority)
    assert "localhost" in why
    assert counts["failed-authentication-total"] == 1


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
async def test_a_client_without_its_certificate_is_ended(
    broker: LocalBroker, authority: trustme.CA, version: int
) -> None:
    """client K-1: since TLS 1.3 the refusal comes behind the handshake, in place of an answer."""
    context = listener(authority, "localhost", version=version)
    authority.configure_trust(context)
    context.verify_mode = ssl.CERT_REQUIRED
    why, counts = await refused_by_tls(broker.bootstrap, context, authority)
    assert re.search(r"localhost:\d+: TLS: ", why)
    assert counts["failed-authentication-total"] == 1


@pytest.mark.slow
async def test_a_handshake_that_ends_without_a_word_is_tried_again(
    authority: trustme.CA,
) -> None:
    """client K-1: a listener that closes may be about to stop, as in Kafka's client."""
    found = made(security_protocol="SSL")
    attempts = 0

    async def close(stream: trio.SocketStream) -> None:
        nonlocal attempts
        attempts += 1
        await stream.receive_some()
        await stream.aclose()

    async with trio.open_nursery() as nursery:
        serve = partial(trio.serve_tcp, close, 0, host="127.0.0.1")
        (server,) = await nursery.start(serve)
        port = server.socket.getsockname()[1]
        options = LineOptions(tls=security_of(found, Random(1)).context)
        runtime = Runtime(
            NetworkOptions([("127.0.0.1", port)], "test"), MetadataOptions(), options, seed=1
        )
        await runtime.open()
        try:
            with pytest.raises(BootstrapError):
                await runtime.bootstrap(400)
        finally:
            await runtime.close()
        nursery.cancel_scope.cancel()
    assert attempts > 1


@pytest.mark.parametrize("mechanism", ["PLAIN", "SCRAM-SHA-256"])
async def test_a_wrong_password_is_told_at_once(broker: LocalBroker, mechanism: str) -> None:
    """client K-2, K-10, N 137."""
    found = made(
        security_protocol="SASL_PLAINTEXT",
        sasl_mechanism=mechanism,
        sasl_username="alice",
        sasl_password="hunter2",
    )
    with (
        Guarded(broker.bootstrap, users={"alice": "wonderland"}) as guard,
        pytest.raises(AuthenticationError, match="wrong p") as refused,
    ):
        async with connected(guard.port, security_of(found, Random(1))):
            pass
    assert "hunter2" not in str(refused.value)


async def test_every_conversation_has_a_nonce_of_its_own() -> None:
    found = made(security_protocol="SASL_SSL", sasl_mechanism="SCRAM-SHA-256", **ALICE)
    begin = security_of(found, Random(1)).authentication
    assert begin is not None
    said = set()
    for _ in range(2):
        talk = begin()
        next(talk)
        asked = talk.send(SaslHandshakeResponse())
        assert isinstance(asked, SaslAuthenticateRequest)
        said.add(asked.auth_bytes)
    assert len(said) == 2


async def test_bearer_tokens_come_from_a_function_a_file_or_a_name(tmp_path: Path) -> None:
    """client K-4."""

    async def issued() -> Token:
        await trio.lowlevel.checkpoint()
        return unsecured("bob", 0)

    path = tmp_path / "token"
    path.write_text(unsecured("bob", 0).value + "\n")
    module = "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required"
    sources: list[dict[str, Any]] = [
        {"sasl_token": issued},
        {"sasl_oauthbearer_token_endpoint_url": f"file://{path}"},
        {"sasl_jaas_config": f'{module} unsecuredLoginStringClaim_sub="bob";'},
    ]
    for source in sources:
        found = made(security_protocol="SASL_SSL", sasl_mechanism="OAUTHBEARER", **source)
        security = security_of(found, Random(1))
        assert security.tokens is not None
        await security.tokens.first()
        assert security.authentication is not None
        talk = security.authentication()
        next(talk)
        asked = talk.send(SaslHandshakeResponse())
        assert isinstance(asked, SaslAuthenticateRequest)
        assert asked.auth_bytes.startswith(b"n,,\x01auth=Bearer eyJhbGciOiJub25lIn0.")


def test_without_tls_and_login_there_is_neither() -> None:
    assert security_of(made(), Random(1)) == (None, None, None)


def test_a_context_of_the_user_is_taken_as_it_is() -> None:
    """client K-1."""
    context = ssl.create_default_context()
    assert tls_context_of(made(security_protocol="SSL", ssl_context=context)) is context


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(ConfigurationError, match=r"TLS: .*nowhere\.pem"):
        security_of(made(security_protocol="SSL", ssl_ca_location="nowhere.pem"), Random(1))


def test_the_newest_version_of_tls_is_that_of_the_option() -> None:
    """client C.1: ssl.protocol bounds ssl.enabled.protocols, as in Java."""

    def context(**options: object) -> ssl.SSLContext:
        given = {"bootstrap_servers": "a:1", "security_protocol": "SSL", **options}
        return tls_context_of(settings(CommonSettings, given))

    assert context().maximum_version in (
        ssl.TLSVersion.TLSv1_3,
        ssl.TLSVersion.MAXIMUM_SUPPORTED,
    )
    assert context(ssl_protocol="TLSv1.2").maximum_version is ssl.TLSVersion.TLSv1_2
    with pytest.raises(ConfigurationError, match=r"ssl\.protocol TLSv1\.2 excludes every one"):
        context(ssl_protocol="TLSv1.2", ssl_enabled_protocols=["TLSv1.3"])
