"""Bytes to messages and back. Pure: no I/O, no clock.

`messages` holds one generated module per Kafka message, `message` what such a class is made
of, `exchange` the headers around a body, `framing` the cutting of a byte stream into frames,
`errors` and `error_codes` what can go wrong. Nothing is imported here: a message costs what it
costs, and only when it is used (`registry` imports by api key).
"""
