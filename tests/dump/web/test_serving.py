"""The page behind a real socket."""

from __future__ import annotations

import http.client
from urllib.parse import urlsplit

import pytest

from kafkawire.dump.model import ExchangeDone
from kafkawire.dump.transport import Endpoint
from kafkawire.dump.web.serving import ServedStore
from tests.support.dump.exchanges import exchange
from tests.support.suite.patience import patient

LIMIT_S = patient(20.0)


def asked(url: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=LIMIT_S)
    connection.request("GET", f"{parts.path}?{parts.query}", headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, body


def test_the_printed_address_leads_to_the_page_and_nothing_else_does() -> None:
    store = ServedStore(Endpoint("127.0.0.1", 0))
    try:
        store.event(ExchangeDone(exchange(number=1, request={})))
        base, _, _ = store.url.partition("?")
        assert asked(base)[0] == 403
        status, headers, _ = asked(store.url)
        assert status == 303
        cookie = headers["set-cookie"].partition(";")[0]
        status, headers, body = asked(base, Cookie=cookie)
        assert (status, b"wire-dump" in body) == (200, True)
        assert "server" not in headers
    finally:
        store.close()


@pytest.mark.slow
def test_its_end_ends_the_page_and_its_streams() -> None:
    store = ServedStore(Endpoint("127.0.0.1", 0))
    cookie = asked(store.url)[1]["set-cookie"].partition(";")[0]
    parts = urlsplit(store.url)
    connection = http.client.HTTPConnection("127.0.0.1", parts.port, timeout=LIMIT_S)
    connection.request("GET", "/api/stream", headers={"Cookie": cookie})
    answer = connection.getresponse()
    assert answer.readline() == b"event: reset\n"

    store.close()

    with pytest.raises(http.client.IncompleteRead) as caught:
        answer.read()
    assert caught.value.partial.count(b"event: ready") == 1
    with pytest.raises(OSError):
        asked(store.url)


def test_tokens_are_long_and_differ() -> None:
    stores = [ServedStore(Endpoint("127.0.0.1", 0)) for _ in range(2)]
    tokens = {urlsplit(store.url).query for store in stores}
    for store in stores:
        store.close()

    assert len(tokens) == 2
    assert min(map(len, tokens)) > 30
