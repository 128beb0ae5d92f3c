"""The follower's half of replication: fetch from leaders, truncate, append. No I/O.

    settings            the settings of all fetchers of a broker
    assignment          the number of the fetcher of a partition
    fetch_states        the states of a followed partition, as a table

No running broker uses this package yet. Sources: Kafka's `AbstractFetcherManager`,
`AbstractFetcherThread`, `ReplicaFetcherThread`, `RemoteLeaderEndPoint`.
"""
