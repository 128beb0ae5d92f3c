"""Kinds of options: what they read, and what they refuse without showing it."""

from __future__ import annotations

import dataclasses

import pytest

from kafkawire.client.options import kinds


@dataclasses.dataclass
class Some:
    """One option of each kind."""

    whole: int = kinds.whole(7, least=-1, most=9)
    real: float = kinds.real(0.5, 0.0, 1.0)
    flag: bool = kinds.flag(True)
    text: str = kinds.text("")
    named: str | None = kinds.text(None, may_be_empty=False)
    choice: str = kinds.choice("one", "two")
    loose: str = kinds.choice("one", "TWO", case="any")
    words: tuple[str, ...] = kinds.words(("a",))
    thing: object = kinds.thing(None, "a function", callable)


FIELDS = {field.name: field for field in dataclasses.fields(Some)}


def read(name: str, value: object) -> object:
    """Read a value as the option of that name does."""
    return kinds.reader(FIELDS[name])(value)


@pytest.mark.parametrize(
    ("name", "value", "meant"),
    [
        ("whole", "-1", -1),
        ("whole", " 9 ", 9),
        ("real", "0.25", 0.25),
        ("real", 1, 1.0),
        ("flag", "TRUE", True),
        ("flag", False, False),
        ("text", " kept ", " kept "),
        ("named", "x", "x"),
        ("choice", " two ", "two"),
        ("loose", "two", "TWO"),
        ("words", "a, b,,c", ("a", "b", "c")),
        ("words", ["a", "b"], ("a", "b")),
        ("thing", len, len),
    ],
)
def test_values_of_every_kind_are_read(name: str, value: object, meant: object) -> None:
    assert read(name, value) == meant


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("whole", "ten"),
        ("whole", 10),
        ("whole", -2),
        ("whole", 1.0),
        ("whole", True),
        ("real", "nan"),
        ("real", 1.5),
        ("flag", "yes"),
        ("flag", 1),
        ("text", 5),
        ("named", "  "),
        ("choice", "TWO"),
        ("loose", "three"),
        ("words", [1]),
        ("words", 5),
        ("thing", "text"),
    ],
)
def test_a_refusal_says_what_is_expected_and_not_what_was_given(name: str, value: object) -> None:
    """client K-10."""
    with pytest.raises(ValueError, match=r"^(a|an|one|true|texts)\b") as refused:
        read(name, value)
    assert refused.value.__cause__ is None
    assert "ten" not in str(refused.value).split()


def test_defaults_are_those_of_the_fields() -> None:
    assert Some() == Some(7, 0.5, True, "", None, "one", "one", ("a",), None)
