"""Full names are written as Kafka's own tools write them."""

import pytest

from kafkawire.broker.metrics.families import Family, gauge, meter, single
from tests.support.requests.harness import BrokerHarness


@pytest.mark.parametrize(
    ("family", "tags", "key"),
    [
        (gauge("a.b:C", "D", "?", single(lambda broker: 1)), (), "a.b:type=C,name=D:Value"),
        (
            meter("a.b:C", "DPerSec", "?", single(lambda broker: 1)),
            (("x", "1"), ("y", "2")),
            "a.b:type=C,name=DPerSec,x=1,y=2:Count",
        ),
        (
            Family("a.b", "c", "", "d-total", True, "?", ("x",), single(lambda broker: 1)),
            (("x", "1"),),
            "a.b:type=c,x=1:d-total",
        ),
    ],
    ids=["gauge", "meter", "attribute"],
)
def test_keys_have_all_parts(family: Family, tags: tuple[tuple[str, str], ...], key: str) -> None:
    assert family.key(tags) == key


def test_a_single_value_has_no_tags() -> None:
    assert list(single(lambda broker: 7)(BrokerHarness().broker)) == [((), 7)]
