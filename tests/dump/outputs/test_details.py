"""What each level of verbosity shows below a line."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace

import pytest

from kafkawire.dump.model import Exchange
from kafkawire.dump.outputs.colour import PLAIN
from kafkawire.dump.outputs.details import DetailLines
from kafkawire.dump.outputs.options import OutputOptions
from kafkawire.dump.outputs.summary import subject_of
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.builder import RecordTuple, encode_batch
from tests.support.dump.dialogues import Dialogue
from tests.support.requests.produce import produce_request

ROWS: list[RecordTuple] = [(1_700_000_000_000, b"k%d" % at, b"value", []) for at in range(9)]


def produced() -> Exchange:
    request = produce_request(("orders", 3, bytes(encode_batch(ROWS))), acks=1, timeout_ms=1)
    talk = Dialogue()
    made = talk.exchange(talk.connect(), request, ProduceResponse(), 9)
    made.notes = ["after a negotiation"]
    made.group = SimpleNamespace(summary="group billing generation 5", kind="join")
    return made


def lines_of(level: int, exchange: Exchange | None = None, *, records: bool = False) -> list[str]:
    options = OutputOptions(verbosity=level, records=records)
    found: list[str] = []
    DetailLines(options, PLAIN)(exchange or produced(), found.append)
    assert all(line.endswith("\n") for line in found)
    return [line.rstrip("\n") for line in found]


def test_level_1_tells_what_other_messages_say() -> None:
    assert lines_of(1) == ["    note: after a negotiation", "    group billing generation 5"]


def test_what_the_line_itself_says_is_not_said_again() -> None:
    talk = Dialogue()
    asked = talk.exchange(talk.connect(), JoinGroupRequest(), JoinGroupResponse(), 5)
    asked.group = SimpleNamespace(summary="group billing generation 5", kind="join")

    assert subject_of(asked) == "group billing generation 5"
    assert lines_of(1, asked) == []


def test_records_alone_are_shown_without_notes() -> None:
    lines = lines_of(0, records=True)

    assert "orders-3" in lines[0]
    assert not any("note" in line or "generation" in line for line in lines)


def test_each_level_shows_what_the_one_before_shows() -> None:
    levels = [lines_of(level) for level in (1, 2, 3, 4)]

    for less, more in pairwise(levels):
        assert len(less) < len(more)
        assert set(less) <= set(more)


def test_fields_are_under_their_message() -> None:
    lines = lines_of(2)

    assert any(line.startswith("    ProduceRequest v9  correlation 1, ") for line in lines)
    assert "      acks: 1 LEADER" in lines
    assert not any("header" in line or "k0" in line for line in lines)


def test_records_come_with_level_3_or_when_asked_for() -> None:
    assert sum("= value" in line for line in lines_of(3)) == 9
    assert sum("= value" in line for line in lines_of(0, records=True)) == 4
    assert any("... and more" in line for line in lines_of(0, records=True))


def test_level_4_has_the_bytes_of_both_messages() -> None:
    assert sum(line.startswith("    0000 |") for line in lines_of(4)) == 2


@pytest.mark.parametrize("level", [2, 3, 4])
def test_what_cannot_be_decoded_is_shown_as_far_as_it_can_be(level: int) -> None:
    made = produced()
    assert made.request is not None
    made.request.data = made.request.data[:-3]

    lines = lines_of(level, made)

    assert any("!! ProduceRequest v9: byte " in line for line in lines)
    assert "      acks: 1 LEADER" in lines


@pytest.mark.parametrize(
    ("level", "cut", "is_cut"), [(3, None, True), (4, None, False), (3, 5000, False), (4, 9, True)]
)
def test_long_values_are_whole_where_all_is_shown_or_if_asked(
    level: int, cut: int | None, is_cut: bool
) -> None:
    talk = Dialogue()
    batch = bytes(encode_batch([(0, b"k", b"v" * 2000, [])]))
    request = produce_request(("t" * 249, 0, batch), acks=1, timeout_ms=1)
    made = talk.exchange(talk.connect(), request, None, 9)

    lines = DetailLines(OutputOptions(verbosity=level, records=True, cut=cut), PLAIN).lines(made)

    text = "\n".join(lines)
    assert ("v" * 2000 not in text) is is_cut
    assert (f"name: '{'t' * 249}'" not in text) is is_cut
