"""The fetch path: sessions (KIP-227), reading partitions within a budget, waiting for data.

A fetch is planned once, then read by its plan; the plan never changes. `lifecycle` is the course of
every fetch: read, perhaps wait and read again, refuse, throttle, note, count, respond.

The plan, made by `planner`:

plan              request, limits, view, role and session of one fetch
view              the kind of client, and how far it sees
opening           the session that a request goes on with, by session id and epoch
following         the role of followers: their progress moves what the leader knows of them
preferring        the role of consumers that another replica may serve
authorization     rights, checked again only when the decisions may have changed
quotas            limits and throttle times of clients with a quota
isolation         the refusal of an unknown isolation level

The course of a fetch:

lifecycle         the steps that full and incremental fetches share
full, incremental the two kinds: what they read, watch and note
resolving         names and topic ids turned into hosted partitions
read              the checks and the read of partitions, within one budget
budget            the bytes that partitions may still have
partition_read    what a fetch gets of one partition
delayed_fetch     a parked fetch, whose expiration is counted
readiness         the bytes that a parked fetch has at hand, by offsets and sizes
down_conversion   the records for versions 0 to 3
counting          what fetches add to the counts of topics
response          the response: refusals, grouping, leader hints, failures of a whole request

The state between fetches:

cached_partition  one partition as one client asks for it and was told about it
session           the partitions of one session: order, what changed, what is ready
session_cache     all sessions: ids, room, eviction

listed_offsets    offsets by time, for ListOffsets

These modules import each other without a cycle, also for types (a contract of `make check`). Values
and state are the lowest; then come resolving, counting and reading; then the course, the kinds of
fetch and the planner.
"""
