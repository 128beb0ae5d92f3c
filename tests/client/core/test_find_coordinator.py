"""FindCoordinator below and from version 4, which asks for several keys (client D-34, G-1)."""

from __future__ import annotations

import pytest

from kafkawire.client.core.find_coordinator import find_request, found_by_key
from kafkawire.protocol.messages.find_coordinator_response import FindCoordinatorResponse


@pytest.mark.parametrize(("version", "asked"), [(3, ("billing", [])), (4, ("", ["billing", "b"]))])
def test_old_versions_ask_for_one_key(version: int, asked: tuple[str, list[str]]) -> None:
    request = find_request(1, ["billing", "b"])(version)
    assert (request.key, request.coordinator_keys) == asked
    assert request.key_type == 1


def test_an_old_answer_is_about_the_first_key() -> None:
    answer = FindCoordinatorResponse(error_code=0, node_id=7, error_message=None)
    assert found_by_key(answer, 3, ["billing"]) == {"billing": (0, 7, "")}


def test_an_answer_tells_of_each_key_and_one_that_it_lacks_comes_later() -> None:
    """A broker that leaves a key out has no coordinator for it yet (15)."""
    told = FindCoordinatorResponse.Coordinator(
        key="a", node_id=-1, error_code=30, error_message="no"
    )
    answer = FindCoordinatorResponse(coordinators=[told])
    assert found_by_key(answer, 4, ["a", "b"]) == {"a": (30, -1, "no"), "b": (15, -1, "")}
