"""Each type of record has its classes."""

from __future__ import annotations

from kafkawire.broker.groups.consumer_classes import CLASSES


def test_a_type_is_the_key_of_its_class() -> None:
    assert sorted(CLASSES) == [3, 4, 5, 6, 7, 8, 16]
    assert all(key.API_KEY == value.API_KEY == kind for kind, (key, value) in CLASSES.items())


def test_the_value_of_a_key_is_named_after_it() -> None:
    names = [(key.__name__, value.__name__) for key, value in CLASSES.values()]
    assert [key.removesuffix("Key") for key, _ in names] == [
        value.removesuffix("Value") for _, value in names
    ]
