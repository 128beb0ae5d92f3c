"""The fetch path: sessions (KIP-227), reading partitions within a budget, waiting for data.

terms             what one request allows: version, view, limits
opening           a request's session id and epoch turned into a kind of fetch
full, incremental the two kinds of fetch, from arrival to answer
resolving         names and topic ids turned into hosted partitions
following         what followers tell the leader beside what they ask
preferring        consumers that another replica serves better
isolation         an isolation level that does not exist
cached_partition  one partition as one fetcher asks for it and was told about it
read              the checks and the read of partitions, within one budget
delayed_fetch     a parked fetch, whose expiration is counted
readiness         whether a parked fetch has enough, by comparing offsets and sizes
session           the partitions of one session: order, what changed, what is ready
session_cache     all sessions: ids, room, eviction
answer            the response: grouping, leader hints, failures of a whole request
down_conversion   what versions 0 to 3 get instead of batches v2
authorization     who may fetch what, asked again only when the answers may have changed
quotas            responses that are not sent because their client is over a quota
counting          what fetches add to the counts of topics
listed_offsets    offsets by time, for ListOffsets
"""
