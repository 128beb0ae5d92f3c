"""Spark's stock connector (spark-sql-kafka-0-10), unchanged, against kafkawire and Apache Kafka.

Every scenario is run by one Spark session through wire-dump's proxy, and says what came of it:
rows, batches, offsets that Spark wrote down, errors word for word. What came of it with Apache
Kafka is kept in `kafka.json`; with ours it has to be the same. See README.md.
"""
