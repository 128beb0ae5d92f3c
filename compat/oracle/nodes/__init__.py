"""Our connections between nodes, to a running controller of Apache Kafka."""
