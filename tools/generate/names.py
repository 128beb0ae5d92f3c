"""Kafka's names in Python's spelling."""

from __future__ import annotations

import keyword
import re

_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_ONE_WORD = {"KRaft": "Kraft"}


def snake(name: str) -> str:
    """`ThrottleTimeMs` -> `throttle_time_ms`; digits stay with the word before them."""
    for written, read in _ONE_WORD.items():
        name = name.replace(written, read)
    words: list[str] = []
    for word in _WORD.findall(name):
        if word.isdigit() and words:
            words[-1] += word
        else:
            words.append(word.lower())
    result = "_".join(words)
    return result + "_" if keyword.iskeyword(result) else result
