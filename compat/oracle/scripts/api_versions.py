"""ApiVersions: the lists, the refusals, and what other APIs do at versions nobody has."""

from __future__ import annotations

from compat.oracle.scripts.kit import World, raw_request
from compat.oracle.steps import Answer, Ask, Raw, Script
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.describe_cluster_request import DescribeClusterRequest
from kafkawire.protocol.messages.describe_cluster_response import DescribeClusterResponse

BAD_NAMES = ("", ".x", "x-", "a b", "-", "ä", "a_b")
GOOD_NAMES = ("a", "x.y-z", "0", "A" * 300)


def _request(name: str = "oracle", version: str = "1.0", **more: object) -> ApiVersionsRequest:
    return ApiVersionsRequest(
        client_software_name=name,
        client_software_version=version,
        **more,  # type: ignore[arg-type]
    )


def lists(world: World) -> Script:
    """Every version, twice on one connection."""
    for version in world.versions(ApiVersionsRequest):
        yield Ask(_request(), version)
    for version in reversed(world.versions(ApiVersionsRequest)):
        yield Ask(_request(), version)


def software_names(world: World) -> Script:
    """Names and versions of client software, good and bad."""
    for version in world.versions(ApiVersionsRequest, 3, 4):
        for text in BAD_NAMES + GOOD_NAMES:
            yield Ask(_request(name=text), version)
            yield Ask(_request(version=text), version)


def cluster_and_node(world: World) -> Script:
    """Version 5 says which cluster and node it means."""
    found = yield Ask(DescribeClusterRequest(), 0)
    assert isinstance(found, Answer)
    assert isinstance(found.message, DescribeClusterResponse)
    right = found.message.cluster_id
    for cluster_id in (None, right, "", "wrong"):
        for node_id in (-1, 1, 2, -5):
            yield Ask(_request(cluster_id=cluster_id, node_id=node_id), 5)


def unknown_versions(world: World) -> Script:
    """A version of the future is answered for ApiVersions and ends the connection elsewhere."""
    for version in (6, 99, -1):
        yield Raw(raw_request(18, version, b"\0"), f"versions {version}")
        yield Raw(raw_request(18, version, b""), f"versions {version}")
    for api_key in (0, 1, 3, 18 + 500, -1, 7, 4, 5, 6):
        yield Raw(raw_request(api_key, 500, b""), f"key {api_key}", answers=False)
    for api_key, version in ((0, 2), (0, 0), (1, 3), (2, 0), (8, 1), (11, 1), (19, 1), (20, 0)):
        yield Raw(raw_request(api_key, version, b""), f"old {api_key}", answers=False)


SCRIPTS = {
    "api-versions-lists": lists,
    "api-versions-software": software_names,
    "api-versions-cluster": cluster_and_node,
    "api-versions-unknown": unknown_versions,
}
