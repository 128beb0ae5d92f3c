"""What counts of a message."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.diff.meaning import SET, Rules, digest, is_absent, meaning
from kafkawire.dump.model import Message
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.records.builder import encode_batch
from tests.support.dump.dialogues import Dialogue

RECORDS_SHOWN_MAX = 1000

PLAIN = Rules()


def fetched(records: bytes | None = None, **fields: Any) -> Message:
    talk = Dialogue()
    partition = FetchResponse.PartitionData(partition_index=0, high_watermark=3, records=records)
    topic = FetchResponse.FetchableTopicResponse(
        topic="a", topic_id=b"\1" * 16, partitions=[partition]
    )
    response = FetchResponse(responses=[topic], **fields)
    made = talk.exchange(talk.connect(), FetchRequest(), response)
    assert made.response is not None
    return made.response


def batch(*records: tuple[bytes | None, bytes | None], at_ms: int = 1000, base: int = 0) -> bytes:
    made = bytearray(encode_batch([(at_ms, key, value, []) for key, value in records]))
    made[:8] = base.to_bytes(8, "big")
    return bytes(made)


def test_the_version_of_a_clusters_features_is_new_in_each_run() -> None:
    talk = Dialogue()
    answer = ApiVersionsResponse(finalized_features_epoch=137)
    response = talk.exchange(talk.connect(), ApiVersionsRequest(), answer).response
    assert response is not None

    assert 137 not in meaning(response, PLAIN).values()


def partition_of(message: Message, rules: Rules = PLAIN) -> dict[str, Any]:
    found: Any = meaning(message, rules)
    partition: dict[str, Any] = found["responses"][0]["partitions"][0]
    return partition


def test_ids_and_times_count_only_as_set_or_not() -> None:
    found: Any = meaning(fetched(session_id=7, throttle_time_ms=10), PLAIN)

    assert found["sessionId"] == SET
    assert "throttleTimeMs" not in found
    assert found["responses"][0]["topicId"] == SET
    assert meaning(fetched(session_id=0), PLAIN)["sessionId"] == 0


def test_strict_rules_let_nothing_pass_and_ignored_fields_are_left_out() -> None:
    strict = meaning(fetched(session_id=7, throttle_time_ms=3), Rules(is_strict=True))
    assert (strict["sessionId"], strict["throttleTimeMs"]) == (7, 3)
    partition = partition_of(fetched(), Rules(frozenset(["high_watermark"])))
    assert "highWatermark" not in partition
    assert "partitionIndex" in partition


def test_records_count_by_content_and_not_by_batches_or_times() -> None:
    one = fetched(batch((b"k", b"v"), (None, b"\xff")))
    two = fetched(batch((b"k", b"v"), at_ms=5) + batch((None, b"\xff"), at_ms=6, base=1))

    assert partition_of(one)["records"] == [
        {"offset": 0, "key": "k", "value": "v"},
        {"offset": 1, "key": None, "value": "0xff"},
    ]
    assert meaning(one, PLAIN) == meaning(two, PLAIN)


def test_long_values_count_to_their_end() -> None:
    one, two = (fetched(batch((None, b"x" * 500 + end))) for end in (b"1", b"2"))

    assert meaning(one, PLAIN) != meaning(two, PLAIN)
    assert len(partition_of(one)["records"][0]["value"]) < 200


def test_of_very_many_records_the_last_still_count() -> None:
    many = [(None, b"v")] * (RECORDS_SHOWN_MAX + 5)
    one, two = fetched(batch(*many)), fetched(batch(*many[1:], (None, b"w")))

    assert len(partition_of(one)["records"]) == RECORDS_SHOWN_MAX + 1
    assert meaning(one, PLAIN) != meaning(two, PLAIN)


def test_a_part_of_a_batch_does_not_count_and_a_broken_one_does() -> None:
    whole = batch((None, b"v"))

    assert partition_of(fetched(whole + whole[:30])) == partition_of(fetched(whole))
    broken = whole[:-3] + b"\xff\xff\xff"
    assert partition_of(fetched(broken)) != partition_of(fetched(whole))


def test_null_records_stay_null() -> None:
    assert partition_of(fetched(None))["records"] is None


@given(st.dictionaries(st.sampled_from("abc"), st.integers(0, 2), min_size=1))
def test_a_digest_does_not_depend_on_order(values: dict[str, int]) -> None:
    assert digest(values) == digest(dict(reversed(values.items())))
    assert digest(values) != digest({**values, "d": 0})


def test_what_is_absent_says_nothing() -> None:
    assert all(map(is_absent, [None, 0, -1, "", [], False, {}, {"a": {"b": 0}}]))
    assert not any(map(is_absent, [1, True, "x", [0], {"a": 1}]))
