"""The project's own client before real brokers: kafkawire, and two releases of Apache Kafka."""
