"""Values of `sasl.jaas.config`, as Kafka's documentation writes them."""

from __future__ import annotations

import pytest

from kafkawire.sasl.jaas import parsed

MODULE = "org.apache.kafka.common.security.scram.ScramLoginModule"


@pytest.mark.parametrize(
    ("text", "module", "pairs"),
    [
        (
            f'{MODULE} required username="a b" password="c\\"d;e=f";',
            "ScramLoginModule",
            {"username": "a b", "password": 'c"d;e=f'},
        ),
        (
            "\n  PlainLoginModule\n required\n username='a'\n password=b;",
            "PlainLoginModule",
            {"username": "a", "password": "b"},
        ),
        (
            f'{MODULE} required username="t" password="h" tokenauth="true";',
            "ScramLoginModule",
            {"username": "t", "password": "h", "tokenauth": "true"},
        ),
        ("username=a password=b", "", {"password": "b"}),
        ("", "", {}),
    ],
)
def test_a_module_and_its_pairs(text: str, module: str, pairs: dict[str, str]) -> None:
    assert parsed(text) == (module, pairs)


def test_values_are_not_shown() -> None:
    """client K-10."""
    shown = repr(parsed('PlainLoginModule required username="a" password="hunter2";'))
    assert shown == "Jaas(PlainLoginModule, ['password', 'username'])"
