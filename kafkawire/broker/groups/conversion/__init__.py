"""Members of the classic and of the new protocol in one group, while an application moves over.

A classic group of type `consumer` becomes a consumer group when the first member of the new
protocol joins it (`upgrade`); its members stay, and speak JoinGroup, SyncGroup and Heartbeat with
what is a consumer group now (`joining`, `calls`). When the last member of the new protocol has
left, the group becomes a classic one again (`downgrade`). A rolling restart of an application with
`group.protocol=consumer`, or back, goes through both kinds without stopping (groups D.9).

To a classic member its epoch is the generation, and a rebalance is whatever its heartbeat tells it
to rejoin for: it gives partitions back by joining again without them.
"""
