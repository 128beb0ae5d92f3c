"""The bytes of the small files of a data directory, and their names: no I/O, no state.

Each module knows one kind of file. `decode(data)` makes values of a file's bytes and raises
`CorruptFile` for whatever Kafka could not have written; `encode(...)` writes what Kafka writes,
byte for byte. The layout is that of fetch H-1 to H-4, H-10 to H-14 and admin F-34 to F-38.
"""
