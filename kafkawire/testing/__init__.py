"""kafkawire as a test double: a broker in the test's own process.

def test_orders(kafkawire):                   # the pytest fixture, a fresh broker per test
    kafkawire.create_topic("orders", partitions=3)
    ...                                       # any client, at kafkawire.bootstrap

with LocalBroker() as broker:                 # the same without pytest
    ...
"""

from kafkawire.testing.local import LocalBroker

__all__ = ["LocalBroker"]
