"""Lines about connections."""

from __future__ import annotations

import logging

import pytest

from kafkawire.client.core.wire import Link
from kafkawire.client.shell.connection_log import ConnectionLog


def test_failures_that_repeat_are_one_line_and_a_count(caplog: pytest.LogCaptureFixture) -> None:
    """client K-32."""
    log, first, other = ConnectionLog("me"), Link(1, "a", 9092), Link(2, "b", 9092)
    with caplog.at_level(logging.INFO, "kafkawire.client.connections"):
        for at_ms in range(3):
            log.failed(first, "a:9092: refused", at_ms)
        log.failed(other, "b:9092: refused", 3)
        log.opened(Link(1, "a", 9092), 4)
        log.opened(Link(1, "a", 9092), 5)
        log.closed(first, "lost", 6)
    assert caplog.messages == [
        "me: no connection, and more attempts follow: a:9092: refused",
        "me: no connection, and more attempts follow: b:9092: refused",
        "me: connected to a:9092 after 3 failed attempts",
    ]


def test_a_broker_that_fails_again_is_told_again(caplog: pytest.LogCaptureFixture) -> None:
    """client K-32."""
    log, link = ConnectionLog("me"), Link(1, "a", 9092)
    with caplog.at_level(logging.INFO, "kafkawire.client.connections"):
        for _ in range(2):
            log.failed(link, "refused", 0)
            log.opened(link, 1)
    assert len(caplog.messages) == 4
