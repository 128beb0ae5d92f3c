"""A replica of ours and a controller of Apache Kafka are the two voters of one metadata quorum."""
