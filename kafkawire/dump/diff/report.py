"""A comparison as text: what differs, exchange by exchange, then how many there were of what."""

from __future__ import annotations

from collections.abc import Iterator

from kafkawire.dump.diff.comparing import compare
from kafkawire.dump.diff.differences import ABSENT, Difference
from kafkawire.dump.diff.matching import LEFT, RIGHT, Matcher, Pair
from kafkawire.dump.diff.meaning import Rules
from kafkawire.dump.error_names import error_name
from kafkawire.dump.model import Exchange, Message

SHOWN_MAX = 20
"""Differences of one exchange that are shown; the others are counted."""
VALUE_CHARACTERS_MAX = 160


class Comparison:
    """Takes exchanges of both sides, gives lines of text as soon as something is sure."""

    def __init__(self, rules: Rules, *, names: tuple[str, str] = ("A", "B")) -> None:
        self._rules = rules
        self._names = names
        self._matcher = Matcher(rules)
        self.alike = 0
        self.different = 0
        self.alone = [0, 0]

    def add(self, side: int, exchange: Exchange) -> Iterator[str]:
        """An exchange that has ended."""
        for pair in self._matcher.add(side, exchange):
            yield from self._lines(pair)

    def rest(self) -> Iterator[str]:
        """What both sides' ends have made sure, and the summary."""
        for pair in self._matcher.rest():
            yield from self._lines(pair)
        yield self.summary()

    @property
    def has_differences(self) -> bool:
        """Whether anything is not alike."""
        return self.different > 0 or any(self.alone)

    def pair(self, left: Exchange, right: Exchange) -> Iterator[str]:
        """Two that are known to belong together."""
        yield from self._lines(Pair(left, right))

    def summary(self) -> str:
        """`120 alike, 3 differ, 1 only in A`."""
        parts = [f"{self.alike:,} alike", f"{self.different:,} differ"]
        parts += [
            f"{count:,} only in {name}"
            for count, name in zip(self.alone, self._names, strict=True)
            if count
        ]
        if self._matcher.hurried:
            parts.append(f"{self._matcher.hurried:,} matched early, since too many were waiting")
        return ", ".join(parts)

    def _lines(self, pair: Pair) -> Iterator[str]:
        if pair.left is None or pair.right is None:
            yield from self._alone(pair)
            return
        found = list(compare(pair.left, pair.right, self._rules))
        if not found:
            self.alike += 1
            return
        self.different += 1
        numbers = f"#{pair.left.number} and #{pair.right.number}"
        yield f"{_subject(pair.left)} ({numbers})"
        for difference in found[:SHOWN_MAX]:
            left, right = _value(difference, LEFT), _value(difference, RIGHT)
            yield f"  {difference.path}: {left} -> {right}"
        if len(found) > SHOWN_MAX:
            yield f"  and {len(found) - SHOWN_MAX:,} more"

    def _alone(self, pair: Pair) -> Iterator[str]:
        exchange = pair.left or pair.right
        assert exchange is not None, "a pair of nobody"
        side = LEFT if pair.left is not None else RIGHT
        self.alone[side] += 1
        yield f"only in {self._names[side]}: {_subject(exchange)} (#{exchange.number})"


def _subject(exchange: Exchange) -> str:
    message = exchange.message
    words = [f"{exchange.api_name} v{message.api_version}"]
    if exchange.client_id:
        words.append(f"of {exchange.client_id}")
    about = exchange.topics or message.facts.topics or message.facts.groups
    if about:
        words.append(f"about {', '.join(about[:3])}" + (" ..." if len(about) > 3 else ""))
    return " ".join(words)


def _value(difference: Difference, side: int) -> str:
    value = difference.right if side == RIGHT else difference.left
    if difference.path.endswith(("errorCode", "ErrorCode")) and isinstance(value, int):
        return f"{error_name(value)} ({value})"
    if value is ABSENT or isinstance(value, Message):
        return "nothing" if value is ABSENT else "a message"
    text = value if isinstance(value, str) and value else repr(value)
    return text if len(text) <= VALUE_CHARACTERS_MAX else text[:VALUE_CHARACTERS_MAX] + "..."
