"""Tables, read back."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from kafkawire.dump.model import Event, ExchangeDone, RequestSeen
from kafkawire.dump.outputs import parquet as module
from kafkawire.dump.outputs.parquet import EXCHANGES, MESSAGES, ParquetSink
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from tests.support.dump.dialogues import LATENCY_NS, Dialogue
from tests.support.dump.exchanges import exchange, facts

parquet = pytest.importorskip(
    "pyarrow.parquet", reason="pyarrow is not installed: wire-dump's tables in Parquet are not read"
)


def tables(path: Path, *events: Event) -> tuple[Any, Any]:
    sink = ParquetSink(str(path))
    for each in events:
        sink.event(each)
    assert not list(path.glob("*.parquet"))
    sink.close()
    assert len(list(path.iterdir())) == 2
    return tuple(
        parquet.ParquetFile(path / f"{name}.parquet") for name in ("exchanges", "messages")
    )


def heartbeat(talk: Dialogue) -> ExchangeDone:
    request, response = HeartbeatRequest(group_id="g"), HeartbeatResponse(error_code=27)
    return ExchangeDone(talk.exchange(talk.connect(), request, response, 3))


def column(file: Any, name: str) -> list[Any]:
    values = file.read().column(name)
    return [getattr(each, "value", None) or each.as_py() for each in values]


def test_exchanges_and_their_messages_are_rows(tmp_path: Path) -> None:
    talk = Dialogue()
    done = [heartbeat(talk), heartbeat(talk)]
    made = done[0].exchange
    assert made.request is not None

    exchanges, messages = tables(tmp_path / "new", RequestSeen(made), *done)

    assert column(exchanges, "number") == [1, 2]
    assert column(exchanges, "time")[0] == made.request.time_ns
    assert column(exchanges, "latency_ns") == [LATENCY_NS] * 2
    assert column(exchanges, "errors") == [["REBALANCE_IN_PROGRESS"]] * 2
    assert column(exchanges, "groups") == [["g"]] * 2
    assert column(messages, "is_request") == [True, False] * 2
    assert json.loads(column(messages, "body")[0])["groupId"] == "g"


def test_a_missing_message_leaves_nulls(tmp_path: Path) -> None:
    done = ExchangeDone(exchange(response={"values": {}, "facts": facts(records_bytes=9)}))

    exchanges, messages = tables(tmp_path, done)

    assert column(exchanges, "latency_ns") == [None]
    assert column(exchanges, "client_id") == ["billing"]
    assert column(exchanges, "records_bytes") == [9]
    assert messages.metadata.num_rows == 1


def test_every_column_is_described(tmp_path: Path) -> None:
    for file, columns in zip(tables(tmp_path), (EXCHANGES, MESSAGES), strict=True):
        described = {
            field.name: (field.metadata or {}).get(b"description") for field in file.schema_arrow
        }
        assert described == {each.name: each.about.encode() for each in columns}


def test_rows_are_written_in_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROWS_MAX", 3)
    talk = Dialogue()

    exchanges, messages = tables(tmp_path, *(heartbeat(talk) for _ in range(7)))

    assert exchanges.num_row_groups == 3
    assert messages.num_row_groups == 5
    assert column(exchanges, "number") == list(range(1, 8))


def test_large_rows_make_small_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROW_GROUP_BYTES_MAX", 30)
    talk = Dialogue()

    _, messages = tables(tmp_path, *(heartbeat(talk) for _ in range(4)))

    assert messages.num_row_groups >= 4


def test_without_pyarrow_it_is_said_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    with pytest.raises(ImportError, match=r"pip install 'kafkawire\[parquet\]'"):
        ParquetSink(str(tmp_path))
