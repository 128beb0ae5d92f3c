"""kafkawire: a wire-compatible Kafka in pure Python on trio.

Nothing is imported here, so that a program pays only for the parts it uses:
`kafkawire.protocol` (messages), `kafkawire.records` (record batches), `kafkawire.dump` (captures),
`kafkawire.testing` (a broker in a test), `kafkawire.spark` and `kafkawire.client` (a consumer, a
producer and an admin client) promise the names of their `__all__`.
"""

__version__ = "0.1.0"
