"""Metrics that clients push to the broker (KIP-714, admin D.9).

Operators say by configurations of type CLIENT_METRICS who is to send what, and how often. Whoever
wants the metrics gives the broker a *receiver*: `Broker.telemetry`, a function that is called with
each `Pushed`. Only then does ApiVersions tell clients that there is telemetry; without a receiver
what is pushed is looked at and dropped, as Kafka does it.
"""
