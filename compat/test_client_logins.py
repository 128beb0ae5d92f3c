"""The client's logins before the real Apache Kafka, with sessions that end after three seconds."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio
from trio.testing import trio_test

from compat.oracle import OracleUnavailable
from compat.secured import BEARER_JAAS, PASSWORD, USER, secured_node
from kafkawire.client.errors import AuthenticationError
from kafkawire.client.options import AdminSettings, settings
from kafkawire.client.shell.opening import make_runtime
from kafkawire.client.shell.runtime import Runtime
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from tests.support.rings.skips import skip_without
from tests.support.suite.patience import patient

pytestmark = pytest.mark.oracle

LIMIT_MS = int(patient(30.0) * 1000)
LIST_GROUPS = 16
SESSIONS_S = 7.0
"""More than two sessions."""


@pytest.fixture(scope="module")
def secured() -> Iterator[str]:
    """The bootstrap address of a listener that wants SASL, with a user for each mechanism."""
    try:
        with secured_node({"connections.max.reauth.ms": "3000"}) as bootstrap:
            yield bootstrap
    except OracleUnavailable as missing:
        skip_without(missing, "logins of our client at Apache Kafka are not run")


@asynccontextmanager
async def logged_in(bootstrap: str, mechanism: str, **options: Any) -> AsyncIterator[Runtime]:
    given = {
        "bootstrap.servers": bootstrap,
        "security.protocol": "SASL_PLAINTEXT",
        "sasl.mechanism": mechanism,
        **options,
    }
    runtime = make_runtime(settings(AdminSettings, given), "admin", creates_topics=False)
    await runtime.open()
    try:
        await runtime.bootstrap(LIMIT_MS)
        yield runtime
    finally:
        await runtime.close()


@pytest.mark.parametrize("mechanism", ["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "OAUTHBEARER"])
@trio_test
async def test_sessions_end_and_nothing_fails(secured: str, mechanism: str) -> None:
    """Client K-9, N 137, N 138."""
    login = {"sasl_username": USER, "sasl_password": PASSWORD}
    if mechanism == "OAUTHBEARER":
        login = {"sasl_jaas_config": BEARER_JAAS}
    async with logged_in(secured, mechanism, **login) as runtime:
        failures = []
        with trio.move_on_after(SESSIONS_S):
            while True:
                answer = await runtime.ask(LIST_GROUPS, ListGroupsRequest(), node=1)
                failures += [answer.failure] if answer.failure is not None else []
                await trio.sleep(0.05)
    assert failures == []


@pytest.mark.parametrize("mechanism", ["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"])
@trio_test
async def test_a_wrong_password_is_told(secured: str, mechanism: str) -> None:
    """Client K-2, N 137."""
    login = {"sasl_username": USER, "sasl_password": "hunter2"}
    with pytest.raises(AuthenticationError, match=f"{mechanism}: .*[Ii]nvalid") as refused:
        async with logged_in(secured, mechanism, **login):
            pass
    assert "hunter2" not in str(refused.value)
