"""Consumer groups: membership, rebalances and committed offsets.

A group lives in one partition of `__consumer_offsets`, and the broker that leads the partition
coordinates it. What is durable is a fold over that partition (`shard`, `offsets`, `records`);
what is not (who waits for an answer, timers, a rebalance under way) lies beside it in memory and
is lost with the leadership, as in Kafka.
"""
