"""Members of the classic protocol in a consumer group, while an application moves over.

A classic group of type `consumer` becomes a consumer group when the first member of the new
protocol joins it (`consumer.upgrade`); its members stay, and speak JoinGroup, SyncGroup, Heartbeat
and LeaveGroup with what is a consumer group now (`joining`, `calls`). When the last member of the
new protocol has left, the group becomes a classic one again (`consumer.downgrade`). A rolling
restart of an application with `group.protocol=consumer`, or back, goes through both kinds without
stopping (groups D.9).

The generation of a classic member is its member epoch. When the member has to give partitions back,
the response to its Heartbeat is REBALANCE_IN_PROGRESS, and the member joins again without them.
"""
