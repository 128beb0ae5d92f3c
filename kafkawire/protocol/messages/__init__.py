"""One module per Kafka message, generated from `schemas/` by `python -m tools.generate`."""
