"""What is asked of the tables, as Spark SQL: each answer is small however large the tables are.

Latency is from a request's last byte to its response's first. A Fetch that brings nothing has
waited for records, as it was told to; JoinGroup and SyncGroup wait for other members. By API they
stand apart; where clients and brokers are compared they are left out.
"""

from __future__ import annotations

from kafkawire.spark.report.latency import columns

ROWS_MAX = 25
"""Rows of a table of the page; the rest is in the Parquet files."""
LINES_MAX = 6
"""Lines of a figure: more cannot be told apart."""
BARS_MAX = 300
"""Rebalances in the timeline: the longest."""

_LABEL = """CASE WHEN api IN ('Fetch', 'ShareFetch') AND records_bytes = 0 AND outcome = 'ok'
    THEN concat(api, ', empty') ELSE api END"""
_CLIENT = """coalesce(nullif(client_id, ''),
    concat('(no id) ', regexp_replace(client, ':[0-9]+$', '')))"""
_WORKS = f"""latency_ns IS NOT NULL AND api NOT IN ('JoinGroup', 'SyncGroup')
    AND {_LABEL} NOT IN ('Fetch, empty', 'ShareFetch, empty')"""
_ANSWERED = "latency_ns IS NOT NULL"
_BUCKET = "CAST(floor((time_ns - {first_ns}) / {bucket_ns}) AS INT)"
_WIDE_BUCKET = _BUCKET.replace("bucket_ns", "wide_ns")
_UNANSWERED = "outcome IN ('closed', 'lost', 'superseded', 'end')"
_COUNTS = f"""count(*) AS exchanges,
    count_if(outcome = 'error') AS errors,
    count_if({_UNANSWERED}) AS unanswered,
    count_if(outcome = 'no reply due') AS one_way,
    coalesce(sum(request_bytes), 0) AS sent_bytes,
    coalesce(sum(response_bytes), 0) AS received_bytes"""
"""As `wire-dump stats` counts: every exchange, also where one message of it is missing."""

OVERVIEW = f"""
SELECT {_COUNTS}, count_if(outcome <> 'no request') AS requests,
    count(DISTINCT connection) AS connections,
    count(DISTINCT client_id) AS clients, count(DISTINCT server) AS brokers,
    min(least(time_ns, response_ns)) AS first_ns,
    max(greatest(response_end_ns, request_end_ns, time_ns)) AS last_ns
FROM {{requests}}"""

DAMAGE = """
SELECT text, count(*) AS places, sum(bytes) AS bytes FROM {damage}
GROUP BY text ORDER BY places DESC, text LIMIT 10"""

APIS = f"""
SELECT api, {_COUNTS} FROM {{requests}} GROUP BY 1 ORDER BY exchanges DESC, api"""

TRAFFIC = f"""
SELECT {_BUCKET} AS bucket, api, count(*) AS exchanges FROM {{requests}} GROUP BY 1, 2"""

LATENCY_BY_API = f"""
SELECT {_LABEL} AS api, {columns()} FROM {{requests}} WHERE {_ANSWERED}
GROUP BY 1 ORDER BY answered DESC, api"""

LATENCY_OVER_TIME = f"""
SELECT {_WIDE_BUCKET} AS bucket, {_LABEL} AS name, {columns()} FROM {{requests}}
WHERE {_ANSWERED} GROUP BY 1, 2"""


def _latency_by(name: str) -> tuple[str, str]:
    by = f"""
SELECT {name} AS name, {_COUNTS}, {columns(_WORKS)}
FROM {{requests}} GROUP BY 1 ORDER BY exchanges DESC, name LIMIT {ROWS_MAX}"""
    over_time = f"""
WITH busiest AS (SELECT {name} AS name FROM {{requests}} WHERE {_WORKS}
    GROUP BY 1 ORDER BY count(*) DESC, name LIMIT {LINES_MAX})
SELECT {_WIDE_BUCKET} AS bucket, {name} AS name, {columns()} FROM {{requests}}
WHERE {_WORKS} AND {name} IN (SELECT name FROM busiest) GROUP BY 1, 2"""
    return by, over_time


LATENCY_BY_CLIENT, LATENCY_BY_CLIENT_OVER_TIME = _latency_by(_CLIENT)
LATENCY_BY_BROKER, LATENCY_BY_BROKER_OVER_TIME = _latency_by("server")

