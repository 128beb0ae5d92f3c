"""Spark imports every `pyspark_*` module that it finds: here is the format "kafkawire-capture".

It is imported at the first look-up of a format in a session, whatever format that is, so it must
stay light: the class imports what is large where it is used.
"""

from kafkawire.spark.captures.source import CaptureSource as DefaultSource

__all__ = ["DefaultSource"]
