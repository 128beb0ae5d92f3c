"""The connection to a broker that is going to die."""

from __future__ import annotations

from kafkawire.testing import RawConnection

ANSWER_SECONDS_MAX = 60.0


def connected(port: int) -> RawConnection:
    """Connect. Raises Gone, as everything on the connection does once the broker is dead."""
    # Ends with a reset, so that many runs leave no ports behind that wait for latecomers.
    return RawConnection(f"127.0.0.1:{port}", "crash", limit_s=ANSWER_SECONDS_MAX, resets=True)
