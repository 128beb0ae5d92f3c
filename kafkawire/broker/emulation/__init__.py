"""Version emulation: this broker as one certain release of Apache Kafka shows itself to clients.

Without it the broker serves the union of all releases. With it (`--emulate 3.9`) it offers the
versions that the release offered and, on the fetch and produce path, behaves as the release did.

    releases          the releases, found by name; which versions each spoke
    behaviour         the differences: one table, each with the release it came in
    emulation         all of it together, made once at the start
    emulated_api      an API as the release serves it: versions, requests before, answers after
    fetch, produce,   what differs in the answers of these APIs
      list_offsets, leader_epochs, api_versions
    emulated_partition, emulated_log
                      what differs in a partition and its log: quorums, producers, positions
    message_log       a log of messages instead of batches, as topics up to 2.8 could have
    definitions       what differs in the configuration

What became visible when, beside API versions and what only they can ask for:

    0.11   record batches in logs and requests; producers are known, by their last batch only
    1.0    five batches are known again; who is unknown hears UNKNOWN_PRODUCER_ID
    2.0    partitions are looked up, not only topics; conversion as it is sent, padded, and not at
           all where a topic says so; epochs older than the log's have an end
    2.1    zstd, behind a gate for Fetch below 10
    2.2    a new leader hides its end until its high watermark is its own
    2.3    producers outlive the deletion of their records
    2.4    INVALID_RECORD, and which record it was; the last stable offset for everybody;
           ApiVersions says which versions it knows
    2.5    fetch.max.bytes; all bad records are named; unknown producers may begin anywhere
    2.7    features (their levels since 3.3)
    2.8    ListOffsets answers in the order asked, what is named twice at each mention
    3.0    message.format.version means nothing; null records; conversion without a look; -3
    3.2    bad records are counted in the text (3.5: which ends without a full stop)
    3.6    two limits for timestamps; claims to the append time are forgiven; transactions verified
    3.7    min.insync.replicas is clamped; followers are told the leader's endpoint; the record
           with the greatest timestamp is found itself, not its batch
    3.8    eight shards of sessions; compression levels
    3.9    unknown negative timestamps are refused
    4.0    no old formats, no gate, no null records; waits by batch; timestamps at most an hour
           ahead, segments of at least 1 MiB; Produce 0 to 2 are offered and not served
    4.1    epochs are checked before coordinators are asked; who adds a partition begins at 0

Nothing of this is imported, and nothing asked, by a broker that emulates nothing: it has the
behaviour `UNION`, its APIs and its logs are the plain ones.
"""
