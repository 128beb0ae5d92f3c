"""Version emulation: this broker as one certain release of Apache Kafka shows itself to clients.

Without it the broker serves the union of all releases. With it (`--emulate 3.9`) it offers the
versions that the release offered and, on the fetch and produce path, behaves as the release did.

    releases          the releases, found by name; which versions each spoke
    behaviour         the differences: one table, each with the release it came in
    emulation         all of it together: the configuration and the parts a broker is built from
    emulated_api      an API as the release serves it: versions, requests before, answers after
    fetch, produce,   what differs in the answers of these APIs
      list_offsets, leader_epochs, api_versions
    emulated_partition, emulated_log
                      what differs in a partition and its log: quorums, producers, positions
    message_log       a log of messages instead of batches, as topics up to 2.8 could have
    definitions       what differs in the configuration

What became visible with which release, beside API versions and what only they can ask for, stands
where it is acted upon: what the broker does in `behaviour.HISTORY`, a line for each difference,
which names of configurations there are in `definitions.SINCE`, their defaults and limits beside it,
and features in `api_versions`.

Nothing of this is imported, and nothing asked, by a broker that emulates nothing: it has the
behaviour `UNION`, its APIs and its logs are the plain ones.
"""
