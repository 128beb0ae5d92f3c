"""kafkawire as a test double: a broker in the test's own process.

    def test_orders(kafkawire):                   # the pytest fixture, a fresh broker per test
        kafkawire.create_topic("orders", partitions=3)
        ...                                       # any client, at kafkawire.bootstrap

    with LocalBroker() as broker:                 # the same without pytest
        ...

    with RawConnection(broker.bootstrap) as raw:  # requests in any version, and any bytes
        answer = raw.ask(MetadataRequest(topics=None), 12)

    wait_until(lambda: service.is_idle, "the service has read all")   # from another thread

The names are imported when first used: every pytest run loads the plugin beside this, and most
have no use for a broker.
"""

from typing import TYPE_CHECKING

from kafkawire.lazy_names import lazy_names

if TYPE_CHECKING:
    from kafkawire.testing.local import LocalBroker
    from kafkawire.testing.raw import Gone, RawConnection
    from kafkawire.testing.waiting import wait_until

__all__ = ["Gone", "LocalBroker", "RawConnection", "wait_until"]
_HOMES = {
    "local": ("LocalBroker",),
    "raw": ("Gone", "RawConnection"),
    "waiting": ("wait_until",),
}

__getattr__ = lazy_names(__name__, _HOMES)
