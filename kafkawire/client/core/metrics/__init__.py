"""Metrics of one client under Kafka's names, without a clock.

bounded    parts by topic or by node, no more than a bound
samples    values of the newest windows of time: rates, averages, maxima
readings   the name, the tags and the value of one metric, at the time of reading
registry   all metrics of one client
traffic    connections, requests and responses, by node and by API
logins     authentications of connections
fetches    records and bytes that a consumer reads, by topic
lags       how far a consumer is from both ends of its partitions
replicas   the replicas that a consumer's partitions are read from
sends      records and batches that a producer sends, by topic
call_times how long calls of a producer's application take
groups     rebalances of a group member
polls      how often the application asks for records

Events are counted per request or per batch, never per record. Everything else is computed when the
metrics are read.
"""
