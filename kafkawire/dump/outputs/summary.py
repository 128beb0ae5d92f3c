"""What one says of an exchange in a few words: its errors, its oddities, what it is about.

Every output that lists exchanges says it in these words. All of it comes from facts, which cost
microseconds, never from values.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kafkawire.dump.api_names import SASL_TOKEN
from kafkawire.dump.error_names import error_name
from kafkawire.dump.fields.facts import NOTHING, Facts
from kafkawire.dump.model import Exchange
from kafkawire.dump.outputs.figures import SIZES_KEPT_MAX, duration_text, size_text
from kafkawire.dump.outputs.steps import step_text
from kafkawire.dump.records.damage import damage_of
from kafkawire.dump.state.share_step import acknowledged_text
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.visible_text import visible

NAMES_SHOWN_MAX = 3
"""Topics, groups or errors that a line names; it counts the rest."""
_MILLISECOND = 1_000_000
_SASL = (ApiKey.SASL_HANDSHAKE.value, ApiKey.SASL_AUTHENTICATE.value, SASL_TOKEN)
_ENVELOPE = ApiKey.ENVELOPE.value
_API_VERSIONS = ApiKey.API_VERSIONS.value
_FETCH = ApiKey.FETCH.value
_SHARE_ACKNOWLEDGE = ApiKey.SHARE_ACKNOWLEDGE.value
_WITH_RECORDS = (ApiKey.PRODUCE.value, _FETCH, ApiKey.SHARE_FETCH.value)

_USUAL_STEPS = ("heartbeat", "commit")
"""Kinds of steps of which there are many that change nothing."""


def errors_of(exchange: Exchange) -> list[str]:
    """Names of the errors in the response, each once."""
    response = exchange.response
    codes = () if response is None else response.facts.error_codes
    return [error_name(code) for code in dict.fromkeys(codes)] if codes else []


def problems_of(exchange: Exchange) -> list[str]:
    """Why a message of it could not be decoded, and what is wrong with its batches."""
    both = (exchange.request, exchange.response)
    found = [each.problem for each in both if each is not None and each.problem is not None]
    return found + damage_of(exchange)


def marks_of(exchange: Exchange) -> list[str]:
    """What is odd about it: throttled, no reply, no request."""
    response = exchange.response
    if response is None:
        if not exchange.expects_response:
            return []
        return [f"no reply ({exchange.ended})" if exchange.ended else "no reply yet"]
    found = ["request not seen"] if exchange.request is None else []
    throttled_ms = response.facts.throttle_time_ms
    if throttled_ms:
        found.append(f"throttled {duration_text(throttled_ms * _MILLISECOND)}")
    return found


def subject_of(exchange: Exchange) -> str:
    """What it is about: what it did to a group or transaction, or the names that are in it."""
    step = exchange.group or exchange.transaction
    if step is not None and _tells(step, exchange):
        return step_text(step)
    return _named(exchange)


def _tells(step: Any, exchange: Exchange) -> bool:
    """Whether a step says more than that all goes on as before."""
    if step.kind not in _USUAL_STEPS:
        return exchange.message.api_key not in _WITH_RECORDS
    return bool(getattr(step, "gained", ()) or getattr(step, "lost", ()))


def _named(exchange: Exchange) -> str:
    """Topics, groups, transactional ids, and what else its API is about."""
    request, response = exchange.request, exchange.response
    asked = NOTHING if request is None else request.facts
    told = NOTHING if response is None else response.facts
    topics = exchange.topics or _topics(asked) or _topics(told)
    if not topics and exchange.session is not None:
        return step_text(exchange.session)
    text = _names(topics) if topics else ""
    partitions = asked.partitions if asked.partitions > told.partitions else told.partitions
    if partitions > 1 and partitions > len(topics):
        text += f" ({partitions:,} partitions)"
    owner = asked if asked.groups or asked.transactional_ids else told
    if owner.groups:
        text += " group " + _names(owner.groups)
    if owner.transactional_ids:
        text += " txn " + _names(owner.transactional_ids)
    if not exchange.expects_response:
        text += " acks=0"
    hint = _hint(exchange)
    if hint:
        text += f" {hint}"
    return text if topics else text[1:]


def _topics(facts: Facts) -> tuple[str, ...]:
    """Names, or ids where names are not known."""
    return facts.topics or tuple([topic_id.hex() for topic_id in facts.topic_ids])


def _names(names: tuple[str, ...]) -> str:
    if len(names) == 1:
        return visible(names[0])
    shown = " ".join(map(visible, names[:NAMES_SHOWN_MAX]))
    more = len(names) - NAMES_SHOWN_MAX
    return f"{shown} +{more}" if more > 0 else shown


def _hint(exchange: Exchange) -> str:
    """What matters for this API beside names."""
    message = exchange.message
    key = message.api_key
    if key in _WITH_RECORDS:
        return _records_hint(exchange, key)
    if key == _ENVELOPE:
        return _forwarded(exchange)
    if key == _SHARE_ACKNOWLEDGE and exchange.session is not None:
        return acknowledged_text(exchange.session.acknowledged_records)
    connection = exchange.connection
    if key == _API_VERSIONS:
        return visible(connection.software)
    if key in _SASL:
        return visible(f"{connection.sasl_mechanism} {connection.user}".strip())
    return ""


def _forwarded(exchange: Exchange) -> str:
    # Only controllers' connections have these, so what they need is imported for them only.
    from kafkawire.dump.outputs.forwarded import forwarded_text

    return "" if exchange.request is None else forwarded_text(exchange.request)


@lru_cache(maxsize=SIZES_KEPT_MAX)
def _records_text(size: int) -> str:
    return f"{size_text(size)} of records" if size >= 1000 else f"{size} bytes of records"


def _records_hint(exchange: Exchange, api_key: int) -> str:
    message = exchange.request if api_key == _WITH_RECORDS[0] else exchange.response
    if message is None:
        return ""
    facts = message.facts
    size = facts.records_bytes
    if size:
        return _records_text(size)
    if message.problem is not None:
        return ""
    return "nothing new" if api_key != _WITH_RECORDS[0] and not facts.error_codes else ""
