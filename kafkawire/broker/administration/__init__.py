"""What requests of administration have in common, above metadata and rights."""
