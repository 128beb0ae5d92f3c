"""Metadata, DescribeCluster and DescribeTopicPartitions."""

from __future__ import annotations

from compat.oracle.scripts.kit import World, create, until_there
from compat.oracle.steps import Ask, Script
from kafkawire.protocol.messages.describe_cluster_request import DescribeClusterRequest
from kafkawire.protocol.messages.describe_topic_partitions_request import (
    DescribeTopicPartitionsRequest,
)
from kafkawire.protocol.messages.metadata_request import MetadataRequest

NAMES = ("beta", "alpha", "gamma.1", "delta_2", "Epsilon", "zeta-zeta", "eta")
UNKNOWN_ID = bytes(range(16))
BY_ID = 12
"""The first version in which an id in a request is heeded."""


def _by_name(*names: str, auto: bool = False, **fields: bool) -> MetadataRequest:
    topics = [MetadataRequest.MetadataRequestTopic(name=name) for name in names]
    return MetadataRequest(topics=topics, allow_auto_topic_creation=auto, **fields)


def _by_id(*ids: bytes) -> MetadataRequest:
    topics = [MetadataRequest.MetadataRequestTopic(topic_id=each, name=None) for each in ids]
    return MetadataRequest(topics=topics, allow_auto_topic_creation=False)


def by_name(world: World) -> Script:
    """Some topics, all topics, none, unknown and illegal names."""
    for at, name in enumerate(NAMES):
        yield from create(world, name, 1 + at)
    for version in world.versions(MetadataRequest):
        auto = version < 4  # what those versions cannot say is yes
        yield Ask(_by_name("alpha", auto=True), version)
        yield Ask(_by_name("gamma.1", "beta", "alpha", "beta", auto=True), version)
        yield Ask(_by_name(*NAMES, auto=True), version)
        if version:
            yield Ask(MetadataRequest(topics=None, allow_auto_topic_creation=True), version)
        yield Ask(_by_name(auto=True), version)
        yield Ask(_by_name("a b", "", "x" * 250, auto=True), version)
        if not auto:
            missing = ("nope", "alpha", "a/b", "never", "", "__consumer_offsets", "beta")
            yield Ask(_by_name(*missing), version)
            many = [f"missing-{at}" for at in range(13)]
            yield Ask(_by_name(*many, *NAMES), version)
        if version >= 8:
            fields = {"include_topic_authorized_operations": True}
            if version <= 10:
                fields["include_cluster_authorized_operations"] = True
            yield Ask(_by_name("alpha", "nope", **fields), version)


def by_id(world: World) -> Script:
    """Ids at the versions that carry them, known, unknown and beside names."""
    alpha = yield from create(world, "alpha", 2)
    beta = yield from create(world, "beta")
    topic = MetadataRequest.MetadataRequestTopic
    for version in world.versions(MetadataRequest, 10):
        yield Ask(_by_id(alpha), version)
        yield Ask(_by_id(UNKNOWN_ID), version)
        yield Ask(_by_id(beta, UNKNOWN_ID, beta), version)
        for topics in (
            [topic(topic_id=alpha, name="beta")],
            [topic(name="beta"), topic(topic_id=alpha, name=None)],
            [topic(topic_id=bytes(16), name=None)],
            [topic(topic_id=UNKNOWN_ID, name="alpha")],
        ):
            yield Ask(MetadataRequest(topics=topics, allow_auto_topic_creation=False), version)


def auto_creation(world: World) -> Script:
    """A topic that nobody made: unknown at first, there a little later."""
    for version in world.versions(MetadataRequest):
        name = f"auto-{version}"
        yield Ask(_by_name(name, "not a name", auto=True), version)
        yield from until_there(name, 1)
        yield Ask(_by_name(name, auto=True), version)
    yield Ask(_by_name("one", "auto-1", "two", auto=True), 12)
    yield from until_there("one", 1)
    yield from until_there("two", 1)
    yield Ask(_by_name("one", "two", auto=True), 12)


def describe_cluster(world: World) -> Script:
    """The cluster, with all flags."""
    for version in world.versions(DescribeClusterRequest):
        for operations in (False, True):
            for endpoint_type in (1, 2, 3) if version else (1,):
                for fenced in (False, True) if version >= 2 else (False,):
                    request = DescribeClusterRequest(
                        include_cluster_authorized_operations=operations,
                        endpoint_type=endpoint_type,
                        include_fenced_brokers=fenced,
                    )
                    yield Ask(request, version)


def describe_topic_partitions(world: World) -> Script:
    """Names, limits and cursors."""
    topic = DescribeTopicPartitionsRequest.TopicRequest
    cursor = DescribeTopicPartitionsRequest.Cursor
    for name, partitions in (("aa", 3), ("bb", 1), ("cc", 4)):
        yield from create(world, name, partitions)
    cursors = (None, ("aa", 0), ("aa", 2), ("bb", 0), ("cc", 3), ("cc", 9), ("zz", 0), ("bb", -1))
    lists = ((), ("bb",), ("cc", "aa", "bb", "aa"), ("nope", "aa", "a/b", "zz"), ("zz", "cc"))
    for names in lists:
        for limit in (2000, 1, 3, 4, 0, -1, 8):
            for at in cursors:
                where = None if at is None else cursor(topic_name=at[0], partition_index=at[1])
                request = DescribeTopicPartitionsRequest(
                    topics=[topic(name=name) for name in names],
                    response_partition_limit=limit,
                    cursor=where,
                )
                yield Ask(request, 0)
    yield Ask(DescribeTopicPartitionsRequest(topics=[topic(name="")]), 0)


SCRIPTS = {
    "metadata-by-name": by_name,
    "metadata-by-id": by_id,
    "metadata-auto-creation": auto_creation,
    "describe-cluster": describe_cluster,
    "describe-topic-partitions": describe_topic_partitions,
}
