"""Kinds of options: each makes a field of the settings with its default and its reader.

A reader takes what the user gave, a string or a value of the right type, and returns the value of
the field. It raises ValueError with what it expects, and never with the value, which may be secret.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import Literal, TypeVar, overload

T = TypeVar("T")
Reader = Callable[[object], object]

INT32_MAX = (1 << 31) - 1
INT64_MAX = (1 << 63) - 1


def whole(default: int, least: int = 0, most: int = INT32_MAX) -> int:
    """Return the field of a whole number within bounds, both included."""

    def read(value: object) -> int:
        number = _number(int, value)
        if number is None or not least <= number <= most:
            raise ValueError(f"a whole number from {least} to {most}")
        return number

    return _field(default, read)


def real(default: float, least: float, most: float) -> float:
    """Return the field of a number within bounds, both included."""

    def read(value: object) -> float:
        number = _number(float, value)
        if number is None or not least <= number <= most:
            raise ValueError(f"a number from {least} to {most}")
        return number

    return _field(default, read)


def flag(default: bool) -> bool:
    """Return the field of a yes or no."""
    return _field(default, _read_flag)


@overload
def text(default: str, *, is_secret: bool = ..., may_be_empty: bool = ...) -> str: ...
@overload
def text(default: None, *, is_secret: bool = ..., may_be_empty: bool = ...) -> str | None: ...
def text(default: str | None, *, is_secret: bool = False, may_be_empty: bool = True) -> str | None:
    """Return the field of a text."""

    def read(value: object) -> str:
        if not isinstance(value, str) or not (may_be_empty or value.strip()):
            raise ValueError("a text" if may_be_empty else "a text that is not empty")
        return value

    return _field(default, read, is_secret=is_secret)


def choice(default: str, *others: str, case: Literal["exact", "any"] = "exact") -> str:
    """Return the field of one of several words; of any case, the result is as written here."""
    known = {each if case == "exact" else each.lower(): each for each in (default, *others)}

    def read(value: object) -> str:
        word = value.strip() if isinstance(value, str) else ""
        found = known.get(word if case == "exact" else word.lower())
        if found is None:
            raise ValueError(f"one of {', '.join(repr(each) for each in known.values())}")
        return found

    return _field(default, read)


def words(default: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the field of several texts: a sequence, or one text with commas."""

    def read(value: object) -> tuple[str, ...]:
        given: list[object] = [*value.split(",")] if isinstance(value, str) else _listed(value)
        found = [each.strip() for each in given if isinstance(each, str)]
        if len(found) < len(given):
            raise ValueError("texts, or one text with commas")
        return tuple(filter(None, found))

    return _field(tuple(default), read)


def thing(default: T, what: str, is_right: Callable[[object], bool]) -> T:
    """Return the field of a Python object, which no text can say."""

    def read(value: object) -> object:
        if not is_right(value):
            raise ValueError(what)
        return value

    return _field(default, read, is_secret=True)


def special(default: T, read: Reader) -> T:
    """Return the field of an option that has a reader of its own."""
    return _field(default, read)


def reader(field: dataclasses.Field[object]) -> Reader:
    """Return what reads the values of a field."""
    found: Reader = field.metadata["read"]
    return found


def _field(default: T, read: Reader, *, is_secret: bool = False) -> T:
    return dataclasses.field(default=default, metadata={"read": read, "is_secret": is_secret})


def _number(kind: Callable[[str], T], value: object) -> T | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, float) and kind is int:
        return None
    try:
        return kind(str(value).strip())
    except ValueError:
        return None


def _read_flag(value: object) -> bool:
    given = value.strip().lower() if isinstance(value, str) else value
    if given in ("true", "false"):
        return given == "true"
    if not isinstance(given, bool):
        raise ValueError("true or false")
    return given


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, Iterable) else [value]
