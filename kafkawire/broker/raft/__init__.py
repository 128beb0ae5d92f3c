"""The core of one replica of the metadata quorum (KRaft), without I/O (KIP-595, 630, 853, 996).

`replica.RaftReplica` has the doors. The terms are Kafka's: *voters* elect a leader and count for
the high watermark; *observers* only fetch. A *pre-vote* asks for a vote without a new epoch. The
modules build on each other in this order: `voters` and `roles`, `quorum` (role, epoch, vote),
`replicated_log`, `leadership`, `core` (what all requests share), one module for each kind of
request, `replica`.
"""
