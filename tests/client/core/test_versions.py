"""The version of a request: what both sides can express."""

from __future__ import annotations

import pytest

from kafkawire.client.core.versions import agreed, features_of, ranges_of
from kafkawire.client.errors import UnsupportedVersion
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse

FETCH = 1
OFFERED = {FETCH: (4, 17)}


@pytest.mark.parametrize(
    ("wanted", "version"), [(None, 17), ((0, 12), 12), ((13, 99), 17), ((4, 4), 4)]
)
def test_the_highest_that_both_sides_can_express(
    wanted: tuple[int, int] | None, version: int
) -> None:
    """client D-31."""
    assert agreed(FETCH, OFFERED, wanted) == version


@pytest.mark.parametrize(("api", "wanted"), [(FETCH, (0, 3)), (FETCH, (18, 18)), (0, None)])
def test_where_there_is_none_the_call_is_refused(api: int, wanted: tuple[int, int] | None) -> None:
    """client D-31."""
    with pytest.raises(UnsupportedVersion):
        agreed(api, OFFERED, wanted)


def test_an_answer_has_ranges_and_features() -> None:
    answer = ApiVersionsResponse(
        api_keys=[ApiVersionsResponse.ApiVersion(api_key=1, min_version=4, max_version=17)],
        finalized_features_epoch=7,
        finalized_features=[
            ApiVersionsResponse.FinalizedFeatureKey(name="group.version", max_version_level=1)
        ],
    )
    assert ranges_of(answer) == {1: (4, 17)}
    assert features_of(answer) == (7, {"group.version": 1})
