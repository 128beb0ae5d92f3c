"""Writes the message classes, api keys and error codes of kafkawire from `schemas/`.

`model` reads the declarations, `names` turns Kafka's names into Python's, `classes` writes the
class of a message, `encoding` and `decoding` its codec, `tables` the enumerations, and
`__main__` is the command; `config_definitions` does the same for settings, and `against_kafka`
compares the codec with Apache Kafka's own. The theory of the emitted code stands in `encoding` and
`decoding`.
"""
