"""Passwords that the metadata log keeps in plain text, and SCRAM credentials: not for everybody.

They become as many `*`, and what cannot be read of that log is masked wholly: there is no telling
what is in it. A file whose topic nobody knows may be one of that log, so records of it that read as
such are masked, too. Records of delegation tokens need no masking: what proves that one has a token
is made from the broker's own secret, and is not written.
"""

from __future__ import annotations

from collections.abc import Callable

from kafkawire.dump.records.internal import read_record
from kafkawire.dump.records.masking import masked_value
from kafkawire.dump.secret_values import is_sensitive, stars
from kafkawire.log.topic_partition import CLUSTER_METADATA
from kafkawire.protocol.errors import ProtocolError
from kafkawire.records.record import Record

Hide = Callable[[Record, bool], Record]
"""The record without its secrets; told whether it could be read by a declaration."""


def hiding_for(topic: str | None, told_topic: str | None) -> Hide | None:
    """What hides the secrets of a log; None if it is not one that has any.

    `topic` is what the place of the files says, `told_topic` what their reader believes.
    """
    if CLUSTER_METADATA in (topic, told_topic):
        return _hidden
    return _hidden_if_metadata if topic is told_topic is None else None


def _hidden(record: Record, is_known: bool) -> Record:
    # That log has neither keys nor headers.
    key = record.key and stars(record.key)
    headers = [(name, value and stars(value)) for name, value in record.headers]
    value = record.value
    if value:
        value = _without_secret(value) if is_known else stars(value)
    return Record(record.offset, record.timestamp, key, value, headers)


def _hidden_if_metadata(record: Record, is_known: bool) -> Record:
    try:
        read_record(CLUSTER_METADATA, record.key, record.value)
    except ProtocolError:
        return record
    value = record.value and _without_secret(record.value)
    return Record(record.offset, record.timestamp, record.key, value, record.headers)


def _without_secret(value: bytes) -> bytes:
    masked = masked_value(value, is_sensitive)
    return value if masked is None else masked
