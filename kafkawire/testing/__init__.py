"""kafkawire as a test double: a broker in the test's own process.

    def test_orders(kafkawire):                   # the pytest fixture, a fresh broker per test
        kafkawire.create_topic("orders", partitions=3)
        ...                                       # any client, at kafkawire.bootstrap

    with LocalBroker() as broker:                 # the same without pytest
        ...

The names are imported when first used: every pytest run loads the plugin beside this, and most
have no use for a broker.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafkawire.testing.local import LocalBroker

__all__ = ["LocalBroker"]


def __getattr__(name: str) -> object:
    if name != "LocalBroker":
        raise AttributeError(name)
    from kafkawire.testing.local import LocalBroker

    return LocalBroker
