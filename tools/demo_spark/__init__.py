"""A demonstration of the report: a minute of traffic with one consumer that misbehaves."""
