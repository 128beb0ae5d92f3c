"""Consumer groups of KIP-848: the broker assigns the partitions, and members only reconcile."""
