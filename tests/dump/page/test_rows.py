"""Rows: what the list shows of an exchange, in an order that the page's modules know too."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from kafkawire.dump import page
from kafkawire.dump.model import Exchange
from kafkawire.dump.page.columns import EXCHANGE, FINDING
from kafkawire.dump.page.rows import Row
from kafkawire.protocol.api_keys import ApiKey
from tests.support.dump.exchanges import START_NS, exchange, facts

MODEL = Path(page.__file__).parent / "static" / "model.js"


def places() -> dict[str, int]:
    """The names of places that the page's module has."""
    return {name: int(at) for name, at in re.findall(r"\b([A-Z]+) = (\d+)", MODEL.read_text())}


def shown(made: Exchange) -> list[Any]:
    row = Row(EXCHANGE, made.message.time_ns, made.connection, made)
    row.number = 41
    row.start_ns = START_NS - 5
    found: list[Any] = json.loads(row.json())
    return found


def test_a_row_has_its_values_where_the_page_looks_for_them() -> None:
    at = places()
    failed = facts(error_codes=(6,), topics=("orders",), throttle_time_ms=3, records_bytes=900)
    made = exchange(
        ApiKey.FETCH,
        number=7,
        request={"data": bytes(30), "version": 12, "facts": facts(partitions=4)},
        response={"data": bytes(50), "facts": failed},
    )

    row = shown(made)

    assert (row[at["ID"]], row[at["WHAT"]], row[at["TIME"]]) == (41, at["EXCHANGE"], 5)
    assert (row[at["NUMBER"]], row[at["CONNECTION"]], row[at["CLIENT"]]) == (7, 1, "billing")
    assert (row[at["API"]], row[at["VERSION"]], row[at["LATENCY"]]) == ("Fetch", 12, 1_000_000)
    assert (row[at["SENT"]], row[at["BACK"]]) == (30, 50)
    assert row[at["ERRORS"]] == ["NOT_LEADER_OR_FOLLOWER"]
    assert row[at["MARKS"]] == ["throttled 3.000ms"]
    assert "orders" in row[at["SUBJECT"]]
    assert row[at["SESSION"]] is row[at["GROUP"]] is row[at["TRANSACTION"]] is None
    assert row[at["CORRELATION"]] == 7
    assert (row[at["TOPICS"]], row[at["PARTITIONS"]], row[at["RECORDS"]]) == (1, 4, 900)
    assert row[at["THROTTLE"]] == 3
    assert len(row) == at["THROTTLE"] + 1


def test_what_it_did_to_session_group_and_transaction_is_there_in_figures() -> None:
    session = SimpleNamespace(
        session_id=9,
        epoch=2,
        kind="continued",
        held=5,
        added=(1,),
        changed=(),
        forgotten=(1, 2),
        reported=(3,),
        left_out={"nothing new": 4},
        is_evicted=False,
        summary="",
    )
    group = SimpleNamespace(
        group="g", kind="join", generation=3, state="stable", members=2, summary=""
    )
    transaction = SimpleNamespace(transactional_id="t", kind="end", state="committed", summary="")
    made = exchange(request={}, session=session, group=group, transaction=transaction)

    at, row = places(), shown(made)

    assert row[at["SESSION"]] == [9, 2, "continued", 5, 1, 0, 2, 1, 4, False]
    assert row[at["GROUP"]] == ["g", "join", 3, "stable", 2]
    assert row[at["TRANSACTION"]] == ["t", "end", "committed"]


def test_a_finding_names_its_exchange() -> None:
    at = places()
    about = exchange(number=3, request={})
    row = Row(FINDING, START_NS, about.connection, about, "slow")
    row.advice, row.severity, row.detector = "be quick", "warning", "latency"

    found = json.loads(row.json())

    assert (found[at["WHAT"]], found[at["TEXT"]]) == (at["FINDING"], "slow")
    said = [found[at[name]] for name in ("ADVICE", "SEVERITY", "ABOUT", "DETECTOR")]
    assert said == ["be quick", "warning", 3, "latency"]


def test_a_row_is_made_once() -> None:
    made = exchange(request={})
    row = Row(EXCHANGE, START_NS, made.connection, made)

    assert row.json() is row.json()
