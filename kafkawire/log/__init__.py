"""Partition logs: batches in segments, with their indexes, epochs and producers.

A log knows offsets, bytes and Kafka's rules for what may be appended. It knows no leaders, no
followers and no requests; those live in `kafkawire.broker.replicas`. Nothing here does I/O: the
bytes lie behind `kafkawire.log.storage`, in memory today.
"""
