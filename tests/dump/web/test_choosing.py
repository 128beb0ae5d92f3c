"""What a page chooses: the filter language, asked of rows."""

from __future__ import annotations

import pytest

from kafkawire.dump.filter import FilterError
from kafkawire.dump.page.columns import DAMAGE, EXCHANGE, FINDING
from kafkawire.dump.page.rows import Row
from kafkawire.dump.web.choosing import Choice, checked
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from tests.support.dump.dialogues import Dialogue
from tests.support.dump.exchanges import START_NS, exchange

EXPRESSION_CHARACTERS_MAX = 4_000

FETCH = exchange(ApiKey.FETCH, request={})
ROW = Row(EXCHANGE, START_NS, FETCH.connection, FETCH)
LOST = Row(DAMAGE, START_NS, None, None, "lost")


def test_empty_texts_choose_all_and_mark_nothing() -> None:
    choice = Choice("", "  ")

    assert choice.shows(ROW)
    assert choice.shows(LOST)
    assert not choice.marks(ROW)


def test_a_filter_leaves_what_fits_and_findings_about_it() -> None:
    finding = Row(FINDING, START_NS, FETCH.connection, FETCH, "slow")

    assert Choice("~api Fetch").shows(ROW)
    assert Choice("~api Fetch").shows(finding)
    assert not Choice("~api Produce").shows(ROW)
    assert not Choice("~api Produce").shows(finding)
    assert not Choice("~api Fetch").shows(LOST)


def test_a_highlight_marks_exchanges_and_hides_nothing() -> None:
    choice = Choice("", "~api Fetch")

    assert choice.marks(ROW)
    assert not choice.marks(LOST)
    assert choice.shows(LOST)


def test_what_was_decoded_for_a_question_is_not_kept() -> None:
    talk = Dialogue()
    made = talk.exchange(talk.connect(), MetadataRequest(topics=None), MetadataResponse(), 9)
    row = Row(EXCHANGE, START_NS, made.connection, made)

    assert Choice("MetadataResponse.brokers.count = 0").shows(row)
    assert made.response is not None
    assert "values" not in vars(made.response)


def test_what_is_wrong_is_told_with_its_column() -> None:
    assert checked("~api Fetch & ~nonsense")["column"] == 13
    assert not checked("x" * (EXPRESSION_CHARACTERS_MAX + 1))["ok"]
    with pytest.raises(FilterError):
        Choice("", "~nonsense")


def test_what_is_right_is_told_in_words() -> None:
    assert checked("") == {"ok": True, "asks": []}
    found = checked("~api Fetch")
    assert found["ok"]
    assert "Fetch" in found["asks"][0]
