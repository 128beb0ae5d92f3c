"""Messages read by their declarations, apart from the codec: four views of the same bytes.

    tree            every field of a frame with its range of bytes: for people, and for hexdumps
    values          the body as JSON has it: compiled for each message and version at first use
    facts           topics, groups, errors and the like, and nothing else: compiled likewise
    records_fields  where the records are

`json_schema` describes what `values` makes, for those who read JSON lines.

None of them raises on any bytes; what is wrong stands in the message's `problem`, and the tree is
what finds the words for it. Tests hold all of them against each other and against the codec.
"""
