"""Reads `sasl.jaas.config`: a login module of Java and its pairs, as Kafka documents it.

An example is
`org.apache.kafka.common.security.plain.PlainLoginModule required username="a" password="b";`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_PAIR = re.compile(r"""(\w+)\s*=\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s;]+)""")


class Jaas(NamedTuple):
    """A login module by the last part of its name, and its pairs without quotes."""

    module: str
    pairs: dict[str, str]

    def __repr__(self) -> str:
        return f"Jaas({self.module}, {sorted(self.pairs)})"


def parsed(text: str) -> Jaas:
    """Return module and pairs of a text; the module is empty where there is none."""
    first, _, rest = text.strip().replace("\n", " ").partition(" ")
    module = first.rpartition(".")[2]
    pairs = {name: _unquoted(value) for name, value in _PAIR.findall(rest)}
    return Jaas(module if module.endswith("LoginModule") else "", pairs)


def _unquoted(text: str) -> str:
    if text[:1] in "\"'":
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    return text
