"""The cancellation contract: each await of the client cancelled at each of its checkpoints."""
