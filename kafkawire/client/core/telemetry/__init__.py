"""Metrics that the client pushes to the cluster, which asks for them (KIP-714).

naming         the name of a metric there
otlp           many metrics as the bytes of OpenTelemetry's MetricsData
readings       the metrics of a subscription, as totals or as differences
subscription   the subscription of the cluster, the times of pushes, the responses
"""
