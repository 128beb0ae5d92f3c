"""Records as they travel: found in messages, and shown through views.

    records_fields  where the records are in a message; `kafkawire.dump.batches` opens them
    internal    records of internal topics, as declared
    masking     secrets in records of the metadata log
    damage      what is wrong with the damaged batches of an exchange
    show        what an output asks for: the batches of an exchange with their records
    shown       a key, a value or a header, as a value of JSON with the name of how it was read
    views       auto, json, string, int, hex: how bytes become that; which view goes with a topic
    tracing     headers that carry a trace: W3C traceparent and tracestate, B3
    avro, protobuf, registry, wire_format   views with schemas, from files or a schema registry
                (which `kafkawire.dump.schema_registry` asks: nothing here does I/O on networks)

`kafkawire.dump.view_options` has the options that choose views on the command line.

A batch or record that cannot be read is shown as far as it can, with a `problem` that says where.
"""
