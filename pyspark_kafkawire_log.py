"""Spark imports every `pyspark_*` module that it finds: this gives it the format "kafkawire-log".

It is imported at the first look-up of a format in a session, whatever format that is, so it must
stay light: the class imports what is large where it is used.
"""

from kafkawire.spark.log.source import KafkaLogSource as DefaultSource

__all__ = ["DefaultSource"]
