"""Groups by protocol and state; classic ones under their old names are in `test_catalogue`."""

from tests.support.requests.consumer_groups import ConsumerHarness

NAME = "kafka.server:type=group-coordinator-metrics"


def test_groups_are_counted_by_protocol_and_state() -> None:
    harness = ConsumerHarness()
    harness.stable(group="c")
    harness.joiner("m1", group_id="g")
    harness.joiner("m2", group_id="g")
    harness.joiner("m1", group_id="h").leave()
    seen = harness.broker.metrics.snapshot()
    counts = [
        seen[f"{NAME},protocol={protocol}:group-count"] for protocol in ("classic", "consumer")
    ]
    assert counts == [1, 2]
    states = ("Empty", "Assigning", "Reconciling", "Stable", "Dead")
    found = [seen[f"{NAME},state={state}:consumer-group-count"] for state in states]
    assert found == [1, 1, 0, 0, 0]
    assert seen[f"{NAME},state=Stable:classic-group-count"] == 1


def test_epochs_that_begin_for_a_reason_are_counted() -> None:
    """Not those that begin because a member has gone."""
    harness = ConsumerHarness()
    name = f"{NAME}:consumer-group-rebalance-count"
    assert harness.broker.metrics.snapshot()[name] == 0
    client = harness.joiner("m1")
    harness.grow("t1", 4)
    client.beat()
    client.beat()
    client.leave()
    assert harness.broker.metrics.snapshot()[name] == 2
