"""Raw requests over loopback to a broker of `kafkawire.testing`, with a patient limit."""

from __future__ import annotations

from collections.abc import Callable

import kafkawire.testing
from kafkawire.testing import RawConnection
from tests.support.suite.patience import patient

TIMEOUT_S = patient(20.0)


def framed(frame: bytes) -> bytes:
    """A frame with its length in front."""
    return len(frame).to_bytes(4, "big") + frame


def connected(bootstrap: str, client_id: str | None = "raw") -> RawConnection:
    """A connection whose answers may take as long as this machine may need."""
    return RawConnection(bootstrap, client_id, limit_s=TIMEOUT_S)


def wait_until(condition: Callable[[], bool], what: str) -> None:
    """Wait for what another thread does, as long as this machine may need for it."""
    kafkawire.testing.wait_until(condition, what, limit_s=TIMEOUT_S)
