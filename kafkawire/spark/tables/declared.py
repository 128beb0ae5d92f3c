"""The tables that come from one exchange, frame or damage at a time, column by column.

No row knows of another: a connection is named by its ends and the moment it opened, an exchange by
its connection and where its request stands in what the client sent. So any split of a capture makes
the same rows, and the same input makes them again. A topic that a message names only by its id is
here by that id, as text, until `naming` has all names.
"""

from __future__ import annotations

from kafkawire.spark.tables.column import Column, Table

CONNECTION = Column(
    "connection", "string", "Which connection: client>server@when, of its first packet."
)
CLIENT = Column("client", "string", "The client's address and port.")
SERVER = Column("server", "string", "The broker's address and port.")
TIME = Column("time", "timestamp", "When the first byte was seen, in UTC.")
TIME_NS = Column("time_ns", "long", "The same, exactly.", "ns since 1970")

EXCHANGE = (
    CONNECTION,
    Column(
        "request_offset",
        "long",
        "Where the request begins in what the client sent; null if it was not seen.",
        "bytes",
    ),
    Column(
        "response_offset",
        "long",
        "Where the response begins in what the broker sent; null if there is none.",
        "bytes",
    ),
    Column("time", "timestamp", "When the request's first byte was seen, or the response's, UTC."),
    TIME_NS,
    Column("api", "string", "Kafka's name of the API; Unknown if no request was seen."),
    Column("version", "int", "The request's version of the API."),
    Column("client_id", "string", "What the client calls itself.", field="RequestHeader.clientId"),
    CLIENT,
    SERVER,
)
"""What all rows of exchanges begin with."""

FRAMES = Table(
    "frames",
    "A message of Kafka's, as far as it says of itself what it is: a response says little.",
    (
        CONNECTION,
        Column("is_request", "boolean", "Whether the client sent it."),
        Column("stream_offset", "long", "Where its length begins in what its sender sent", "bytes"),
        TIME,
        TIME_NS,
        Column("end_ns", "long", "When its last byte was seen.", "ns since 1970"),
        Column("bytes", "long", "Its size, without the four of its length.", "bytes"),
        Column(
            "api_key", "int", "Of a request; null of a response.",
            field="RequestHeader.requestApiKey",
        ),
        Column("api", "string", "Kafka's name of the API, of a request."),
        Column(
            "version", "int", "Of a request.", field="RequestHeader.requestApiVersion"
        ),
        Column(
            "correlation_id", "int", "Pairs responses with requests.",
            field="RequestHeader.correlationId",
        ),
        Column("client_id", "string", "Of a request.", field="RequestHeader.clientId"),
        CLIENT,
        SERVER,
    ),
    is_by_api=False,
)  # fmt: skip

REQUESTS = Table(
    "requests",
    "A request with its response; either may be missing, not both.",
    (
        *EXCHANGE,
        Column("api_key", "int", "Kafka's number of the API; -1 a bare SASL token, -2 unknown."),
        Column("correlation_id", "int", "What pairs both."),
        Column("request_end_ns", "long", "When the request's last byte was seen.", "ns since 1970"),
        Column("response_ns", "long", "When the response's first byte was seen.", "ns since 1970"),
        Column("response_end_ns", "long", "When its last byte was seen.", "ns since 1970"),
        Column(
            "latency_ns", "long", "From the request's last byte to the response's first.", "ns"
        ),
        Column("request_bytes", "long", "The frame's size, without its length.", "bytes"),
        Column("response_bytes", "long", "The frame's size, without its length.", "bytes"),
        Column(
            "outcome",
            "string",
            "ok, error, `no reply due` (acks=0), `no request`, or why there is no response: "
            "closed, lost, superseded, end.",
        ),
        Column("partitions", "int", "How many partitions the message with most of them names."),
        Column("records_bytes", "long", "Bytes of batches in both messages.", "bytes"),
        Column("throttle_time_ms", "int", "How long a quota makes the client wait.", "ms"),
        Column("error_codes", "ints", "Codes in the response, each once; empty if all is well."),
        Column("errors", "strings", "Their names."),
        Column("error_count", "int", "How often there is one in the response."),
        Column("topics", "strings", "Topics that both name, each once."),
        Column("groups", "strings", "Groups that both name, each once."),
        Column("transactional_ids", "strings", "Transactional ids that both name, each once."),
        Column("acks", "int", "Of Produce: -1 all, 0 none, 1 the leader.",
               field="ProduceRequest.acks"),
        Column("max_wait_ms", "int", "Of Fetch: how long the broker may wait.", "ms",
               "FetchRequest.maxWaitMs"),
        Column("min_bytes", "int", "Of Fetch: what it waits for.", "bytes",
               "FetchRequest.minBytes"),
        Column("session_id", "int", "Of Fetch: the session that the request names, 0 none.",
               field="FetchRequest.sessionId"),
        Column("session_epoch", "int", "Of Fetch: 0 opens a session, -1 closes or wants none.",
               field="FetchRequest.sessionEpoch"),
        Column("software", "string", "Of ApiVersions: the client's name and version (KIP-511)."),
        Column("problem", "string", "Why one of both could not be decoded."),
    ),
)  # fmt: skip

