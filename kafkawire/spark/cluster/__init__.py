"""A blocking Kafka client for Spark's tasks, on kafkawire's own codec.

    with Cluster(Settings.from_options(options)) as cluster:
        info = cluster.topics(["orders"])["orders"]
        ends = cluster.list_offsets({TopicPartition("orders", 0): LATEST})
        for fetched in cluster.fetch(TopicPartition("orders", 0), info.topic_id, 0, 100):
            ...

Tasks are synchronous, so they use `kafkawire.client.blocking`. `settings` turns Spark's options
into one picklable value, `opening` makes a client of it, `cluster` tries again what may pass;
`fetching`, `offsets`, `producing` and `transactions` are what it is for.
"""

from kafkawire.spark.cluster.cluster import Cluster
from kafkawire.spark.cluster.errors import (
    ClusterError,
    EndNotReached,
    FetchRangeError,
    LoginRefused,
    OptionError,
    OutOfTime,
    Refused,
    TopicGone,
    Unreachable,
)
from kafkawire.spark.cluster.fetching import Fetched, FetchLimits
from kafkawire.spark.cluster.metadata import NO_TOPIC_ID, TopicInfo, TopicPartition
from kafkawire.spark.cluster.offsets import EARLIEST, LATEST
from kafkawire.spark.cluster.settings import Settings

__all__ = [
    "EARLIEST",
    "LATEST",
    "NO_TOPIC_ID",
    "Cluster",
    "ClusterError",
    "EndNotReached",
    "FetchLimits",
    "FetchRangeError",
    "Fetched",
    "LoginRefused",
    "OptionError",
    "OutOfTime",
    "Refused",
    "Settings",
    "TopicGone",
    "TopicInfo",
    "TopicPartition",
    "Unreachable",
]
