"""The real Apache Kafka, run from its published jars as the judge of what is right."""

from compat.oracle.node import KafkaNode, OracleUnavailable

__all__ = ["KafkaNode", "OracleUnavailable"]
