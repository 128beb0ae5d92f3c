"""What differs between two exchanges that belong together."""

from __future__ import annotations

from collections.abc import Iterator

from kafkawire.dump.diff.differences import ABSENT, Difference, differences
from kafkawire.dump.diff.meaning import Rules, meaning
from kafkawire.dump.model import Exchange, Message


def compare(left: Exchange, right: Exchange, rules: Rules) -> Iterator[Difference]:
    """Everything that differs, paths beginning with `request` or `response`."""
    yield from _messages("request", left.request, right.request, rules)
    if _ends(left) != _ends(right):
        yield Difference("response", _ends(left), _ends(right))
    elif left.response is not None and right.response is not None:
        yield from _messages("response", left.response, right.response, rules)


def _ends(exchange: Exchange) -> str:
    """How an exchange ended, in words."""
    if exchange.response is not None:
        return "a response"
    if not exchange.expects_response:
        return "none is due"
    return f"none ({exchange.ended or 'not yet'})"


def _messages(
    name: str, left: Message | None, right: Message | None, rules: Rules
) -> Iterator[Difference]:
    if left is None or right is None:
        if left is not right:
            yield Difference(name, left or ABSENT, right or ABSENT)
        return
    yield from _problems(name, left, right)
    if left.api_version == right.api_version:
        yield from differences(meaning(left, rules), meaning(right, rules), name)
        return
    yield Difference(f"{name}.version", left.api_version, right.api_version)
    yield from _common(name, meaning(left, rules), meaning(right, rules))


def _common(name: str, left: dict[str, object], right: dict[str, object]) -> Iterator[Difference]:
    """Of different versions, what both have; what only one has is the version's doing."""
    for difference in differences(left, right, name):
        if difference.left is not ABSENT and difference.right is not ABSENT:
            yield difference


def _problems(name: str, left: Message, right: Message) -> Iterator[Difference]:
    # What is wrong with a message is known when its values were asked for.
    unread = [bool(message.values) is False and message.problem for message in (left, right)]
    if any(unread) and left.data[left.body_offset :] != right.data[right.body_offset :]:
        yield Difference(name, left.problem or "as declared", right.problem or "as declared")
