"""How consumers with several assignors rebalance."""

from __future__ import annotations

import pytest

from kafkawire.client.core.membership.assignors import ASSIGNORS
from kafkawire.client.core.membership.assignors.interface import kind_of


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        (["range", "cooperative-sticky"], "eager"),
        (["cooperative-sticky"], "cooperative"),
        (["sticky"], "eager"),
        (["roundrobin", "range"], "eager"),
    ],
)
def test_a_consumer_is_as_strong_as_its_weakest_assignor(names: list[str], kind: str) -> None:
    """client G-41."""
    assert kind_of(ASSIGNORS[name]() for name in names) == kind


def test_each_assignor_has_the_name_under_which_it_is_found() -> None:
    """client G-76."""
    assert {name: make().name for name, make in ASSIGNORS.items()} == {
        "range": "range",
        "roundrobin": "roundrobin",
        "sticky": "sticky",
        "cooperative-sticky": "cooperative-sticky",
    }
