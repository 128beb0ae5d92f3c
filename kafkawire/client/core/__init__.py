"""Core of the client: state, decisions and requests, without sockets, clock or randomness.

    calls              a request, its destination, the receiver of its response
    find_coordinator   FindCoordinator in all its versions, for groups and transactions
    network, lane      which broker a call goes to; the way to one broker
    connection         one established connection: versions, authentication, requests, answers
    wire               watchers of connections: metrics, the application's observer, a trace
    versions, throttling, backoff
                       which version is spoken, how long to be silent, how long to wait
    metadata, merging, view
                       when the client asks for metadata, and its view of the cluster
    controllers        metadata of a client whose bootstrap addresses are controllers
    reading, steering, fetching, sources, sessions
                       what a consumer reads, from where, and the fetches of each broker
    sought             positions that the application has chosen
    collecting, inflating
                       batches of records from an answer to a Fetch
    membership         a consumer's place in its group, and how partitions come and go
    offsets            what a consumer is done with, what it commits, what is committed
    producing          batches of records on their way to brokers, and transactions
    operations         calls of the admin client
    metrics            values under Kafka's names, counted for each request and each batch
    telemetry, sasl    metrics that the cluster asks for; logins

Components have the doors of the broker's core: they are handed answers and times, put calls into
an `Outbox`, and ask `Timers` to be called at a deadline. `now_ms` never runs backwards.
"""
