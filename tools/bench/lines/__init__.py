"""The lines of the `broker` benchmark, each a load that is put on every broker in turn."""
