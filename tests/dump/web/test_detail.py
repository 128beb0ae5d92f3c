"""Everything about one exchange."""

from __future__ import annotations

import json

from kafkawire.dump.web.detail import detail_of
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from tests.support.dump.dialogues import LATENCY_NS, Dialogue
from tests.support.dump.exchanges import exchange


def test_messages_connection_and_times_are_there() -> None:
    talk = Dialogue()
    on = talk.connect()
    on.software = "some-client 1.0"
    on.ranges = {ApiKey.METADATA.value: (0, 13)}
    made = talk.exchange(on, MetadataRequest(topics=None), MetadataResponse(), 9)

    found = json.loads(json.dumps(detail_of(made, None)))

    assert found["request"]["name"] == "MetadataRequest"
    assert found["timing"]["request"] == [0, 0]
    assert found["timing"]["response"] == [LATENCY_NS] * 2
    assert found["timing"]["latencyNs"] == LATENCY_NS
    assert found["connection"]["software"] == "some-client 1.0"
    assert found["connection"]["versions"] == [["Metadata", 0, 13]]


def test_an_exchange_without_a_response_has_no_times_of_it() -> None:
    made = exchange(request={"tree": None}, ended="closed")
    del vars(made.request)["tree"]

    found = detail_of(made, None)

    assert found["timing"]["response"] is None
    assert found["timing"]["ended"] == "closed"


def test_what_was_decoded_to_be_shown_is_not_kept() -> None:
    talk = Dialogue()
    made = talk.exchange(talk.connect(), MetadataRequest(topics=None), MetadataResponse(), 9)

    detail_of(made, None)

    assert made.request is not None
    assert not {"tree", "values"} & set(vars(made.request))
