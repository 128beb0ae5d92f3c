"""Which topics an error is about: a request may ask for many, of which one has it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kafkawire.protocol.uuids import uuid_text

if TYPE_CHECKING:
    from kafkawire.dump.model import Exchange

TOPIC_FIELDS = ("name", "topic", "topicName", "topicId")
"""Fields that say which topic an element of a response is about, the best first."""


def topics_with(exchange: Exchange, code: int) -> tuple[str, ...]:
    """The topics whose part of the response has an error code.

    All topics of the exchange if no part of a topic of its has it, as where the error is the whole
    response's. This decodes the response: it is for what is about to be said.
    """
    if exchange.response is None or len(exchange.topics) < 2:
        return exchange.topics
    # Asked for only where there is a finding.
    from kafkawire.dump.records.show import topic_names_of

    names = {uuid_text(topic_id): name for topic_id, name in topic_names_of(exchange).items()}
    found = [names.get(each, each) for each in _parts(exchange.response.values, code, "")]
    known = frozenset(exchange.topics)
    return tuple(dict.fromkeys(each for each in found if each in known)) or exchange.topics


def _parts(value: object, code: int, topic: str) -> Iterator[str]:
    """For each place with the code the topic, or its id, that was named last on the way there."""
    if isinstance(value, list):
        for each in value:
            yield from _parts(each, code, topic)
    elif isinstance(value, dict):
        named = (value[name] for name in TOPIC_FIELDS if isinstance(value.get(name), str))
        topic = next(named, topic)
        for name, each in value.items():
            if name.endswith("rrorCode"):
                if each == code:
                    yield topic
            else:
                yield from _parts(each, code, topic)
