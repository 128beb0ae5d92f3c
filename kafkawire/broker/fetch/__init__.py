"""The fetch path: sessions (KIP-227), reading partitions within a budget, waiting for data.

    terms             what one request allows: version, bounds, limits
    cached_partition  one partition as one fetcher asks for it and was told about it
    read              the checks and the read of one partition
    readiness         whether a parked fetch has enough, by comparing offsets and sizes
    session           the partitions of one session: order, what changed, what is ready
    session_cache     all sessions: ids, room, eviction
    opening           a request's session id and epoch turned into a kind of fetch
    full, incremental the two kinds of fetch
    answer            the response: grouping, leader hints, failures of a whole request
    down_conversion   what versions 0 to 3 get instead of batches v2

Quotas, authorization and reads from followers (KIP-392) are not here: a single broker without
an authorizer shows none of them.
"""
