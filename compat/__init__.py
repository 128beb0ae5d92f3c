"""Compatibility: stock clients and the real Apache Kafka, run against kafkawire."""
