"""What is said of an exchange in a few words."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from kafkawire.dump.api_names import SASL_TOKEN
from kafkawire.dump.outputs.summary import errors_of, marks_of, problems_of, subject_of
from kafkawire.protocol.api_keys import ApiKey
from tests.support.dump.exchanges import connection, exchange, facts


def test_errors_have_names_each_once() -> None:
    made = exchange(response={"facts": facts(error_codes=(3, 3, 999))})

    assert errors_of(made) == ["UNKNOWN_TOPIC_OR_PARTITION", "ERROR_999"]
    assert errors_of(exchange(request={})) == []


def test_of_many_names_a_few_are_shown_and_the_rest_counted() -> None:
    topics = tuple(f"t{at}" for at in range(9))
    made = exchange(ApiKey.METADATA, request={"facts": facts(topics=topics, partitions=30)})

    assert subject_of(made) == "t0 t1 t2 +6 (30 partitions)"


def test_topics_that_state_has_named_are_preferred_to_ids() -> None:
    told = {"facts": facts(topic_ids=(b"\1" * 16,))}

    assert subject_of(exchange(ApiKey.METADATA, request=told)) == "01" * 16
    assert subject_of(exchange(ApiKey.METADATA, request=told, topics=("orders",))) == "orders"


def test_groups_and_transactions_say_what_they_are() -> None:
    told = {"facts": facts(groups=("billing",), transactional_ids=("ledger-1",))}

    assert subject_of(exchange(ApiKey.HEARTBEAT, request=told)) == "group billing txn ledger-1"


@pytest.mark.parametrize(
    ("size", "codes", "said"),
    [(2000, (), "2.0K of records"), (0, (), "nothing new"), (0, (6,), "")],
)
def test_a_fetch_says_how_much_it_got(size: int, codes: tuple[int, ...], said: str) -> None:
    told = {"facts": facts(records_bytes=size, error_codes=codes)}

    assert subject_of(exchange(ApiKey.FETCH, response=told)) == said


def test_of_a_response_that_cannot_be_decoded_nothing_is_said() -> None:
    assert subject_of(exchange(ApiKey.FETCH, response={"problem": "an unknown version"})) == ""


def test_a_client_and_a_user_are_named_where_they_say_who_they_are() -> None:
    on = connection(software="librdkafka 2.16", sasl_mechanism="PLAIN", user="ada")
    made = exchange(ApiKey.SASL_AUTHENTICATE, on=on, request={})

    assert subject_of(made) == "PLAIN ada"
    assert subject_of(exchange(ApiKey.API_VERSIONS, on=on, request={})) == "librdkafka 2.16"
    assert made.request is not None
    made.request.api_key = SASL_TOKEN
    assert subject_of(made) == "PLAIN ada"


def test_oddities_are_marked() -> None:
    throttled = {"facts": facts(throttle_time_ms=250)}

    assert marks_of(exchange(request={}, response=throttled)) == ["throttled 250.0ms"]
    assert marks_of(exchange(response={})) == ["request not seen"]
    assert marks_of(exchange(request={}, ended="lost")) == ["no reply (lost)"]
    assert marks_of(exchange(request={}, expects_response=False)) == []
    assert marks_of(exchange(request={}, response={})) == []


def test_problems_are_those_of_both_messages() -> None:
    made = exchange(request={"problem": "a"}, response={"problem": "b"})

    assert problems_of(made) == ["a", "b"]


def step(kind: str, **known: object) -> SimpleNamespace:
    return SimpleNamespace(kind=kind, summary=f"a {kind}", **known)


def test_what_changes_a_group_or_transaction_is_told_in_its_own_words() -> None:
    told = {"facts": facts(groups=("g",))}

    assert subject_of(exchange(ApiKey.JOIN_GROUP, request=told, group=step("join"))) == "a join"
    assert subject_of(exchange(ApiKey.END_TXN, request={}, transaction=step("end"))) == "a end"
    beat = exchange(ApiKey.HEARTBEAT, request=told, group=step("heartbeat", gained=(), lost=()))
    assert subject_of(beat) == "group g"
    beat.group = step("heartbeat", gained=("orders-1",), lost=())
    assert subject_of(beat) == "a heartbeat"


def test_what_is_produced_in_a_transaction_is_more_than_that() -> None:
    told = {"facts": facts(topics=("orders",), records_bytes=9)}
    made = exchange(ApiKey.PRODUCE, request=told, transaction=step("produce"))

    assert subject_of(made) == "orders 9 bytes of records"
