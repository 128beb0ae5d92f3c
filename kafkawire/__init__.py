"""kafkawire: a wire-compatible Kafka in pure Python on trio.

Nothing is imported here, so that a program pays only for the parts it uses:
`kafkawire.protocol` (messages), `kafkawire.records` (record batches), `kafkawire.client`,
`kafkawire.server`, `kafkawire.testing`, `kafkawire.dump`.
"""

__version__ = "0.1.0"
