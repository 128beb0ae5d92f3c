"""Writes the message classes, api keys and error codes of kafkawire from `schemas/`.

`model` reads the declarations, `names` turns Kafka's names into Python's, `classes` writes the
class of a message, `encoding` and `decoding` its codec, `tables` the enumerations, and
`__main__` is the command. The theory of the emitted code stands in `encoding` and `decoding`.
"""
