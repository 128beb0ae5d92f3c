"""wire-dump: what a Kafka client and a broker really say to each other."""
