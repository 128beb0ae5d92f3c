"""The follower's half of replication: fetch from leaders, truncate, append. No I/O.

    settings            the settings of all fetchers of a broker
    assignment          the number of the fetcher of a partition
    fetch_states        the states of a followed partition, as a table
    followed_partition  the state of one partition in one leader epoch
    fetchers            all fetchers of a broker, which follow the metadata
    fetcher             the partitions of one leader on one connection: rounds and requests
    responses           the effect of a response on one partition
    truncation          the offset to which a log is cut
    log_changes         append, truncate, restart
    throttling          the replication quota

    fetch_requests, epoch_requests, offset_requests     what is sent to leaders

No running broker uses this package yet. Sources: Kafka's `AbstractFetcherManager`,
`AbstractFetcherThread`, `ReplicaFetcherThread`, `RemoteLeaderEndPoint`.
"""