_IS_RETRY = "gap_ms BETWEEN 0 AND {retry_ms}"
RETRIES = f"""
WITH ordered AS (
    SELECT {_CLIENT} AS name, api, time_ns, error_codes, errors, response_end_ns,
        lead(time_ns) OVER (PARTITION BY {_CLIENT}, client, server, api ORDER BY time_ns) AS next_ns
    FROM {{requests}} WHERE api IN (SELECT DISTINCT api FROM {{requests}} WHERE outcome = 'error')),
failed AS (
    SELECT name, api, explode(arrays_zip(error_codes, errors)) AS one,
        (next_ns - response_end_ns) / 1e6 AS gap_ms FROM ordered WHERE size(error_codes) > 0)
SELECT name, api, one.errors AS error,
    array_contains({{retriable}}, one.error_codes) AS is_retriable, count(*) AS answers,
    count_if({_IS_RETRY}) AS retries,
    percentile_approx(gap_ms, 0.5) FILTER (WHERE {_IS_RETRY}) AS gap_ms,
    min(gap_ms) FILTER (WHERE {_IS_RETRY}) AS gap_min_ms,
    max(gap_ms) FILTER (WHERE {_IS_RETRY}) AS gap_max_ms
FROM failed GROUP BY 1, 2, 3, 4 ORDER BY answers DESC, name, api, error LIMIT {ROWS_MAX}"""

ERRORS_ABOUT = f"""
SELECT {_CLIENT} AS name, api, error, count(*) AS places,
    array_sort(collect_set(coalesce(topic, `group`, transactional_id))) AS about,
    max(message) AS message
FROM {{errors}} GROUP BY 1, 2, 3"""

ERRORS_OVER_TIME = f"""
SELECT {_BUCKET} AS bucket, error AS name, count(*) AS places FROM {{errors}} GROUP BY 1, 2"""

SESSIONS = f"""
SELECT {_CLIENT} AS name, server,
    count_if(kind = 'opened') AS opened, count_if(kind = 'continued') AS continued,
    count_if(kind = 'none') AS got_none, count_if(kind = 'refused') AS refused,
    count_if(is_evicted) AS evicted,
    avg(held) FILTER (WHERE kind = 'continued') AS held,
    avg(added + changed) FILTER (WHERE kind = 'continued') AS asked,
    avg(reported) FILTER (WHERE kind = 'continued') AS reported,
    sum(saved_request_bytes) AS saved_request_bytes,
    sum(saved_response_bytes) AS saved_response_bytes,
    array_sort(collect_set(error)) AS errors
FROM {{fetch_sessions}} GROUP BY 1, 2
ORDER BY opened + continued + got_none + refused DESC, name, server LIMIT {ROWS_MAX}"""

SESSION_TOTALS = """
SELECT count_if(kind = 'opened') AS opened, count_if(kind = 'continued') AS continued,
    count_if(kind = 'refused') AS refused, count_if(is_evicted) AS evicted,
    count_if(kind = 'none') AS got_none,
    coalesce(sum(saved_request_bytes), 0) AS saved_request_bytes,
    coalesce(sum(saved_response_bytes), 0) AS saved_response_bytes
FROM {fetch_sessions}"""

FETCHES = f"""
SELECT {_CLIENT} AS name, count(*) AS fetches,
    count_if(session_id = 0 AND session_epoch = -1) AS without_session,
    sum(coalesce(request_bytes, 0) + coalesce(response_bytes, 0) - records_bytes) AS overhead_bytes
FROM {{requests}} WHERE api = 'Fetch' GROUP BY 1 ORDER BY fetches DESC, name"""

SESSIONS_OVER_TIME = f"""
SELECT {_BUCKET} AS bucket,
    CASE WHEN kind = 'refused' THEN coalesce(error, 'refused') ELSE kind END AS name,
    count(*) AS fetches
FROM {{fetch_sessions}} GROUP BY 1, 2"""

REBALANCES = f"""
WITH ended AS (
    SELECT input, `group`, step_ns, rebalanced_ms AS ms, rebalanced_why AS why, generation, members,
        true AS is_over
    FROM {{groups}} WHERE rebalanced_ms IS NOT NULL),
open AS (
    SELECT input, `group`, max(step_ns) AS step_ns, max_by(rebalancing_ms, step_ns) AS ms,
        max_by(reason, step_ns) AS why, max_by(generation, step_ns) AS generation,
        max_by(members, step_ns) AS members, false AS is_over
    FROM {{groups}} GROUP BY 1, 2
    HAVING max_by(state, step_ns) = 'rebalancing' AND ms IS NOT NULL),
longest AS (
    SELECT * FROM (SELECT * FROM ended UNION ALL SELECT * FROM open)
    ORDER BY ms DESC, step_ns LIMIT {BARS_MAX}),
steps AS (
    SELECT DISTINCT input, `group`, step_ns, {_CLIENT} AS name FROM {{groups}})
SELECT `group`, longest.step_ns, ms AS rebalanced_ms, why, generation, members, is_over,
    array_sort(collect_set(name)) AS names
FROM longest JOIN steps USING (input, `group`)
WHERE steps.step_ns BETWEEN longest.step_ns - ms * 1e6 - 1 AND longest.step_ns
GROUP BY ALL ORDER BY rebalanced_ms DESC, step_ns"""

