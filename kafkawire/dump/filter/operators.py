"""The table of operators: the parser, the evaluation and the help are made of its rows.

A row says how an operator is called, what may follow it, what it asks, how dear that is (the cheap
ones are asked first, since no operator changes anything), and which decoded part of a message it
needs. Operators that ask both messages of an exchange are true if one of them fits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kafkawire.dump.filter import asking
from kafkawire.dump.filter import asking_findings as findings
from kafkawire.dump.filter import asking_records as records
from kafkawire.dump.filter.amounts import (
    DURATION,
    NUMBER,
    SIZE,
    TIME,
    Unit,
)
from kafkawire.dump.filter.patterns import fold_api

HEADER, NAME, TOPICS, FACTS, VALUES, BODY, RECORDS = 1, 2, 5, 20, 100, 200, 2000
"""Costs: a field of the header, a name of it, what state knows, facts, values, bytes, records."""


class Operator(NamedTuple):
    """A row."""

    code: str
    takes: str
    """`nothing`, `name`, `text`, `amount` or `error`; with a `?` what may be left out."""
    cost: int
    build: asking.Builder
    words: str
    """What it asks, for sentences; the argument follows."""
    help: str
    example: str
    unit: Unit = NUMBER
    comparison: str = "="
    """What a number without one means."""
    needs: str = ""
    """`facts`, `tree`, `findings` or nothing."""
    fold: Callable[[str], str] | None = None


OPERATORS = (
    Operator(
        "",
        "name",
        TOPICS,
        asking.bare_word,
        "the API or a topic",
        "a word alone: the API, or a topic",
        "orders",
        needs="facts",
    ),
    Operator(
        "api",
        "name",
        NAME,
        asking.api,
        "the API",
        "API by its name, whatever its case",
        "~api Fetch",
        fold=fold_api,
    ),
    Operator(
        "v",
        "amount",
        HEADER,
        asking.counted(lambda exchange: exchange.message.api_version),
        "the version",
        "version of the request",
        "~v 13..17",
    ),
    Operator(
        "t",
        "name",
        TOPICS,
        asking.any_named(asking.topics_of),
        "a topic",
        "topic, ids resolved to names where they are known",
        "~t orders*",
        needs="facts",
    ),
    Operator(
        "g",
        "name",
        FACTS,
        asking.any_named(asking.groups),
        "a group",
        "group of any kind",
        "~g billing",
        needs="facts",
    ),
    Operator(
        "tx",
        "name",
        FACTS,
        asking.any_named(asking.transactional_ids),
        "a transactional id",
        "transactional id",
        "~tx /^payments-\\d+$/",
        needs="facts",
    ),
    Operator(
        "c",
        "name",
        NAME,
        asking.named(lambda exchange: exchange.client_id),
        "the client id",
        "client id",
        "~c rdkafka",
    ),
    Operator(
        "user",
        "name",
        NAME,
        asking.named(lambda exchange: exchange.connection.user),
        "the user",
        "who the client says it is (SASL)",
        "~user alice",
    ),
    Operator(
        "software",
        "name",
        NAME,
        asking.named(lambda exchange: exchange.connection.software),
        "the client's software",
        "name and version of the client's library",
        "~software librdkafka*",
    ),
    Operator(
        "host",
        "name",
        NAME,
        asking.any_named(asking.hosts),
        "an address",
        "host of either end",
        "~host 10.0.0.7",
    ),
    Operator("port", "amount", HEADER, asking.ports, "a port", "port of either end", "~port 9092"),
    Operator(
        "conn",
        "amount",
        HEADER,
        asking.counted(lambda exchange: exchange.connection.number),
        "the connection's number",
        "connection, by its number",
        "~conn 3",
    ),
    Operator(
        "n",
        "amount",
        HEADER,
        asking.counted(lambda exchange: exchange.number),
        "the exchange's number",
        "exchange, by its number",
        "~n 100..200",
    ),
    Operator(
        "id",
        "amount",
        HEADER,
        asking.counted(lambda exchange: exchange.message.correlation_id),
        "the correlation id",
        "correlation id",
        "~id 42",
    ),
    Operator(
        "err",
        "error?",
        FACTS,
        asking.error,
        "an error",
        "an error in the response, anywhere: any one, or by name or code",
        "~err NOT_LEADER_OR_FOLLOWER",
        needs="facts",
    ),
    Operator(
        "lat",
        "amount",
        HEADER,
        asking.counted(lambda exchange: exchange.latency_ns),
        "the latency",
        "time from request to response; a bare number is in ms and means `at least`",
        "~lat >50ms",
        DURATION,
        ">=",
    ),
    Operator(
        "size",
        "amount",
        HEADER,
        asking.counted(asking.size),
        "the size of both messages",
        "bytes of request and response together; a bare number means `at least`",
        "~size >64KiB",
        SIZE,
        ">=",
    ),
    Operator(
        "throttle",
        "amount",
        FACTS,
        asking.counted(asking.throttle_ns),
        "the throttle time",
        "throttle time that the response tells; a bare number means `at least`",
        "~throttle >0",
        DURATION,
        ">=",
        needs="facts",
    ),
    Operator(
        "time",
        "amount",
        HEADER,
        asking.time,
        "the time (UTC)",
        "when the first byte was seen, UTC: of the day, or with a date",
        "~time 12:30..12:31:30",
        TIME,
    ),
    Operator(
        "q",
        "nothing",
        HEADER,
        asking.plain(lambda exchange: exchange.response is None),
        "there is no response",
        "request only: no response (yet)",
        "~q",
    ),
    Operator(
        "s",
        "nothing",
        HEADER,
        asking.plain(lambda exchange: exchange.response is not None),
        "there is a response",
        "has a response",
        "~s",
    ),
    Operator(
        "noreply",
        "nothing",
        HEADER,
        asking.plain(lambda exchange: exchange.expects_response and bool(exchange.ended)),
        "the response that was due never came",
        "given up: a response was due and never came",
        "~noreply",
    ),
    Operator(
        "req",
        "text?",
        BODY,
        asking.side(lambda exchange: exchange.request),
        "the request's bytes hold what",
        "has a request; with a text, one that holds it (see ~find)",
        "~req billing",
    ),
    Operator(
        "resp",
        "text?",
        BODY,
        asking.side(lambda exchange: exchange.response),
        "the response's bytes hold what",
        "has a response; with a text, one that holds it (see ~find)",
        "~resp /rack-[ab]/",
    ),
    Operator(
        "find",
        "text",
        BODY,
        asking.find,
        "the bytes hold what",
        "text in either message's bytes, in any case (see ~value for compressed ones)",
        "~find customer-17",
    ),
    Operator(
        "key",
        "text",
        RECORDS,
        records.held_by(records.key),
        "a record's key holds what",
        "text in a record's key, compressed or not",
        "~key customer-17",
        needs="tree",
    ),
    Operator(
        "value",
        "text",
        RECORDS,
        records.held_by(records.value),
        "a record's value holds what",
        "text in a record's value, compressed or not",
        "~value /total.:0/",
        needs="tree",
    ),
    Operator(
        "header",
        "text",
        RECORDS,
        records.held_by(records.headers),
        "a record's header, as name=value, holds what",
        "text in a record's header, as name=value",
        "~header /^traceparent=/",
        needs="tree",
    ),
    Operator(
        "note",
        "text?",
        NAME,
        asking.note,
        "a note",
        "something is said about it; with a text, that holds it",
        "~note fallback",
    ),
    Operator(
        "detector",
        "name?",
        TOPICS,
        findings.detector,
        "a detector that found something in it",
        "a detector found something as it came: any one, or by name",
        "~detector rebalance-loop",
        needs="findings",
    ),
    Operator(
        "problem",
        "nothing",
        VALUES,
        asking.plain(asking.problem),
        "a message cannot be decoded, or a batch in it is damaged",
        "cannot be decoded wholly, or has a batch with a wrong checksum",
        "~problem",
        needs="tree",
    ),
)
BY_CODE = {operator.code: operator for operator in OPERATORS}
