"""Rows of `partitions`: what a request asks of a partition beside what its response says of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from kafkawire.dump.error_names import error_name
from kafkawire.spark.tables.batches import measured
from kafkawire.spark.tables.column import Row
from kafkawire.spark.tables.declared import PARTITIONS
from kafkawire.spark.tables.identity import exchange_columns
from kafkawire.spark.tables.placed import PRODUCE, WITH_PARTITIONS, Entry, entries_of

if TYPE_CHECKING:
    from kafkawire.dump.model import Exchange, Message

UNKNOWN_OFFSET = -1
_NOTHING: dict[str, Any] = {}


def partition_rows(exchange: Exchange) -> Iterator[Row]:
    """Those that the request names in its order, then those that only the response names."""
    message = exchange.message
    if message.api_key not in WITH_PARTITIONS:
        return
    asked, told = _by_partition(exchange.request), _by_partition(exchange.response)
    head = exchange_columns(exchange)
    for key in asked | told:
        yield _row(head, exchange, asked.get(key), told.get(key))


def _by_partition(message: Message | None) -> dict[tuple[str, int], Entry]:
    entries = () if message is None else entries_of(message)
    return {(entry.topic, entry.partition): entry for entry in entries}


def _row(
    head: Mapping[str, object], exchange: Exchange, asked: Entry | None, told: Entry | None
) -> Row:
    of = asked or told
    assert of is not None, "it is named by one of them"
    wants = _NOTHING if asked is None else asked.values
    says = _NOTHING if told is None else told.values
    code = says.get("errorCode")
    is_produce = exchange.message.api_key == PRODUCE
    message, carrier = (exchange.request, asked) if is_produce else (exchange.response, told)
    batches = measured(
        b"" if message is None else message.data,
        None if carrier is None else carrier.place,
        says.get("baseOffset", UNKNOWN_OFFSET) if is_produce else None,
        (0 if message is None else message.stream_offset) + of.partition,
    )
    return PARTITIONS.row(
        **head,
        **batches._asdict(),
        topic=of.topic,
        partition=of.partition,
        is_asked=asked is not None,
        is_reported=told is not None,
        fetch_offset=wants.get("fetchOffset"),
        partition_max_bytes=wants.get("partitionMaxBytes"),
        current_leader_epoch=wants.get("currentLeaderEpoch"),
        error_code=code,
        error=error_name(code) if code else None,
        high_watermark=says.get("highWatermark"),
        last_stable_offset=says.get("lastStableOffset"),
        log_start_offset=says.get("logStartOffset"),
        base_offset=says.get("baseOffset"),
        log_append_time_ms=says.get("logAppendTimeMs"),
    )