GROUPS = f"""
SELECT `group`, count(rebalanced_ms) AS rebalances, max(generation) AS generation,
    max(members) AS members, sum(rebalanced_ms) AS rebalanced_ms, max(rebalanced_ms) AS longest_ms,
    count_if(error IS NOT NULL) AS refused, array_sort(collect_set(error)) AS errors,
    max_by(rebalanced_why, rebalanced_ms) AS why
FROM {{groups}} GROUP BY 1 ORDER BY rebalances DESC, `group` LIMIT {ROWS_MAX}"""

PARTITIONS = f"""
SELECT topic, partition,
    sum(records_bytes) FILTER (WHERE api = 'Produce') AS produced_bytes,
    sum(records) FILTER (WHERE api = 'Produce') AS produced_records,
    sum(records_bytes) FILTER (WHERE api <> 'Produce') AS fetched_bytes,
    sum(records) FILTER (WHERE api <> 'Produce') AS fetched_records,
    count_if(error IS NOT NULL) AS errors
FROM {{partitions}} GROUP BY 1, 2
ORDER BY coalesce(produced_bytes, 0) + coalesce(fetched_bytes, 0) DESC, topic, partition
LIMIT {ROWS_MAX}"""

SKEW = """
WITH of_partition AS (
    SELECT topic, partition, sum(records_bytes) AS bytes FROM {partitions}
    WHERE api = 'Produce' GROUP BY 1, 2)
SELECT topic, count(*) AS partitions, sum(bytes) AS bytes, max(bytes) AS most,
    max_by(partition, bytes) AS hottest
FROM of_partition GROUP BY 1 HAVING sum(bytes) > 0 ORDER BY bytes DESC, topic LIMIT 25"""

BATCHES = f"""
SELECT {_CLIENT} AS name, topic, codec, sum(batches) AS batches, sum(records) AS records,
    sum(records_bytes) AS bytes, sum(uncompressed_bytes) AS uncompressed_bytes,
    sum(sample_bytes) AS sample_bytes, sum(sample_compressed_bytes) AS sample_compressed_bytes
FROM {{partitions}} WHERE api = 'Produce' AND batches > 0
GROUP BY 1, 2, 3 ORDER BY bytes DESC, name, topic, codec LIMIT {ROWS_MAX}"""

BATCH_SIZES = """
SELECT CAST(floor(log2(greatest(records_bytes / batches, 1))) AS INT) AS power, codec,
    sum(batches) AS batches, sum(records) AS records
FROM {partitions} WHERE api = 'Produce' AND batches > 0 GROUP BY 1, 2"""

FOUND = """
SELECT detector, severity, advice, count(*) AS times, min_by(text, time_ns) AS text,
    min(time_ns) AS first_ns, max(time_ns) AS last_ns,
    array_sort(collect_set(coalesce(client_id, client))) AS who
FROM {findings} GROUP BY 1, 2, 3"""

QUERIES: dict[str, str] = {
    "damage": DAMAGE,
    "apis": APIS,
    "traffic": TRAFFIC,
    "latency_by_api": LATENCY_BY_API,
    "latency_over_time": LATENCY_OVER_TIME,
    "latency_by_client": LATENCY_BY_CLIENT,
    "latency_by_client_over_time": LATENCY_BY_CLIENT_OVER_TIME,
    "latency_by_broker": LATENCY_BY_BROKER,
    "latency_by_broker_over_time": LATENCY_BY_BROKER_OVER_TIME,
    "retries": RETRIES,
    "errors_about": ERRORS_ABOUT,
    "errors_over_time": ERRORS_OVER_TIME,
    "sessions": SESSIONS,
    "session_totals": SESSION_TOTALS,
    "fetches": FETCHES,
    "sessions_over_time": SESSIONS_OVER_TIME,
    "rebalances": REBALANCES,
    "groups": GROUPS,
    "partitions": PARTITIONS,
    "skew": SKEW,
    "batches": BATCHES,
    "batch_sizes": BATCH_SIZES,
    "found": FOUND,
}
"""All but the first question, whose answer the others need."""