PARTITIONS = Table(
    "partitions",
    "A partition in a Produce, Fetch or ShareFetch: what was asked, what was answered, and the "
    "batches that went with it.",
    (
        *EXCHANGE,
        Column("topic", "string", "The topic's name; its id as text if nobody tells the name."),
        Column("partition", "int", "The partition.",
               field="FetchResponse.responses.partitions.partitionIndex"),
        Column("is_asked", "boolean", "Whether the request names it."),
        Column("is_reported", "boolean", "Whether the response names it."),
        Column("fetch_offset", "long", "Of Fetch: the position that is asked for.", "offset",
               "FetchRequest.topics.partitions.fetchOffset"),
        Column("partition_max_bytes", "int", "Of Fetch: how much the client takes.", "bytes",
               "FetchRequest.topics.partitions.partitionMaxBytes"),
        Column("current_leader_epoch", "int", "Of Fetch: the leader's epoch that the client knows.",
               field="FetchRequest.topics.partitions.currentLeaderEpoch"),
        Column("error_code", "int", "0 if all is well; null without an answer.",
               field="FetchResponse.responses.partitions.errorCode"),
        Column("error", "string", "The error's name; null if there is none."),
        Column("high_watermark", "long", "Of Fetch: what is replicated ends here.", "offset",
               "FetchResponse.responses.partitions.highWatermark"),
        Column("last_stable_offset", "long", "Of Fetch: what is committed ends here.", "offset",
               "FetchResponse.responses.partitions.lastStableOffset"),
        Column("log_start_offset", "long", "The log begins here.", "offset",
               "FetchResponse.responses.partitions.logStartOffset"),
        Column("base_offset", "long", "Of Produce: the offset that the first record got.", "offset",
               "ProduceResponse.responses.partitionResponses.baseOffset"),
        Column("log_append_time_ms", "long", "Of Produce: the broker's time, -1 if the client's.",
               "ms since 1970", "ProduceResponse.responses.partitionResponses.logAppendTimeMs"),
        Column("records_bytes", "long", "Bytes of its batches, as they were sent.", "bytes"),
        Column("batches", "int", "How many whole batches these are."),
        Column("records", "int", "How many records they declare."),
        Column("first_offset", "long", "Of their first record in the log.", "offset"),
        Column("last_offset", "long", "Of their last record in the log.", "offset"),
        Column("max_timestamp_ms", "long", "The latest of their records.", "ms since 1970"),
        Column("codec", "string", "none, gzip, snappy, lz4, zstd; several with a comma between."),
        Column("uncompressed_bytes", "long",
               "What the same batches have when opened; null where that cannot be read.", "bytes"),
        Column("sample_bytes", "int",
               "How much of uncompressed records was tried out, in one of eight such rows.",
               "bytes"),
        Column("sample_compressed_bytes", "int", "What zlib's fastest level made of it.", "bytes"),
        Column("producer_id", "long", "Of the first batch; -1 if it has none."),
        Column("is_transactional", "boolean", "Whether the first batch belongs to a transaction."),
        Column("problem", "string", "What is wrong with the batches: a checksum, a length."),
    ),
)  # fmt: skip

RECORDS = Table(
    "records",
    "A record in a Produce, Fetch or ShareFetch. Fetched batches may begin before the position.",
    (
        *EXCHANGE,
        Column("topic", "string", "The topic's name, or its id as text."),
        Column("partition", "int", "The partition."),
        Column("offset", "long", "In the log; null of a produced one that was not acknowledged.",
               "offset"),
        Column("timestamp_ms", "long", "Its timestamp; -1 for none.", "ms since 1970"),
        Column("timestamp_type", "string", "CreateTime or LogAppendTime."),
        Column("key", "binary", "Its key."),
        Column("value", "binary", "Its value; null is a tombstone."),
        Column("headers", "headers", "Its headers, in order; null if there are none."),
        Column("control", "string", "COMMIT, ABORT and so on, of a control record."),
        Column("codec", "string", "Of its batch."),
        Column("batch_offset", "long", "Its batch's base offset as it was sent.", "offset"),
        Column("producer_id", "long", "Of its batch; -1 if it has none."),
        Column("producer_epoch", "int", "Of its batch; -1 if it has none."),
        Column("sequence", "int", "Its own, from its batch's base; -1 if it has none."),
        Column("is_transactional", "boolean", "Whether its batch belongs to a transaction."),
    ),
)  # fmt: skip

ERRORS = Table(
    "errors",
    "An error in a response, with what it is about.",
    (
        *EXCHANGE,
        Column("code", "int", "Kafka's number of it."),
        Column("error", "string", "Its name."),
        Column("is_retriable", "boolean", "Whether Kafka's clients try again on it by themselves."),
        Column("path", "string", "The field: `responses[0].partitions[2].errorCode`."),
        Column("message", "string", "What the broker says beside it."),
        Column("topic", "string", "The topic that it is about, or its id as text."),
        Column("partition", "int", "The partition that it is about."),
        Column("group", "string", "The group that the request names first."),
        Column("transactional_id", "string", "The transactional id that the request names first."),
    ),
)

DAMAGE = Table(
    "damage",
    "Bytes that could not be read as messages, or that nobody has seen.",
    (
        CONNECTION,
        CLIENT,
        SERVER,
        Column("is_request", "boolean", "Whether the client sent them; null if that is not known."),
        Column("stream_offset", "long", "Where in what the sender sent.", "bytes"),
        Column("bytes", "long", "How many; 0 if that is not known.", "bytes"),
        TIME,
        TIME_NS,
        Column("text", "string", "What happened."),
    ),
    is_by_api=False,
)

TOPICS = Table(
    "topics",
    "A topic id with its name, once for each message that has both.",
    (
        Column("topic_id", "string", "The id, as Kafka shows it: base64.",
               field="MetadataResponse.topics.topicId"),
        Column("topic", "string", "The name.", field="MetadataResponse.topics.name"),
        TIME,
        TIME_NS,
    ),
    is_by_api=False,
)  # fmt: skip
