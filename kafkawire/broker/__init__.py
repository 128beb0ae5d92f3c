"""A broker's behaviour, without I/O, clock or randomness of its own."""
