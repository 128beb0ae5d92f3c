"""Asking a broker from inside its process."""

from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.list_groups_response import ListGroupsResponse
from kafkawire.server.asking import ask
from tests.support.requests.harness import BrokerHarness


def test_an_answer_comes_back_decoded() -> None:
    harness = BrokerHarness()
    response = ask(harness.broker, ListGroupsRequest(), 4, harness.now_ms)
    assert isinstance(response, ListGroupsResponse)
    assert response.error_code == 0
