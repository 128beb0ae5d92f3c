"""Counters begin at zero and count."""

from kafkawire.broker.metrics import Metrics
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from tests.support.requests.harness import BrokerHarness


def test_everything_begins_at_zero() -> None:
    metrics = Metrics(BrokerHarness().broker)
    counters = set(Metrics.__slots__) - {"_broker", "apis"}
    assert {getattr(metrics, name) for name in counters} == {0}
    assert metrics.apis == {}
    assert metrics.requests == 0


def test_requests_are_counted_when_understood() -> None:
    client = BrokerHarness().connect()
    client.request(ListGroupsRequest())
    client.send_frame(b"\x7f\xff\0\0\0\0\0\0\0\0")
    assert client.harness.broker.metrics.requests == 1
