"""What differs between two recordings, by meaning: who asked what, and what was answered.

Two runs of the same programs never agree byte for byte: correlation ids, ports, times, sessions,
member and producer ids are new each time. So messages are taken by their meaning (`meaning`), those
of both sides that ask the same are matched wherever they stand, what is left is matched in its
order by client, API and subject (`matching`), and what differs is told by field (`comparing`).
"""
